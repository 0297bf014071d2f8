"""Random orders of every kind reach no state that the rules do not allow, and every line derives again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.events import Began, changes
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.journal import Journal
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.criticals.criticals import gunfire_column
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.testing.invariants import check_line, check_there_and_back
from fleetbook.testing.random_battles import Habits, give, give_order, play_on, random_order
from tests.rules.battles import check_derived, check_refused, check_states
from tests.rules.fgdn.gunfire import gun, moltke, mount, tiger
from tests.rules.fgdn.invariants import wrong
from tests.rules.fgdn.scene import BLUE, RED, WITH_PARTS, DoPart, Line, ship, small, zeppelin
from tests.rules.fgdn.test_rosters import setup_of

LINES, SEEDS, FEW, ENDS = 260, 16, 2, (80, 130, 180, 210)
"""Lines and battles, a few of them in every run and all in a campaign; after how many lines one is ended, for what comes then."""
NEW = 6
"""Orders that were not given yet are tried this much oftener."""
WOUNDS = 18
"""Every other battle begins with this many critical hits, to see their consequences too."""
LEAKS, CARGO_HITS = 4, 4
"""Floodings of one ship in every fourth battle, so that she may capsize; hits on the ammunition of another in others."""
WEIGHTS = {
    "next": 5.0, "fire": 3.0, "move": 3.0, "torpedo": 0.7, "bombs": 1.0, "shells": 0.7, "depth-charges": 1.0, "damage": 2.0,
    "following": 9.0, "leave": 0.1, "strike": 0.05, "set": 0.4, "note": 0.01, "end": 0.0, "transfer": 9.0, "blast": 20.0,
    "airship-hit": 0.3, "survivors": 0.5, "aircrew": 0.1, "flying-boat": 0.2, "wind": 0.5, "rip": 0.1, "drift": 0.1,
    "casualties": 60.0, "service": 200.0, "pump": 9.0, "assist": 9.0, "pick-up": 4.0, "planes": 30.0, "repair": 3.0,
    "breakdown-repair": 400.0, "patch": 0.5, "aircraft-hit": 0.2, "flood-hold": 0.1,
}  # fmt: skip


def fleet() -> tuple[list[Line], list[Line]]:
    """One of every kind, thin-skinned, so that all that can happen happens soon."""
    six = gun("6-inch", mm=152, he_damage=11, yards=[4000, 8000, 12000, 15000])
    casemates = [mount(f"c{n}", "casemate", "6-inch", 1) for n in range(4)]
    turrets = [mount(name) for name in "AB"]
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 4, "warhead": 30, "submerged": True}
    contents = (("fore", "ammo"), ("mid", "ammo"), ("waist", "ammo"), ("aft", "avgas"), ("well", "troops"), ("hatch", "vehicles"))
    holds = [{"name": name, "contents": what, "amount": 300} for name, what in contents]
    bare: dict[str, Any] = {"guns": [], "mounts": [], "weapons": [], "belt": 0, "deck": 0}
    boat_gun = {"name": "cannon", "kind": "light", "strength": 1, "mm": 37.0}
    red = [
        tiger(guns=[gun(), six], mounts=[*turrets, *casemates], weapons=[tubes], casemate_directors=1, points=260, underwater=60),
        ship("Carrier", kind="carrier", size="B", points=120, aircraft=8, ordnance=12, belt=0, deck=1, year=1906),
        small("Boat", points=30, weapons=[boat_gun]),
        ship("U 9", **{**bare, "kind": "submarine", "size": "D", "points": 40, "weapons": [tubes], "knots": 16}),
    ]
    blue = [
        moltke(points=220, searchlights_forward=2, searchlights_after=1, wireless=2),
        ship("Freighter", **{**bare, "kind": "merchant", "size": "C", "points": 90, "holds": holds}),
        ship("Destroyer", size="C", points=50, belt=0, deck=0, knots=34, coincidence=True),
        small(
            "Lighter",
            points=20,
            knots=8,
            cargo_craft=True,
            fuel="gasoline",
            holds=[{"name": "well", "contents": "troops", "amount": 20}],
        ),
        small("Scout", points=25, knots=8),
        zeppelin("L 5"),
    ]
    return red, blue


def melee(seed: int, start: str = "1221") -> Setup:
    """All of them in one battle; every other one with all optional rules."""
    red, blue = fleet()
    entries = [ShipEntry(name, RED, card) for name, card in red] + [ShipEntry(name, BLUE, card) for name, card in blue]
    options = dict.fromkeys(RULESET.options, ("no", "yes")[seed % 2])
    conditions = {"start": start, "sea": str(seed % 7), "light": ("day", "night")[seed % 2]}
    return Setup("fgdn", "1", "melee", (RED, BLUE), tuple(entries), conditions=conditions, options=options, date="1916-05-31")  # type: ignore[arg-type]


PLACES = ("melee", "dogger-bank", "into-the-bight", "run-to-the-south")


def begun(place: str, seed: int) -> Setup:
    """The melee, or a ready scenario, every other one with all optional rules."""
    if place == "melee":
        return melee(seed)
    setup = setup_of(place)
    return msgspec.structs.replace(setup, options=dict.fromkeys(RULESET.options, "yes")) if seed % 2 else setup


HABITS = Habits(weights=WEIGHTS, drawn=0.2, attempts=40)


def drafted(journal: Journal[FgdnShip], rng: Random) -> Draft[Any]:
    """An order that the rules allow now, mostly filled in by the battle. Orders not given yet are likelier."""
    given_before = {record.procedure for record in journal.records}
    often = {kind.id: HABITS.weight(kind) * (1 if kind.id in given_before else NEW) for kind in RULESET.all_orders if kind.key}
    return random_order(journal.battle, rng, replace(HABITS, weights=often))


def wound(journal: Journal[FgdnShip], rng: Random) -> None:
    """A critical hit of any kind that a ship's own column has, or the columns of a submarine under attack."""
    able = [one for one in journal.battle.ships() if one.fit and not one.is_airship]
    target = rng.choices(able, [3 if one.card.kind in ("carrier", "merchant") else 1 for one in able])[0]
    column = rng.choice(("lethal", "major damage", "minor damage")) if target.submerged else gunfire_column(target)
    table = RULESET.tables.table("critical_hits")
    natures = sorted({table.text(face, column) for face in range(1, 21)})
    nature = "Cargo" if target.card.kind == "merchant" and rng.random() < 0.5 else rng.choice(natures)
    strike(journal, rng, target.name, column, nature, penetrated=rng.random() < 0.8)


def strike(journal: Journal[FgdnShip], rng: Random, name: str, column: str, nature: str, penetrated: bool = True) -> None:
    """A critical hit of this nature."""
    inputs = {
        "ship": name, "column": column, "penetrated": penetrated, "casemate": True, "mm": 0, "nature": nature,
    }  # fmt: skip
    give_order(journal, DoPart(part="critical", given=json.dumps(inputs)), rng)


@cache
def played(seed: int) -> Journal[FgdnShip]:
    """A battle of random orders with a step back now and then. It is ended before its last lines, for the orders after it."""
    journal, rng = Journal(WITH_PARTS, melee(seed), f"battle {seed}"), Random(seed)
    for _ in range(WOUNDS * (seed % 2)):
        wound(journal, rng)
    for _ in range(LEAKS * (seed % 4 == 2)):
        strike(journal, rng, "Moltke", "major", "Flooding")
    for _ in range(CARGO_HITS * (seed % 4 == 0)):
        strike(journal, rng, "Freighter", "merchant", "Cargo")
    while len(journal.records) < LINES:
        if journal.position and rng.random() < 0.02:
            journal.append(journal.undo())
            if rng.random() < 0.5:
                journal.append(journal.redo())
        elif len(journal.records) > ENDS[seed % 4] and not journal.battle.ended:
            give_order(journal, EndBattle.from_inputs({"reason": "enough"}), rng)
        else:
            give(journal, drafted(journal, rng), rng)
    return journal


def struck(journal: Journal[FgdnShip]) -> set[str]:
    """Ships whose boxes the referee struck by hand. He says what follows."""
    return {record.inputs["ship"] for record in journal.records if record.procedure == "strike"}


@pytest.mark.parametrize("seed", [*range(FEW), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(FEW, SEEDS))])
def test_no_order_leads_to_a_state_that_the_rules_do_not_allow(seed: int) -> None:
    journal = played(seed)
    check_states(journal, lambda battle: wrong(battle, struck(journal)))


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), place=st.sampled_from(PLACES), wounds=st.integers(0, 12), lines=st.integers(10, 45))
def test_any_seed_keeps_the_invariants(seed: int, place: str, wounds: int, lines: int) -> None:
    """A scenario or the melee, ships hurt by any critical hits, any orders; the last of them after the battle."""
    journal, rng = Journal(WITH_PARTS, begun(place, seed), f"seed {seed}"), Random(seed)
    for number in range(wounds + lines):
        if number < wounds:
            wound(journal, rng)
        elif number == wounds + lines * 3 // 4 and not journal.battle.ended:
            give_order(journal, EndBattle.from_inputs({"reason": "enough"}), rng)
        else:
            give(journal, drafted(journal, rng), rng)
        assert list(wrong(journal.battle, struck(journal))) == [], number
    check_derived(journal)
    check_there_and_back(journal)


@pytest.mark.parametrize("seed", range(FEW))
def test_a_refused_order_changes_nothing_and_is_refused_in_words(seed: int) -> None:
    check_refused(played(seed), seed, replace(HABITS, drawn=1))


@pytest.mark.parametrize("seed", range(1))
def test_every_line_derives_again_and_folds_to_the_live_battle(seed: int) -> None:
    journal, rng = Journal(WITH_PARTS, melee(seed), f"again {seed}"), Random(seed)
    for record in play_on(journal, rng, 60, HABITS):
        check_line(journal, record)
    check_there_and_back(journal)


@pytest.mark.parametrize("seed", range(FEW))
def test_damage_of_a_phase_is_worked_out_before_the_next(seed: int) -> None:
    journal = played(seed)
    for record in journal.records:
        if record.is_order and record.procedure == "next":
            for one in journal.battle_after(record.number).ships():
                assert not one.has("held")
                assert not one.has("following")


@pytest.mark.campaign
def test_these_battles_see_every_order() -> None:
    """Random orders that never sink a ship would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        for record in played(seed).records:
            seen[record.kind if not record.procedure else record.procedure] += 1
            seen.update(event.procedure for event in record.events if isinstance(event, Began))
            seen.update(f"fact {key.name}" for key, _ in changes(record.events))
            seen.update(str(value).split(" T")[0] for key, value in changes(record.events) if key.name == "fate")
    wanted = {order.id for order in RULESET.all_orders if order.key} | {"undo", "redo", "sunk"}
    wanted |= {"secondary-damage", "reduce", "magazine-explodes", "capsize-risk", "free-rudder", "ready-ammunition", "cargo-risk"}
    wanted |= {f"fact {name}" for name in ("fire", "flooding", "engineering", "out", "rudder", "bridge out", "sinks at")}
    wanted |= {f"fact {name}" for name in ("flotation", "points", "held", "following", "casualties settled", "clearing")}
    assert wanted - set(seen) == set()
