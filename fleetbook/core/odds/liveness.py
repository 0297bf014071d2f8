"""Which facts the orders still due ask for: by whatever else states differ, they need not be told apart any more."""

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
"""Whether a fact or a tally is wanted in the end."""


class StaleMask(Exception):
    """An order reads a fact by which states were no longer told apart."""


class Stale(NamedTuple):
    """Fields that nobody asks for any more, and the bits that are left without them."""

    fields: frozenset[StateField]
    mask: int


class Read(NamedTuple):
    """A fact as all orders of a kind read it: the subject by the input that names it, or by its own name."""

    role: str
    key: Key


NOTHING = Stale(frozenset(), -1)
Segment: TypeAlias = tuple[type[Part[Any]], int]
"""A kind of order, and how often one had given other orders before."""


class Liveness:
    """What orders read, found out while they are traced. What one order reads, all of its kind are taken to read, each of the
    ships that its own inputs name.

    Where an order turns out to read what is stale already, the walk starts again and knows better.
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
        """A walk begins: all is told apart. Without ``keep`` nothing goes stale."""
        self._keep = keep
        self._stale: set[StateField] = set()
        self._known = 0, 0, 0
        self._found: dict[tuple[Node, ...], Stale] = {}

    def record_read(self, node: Node, field: StateField) -> None:
        """A fact is asked for at a node. Raises StaleMask."""
        kind = type(node.order)
        read, known = _read(node.order, field), self._reads[self._segment(kind, node.calls_made)]
        if read not in known:
            known.add(read)
            self._size += 1
            self._require({field, *(self._field(root, read) for root in self._roots[kind])})

    def record_calls(self, node: Node, called: tuple[Node, ...]) -> None:
        """Other orders are given at a node. Raises StaleMask where they read what is stale."""
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
        """By what states from which these nodes are due need not be told apart."""
        if self._keep is None:
            return NOTHING
        known = self._size, len(self._packer.fields), self._packer.bits
        if known != self._known:
            self._known = known
            self._found.clear()
        found = self._found.get(due)
        if found is None:
            found = self._found[due] = self._stale_from(due, self._keep)
        return found

    def _stale_from(self, due: tuple[Node, ...], keep: Keep) -> Stale:
        live = self._live(due)
        if self._packer.whole in live:
            return NOTHING
        fields = self._packer.fields.items()
        stale = frozenset(field for name, field in fields if field not in live and name is not CHOICES and not keep(name))
        self._stale |= stale
        return Stale(stale, ~sum(field.mask for field in stale))

    def _live(self, due: Iterable[Node]) -> set[StateField]:
        """All that these nodes and the orders that they give may read."""
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
            field = self._fields[root, read] = self._field_of(root.order, read)
        return field

    def _field_of(self, order: Part[Any], read: Read) -> StateField:
        if read.key == self._packer.whole.name:
            return self._packer.whole
        return self._packer.fact(read.key._replace(subject=getattr(order, read.role)) if read.role else read.key)


def _read(order: Part[Any], field: StateField) -> Read:
    key = field.name
    assert isinstance(key, Key), "a tally is never read"
    roles = (name for name, value in vars(order).items() if value and value == key.subject)
    role = next(roles, "")
    return Read(role, key._replace(subject="") if role else key)
