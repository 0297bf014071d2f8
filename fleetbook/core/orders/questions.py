"""Questions to the rules about an order in the making. An answer remembers which inputs it read, so none is found twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Known: TypeAlias = Mapping[str, Any]
"""Values of inputs by name, in the order of the fields."""
UNKNOWN = object()
"""The value of an input that is not known yet."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What the rules say, the inputs that were read to say it, and whether one of them was missing to say more."""

    value: T
    read: tuple[str, ...]
    ended: bool = False


@dataclass(frozen=True)
class Fork:
    """A place in a tree of questions: the input that is read there, and what follows each of its values."""

    name: str
    ways: dict[Any, Fork | Answer[Any]] = field(default_factory=dict)


class Question(Generic[T]):
    """One question. ``find`` answers it; it can only learn of an order what it reads, so its answers are the leaves of a tree."""

    def __init__(self, find: Callable[[Known], Answer[T]]) -> None:
        self._find = find
        self._ways: dict[Any, Fork | Answer[T]] = {}

    def answer(self, known: Known) -> Answer[T]:
        """The answer of an order with these inputs."""
        found = self._ways.get(UNKNOWN)
        while isinstance(found, Fork):
            found = found.ways.get(known.get(found.name, UNKNOWN))
        return found or self._found(known)

    def _found(self, known: Known) -> Answer[T]:
        answer = self._find(known)
        ways, value, unread = self._ways, UNKNOWN, dict.fromkeys(answer.read)
        while isinstance(fork := ways.get(value), Fork):
            unread.pop(fork.name, None)
            ways, value = fork.ways, known.get(fork.name, UNKNOWN)
        for name in unread:
            ways[value] = fork = Fork(name)
            ways, value = fork.ways, known.get(name, UNKNOWN)
        ways[value] = answer
        return answer
