"""A battle's changing part: a flat, persistent map of facts with a fingerprint that each change carries forward."""

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
    """What a fact is about: a subject (a ship's name, or empty for the battle), the fact's name, and whom else it concerns."""

    subject: str
    name: str
    other: str = ""


TURN = Key("", "turn")
Change: TypeAlias = tuple[Key, FactValue]
Test: TypeAlias = Callable[[FactValue], bool]
"""A question to a fact: a function of a module, the same each time."""


def is_nought(value: FactValue) -> bool:
    """Whether a number kept as a fact is 0, as it is where it is absent."""
    return not isinstance(value, (int, float)) or value == 0


class State:
    """All facts at one moment. Immutable: ``with_changes`` makes another that shares what did not change.

    A fact set to None is absent, so two battles with the same facts have the same fingerprint whatever led there.

    total         the sum of the hashes of all facts
    total_before  that of the state from which this one was made
    changed       the facts that were set in between
    """

    __slots__ = ("_facts", "changed", "total", "total_before")

    def __init__(
        self,
        facts: HashTrieMap[Key, FactValue] | None = None,
        total: int = 0,
        total_before: int = 0,
        changed: frozenset[Key] = frozenset(),
    ) -> None:
        self._facts: HashTrieMap[Key, FactValue] = HashTrieMap() if facts is None else facts
        self.total, self.total_before, self.changed = total, total_before, changed

    def get(self, key: Key) -> FactValue:
        """The fact, or None where it is absent."""
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
        return State(facts, total % _WHOLE, self.total, frozenset(changed))

    @property
    def fingerprint(self) -> str:
        """The sum of all facts' hashes, in hex: equal for equal facts, and carried forward change by change."""
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
    """A key that tells apart what Python holds equal: True, 1 and 1.0, alone or inside a tuple."""
    if isinstance(value, tuple):
        return tuple(type_strict_key(part) for part in value)
    return (type(value), repr(value)) if isinstance(value, (bool, float)) else value


def _digest(key: Key, value: FactValue) -> int:
    # 0.0 equals -0.0, and True within a list equals 1: neither may share a kept hash
    return _hash(key, value) if isinstance(value, (tuple, float)) else _kept_hash(key, value)


@lru_cache(maxsize=1 << 14, typed=True)
def _kept_hash(key: Key, value: FactValue) -> int:
    """What was hashed before: a fact that is replaced was hashed when it was set."""
    return _hash(key, value)


def _hash(key: Key, value: FactValue) -> int:
    text = msgspec.json.encode((key, value))
    return int.from_bytes(hashlib.blake2b(text, digest_size=_WIDTH).digest(), "big")


# ------------------------------------------------------------ what is held back in a simultaneous step

HOLDING = Key("", "held back")
"""Whether the present step holds changes back: set as a simultaneous step begins, cleared as it is left."""
BEFORE_NAME = "held back: "


def held(key: Key) -> Key:
    """Where is kept what a fact will be as the step is left: a value and its words; nothing where it stays as it is."""
    return Key(key.subject, BEFORE_NAME + key.name, key.other)


def meant(key: Key) -> Key:
    """The fact that something held back is of; any other key is its own."""
    return Key(key.subject, key.name.removeprefix(BEFORE_NAME), key.other) if key.name.startswith(BEFORE_NAME) else key


def value_of(kept: FactValue, in_force: FactValue) -> FactValue:
    """What a fact will be, by what is kept of it and by what it is now."""
    return kept[0] if isinstance(kept, tuple) else in_force


def all_held(state: State) -> Iterator[tuple[Key, FactValue, FactValue]]:
    """The facts of which something is held back, with their values and what is said of them, in the order of their keys."""
    for key, kept in state.items():
        if key.name.startswith(BEFORE_NAME) and isinstance(kept, tuple):
            yield meant(key), kept[0], kept[1]


def landed(state: State) -> State:
    """The state with all that is held back in force."""
    changes: list[Change] = [(HOLDING, None)]
    for key, value, _ in all_held(state):
        changes += [(key, value), (held(key), None)]
    return state.with_changes(changes)
