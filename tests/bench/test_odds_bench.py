"""How long the exact joint law of long chains of shots takes; prints figures and asserts nothing."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import (
    Effects,
    add,
    draw,
    lose,
    roll,
    roll_at_least,
    roll_over,
    run,
    set_fact,
    strike_boxes,
    tally,
)
from fleetbook.core.orders.order import Order
from fleetbook.testing.oracle import exact_odds
from tests.core.toy import RULES
from tests.core.toy_ships import Boat, PondBattle

CRITICALS = (("nothing", 13), ("rudder", 1), ("engines", 2), ("bridge", 1), ("fires", 1), ("magazine", 2))
HULL, TO_HIT, HULL_TO, ARMOUR = 30, 8, 6, 8


STYLES = ("sub-order", "inline", "unasked")
"""The critical as an order of its own; in the shot's own order; in it, and boxes and counters changed without looking at them."""


def _critical(battle: PondBattle, flags: bool, unasked: bool = False) -> Effects:
    name = yield from draw("critical", CRITICALS)
    if name == "nothing":
        return
    if unasked and not flags:
        yield from add("Swan", name)
    else:
        yield from set_fact("Swan", name, True if flags else battle.ship("Swan").count(name) + 1)


class Critical(Order[Boat]):
    """The critical of a hit that pierced."""

    id, title = "critical", "Critical"
    flags: bool = fields.flag("flags rather than counters")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from _critical(battle, self.flags)


class Shot(Order[Boat]):
    """To hit, location, damage, and the critical."""

    id, title = "shot", "Shot"
    flags: bool = fields.flag("flags rather than counters")
    style: str = fields.choice("style", among=STYLES)

    def resolve(self, battle: PondBattle) -> Effects:
        if not (yield from roll_at_least("to hit", "d10", TO_HIT)) or (yield from roll("location", "d10")) > HULL_TO:
            return
        pierced = yield from roll_over("damage", "d20", ARMOUR)
        if not pierced:
            return
        if self.style == "unasked":
            yield from lose("Swan", "hull", pierced)
        else:
            yield from strike_boxes("Swan", "hull", pierced)
        if self.style == "sub-order":
            yield from run(Critical(flags=self.flags))
        else:
            yield from _critical(battle, self.flags, self.style == "unasked")


class Salvo(Order[Boat]):
    """Shots one after another, and a look at what is left."""

    id, title = "salvo", "Salvo"
    shots: int = fields.number("shots", low=1, high=20)
    flags: bool = fields.flag("flags rather than counters")
    style: str = fields.choice("style", among=STYLES)

    def resolve(self, battle: PondBattle) -> Effects:
        yield from run(*[Shot(flags=self.flags, style=self.style)] * self.shots)
        if not battle.ship("Swan").afloat:
            yield from tally("sunk", 1)


def _battle() -> PondBattle:
    card: dict[str, Any] = {"kind": "barge", "hull": HULL, "crew": 1, "knots": 3, "guns": []}
    return RULES.begin(Setup("pond", "1", "bench", ("A", "B"), (ShipEntry("Swan", "A", card),)))


def _timed(name: str, order: Order[Boat]) -> str:
    battle = _battle()
    begun = perf_counter()
    law = exact_odds(battle, order)
    seconds = perf_counter() - begun
    return f"{name:<48}{len(law.outcomes):>9} outcomes{seconds:>9.3f} s"


@pytest.mark.bench
@pytest.mark.parametrize("shots", [5, 11])
def test_joint_law_of_a_chain_of_shots(shots: int, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        _timed(f"{shots} shots, {'flags' if flags else 'counters'}, {style}", Salvo(shots=shots, flags=flags, style=style))
        for flags in (True, False)
        for style in STYLES
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
