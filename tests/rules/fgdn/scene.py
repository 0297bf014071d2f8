"""Small battles for the tests: ships of a line of Python, orders with dice typed in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fleetbook import testing
from fleetbook.core.battle.events import Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ruleset import FgdnRules
from tests.rules.fgdn.dice import check_dice

RED, BLUE = "Red", "Blue"

Line = tuple[str, dict[str, Any]]

TWELVE_INCH = {
    "name": "12-inch",
    "mm": 305,
    "yards": [4000, 9000, 15000, 20000],
    "penetration": [40, 30, 20, 12],
    "damage": [30, 30, 28, 26],
    "he_damage": 24,
}
"""A gun of no navy in particular."""


def mount(name: str, battery: str = "main", barrels: int = 2) -> dict[str, Any]:
    """A mount of two 12-inch guns that bears everywhere."""
    return {"name": name, "battery": battery, "gun": "12-inch", "barrels": barrels, "arc": "FAPS"}


def ship(name: str, **card: Any) -> Line:
    """A battleship of 1910, size A, 400 points, 20 knots, belt 25 and deck 5, with four turrets, unless it says otherwise."""
    plain: dict[str, Any] = {
        "name": f"class of {name}", "nation": "Great Britain", "size": "A", "year": 1910, "tons": 20000.0, "knots": 20,
        "points": 400, "belt": 25, "deck": 5, "guns": [TWELVE_INCH], "mounts": [mount(place) for place in "ABXY"], "crew": 800,
        "weapons": [{"name": "light battery", "kind": "light", "strength": 6, "mm": 47.0}], "source": "a test",
    }  # fmt: skip
    return name, {**plain, **card}


def small(name: str, **card: Any) -> Line:
    """A motor boat, size G, of 1916, 12 points, 34 knots, with one machine gun."""
    gun = {"name": "machine gun", "kind": "light", "strength": 1, "mm": 7.7}
    bare = {"guns": [], "mounts": [], "belt": 0, "deck": 0, "weapons": [gun], "points": 12, "knots": 34, "tons": 5.0}
    return ship(name, **{**bare, "size": "G", "year": 1916, "crew": 3, **card})


def zeppelin(name: str, **card: Any) -> Line:
    """A hydrogen airship with two engines a side and sixteen gas cells."""
    gun = {"name": "machine gun", "kind": "light", "strength": 1, "mm": 7.9}
    bare = {"guns": [], "mounts": [], "belt": 0, "deck": 0, "weapons": [gun], "points": 0, "knots": 50, "tons": 25.0}
    air = {"kind": "airship", "port_engines": 2, "starboard_engines": 2, "cells": 16, "climb": 3}
    return ship(name, **{**bare, **air, "nation": "Germany", "size": "A", "year": 1915, "crew": 18, **card})


def house(tables: Any = None, **readings: Any) -> HouseRules:
    """House rules: readings by their names, ``tables`` by table with their rows."""
    return testing.house_rules("fgdn", readings, tables)


def unless(printed: Any, **reading: Any) -> list[HouseRules]:
    """A reading as a house rule; none for the printed value, which the tables must give themselves."""
    return [] if [*reading.values()] == [printed] else [house(**reading)]


class DoPart(Order[FgdnShip]):
    """One part alone, with its inputs as JSON."""

    id, title, key, closing = "do-part", "A part by itself", "*", True
    part: str = fields.text("part")
    given: str = fields.text("its inputs")

    def check(self, battle: FgdnBattle) -> None:
        require(self.part in {part.id for part in RULESET.parts}, f"there is no part {self.part}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        given = json.loads(self.given)
        if by := given.pop("by", None):
            given["cause"] = {"by": str(by), "how": "a test"}
        yield from run(RULESET.part(self.part).from_inputs(given))


class RulesAndParts(FgdnRules):
    """The rules, with an order that does one part. They use the tables of the rules themselves, changed ones too."""

    orders: tuple[type[Order[FgdnShip]], ...] = (*FgdnRules.orders, DoPart)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return RULESET.table_files()

    @property
    def tables(self) -> RuleTables:
        return RULESET.tables


WITH_PARTS = RulesAndParts()


class Game(testing.Game[FgdnShip]):
    """A battle of Red against Blue that begins at 1200 unless it says otherwise."""

    def __init__(self, *red: Line, blue: Sequence[Line] = (), rules: Sequence[HouseRules] = (), **settings: str) -> None:
        blue = blue or [ship("Foe")]
        entries = [ShipEntry(name, RED, card) for name, card in red] + [ShipEntry(name, BLUE, card) for name, card in blue]
        options = {name: value for name, value in settings.items() if name in RULESET.options}
        conditions = {name: value for name, value in settings.items() if name in RULESET.conditions}
        setup = Setup(
            "fgdn", "1", "a test", (RED, BLUE), tuple(entries), conditions=dict(conditions), options=dict(options),
            house=tuple(rules), date=settings.get("date", "1915-01-24"),
        )  # fmt: skip
        super().__init__(WITH_PARTS, setup, "a test of the rules")

    def draft(self, order: str, **inputs: Any) -> Draft[FgdnShip]:
        """An order in the making; whoever fires is not fired on unless it says otherwise (F64)."""
        return super().draft(order, **{**({"fired_on": "no"} if order == "fire" else {}), **inputs})

    def keep(self, record: Record) -> Record:
        """Write a record into the journal. Without house rules its dice must be those of the text."""
        if not self.battle.setup.house:
            check_dice(record)
        return super().keep(record)

    def give(self, order: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
        """Give an order, or do one that only other orders give."""
        if order in {part.id for part in RULESET.parts}:
            order, inputs = DoPart.id, {"part": order, "given": json.dumps(inputs)}
        return super().give(order, *dice, choices=choices, **inputs)

    def burn(self, name: str, *severities: int, kind: str = "fire", **more: Any) -> None:
        """Start fires (or flooding) of these severities on a ship of 1908 to 1924: the die shows two less."""
        for severity in severities:
            self.casualty(name, severity - 2, kind=kind, **more)

    def casualty(self, name: str, *dice: int, kind: str = "fire", **more: Any) -> Record:
        """A fire or flooding begins with these dice."""
        return self.give(
            "casualty", *dice, **{"ship": name, "kind": kind, "causes": (), "halvings": (), "torpedo": False, **more}
        )

    def percents(self, name: str, kind: str = "fire") -> list[int]:
        """The ship's fires (or floodings), the oldest first."""
        return [one.percent for one in self[name].casualties.of(kind)]


def weapons_left(ship: FgdnShip) -> list[str]:
    """Names of all mounts and weapons that can be used now."""
    guns = [mount.name for mount in ship.card.mounts if ship.works(mount)]
    return guns + [weapon.name for weapon in ship.card.weapons if ship.weapon_works(weapon)]


def points_lost(record: Record) -> list[int]:
    """Damage points struck by an order, blow by blow."""
    return [e.before - e.after for e in record.events if isinstance(e, Marked) and e.track == "points"]
