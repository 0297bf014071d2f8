"""Small battles for the tests of the A&A sheet: squadrons drawn up in a line of Python, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal, verify_record
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip

RED, BLUE = "Red", "Blue"
"""Red wins the initiative unless a test types other dice: it moves, spots and shoots first."""

TYPES = ("B", "CB", "ACL", "TSL", "AC", "C", "TS", "CL", "DD", "GB", "TB")
WEATHERS = ("Calm to Moderate", "Fresh to Strong", "Gale", "Storm")
NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""

Line = tuple[str, str, dict[str, Any]]


def gun(name: str = "gun", calibre: float = 12.0, guns: int = 1, arc: str = "FAPS", **more: Any) -> dict[str, Any]:
    """A main mount or a secondary battery; one 12-inch gun, class G, that bears everywhere unless it says otherwise."""
    return {"name": name, "guns": guns, "calibre": calibre, "arc": arc, **more}


def tubes(name: str = "tubes", number: int = 1, arc: str = "PS", **more: Any) -> dict[str, Any]:
    """Torpedo tubes that bear to both sides unless they say otherwise."""
    return {"name": name, "tubes": number, "arc": arc, **more}


def ship(name: str, squadron: str = "", **card: Any) -> Line:
    """A battleship of 18 knots and 100 hull boxes with one 12-inch gun, unless it says otherwise."""
    plain = {"name": f"class of {name}", "type": "B", "tons": 15000.0, "knots": 18, "hull": 100, "source": "a test"}
    return name, squadron, {**plain, "main": [gun()], **card}


def house(**changes: Any) -> HouseRules:
    """House rules: readings by their names, ``modifiers`` (by list) and ``tables`` (rows by table)."""
    tables = {name: {"cells": rows} for name, rows in changes.pop("tables", {}).items()}
    modifiers = changes.pop("modifiers", {})
    readings = {name: {"value": value, "reason": "a test"} for name, value in changes.items()}
    raw = {"ruleset": "aanda", "title": "a house rule", "table": tables, "reading": readings, "modifiers": modifiers}
    return msgspec.convert(raw, HouseRules)


def drawn_up(
    red: Sequence[Line], blue: Sequence[Line], squadrons: Mapping[str, Mapping[str, Any]], *rules: HouseRules, **conditions: str
) -> Setup:
    """A setup. Ships without a squadron are of one named like their side in small letters; a dummy's name begins so."""
    lines = [(RED, *line) for line in red] + [(BLUE, *line) for line in blue]
    ships = tuple(ShipEntry(name, side, card, squadron or side.lower()) for side, name, squadron, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    sides |= {name: RED if name.startswith("red") else BLUE for name in squadrons if name not in sides}
    listed = tuple(Squadron(name, side, dict(squadrons.get(name, {}))) for name, side in sides.items())
    return Setup("aanda", "1", "a test", (RED, BLUE), ships, listed, conditions=dict(conditions), house=rules)


class Game:
    """A battle of Red against Blue. Every order given is verified against its record."""

    def __init__(
        self,
        red: Sequence[Line],
        blue: Sequence[Line],
        *rules: HouseRules,
        squadrons: Mapping[str, Mapping[str, Any]] | None = None,
        **conditions: str,
    ) -> None:
        setup = drawn_up(red, blue, squadrons or {}, *rules, **conditions)
        RULESET.check_setup(setup, "a test")
        self.journal = Journal(RULESET, setup, "a test of the A&A sheet")

    @property
    def battle(self) -> Battle[AandaShip]:
        """The battle as it stands."""
        return self.journal.battle

    def __getitem__(self, name: str) -> AandaShip:
        return self.battle.ship(name)

    def draft(self, procedure: str, **inputs: Any) -> Draft[AandaShip]:
        """An order in the making."""
        return Draft(self.battle, RULESET.procedure(procedure), inputs)

    def propose(self, procedure: str, *dice: int, choices: Sequence[str] = (), **inputs: Any) -> Record:
        """The record that an order would make with exactly these dice."""
        draft = self.draft(procedure, **inputs)
        record = self.journal.propose(draft.order(), self.journal.supply(dice, typed_only=True), choices, draft.given)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        return record

    def give(self, procedure: str, *dice: int, choices: Sequence[str] = (), **inputs: Any) -> Record:
        """Give an order with exactly these dice typed in."""
        record = self.propose(procedure, *dice, choices=choices, **inputs)
        self.journal.append(record)
        assert verify_record(self.journal, record) == ""
        return record

    def next(self, *dice: int, choices: Sequence[str] = ()) -> Record:
        """The next step, with the dice for what is due in this one."""
        return self.give("next", *dice, choices=choices)

    def go(self, phase: str, turn: int | None = None, **dice: Sequence[int]) -> Game:
        """Go on to a step (of a turn); ``dice`` for steps that throw any as they are left. Red wins the initiative."""
        for _ in range(40):
            if self.battle.phase == phase and turn in (None, self.battle.turn):
                return self
            here = self.battle.phase
            rolls = here == "initiative" and self.battle.fact(Key("", "initiative rolled")) != self.battle.turn
            self.next(*dice.get(here, (10, 1) if rolls else ()), choices=(RED,) if rolls else ())
        raise AssertionError(f"no step {phase} of turn {turn}")

    def refused(self, procedure: str, *, because: str = "", rule: str | None = None, **inputs: Any) -> Refused:
        """Give an order that the rules forbid; nothing changes."""
        before, lines = self.battle.state.fingerprint, len(self.journal.records)
        with pytest.raises(Refused) as caught:
            self.draft(procedure, **inputs).order()
        assert because in caught.value.reason, caught.value.reason
        assert rule in (None, caught.value.rule)
        assert (self.battle.state.fingerprint, len(self.journal.records)) == (before, lines)
        return caught.value

    def unreadable(self, procedure: str, field: str, **inputs: Any) -> InvalidInput:
        """Give an order that cannot be read at one field."""
        with pytest.raises(InvalidInput) as caught:
            self.draft(procedure, **inputs).order()
        assert caught.value.where == field
        return caught.value

    def put(self, ship: str, condition: str, value: str) -> None:
        """Set a condition by hand."""
        self.give("set", ship=ship, condition=condition, value=value)

    def strike(self, ship: str, boxes: int) -> None:
        """Strike hull boxes by hand."""
        self.give("strike", ship=ship, track="hull", boxes=boxes)

    def known(self, procedure: str, **inputs: Any) -> set[str]:
        """The modifiers that the battle fills in by itself."""
        return set(self.draft(procedure, **inputs).values["modifiers"])


def duel(*rules: HouseRules, shooter: Mapping[str, Any] | None = None, crew: str = "standard", **target: Any) -> Game:
    """Red's ``Shooter`` and Blue's ``Target``, both steaming at 18 knots by day in a calm, in Red's firing step.

    No modifier holds unless a test makes it so. ``weather`` and ``light`` may be given among what the target is.
    """
    conditions = {name: target.pop(name) for name in ("weather", "light") if name in target}
    red, blue = ship("Shooter", **(shooter or {})), ship("Target", **target)
    return Game([red], [blue], *rules, squadrons={"red": {"crew": crew}}, **conditions).go("firing")


def fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """The shooter fires at the target at 60 cm (the 12-inch gun's medium 2: d12) unless the order says otherwise."""
    return game.give("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def would_fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """What the shooter's fire would make; the battle stays as it is."""
    return game.propose("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def known_to_fire(game: Game, **inputs: Any) -> set[str]:
    """The gunnery modifiers that the battle fills in for the shooter's fire."""
    return game.known("fire", **{"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P", **inputs})


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def results(record: Record) -> list[str]:
    """What the throws of an order came to."""
    return [event.result for event in rolled(record)]


def totals(record: Record, label: str) -> list[int]:
    """The modified totals of the throws of one kind."""
    return [event.total for event in rolled(record) if event.label == label]


def counted(event: Rolled) -> dict[str, int]:
    """The modifiers that counted for a throw, by their words."""
    return {adjustment.text: adjustment.value for adjustment in event.adjustments}


def said(record: Record) -> str:
    """Everything that an order says in words."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record) -> list[tuple[str, str, int]]:
    """Boxes struck by an order: ship, track and how many."""
    return [(e.ship, e.track, e.before - e.after) for e in record.events if isinstance(e, Marked)]


def lost(record: Record, name: str = "Target") -> int:
    """Hull boxes that a ship lost by an order."""
    return sum(boxes for who, track, boxes in struck(record) if (who, track) == (name, "hull"))
