"""Drafts: orders that are being filled in. The referee enters some inputs, and the program fills in the others."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import ALL_REFUSED, MOST_LISTED, NOTHING_TO_NAME, InvalidInput, NotYetKnown, Refused, nearest, shown
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

    given  whether the referee entered it
    value  the value as entered or filled in; None while it is unknown
    """

    def __init__(self, legality: Legality[Any], number: int, known: Known, raw: Mapping[str, Any]) -> None:
        super().__init__(legality, number, known)
        self._raw = raw
        self.given = self.is_shown and any(
            name in raw for name in (self.field.name, *_modifier_names(self.field, legality.battle))
        )
        self.value: Any = None
        if self.given:
            with suppress(InvalidInput, NotYetKnown):
                self.value = self._entered()
        else:
            self.value = self.suggested if self.is_shown else self.unasked

    def _entered(self) -> Any:
        """The value that the referee entered. For modifiers it is a list, which is entered or filled in. Modifiers that are
        entered one by one are then added to the list or removed from it.
        """
        field, battle, raw = self.field, self.legality.battle, self._raw
        if not isinstance(field, ModifierField):
            given = raw[field.name]  # a text may be of a class that says who filled it in
            return field.read(str(given) if isinstance(given, str) else given, battle, self._order)
        whole = field.read(raw[field.name], battle, self._order) if field.name in raw else self.suggested
        switched = {name: FlagField(name=name, label=name).read(raw[name], battle, None) for name in self.words if name in raw}
        return tuple(name for name in self.words if switched.get(name, name in (whole or ())))

    @property
    def _order(self) -> Order[Any]:
        return self.legality.kind.partial(self.known)

    def after(self, value: Any, as_measured: bool = False) -> Answer[Problem | None]:
        """The reason why no order with this value is legal, whatever the inputs after it. The answer is None if there is a legal
        order.
        """
        return self.legality.searched(self.number + 1, {**self.known, self.field.name: value}, as_measured)

    @cached_property
    def suggested(self) -> Any:
        """The value that the program fills in; None if only the referee knows it.

        It is the declared default, if some order with it is legal. Otherwise it is the first candidate with a legal order, if
        possible a legal one at the measured ranges. If an earlier input already makes every order illegal, it is the default. A
        yes-or-no default is never replaced, since only the referee knows whether it is true.
        """
        if self.field.stands or self.legality.searched(self.number, self.known).value:
            return self._declared
        if self.is_open:
            return None
        stands = self.field.default is None or not isinstance(self.field, ListedField) or self._ask("suggested", None) is ASK
        ways = list(self._ways()) if not stands else [] if self._declared is None else [self._declared]
        open_ways = (value for measured in (True, False) for value in ways if self.after(value, measured).value is None)
        return next(open_ways, None)

    @cached_property
    def problem(self) -> Problem | None:
        """The error in the entered value, or the error for a missing value. None if the input is in order."""
        if not self.given:
            return self._lacking() if self.is_shown and self.value is None else None
        try:
            value = self._entered()
        except NotYetKnown:
            return InvalidInput(self.field.name, self._raw[self.field.name], self._allowed())
        except InvalidInput as unreadable:
            return self._too_far() or self._no_word(unreadable)
        refused = self.legality.check({**self.known, self.field.name: value}).value
        is_limited = isinstance(self.field, ShipField) or (self.legality.battle.side and isinstance(self.field, ListedField))
        if refused or not is_limited:
            return refused
        unknown = [word for word in ((value,) if isinstance(value, str) else value) if word not in self.words]
        return InvalidInput(self.field.name, unknown[0], self._allowed(), nearest(unknown[0], self.words)) if unknown else None

    def _lacking(self) -> Problem | None:
        """The error for a missing value, or the rules' reason if they refuse every possible value. None if the value is left to
        the referee, or depends on a value that is left to him.
        """
        if self.is_open or self._waits_for_referee:
            return None
        if isinstance(self.field, NumberField) and not self._ask("is_current", False):
            return self._missing()
        first: Problem | None = None
        for value in self._ways():
            end = self.after(value).value
            if end is None:
                stays = isinstance(self.field, SeveralField) or self._declared is not None
                return first if first and stays else self._missing()
            first = first or end
        return first or self._missing()

    @property
    def _waits_for_referee(self) -> bool:
        """Whether this input depends on an input that the side left open for the referee."""
        if not self.legality.has_open:
            return False
        if isinstance(self.field, NumberField):
            self._ask("bounds", None)
        return any(name not in self.known for name in self.read)

    def _missing(self) -> Problem:
        if self.field.listed and not self.words and not self._candidates.ended:
            return self._nothing_to_name()
        allowed = self._allowed()
        takes = "it can be given" if allowed.startswith(ONLY_ONCE) else "it takes"
        one_of = "one of " if self.field.listed and ", " in allowed else ""
        return InvalidInput(self.field.name, "nothing", allowed, words=f"missing; {takes} {one_of}{allowed}")

    def _allowed(self) -> str:
        """The allowed values, for an error message. If they depend on other inputs, the message names the inputs to
        give first.
        """
        if self.field.listed:
            offered = (word for word in self.words if self.against(word) is None)
            first = ", ".join(shown(word) for word in islice(offered, MOST_LISTED)) or (
                ALL_REFUSED if self.words else NOTHING_TO_NAME
            )
            return f"{first} and others" if next(offered, None) else first
        legality = self.legality
        if allowed := self._ask("allowed", ""):
            return allowed
        before = [field for field in legality.fields[: self.number] if field.name not in self.known]
        before = [field for field in before if legality.of(field, "is_shown", self.known, False).value]
        if not before:
            return "what the earlier inputs allow"
        labels = listed(field.label_in(legality.battle) for field in before)
        return f"{ONLY_ONCE} {labels} {'are' if len(before) > 1 else 'is'} given"

    def _too_far(self) -> Problem | None:
        """The rules' refusal of a number that is outside the bounds, if the bounds depend on the battle. The refusal says more
        than an error about bounds. None if the text is no number, or if the rules do not refuse the number.
        """
        field = self.field
        if not isinstance(field, NumberField) or not (callable(field.low) or callable(field.high)):
            return None
        number = field.parsed(self._raw[field.name])
        problem = None if number is None else self.legality.check({**self.known, field.name: number}).value
        return problem if isinstance(problem, Refused) else None

    def _no_word(self, unreadable: InvalidInput) -> InvalidInput:
        """The error for a typed word with which no candidate begins. It lists only the candidates that may be chosen now."""
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

    @cached_property
    def options(self) -> tuple[str, ...] | None:
        """The candidates that may be chosen now; None if the input does not choose from candidates."""
        return tuple(word for word, problem in self._judged.items() if problem is None) if self.field.listed else None

    @cached_property
    def refused(self) -> dict[str, Problem]:
        """The candidates that may not be chosen now, each with the reason."""
        return {word: problem for word, problem in self._judged.items() if problem is not None}

    @cached_property
    def _judged(self) -> dict[str, Problem | None]:
        chosen = self.value if isinstance(self.field, SeveralField) and self.value else ()
        return {word: self.against(word, chosen) for word in self.words}

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The lowest and the highest allowed number. None if the input is not a number, or if its bounds depend on an input that
        has no value yet.
        """
        return self._ask("bounds", None) if isinstance(self.field, NumberField) else None

    @property
    def label(self) -> str:
        """The input's label in this battle."""
        return self.field.label_in(self.legality.battle)

    @cached_property
    def meanings(self) -> Mapping[str, str]:
        """The explanation of each candidate. Empty if none is declared, or if an input that they depend on has no value yet."""
        with suppress(NotYetKnown):
            return dict(evaluate(self.field.meanings, self.legality.battle, self._order))
        return {}

    def worded(self, word: str, most: int | None = None) -> str:
        """A candidate with its explanation, for a list: ``word (explanation)``. An explanation that begins with a plus or minus
        stands before the word. A modifier is shown as its number and its text. An explanation of more than ``most`` letters is
        left out.
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
    """An order that is being filled in: its kind and the values entered so far. A draft never changes: ``with_input`` makes
    another.

    The entered values are text or JSON. ``entries`` holds each input with its value, which may depend on the inputs before it.
    ``known`` holds the values by name, without missing ones. A side may leave some inputs open for the referee: its order then
    has None for them.
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
        self.raw = dict(raw or {})
        self._check_names()
        self.entries: dict[str, Entry] = {}
        self.known: dict[str, Any] = {}
        for number, name in enumerate(kind.declared):
            entry = self.entries[name] = Entry(self.legality, number, dict(self.known), self.raw)
            if entry.value is not None or not entry.is_shown:
                self.known[name] = entry.value

    def _check_names(self) -> None:
        """Raise InvalidInput if a value was entered under a name that is neither an input nor a modifier."""
        single = [name for field in self.kind.declared.values() for name in _modifier_names(field, self.battle)]
        names = [*self.kind.declared, *single]
        for name in self.raw:
            if name not in names:
                wrong = InvalidInput.word(f"order {self.kind.id}", name, names)
                takes = f"it takes {wrong.allowed}" if names else "it takes none"
                words = f"no input is called {shown(name)}; {f'did you mean {wrong.near}?' if wrong.near else takes}"
                raise InvalidInput(wrong.where, name, wrong.allowed, wrong.near, words)

    def with_input(self, name: str, raw: Any) -> Draft[S]:
        """The draft with this value entered for an input. None removes the entered value."""
        others = {k: v for k, v in self.raw.items() if k != name}
        return Draft(self.battle, self.kind, others if raw is None else {**others, name: raw}, self.legality)

    def answered(self, name: str, raw: Any) -> Draft[S]:
        """The draft after a referee enters a value in the form. If he chooses another candidate, such as another ship, the ticks
        in later inputs are cleared. Later values that become illegal are cleared too.
        """
        draft = self.with_input(name, raw)
        if not self.entries[name].field.listed or draft.values[name] == self.values[name]:
            return draft
        names = list(self.entries)
        for later in names[names.index(name) + 1 :]:
            entry = draft.entries[later]
            if entry.given and (isinstance(entry.field, SeveralField) or (entry.problem and entry.field.kind != "number")):
                draft = draft.with_input(later, None)
        return draft

    @property
    def wanted(self) -> list[Entry]:
        """The inputs that the form asks for, given the values so far."""
        return [entry for entry in self.entries.values() if entry.is_shown]

    @property
    def values(self) -> dict[str, Any]:
        """The present value of each input, by name; None for an unknown value."""
        return {name: entry.value for name, entry in self.entries.items()}

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the inputs that the referee entered."""
        return tuple(name for name, entry in self.entries.items() if entry.given)

    @property
    def problem(self) -> Problem | None:
        """The first error in the order as it is filled in; None if it can be given."""
        return None if isinstance(self.checked, Order) else self.checked

    @cached_property
    def checked(self) -> Order[S] | Problem:
        """The finished order, or the first error in it."""
        wrong = (entry.problem for entry in self.entries.values() if entry.problem)
        problem = self.legality.out_of_place() or next(wrong, None) or self.legality.check(self.known).value
        return problem or self.kind(**self.values)

    def order(self) -> Order[S]:
        """The finished order. Raises the first error in it."""
        if isinstance(self.checked, Order):
            return self.checked
        raise self.checked
