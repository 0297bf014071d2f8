"""Throws of dice. Each kind of throw turns a total into an answer for the rule, and into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from fleetbook.core.battle.facts import type_strict_key
from fleetbook.core.dice import Dice
from fleetbook.core.tables.table import FaceRow, Line, Modifier, Table
from fleetbook.core.words.sentence import Words

NO_YES = "no", "yes"
"""The words that the journal stores for a throw that must reach a score: failure, then success."""


class ThrowResult(msgspec.Struct, frozen=True):
    """The outcome of a throw. The rule gets ``answer``. The journal gets ``result`` and the table's ``row``."""

    answer: Any
    result: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to be thrown. Each kind of throw says what a total means. Without a section the throw gets the section of its order.
    ``only_for`` is the only side that may read the throw; empty if all sides may.
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
        """The outcome for this total of the dice. The modifiers are added to the total first."""
        return ThrowResult(total + self.shift, str(total + self.shift))

    def describe(self, total: int) -> str:
        """The outcome for the total of the dice without modifiers, in words for the player who throws."""
        result = self.settle(total).result
        return "nothing" if result == "-" else result

    def branches(self) -> Iterator[tuple[float, Any]]:
        """Each distinct answer of this throw, with its probability."""
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
    """A throw on a table. The total with its modifiers selects the row; a total beyond the table counts as its first
    or last row.
    """

    table: Table | None = None
    line: Line | None = None

    def rows(self) -> tuple[FaceRow, ...]:
        """The rows that the throw may select."""
        return self.table.faces(self.line) if self.table else ()

    def settle(self, total: int) -> ThrowResult:
        """The result in the row of the table for this total with the modifiers added. A total beyond the table counts as its
        first or last row.
        """
        rows = self.rows()
        lowest, highest = min(row.span.low for row in rows), max(row.span.high for row in rows)
        modified = min(max(total + self.shift, lowest), highest)
        row = next(row for row in rows if modified in row.span)
        return ThrowResult(row.result, str(row.result), row.label)


@dataclass(frozen=True, slots=True)
class AtLeastThrow(Throw):
    """A throw that must reach a number. The answer is True or False; ``words`` are the words for failure and success that the
    thrower reads.
    """

    needed: int = 0
    words: tuple[str, str] = NO_YES

    def settle(self, total: int) -> ThrowResult:
        """Whether this total with the modifiers added reaches the needed number."""
        reached = total + self.shift >= self.needed
        return ThrowResult(reached, NO_YES[reached], f"{self.needed}+")

    def describe(self, total: int) -> str:
        """The word for failure or success with this total."""
        return self.words[self.settle(total).answer]


@dataclass(frozen=True, slots=True)
class DrawThrow(Throw):
    """A draw of one of several names by a die. Each name has some of the faces. The answer is the drawn name."""

    options: tuple[tuple[str, int], ...] = ()

    def settle(self, total: int) -> ThrowResult:
        """The name that this face of the die draws."""
        low = 1
        for name, weight in self.options:
            if total < low + weight:
                return ThrowResult(name, name, f"{low}" if weight == 1 else f"{low}-{low + weight - 1}")
            low += weight
        raise AssertionError("a face beyond the weights")


@dataclass(frozen=True, slots=True)
class RollOverThrow(Throw):
    """A throw that must exceed a number. The answer is the difference, or 0 if the total does not exceed it."""

    over: int = 0

    def settle(self, total: int) -> ThrowResult:
        """The number by which this total with the modifiers added exceeds the needed number; never below 0."""
        left = max(total + self.shift - self.over, 0)
        return ThrowResult(left, f"{left} over {self.over}" if left else f"not over {self.over}")
