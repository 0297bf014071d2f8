"""The measurements that a doctrine needs before it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Arc, Range
from fleetbook.core.errors import NotYetKnown
from fleetbook.core.orders.field_kinds import Field
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.parsing import decimal_number
from fleetbook.referee.chairs.table_tape import FAR, Answers, Question, TableTape
from fleetbook.referee.offers import draft

MOST_ROUNDS = 3  # of questions in one step: after them the doctrine chooses among the enemies whose ranges are measured


class Inquiry:
    """Finds the questions of a side's doctrine: about all that its orders state, and about what may change a decision."""

    def __init__(self, answers: Answers, tape: TableTape, collecting: TableTape, plan: Callable[[], list[Proposed[Any]]]) -> None:
        """``plan`` returns all orders that the doctrine would give in this step if none of them changed the battle. It asks the
        tape ``collecting``.
        """
        self._answers, self._tape, self._collecting, self._plan = answers, tape, collecting, plan

    def begin(self) -> None:
        """Begin a step."""
        self._rounds = 0
        self._tape.measured_only = self._collecting.measured_only = False

    def questions(self) -> tuple[Question, ...]:
        """The questions that must be answered now.

        The first round of a step asks about all orders. Later rounds ask only about orders that depend on an arc, and there are
        at most MOST_ROUNDS of them.
        """
        asked = self._collecting.asked = {}
        plan = self._plan()
        open_of = self.open_arcs if self._rounds else self.open_questions
        aimed = dict.fromkeys(one for proposed in plan if not proposed.spare for one in open_of(proposed))
        unknown = [one for one in asked if not one.arcs and self._collecting.bounds(one) is None]
        further = () if self._rounds else self._one_for_each(asked, aimed, plan)
        found = unknown or [*aimed, *further]
        self._rounds += bool(found and not unknown)
        self._tape.measured_only = self._collecting.measured_only = self._rounds >= MOST_ROUNDS
        units = {ship.name: place for place, ship in enumerate(self._tape.seen().ships())}
        return tuple(sorted(found, key=lambda question: units.get(question.one, len(units))))

    def _one_for_each(
        self, asked: Iterable[Question], aimed: Iterable[Question], plan: list[Proposed[Any]]
    ) -> Iterator[Question]:
        """At most one range and one arc for each ship or squadron of the side, if the answer may change the plan.

        They are those of the nearest enemy. A unit with another question or answer in this step has none. Two ships of the side
        itself are asked about if their distance is no longer known.
        """
        asks = {(self._answers.unit(one.one), bool(one.arcs)) for one in aimed}
        for question in sorted(asked, key=self._far):
            unit, is_own = self._answers.unit(question.one), self._answers.is_of(question.other, self._tape.side)
            kind = (question.one, True) if is_own else (unit, bool(question.arcs))
            if kind in asks or (not self._is_lost(question) if is_own else self._has_answer(*kind)):
                continue
            asks.add(kind)
            if self._matters(question, plan):
                yield question

    def _matters(self, question: Question, plan: list[Proposed[Any]]) -> bool:
        """Whether an answer to a question would change the doctrine's plan."""
        if question.arcs and not self._collecting.guess(question):
            return True
        bounds = self._collecting.bounds(question)
        ends = (f"{bounds.low:g}", f"{bounds.high:g}") if bounds else ()
        try:
            for answer in question.arcs or ends:
                self._collecting.tried = question, answer
                if [_without_reason(one) for one in self._plan()] != [_without_reason(one) for one in plan]:
                    return True
        finally:
            self._collecting.tried = None
        return False

    def _is_lost(self, question: Question) -> bool:
        """Whether two ships of the side have moved so far since their last measurement that their distance is unknown."""
        bounds = self._collecting.bounds(question)
        return bounds is not None and bounds.high - bounds.low > bounds.best

    def _far(self, question: Question) -> float:
        bounds = self._collecting.bounds(Question(question.one, question.other))
        return bounds.best if bounds else FAR

    def _has_answer(self, unit: str, arcs: bool) -> bool:
        """Whether the arc or range from this ship or squadron to an enemy is known without an estimate."""
        if arcs:
            return bool(self._answers.arc_like(Question(unit, "")))
        foes = [foe.name for foe in self._tape.seen().ships() if foe.side != self._tape.side]
        own = self._answers.ships(unit)
        return any(self._tape.answer(Question(one, foe)) for one in own for foe in foes)

    def open_questions(self, proposed: Proposed[Any]) -> Iterator[Question]:
        """Ranges and arcs that a proposed order states, or leaves to the tape, and that were not measured."""
        kind, battle = proposed.kind, self._tape.seen()
        order = kind.partial(draft(battle, kind.id, proposed.inputs).known)
        for field in kind.declared.values():
            if field.is_shown(battle, order):
                with suppress(NotYetKnown):
                    yield from (question for question in self.about(field, order) if not self._tape.answer(question))

    def about(self, field: Field, order: Any) -> Iterator[Question]:
        """The questions about the range or arc of an input. If ships act as a group, there is one about each of them.

        There is no question if the input is neither a range nor an arc. Raises NotYetKnown.
        """
        measure, names = field.measured, self._tape.names()
        if not isinstance(measure, (Range, Arc)):
            return
        one, other = (measure.one, measure.other) if isinstance(measure, Range) else (measure.of, measure.to)
        ships = getattr(order, order.members_input) if isinstance(order, SheetOrder) and order.group == one else ()
        for name in ships or (getattr(order, one),):
            if isinstance(measure, Range):
                yield self._tape.question(name, getattr(order, other))
            else:
                to = getattr(order, other)
                yield Question(names.get(name, name), names.get(to, to), tuple(field.candidates(self._tape.seen(), order)))

    def open_arcs(self, proposed: Proposed[Any]) -> tuple[Question, ...]:
        """The questions of an order that depends on an arc. With another arc, its guns might not bear or reach."""
        has_arc = any(isinstance(field.measured, Arc) for field in proposed.kind.declared.values())
        return tuple(self.open_questions(proposed)) if has_arc else ()

    def is_measured(self, question: Question, value: Any) -> bool:
        """Whether a question was answered, with this value unless it is None. An enemy out of reach has no range."""
        answer = self._tape.answer(question)
        number = None if question.arcs else decimal_number(answer)
        found = answer if number is None else round(float(number))
        return bool(answer) and found != FAR and value in (None, found)


def _without_reason(proposed: Proposed[Any]) -> tuple[object, ...]:
    return proposed.kind, proposed.inputs, proposed.helm
