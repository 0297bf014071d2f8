"""What may be ordered at one moment, found by the orders' own checks: offers, candidates with what is against each, defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused, shown
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.orders.field_kinds import Field, ListedField, ModifierField, NumberField, SeveralField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import ALL, ASK, FIRST
from fleetbook.core.parsing import listed

S = TypeVar("S", bound=Ship)
T = TypeVar("T")

Problem: TypeAlias = Refused | InvalidInput | RulesFault
Known: TypeAlias = Mapping[str, Any]
"""Values of inputs by name, in the order of the fields."""

MOST_LISTED = 12
ONLY_ONCE = "only once"
MOST_TRIED = 5000  # checks before a search is given up: half a second; the battles of the library take 60


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
    """The checks of one kind of order at one moment; each is made once."""

    def __init__(self, battle: Battle[S], kind: type[Order[S]]) -> None:
        self.battle, self.kind = battle, kind
        self.fields = tuple(kind.declared.values())
        self._refusals: dict[Any, Problem | None] = {}
        self._ends: dict[Any, Problem | None] = {}
        self._answers: dict[Any, Any] = {}

    def why_not(self) -> Problem | None:
        """Why no such order can be given now, whatever its inputs; None where one can."""
        try:
            return self.out_of_place() or self.dead_end({}, 0)
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
        return self.refusal({})

    def refusal(self, known: Known) -> Problem | None:
        """What the check says against an order of which this is known."""
        key = tuple(known.items())
        if key not in self._refusals:
            self._refusals[key] = self._refusal(known)
        return self._refusals[key]

    def _refusal(self, known: Known) -> Problem | None:
        try:
            with rules_at_work(self.battle.ruleset):
                self.kind.partial(known).check(self.battle)
        except Refused as refused:
            return refused.by(self.kind.section)
        except (InvalidInput, RulesFault) as problem:
            return problem
        except NotYetKnown:
            return None
        return None

    def dead_end(self, known: Known, place: int, as_measured: bool = False) -> Problem | None:
        """Why an order whose inputs before ``place`` are these cannot be completed; None where it can, as far as that can be
        told: what only the referee knows, such as a range, may still be in its way, unless what was measured in this step stands
        ``as_measured``, and MOST_TRIED ways are looked at.
        """
        key = place, as_measured, tuple(known.items())
        if key not in self._ends:
            self._ends[key] = self.refusal(known) or self._dead_end_at(known, place, as_measured)
        return self._ends[key]

    def _dead_end_at(self, known: Known, place: int, as_measured: bool) -> Problem | None:
        if place == len(self.fields):
            return None
        field = self.fields[place]
        if not self.is_shown(field, known):
            return self.dead_end({**known, field.name: self.unasked(field, known)}, place + 1, as_measured)
        first: Problem | None = None
        for value in self._ways(field, known, place):
            end = self.dead_end({**known, field.name: value}, place + 1, as_measured)
            if end is None or len(self._refusals) > MOST_TRIED:
                return None
            first = first or end
        decided = self._is_decided_here(field, known, place) or (
            as_measured and first is not None and self._is_current(field, known)
        )
        return first or self.missing(field, known, place) if decided else None

    def _is_decided_here(self, field: Field, known: Known, place: int) -> bool:
        """Whether the ways known here are all that there are: neither may the referee say something else, nor may several words
        together do what one alone does not.
        """
        if not isinstance(field, SeveralField):
            return field.listed
        return all(self._against_any(field, word, known, place) for word in self.candidates(field, known))

    def _against_any(self, field: Field, word: str, known: Known, place: int) -> Problem | None:
        """What is against one of several words, whichever others are chosen beside it."""
        return self.dead_end({**known, field.name: AtLeast(word)}, place + 1)

    def _ways(self, field: Field, known: Known, place: int) -> Iterator[Any]:
        """Values that an input may be given, the one suggested first."""
        suggested = self._suggested(field, known, place)
        if suggested is not None:
            yield suggested
        if isinstance(field, SeveralField):
            yield ()
        if not isinstance(field, ModifierField):
            yield from (_value(field, word) for word in self.candidates(field, known))

    def is_shown(self, field: Field, known: Known) -> bool:
        """Whether an input is asked for; not before what decides it is known."""
        return self._ask(field, "is_shown", known, False)

    def unasked(self, field: Field, known: Known) -> Any:
        """The value of an input that is not asked for."""
        value: Any = self._ask(field, "default_value", known, None)
        return None if value in (FIRST, ALL, ASK) else value

    def candidates(self, field: Field, known: Known) -> tuple[str, ...]:
        """What could be named for an input; nothing before what decides it is known."""
        return self._ask(field, "candidates", known, ())

    def bounds(self, field: NumberField, known: Known) -> tuple[int, int] | None:
        """The least and the most that a number may be; None before what decides it is known."""
        return self._ask(field, "bounds", known, None)

    def _ask(self, field: Field, what: str, known: Known, unknown: T) -> T:
        """What a field says of the battle and an order of which this is known; ``unknown`` where that hangs on more."""
        key = field.name, what, tuple(known.items())
        if key not in self._answers:
            try:
                with rules_at_work(self.battle.ruleset):
                    self._answers[key] = getattr(field, what)(self.battle, self.kind.partial(known))
            except NotYetKnown:
                self._answers[key] = unknown
        answer: T = self._answers[key]
        return answer

    def _suggested(self, field: Field, known: Known, place: int) -> Any:
        """What the declaration suggests, where it can be read; None without that."""
        value: Any = self._ask(field, "default_value", known, None)
        if value is ALL:
            return tuple(word for word in self.candidates(field, known) if self.against(field, word, known, place) is None)
        return None if value in (None, FIRST, ASK) else self._read(field, value, known)

    def _read(self, field: Field, value: Any, known: Known) -> Any:
        try:
            return field.read(value, self.battle, self.kind.partial(known))
        except (InvalidInput, NotYetKnown):
            return None

    def default(self, field: Field, known: Known, place: int) -> Any:
        """The value that the battle fills in: what the declaration suggests, or else the first candidate, of those that can be
        given now, at the ranges that were measured if there is one; None where the referee must say. What is suggested stands
        where the fault lies with another input.
        """
        suggested = self._suggested(field, known, place)
        if self.dead_end(known, place):
            return suggested
        stands = self._stands(field) or self._ask(field, "default_value", known, None) is ASK
        ways = list(self._ways(field, known, place)) if not stands else [] if suggested is None else [suggested]
        open_ways = (
            value
            for as_measured in (True, False)
            for value in ways
            if self.dead_end({**known, field.name: value}, place + 1, as_measured) is None
        )
        return next(open_ways, None)

    @staticmethod
    def _stands(field: Field) -> bool:
        """Whether what is suggested is not exchanged for another candidate: a flag says what only the referee knows."""
        return field.default is None or not isinstance(field, ListedField)

    def lacking(self, field: Field, known: Known, place: int) -> Problem:
        """What to say of an input that has no value: that it is required, unless the rules refuse whatever could be said."""
        if isinstance(field, NumberField) and not self._ask(field, "is_current", known, False):
            return self.missing(field, known, place)
        first: Problem | None = None
        for value in self._ways(field, known, place):
            end = self.dead_end({**known, field.name: value}, place + 1)
            if end is None:
                kept = isinstance(field, SeveralField) or self._suggested(field, known, place) is not None
                return first if first and kept else self.missing(field, known, place)
            first = first or end
        return first or self.missing(field, known, place)

    def _is_current(self, field: Field, known: Known) -> bool:
        """Whether a number was measured between ships in the present step."""
        return isinstance(field, NumberField) and field.measured and self._ask(field, "is_current", known, False)

    def missing(self, field: Field, known: Known, place: int) -> Problem:
        """That an input is required, with what may be said; or that there is nothing of the kind in this battle any more."""
        if field.listed and len(known) == place and not self.candidates(field, known):
            return Refused(f"nothing can be named for {field.label_in(self.battle)}", field.section or self.kind.section)
        allowed = self.allowed(field, known, place)
        takes = "it can be given" if allowed.startswith(ONLY_ONCE) else "it takes"
        one_of = "one of " if field.listed and ", " in allowed else ""
        return InvalidInput(field.name, "nothing", allowed, words=f"missing; {takes} {one_of}{allowed}")

    def allowed(self, field: Field, known: Known, place: int) -> str:
        """What may be said, for a message."""
        if not field.listed:
            return self._ask(field, "allowed", known, "") or self._once_known(known, place)
        offered = (word for word in self.candidates(field, known) if self.against(field, word, known, place) is None)
        told = ", ".join(shown(word) for word in islice(offered, MOST_LISTED)) or "nothing at present"
        return f"{told} and others" if next(offered, None) else told

    def _once_known(self, known: Known, place: int) -> str:
        """Of an input that hangs on others before it: which of them are to be given first."""
        before = [field for field in self.fields[:place] if field.name not in known and self.is_shown(field, known)]
        if not before:
            return "what the inputs before it allow"
        labels = listed(field.label_in(self.battle) for field in before)
        return f"{ONLY_ONCE} {labels} {'are' if len(before) > 1 else 'is'} given"

    def _is_asked_for(self, field: Field, known: Known) -> bool:
        """Whether the check looks at this input, where those before it are known."""
        key = field.name, "asked for", tuple(known.items())
        if key not in self._answers:
            self._answers[key] = self._next_asked_for(known) == field.name
        asked: bool = self._answers[key]
        return asked

    def _next_asked_for(self, known: Known) -> str:
        """The input that the check of an order of which this is known ends at; empty where it goes through or refuses."""
        try:
            self.kind.partial(known).check(self.battle)
        except NotYetKnown as unknown:
            return str(*unknown.args)
        except (Refused, InvalidInput):
            return ""
        return ""

    def against(self, field: Field, word: str, known: Known, place: int, chosen: tuple[str, ...] = ()) -> Problem | None:
        """What is against one candidate; of several words, beside those that are chosen."""
        if isinstance(field, ModifierField) and not self._is_asked_for(field, known):
            return None
        if not isinstance(field, SeveralField):
            return self.dead_end({**known, field.name: _value(field, word)}, place + 1)
        alone = self._against_any(field, word, known, place)
        if alone or word in chosen:
            return alone
        together = tuple(other for other in self.candidates(field, known) if other in (*chosen, word))
        worse = self.dead_end({**known, field.name: together}, place + 1)
        return None if worse and self.dead_end({**known, field.name: chosen}, place + 1) else worse


def _value(field: Field, word: str) -> Any:
    if isinstance(field, SeveralField):
        return (word,)
    return word if isinstance(field, ListedField) else word == "yes"
