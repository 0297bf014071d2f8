"""Dice to be thrown: each kind says what a total means to the rule, and what it comes to in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.facts import type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.tables.table import FaceRow, Line, Modifier, Table
from fleetbook.core.words.sentence import Words

NO_YES = "no", "yes"
"""What the journal keeps of a throw for a score."""


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
        """What an unmodified total means to the rule."""
        return ThrowResult(total + self.shift, str(total + self.shift))

    def describe(self, total: int) -> str:
        """What an unmodified total comes to, in words for whoever throws."""
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
    """A throw on a table: the answer is the result of the row that the modified total falls in, ends read as open."""

    table: Table | None = None
    line: Line | None = None

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
    """A throw that must reach a score: the answer is whether it did. ``words`` tell whoever throws what falling short of it and
    reaching it come to.
    """

    needed: int = 0
    words: tuple[str, str] = NO_YES

    def settle(self, total: int) -> ThrowResult:
        """Whether the modified total reaches the score."""
        reached = total + self.shift >= self.needed
        return ThrowResult(reached, NO_YES[reached], f"{self.needed}+")

    def describe(self, total: int) -> str:
        """The word for what it comes to."""
        return self.words[self.settle(total).answer]


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
