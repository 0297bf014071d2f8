"""The facts of a battle. They are a map that never changes in place, with a fingerprint of all facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from rpds import HashTrieMap

from fleetbook.core.digests import blake2b

FactValue: TypeAlias = str | int | float | bool | tuple["FactValue", ...] | None

_WIDTH = 16
_WHOLE = 1 << (8 * _WIDTH)


# Every reading of a fact makes a key or looks one up. A struct does both in half the time of a named tuple.
class Key(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False, cache_hash=True):
    """The key of a fact: its subject, its name, and the item or other ship that the value is for. The subject is empty for a fact
    of the battle itself.
    """

    subject: str
    name: str
    other: str = ""


TURN = Key("", "turn")
Change: TypeAlias = tuple[Key, FactValue]
Test: TypeAlias = Callable[[FactValue], bool]
"""A test of a fact's value. It must be a function of a module, so that it is the same object each time."""


def is_nought(value: FactValue) -> bool:
    """Whether a stored number is 0. A number that is not stored counts as 0."""
    return not isinstance(value, (int, float)) or value == 0


class State:
    """All facts of a battle at one point of play. A state never changes: ``with_changes`` makes another state that shares the
    unchanged facts.

    A fact that is set to None is not stored. So two battles with equal facts have equal fingerprints, even after different
    changes.

    facts    all facts as a map
    before   the state from which this state was made; None for the first state
    changed  the keys of the facts that were set to make it
    """

    __slots__ = ("_total", "before", "changed", "facts")

    def __init__(
        self,
        facts: HashTrieMap[Key, FactValue] | None = None,
        before: State | None = None,
        changed: frozenset[Key] = frozenset(),
    ) -> None:
        self.facts: HashTrieMap[Key, FactValue] = HashTrieMap() if facts is None else facts
        self.before, self.changed = before, changed
        self._total: int | None = 0 if before is None else None

    def get(self, key: Key) -> FactValue:
        """The stored value of a fact; None if nothing is stored."""
        return self.facts.get(key)

    def with_changes(self, changes: Iterable[Change]) -> State:
        """The state after these facts are set. The value None removes a fact."""
        facts, changed = self.facts, list[Key]()
        for key, value in changes:
            changed.append(key)
            if value is not None:
                facts = facts.insert(key, value)
            elif facts.get(key) is not None:
                facts = facts.remove(key)
        return State(facts, self, frozenset(changed))

    @property
    def total(self) -> int:
        """The sum of the hashes of all facts. It is computed when it is first asked for, from the last state whose sum is
        known.
        """
        if self._total is None:
            then, changed = self, set[Key]()
            while then._total is None and then.before is not None:
                changed |= then.changed
                then = then.before
            total = then.total
            for key in changed:
                was, now = then.facts.get(key), self.facts.get(key)
                if was is not now:
                    total += (now is not None and _digest(key, now)) - (was is not None and _digest(key, was))
            self._total = total % _WHOLE
        return self._total

    @property
    def fingerprint(self) -> str:
        """The sum of the hashes of all facts, in hex. Equal facts have equal fingerprints."""
        return f"{self.total:0{2 * _WIDTH}x}"

    def items(self) -> Iterator[Change]:
        """All facts with their values, sorted by key."""
        return iter(sorted(self.facts.items(), key=lambda item: item[0]))

    def __len__(self) -> int:
        return len(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.total == other.total and self.facts == other.facts

    __hash__ = None  # type: ignore[assignment]


def type_strict_key(value: Any) -> Any:
    """A dictionary key for a value. It differs for values that Python treats as equal, such as True, 1 and 1.0, also inside
    tuples.
    """
    if isinstance(value, tuple):
        return tuple(type_strict_key(part) for part in value)
    return (type(value), repr(value)) if isinstance(value, (bool, float)) else value


def _digest(key: Key, value: FactValue) -> int:
    # 0.0 equals -0.0, and True within a list equals 1: neither may share a cached hash
    return _hash(key, value) if isinstance(value, (tuple, float)) else _cached_hash(key, value)


@lru_cache(maxsize=1 << 14, typed=True)
def _cached_hash(key: Key, value: FactValue) -> int:
    """The hash of a fact. It is cached, because it is needed again to subtract the fact from the sum when the fact changes."""
    return _hash(key, value)


def _hash(key: Key, value: FactValue) -> int:
    text = msgspec.json.encode((key, value))
    return int.from_bytes(blake2b(text, digest_size=_WIDTH).digest(), "big")


# ------------------------------------------------------------ values held back in a simultaneous step

HOLDING = Key("", "held back")
"""The fact that the present phase holds changes back. It is set when a simultaneous phase begins, and cleared when it ends."""
BEFORE_NAME = "held back: "


def held(key: Key) -> Key:
    """The key for a fact's held-back value. The value that the fact will have is stored there, with the words for the change.
    Nothing is stored there if the fact will not change.
    """
    return Key(key.subject, BEFORE_NAME + key.name, key.other)


def unheld(key: Key) -> Key:
    """The key of the fact whose held-back value is stored under this key. Any other key is returned as it is."""
    return Key(key.subject, key.name.removeprefix(BEFORE_NAME), key.other) if key.name.startswith(BEFORE_NAME) else key


def coming_value(stored: FactValue, in_force: FactValue) -> FactValue:
    """The value that a fact will have at the end of the phase, from its stored held-back value and its present value."""
    return stored[0] if isinstance(stored, tuple) else in_force


def all_held(state: State) -> Iterator[tuple[Key, FactValue, FactValue]]:
    """The facts with held-back values, sorted by key. Each has its coming value and the words for the change."""
    for key, stored in state.items():
        if key.name.startswith(BEFORE_NAME) and isinstance(stored, tuple):
            yield unheld(key), stored[0], stored[1]


def with_held_in_force(state: State) -> State:
    """The state after all held-back changes are made."""
    changes: list[Change] = [(HOLDING, None)]
    for key, value, _ in all_held(state):
        changes += [(key, value), (held(key), None)]
    return state.with_changes(changes)
