"""An order in the making: what the referee has entered, what the battle fills in, and what is still wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, require, shown
from fleetbook.core.orders.fields import Field, FlagField, ModifierField, SeveralField, evaluate
from fleetbook.core.orders.order import Order

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True, slots=True)
class Entry:
    """One input of a draft: its value (None while unknown), whether the referee entered it, and what is wrong with it."""

    field: Field
    value: Any
    given: bool
    options: tuple[str, ...] | None
    problem: InvalidInput | None = None
    known: tuple[str, ...] = ()  # of modifiers: those that the battle itself fills in


class Draft(Generic[S]):
    """A procedure and the values entered for it. Immutable: ``with_input`` makes another.

    Values are raw (text or JSON) until ``entries`` reads them against the battle, field by field, each with those before it.
    """

    def __init__(self, battle: Battle[S], procedure: type[Order[S]], raw: Mapping[str, Any] | None = None) -> None:
        self.battle, self.procedure = battle, procedure
        self.raw = self._named(raw or {})
        self.entries = self._read()

    def _named(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Sort the raw values under fields and modifiers. Raises InvalidInput for a name that is neither."""
        declared = self.procedure.declared
        single = [name for field in declared.values() for name in self._modifier_names(field)]
        for name in raw:
            if name not in declared and name not in single:
                raise InvalidInput.word(f"name of an input of {self.procedure.id}", name, [*declared, *single])
        return dict(raw)

    def _modifier_names(self, field: Field) -> tuple[str, ...]:
        return field.options(self.battle, {}) if isinstance(field, ModifierField) else ()

    def _read(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        values: dict[str, Any] = {}
        for name, field in self.procedure.declared.items():
            entry = self._modifiers(field, values) if isinstance(field, ModifierField) else self._entry(field, values)
            entries[name] = entry
            values[name] = entry.value
        return entries

    def _entry(self, field: Field, values: Mapping[str, Any]) -> Entry:
        options = field.options(self.battle, values)
        if not evaluate(field.wanted, self.battle, values):
            return Entry(field, field.default_value(self.battle, values), False, ())
        if field.name not in self.raw:
            value = self._suggested(field, values)
            missing = InvalidInput(field.name, "nothing", self._allowed(options, field, values)) if value is None else None
            return Entry(field, value, False, options, missing)
        try:
            return Entry(field, field.read(self.raw[field.name], self.battle, values), True, options)
        except InvalidInput as problem:
            return Entry(field, None, True, options, problem)

    def _suggested(self, field: Field, values: Mapping[str, Any]) -> Any:
        """The default, unless it cannot be meant at present."""
        value = field.default_value(self.battle, values)
        try:
            return None if value is None else field.read(value, self.battle, values)
        except InvalidInput:
            return None

    def _modifiers(self, field: ModifierField, values: Mapping[str, Any]) -> Entry:
        """The modifiers in force: those of the battle or those entered whole, then single ones switched on or off."""
        options = field.options(self.battle, values)
        known = field.default_value(self.battle, values)
        given, problem, in_force = field.name in self.raw, None, set(known)
        try:
            if given:
                in_force = set(field.read(self.raw[field.name], self.battle, values))
            for name in options:
                if name in self.raw:
                    given = True
                    (
                        in_force.add
                        if FlagField(name=name, label=name).read(self.raw[name], self.battle, values)
                        else in_force.discard
                    )(name)
        except InvalidInput as error:
            problem = error
        return Entry(field, tuple(name for name in options if name in in_force), given, options, problem, known)

    def _allowed(self, options: tuple[str, ...] | None, field: Field, values: Mapping[str, Any]) -> str:
        if options is None:
            return field.allowed(self.battle, values)
        return ", ".join(shown(option) for option in options[:12]) or "nothing at present"

    def with_input(self, name: str, raw: Any) -> Draft[S]:
        """The draft with one more value entered; None takes back what was entered."""
        raw_values = {k: v for k, v in self.raw.items() if k != name}
        return Draft(self.battle, self.procedure, raw_values if raw is None else {**raw_values, name: raw})

    def answered(self, name: str, raw: Any) -> Draft[S]:
        """As ``with_input``; where that exchanges one of several words, such as a ship, what was ticked below for the one before,
        or can no longer be read, is worked out anew.
        """
        draft = self.with_input(name, raw)
        exchanged = self.entries[name].options is not None and draft.values[name] != self.values[name]
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
        values = self.values
        return [entry for entry in self.entries.values() if evaluate(entry.field.wanted, self.battle, values)]

    @property
    def values(self) -> dict[str, Any]:
        """The values as read so far; None where unknown or wrong."""
        return {name: entry.value for name, entry in self.entries.items()}

    @property
    def problem(self) -> InvalidInput | None:
        """The first thing that is wrong or missing."""
        return next((entry.problem for entry in self.entries.values() if entry.problem), None)

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the inputs that the referee entered or changed."""
        return tuple(name for name, entry in self.entries.items() if entry.given)

    def order(self) -> Order[S]:
        """The finished order, checked against the rules. Raises InvalidInput or Refused."""
        self.procedure.open(self.battle)
        require(self.procedure.key, f"{self.procedure.title} is a part of other orders and is not given by itself")
        if self.problem:
            raise self.problem
        order = self.procedure(**self.values)
        order.check(self.battle)
        return order
