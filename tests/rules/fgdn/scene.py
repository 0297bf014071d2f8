"""Small battles for the tests of fire, flooding and what follows: ships of a line of Python, orders with dice typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal, verify_record
from fleetbook.core.tables.loader import HouseRules
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.fire_flooding.severity import casualties
from fleetbook.rules.fgdn.ground.ship import FgdnShip

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


def house(**changes: Any) -> HouseRules:
    """House rules: readings by their names, ``tables`` by table with their rows."""
    tables = {name: {"cells": rows} for name, rows in changes.pop("tables", {}).items()}
    readings = {name: {"value": value, "reason": "a test"} for name, value in changes.items()}
    raw = {"ruleset": "fgdn", "title": "a house rule", "table": tables, "reading": readings}
    return msgspec.convert(raw, HouseRules)


class Game:
    """A battle of Red against Blue that begins at 1200 unless it says otherwise. Every order given is verified."""

    def __init__(self, *red: Line, blue: Sequence[Line] = (), rules: Sequence[HouseRules] = (), **settings: str) -> None:
        blue = blue or [ship("Foe")]
        entries = [ShipEntry(name, RED, card) for name, card in red] + [ShipEntry(name, BLUE, card) for name, card in blue]
        options = {name: value for name, value in settings.items() if name in RULESET.options}
        conditions = {name: value for name, value in settings.items() if name in RULESET.conditions}
        setup = Setup(
            "fgdn", "1", "a test", (RED, BLUE), tuple(entries), conditions=dict(conditions), options=dict(options),
            house=tuple(rules), date=settings.get("date", "1915-01-24"),
        )  # fmt: skip
        RULESET.check_setup(setup, "a test")
        self.journal = Journal(RULESET, setup, "a test of the rules")

    @property
    def battle(self) -> Battle[FgdnShip]:
        """The battle as it stands."""
        return self.journal.battle

    def __getitem__(self, name: str) -> FgdnShip:
        return self.battle.ship(name)

    def draft(self, procedure: str, **inputs: Any) -> Draft[FgdnShip]:
        """An order in the making; whoever fires is not fired on unless it says otherwise (F64)."""
        if procedure == "fire":
            inputs = {"fired_on": "no", **inputs}
        return Draft(self.battle, RULESET.procedure(procedure), inputs)

    def give(self, procedure: str, *dice: int, **inputs: Any) -> Record:
        """Give an order with exactly these dice typed in; one that only other orders give (no key) with all its inputs."""
        supply = self.journal.supply(dice, typed_only=True)
        if RULESET.procedure(procedure).key:
            draft = self.draft(procedure, **inputs)
            record = self.journal.propose(draft.order(), supply, given=draft.given)
        else:
            record = self.journal.propose(RULESET.procedure(procedure).from_inputs(inputs), supply)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        self.journal.append(record)
        assert verify_record(self.journal, record) == ""
        return record

    def next(self, *dice: int) -> Record:
        """The next phase, with the dice for what is due."""
        return self.give("next", *dice)

    def go(self, phase: str, turn: int | None = None, dice: Mapping[tuple[int, str], Sequence[int]] | None = None) -> Game:
        """Go on to a phase (of a turn); ``dice`` for the phases, by turn, that throw any when they are left."""
        for _ in range(400):
            if self.battle.phase == phase and turn in (None, self.battle.turn):
                return self
            self.next(*(dice or {}).get((self.battle.turn, self.battle.phase), ()))
        raise AssertionError(f"no phase {phase} of turn {turn}")

    def refused(self, procedure: str, *, because: str = "", **inputs: Any) -> None:
        """Give an order that the rules forbid, for this reason; nothing changes."""
        before = self.battle.state.fingerprint
        with pytest.raises(Refused) as caught:
            self.draft(procedure, **inputs).order()
        assert because in caught.value.reason, caught.value.reason
        assert self.battle.state.fingerprint == before

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
        return [one.percent for one in casualties(self[name], kind)]

    def fact(self, name: str, other: str = "", subject: str = "") -> Any:
        """A fact of the battle, or of a subject."""
        return self.battle.fact(Key(subject, name, other))


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def labels(record: Record) -> list[str]:
    """What the dice of an order were thrown for."""
    return [event.label for event in rolled(record)]


def results(record: Record) -> list[str]:
    """What the throws of an order came to."""
    return [event.result for event in rolled(record)]


def said(record: Record) -> str:
    """Everything that an order says in words."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def points_lost(record: Record) -> list[int]:
    """Damage points struck by an order, blow by blow."""
    return [e.before - e.after for e in record.events if isinstance(e, Marked) and e.track == "points"]
