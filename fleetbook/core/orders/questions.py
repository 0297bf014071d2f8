"""Questions to the rules about an order in the making. An answer knows which inputs it read, so no search repeats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Known: TypeAlias = Mapping[str, Any]
"""Inputs by name, in the order of the fields."""
UNKNOWN = object()
"""Stands for an input without a value yet."""


@dataclass(slots=True)
class Answer(Generic[T]):
    """An answer of the rules, with the inputs read for it in their order. It ``ended`` early if an input was missing."""

    value: T
    read: dict[str, None]
    ended: bool = False


@dataclass(slots=True)
class Fork:
    """A fork in a tree of questions: an input, and the branch for each of its values."""

    name: str
    ways: dict[Any, Fork | Answer[Any]]


class Question(Generic[T]):
    """One question. Its answers are the leaves of a tree, since an answer depends on the inputs read for it alone."""

    def __init__(self) -> None:
        self._ways: dict[Any, Fork | Answer[T]] = {}

    def answer(self, known: Known, find: Callable[..., Answer[T]], *how: Any) -> Answer[T]:
        """The answer for an order with these inputs. ``find`` works it out unless an answer with the same reads is known."""
        ways, value, depth = self._ways, UNKNOWN, 0
        while isinstance(found := ways.get(value), Fork):
            ways, value, depth = found.ways, known.get(found.name, UNKNOWN), depth + 1
        if found is None:
            found = find(known, *how)
            for name in islice(found.read, depth, None):
                ways[value] = fork = Fork(name, {})
                ways, value = fork.ways, known.get(name, UNKNOWN)
            ways[value] = found
        return found
