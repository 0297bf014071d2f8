"""Throws of dice. Each kind turns a total into the rule's answer and into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.facts import type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.tables.table import FaceRow, Line, Modifier, Table
from fleetbook.core.words.sentence import Words

NO_YES = "no", "yes"
"""Results of a throw for a score, as the journal keeps them."""


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """The outcome of a throw: the rule's answer, and the result and row for the record."""

    answer: Any
    result: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to be thrown. Each kind gives every total a meaning, and knows which totals mean the same. A throw without a section
    takes the section of its order. ``only_for`` is the one side that may read it; empty lets all read it.
    """

    label: Words
    dice: Dice
    modifiers: tuple[Modifier, ...] = ()
    section: str = ""
    only_for: str = ""

    @property
    def shift(self) -> int:
        """The sum of the modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    def settle(self, total: int) -> ThrowResult:
        """The result of an unmodified total."""
        return ThrowResult(total + self.shift, str(total + self.shift))

    def describe(self, total: int) -> str:
        """The outcome of an unmodified total, in words for the thrower."""
        result = self.settle(total).result
        return "nothing" if result == "-" else result

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
    """A throw on a table. The modified total picks the row; the first and the last row are open-ended."""

    table: Table | None = None
    line: Line | None = None

    def rows(self) -> tuple[FaceRow, ...]:
        """The rows of the line that is thrown on."""
        return self.table.faces(self.line) if self.table else ()

    def settle(self, total: int) -> ThrowResult:
        """The row's result. A total beyond either end reads the row at that end."""
        rows = self.rows()
        lowest, highest = min(row.span.low for row in rows), max(row.span.high for row in rows)
        modified = min(max(total + self.shift, lowest), highest)
        row = next(row for row in rows if modified in row.span)
        return ThrowResult(row.result, str(row.result), row.label)


@dataclass(frozen=True, slots=True)
class AtLeastThrow(Throw):
    """A throw that must reach a score. The answer is yes or no; ``words`` describe no and yes to the thrower."""

    needed: int = 0
    words: tuple[str, str] = NO_YES

    def settle(self, total: int) -> ThrowResult:
        """Whether the modified total reaches the score."""
        reached = total + self.shift >= self.needed
        return ThrowResult(reached, NO_YES[reached], f"{self.needed}+")

    def describe(self, total: int) -> str:
        """The word for failure or success."""
        return self.words[self.settle(total).answer]


@dataclass(frozen=True, slots=True)
class DrawThrow(Throw):
    """A draw by a die among several names, each with its number of faces. The answer is a name."""

    options: tuple[tuple[str, int], ...] = ()

    def settle(self, total: int) -> ThrowResult:
        """The option under the face, counted through in their order."""
        low = 1
        for name, weight in self.options:
            if total < low + weight:
                return ThrowResult(name, name, f"{low}" if weight == 1 else f"{low}-{low + weight - 1}")
            low += weight
        raise AssertionError("a face beyond the weights")


@dataclass(frozen=True, slots=True)
class RollOverThrow(Throw):
    """A throw that must beat a figure. The answer is the difference, or 0 for a total that does not beat it."""

    over: int = 0

    def settle(self, total: int) -> ThrowResult:
        """The modified total less the figure, and never below 0."""
        left = max(total + self.shift - self.over, 0)
        return ThrowResult(left, f"{left} over {self.over}" if left else f"not over {self.over}")
