"""The few things that a procedure may ask for or do. Rules yield them through the functions at the end of this module."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, TypeAlias

from fleetbook.core.battle.fact_effects import Add, Append, Mark, SetFact
from fleetbook.core.battle.facts import FactValue, type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.table import FaceRow, Modifier, Table


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """What a throw came to: the rule's answer, and how the record tells it."""

    answer: Any
    result: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to be thrown. Each kind says what a total means, and which totals are alike to the rule. Without a section of its own
    it is thrown by that of the order under way. ``only_for`` is the side that alone may read it, empty where both may.
    """

    label: str
    dice: Dice
    modifiers: tuple[Modifier, ...] = ()
    section: str = ""
    only_for: str = ""

    @property
    def shift(self) -> int:
        """The sum of the modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    def settle(self, total: int) -> ThrowResult:
        """What an unmodified total means to the rule."""
        return ThrowResult(total + self.shift, str(total + self.shift))

    def branches(self) -> Iterator[tuple[float, Any]]:
        """Each distinct answer with its probability."""
        ways = self.dice.ways()
        whole = self.dice.sides**self.dice.count
        merged: dict[Any, tuple[Any, int]] = {}
        for total, tally in ways.items():
            answer = self.settle(total).answer
            alike = type_strict_key(answer)
            merged[alike] = answer, merged.get(alike, (answer, 0))[1] + tally
        for answer, tally in merged.values():
            yield tally / whole, answer


@dataclass(frozen=True, slots=True)
class TableThrow(Throw):
    """A throw on a table: the answer is the result of the row that the modified total falls in, ends read as open."""

    table: Table | None = None
    line: str | float | None = None

    def rows(self) -> tuple[FaceRow, ...]:
        """The rows of the line thrown on."""
        return self.table.faces(self.line) if self.table else ()

    def settle(self, total: int) -> ThrowResult:
        """The row's result; a total beyond either end reads the row at that end."""
        rows = self.rows()
        lowest, highest = min(row.span.low for row in rows), max(row.span.high for row in rows)
        modified = min(max(total + self.shift, lowest), highest)
        row = next(row for row in rows if modified in row.span)
        return ThrowResult(row.result, str(row.result), row.label)


@dataclass(frozen=True, slots=True)
class AtLeastThrow(Throw):
    """A throw that must reach a score: the answer is whether it did."""

    needed: int = 0

    def settle(self, total: int) -> ThrowResult:
        """Whether the modified total reaches the score."""
        reached = total + self.shift >= self.needed
        return ThrowResult(reached, "yes" if reached else "no", f"{self.needed}+")


@dataclass(frozen=True, slots=True)
class DrawThrow(Throw):
    """One of several things drawn by a die, each with a weight in faces; the answer is its name."""

    options: tuple[tuple[str, int], ...] = ()

    def settle(self, total: int) -> ThrowResult:
        """The option that the face falls on, counted through in their order."""
        low = 1
        for name, weight in self.options:
            if total < low + weight:
                return ThrowResult(name, name, f"{low}" if weight == 1 else f"{low}-{low + weight - 1}")
            low += weight
        raise AssertionError("a face beyond the weights")


@dataclass(frozen=True, slots=True)
class RollOverThrow(Throw):
    """A throw that must beat a figure: the answer is by how much, 0 where it does not."""

    over: int = 0

    def settle(self, total: int) -> ThrowResult:
        """What is left of the modified total above the figure."""
        left = max(total + self.shift - self.over, 0)
        return ThrowResult(left, f"{left} over {self.over}" if left else f"not over {self.over}")


@dataclass(frozen=True, slots=True)
class Choose:
    """A player decides."""

    label: str
    options: tuple[str, ...]
    side: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Say something, or what is found worth saying when the order is played: the odds do not look for it.

    Without a section of its own, by that of the order under way.
    """

    text: str | Callable[[], Iterable[str]]
    section: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Count something for the odds and the report."""

    name: str
    value: int | str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Do other orders one after another, each on the battle as the one before left it."""

    orders: tuple[Any, ...]  # each a core.orders.part.Part


Effect: TypeAlias = Throw | Choose | Mark | SetFact | Add | Append | Note | Tally | Run
Effects: TypeAlias = Generator[Effect, Any, None]


def no_effect(step: object, effects: Effects) -> NoReturn:
    """Raise TypeError from the line of a rule that yielded what is no effect."""
    effects.throw(TypeError(f"{type(step).__name__} is no effect: is it `yield from`?"))
    raise AssertionError(step)


def roll(
    label: str, dice: str | Dice, modifiers: Sequence[Modifier] = (), section: str = "", only_for: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice for their modified total; ``only_for`` a side where their modifiers would tell what others may not know."""
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield Throw(label, dice, tuple(modifiers), section, only_for)
    return answer


def roll_on(
    table: Table, line: str | float | None = None, modifiers: Sequence[Modifier] = (), label: str = ""
) -> Generator[Effect, Any, Value]:
    """Throw the table's own die on one of its lines for the result."""
    answer: Value = yield TableThrow(label or table.title, table.thrown, tuple(modifiers), table.section, table=table, line=line)
    return answer


def roll_at_least(
    label: str, dice: str | Dice, needed: int, modifiers: Sequence[Modifier] = (), section: str = ""
) -> Generator[Effect, Any, bool]:
    """Throw dice that must reach a score."""
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: bool = yield AtLeastThrow(label, dice, tuple(modifiers), section, needed=needed)
    return answer


def roll_over(
    label: str, dice: str | Dice, over: int, modifiers: Sequence[Modifier] = (), section: str = ""
) -> Generator[Effect, Any, int]:
    """Throw dice that must beat a figure, for what is left above it (0 where they do not)."""
    dice = Dice.parse(dice) if isinstance(dice, str) else dice
    answer: int = yield RollOverThrow(label, dice, tuple(modifiers), section, over=over)
    return answer


def draw(label: str, options: Sequence[tuple[str, int]], section: str = "") -> Generator[Effect, Any, str]:
    """Draw one of several names by a die with as many faces as their weights add up to; one alone needs no die.

    Raises ValueError where there is nothing to draw from: a rule must look before it draws.
    """
    options = tuple((name, weight) for name, weight in options if weight > 0)
    if not options:
        raise ValueError(f"nothing to draw from for {label}")
    if len(options) == 1:
        return options[0][0]
    faces = sum(weight for _, weight in options)
    answer: str = yield DrawThrow(label, Dice(1, faces), (), section, options=options)
    return answer


def choose(label: str, options: Sequence[str], side: str = "") -> Generator[Effect, Any, str]:
    """Let a player choose; one option alone is no choice. The label is what is decided, such as ``the fate of the prize``: it is
    told as "Blue chooses the fate of the prize: yield".
    """
    if len(options) == 1:
        return options[0]
    answer: str = yield Choose(label, tuple(options), side)
    return answer


def strike_boxes(ship: str, track: str, boxes: int, why: str = "") -> Generator[Effect, Any, int]:
    """Strike boxes off, as many as there are; how many that was."""
    answer: int = yield Mark(ship, track, boxes, why)
    return answer


def lose(ship: object, track: str, boxes: int, why: str = "") -> Effects:
    """Strike boxes off, as many as there are, whatever their number."""
    yield Mark(str(ship), track, boxes, why, answered=False)


def restore_boxes(ship: str, track: str, boxes: int, why: str = "") -> Generator[Effect, Any, int]:
    """Restore boxes, as many as are missing; how many that was."""
    answer: int = yield Mark(ship, track, -boxes, why)
    return -answer


def set_fact(subject: object, name: str, value: FactValue, other: object = "", text: str = "") -> Effects:
    """Set a condition of a ship (or of the battle, by an empty subject)."""
    yield SetFact(str(subject), name, value, str(other), text)


def add(subject: object, name: str, amount: int = 1, other: object = "", text: str = "") -> Effects:
    """Add to a number kept as a fact."""
    yield Add(str(subject), name, amount, str(other), text)


def append(subject: object, name: str, *entries: FactValue, text: str = "") -> Effects:
    """Add entries to a list kept as a fact."""
    if entries:
        yield Append(str(subject), name, entries, text=text)


def clear(subject: object, name: str, other: object = "", text: str = "") -> Effects:
    """Clear a condition."""
    yield SetFact(str(subject), name, None, str(other), text)


def note(text: str, section: str = "") -> Effects:
    """Say something in the journal."""
    yield Note(text, section)


def note_new(words: Callable[[], Iterable[str]], changes: Effects, section: str = "") -> Effects:
    """Make changes, then say what the words say after them and did not before."""
    known: list[str] = []

    def remember() -> Iterable[str]:
        known.extend(words())
        return ()

    yield Note(remember)
    yield from changes
    yield Note(lambda: [text for text in words() if text not in known], section)


def tally(name: str, value: int | str, who: object = "") -> Effects:
    """Count something for the odds and the report: whole numbers add up, words replace each other."""
    yield Tally(name, value, str(who))


class Runs(Protocol):
    """What can be run: a part or an order."""

    def resolve(self, battle: Any) -> Effects:
        """Its effects."""
        ...


def run(*orders: Runs) -> Effects:
    """Do other orders one after another."""
    if orders:
        yield Run(tuple(orders))
