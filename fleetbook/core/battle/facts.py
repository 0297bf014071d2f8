"""A battle's facts: a flat, persistent map with a fingerprint that each change carries forward."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from rpds import HashTrieMap

FactValue: TypeAlias = str | int | float | bool | tuple["FactValue", ...] | None

_WIDTH = 16
_WHOLE = 1 << (8 * _WIDTH)


class Key(NamedTuple):
    """The name of a fact: its subject, its own name, and the other whom it concerns. The battle's subject is empty."""

    subject: str
    name: str
    other: str = ""


TURN = Key("", "turn")
Change: TypeAlias = tuple[Key, FactValue]
Test: TypeAlias = Callable[[FactValue], bool]
"""A question to a fact. It is a module's function, so that it is the same object each time."""


def is_nought(value: FactValue) -> bool:
    """Whether a number stored as a fact is 0. A missing number is 0 too."""
    return not isinstance(value, (int, float)) or value == 0


class State:
    """All facts at one moment. It is immutable: ``with_changes`` makes another state that shares the unchanged facts.

    A fact set to None is absent. So two battles with the same facts have the same fingerprint, whatever led there.

    total    the sum of the hashes of all facts
    before   the state from which this one was made; None for the first
    changed  the facts that were set in between
    """

    __slots__ = ("_facts", "before", "changed", "total")

    def __init__(
        self,
        facts: HashTrieMap[Key, FactValue] | None = None,
        total: int = 0,
        before: State | None = None,
        changed: frozenset[Key] = frozenset(),
    ) -> None:
        self._facts: HashTrieMap[Key, FactValue] = HashTrieMap() if facts is None else facts
        self.total, self.before, self.changed = total, before, changed

    def get(self, key: Key) -> FactValue:
        """The fact, or None if it is absent."""
        return self._facts.get(key)

    def several(self, keys: Iterable[Key]) -> list[FactValue]:
        """Several facts at once."""
        get = self._facts.get
        return [get(key) for key in keys]

    def with_changes(self, changes: Iterable[Change]) -> State:
        """The state after these facts are set; None removes one."""
        facts, total, changed = self._facts, self.total, list[Key]()
        for key, value in changes:
            changed.append(key)
            before = facts.get(key)
            if before is not None:
                total -= _digest(key, before)
            if value is not None:
                total += _digest(key, value)
                facts = facts.insert(key, value)
            elif before is not None:
                facts = facts.remove(key)
        return State(facts, total % _WHOLE, self, frozenset(changed))

    @property
    def fingerprint(self) -> str:
        """The sum of all facts' hashes, in hex. Equal facts have equal sums, and each change carries the sum forward."""
        return f"{self.total:0{2 * _WIDTH}x}"

    def items(self) -> Iterator[Change]:
        """All facts, in the order of their keys."""
        return iter(sorted(self._facts.items(), key=lambda item: item[0]))

    def __len__(self) -> int:
        return len(self._facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.total == other.total and self._facts == other._facts

    __hash__ = None  # type: ignore[assignment]


def type_strict_key(value: Any) -> Any:
    """A key that tells values apart that Python holds equal, such as True, 1 and 1.0. It looks inside tuples."""
    if isinstance(value, tuple):
        return tuple(type_strict_key(part) for part in value)
    return (type(value), repr(value)) if isinstance(value, (bool, float)) else value


def _digest(key: Key, value: FactValue) -> int:
    # 0.0 equals -0.0, and True within a list equals 1: neither may share a cached hash
    return _hash(key, value) if isinstance(value, (tuple, float)) else _cached_hash(key, value)


@lru_cache(maxsize=1 << 14, typed=True)
def _cached_hash(key: Key, value: FactValue) -> int:
    """The hash of a fact. A replaced fact was hashed before, when it was set."""
    return _hash(key, value)


def _hash(key: Key, value: FactValue) -> int:
    text = msgspec.json.encode((key, value))
    return int.from_bytes(hashlib.blake2b(text, digest_size=_WIDTH).digest(), "big")


# ------------------------------------------------------------ values held back in a simultaneous step

HOLDING = Key("", "held back")
"""Whether the present step holds changes back. It is set as a simultaneous step begins, and cleared as it ends."""
BEFORE_NAME = "held back: "


def held(key: Key) -> Key:
    """The key of a fact's held-back value. It stores the coming value and its words, or nothing if the fact stays as it is."""
    return Key(key.subject, BEFORE_NAME + key.name, key.other)


def unheld(key: Key) -> Key:
    """The key of the fact that a held-back value belongs to. Any other key stays as it is."""
    return Key(key.subject, key.name.removeprefix(BEFORE_NAME), key.other) if key.name.startswith(BEFORE_NAME) else key


def coming_value(stored: FactValue, in_force: FactValue) -> FactValue:
    """A fact's coming value, from its held-back value and its present one."""
    return stored[0] if isinstance(stored, tuple) else in_force


def all_held(state: State) -> Iterator[tuple[Key, FactValue, FactValue]]:
    """The facts with held-back values, with these values and their words, in the order of their keys."""
    for key, stored in state.items():
        if key.name.startswith(BEFORE_NAME) and isinstance(stored, tuple):
            yield unheld(key), stored[0], stored[1]


def with_held_in_force(state: State) -> State:
    """The state with all held-back values in force."""
    changes: list[Change] = [(HOLDING, None)]
    for key, value, _ in all_held(state):
        changes += [(key, value), (held(key), None)]
    return state.with_changes(changes)
