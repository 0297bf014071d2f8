"""An order in the making: what the referee has entered, what the battle fills in, and what is still wrong."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused, nearest, shown
from fleetbook.core.orders.field_kinds import ChoiceField, Field, FlagField, ModifierField, NumberField, SeveralField, ShipField
from fleetbook.core.orders.legality import Known, Legality, Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.source import evaluate
from fleetbook.core.parsing import LEAST_OF_A_WORD

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True)
class Entry:
    """One input of a draft: its value (None while unknown), whether the referee entered it, and what is wrong with it."""

    field: Field
    value: Any
    given: bool
    problem: Problem | None
    is_shown: bool
    _legality: Legality[Any]
    _known: Known
    _place: int

    @cached_property
    def options(self) -> tuple[str, ...] | None:
        """The candidates that may be chosen now; None where any value of the kind goes."""
        return tuple(word for word, problem in self._candidates.items() if problem is None) if self.field.listed else None

    @cached_property
    def refused(self) -> dict[str, Problem]:
        """The other candidates, each with what is against it."""
        return {word: problem for word, problem in self._candidates.items() if problem is not None}

    @cached_property
    def _candidates(self) -> dict[str, Problem | None]:
        chosen = self.value if isinstance(self.field, SeveralField) and self.value else ()
        return {word: self._legality.against(self.field, word, self._known, self._place, chosen) for word in self.words}

    @property
    def words(self) -> tuple[str, ...]:
        """The candidates, those too that may not be chosen now."""
        return self._legality.candidates(self.field, self._known) if self.is_shown else ()

    @property
    def label(self) -> str:
        """The words beside it in this battle."""
        return self.field.label_in(self._legality.battle)

    @cached_property
    def meanings(self) -> Mapping[str, str]:
        """What words that may be named stand for, as far as that is declared and known."""
        with suppress(NotYetKnown):
            order = self._legality.kind.partial(self._known)
            return dict(evaluate(self.field.meanings, self._legality.battle, order))
        return {}

    def worded(self, word: str, most: int | None = None) -> str:
        """A candidate in words: a modifier by its figure and what it stands for, any other with its meaning behind it, or before
        it where that is a plus or minus, unless it has more than so many letters.
        """
        if isinstance(self.field, ModifierField):
            line = self._legality.battle.tables.modifier_list(self.field.list).line(word)
            return f"{line.value:+d} {line.text}"
        meaning = self.meanings.get(word, "")
        if not meaning or (most is not None and len(meaning) > most):
            return word
        return f"{meaning} {word}" if meaning[0] in "+-" else f"{word} ({meaning})"

    def against(self, word: str) -> Problem | None:
        """What is against one candidate alone."""
        return self._legality.against(self.field, word, self._known, self._place)

    @cached_property
    def suggested(self) -> Any:
        """The value that the battle fills in."""
        return self._legality.default(self.field, self._known, self._place)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most of a number; None of other inputs, and before what decides it is known."""
        return self._legality.bounds(self.field, self._known) if isinstance(self.field, NumberField) else None


class Draft(Generic[S]):
    """A kind of order and the values entered for it. Immutable: ``with_input`` makes another.

    Values are raw (text or JSON) until ``entries`` reads them against the battle, field by field, each with those before it.
    """

    def __init__(
        self,
        battle: Battle[S],
        procedure: type[Order[S]],
        raw: Mapping[str, Any] | None = None,
        legality: Legality[S] | None = None,
    ) -> None:
        self.battle, self.procedure = battle, procedure
        self.legality = legality or Legality(battle, procedure)
        self.raw = self._named(raw or {})
        self.entries = self._read()

    def _named(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Sort the raw values under fields and modifiers. Raises InvalidInput for a name that is neither."""
        declared = self.procedure.declared
        single = [name for field in declared.values() for name in self._modifier_names(field)]
        for name in raw:
            if name not in declared and name not in single:
                raise self._no_input(name, [*declared, *single])
        return dict(raw)

    def _no_input(self, name: str, inputs: list[str]) -> InvalidInput:
        wrong = InvalidInput.word(f"order {self.procedure.id}", name, inputs)
        meant = f"did you mean {wrong.near}?" if wrong.near else f"it takes {wrong.allowed}" if inputs else "it takes none"
        return InvalidInput(wrong.where, name, wrong.allowed, wrong.near, f"no input is called {shown(name)}; {meant}")

    def _modifier_names(self, field: Field) -> tuple[str, ...]:
        return field.candidates(self.battle, None) if isinstance(field, ModifierField) else ()

    def _read(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        known: dict[str, Any] = {}
        for place, (name, field) in enumerate(self.procedure.declared.items()):
            entry = entries[name] = self._entry(field, dict(known), place)
            if entry.value is not None or not entry.is_shown:
                known[name] = entry.value
        return entries

    def _entry(self, field: Field, known: Known, place: int) -> Entry:
        legal = self.legality
        if not legal.is_shown(field, known):
            return Entry(field, legal.unasked(field, known), False, None, False, legal, known, place)
        if field.name in self.raw or any(name in self.raw for name in self._modifier_names(field)):
            value, problem = self._given(field, known, place)
            return Entry(field, value, True, problem, True, legal, known, place)
        value = legal.default(field, known, place)
        missing = legal.lacking(field, known, place) if value is None else None
        return Entry(field, value, False, missing, True, legal, known, place)

    def _given(self, field: Field, known: Known, place: int) -> tuple[Any, Problem | None]:
        """What was entered, and what is wrong with it; None where it cannot be read."""
        legal = self.legality
        try:
            value = self._switched(field, known, place) if isinstance(field, ModifierField) else self._one(field, known)
        except NotYetKnown:
            return None, InvalidInput(field.name, self.raw[field.name], legal.allowed(field, known, place))
        except InvalidInput as unreadable:
            return None, self._too_far(field, known) or self._no_word(field, known, place, unreadable)
        return value, legal.refusal({**known, field.name: value}) or self._outside(field, value, known, place)

    def _no_word(self, field: Field, known: Known, place: int, unreadable: InvalidInput) -> InvalidInput:
        """Of a word that begins none that is read those that may be named now: of the battle's ships, or of the words of a list,
        many may not.
        """
        if not isinstance(field, (ShipField, ChoiceField)):
            return unreadable
        raw = self.raw[field.name]
        begun = str(raw).strip().casefold()
        words = self.battle.ships() if isinstance(field, ShipField) else self.legality.candidates(field, known)
        least = 1 if isinstance(field, ShipField) else LEAST_OF_A_WORD
        if (not begun or len(begun) >= least) and any(str(word).casefold().startswith(begun) for word in words):
            return unreadable
        near = unreadable.near
        if near and isinstance(field, ChoiceField) and self.legality.against(field, near, known, place):
            near = None
        return InvalidInput(field.name, raw, self.legality.allowed(field, known, place), near)

    def _too_far(self, field: Field, known: Known) -> Problem | None:
        """Why the rules refuse a number beyond bounds that hang on the battle; None where they cannot read it either."""
        if not isinstance(field, NumberField) or not (callable(field.low) or callable(field.high)):
            return None
        number = field.parsed(self.raw[field.name])
        problem = None if number is None else self.legality.refusal({**known, field.name: number})
        return problem if isinstance(problem, Refused) else None

    def _one(self, field: Field, known: Known) -> Any:
        return field.read(self.raw[field.name], self.battle, self.procedure.partial(known))

    def _outside(self, field: Field, value: Any, known: Known, place: int) -> Problem | None:
        """What is wrong with a ship that is no candidate, though no rule speaks of it."""
        if not isinstance(field, ShipField) or value in (words := self.legality.candidates(field, known)):
            return None
        return InvalidInput(field.name, value, self.legality.allowed(field, known, place), nearest(value, words))

    def _switched(self, field: ModifierField, known: Known, place: int) -> tuple[str, ...]:
        """The modifiers in force: those of the battle or those entered whole, then single ones switched on or off."""
        whole = self._one(field, known) if field.name in self.raw else self.legality.default(field, known, place)
        in_force = set(whole or ())
        names = self._modifier_names(field)
        for name in names:
            if name in self.raw:
                on = FlagField(name=name, label=name).read(self.raw[name], self.battle, None)
                (in_force.add if on else in_force.discard)(name)
        return tuple(name for name in names if name in in_force)

    def with_input(self, name: str, raw: Any) -> Draft[S]:
        """The draft with one more value entered; None takes back what was entered."""
        others = {k: v for k, v in self.raw.items() if k != name}
        return Draft(self.battle, self.procedure, others if raw is None else {**others, name: raw}, self.legality)

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
        problem = self.legality.out_of_place() or next(wrong, None) or self.legality.refusal(self.values)
        return problem or self.procedure(**self.values)

    def order(self) -> Order[S]:
        """The finished order. Raises what is wrong or missing."""
        if isinstance(self.checked, Order):
            return self.checked
        raise self.checked
