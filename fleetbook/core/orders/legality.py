"""What may be ordered at one moment, found by the orders' own checks: offers, candidates with what is against each, defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused, shown
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.field_kinds import Field, ListedField, ModifierField, NumberField, SeveralField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.questions import Answer, Known, Question
from fleetbook.core.orders.source import ALL, ASK, FIRST
from fleetbook.core.parsing import listed

S = TypeVar("S", bound=Ship)
T = TypeVar("T")

Problem: TypeAlias = Refused | InvalidInput | RulesFault

MOST_LISTED = 12
ONLY_ONCE = "only once"
MOST_ASKED = 5000  # questions before a search is given up, half a second: a guard against the rules of strangers


@dataclass(frozen=True)
class AtLeast:
    """Several words of which one is known while others may come: a check that goes through them ends after the known one."""

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
    """What the rules say of one kind of order at one moment. ``asked`` counts the questions that were put to them."""

    def __init__(self, battle: Battle[S], kind: type[Order[S]]) -> None:
        self.battle, self.kind = battle, kind
        self.fields = tuple(kind.declared.values())
        self.asked = 0
        self._questions: dict[Any, Question[Any]] = {}

    def why_not(self) -> Problem | None:
        """Why no such order can be given now, whatever its inputs; None where one can."""
        try:
            return self.out_of_place() or self.end(0, {}).value
        except RulesFault as fault:
            return fault

    def out_of_place(self) -> Problem | None:
        """Why none can be given in this phase or as the battle stands, before any input is known."""
        try:
            self.kind.open(self.battle)
        except (Refused, InvalidInput) as problem:
            return problem
        if not self.kind.key:
            return Refused(f"{self.kind.title} is a part of other orders and is not given by itself")
        return self.check({}).value

    def check(self, known: Known) -> Answer[Problem | None]:
        """What the check says against an order with these inputs."""
        return self._ask("check", self._against, None, known)

    def _against(self, order: Order[S]) -> Problem | None:
        try:
            with rules_at_work(self.battle.ruleset):
                order.check(self.battle)
        except Refused as refused:
            return refused.by(self.kind.section)
        except (InvalidInput, RulesFault) as problem:
            return problem
        return None

    def ask(self, what: str, field: Field, known: Known, unknown: T) -> Answer[T]:
        """What a field says of the battle and an order with these inputs; ``unknown`` where that hangs on more."""
        return self._ask((what, field.name), lambda order: getattr(field, what)(self.battle, order), unknown, known)

    def _ask(self, name: Any, ask: Callable[[Order[S]], T], unknown: T, known: Known) -> Answer[T]:
        question = self._questions.get(name)
        if question is None:
            question = self._questions[name] = Question(partial(self._asked, ask, unknown))
        return question.answer(known)

    def _asked(self, ask: Callable[[Order[S]], T], unknown: T, known: Known) -> Answer[T]:
        self.asked += 1
        read: dict[str, None] = {}
        try:
            with rules_at_work(self.battle.ruleset):
                return Answer(ask(self.kind.partial(known, read)), tuple(read))
        except NotYetKnown:
            return Answer(unknown, tuple(read), ended=True)

    def end(self, number: int, known: Known, as_measured: bool = False) -> Answer[Problem | None]:
        """Why an order whose inputs before this one are these cannot be completed; None where it can, as far as that can be
        told: what only the referee knows, such as a range, may still be in its way, unless what was measured in this step stands
        ``as_measured``.
        """
        as_measured = as_measured and any(isinstance(field, NumberField) and field.measured for field in self.fields[number:])
        question = self._questions.get((number, as_measured))
        if question is None:
            question = self._questions[number, as_measured] = Question(partial(self._end, number, as_measured))
        return question.answer(known)

    def _end(self, number: int, as_measured: bool, known: Known) -> Answer[Problem | None]:
        checked = self.check(known)
        if checked.value or number == len(self.fields):
            return checked
        place = Place(self, number, known)
        place.read.update(dict.fromkeys(checked.read))
        return Answer(place.dead_end(as_measured), tuple(place.read))


class Place(Generic[S]):
    """One input of an order in the making, after those before it: what may be named for it, what is against that, and what the
    battle fills in. ``read`` notes which of the inputs before it that hangs on.
    """

    def __init__(self, legality: Legality[S], number: int, known: Known) -> None:
        self.legality, self.number, self.known = legality, number, known
        self.field = legality.fields[number]
        self.read: dict[str, None] = {}

    def _ask(self, what: str, unknown: T) -> T:
        return self._noted(self.legality.ask(what, self.field, self.known, unknown)).value

    def after(self, value: Any, as_measured: bool = False) -> Answer[Problem | None]:
        """Why an order with this value cannot be completed, whatever follows."""
        return self._noted(self.legality.end(self.number + 1, {**self.known, self.field.name: value}, as_measured))

    def _noted(self, answer: Answer[T]) -> Answer[T]:
        self.read.update((name, None) for name in answer.read if name != self.field.name)
        return answer

    def dead_end(self, as_measured: bool) -> Problem | None:
        """Why the order cannot be completed from here. A reason that does not hang on this input ends the search for a value."""
        if not self.is_shown:
            return self.after(self.unasked, as_measured).value
        first: Problem | None = None
        for value in self._ways():
            end = self.after(value, as_measured)
            if end.value is None or self.legality.asked > MOST_ASKED:
                return None
            first = first or end.value
            if self.field.name not in end.read:
                return first
        if self._is_decided() or (as_measured and first is not None and self._is_current):
            return first or self._nothing_to_name()
        return None

    def _is_decided(self) -> bool:
        """Whether the ways known here are all that there are: neither may the referee say something else, nor may several words
        together do what one alone does not.
        """
        if isinstance(self.field, SeveralField):
            return all(self.after(AtLeast(word)).value for word in self.words)
        return self.field.listed and not self._candidates.ended

    def _ways(self) -> Iterator[Any]:
        """Values that the input may be given, the one suggested first."""
        if self._declared is not None:
            yield self._declared
        if isinstance(self.field, SeveralField):
            yield ()
        if not isinstance(self.field, ModifierField):
            yield from map(self._value, self.words)

    def _value(self, word: str) -> Any:
        if isinstance(self.field, SeveralField):
            return (word,)
        return word if isinstance(self.field, ListedField) else word == "yes"

    @cached_property
    def is_shown(self) -> bool:
        """Whether the input is asked for; not before what decides it is known."""
        return self._ask("is_shown", False)

    @property
    def unasked(self) -> Any:
        """The value of an input that is not asked for."""
        value: Any = self._ask("default_value", None)
        return None if value in (FIRST, ALL, ASK) else value

    @cached_property
    def _candidates(self) -> Answer[tuple[str, ...]]:
        return self._noted(self.legality.ask("candidates", self.field, self.known, ()))

    @property
    def words(self) -> tuple[str, ...]:
        """What could be named; nothing before what decides it is known, and where the input is not asked for."""
        return self._candidates.value if self.is_shown else ()

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most of a number; None of other inputs, and before what decides it is known."""
        return self._ask("bounds", None) if isinstance(self.field, NumberField) else None

    @property
    def _is_current(self) -> bool:
        """Whether a number was measured between ships in the present step."""
        return isinstance(self.field, NumberField) and self.field.measured and self._ask("is_current", False)

    @cached_property
    def _declared(self) -> Any:
        """What the declaration suggests, where it can be read; None without that."""
        value: Any = self._ask("default_value", None)
        if value is ALL:
            return tuple(word for word in self.words if self.against(word) is None)
        if value in (None, FIRST, ASK):
            return None
        read: dict[str, None] = {}
        try:
            return self.field.read(value, self.legality.battle, self.legality.kind.partial(self.known, read))
        except (InvalidInput, NotYetKnown):
            return None
        finally:
            self.read.update(read)

    @cached_property
    def suggested(self) -> Any:
        """The value that the battle fills in: what the declaration suggests, or else the first candidate, of those that can be
        given now, at the ranges that were measured if there is one; None where the referee must say. What is suggested stands
        where the fault lies with another input, and a flag does: it says what only the referee knows.
        """
        if self.legality.end(self.number, self.known).value:
            return self._declared
        stands = self.field.default is None or not isinstance(self.field, ListedField) or self._ask("default_value", None) is ASK
        ways = list(self._ways()) if not stands else [] if self._declared is None else [self._declared]
        open_ways = (value for measured in (True, False) for value in ways if self.after(value, measured).value is None)
        return next(open_ways, None)

    def against(self, word: str, chosen: tuple[str, ...] = ()) -> Problem | None:
        """What is against one candidate; of several words, beside those that are chosen."""
        if not isinstance(self.field, SeveralField):
            return self.after(self._value(word)).value
        alone = self.after(AtLeast(word))
        if isinstance(self.field, ModifierField) and self.field.name not in alone.read:
            return None
        if alone.value or word in chosen:
            return alone.value
        worse = self.after(tuple(other for other in self.words if other in (*chosen, word))).value
        return None if worse and self.after(chosen).value else worse

    def lacking(self) -> Problem:
        """What to say of an input that has no value: that it is required, unless the rules refuse whatever could be said."""
        nothing_to_name = self.field.listed and not self.words and not self._candidates.ended
        missing = self._nothing_to_name() if nothing_to_name else Missing(self)
        if isinstance(self.field, NumberField) and not self._ask("is_current", False):
            return missing
        first: Problem | None = None
        for value in self._ways():
            end = self.after(value).value
            if end is None:
                kept = isinstance(self.field, SeveralField) or self._declared is not None
                return first if first and kept else missing
            first = first or end
        return first or missing

    def _nothing_to_name(self) -> Refused:
        field, legality = self.field, self.legality
        return Refused(f"nothing can be named for {field.label_in(legality.battle)}", field.section or legality.kind.section)

    def allowed(self) -> str:
        """What may be said, for a message."""
        if not self.field.listed:
            return self._ask("allowed", "") or self._once_known()
        offered = (word for word in self.words if self.against(word) is None)
        told = ", ".join(shown(word) for word in islice(offered, MOST_LISTED)) or "nothing at present"
        return f"{told} and others" if next(offered, None) else told

    def _once_known(self) -> str:
        """Of an input that hangs on others before it: which of them are to be given first."""
        legality = self.legality
        before = [field for field in legality.fields[: self.number] if field.name not in self.known]
        before = [field for field in before if legality.ask("is_shown", field, self.known, False).value]
        if not before:
            return "what the inputs before it allow"
        labels = listed(field.label_in(legality.battle) for field in before)
        return f"{ONLY_ONCE} {labels} {'are' if len(before) > 1 else 'is'} given"


class Missing(InvalidInput):
    """An input that is required. What it takes is found when somebody reads it."""

    def __init__(self, place: Place[Any]) -> None:
        Exception.__init__(self)
        self.where, self.found, self.near, self._place = place.field.name, "nothing", None, place

    def __getattr__(self, name: str) -> str:
        if name not in ("allowed", "words"):
            raise AttributeError(name)
        self.allowed = allowed = self._place.allowed()
        takes = "it can be given" if allowed.startswith(ONLY_ONCE) else "it takes"
        one_of = "one of " if self._place.field.listed and ", " in allowed else ""
        self.words = f"missing; {takes} {one_of}{allowed}"
        found: str = vars(self)[name]
        return found

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"
