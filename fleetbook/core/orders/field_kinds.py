"""The kinds of inputs, such as ship, number and choice. Each kind knows its candidates, reads and shows a value, and has a JSON
schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import isclose
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.doctrines.tape import Measure, Range
from fleetbook.core.errors import InvalidInput, NotYetKnown
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.source import ALL, ASK, FIRST, Source, evaluate
from fleetbook.core.parsing import decimal_number, pick, pick_word, whole_number

METADATA = "fleetbook"
YES = ("yes", "y", "true", "on", "1")
NO = ("no", "n", "false", "off", "0")


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """An input of an order. This kind accepts free text; other kinds derive from it.

    ``called`` is a label for one battle, and ``meanings`` explain the candidates. If candidates are more than names, ``about``
    has the ship or squadron in each. ``measured`` is what players measure on the table. A setting may be a function of the battle
    and the order. The function sees only the inputs before this one, and raises NotYetKnown if one of them has no value yet.
    """

    name: str = ""
    label: str
    default: Source = None
    help: str = ""
    section: str = ""
    shown_if: Source = True
    called: Source = ""
    meanings: Source = ()
    about: Source = ()
    left_open: Source = False
    stands: bool = False
    measured: Measure | None = None
    kind = "text"
    unit = ""
    listed = False
    """Whether the value is chosen from a list of candidates."""

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The words that can be named for this input, even if they are refused now. Empty for an input that takes any value."""
        return ()

    def value_of(self, word: str) -> Any:
        """The value of this input if this candidate is chosen, and no other."""
        return word

    def label_in(self, battle: Battle[Any]) -> str:
        """The input's label in this battle."""
        return str(evaluate(self.called, battle, None) or self.label)

    def is_shown(self, battle: Battle[Any], order: Any) -> bool:
        """Whether the form asks for this input now."""
        return bool(evaluate(self.shown_if, battle, order))

    def is_left_open(self, battle: Battle[Any], order: Any) -> bool:
        """Whether a player may leave this input to the referee."""
        return bool(battle.side) and bool(evaluate(self.left_open, battle, order))

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The declared default; None if none is declared."""
        return evaluate(self.default, battle, order)

    def suggested(self, battle: Battle[Any], order: Any) -> Any:
        """The default as ``read`` returns it, or the constant FIRST, ALL or ASK. None if there is no default or it is
        unreadable.
        """
        value = self.default_value(battle, order)
        try:
            return value if value in (None, FIRST, ALL, ASK) else self.read(value, battle, order)
        except InvalidInput:
            return None

    def allowed(self, battle: Battle[Any], order: Any) -> str:
        """The allowed values in words, for an error message about an input without candidates."""
        return "some words"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> Any:
        """The value, read from typed text or from JSON. Raises InvalidInput, which names the allowed values."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        if not raw.strip() and self.default != "":
            raise InvalidInput(self.name, "nothing", self.allowed(battle, order))
        return raw

    def decoded(self, value: Any) -> Any:
        """The value from a line of the journal; None if the input was not asked for. Raises InvalidInput for a wrong type."""
        if value is not None and not isinstance(value, str):
            raise InvalidInput(self.name, value, "text")
        return value

    def show(self, value: Any) -> str:
        """The value written as the referee would type it."""
        return "" if value is None else str(value)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        return {"type": "string", "description": self.label}


class ListedField(Field, frozen=True, kw_only=True):
    """An input whose value comes from a list of candidates."""

    among: Source
    listed = True

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The words to choose from, in the order in which they are offered."""
        return tuple(str(word) for word in evaluate(self.among, battle, order))


class ShipField(ListedField, frozen=True, kw_only=True):
    """An input that is the name of a ship, or of another candidate such as a torpedo."""

    kind = "ship"

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The name of the default ship; None if there is no default."""
        ship = evaluate(self.default, battle, order)
        return ship if ship is None or ship is FIRST else str(ship)

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> str:
        """The full name of a ship or another candidate that was typed in full or abbreviated. Whether it may be chosen is checked
        later.
        """
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "the name of a ship")
        return pick(self.name, raw, dict.fromkeys([*map(str, battle.ships()), *self.candidates(battle, order)]))


class NumberField(Field, frozen=True, kw_only=True):
    """An input that is a number between ``low`` and ``high``, in a unit.

    It is a whole number unless ``decimals`` are allowed, and a multiple of ``step`` if there is one. ``bands`` is the id of a
    table with bands of numbers; the number must lie in one of them. If players measure the number, ``holds`` says whether its
    default was measured in the present phase.
    """

    low: Source = 0
    high: Source
    unit: str = ""
    decimals: bool = False
    step: float = 0
    bands: str = ""
    measured: Range | None = None
    holds: Source = False
    kind = "number"

    def __post_init__(self) -> None:
        """Allow decimals if ``step`` is not a whole number. Raises ValueError for a negative step."""
        if self.step < 0:
            raise ValueError(f"step of {self.label}: found {self.step}, allowed: a number above 0")
        if self.step % 1:
            msgspec.structs.force_setattr(self, "decimals", True)

    def bounds(self, battle: Battle[Any], order: Any) -> tuple[int, int]:
        """The lowest and the highest allowed number."""
        return evaluate(self.low, battle, order), evaluate(self.high, battle, order)

    def is_current(self, battle: Battle[Any], order: Any) -> bool:
        """Whether the default may be a reason to refuse an order. A number that was measured in an earlier phase may not."""
        return not self.measured or bool(evaluate(self.holds, battle, order))

    def allowed(self, battle: Battle[Any], order: Any) -> str:
        """The allowed numbers with their unit, for an error message."""
        low, high = self.bounds(battle, order)
        number = "a number" if self.decimals else "a whole number"
        steps = f" in steps of {self.step:g}" if self.step not in (0, 1) else ""
        return f"{number} from {low} to {high}{' ' + self.unit if self.unit else ''}{steps}"

    def parsed(self, raw: Any) -> float | None:
        """The typed number, even if it is outside the bounds; None if the text is not a number."""
        return decimal_number(raw, self.unit) if self.decimals else whole_number(raw, self.unit)

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> float:
        """The number, if it is within the bounds, a multiple of the step, and in a band of the table. Raises InvalidInput
        otherwise, and RulesFault if the table has no bands.
        """
        number, (low, high) = self.parsed(raw), self.bounds(battle, order)
        if number is None or not low <= number <= high:
            raise InvalidInput(self.name, raw, self.allowed(battle, order))
        if self.step and not isclose(number / self.step, round(number / self.step), abs_tol=1e-6):
            raise InvalidInput(self.name, raw, self.allowed(battle, order))
        if not self.bands:
            return number
        table = battle.tables.tables.get(self.bands)
        sides = (table.columns, table.rows) if table else ()
        axis = next((side for side in sides if side.kind == "numbers"), None)
        if axis is None:
            what = f"bands of {self.label}: {self.bands!r} is not a table with bands of numbers"
            raise RulesFault(str(battle.ruleset.id), what)
        if not any(number in span for span in axis.spans):
            raise InvalidInput(self.name, number, f"a number in one of the bands {', '.join(axis.labels)}")
        return number

    def show(self, value: Any) -> str:
        """The value as the referee would type it: 3 for 3.0."""
        return f"{int(value)}" if isinstance(value, float) and value.is_integer() else super().show(value)

    def decoded(self, value: Any) -> float | None:
        """The number from a line of the journal; None if the input was not asked for. Raises InvalidInput for a wrong type."""
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float) if self.decimals else int)):
            raise InvalidInput(self.name, value, "a number" if self.decimals else "a whole number")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        limits = {k: v for k, v in (("minimum", self.low), ("maximum", self.high)) if not callable(v)}
        unit = {"unit": self.unit} if self.unit else {}
        steps = {"multipleOf": self.step} if self.step else {}
        return {"type": "number" if self.decimals else "integer", "description": self.label, **limits, **steps, **unit}


class ChoiceField(ListedField, frozen=True, kw_only=True):
    """An input that is one word from a list."""

    kind = "choice"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> str:
        """The word of the list that was typed in full or abbreviated."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        return pick_word(self.name, raw, self.candidates(battle, order))

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        listed = {} if callable(self.among) else {"enum": list(self.among)}
        return {"type": "string", "description": self.label, **listed}


class FlagField(Field, frozen=True, kw_only=True):
    """An input that is yes or no."""

    default: Source = False
    kind = "flag"
    listed = True

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """Yes and no."""
        return ("yes", "no")

    def value_of(self, word: str) -> bool:
        """True for yes."""
        return word == "yes"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> bool:
        """True or False, from a typed yes or no, or from JSON."""
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and raw.strip().casefold() in YES + NO:
            return raw.strip().casefold() in YES
        raise InvalidInput(self.name, raw, "yes or no")

    def decoded(self, value: Any) -> bool | None:
        """True or False from a line of the journal; None if the input was not asked for. Raises InvalidInput otherwise."""
        if value is not None and not isinstance(value, bool):
            raise InvalidInput(self.name, value, "true or false")
        return value

    def show(self, value: Any) -> str:
        """The value in words: ``yes`` or ``no``."""
        return "yes" if value else "no"

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        return {"type": "boolean", "description": self.label}


class SeveralField(ListedField, frozen=True, kw_only=True):
    """An input that takes any number of words from a list. The value is a tuple, in the order of the list."""

    kind = "several"

    def value_of(self, word: str) -> tuple[str, ...]:
        """The word alone."""
        return (word,)

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The default words. The constant ALL means all words that may be chosen."""
        words = evaluate(self.default, battle, order)
        return words if words is ALL else tuple(str(word) for word in words or ())

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The chosen words, from a text with ``;`` between them, or from a JSON list."""
        words = [w.strip() for w in raw.split(";") if w.strip()] if isinstance(raw, str) else raw
        if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
            raise InvalidInput(self.name, raw, "a list of words")
        known = self.candidates(battle, order)
        try:
            picked = {pick_word(self.name, word, known) for word in words}
        except InvalidInput as problem:
            if isinstance(raw, str) and "," in raw and ";" not in raw:
                raise InvalidInput(self.name, raw, f"{problem.allowed}; write ; between several of them") from None
            raise
        return tuple(word for word in known if word in picked)

    def decoded(self, value: Any) -> tuple[str, ...] | None:
        """The words from a line of the journal; None if the input was not asked for. Raises InvalidInput for a wrong type."""
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
            raise InvalidInput(self.name, value, "a list of words")
        return tuple(value)

    def show(self, value: Any) -> str:
        """The words separated by semicolons, as the referee would type them."""
        return "; ".join(value or ())

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        return {"type": "array", "items": {"type": "string"}, "description": self.label}


class ModifierField(SeveralField, frozen=True, kw_only=True):
    """An input that takes the modifiers of a throw from a list. The program fills in the modifiers that it knows to apply.

    In the shell each modifier can also be typed as an input of its own: ``straddled=no``. ``measures`` has the measurements on
    the table that show whether a modifier applies, by the id of the modifier.
    """

    list: str
    measures: Mapping[str, Measure] = {}
    among: Source = ()
    kind = "modifiers"

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The ids of the modifiers in the list."""
        return tuple(battle.tables.modifier_list(self.list).lines)

    def default_value(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The ids of the modifiers that are known to apply, in the order of the list.

        The declared default may be a generator of ids. It is read up to the point where it needs an input without a value. An
        empty id or a dash is ignored. Raises RulesFault for an id that is not in the list.
        """
        known, names = set[str](), self.candidates(battle, order)
        with suppress(NotYetKnown):
            known.update(evaluate(self.default, battle, order) or ())
        for name in known.difference(names, ("", "-")):
            raise RulesFault.by(battle.ruleset, self.default, InvalidInput.word(f"modifiers.{self.list}", name, names))
        return tuple(name for name in names if name in known)


class DataField(Field, frozen=True, kw_only=True):
    """An input with a list of lists that the program makes, such as the state of each ship after a battle. The value is a tuple
    of tuples, so that it can be a key of a dictionary. In the shell it is typed as JSON.
    """

    kind = "data"

    def allowed(self, battle: Battle[Any], order: Any) -> str:
        """The allowed values, for an error message."""
        return "a list in JSON"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> tuple[Any, ...]:
        """The lists as tuples, from JSON or from a text of JSON."""
        try:
            return self.decoded(msgspec.json.decode(raw) if isinstance(raw, str) else raw) or ()
        except msgspec.DecodeError:
            raise InvalidInput(self.name, raw, self.allowed(battle, order)) from None

    def decoded(self, value: Any) -> tuple[Any, ...] | None:
        """The lists from a line of the journal, as tuples; None if the input was not asked for. Raises InvalidInput otherwise."""
        if value is not None and not isinstance(value, (list, tuple)):
            raise InvalidInput(self.name, value, "a list")
        return None if value is None else _tuples(value, self.name)

    def show(self, value: Any) -> str:
        """The lists as JSON."""
        return msgspec.json.encode(value or ()).decode()

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a value."""
        return {"type": "array", "description": self.label}


def _tuples(value: Any, name: str) -> Any:
    """A list and its inner lists as tuples. Raises InvalidInput for anything but lists, text, numbers, True and False."""
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(one, name) for one in value)
    if value is not None and not isinstance(value, (str, int, float)):
        raise InvalidInput(name, value, "lists of text and numbers")
    return value
