"""An order in the making: what the referee has entered, what the battle fills in, and what is still wrong."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import MOST_LISTED, InvalidInput, NotYetKnown, Refused, nearest, shown
from fleetbook.core.orders.field_kinds import (
    ChoiceField,
    Field,
    FlagField,
    ListedField,
    ModifierField,
    NumberField,
    SeveralField,
    ShipField,
)
from fleetbook.core.orders.legality import Legality, Place, Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.questions import Answer, Known
from fleetbook.core.orders.source import ASK, evaluate
from fleetbook.core.parsing import LEAST_OF_A_WORD, listed

S = TypeVar("S", bound=Ship)

ONLY_ONCE = "only once"


class Entry(Place[Any]):
    """One input of a draft.

    given   whether the referee entered it
    value   as entered or filled in; None while unknown
    """

    def __init__(self, legality: Legality[Any], number: int, known: Known, raw: Mapping[str, Any]) -> None:
        super().__init__(legality, number, known)
        self._raw = raw
        self.given = self.is_shown and any(
            name in raw for name in (self.field.name, *_modifier_names(self.field, legality.battle))
        )
        self.value = self._read()

    def _read(self) -> Any:
        if not self.is_shown:
            return self.unasked
        if not self.given:
            return self.suggested
        try:
            return self._entered()
        except (InvalidInput, NotYetKnown):
            return None

    def _entered(self) -> Any:
        """What was entered: the modifiers of the battle or those entered whole, then single ones switched on or off."""
        field, battle, raw = self.field, self.legality.battle, self._raw
        if not isinstance(field, ModifierField):
            return field.read(raw[field.name], battle, self._order)
        whole = field.read(raw[field.name], battle, self._order) if field.name in raw else self.suggested
        switched = {name: FlagField(name=name, label=name).read(raw[name], battle, None) for name in self.words if name in raw}
        return tuple(name for name in self.words if switched.get(name, name in (whole or ())))

    @property
    def _order(self) -> Order[Any]:
        return self.legality.kind.partial(self.known)

    def after(self, value: Any, as_measured: bool = False) -> Answer[Problem | None]:
        """Why an order with this value cannot be completed, by a search of its own."""
        return self.legality.searched(self.number + 1, {**self.known, self.field.name: value}, as_measured)

    @cached_property
    def suggested(self) -> Any:
        """The value that the battle fills in: what the declaration suggests, or else the first candidate, of those that can be
        given now, at the ranges that were measured if there is one; None where the referee must say. What is suggested stands
        where the fault lies with another input, and a flag does: it says what only the referee knows.
        """
        if self.legality.searched(self.number, self.known).value:
            return self._declared
        stands = self.field.default is None or not isinstance(self.field, ListedField) or self._ask("suggested", None) is ASK
        ways = list(self._ways()) if not stands else [] if self._declared is None else [self._declared]
        open_ways = (value for measured in (True, False) for value in ways if self.after(value, measured).value is None)
        return next(open_ways, None)

    @cached_property
    def problem(self) -> Problem | None:
        """What is wrong with it, or that it is missing; None where nothing is."""
        if not self.given:
            return self._lacking() if self.is_shown and self.value is None else None
        try:
            value = self._entered()
        except NotYetKnown:
            return InvalidInput(self.field.name, self._raw[self.field.name], self._allowed())
        except InvalidInput as unreadable:
            return self._too_far() or self._no_word(unreadable)
        return self.legality.check({**self.known, self.field.name: value}).value or self._outside(value)

    def _lacking(self) -> Problem:
        """That it is missing, unless the rules refuse whatever could be said."""
        if isinstance(self.field, NumberField) and not self._ask("is_current", False):
            return self._missing()
        first: Problem | None = None
        for value in self._ways():
            end = self.after(value).value
            if end is None:
                is_kept = isinstance(self.field, SeveralField) or self._declared is not None
                return first if first and is_kept else self._missing()
            first = first or end
        return first or self._missing()

    def _missing(self) -> Problem:
        if self.field.listed and not self.words and not self._candidates.ended:
            return self._nothing_to_name()
        allowed = self._allowed()
        takes = "it can be given" if allowed.startswith(ONLY_ONCE) else "it takes"
        one_of = "one of " if self.field.listed and ", " in allowed else ""
        return InvalidInput(self.field.name, "nothing", allowed, words=f"missing; {takes} {one_of}{allowed}")

    def _allowed(self) -> str:
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
        before = [field for field in before if legality.of(field, "is_shown", self.known, False).value]
        if not before:
            return "what the inputs before it allow"
        labels = listed(field.label_in(legality.battle) for field in before)
        return f"{ONLY_ONCE} {labels} {'are' if len(before) > 1 else 'is'} given"

    def _too_far(self) -> Problem | None:
        """Why the rules refuse a number beyond bounds that hang on the battle; None where they cannot read it either."""
        field = self.field
        if not isinstance(field, NumberField) or not (callable(field.low) or callable(field.high)):
            return None
        number = field.parsed(self._raw[field.name])
        problem = None if number is None else self.legality.check({**self.known, field.name: number}).value
        return problem if isinstance(problem, Refused) else None

    def _no_word(self, unreadable: InvalidInput) -> InvalidInput:
        """Of a word that begins none that is read those that may be named now: of the battle's ships, or of the words of a list,
        many may not.
        """
        field = self.field
        if not isinstance(field, (ShipField, ChoiceField)):
            return unreadable
        raw = self._raw[field.name]
        begun = str(raw).strip().casefold()
        words = self.legality.battle.ships() if isinstance(field, ShipField) else self.words
        least = 1 if isinstance(field, ShipField) else LEAST_OF_A_WORD
        if (not begun or len(begun) >= least) and any(str(word).casefold().startswith(begun) for word in words):
            return unreadable
        near = unreadable.near
        if near and isinstance(field, ChoiceField) and self.against(near):
            near = None
        return InvalidInput(field.name, raw, self._allowed(), near)

    def _outside(self, value: Any) -> Problem | None:
        """What is wrong with a ship that is no candidate, though no rule speaks of it."""
        if not isinstance(self.field, ShipField) or value in self.words:
            return None
        return InvalidInput(self.field.name, value, self._allowed(), nearest(value, self.words))

    @cached_property
    def options(self) -> tuple[str, ...] | None:
        """The candidates that may be chosen now; None where any value of the kind goes."""
        return tuple(word for word, problem in self._judged.items() if problem is None) if self.field.listed else None

    @cached_property
    def refused(self) -> dict[str, Problem]:
        """The other candidates, each with what is against it."""
        return {word: problem for word, problem in self._judged.items() if problem is not None}

    @cached_property
    def _judged(self) -> dict[str, Problem | None]:
        chosen = self.value if isinstance(self.field, SeveralField) and self.value else ()
        return {word: self.against(word, chosen) for word in self.words}

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most of a number; None of other inputs, and before what decides it is known."""
        return self._ask("bounds", None) if isinstance(self.field, NumberField) else None

    @property
    def label(self) -> str:
        """The words beside it in this battle."""
        return self.field.label_in(self.legality.battle)

    @cached_property
    def meanings(self) -> Mapping[str, str]:
        """What words that may be named stand for, as far as that is declared and known."""
        with suppress(NotYetKnown):
            return dict(evaluate(self.field.meanings, self.legality.battle, self._order))
        return {}

    def worded(self, word: str, most: int | None = None) -> str:
        """A candidate in words: a modifier by its figure and what it stands for, any other with its meaning behind it, or before
        it where that is a plus or minus, unless it has more than so many letters.
        """
        if isinstance(self.field, ModifierField):
            line = self.legality.battle.tables.modifier_list(self.field.list).line(word)
            return f"{line.value:+d} {line.text}"
        meaning = self.meanings.get(word, "")
        if not meaning or (most is not None and len(meaning) > most):
            return word
        return f"{meaning} {word}" if meaning[0] in "+-" else f"{word} ({meaning})"


def _modifier_names(field: Field, battle: Battle[Any]) -> tuple[str, ...]:
    return field.candidates(battle, None) if isinstance(field, ModifierField) else ()


class Draft(Generic[S]):
    """A kind of order and the values entered for it. Immutable: ``with_input`` makes another.

    Values are raw (text or JSON) until ``entries`` reads them against the battle, field by field, each with those before it.
    """

    def __init__(
        self,
        battle: Battle[S],
        kind: type[Order[S]],
        raw: Mapping[str, Any] | None = None,
        legality: Legality[S] | None = None,
    ) -> None:
        self.battle, self.kind = battle, kind
        self.legality = legality or Legality(battle, kind)
        self.raw = self._named(raw or {})
        self.entries = self._read()

    def _named(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Sort the raw values under fields and modifiers. Raises InvalidInput for a name that is neither."""
        declared = self.kind.declared
        single = [name for field in declared.values() for name in _modifier_names(field, self.battle)]
        for name in raw:
            if name not in declared and name not in single:
                raise self._no_input(name, [*declared, *single])
        return dict(raw)

    def _no_input(self, name: str, inputs: list[str]) -> InvalidInput:
        wrong = InvalidInput.word(f"order {self.kind.id}", name, inputs)
        meant = f"did you mean {wrong.near}?" if wrong.near else f"it takes {wrong.allowed}" if inputs else "it takes none"
        return InvalidInput(wrong.where, name, wrong.allowed, wrong.near, f"no input is called {shown(name)}; {meant}")

    def _read(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        known: dict[str, Any] = {}
        for number, name in enumerate(self.kind.declared):
            entry = entries[name] = Entry(self.legality, number, dict(known), self.raw)
            if entry.value is not None or not entry.is_shown:
                known[name] = entry.value
        return entries

    def with_input(self, name: str, raw: Any) -> Draft[S]:
        """The draft with one more value entered; None takes back what was entered."""
        others = {k: v for k, v in self.raw.items() if k != name}
        return Draft(self.battle, self.kind, others if raw is None else {**others, name: raw}, self.legality)

    def answered(self, name: str, raw: Any) -> Draft[S]:
        """As ``with_input``; where that exchanges one of several words, such as a ship, what was ticked below for the one before,
        or may no longer be given, is worked out anew.
        """
        draft = self.with_input(name, raw)
        exchanged = self.entries[name].field.listed and draft.values[name] != self.values[name]
        return draft._without_stale(name) if exchanged else draft

    def _without_stale(self, changed: str) -> Draft[S]:
        names, draft = list(self.entries), self
        for name in names[names.index(changed) + 1 :]:
            entry = draft.entries[name]
            if entry.given and (isinstance(entry.field, SeveralField) or (entry.problem and entry.field.kind != "number")):
                draft = draft.with_input(name, None)
        return draft

    @property
    def wanted(self) -> list[Entry]:
        """The inputs that the order asks for as it stands."""
        return [entry for entry in self.entries.values() if entry.is_shown]

    @property
    def values(self) -> dict[str, Any]:
        """The values as read so far; None where unknown."""
        return {name: entry.value for name, entry in self.entries.items()}

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the inputs that the referee entered or changed."""
        return tuple(name for name, entry in self.entries.items() if entry.given)

    @property
    def problem(self) -> Problem | None:
        """What stands in the way of the order; None where it may be given."""
        return None if isinstance(self.checked, Order) else self.checked

    @cached_property
    def checked(self) -> Order[S] | Problem:
        """The finished order, or the first thing that is wrong or missing."""
        wrong = (entry.problem for entry in self.entries.values() if entry.problem)
        problem = self.legality.out_of_place() or next(wrong, None) or self.legality.check(self.values).value
        return problem or self.kind(**self.values)

    def order(self) -> Order[S]:
        """The finished order. Raises what is wrong or missing."""
        if isinstance(self.checked, Order):
            return self.checked
        raise self.checked
