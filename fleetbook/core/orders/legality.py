"""Legality: the orders, and the values of their inputs, that the rules allow now. It is found by calling the check of the
order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Generic, TypeAlias, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.field_kinds import Field, ModifierField, NumberField, SeveralField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.questions import Answer, Known, Question
from fleetbook.core.orders.source import ALL, ASK, FIRST
from fleetbook.core.parsing import listed

S = TypeVar("S", bound=Ship)
T = TypeVar("T")

Problem: TypeAlias = Refused | InvalidInput | RulesFault

MOST_ASKED = 5000  # a search ends after as many questions, about half a second: rules of others may need too many


class Endless(Exception):
    """A search was stopped because it asked more than MOST_ASKED questions."""


@dataclass(frozen=True)
class AtLeast:
    """A value of an input that takes several words, when only one of the words is known. A check that asks for the other words
    ends with NotYetKnown.
    """

    word: str

    def __iter__(self) -> Iterator[str]:
        yield self.word
        raise NotYetKnown

    def __contains__(self, word: object) -> bool:
        if word == self.word:
            return True
        raise NotYetKnown

    def __len__(self) -> int:
        raise NotYetKnown

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> str:
        raise NotYetKnown


class Legality(Generic[S]):
    """Finds out whether an order of one kind is legal in a battle, and which inputs it may have."""

    def __init__(self, battle: Battle[S], kind: type[Order[S]]) -> None:
        self.battle, self.kind = battle, kind
        self.fields = tuple(kind.declared.values())
        self.has_open = bool(battle.side) and any(field.left_open is not False for field in self.fields)
        self._questions: defaultdict[Any, Question[Any]] = defaultdict(Question)
        self._left = inf

    def why_not(self) -> Problem | None:
        """The reason why no order of this kind is legal now, whatever its inputs. None if an order with some inputs is legal."""
        try:
            return self.out_of_place() or self.searched(0, {}).value
        except RulesFault as fault:
            return fault

    def out_of_place(self) -> Problem | None:
        """The reason why no order of this kind is legal in this phase or battle, if that is clear without any input. Otherwise
        None.
        """
        try:
            self.kind.open(self.battle)
        except (Refused, InvalidInput) as problem:
            return problem
        if not self.kind.key:
            return Refused(f"{self.kind.title} is a part of other orders and is not given by itself")
        owners = self.owners({}) if self.battle.side else None
        if owners is not None and self.battle.side not in owners:
            return Refused(f"{self.kind.title} is an order of {listed(owners) or 'the referee'}")
        return self.check({}).value

    def check(self, known: Known) -> Answer[Problem | None]:
        """The reason why the order's check refuses these inputs. The answer is None if it does not refuse them."""
        return self._questions["check"].answer(known, self._ask, self._against, None)

    def owners(self, known: Known) -> tuple[str, ...] | None:
        """The sides that may propose an order with these inputs. None as long as the sides depend on further inputs."""
        question: Question[tuple[str, ...] | None] = self._questions["owners"]
        return question.answer(known, self._ask, self._owners, None).value

    def _owners(self, order: Order[S]) -> tuple[str, ...]:
        with rules_at_work(self.battle.ruleset):
            return order.owners(self.battle)

    def _against(self, order: Order[S]) -> Problem | None:
        try:
            with rules_at_work(self.battle.ruleset):
                order.check(self.battle.checking())
        except Refused as refused:
            return refused.by(self.kind.section)
        except (InvalidInput, RulesFault) as problem:
            return problem
        return None

    def of(self, field: Field, what: str, known: Known, unknown: T) -> Answer[T]:
        """The answer of a field's method, such as its candidates, for an order with these inputs. If the method needs another
        input, the answer is ``unknown``.
        """

        def say(order: Order[S]) -> T:
            with rules_at_work(self.battle.ruleset):
                said: T = getattr(field, what)(self.battle, order)
                return said

        return self._questions[what, field.name].answer(known, self._ask, say, unknown)

    def _ask(self, known: Known, ask: Callable[[Order[S]], T], unknown: T) -> Answer[T]:
        self._left -= 1
        if self._left < 0:
            raise Endless
        read: dict[str, None] = {}
        try:
            return Answer(ask(self.kind.partial(known, read)), read)
        except NotYetKnown:
            return Answer(unknown, read, ended=True)

    def searched(self, number: int, known: Known, as_measured: bool = False) -> Answer[Problem | None]:
        """The answer of ``end``. If that takes more than MOST_ASKED questions, the answer is None: the order counts as legal."""
        self._left = MOST_ASKED
        try:
            return self.end(number, known, as_measured)
        except Endless:
            return Answer(None, dict.fromkeys(self.kind.declared))
        finally:
            self._left = inf

    def end(self, number: int, known: Known, as_measured: bool = False) -> Answer[Problem | None]:
        """The reason why no order with these inputs is legal, whatever the inputs from this number on. The answer is None if
        there is a legal order.

        After an answer of None, a value that only the referee knows, such as a range, may still make the order illegal. With
        ``as_measured`` the ranges that were measured in this phase are used.
        """
        as_measured = as_measured and any(isinstance(field, NumberField) and field.measured for field in self.fields[number:])
        return self._questions[number, as_measured].answer(known, self._end, number, as_measured)

    def _end(self, known: Known, number: int, as_measured: bool) -> Answer[Problem | None]:
        checked = self.check(known)
        if checked.value or number == len(self.fields):
            return checked
        place = Place(self, number, known)
        place.read.update(checked.read)
        problem = place.dead_end(as_measured)
        place.read.pop(place.field.name, None)
        return Answer(problem, place.read)


class Place(Generic[S]):
    """One input of an order that is being filled in, with its candidates, its default and the objections to candidates.

    ``read`` collects the names of the earlier inputs that these depend on.
    """

    def __init__(self, legality: Legality[S], number: int, known: Known) -> None:
        self.legality, self.number, self.known = legality, number, known
        self.field = legality.fields[number]
        self.read: dict[str, None] = {}

    def _ask(self, what: str, unknown: T) -> T:
        return self._noted(self.legality.of(self.field, what, self.known, unknown)).value

    def after(self, value: Any, as_measured: bool = False) -> Answer[Problem | None]:
        """The reason why no order with this value is legal, whatever the inputs after it. The answer is None if there is a legal
        order.
        """
        return self._noted(self.legality.end(self.number + 1, {**self.known, self.field.name: value}, as_measured))

    def _noted(self, answer: Answer[T]) -> Answer[T]:
        self.read.update(answer.read)
        return answer

    def dead_end(self, as_measured: bool) -> Problem | None:
        """The reason why no value of this input gives a legal order; None if some value does. The search ends early at a reason
        that does not depend on this input.
        """
        if not self.is_shown:
            return self.after(self.unasked, as_measured).value
        if self.is_open:
            return self._noted(self.legality.end(self.number + 1, self.known, as_measured)).value
        first: Problem | None = None
        for value in self._ways():
            end = self.after(value, as_measured)
            if end.value is None:
                return None
            first = first or end.value
            if self.field.name not in end.read:
                return first
        field = self.field
        if isinstance(field, SeveralField):  # the words together may do what none does alone
            is_decided = all(self.after(AtLeast(word)).value for word in self.words)
        else:
            is_decided = field.listed and not self._candidates.ended
        if as_measured and first is not None and isinstance(field, NumberField) and field.measured and not is_decided:
            is_decided = self._ask("is_current", False)
        return (first or self._nothing_to_name()) if is_decided else None

    def _ways(self) -> Iterator[Any]:
        """The possible values of this input, the default first."""
        if self._declared is not None:
            yield self._declared
        if isinstance(self.field, SeveralField):
            yield ()
        if not isinstance(self.field, ModifierField):
            yield from map(self.field.value_of, self.words)

    @cached_property
    def is_shown(self) -> bool:
        """Whether the form asks for this input. While that depends on an input without a value, it is False, or True for a side
        that may leave inputs open.
        """
        return self.field.shown_if is True or self._ask("is_shown", self.legality.has_open)

    @cached_property
    def is_open(self) -> bool:
        """Whether a side may leave this input open. The referee then fills it in when he gives the order."""
        return self.field.left_open is not False and self._ask("is_left_open", False)

    @property
    def unasked(self) -> Any:
        """The value of this input if the form does not ask for it."""
        value: Any = self._ask("default_value", None)
        return None if value in (FIRST, ALL, ASK) else value

    @cached_property
    def _candidates(self) -> Answer[tuple[str, ...]]:
        return self._noted(self.legality.of(self.field, "candidates", self.known, ()))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The candidates of this input. Empty if the form does not ask for the input, or if the candidates depend on an input
        without a value. A side gets only the candidates that make the order one of its own.
        """
        words, side = self._candidates.value if self.is_shown else (), self.legality.battle.side
        if not side or self.legality.owners(self.known) is not None:
            return words
        owners = ((word, self.legality.owners({**self.known, self.field.name: self.field.value_of(word)})) for word in words)
        return tuple(word for word, sides in owners if sides is None or side in sides)

    @cached_property
    def _declared(self) -> Any:
        """The declared default of this input; None if there is no default, or if it cannot be read."""
        value: Any = self._ask("suggested", None)
        if value is ALL:
            return tuple(word for word in self.words if self.against(word) is None)
        return None if value in (FIRST, ASK) else value

    def against(self, word: str, chosen: tuple[str, ...] = ()) -> Problem | None:
        """The objection to one candidate; None if it may be chosen. If the input takes several words, the candidate is judged
        together with the words in ``chosen``.
        """
        if not isinstance(self.field, SeveralField):
            return self.after(self.field.value_of(word)).value
        alone = self.after(AtLeast(word))
        if isinstance(self.field, ModifierField) and self.field.name not in alone.read:
            return None
        if alone.value or word in chosen:
            return alone.value
        worse = self.after(tuple(other for other in self.words if other in (*chosen, word))).value
        return None if worse and self.after(chosen).value else worse

    def _nothing_to_name(self) -> Refused:
        field, battle = self.field, self.legality.battle
        nothing = f"{battle.side} has nothing to name" if self._candidates.value else "nothing can be named"
        return Refused(f"{nothing} for {field.label_in(battle)}", field.section or self.legality.kind.section)
