"""A battle that a test plays. The test gives all dice, and each order is verified by carrying it out again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Self, TypeAlias, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.standard_orders import BATTLE
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.verify import verify_record
from fleetbook.core.tables.house import HouseRules
from fleetbook.testing.oracle import exact_chances

S = TypeVar("S", bound=Ship)
E = TypeVar("E", bound=Exception)
T = TypeVar("T")

Dice: TypeAlias = Mapping[str, Sequence[int]] | Mapping[tuple[int, str], Sequence[int]]

MOST_STEPS = 400
"""The most phases that ``go`` passes through."""


def house_rules(
    ruleset: str,
    readings: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    modifiers: Mapping[str, Any] | None = None,
) -> HouseRules:
    """House rules that change readings, tables and modifiers.

    ``readings`` has the new values by the name of the reading, ``tables`` the changed rows by table, ``modifiers`` the changed
    modifiers by list.
    """
    raw = {
        "ruleset": ruleset,
        "title": "a house rule",
        "table": {name: {"cells": rows} for name, rows in (tables or {}).items()},
        "reading": {name: {"value": value, "reason": "a test"} for name, value in (readings or {}).items()},
        "modifiers": modifiers or {},
    }
    return msgspec.convert(raw, HouseRules)


class Game(Generic[S]):
    """A battle that a test plays from a setup. Raises InvalidInput if the rules cannot play the setup.

    Every order must throw exactly the dice that the test gives. It is then carried out again from its record and must have the
    same outcome. ``house`` are house rules in addition to those of the setup.
    """

    def __init__(self, ruleset: Ruleset[S], setup: Setup, seed: str = "a test", house: Sequence[HouseRules] = ()) -> None:
        setup = msgspec.structs.replace(setup, house=(*setup.house, *house))
        ruleset.check_setup(setup, "a test")
        self.journal = Journal(ruleset, setup, seed)

    @property
    def battle(self) -> Battle[S]:
        """The battle as it is now."""
        return self.journal.battle

    def __getitem__(self, name: str) -> S:
        """The ship with this name, as she is now."""
        return self.battle.ship(name)

    def fact(self, subject: object, name: str, other: object = "") -> Any:
        """The stored value of a fact of a ship, a squadron or the battle. ``name`` is the fact's name or attribute. For the
        battle, ``subject`` is ``"battle"`` or empty.
        """
        of = "" if str(subject) == BATTLE else str(subject)
        return self.battle.fact(Key(of, name.replace("_", " "), str(other)))

    def draft(self, order: str, **inputs: Any) -> Draft[S]:
        """A draft of an order with these inputs."""
        return Draft(self.battle, self.journal.ruleset.order(order), inputs)

    def propose(self, order: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
        """The record that an order would give with exactly these dice. The battle stays as it is."""
        draft = self.draft(order, **inputs)
        record = self.journal.propose(draft.order(), self.journal.supply(dice, typed_only=True), choices, draft.given)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        return record

    def give(self, order: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
        """Give an order with exactly these dice."""
        return self.keep(self.propose(order, *dice, choices=choices, **inputs))

    def keep(self, record: Record) -> Record:
        """Add a record to the journal, and check that its order can be carried out again."""
        self.journal.append(record)
        assert (difference := verify_record(self.journal, record)) == "", difference
        return record

    def next(self, *dice: int, choices: Sequence[str] = ()) -> Record:
        """Go on to the next phase, with the dice that the end of the present phase needs."""
        return self.give("next", *dice, choices=choices)

    def go(self, phase: str, turn: int | None = None, dice: Dice | None = None, **more: Sequence[int]) -> Self:
        """Go on until a phase begins, in the turn with the number ``turn`` if it is given.

        If phases on the way end with throws, name each such phase with its dice: ``go("sail", board=[3, 4])``. For a phase in
        one turn only, write ``dice={(2, "board"): [3, 4]}``. All other phases end with the ``usual_dice``, which are none unless
        a subclass says otherwise. A ``-`` in the id of a phase is written ``_``.
        """
        thrown: dict[Any, Sequence[int]] = {**(dice or {}), **{name.replace("_", "-"): faces for name, faces in more.items()}}
        for _ in range(MOST_STEPS):
            here, now = self.battle.phase, self.battle.turn
            if here == phase and turn in (None, now):
                return self
            faces = thrown.get((now, here), thrown.get(here))
            self.next(*(self.usual_dice(here) if faces is None else faces), choices=self.usual_choices(here))
        raise AssertionError(f"no phase {phase} of turn {turn}")

    def usual_dice(self, phase: str) -> Sequence[int]:
        """The dice that ``go`` throws at the end of a phase without dice from the test."""
        return ()

    def usual_choices(self, phase: str) -> Sequence[str]:
        """The choices that ``go`` makes at the end of a phase."""
        return ()

    def refused(self, order: str, *, because: str = "", rule: Any = None, **inputs: Any) -> Refused:
        """Check that the rules refuse an order for this reason and by this section of the sheet, and that the battle does not
        change. Returns the refusal.
        """
        before, lines = self.battle.state.fingerprint, len(self.journal.records)
        error = self._error(Refused, order, inputs)
        assert because in error.reason, error.reason
        assert rule in (None, error.section), error.section
        assert (self.battle.state.fingerprint, len(self.journal.records)) == (before, lines)
        return error

    def unreadable(self, order: str, field: str, **inputs: Any) -> InvalidInput:
        """Check that an order cannot be read because of this field. Returns the error."""
        error = self._error(InvalidInput, order, inputs)
        assert error.where == field, error.where
        return error

    def read_by(self, side: str) -> list[str]:
        """The journal as a side may read it: for each line the headline and the words of its results."""
        view = SideView(self.journal, side)
        return ["\n".join([record.headline, *(result.words for result in view.results(record))]) for record in view.records]

    def _error(self, kind: type[E], order: str, inputs: Mapping[str, Any]) -> E:
        draft = self.draft(order, **inputs)
        try:
            draft.order()
        except kind as error:
            return error
        raise AssertionError(f"{order} was not refused, with {draft.values}")

    def chances(self, order: str, of: Callable[[Battle[S]], T], choices: Sequence[str] = (), **inputs: Any) -> dict[T, float]:
        """The exact chance of each possible value of ``of`` for the battle after an order. The fewer facts ``of`` reads, the
        faster the chances are found. Raises AssertionError if they would take more than a few seconds.
        """
        return exact_chances(self.battle, self.draft(order, **inputs).order(), of, choices)

    def put(self, ship: str, condition: str, value: object) -> None:
        """Set a condition of a ship or of the ``"battle"`` by hand. Conditions and values are written as for ``fleetbook order …
        set``, but ``masts_gone`` may be written for "masts gone", and True and False for yes and no. A condition that a ship may
        have several times is written with a colon: "wreckage: larboard".
        """
        word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        self.give("set", ship=ship or BATTLE, condition=condition.replace("_", " "), value=word)

    def strike(self, ship: str, track: str, boxes: int) -> None:
        """Strike off boxes by hand."""
        self.give("strike", ship=ship, track=track, boxes=boxes)

    def modifiers(self, order: str, **inputs: Any) -> set[str]:
        """The modifiers that the program fills in for an order with these inputs."""
        return set(self.draft(order, **inputs).values["modifiers"])


def rolled(record: Record) -> list[Rolled]:
    """The throws of dice in an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def labels(record: Record) -> list[str]:
    """The purpose of each throw in an order."""
    return [event.label for event in rolled(record)]


def results(record: Record) -> list[str]:
    """The result of each throw in an order."""
    return [event.result for event in rolled(record)]


def totals(record: Record, label: str) -> list[int]:
    """The totals, with modifiers, of the throws with this label."""
    return [event.total for event in rolled(record) if event.label == label]


def counted(event: Rolled) -> dict[str, int]:
    """The modifiers that were added to a throw, by their text."""
    return {adjustment.text: adjustment.value for adjustment in event.adjustments}


def said(record: Record) -> str:
    """All texts of an order's notes and changes."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record) -> list[tuple[str, str, int]]:
    """The boxes that an order struck off: the ship, the track and the number. The number is negative for restored boxes."""
    return [(e.ship, e.track, e.before - e.after) for e in record.events if isinstance(e, Marked)]
