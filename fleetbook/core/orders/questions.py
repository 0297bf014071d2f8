"""Questions to the rules about an order in the making. An answer remembers which inputs it read, so none is found twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Known: TypeAlias = Mapping[str, Any]
"""Values of inputs by name, in the order of the fields."""
UNKNOWN = object()
"""The value of an input that is not known yet."""


@dataclass(slots=True)
class Answer(Generic[T]):
    """What the rules say, the inputs that were read to say it, in their order, and whether one was missing to say more."""

    value: T
    read: dict[str, None]
    ended: bool = False


@dataclass(slots=True)
class Fork:
    """A place in a tree of questions: the input that is read there, and what follows each of its values."""

    name: str
    ways: dict[Any, Fork | Answer[Any]]


class Question(Generic[T]):
    """One question. Who finds an answer learns of an order only what he reads, so the answers are the leaves of a tree."""

    def __init__(self) -> None:
        self._ways: dict[Any, Fork | Answer[T]] = {}

    def answer(self, known: Known, find: Callable[..., Answer[T]], *how: Any) -> Answer[T]:
        """The answer of an order with these inputs; ``find`` gives it where none is kept that read the same."""
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
