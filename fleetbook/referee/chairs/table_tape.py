"""The tape at a real table: it answers what was measured in this step, and asks the referee for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from fleetbook.core.parsing import decimal_number
from fleetbook.referee.proposals.measured import range_between
from fleetbook.referee.session import Session

GUESS, FAR = 10.0, 999.0
"""The range that is taken while questions are collected, near enough that nothing goes unasked; and the range of what is out of
all reach.
"""


class Question(msgspec.Struct, frozen=True):
    """A question of a doctrine about the table: the range between two ships, or the arc of ``one`` in which ``other`` lies.

    arcs  the words for the arcs; empty for a range
    """

    one: str
    other: str
    arcs: tuple[str, ...] = ()


class Unmeasured(Exception):
    """A doctrine needs something that was not measured in this step."""


class Answers:
    """What the referee has answered in this step. Ranges stand with those of the forms, in the session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._step: tuple[int, str] = (0, "")
        self._kept: dict[Question, str] = {}

    def of(self, question: Question) -> str:
        """The answer to a question. Empty if there is none; ``FAR`` in words for what is out of reach."""
        number = "" if question.arcs else range_between(self._session, question.one, question.other)
        return number or (self._kept.get(question, "") if self._step == self._now else "")

    def answer(self, question: Question, words: str) -> None:
        """Keep an answer; empty words delete it."""
        if self._step != self._now:
            self._step, self._kept = self._now, {}
        if question.arcs or words == f"{FAR:g}":
            self._kept[question] = words
        else:
            self._session.ranges.measure(self._session.battle, words, question.one, question.other)

    def is_of(self, name: str, side: str) -> bool:
        """Whether a ship or squadron belongs to a side."""
        battle = self._session.battle
        return battle.ruleset.side_of(battle, name) == side

    @property
    def _now(self) -> tuple[int, str]:
        return self._session.battle.turn, self._session.battle.phase


class TableTape:
    """A side's tape at the table. It takes the names that the side knows.

    side   the side, whose ships come first in a question
    names  the true name of each marker that the side knows by another name
    asked  the questions that were collected; None if an unanswered one raises Unmeasured
    turning  whether the models of the order that is filled in change their heading, as far as its helm says
    """

    def __init__(self, answers: Answers, side: str, names: Callable[[], Mapping[str, str]], collects: bool = False) -> None:
        self._answers, self._side, self._names = answers, side, names
        self.asked: dict[Question, None] | None = {} if collects else None
        self.turning = False

    def range(self, one: str, other: str) -> float:
        """The distance between two of them. Raises Unmeasured."""
        if self._true(one) == self._true(other):
            return 0
        first, second = sorted(map(self._true, (one, other)), key=lambda name: (not self._answers.is_of(name, self._side), name))
        question = Question(first, second)
        number = decimal_number(self._answers.of(question))
        if number is None:
            self._ask(question)
            return GUESS
        return float(number)

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of ``of`` in which ``to`` lies. Raises Unmeasured."""
        question = Question(self._true(of), self._true(to), tuple(arcs))
        answer = self._answers.of(question)
        if not answer:
            self._ask(question)
        return answer or arcs[0]

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """Nobody: a doctrine decides as if nobody stood between, and the form of its order asks the referee."""
        return ()

    def met(self, runner: str) -> tuple[str, ...]:
        """Nobody: the referee sees what a torpedo meets."""
        return ()

    def turns(self, ship: str) -> bool:
        """Whether the helm of the order turns the ship. The form of the order asks the referee."""
        return self.turning

    def left(self) -> tuple[str, ...]:
        """Nobody: the referee sees who leaves the table."""
        return ()

    def _true(self, name: str) -> str:
        return self._names().get(name, name)

    def _ask(self, question: Question) -> None:
        if self.asked is None:
            raise Unmeasured
        self.asked[question] = None
