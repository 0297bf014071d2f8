"""The inputs of procedures. One declaration serves the form, the shell, the schema, the journal and the manual."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import pick, whole_number

InputsSoFar: TypeAlias = Mapping[str, Any]
FromBattle: TypeAlias = Callable[[Battle[Any], InputsSoFar], Any]
Source: TypeAlias = Any | FromBattle

METADATA = "fleetbook"
YES = ("yes", "y", "true", "on", "1")
NO = ("no", "n", "false", "off", "0")


def evaluate(source: Source, battle: Battle[Any], given: InputsSoFar) -> Any:
    """A default or a list of options: as declared, or asked of the battle and the values entered so far."""
    return source(battle, given) if callable(source) else source


@dataclass(frozen=True, kw_only=True)
class Field:
    """An input: its name, the words beside it, its default (a value, or a function of the battle and the fields before it)."""

    name: str = ""
    label: str
    default: Source = None
    help: str = ""
    section: str = ""
    wanted: Source = True
    kind = "text"
    unit = ""

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...] | None:
        """The values to choose from, or None where anything of the right kind goes."""
        return None

    def default_value(self, battle: Battle[Any], given: InputsSoFar) -> Any:
        """The value that the battle suggests; None where the referee must say."""
        return evaluate(self.default, battle, given)

    def allowed(self, battle: Battle[Any], given: InputsSoFar) -> str:
        """What may be said where there are no options to choose from, for a message."""
        return "some words"

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> Any:
        """A value from the shell's text or from JSON. Raises InvalidInput with what is allowed."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        if not raw.strip() and self.default != "":
            raise InvalidInput(self.name, "nothing", self.allowed(battle, given))
        return raw

    def kept(self, value: Any) -> Any:
        """The value of a journal's line, where it is one of this kind; None where it was not asked for. Raises InvalidInput."""
        if value is not None and not isinstance(value, str):
            raise InvalidInput(self.name, value, "text")
        return value

    def show(self, value: Any) -> str:
        """The value as the referee would type it."""
        return "" if value is None else str(value)

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        return {"type": "string", "description": self.label}


@dataclass(frozen=True, kw_only=True)
class ShipField(Field):
    """The name of a ship of the battle; ``among`` gives those that come into question now."""

    among: Source
    kind = "ship"

    def default_value(self, battle: Battle[Any], given: InputsSoFar) -> str | None:
        """The name of the ship that the battle suggests."""
        ship = evaluate(self.default, battle, given)
        return None if ship is None else str(ship)

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """Names of the ships that come into question."""
        return tuple(str(ship) for ship in evaluate(self.among, battle, given))

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> str:
        """Any ship of the battle, by its name or an unmistakable beginning; whether it may is for the rules to say."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "the name of a ship")
        return pick(self.name, raw, [ship.name for ship in battle.ships()])


@dataclass(frozen=True, kw_only=True)
class NumberField(Field):
    """A whole number from low to high in a unit."""

    low: Source = 0
    high: Source
    unit: str = ""
    kind = "number"

    def allowed(self, battle: Battle[Any], given: InputsSoFar) -> str:
        """The limits, with their unit."""
        low, high = evaluate(self.low, battle, given), evaluate(self.high, battle, given)
        return f"a whole number from {low} to {high}{' ' + self.unit if self.unit else ''}"

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> int:
        """A whole number within the limits."""
        number = whole_number(raw, self.unit)
        if number is None or not evaluate(self.low, battle, given) <= number <= evaluate(self.high, battle, given):
            raise InvalidInput(self.name, raw, self.allowed(battle, given))
        return number

    def kept(self, value: Any) -> int | None:
        """A whole number, or None."""
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise InvalidInput(self.name, value, "a whole number")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        limits = {k: v for k, v in (("minimum", self.low), ("maximum", self.high)) if not callable(v)}
        return {
            "type": "integer",
            "description": self.label,
            **limits,
            **({"unit": self.unit} if self.unit else {}),
        }


@dataclass(frozen=True, kw_only=True)
class ChoiceField(Field):
    """One of several words; ``nameable`` are those that may be named too, to be told by the rules why they may not be now."""

    among: Source
    nameable: Source = None
    kind = "choice"

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """The words to choose from."""
        return tuple(evaluate(self.among, battle, given))

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> str:
        """One of the words."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        return pick(self.name, raw, evaluate(self.nameable, battle, given) or self.options(battle, given))

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        listed = {} if callable(self.among) else {"enum": list(self.among)}
        return {"type": "string", "description": self.label, **listed}


@dataclass(frozen=True, kw_only=True)
class FlagField(Field):
    """Yes or no."""

    default: Source = False
    kind = "flag"

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """Yes and no."""
        return ("yes", "no")

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> bool:
        """Yes or no, in the words of the shell or as JSON's."""
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and raw.strip().casefold() in YES + NO:
            return raw.strip().casefold() in YES
        raise InvalidInput(self.name, raw, "yes or no")

    def kept(self, value: Any) -> bool | None:
        """True or false, or None."""
        if value is not None and not isinstance(value, bool):
            raise InvalidInput(self.name, value, "true or false")
        return value

    def show(self, value: Any) -> str:
        """Yes or no."""
        return "yes" if value else "no"

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        return {"type": "boolean", "description": self.label}


@dataclass(frozen=True, kw_only=True)
class SeveralField(Field):
    """Any number of several words; the value is a tuple in the options' order. ``nameable`` as for a choice."""

    among: Source
    nameable: Source = None
    kind = "several"

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """The words to choose from."""
        return tuple(str(option) for option in evaluate(self.among, battle, given))

    def default_value(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """The words that the battle suggests."""
        return tuple(str(word) for word in evaluate(self.default, battle, given) or ())

    def read(self, raw: Any, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """Words divided by ``;`` in the shell, or a JSON list."""
        words = [w.strip() for w in raw.split(";") if w.strip()] if isinstance(raw, str) else raw
        if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
            raise InvalidInput(self.name, raw, "a list of words")
        options = evaluate(self.nameable, battle, given) or self.options(battle, given)
        picked = {pick(self.name, word, options) for word in words}
        return tuple(option for option in options if option in picked)

    def kept(self, value: Any) -> tuple[str, ...] | None:
        """Words, or None; JSON gives a list where a tuple went in."""
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
            raise InvalidInput(self.name, value, "a list of words")
        return tuple(value)

    def show(self, value: Any) -> str:
        """The words divided by semicolons."""
        return "; ".join(value or ())

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        return {"type": "array", "items": {"type": "string"}, "description": self.label}


@dataclass(frozen=True, kw_only=True)
class ModifierField(SeveralField):
    """The modifiers of a list that count for this throw; the default is what the battle knows. Each is also an input of its own
    name in the shell: ``straddled=no``.
    """

    list: str
    among: Source = ()
    kind = "modifiers"

    def options(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """Ids of the list's modifiers."""
        return tuple(battle.tables.modifier_list(self.list).lines)

    def default_value(self, battle: Battle[Any], given: InputsSoFar) -> tuple[str, ...]:
        """Ids of the modifiers that the battle knows to count, in the list's order."""
        known = set(evaluate(self.default, battle, given) or ())
        return tuple(name for name in self.options(battle, given) if name in known)


def _declare(kind: type[Field], label: str, **settings: Any) -> Any:
    return dataclasses.field(metadata={METADATA: kind(label=label, **settings)})


def ship(label: str, among: Source, **settings: Any) -> Any:
    """Declare an input that is a ship."""
    return _declare(ShipField, label, among=among, **settings)


def number(label: str, low: Source, high: Source, **settings: Any) -> Any:
    """Declare an input that is a whole number; ``unit`` is shown and may be typed."""
    return _declare(NumberField, label, low=low, high=high, **settings)


def choice(label: str, among: Source, **settings: Any) -> Any:
    """Declare an input that is one of several words."""
    return _declare(ChoiceField, label, among=among, **settings)


def several(label: str, among: Source, **settings: Any) -> Any:
    """Declare an input that is any of several words."""
    return _declare(SeveralField, label, among=among, **settings)


def flag(label: str, **settings: Any) -> Any:
    """Declare an input that is yes or no."""
    return _declare(FlagField, label, **settings)


def modifiers(label: str, table: str, known: FromBattle, **settings: Any) -> Any:
    """Declare the modifiers of a throw, filled in from the battle."""
    return _declare(ModifierField, label, list=table, default=known, **settings)


def text(label: str, **settings: Any) -> Any:
    """Declare an input that is words."""
    return _declare(Field, label, **settings)
