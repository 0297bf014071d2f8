"""Small battles for the tests of the player aid: fleets drawn up in a line of Python, orders with the dice typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal, verify_record
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.ship import GwasShip

CENTRAL, ALLIED = "Central Powers", "Allies"
NONE: tuple[str, ...] = ()
"""No modifiers, whatever the battle would fill in."""

Line = tuple[str, str, dict[str, Any]]


def armoured(grade: str = "heavy") -> dict[str, str]:
    """Armour of one grade on guns and hull."""
    return {"primary": grade, "secondary": grade, "tertiary": grade, "hull": grade}


def ship(name: str, fleet: str = "", **card: Any) -> Line:
    """A Turkish or Russian battleship of speed 1 with 6-3-2-1 boxes, 10 of hull and heavy armour, unless it says otherwise."""
    plain = {
        "name": f"class of {name}", "type": "B", "nation": "Russia", "source": "a test", "speed": "1",
        "primary": 6, "secondary": 3, "tertiary": 2, "torpedo": 1, "hull": 10, "armour": armoured(),
    }  # fmt: skip
    return name, fleet, {**plain, **card}


def house(**changes: Any) -> HouseRules:
    """House rules: readings by their names, ``modifiers`` (by list) and ``tables`` (rows by table)."""
    tables = {name: {"cells": rows} for name, rows in changes.pop("tables", {}).items()}
    modifiers = changes.pop("modifiers", {})
    readings = {name: {"value": value, "reason": "a test"} for name, value in changes.items()}
    raw = {"ruleset": "gwas", "title": "a house rule", "table": tables, "reading": readings, "modifiers": modifiers}
    return msgspec.convert(raw, HouseRules)


def drawn_up(
    central: Sequence[Line], allied: Sequence[Line], fleets: Mapping[str, Mapping[str, Any]], *rules: HouseRules, **words: str
) -> Setup:
    """A setup. Ships without a fleet are of ``central fleet`` or ``allied fleet``; ``words`` are conditions and options."""
    lines = [(CENTRAL, *line) for line in central] + [(ALLIED, *line) for line in allied]
    usual = {CENTRAL: "central fleet", ALLIED: "allied fleet"}
    ships = tuple(ShipEntry(name, side, card, fleet or usual[side]) for side, name, fleet, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    listed = tuple(Squadron(name, side, dict(fleets.get(name, {}))) for name, side in sides.items())
    options: dict[str, str | int | float | bool] = {"begins": words.pop("begins")} if "begins" in words else {}
    return Setup("gwas", "1", "a test", (CENTRAL, ALLIED), ships, listed, conditions=dict(words), options=options, house=rules)


class Game:
    """A battle of the Central Powers against the Allies. Every order given is verified against its record."""

    ruleset: Any = RULESET

    def __init__(
        self,
        central: Sequence[Line],
        allied: Sequence[Line],
        *rules: HouseRules,
        fleets: Mapping[str, Mapping[str, Any]] | None = None,
        **words: str,
    ) -> None:
        setup = drawn_up(central, allied, fleets or {}, *rules, **words)
        self.ruleset.check_setup(setup, "a test")
        self.journal = Journal(self.ruleset, setup, "a test of the player aid")

    @property
    def battle(self) -> Battle[GwasShip]:
        """The battle as it stands."""
        return self.journal.battle

    def __getitem__(self, name: str) -> GwasShip:
        return self.battle.ship(name)

    def fact(self, subject: str, name: str, other: object = "") -> FactValue:
        """A fact of the battle."""
        return self.battle.fact(Key(subject, name, str(other)))

    def draft(self, procedure: str, **inputs: Any) -> Draft[GwasShip]:
        """An order in the making."""
        return Draft(self.battle, self.ruleset.procedure(procedure), inputs)

    def propose(self, procedure: str, *dice: int, **inputs: Any) -> Record:
        """The record that an order would make with exactly these dice."""
        draft = self.draft(procedure, **inputs)
        record = self.journal.propose(draft.order(), self.journal.supply(dice, typed_only=True), (), draft.given)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        return record

    def give(self, procedure: str, *dice: int, **inputs: Any) -> Record:
        """Give an order with exactly these dice typed in."""
        record = self.propose(procedure, *dice, **inputs)
        self.journal.append(record)
        assert verify_record(self.journal, record) == ""
        return record

    def next(self, *dice: int) -> Record:
        """The next step, with the dice for what is due in this one."""
        return self.give("next", *dice)

    def go(self, phase: str, turn: int | None = None, **dice: Sequence[int]) -> Game:
        """Go on to a step (of a turn); ``dice`` for steps that throw any as they are left. Unless they say otherwise the
        weather stays as it is, and the Central Powers have the initiative.
        """
        usual = {"weather": (4,), "initiative": (1,)}
        for _ in range(80):
            here = self.battle.phase
            if here == phase and turn in (None, self.battle.turn):
                return self
            settled = here == "weather" and self.fact("", "settled", "weather") == self.battle.turn
            holder = here == "initiative" and self.fact("", "initiative side")
            self.next(*(() if settled or holder else dice.get(here, usual.get(here, ()))))
        raise AssertionError(f"no step {phase} of turn {turn}")

    def refused(self, procedure: str, *, because: str = "", **inputs: Any) -> Refused:
        """Give an order that the rules forbid; nothing changes."""
        before, lines = self.battle.state.fingerprint, len(self.journal.records)
        with pytest.raises(Refused) as caught:
            self.draft(procedure, **inputs).order()
        assert because in caught.value.reason, caught.value.reason
        assert (self.battle.state.fingerprint, len(self.journal.records)) == (before, lines)
        return caught.value

    def unreadable(self, procedure: str, field: str, **inputs: Any) -> InvalidInput:
        """Give an order that cannot be read at one field."""
        with pytest.raises(InvalidInput) as caught:
            self.draft(procedure, **inputs).order()
        assert caught.value.where == field
        return caught.value

    def strike(self, ship: str, track: str, boxes: int) -> None:
        """Strike boxes by hand."""
        self.give("strike", ship=ship, track=track, boxes=boxes)

    def known(self, procedure: str, **inputs: Any) -> set[str]:
        """The modifiers that the battle fills in by itself."""
        return set(self.draft(procedure, **inputs).values["modifiers"])


def duel(*rules: HouseRules, shooter: Mapping[str, Any] | None = None, phase: str = "gunfire-1", **target: Any) -> Game:
    """``Shooter`` of the Central Powers and ``Target`` of the Allies in combat by clear day, at the first gunfire.

    Conditions and ``fleets`` may be given among what the target is. No modifier holds at 2 hexes unless a test makes it so.
    """
    words = {name: target.pop(name) for name in ("weather", "light", "year", "theatre") if name in target}
    fleets = target.pop("fleets", None)
    central, allied = ship("Shooter", **{"nation": "Turkey", **(shooter or {})}), ship("Target", **target)
    return Game([central], [allied], *rules, fleets=fleets, begins="tactical combat", **words).go(phase)


def fire(game: Game, *dice: int, hexes: int = 2, guns: str = "primary", **inputs: Any) -> Record:
    """The shooter fires at the target at 2 hexes with its primary guns unless the order says otherwise."""
    return game.give("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": hexes, "weapons": guns, **inputs})


def would_fire(game: Game, *dice: int, hexes: int = 2, guns: str = "primary", **inputs: Any) -> Record:
    """What the shooter's fire would make; the battle stays as it is."""
    return game.propose("fire", *dice, **{"firer": "Shooter", "target": "Target", "range": hexes, "weapons": guns, **inputs})


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def results(record: Record) -> list[str]:
    """What the throws of an order came to."""
    return [event.result for event in rolled(record)]


def counted(event: Rolled) -> dict[str, int]:
    """The modifiers that counted for a throw, by their words."""
    return {adjustment.text: adjustment.value for adjustment in event.adjustments}


def said(record: Record) -> str:
    """Everything that an order says in words."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record, name: str = "Target") -> dict[str, int]:
    """Boxes of a ship struck by an order, by track."""
    found: dict[str, int] = {}
    for event in record.events:
        if isinstance(event, Marked) and event.ship == name:
            found[event.track] = found.get(event.track, 0) + event.before - event.after
    return found
