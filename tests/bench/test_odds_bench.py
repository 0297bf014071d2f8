"""How long odds take: long chains of shots, a broadside, a squadron's fire, every attack; prints figures and asserts nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from time import process_time
from typing import Any

import pytest

from fleetbook.core.battle.battle import PHASE, Battle
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.odds import order_odds
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
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
from fleetbook.rules.aanda import RULESET as AANDA
from fleetbook.rules.aanda.squadron_fire import SquadronFire
from fleetbook.rules.fgdn import RULESET as FGDN
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.oracle import exact_odds
from tests.core.toy import RULES
from tests.core.toy_ships import Boat, PondBattle
from tests.rules.aanda.test_odds_broadside import firing, volley

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
    style: str = fields.choice("style", STYLES)

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
    style: str = fields.choice("style", STYLES)

    def resolve(self, battle: PondBattle) -> Effects:
        yield from run(*[Shot(flags=self.flags, style=self.style)] * self.shots)
        if not battle.ship("Swan").afloat:
            yield from tally("sunk", 1)


def _battle() -> PondBattle:
    card: dict[str, Any] = {"kind": "barge", "hull": HULL, "crew": 1, "knots": 3, "guns": []}
    return RULES.begin(Setup("pond", "1", "bench", ("A", "B"), (ShipEntry("Swan", "A", card),)))


def _timed(name: str, order: Order[Boat]) -> str:
    battle = _battle()
    begun = process_time()
    law = exact_odds(battle, order)
    seconds = process_time() - begun
    return f"{name:<48}{len(law.outcomes):>9} outcomes{seconds:>9.3f} s"


@pytest.mark.bench
@pytest.mark.parametrize("shots", [5, 11])
def test_joint_law_of_a_chain_of_shots(shots: int, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        _timed(f"{shots} shots, {'flags' if flags else 'counters'}, {style}", Salvo(shots=shots, flags=flags, style=style))
        for flags in (True, False)
        for style in STYLES
    ]
    _shown(capsys, *lines)


def _shown(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")


def _odds(name: str, battle: Battle[Any], order: Order[Any]) -> tuple[float, str]:
    begun = process_time()
    found = order_odds(battle, order)
    seconds = process_time() - begun
    how = "exact" if found.exact else f"sampled, {100 * found.error:.2f} points"
    return seconds, f"{name:<56}{how:>24}{seconds:>9.3f} s"


@pytest.mark.bench
def test_the_broadside_of_eleven_guns(capsys: pytest.CaptureFixture[str]) -> None:
    game = volley()
    _shown(capsys, *(_odds(f"4 G and 7 C guns, {cm} cm", game.battle, firing(game, cm))[1] for cm in (50, 70, 100)))


@pytest.mark.bench
@pytest.mark.parametrize("cm", [45, 25])
def test_every_squadron_s_fire_at_tsushima(cm: int, capsys: pytest.CaptureFixture[str]) -> None:
    battle = AANDA.begin(load_setup("aanda/tsushima")).with_changes([(PHASE, "firing")])
    squadrons = {ship.squadron: ship.side for ship in battle.ships()}
    for squadron, side in squadrons.items():
        ships = tuple(ship.name for ship in battle.ships() if ship.squadron == squadron)
        target = next(ship.name for ship in battle.ships() if ship.side != side)
        order = SquadronFire(squadron=squadron, target=target, range=cm, bearing="P", ships=ships)
        _shown(capsys, _odds(f"{squadron}, {len(ships)} ships, {cm} cm", battle, order)[1])


ATTACKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("torpedo", {"points": 90}),
    ("torpedo", {"points": 90, "aspect": "stern"}),
    ("bombs", {"hits": 2, "points": 40, "penetration": 20}),
    ("bombs", {"hits": 5, "points": 70, "penetration": 30}),
    ("shells", {"mm": 305, "hits": 3, "points": 30, "penetration": 40}),
    ("shells", {"mm": 102, "hits": 4, "points": 6, "penetration": 5}),
)


def _attacks(stem: str) -> Iterator[tuple[float, str]]:
    battle = FGDN.begin(load_setup(f"fgdn/{stem}")).with_changes([(PHASE, "planned-fire")])
    for ship, (kind, inputs) in product(battle.ships(), ATTACKS):
        with suppress(Refused, InvalidInput):
            order = Draft(battle, FGDN.order(kind), {"target": ship.name, **inputs}).order()
            yield _odds(f"{ship}: {kind} {' '.join(map(str, inputs.values()))}", battle, order)


@pytest.mark.bench
@pytest.mark.parametrize("stem", ["dogger-bank", "run-to-the-south", "into-the-bight"])
def test_every_attack_on_the_ships_of_a_scenario(stem: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = sorted(_attacks(stem), reverse=True)
    sampled = sum("sampled" in line for _, line in found)
    _shown(capsys, f"{stem}: {len(found)} attacks, {sampled} sampled; those that take longest:", *(line for _, line in found[:5]))
