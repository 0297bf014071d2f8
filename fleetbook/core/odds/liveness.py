"""Liveness: the facts that the remaining orders may still read. States that differ only in other facts can be merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds.distribution import TallyKey
from fleetbook.core.odds.packing import CHOICES, StateField, StatePacker
from fleetbook.core.odds.tree import Node
from fleetbook.core.orders.part import Part

Keep: TypeAlias = Callable[[Key | TallyKey], bool]
"""A function that says whether a fact or a count is wanted in the result."""


class StaleMask(Exception):
    """An order reads a fact that has been removed from the states."""


class Stale(NamedTuple):
    """The fields that no remaining order reads, and a mask of all bits but theirs."""

    fields: frozenset[StateField]
    mask: int


class Read(NamedTuple):
    """A fact that all orders of a class read. ``role`` is the input that names the fact's ship. If ``role`` is empty, the key
    itself names the ship.
    """

    role: str
    key: Key


NOTHING = Stale(frozenset(), -1)
Segment: TypeAlias = tuple[type[Part[Any]], int]
"""A stretch of an order's code: the order's class, and how often it has called other parts so far."""


class Liveness:
    """Learns which facts orders read, as the orders are traced. A fact that one order reads counts as read by all orders of the
    same class.

    If an order reads a fact that was removed from the states, the computation starts again and keeps it.
    """

    def __init__(self, packer: StatePacker) -> None:
        self._packer = packer
        self._reads: dict[Segment, set[Read]] = defaultdict(set)
        self._calls: dict[tuple[Node, int], set[Node]] = defaultdict(set)
        self._last: dict[type[Part[Any]], int] = defaultdict(int)
        self._roots: dict[type[Part[Any]], set[Node]] = defaultdict(set)
        self._fields: dict[tuple[Node, Read], StateField] = {}
        self._live_from: dict[tuple[Node, int], set[StateField]] = {}
        self._size = self._live_size = 0
        self.restart(None)

    def restart(self, keep: Keep | None) -> None:
        """Begin a computation. No field is removed yet. Without ``keep`` no field is ever removed."""
        self._keep = keep
        self._stale: set[StateField] = set()
        self._known = 0, 0, 0
        self._found: dict[tuple[Node, ...], Stale] = {}

    def record_read(self, node: Node, field: StateField) -> None:
        """Record that a node asks for a fact. Raises StaleMask if the fact was removed from the states."""
        kind = type(node.order)
        key = field.name
        assert isinstance(key, Key), "a tally is never read"
        role = next((name for name, value in vars(node.order).items() if value and value == key.subject), "")
        read, known = Read(role, Key("", key.name, key.other) if role else key), self._reads[self._segment(kind, node.calls_made)]
        if read not in known:
            known.add(read)
            self._size += 1
            self._require({field, *(self._field(root, read) for root in self._roots[kind])})

    def record_calls(self, node: Node, called: tuple[Node, ...]) -> None:
        """Record that a node calls other parts. Raises StaleMask if they read a fact that was removed from the states."""
        self._segment(type(node.order), node.calls_made)
        known = self._calls[node.root, node.calls_made]
        new = set(called) - known
        known |= new
        self._size += len(new)
        self._require(self._live(new))

    def _segment(self, kind: type[Part[Any]], calls_made: int) -> Segment:
        self._last[kind] = max(self._last[kind], calls_made)
        return kind, calls_made

    def _require(self, fields: set[StateField]) -> None:
        needed = self._stale if self._packer.whole in fields else self._stale & fields
        if any(field.changes for field in needed):
            raise StaleMask

    def stale(self, due: tuple[Node, ...]) -> Stale:
        """The fields that may be removed from states with these remaining nodes."""
        if self._keep is None:
            return NOTHING
        known = self._size, len(self._packer.fields), self._packer.bits
        if known != self._known:
            self._known = known
            self._found.clear()
        found = self._found.get(due)
        if found is None:
            live, keep, fields = self._live(due), self._keep, self._packer.fields.items()
            if self._packer.whole in live:
                found = NOTHING
            else:
                stale = frozenset(field for name, field in fields if field not in live and name is not CHOICES and not keep(name))
                self._stale |= stale
                found = Stale(stale, ~sum(field.mask for field in stale))
            self._found[due] = found
        return found

    def _live(self, due: Iterable[Node]) -> set[StateField]:
        """All fields that these nodes may read, themselves or in the parts that they call."""
        if self._size != self._live_size:
            self._live_from.clear()
            self._live_size = self._size
        live: set[StateField] = set()
        for node in due:
            start = node.root, node.calls_made
            if start not in self._live_from:
                self._live_from[start] = self._read_from(*start)
            live |= self._live_from[start]
        return live

    def _read_from(self, root: Node, calls_made: int) -> set[StateField]:
        live: set[StateField] = set()
        seen: set[tuple[Node, int]] = set()
        todo = [(root, calls_made)]
        while todo:
            root, calls_made = todo.pop()
            kind = type(root.order)
            self._roots[kind].add(root)
            for number in range(calls_made, self._last[kind] + 1):
                if (root, number) not in seen:
                    seen.add((root, number))
                    live.update(self._field(root, read) for read in self._reads.get((kind, number), ()))
                    todo += [(called, 0) for called in self._calls.get((root, number), ())]
        return live

    def _field(self, root: Node, read: Read) -> StateField:
        field = self._fields.get((root, read))
        if field is None:
            key = Key(getattr(root.order, read.role), read.key.name, read.key.other) if read.role else read.key
            whole = self._packer.whole
            field = self._fields[root, read] = whole if read.key == whole.name else self._packer.fact(key)
        return field
