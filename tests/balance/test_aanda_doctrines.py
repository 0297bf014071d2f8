"""A&A battles by doctrines: none is refused, none stands idle, none knows what is hidden, and the Yalu is as it was."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.balance.ground import Ground, ground_of
from fleetbook.balance.play import ENDS, Fought, _Fight, fight
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset

SCENARIOS = ("chemulpo", "manila-bay", "port-arthur", "santiago", "tsushima", "ulsan", "yalu", "yellow-sea")
DOCTRINES = tuple(doctrines_of(ruleset("aanda")))
PAIRS = [(name, DOCTRINES[nth % 7], DOCTRINES[(nth * 3 + 1) % 7]) for nth, name in enumerate(SCENARIOS)]
REACH = {"A": 40, "B": 50, "C": 60, "D": 70, "E": 70, "F": 100, "G": 100, "H": 120, "I": 100}
"""The sheet's longest range of each gun class, in cm (5.2)."""
CLASSES = ((2.9, "A"), (4.1, "B"), (5.4, "C"), (6.5, "D"), (9, "E"), (10.1, "F"), (11.9, "G"), (12.1, "H"), (15.1, "I"))
IDLE = 3  # turns


class Watched(_Fight):
    """A battle with a note of the turns in which a side did not attack although an enemy was in the reach of its guns."""

    def __init__(self, ground: Ground, seed: str, doctrines: dict[str, str]) -> None:
        super().__init__(ground, seed, doctrines, None)
        self.idle, self.most_idle = Counter[str](), Counter[str]()

    def _step(self) -> None:
        battle = self.journal.battle
        in_reach = {side: self._in_reach(side) for side in battle.sides} if battle.phase == "firing" else {}
        super()._step()
        for side, reached in in_reach.items():
            idle = reached and self._attacked[side] < battle.turn
            self.idle[side] = self.idle[side] + 1 if idle else 0
            self.most_idle[side] = max(self.most_idle[side], self.idle[side])

    def _in_reach(self, side: str) -> bool:
        ships = [ship for ship in self.journal.battle.ships() if ship.afloat and not ship.hull_gone and not ship.hidden]
        foes = [ship for ship in ships if ship.side != side]
        return any(self.plane.range(own.name, foe.name) <= longest(own) for own in ships if own.side == side for foe in foes)


def longest(ship: Any) -> int:
    guns = [gun.calibre for gun in (*ship.card.main, *ship.card.secondary) if ship.guns_left(gun)]
    return max((REACH[[letter for least, letter in CLASSES if inches >= least][-1]] for inches in guns), default=-1)


def by(ground: Ground, one: str, other: str) -> dict[str, str]:
    return dict(zip(ground.setup.sides, (one, other), strict=True))


def whole_and_lively(scenario: str, one: str, other: str, seed: str) -> None:
    ground = ground_of(scenario)
    watched = Watched(ground, seed, by(ground, one, other))
    fought = watched.to_the_end()
    assert fought.refused == ()
    assert fought.ended in ENDS
    assert fought.journal.battle.ended
    assert {side: turns for side, turns in watched.most_idle.items() if turns > IDLE} == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_aanda_scenario_has_a_table_with_each_ship_and_marker_on_it(scenario: str) -> None:
    ground = ground_of(scenario)
    ships = {ship.name for ship in ground.setup.ships}
    markers = {squadron.name for squadron in ground.setup.squadrons if squadron.details.get("dummy")}
    assert set(ground.spots) == ships | markers
    assert set(ground.homes) == set(ground.setup.sides)


@pytest.mark.parametrize(("scenario", "one", "other"), PAIRS)
def test_a_battle_is_never_refused_and_no_side_stands_idle(scenario: str, one: str, other: str) -> None:
    whole_and_lively(scenario, one, other, "seed 1")


@pytest.mark.campaign
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("one", DOCTRINES)
@pytest.mark.parametrize("other", DOCTRINES)
def test_all_pairs_of_doctrines_fight_all_scenarios(scenario: str, one: str, other: str) -> None:
    whole_and_lively(scenario, one, other, "a long evening")


def test_the_same_seed_is_the_same_battle_and_a_kept_one_verifies(tmp_path: Path) -> None:
    ground = ground_of("chemulpo")
    first, again, otherwise = (fight(ground, seed, by(ground, "torpedo-attack", "run-home")) for seed in ("1", "1", "2"))
    assert first.journal.records.kept == again.journal.records.kept
    assert first.journal.battle.state.fingerprint != otherwise.journal.battle.state.fingerprint
    write_battle(tmp_path / "kept.battle", first.journal)
    with BattleFile.open(tmp_path / "kept.battle") as file:
        assert verified(file) == []


def orders_of(fought: Fought, side: str) -> list[Any]:
    """What a side's doctrine gave before the marker's ships were seen."""
    found: list[Any] = []
    for record in fought.journal.records.kept:
        if record.procedure in ("reveal", "spot"):
            return found
        if record.proposer and record.proposer.side == side:
            found.append((record.turn, record.procedure, record.inputs))
    return found


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_the_ships_behind_a_contact_marker_change_nothing_before_they_are_seen(doctrine: str) -> None:
    ground = ground_of("yalu")
    # an ironclad in place of the small turret ship: as slow, but with thrice the hull and other armour
    ships = [
        msgspec.structs.replace(ship, card={**ship.card, "type": "CB", "hull": 36}) if ship.name == "Pingyuan" else ship
        for ship in ground.setup.ships
    ]
    setup = msgspec.structs.replace(ground.setup, ships=tuple(ships))
    others = (replace(ground, turns=3), replace(ground, setup=setup, turns=3))
    found = [orders_of(fight(one, "s", by(one, doctrine, "close-and-ram")), "Japan") for one in others]
    assert found[0] == found[1]
    assert found[0]


def test_the_japanese_close_to_where_quick_firers_count_at_the_yalu() -> None:
    """Up to 30 cm the guns of 4.7 inches, which are most of theirs, reach with full damage. Farther off the heavy guns win."""
    ground = ground_of("yalu")
    watched = Watched(ground, "s", by(ground, "hold-range", "line-of-battle"))
    nearest = []
    while watched.journal.battle.turn < 11:
        watched._step()
        if watched.journal.battle.phase == "firing":
            nearest.append(min(watched.plane.range("Chiyoda", foe.name) for foe in watched.journal.battle.ships("China")))
    assert nearest[0] > 100
    assert min(nearest) <= 30


def test_a_dummy_is_a_marker_without_a_model_that_moves() -> None:
    ground = ground_of("tsushima")
    watched = Watched(ground, "s", by(ground, "line-of-battle", "line-of-battle"))
    while watched.journal.battle.turn < 2:
        watched._step()
    assert watched.plane.spots["Smoke in the mist"] == ground.spots["Smoke in the mist"]
    assert watched.plane.spots["Mikasa"] != ground.spots["Mikasa"]
    assert NextStep.id in {record.procedure for record in watched.journal.records.kept}
