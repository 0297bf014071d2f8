"""A battle that a test drives. Its dice are typed in, and each order is verified against its record."""

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
"""The most steps that ``go`` takes."""


def house_rules(
    ruleset: str,
    readings: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    modifiers: Mapping[str, Any] | None = None,
) -> HouseRules:
    """House rules of these readings (by name), tables (their changed rows, by name) and modifiers (by list)."""
    raw = {
        "ruleset": ruleset,
        "title": "a house rule",
        "table": {name: {"cells": rows} for name, rows in (tables or {}).items()},
        "reading": {name: {"value": value, "reason": "a test"} for name, value in (readings or {}).items()},
        "modifiers": modifiers or {},
    }
    return msgspec.convert(raw, HouseRules)


class Game(Generic[S]):
    """A battle of a setup. Raises InvalidInput for a setup that the rules cannot play.

    Every order given must throw exactly the dice named, and is derived again from its record. ``house`` are house rules beside
    those of the setup.
    """

    def __init__(self, ruleset: Ruleset[S], setup: Setup, seed: str = "a test", house: Sequence[HouseRules] = ()) -> None:
        setup = msgspec.structs.replace(setup, house=(*setup.house, *house))
        ruleset.check_setup(setup, "a test")
        self.journal = Journal(ruleset, setup, seed)

    @property
    def battle(self) -> Battle[S]:
        """The battle as it stands."""
        return self.journal.battle

    def __getitem__(self, name: str) -> S:
        """A ship as it stands."""
        return self.battle.ship(name)

    def fact(self, subject: object, name: str, other: object = "") -> Any:
        """A fact of a ship, a squadron or the battle, by its name or attribute. The battle is ``"battle"`` or ``""``."""
        of = "" if str(subject) == BATTLE else str(subject)
        return self.battle.fact(Key(of, name.replace("_", " "), str(other)))

    def draft(self, order: str, **inputs: Any) -> Draft[S]:
        """An order in the making."""
        return Draft(self.battle, self.journal.ruleset.order(order), inputs)

    def propose(self, order: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
        """The record that an order would make with exactly these dice. The battle stays as it is."""
        draft = self.draft(order, **inputs)
        record = self.journal.propose(draft.order(), self.journal.supply(dice, typed_only=True), choices, draft.given)
        assert [face.face for face in record.faces] == list(dice), f"{len(record.faces)} dice were thrown"
        return record

    def give(self, order: str, *dice: int, choices: Any = (), **inputs: Any) -> Record:
        """Give an order with exactly these dice typed in."""
        return self.keep(self.propose(order, *dice, choices=choices, **inputs))

    def keep(self, record: Record) -> Record:
        """Write a record into the journal. It must derive again."""
        self.journal.append(record)
        assert (difference := verify_record(self.journal, record)) == "", difference
        return record

    def next(self, *dice: int, choices: Sequence[str] = ()) -> Record:
        """The next step, with the dice for everything that is due."""
        return self.give("next", *dice, choices=choices)

    def go(self, phase: str, turn: int | None = None, dice: Dice | None = None, **more: Sequence[int]) -> Self:
        """Go on to a phase, of a turn if one is given. Dice on the way are named by the phase that ends with them, such as
        ``go("sail", board=[3, 4])``. For a phase of one turn write ``dice={(2, "board"): [3, 4]}``. A phase that is not named
        throws the ``usual_dice``: none. A ``-`` is written ``_``.
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
        """The dice that ``go`` throws at the end of a phase that the test does not name."""
        return ()

    def usual_choices(self, phase: str) -> Sequence[str]:
        """The choices that ``go`` makes at the end of a phase."""
        return ()

    def refused(self, order: str, *, because: str = "", rule: Any = None, **inputs: Any) -> Refused:
        """Give an order that the rules forbid, for this reason and by this section. Nothing changes."""
        before, lines = self.battle.state.fingerprint, len(self.journal.records)
        error = self._error(Refused, order, inputs)
        assert because in error.reason, error.reason
        assert rule in (None, error.section), error.section
        assert (self.battle.state.fingerprint, len(self.journal.records)) == (before, lines)
        return error

    def unreadable(self, order: str, field: str, **inputs: Any) -> InvalidInput:
        """Give an order that cannot be read at one field."""
        error = self._error(InvalidInput, order, inputs)
        assert error.where == field, error.where
        return error

    def read_by(self, side: str) -> list[str]:
        """The journal as a side reads it: each line's headline and the words of its results."""
        view = SideView(self.journal, side)
        return ["\n".join([record.headline, *(result.words for result in view.results(record))]) for record in view.records]

    def _error(self, kind: type[E], order: str, inputs: Mapping[str, Any]) -> E:
        draft = self.draft(order, **inputs)
        try:
            draft.order()
        except kind as error:
            return error
        raise AssertionError(f"{order} was taken, with {draft.values}")

    def chances(self, order: str, of: Callable[[Battle[S]], T], choices: Sequence[str] = (), **inputs: Any) -> dict[T, float]:
        """The exact chance of each answer to a question about the battle after an order. A question that reads little is fast.
        Raises AssertionError if that would take more than some seconds.
        """
        return exact_chances(self.battle, self.draft(order, **inputs).order(), of, choices)

    def put(self, ship: str, condition: str, value: object) -> None:
        """Set a condition by hand, of a ship or of the ``"battle"``. The words are those of ``fleetbook order … set``. So
        ``masts_gone`` is "masts gone", and ``wreckage`` of larboard is "wreckage: larboard". Yes and no may be True and False.
        """
        word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        self.give("set", ship=ship or BATTLE, condition=condition.replace("_", " "), value=word)

    def strike(self, ship: str, track: str, boxes: int) -> None:
        """Strike boxes by hand."""
        self.give("strike", ship=ship, track=track, boxes=boxes)

    def modifiers(self, order: str, **inputs: Any) -> set[str]:
        """The modifiers that the battle fills in."""
        return set(self.draft(order, **inputs).values["modifiers"])


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def labels(record: Record) -> list[str]:
    """The purposes of an order's dice, in words."""
    return [event.label for event in rolled(record)]


def results(record: Record) -> list[str]:
    """The results of an order's throws."""
    return [event.result for event in rolled(record)]


def totals(record: Record, label: str) -> list[int]:
    """The modified totals of the throws of one kind."""
    return [event.total for event in rolled(record) if event.label == label]


def counted(event: Rolled) -> dict[str, int]:
    """The modifiers that counted for a throw, by their words."""
    return {adjustment.text: adjustment.value for adjustment in event.adjustments}


def said(record: Record) -> str:
    """All words of an order."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record) -> list[tuple[str, str, int]]:
    """Boxes struck by an order: ship, track and number. A negative number was restored."""
    return [(e.ship, e.track, e.before - e.after) for e in record.events if isinstance(e, Marked)]
