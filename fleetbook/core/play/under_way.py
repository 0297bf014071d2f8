"""The parts that are being resolved: what a die is thrown for in them, and which of how many alike each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.tree import plain_inputs

S = TypeVar("S", bound=Ship)
MANY = 2  # alike: fewer are not counted


@dataclass(frozen=True)
class UnderWay(Generic[S]):
    """A part that is being resolved, the one of this ``number``, from 0, ``among`` those that are done one after another."""

    part: Part[S]
    among: Sequence[Part[S]]
    number: int

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """The inputs of the part as JSON gives them back."""
        return plain_inputs(self.part)

    @property
    def place(self) -> str:
        """Which it is of how many of its kind: ``shot 2 of 4``; empty where it is alone of its kind."""
        kind = type(self.among[self.number]) if self.among else None
        alike = [number for number, part in enumerate(self.among) if type(part) is kind]
        if len(alike) < MANY:
            return ""
        return f"{self.part.title.lower()} {alike.index(self.number) + 1} of {len(alike)}"


def asked_in(parts: Sequence[UnderWay[S]], battle: Battle[S]) -> tuple[str, str]:
    """What is thrown for in the innermost of some parts, with the part that it belongs to where it is told as done by that, and
    which of how many it is.
    """
    inside = list(takewhile(lambda one: one.part.inline, reversed(parts)))
    told = [*parts[: len(parts) - len(inside)][-1:], *reversed(inside)]
    return ", ".join(_within(one.part.asked(battle), one.part) for one in told), ", ".join(one.place for one in told if one.place)


def _within(words: str, part: Part[S]) -> str:
    """What is asked for in a part, inside a sentence."""
    return words.lower() if words == part.title else words
