"""How long the exact joint law of long chains of shots takes; prints figures and asserts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import pytest

from fleetbook.core import fields
from fleetbook.core.odds import exact_odds
from fleetbook.core.procedure import Procedure
from fleetbook.core.setup import Setup, ShipEntry
from fleetbook.core.steps import Steps, count, put, roll, run, score, strike
from tests.core.toy import RULES, Boat, PondBattle

COUNTERS = {14: "rudder", 15: "engines", 16: "engines", 17: "bridge", 18: "fires", 19: "magazine", 20: "magazine"}
ARMOUR = 8
SHOTS = 11
NO_BUDGET = 10**12


def _critical(battle: PondBattle, flags: bool) -> Steps:
    name = COUNTERS.get((yield from roll("critical", "d20")))
    if name:
        yield from put("Swan", name, True if flags else battle.ship("Swan").count(name) + 1)


class Critical(Procedure[Boat]):
    """The critical of a hit that pierced."""

    id, title = "critical", "Critical"
    flags: bool = fields.flag("flags rather than counters")

    def resolve(self, battle: PondBattle) -> Steps:
        yield from _critical(battle, self.flags)


class Shot(Procedure[Boat]):
    """To hit, location, damage, and the critical as an order of its own or as part of this one."""

    id, title = "shot", "Shot"
    flags: bool = fields.flag("flags rather than counters")
    inline: bool = fields.flag("critical inline")

    def resolve(self, battle: PondBattle) -> Steps:
        if not (yield from score("to hit", "d10", 8)):
            return
        place = yield from roll("location", "d10")
        if place > 6:
            yield from put("Swan", "guns out", True)
            return
        depth = yield from roll("damage", "d20")
        if depth <= ARMOUR:
            return
        yield from strike("Swan", "hull", depth - ARMOUR)
        if self.inline:
            yield from _critical(battle, self.flags)
        else:
            yield from run(Critical(flags=self.flags))


class Salvo(Procedure[Boat]):
    """Shots one after another, and a look at what is left."""

    id, title = "salvo", "Salvo"
    shots: int = fields.number("shots", low=1, high=20)
    flags: bool = fields.flag("flags rather than counters")
    inline: bool = fields.flag("critical inline")

    def resolve(self, battle: PondBattle) -> Steps:
        yield from run(*[Shot(flags=self.flags, inline=self.inline)] * self.shots)
        if not battle.ship("Swan").afloat:
            yield from count("sunk", 1)


def _battle() -> PondBattle:
    card: dict[str, Any] = {"kind": "barge", "hull": 30, "crew": 1, "knots": 3, "guns": []}
    return RULES.begin(Setup("pond", "1", "bench", ("A", "B"), (ShipEntry("Swan", "A", card),)))


def _timed(name: str, orders: Sequence[Procedure[Boat]]) -> None:
    battle = _battle()
    begun = perf_counter()
    law = exact_odds(battle, orders, budget=NO_BUDGET).law
    seconds = perf_counter() - begun
    total = sum(chance for _, chance in law.outcomes)
    print(f"{name:<48}{len(law.outcomes):>9} outcomes{seconds:>9.3f} s   sum {total:.15f}")


@pytest.mark.bench
def test_joint_law_of_eleven_shots() -> None:
    print()
    for flags in (True, False):
        for inline in (False, True):
            what = f"{'flags' if flags else 'counters'}, critical {'inline' if inline else 'as an order'}"
            _timed(f"{SHOTS} shots, {what}", [Salvo(shots=SHOTS, flags=flags, inline=inline)])
