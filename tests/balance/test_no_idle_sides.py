"""A larger run: all scenarios with two pairs of doctrines and two seeds. Nothing is refused, and no side stands idle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fleetbook.balance.ground import Ground, ground_of
from fleetbook.balance.play import _Fight
from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.doctrines.helm import Intent
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.rules.coastal.gunnery import points
from fleetbook.rules.coastal.observation import FIRING_STEPS, is_seen
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import SCENARIO, entries
from tests.balance.test_aanda_doctrines import IDLE, by, whole_and_lively

SEEDS = ("a morning", "an evening")
COASTAL, AANDA = (sorted(entry.name for entry in entries(SCENARIO, system)) for system in ("coastal", "aanda"))


def pairs(system: str, scenario: str) -> list[tuple[str, str]]:
    """Two pairs of doctrines, others for each scenario."""
    names, nth = tuple(doctrines_of(ruleset(system))), (COASTAL if system == "coastal" else AANDA).index(scenario)
    return [(names[(nth + by) % len(names)], names[(nth * 2 + by + 1) % len(names)]) for by in (0, 3)]


CASES = [
    (system, scenario, *pair, seed)
    for system, scenarios in (("coastal", COASTAL), ("aanda", AANDA))
    for scenario in scenarios
    for pair in pairs(system, scenario)
    for seed in SEEDS
]


class WatchedBoats(_Fight):
    """A coastal battle with a note of the firing steps in which a side did not attack although its guns reached a seen enemy."""

    def __init__(self, ground: Ground, seed: str, doctrines: dict[str, str]) -> None:
        super().__init__(ground, seed, doctrines, None)
        self.idle, self.most_idle = Counter[str](), Counter[str]()

    def _record(self, order: Order[Any], entered: tuple[str, ...] = (), side: str = "", intent: Intent | None = None) -> Record:
        """A step ends with the next one: until then a side may look, light up and fire."""
        battle, acting = self.journal.battle, self.journal.battle.acting
        if isinstance(order, NextStep) and battle.phase in FIRING_STEPS and acting:
            idle = self._attacked[acting] < battle.turn and self._reaches(acting)
            self.idle[acting] = self.idle[acting] + 1 if idle else 0
            self.most_idle[acting] = max(self.most_idle[acting], self.idle[acting])
        return super()._record(order, entered, side, intent)

    def _reaches(self, side: str) -> bool:
        battle = self.journal.battle
        own = [ship for ship in battle.ships(side) if ship.afloat and not ship.out_of_fight and not ship.disabled]
        foes = [ship for ship in battle.ships() if ship.side != side and ship.afloat and is_seen(battle, ship, side)]
        return any(
            points(battle, mount, round(self.plane.range(ship.name, foe.name)))
            for ship in own
            for foe in foes
            for mount in ship.working("mount")
        )


def test_all_scenarios_with_a_table_take_part() -> None:
    assert len(CASES) == 14 * 2 * 2
    assert len(set(CASES)) == len(CASES)


@pytest.mark.campaign
@pytest.mark.parametrize(("system", "scenario", "one", "other", "seed"), CASES)
def test_no_side_stands_idle_and_nothing_is_refused(system: str, scenario: str, one: str, other: str, seed: str) -> None:
    if system == "aanda":
        whole_and_lively(scenario, one, other, seed)
        return
    ground = ground_of(scenario)
    watched = WatchedBoats(ground, seed, by(ground, one, other))
    assert watched.to_the_end().refused == ()
    assert {side: turns for side, turns in watched.most_idle.items() if turns > IDLE} == {}


def test_a_side_that_never_fires_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fleetbook.rules.coastal.doctrines.fighting._fire", lambda chair: iter(()))
    ground = ground_of("ijmuiden")
    watched = WatchedBoats(ground, SEEDS[0], by(ground, "close-in", "close-in"))
    watched.to_the_end()
    assert max(watched.most_idle.values()) > IDLE
