"""Stored answers of the rules about an order that is being filled in. Each answer records the inputs that it depends on, so that
no question is asked twice for the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Known: TypeAlias = Mapping[str, Any]
"""The values of inputs by name, in the order of the fields."""
UNKNOWN = object()
"""Marks an input that has no value yet."""


@dataclass(slots=True)
class Answer(Generic[T]):
    """An answer of the rules. ``read`` holds the names of the inputs that were read for it, in order. ``ended`` says whether the
    rules stopped at an input without a value.
    """

    value: T
    read: dict[str, None]
    ended: bool = False


@dataclass(slots=True)
class Fork:
    """A fork in the tree of stored answers: the name of an input, with a branch for each of its values."""

    name: str
    ways: dict[Any, Fork | Answer[Any]]


class Question(Generic[T]):
    """One question to the rules, with the answers found so far. The answers are the leaves of a tree. Its forks are the inputs
    that were read for the answers.
    """

    def __init__(self) -> None:
        self._ways: dict[Any, Fork | Answer[T]] = {}

    def answer(self, known: Known, find: Callable[..., Answer[T]], *how: Any) -> Answer[T]:
        """The answer for an order with these inputs. ``find`` computes it, unless a stored answer depends on the same inputs with
        the same values.
        """
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
