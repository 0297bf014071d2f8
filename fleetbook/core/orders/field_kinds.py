"""The kinds of inputs: what each may be, how it is read, kept in the journal, shown, and told as a schema."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import isclose
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import InvalidInput, NotYetKnown
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.source import ALL, ASK, FIRST, Source, evaluate
from fleetbook.core.parsing import decimal_number, pick, pick_word, whole_number

METADATA = "fleetbook"
YES = ("yes", "y", "true", "on", "1")
NO = ("no", "n", "false", "off", "0")


@dataclass(frozen=True, kw_only=True)
class Field:
    """An input: its name, the words beside it, its default and when it is asked for. This kind takes words.

    ``called`` says the words beside it in a battle, where those of all battles are too general, ``meanings`` what each word that
    may be named stands for. Sources are asked of the battle and the order with the inputs before this one; they raise NotYetKnown
    where one is missing.
    """

    name: str = ""
    label: str
    default: Source = None
    help: str = ""
    section: str = ""
    shown_if: Source = True
    called: Source = ""
    meanings: Source = ()
    kind = "text"
    unit = ""
    listed = False
    """Whether the value is one of its candidates, or several of them."""

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """What could be named, whether or not the rules allow it now; nothing where any value of the kind goes."""
        return ()

    def label_in(self, battle: Battle[Any]) -> str:
        """The words beside it in a battle."""
        return str(evaluate(self.called, battle, None) or self.label)

    def is_shown(self, battle: Battle[Any], order: Any) -> bool:
        """Whether the input is asked for."""
        return bool(evaluate(self.shown_if, battle, order))

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The value that the declaration suggests; None where it does not."""
        return evaluate(self.default, battle, order)

    def suggested(self, battle: Battle[Any], order: Any) -> Any:
        """The value that the declaration suggests as it would be read, or FIRST, ALL or ASK; None where it cannot be read."""
        value = self.default_value(battle, order)
        try:
            return value if value in (None, FIRST, ALL, ASK) else self.read(value, battle, order)
        except InvalidInput:
            return None

    def allowed(self, battle: Battle[Any], order: Any) -> str:
        """What may be said where there are no candidates, for a message."""
        return "some words"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> Any:
        """A value from the shell's text or from JSON. Raises InvalidInput with what is allowed."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        if not raw.strip() and self.default != "":
            raise InvalidInput(self.name, "nothing", self.allowed(battle, order))
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
class ListedField(Field):
    """One of several words."""

    among: Source
    listed = True

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """The words, in the order in which they are offered."""
        return tuple(str(word) for word in evaluate(self.among, battle, order))


@dataclass(frozen=True, kw_only=True)
class ShipField(ListedField):
    """The name of a ship of the battle, or of something else that is a candidate, such as a torpedo."""

    kind = "ship"

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The name of the ship that the declaration suggests."""
        ship = evaluate(self.default, battle, order)
        return ship if ship is None or ship is FIRST else str(ship)

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> str:
        """Any ship of the battle or other candidate, by its name or an unmistakable beginning; whether it may, the rules say."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "the name of a ship")
        return pick(self.name, raw, dict.fromkeys([*map(str, battle.ships()), *self.candidates(battle, order)]))


@dataclass(frozen=True, kw_only=True)
class NumberField(Field):
    """A number from low to high in a unit: a whole one unless ``decimals`` are allowed, or a multiple of its ``step``; in one of
    the bands of a table where ``bands`` names it. What is ``measured`` between ships on the table holds in the step in which it
    was: ``holds`` says whether what is filled in was measured in the present one.
    """

    low: Source = 0
    high: Source
    unit: str = ""
    decimals: bool = False
    step: float = 0
    bands: str = ""
    measured: bool = False
    holds: Source = False
    kind = "number"

    def __post_init__(self) -> None:
        """A step that is broken lets decimals go."""
        if self.step < 0:
            raise ValueError(f"step of {self.label}: found {self.step}, allowed: a number above 0")
        if self.step % 1:
            object.__setattr__(self, "decimals", True)

    def bounds(self, battle: Battle[Any], order: Any) -> tuple[int, int]:
        """The least and the most that it may be."""
        return evaluate(self.low, battle, order), evaluate(self.high, battle, order)

    def is_current(self, battle: Battle[Any], order: Any) -> bool:
        """Whether the rules go by what is filled in: not by what was measured in an earlier step."""
        return not self.measured or bool(evaluate(self.holds, battle, order))

    def allowed(self, battle: Battle[Any], order: Any) -> str:
        """The limits, with their unit."""
        low, high = self.bounds(battle, order)
        number = "a number" if self.decimals else "a whole number"
        steps = f" in steps of {self.step:g}" if self.step not in (0, 1) else ""
        return f"{number} from {low} to {high}{' ' + self.unit if self.unit else ''}{steps}"

    def parsed(self, raw: Any) -> float | None:
        """The number that is meant, within the limits or not; None where it is none."""
        return decimal_number(raw, self.unit) if self.decimals else whole_number(raw, self.unit)

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> float:
        """A number within the limits."""
        number, (low, high) = self.parsed(raw), self.bounds(battle, order)
        if number is None or not low <= number <= high or not self._is_a_step(number):
            raise InvalidInput(self.name, raw, self.allowed(battle, order))
        if self.bands:
            self._require_band(number, battle)
        return number

    def _is_a_step(self, number: float) -> bool:
        return not self.step or isclose(number / self.step, round(number / self.step), abs_tol=1e-6)

    def _require_band(self, number: float, battle: Battle[Any]) -> None:
        """Raise InvalidInput for a number that no band of the table holds, RulesFault for a table without bands."""
        table = battle.tables.tables.get(self.bands)
        sides = (table.columns, table.rows) if table else ()
        axis = next((side for side in sides if side.kind == "numbers"), None)
        if axis is None:
            raise RulesFault(str(battle.ruleset.id), f"bands of {self.label}: {self.bands!r} is no table with bands of numbers")
        if not any(number in span for span in axis.spans):
            raise InvalidInput(self.name, number, f"what a band holds: {', '.join(axis.labels)}")

    def show(self, value: Any) -> str:
        """The value as the referee would type it: 3 for 3.0."""
        return f"{int(value)}" if isinstance(value, float) and value.is_integer() else super().show(value)

    def kept(self, value: Any) -> float | None:
        """A number, or None."""
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float) if self.decimals else int)):
            raise InvalidInput(self.name, value, "a number" if self.decimals else "a whole number")
        return value

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        limits = {k: v for k, v in (("minimum", self.low), ("maximum", self.high)) if not callable(v)}
        unit = {"unit": self.unit} if self.unit else {}
        steps = {"multipleOf": self.step} if self.step else {}
        return {"type": "number" if self.decimals else "integer", "description": self.label, **limits, **steps, **unit}


@dataclass(frozen=True, kw_only=True)
class ChoiceField(ListedField):
    """One of several words."""

    kind = "choice"

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> str:
        """One of the words."""
        if not isinstance(raw, str):
            raise InvalidInput(self.name, raw, "text")
        return pick_word(self.name, raw, self.candidates(battle, order))

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
    listed = True

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """Yes and no."""
        return ("yes", "no")

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> bool:
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
class SeveralField(ListedField):
    """Any number of several words; the value is a tuple in the candidates' order."""

    kind = "several"

    def default_value(self, battle: Battle[Any], order: Any) -> Any:
        """The words that the declaration suggests."""
        words = evaluate(self.default, battle, order)
        return words if words is ALL else tuple(str(word) for word in words or ())

    def read(self, raw: Any, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """Words divided by ``;`` in the shell, or a JSON list."""
        words = [w.strip() for w in raw.split(";") if w.strip()] if isinstance(raw, str) else raw
        if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
            raise InvalidInput(self.name, raw, "a list of words")
        known = self.candidates(battle, order)
        try:
            picked = {pick_word(self.name, word, known) for word in words}
        except InvalidInput as problem:
            if isinstance(raw, str) and "," in raw and ";" not in raw:
                raise InvalidInput(self.name, raw, f"{problem.allowed}; several of them are divided by ;") from None
            raise
        return tuple(word for word in known if word in picked)

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

    def candidates(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """Ids of the list's modifiers."""
        return tuple(battle.tables.modifier_list(self.list).lines)

    def default_value(self, battle: Battle[Any], order: Any) -> tuple[str, ...]:
        """Ids of those that the battle knows to count, in the list's order; of a generator, as far as its inputs are known.
        A blank or a dash is none. Raises RulesFault for one that the list has not.
        """
        known, names = set[str](), self.candidates(battle, order)
        with suppress(NotYetKnown):
            known.update(evaluate(self.default, battle, order) or ())
        for name in known.difference(names, ("", "-")):
            raise RulesFault.by(battle.ruleset, self.default, InvalidInput.word(f"modifiers.{self.list}", name, names))
        return tuple(name for name in names if name in known)
