"""The tape at a real table. It answers with the measurements of this step, and asks the referee for those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.doctrines.models import PlaneFigures
from fleetbook.core.doctrines.tape import Unmeasured
from fleetbook.core.parsing import decimal_number
from fleetbook.referee.chairs.reckoning import Bounds, Reckoning
from fleetbook.referee.proposals.measured import range_between
from fleetbook.referee.proposals.roles import squadron_of
from fleetbook.referee.session import Session

GUESS, FAR = 10.0, 999.0
"""Two stand-in ranges in cm: one near enough that no question is left out while questions are collected, and one that is out
of reach.
"""


QUARTERS = ("ahead", "to starboard", "astern", "to port")


class Question(msgspec.Struct, frozen=True):
    """A doctrine's question about the table: the range between two ships, or the arc of ``one`` in which ``other`` lies.

    arcs  the words for the arcs; empty if the question is about a range
    """

    one: str
    other: str
    arcs: tuple[str, ...] = ()

    def places(self, figures: PlaneFigures) -> tuple[str, ...]:
        """Each arc in plain words, such as ``ahead`` or ``to starboard``."""
        sectors = [figures.arc[arc] for arc in self.arcs]
        return tuple(QUARTERS[round((first + (last - first) % 360 / 2) / 90) % 4] for first, last in sectors)

    def words(self, figures: PlaneFigures, unit: str) -> str:
        """The question in plain words: ``Is MTB 233 ahead, to starboard, astern or to port of M 388?``."""
        if not self.arcs:
            return f"{self.one} to {self.other}, {unit}?"
        *first, last = places = self.places(figures)
        degrees = {
            place: (end - begin) % 360 / 2
            for place, (begin, end) in zip(places, (figures.arc[arc] for arc in self.arcs), strict=True)
        }
        ahead = f" Ahead is within {degrees[QUARTERS[0]]:g}° of the bow." if QUARTERS[0] in degrees else ""
        return f"Is {self.other} {', '.join(first)} or {last} of {self.one}?{ahead}"


class Answers:
    """The referee's answers in this step. Ranges are stored in the session, with those that the referee measured for orders."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._step: tuple[int, str] = (0, "")
        self._kept: dict[Question, str] = {}

    def of(self, question: Question) -> str:
        """The answer to a question; empty if there is none. For an enemy out of reach, it is the number ``FAR`` as text."""
        number = "" if question.arcs else range_between(self._session, question.one, question.other)
        return number or (self._kept.get(question, "") if self._step == self._now else "")

    def arc_like(self, question: Question) -> str:
        """The answer to a similar question about an arc: for the same ship or another ship of her squadron, best with the same
        enemy. Empty if there is none.
        """
        kept = self._kept.items() if self._step == self._now else ()
        arcs = [(one, answer) for one, answer in kept if one.arcs and answer]
        unit = self.unit(question.one)
        like = [(one.other != question.other, answer) for one, answer in arcs if self.unit(one.one) == unit]
        return min(like, default=(False, ""))[1]

    def answer(self, question: Question, words: str) -> None:
        """Store an answer. Empty words delete it."""
        if self._step != self._now:
            self._step, self._kept = self._now, {}
        if question.arcs or words == f"{FAR:g}":
            self._kept[question] = words
            self._session.ranges.count += 1
        else:
            self._kept.pop(question, None)
            self._session.ranges.measure(self._session.battle, words, question.one, question.other)

    def is_of(self, name: str, side: str) -> bool:
        """Whether a ship or squadron belongs to a side."""
        battle = self._session.battle
        return battle.ruleset.side_of(battle, name) == side

    def ships(self, unit: str) -> tuple[str, ...]:
        """The ships of a squadron, or the ship itself."""
        return tuple(self._session.battle.squadron(unit)) or (unit,)

    def unit(self, name: str) -> str:
        """The unit that questions about a ship are counted for: her squadron if the rules have orders for squadrons, otherwise
        the ship.
        """
        battle = self._session.battle
        return (squadron_of(battle, name) if self._session.journal.ruleset.squadron_type else "") or name

    @property
    def _now(self) -> tuple[int, str]:
        return self._session.battle.turn, self._session.battle.phase


class Estimate(float):
    """An estimated range, as a number. It calls ``note`` if the exact range is needed: for rounding, or for a comparison whose
    result depends on where the range lies within ``bounds``.
    """

    bounds: Bounds
    note: Callable[[], None]

    @classmethod
    def of(cls, bounds: Bounds, note: Callable[[], None]) -> Estimate:
        """An estimate of a range that lies within these bounds."""
        made = cls(bounds.best)
        made.bounds, made.note = bounds, note
        return made

    def _compared(self, other: float) -> float:
        of_other = other.bounds if isinstance(other, Estimate) else Bounds.about(other)
        if self.bounds.low <= of_other.high and of_other.low <= self.bounds.high:
            for one in (self, other):
                if isinstance(one, Estimate) and one.bounds.low < one.bounds.high:
                    one.note()
        return float(other)

    def __lt__(self, other: float) -> bool:
        return float(self) < self._compared(other)

    def __le__(self, other: float) -> bool:
        return float(self) <= self._compared(other)

    def __gt__(self, other: float) -> bool:
        return float(self) > self._compared(other)

    def __ge__(self, other: float) -> bool:
        return float(self) >= self._compared(other)

    def __round__(self, digits: Any = None) -> Any:
        self.note()
        return round(float(self), digits)


class TableTape:
    """A side's tape at the table. It takes ships and markers by the names that the side knows.

    side   the side, whose ships come first in a question
    names  the true name of each marker that the side knows by another name
    seen   the battle as the side sees it
    asked  the questions collected so far; None for a tape that does not collect questions
    tried  the answer to a question that is tried out, to see whether it matters
    measured_only  whether an enemy whose range was not measured counts as out of reach
    turning  whether the models of the order that is filled in change their heading, as far as its helm says
    """

    def __init__(
        self, answers: Answers, reckoning: Reckoning, side: str, names: Callable[[], Mapping[str, str]],
        seen: Callable[[], Battle[Any]], *, collects: bool = False,
    ) -> None:  # fmt: skip
        self._answers, self._reckoning, self.side, self.names, self.seen = answers, reckoning, side, names, seen
        self.asked: dict[Question, None] | None = {} if collects else None
        self.tried: tuple[Question, str] | None = None
        self.turning = self.measured_only = False

    def range(self, one: str, other: str) -> float:
        """The distance between two ships or markers: as measured, or an Estimate. Raises Unmeasured if nothing is known about it,
        unless the tape collects questions.
        """
        question = self.question(one, other)
        if question.one == question.other:
            return 0
        number = decimal_number(self.answer(question))
        if number is not None:
            return float(number)
        if self.measured_only and not self._answers.is_of(question.other, self.side):
            return FAR
        bounds = None if {one, other} & self.names().keys() else self.bounds(question)
        if bounds is None:
            self._ask(question)
            return GUESS
        return Estimate.of(bounds, lambda: self._note(question))

    def answer(self, question: Question) -> str:
        """The answer to a question in this step, or a range measured before, if neither model has moved since. Empty if there
        is neither.
        """
        if self.tried and self.tried[0] == question:
            return self.tried[1]
        return self._answers.of(question) or ("" if question.arcs else self._reckoning.still(question.one, question.other))

    def along(self, one: str, other: str) -> bool:
        """Whether two ships are on the same heading, as far as their moves tell. It is not asked."""
        return self._reckoning.along(self._true(one), self._true(other))

    def bounds(self, question: Question) -> Bounds | None:
        """The bounds of a range that are known without a new measurement. None if nothing is known."""
        return self._reckoning.bounds(question.one, question.other, self.seen())

    def question(self, one: str, other: str) -> Question:
        """The question about the range between two ships or markers. The side's own ship comes first."""
        first, second = sorted(map(self._true, (one, other)), key=lambda name: (not self._answers.is_of(name, self.side), name))
        return Question(first, second)

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of ``of`` in which ``to`` lies, or a guess. Raises Unmeasured if there is neither."""
        question = Question(self._true(of), self._true(to), tuple(arcs))
        if answer := self.answer(question):
            return answer
        guess = self.guess(question)
        (self._note if guess else self._ask)(question)
        return guess or arcs[0]

    def guess(self, question: Question) -> str:
        """An arc by the moves of the models, or else that of a similar answer. Empty if there is neither."""
        pictured = self._reckoning.arc(question.one, question.other)
        return pictured if pictured in question.arcs else self._answers.arc_like(question)

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """Always empty: a doctrine decides as if no ship stood between two others. The form of its order asks the referee."""
        return ()

    def met(self, runner: str) -> tuple[str, ...]:
        """Always empty, because the referee sees at the table what a torpedo meets."""
        return ()

    def turns(self, ship: str) -> bool:
        """Whether the helm of the order that is being filled in turns the ship."""
        return self.turning

    def left(self) -> tuple[str, ...]:
        """Always empty, because the referee sees at the table which ships leave it."""
        return ()

    def _true(self, name: str) -> str:
        return self.names().get(name, name)

    def _ask(self, question: Question) -> None:
        if self.asked is None:
            raise Unmeasured
        self.asked[question] = None

    def _note(self, question: Question) -> None:
        if self.asked is not None:
            self.asked[question] = None
