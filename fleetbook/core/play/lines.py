"""The lines of a journal. They are stored without words; the words are made when a line is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import worded
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.tree import Done, tree
from fleetbook.core.play.difference import difference
from fleetbook.core.play.driver import Recorded, resolve

S = TypeVar("S", bound=Ship)


class Orders(Protocol):
    """The members of a journal that its lines use."""

    @property
    def start(self) -> Battle[Any]:
        """The battle before the first line."""
        ...

    def order_of(self, record: Record) -> Order[Any]:
        """The order of a record, as it was given."""
        ...

    def battle_after(self, number: int) -> Battle[Any]:
        """The battle after a line."""
        ...


class Lines(Sequence[Record]):
    """The lines of a journal, with their words. ``kept`` has the same lines as they are stored, without words."""

    def __init__(self, journal: Orders) -> None:
        self.kept: list[Record] = []
        self._journal, self._read, self._trees = journal, dict[int, Record](), dict[int, Done[Any]]()

    def tree(self, record: Record) -> Done[Any]:
        """The order of a record as a tree of its parts. Each tree is made only once. Raises the same errors as
        ``record_tree``.
        """
        found = self._trees.get(record.number)
        if found is None:
            battle_after = self._journal.battle_after
            after = battle_after(record.number) if record.whole else None  # older lines store other facts
            found = record_tree(record, self._journal.order_of(record), battle_after(record.on), after)
            self._trees[record.number] = found
        return found

    def _in_words(self, record: Record) -> Record:
        """A line in the words of the present rules. If these rules cannot word it, it has its stored words."""
        if not record.is_order:
            return record
        try:
            return in_words(record, self.tree(record))
        except FleetbookError:
            wording = self._journal.start.wording
            return msgspec.structs.replace(record, events=tuple(worded(event, wording) for event in record.events))

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> list[Record]: ...
    def __getitem__(self, place: int | slice) -> Record | list[Record]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self.kept)))]
        at = range(len(self.kept))[place]
        if at not in self._read:
            self._read[at] = self._in_words(self.kept[at])
        return self._read[at]

    def __iter__(self) -> Iterator[Record]:
        return (self[at] for at in range(len(self.kept)))

    def __len__(self) -> int:
        return len(self.kept)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def cut(self, lines: int) -> None:
        """Remove all lines after the first ``lines``."""
        del self.kept[lines:]
        self._read = {at: record for at, record in self._read.items() if at < lines}
        self._trees = {number: tree for number, tree in self._trees.items() if number <= lines}


def whole(record: Record, order: Order[S], before: Battle[S]) -> Record:
    """The record, with all inputs and values in its events. A line of an earlier version lacks some of them. Its order is then
    carried out again with the same dice. Raises InputNeeded or InvalidInput if that fails or gives other events.
    """
    if record.whole:
        return record
    derived = resolve(order, before, Recorded(record.faces), record.choices)
    if found := difference(record, derived.events, before.ruleset):
        raise InvalidInput(f"line {record.number}", found, "the events that its order gives now")
    return msgspec.structs.replace(record, events=derived.events, whole=True)


def record_tree(record: Record, order: Order[S], before: Battle[S], after: Battle[S] | None = None) -> Done[S]:
    """A recorded order as a tree of its parts. If the caller knows the battle ``after`` the order, it passes that battle to save
    time.

    Raises FleetbookError if the events cannot be assigned to parts.
    """
    with rules_at_work(before.ruleset):
        return tree(order, before, whole(record, order, before).events, after)


def in_words(record: Record, done: Done[S]) -> Record:
    """A record with the words that the present version of the rules makes for it."""
    with rules_at_work(done.before.ruleset):
        headline = done.part.headline(done.before)
    return msgspec.structs.replace(record, headline=headline, events=done.events, whole=True)
