"""Whole battles of random orders: what must hold after every one of them, and what all of it must come to again."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.play.journal import Journal
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.testing import random_battles
from fleetbook.testing.invariants import check_all_the_way, check_folded
from fleetbook.testing.random_battles import Habits, copied
from tests.rules.battles import battles, check_any_line, check_derived, check_forms, check_refused
from tests.rules.coastal.fleet import BLUE, RED, gear, gun, ship, tubes

FOLDER = Path(__file__).parents[3] / "rosters" / "coastal"
ORDERS = 450
BATTLES = [("melee", seed) for seed in range(6)] + [("ijmuiden", 1), ("convoy", 2), ("convoy", 3)]
WEIGHTS = {"fire": 12.0, "next": 4, "note": 0.2, "strike": 0.2, "set": 0.2, "leave": 0.08, "spent": 0.3, "end": 0}
HABITS = Habits(
    weights=WEIGHTS, usual=6, drawn=0.4, flags=0.2, modifiers=0.15, several=0.7, attempts=40, back=0.05, overruled=0,
    number=lambda rng: rng.randint(0, rng.choice((20, 45, 130))),
)  # fmt: skip
every_battle = battles(BATTLES, few=(("melee", 0),))


def melee() -> Setup:
    """Heavy guns, many torpedoes and thin hulls at close range by day: everything that can happen to a ship happens."""
    light = [gun("pom-pom", "twin 30-40 mm"), gun("20 mm", "twin 20 mm"), gear("radar"), gear("searchlight"), gear("naxos")]
    gunboat = [gun("bow", "single gun", "front", calibre=4.0), *light, tubes("tubes", 4, 8)]
    escort = [gun("a", "directed gun", guns=4, calibre=4.7), *light, gear("star shell"), gear("hydrophones")]
    reds = [ship(f"Gunboat {n}", *gunboat, hull=9) for n in (1, 2, 3)]
    reds += [ship("Destroyer", *gunboat, size="destroyer", speed=13, hull=15)]
    freighter: dict[str, Any] = {"size": "larger", "speed": 4, "hull": 25, "merchant": True}
    blues = [ship("Freighter", gun("gun"), cargo="ammunition", **freighter), ship("Tanker", cargo="oil", **freighter)]
    blues += [ship("Escort", *escort, size="corvette", hull=12), ship("Trawler", *escort, size="trawler", hull=9, speed=5)]
    entries = [ShipEntry(n, RED, c) for n, c in reds] + [ShipEntry(n, BLUE, c) for n, c in blues]
    return Setup("coastal", "1", "melee", (RED, BLUE), tuple(entries), conditions={"light": "day"})


def scenario(name: str) -> Setup:
    """A scenario of the rosters."""
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    files = [tomllib.loads((FOLDER.parent / f"{roster}.toml").read_text("utf-8")) for roster in raw["rosters"]]
    cards = {card["name"]: card for file in files for card in file["ship"]}
    entries = [
        ShipEntry(entry["name"], side["name"], {**cards[entry["card"]], **entry.get("with", {})})
        for side in raw["side"]
        for entry in side["ships"]
    ]
    sides = tuple(side["name"] for side in raw["side"])
    return Setup("coastal", "1", raw["title"], sides, tuple(entries), conditions=raw["conditions"])


@cache
def played(name: str, seed: int) -> Journal[CoastalShip]:
    """A battle of random orders, with a step back and forward now and then."""
    journal: Journal[CoastalShip] = Journal(RULESET, melee() if name == "melee" else scenario(name), f"battle {seed}")
    return random_battles.played(journal, Random(f"{name} {seed}"), ORDERS, HABITS)


# ------------------------------------------------------------ what must hold after every order

TURNS = {
    "fired",
    "seen",
    "looked",
    "lit",
    "used",
    "repaired",
    "moved",
    "straddled",
    "straddled before",
    "launched",
    "damage done",
}
WORDS = {"damaged", "destroyed"}


@every_battle
def test_no_track_goes_below_nothing_or_above_full(name: str, seed: int) -> None:
    journal = played(name, seed)
    for number in range(len(journal.records) + 1):
        battle = journal.battle_after(number)
        for at in battle.ships():
            for track, full in battle.tracks(at.name).items():
                assert 0 <= at.left(track) <= full


@every_battle
def test_speeds_systems_and_torpedoes_stay_in_bounds(name: str, seed: int) -> None:
    journal = played(name, seed)
    for number in range(len(journal.records) + 1):
        for at in journal.battle_after(number).ships():
            assert 0 <= at.speed <= at.max_speed <= at.card.speed
            for system in at.card.systems:
                assert at.fact("system", system.name) in WORDS | {None}
                assert 0 <= at.count("torpedoes", system.name) <= system.torpedoes
                assert 0 <= at.count("tubes used", system.name) <= system.tubes
                assert not at.mendable(system) or at.state(system) == "damaged"


@every_battle
def test_sunk_ships_are_left_alone_and_timers_lie_ahead(name: str, seed: int) -> None:
    journal = played(name, seed)
    for number in range(len(journal.records) + 1):
        battle = journal.battle_after(number)
        for at in battle.ships():
            if at.afloat:
                assert not at.has("sinks on") or at.count("sinks on") >= battle.turn
            else:
                assert at.fate.startswith(("sunk T", "left the table T"))
                assert not at.held
                assert not at.has("sinks on")
                assert at.max_speed == 0


@every_battle
def test_sunk_ships_do_nothing(name: str, seed: int) -> None:
    journal = played(name, seed)
    for record in journal.records:
        doing = [word for word in ("ship", "firer", "observer") if word in record.inputs]
        if record.is_order and record.procedure not in ("strike", "set"):
            before = journal.battle_before(record.number)
            assert all(before.ship(record.inputs[word]).afloat for word in doing)


@every_battle
def test_facts_of_turns_are_of_turns_played(name: str, seed: int) -> None:
    journal = played(name, seed)
    for number in range(0, len(journal.records) + 1, 7):
        battle = journal.battle_after(number)
        for key, value in battle.state.items():
            if key.name in TURNS:
                assert isinstance(value, int)
                assert 0 <= value <= battle.turn
            if key.name == "run":
                assert isinstance(value, int)
                assert value > 0
                assert value % 15 == 0


# ------------------------------------------------------------ what the journal must come to again


@every_battle
def test_folding_the_events_gives_the_live_battle(name: str, seed: int) -> None:
    check_folded(played(name, seed))


@every_battle
def test_every_record_is_derived_again_from_its_inputs_and_dice(name: str, seed: int) -> None:
    check_derived(played(name, seed))


@every_battle
def test_undo_then_redo_is_the_same_battle(name: str, seed: int) -> None:
    check_all_the_way(copied(played(name, seed)))


@every_battle
def test_undo_to_any_line_and_redo(name: str, seed: int) -> None:
    check_any_line(played(name, seed), seed)


@every_battle
def test_a_refused_order_changes_nothing(name: str, seed: int) -> None:
    check_refused(played(name, seed), seed, HABITS)


@every_battle
def test_a_ship_s_card_can_always_be_drawn(name: str, seed: int) -> None:
    journal = played(name, seed)
    for number in range(0, len(journal.records) + 1, 11):
        battle = journal.battle_after(number)
        for at in battle.ships():
            card = RULESET.card(at)
            assert all(0 <= track.left <= track.full for track in (*card.tracks, *card.supplies))
            assert card.fate == at.fate


@pytest.mark.campaign
def test_these_battles_see_everything() -> None:
    """Random orders that never sink a ship would prove little: what happened in the battles, all together."""
    seen: Counter[str] = Counter()
    for name, seed in BATTLES:
        journal = played(name, seed)
        for record in journal.records:
            seen[record.procedure or record.kind] += 1
            seen.update(word for event in record.events for word in happened(event))
    wanted = {order.id for order in RULESET.all_orders if order.key} - {"end"} | {"undo", "redo"}
    wanted |= {"fate", "disabled", "sinks on", "out", "held", "system", "light hits", "run", "hull", "bridge", "engines"}
    wanted |= {"straddled", "straddled before", "lit", "screened", "smoke", "turning", "radar off"}
    assert wanted - set(seen) == set()


def happened(event: Any) -> list[str]:
    return [key.name for key, _ in changes([event])]


def test_the_default_of_every_open_form_is_readable_in_the_middle_of_a_battle() -> None:
    check_forms(played("melee", 0))
