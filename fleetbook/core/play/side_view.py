"""What one side may know: the journal as it may read it, without hidden ships, names and sealed orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Chosen, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.tree import Done, tree
from fleetbook.core.parsing import pick
from fleetbook.core.play.driver import Recorded, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.results import Told

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """A journal as a side may read it at this moment. Nothing is hidden any more once the battle has ended.

    Left out are the ships that the side knows nothing of, orders that the rules seal from it, whatever names such a ship (and
    with it the paragraph of the scenario that does), changes of facts that the rules withhold from it, what an order does for the
    other side only, and whatever the rest could be guessed from. Squadrons that it knows as markers have a marker's name. A ship
    that the side sees no longer stands as it saw it last. It takes no line in.

    Without a side it is what everybody at the table may know: what a reader may who is of no side. His name is all sides', which
    is none of theirs. Whoever views a journal again while it grows keeps ``known``, the Knowledge of its side, None at first.
    """

    def __init__(self, whole: Journal[S], side: str | None, known: Knowledge[S] | None = None) -> None:
        self.side, self.reader = reader_name(whole.setup.sides, side), side
        self.ruleset, self.stream, self.undo_history = whole.ruleset, whole.stream, whole.undo_history
        self.setup, self.start, self._whole = whole.setup, whole.start, whole
        self._known: Knowledge[S] | None = None
        self._parts = {}
        if not whole.battle.ended and whole.ruleset.keeps_secrets:
            self.markers = whole.ruleset.markers(whole.battle, self.side)
            self._known = known or Knowledge(whole, self.side)
            self._known.look()
            self.setup, self.start = self._known.setup, self._known.start

    @cached_property
    def records(self) -> list[Record]:  # type: ignore[override]
        """All lines as the side may read them."""
        return [self.record(number) for number in range(1, self.next_number)]

    @property
    def next_number(self) -> int:
        """The number that the next line will have."""
        return self._whole.next_number

    def record(self, number: int) -> Record:
        """A line as the side may read it. Raises InvalidInput for one that does not exist."""
        record, known = self._whole.record(number), self._known
        if known is None or not record.is_order:
            return msgspec.structs.replace(record, fingerprint="")
        return known.remember(("read", number), lambda now: _seen(record, self._whole, known, now))

    def battle_after(self, number: int) -> Battle[S]:
        """The battle after a line, as the side may know it."""
        return self.start.at(self._known.state(number) if self._known else self._whole.battle_after(number).state)

    def tree(self, record: Record) -> Done[S]:
        """A recorded order as the tree of its parts, as far as the side may read it. Raises FleetbookError."""
        return played_again(self.order_of(record), self.battle_after(record.on), record)

    def results(self, record: Record) -> tuple[Result, ...]:
        """What a line came to, as far as the side may read it: what rules state, and beside it what its own events tell."""
        known = self._known
        if known is None or not record.procedure:
            return self._whole.results(record) if known is None else ()
        return known.remember(("told", record.number), lambda now: self._told_to(record, known, now))

    def _told_to(self, record: Record, known: Knowledge[S], now: Battle[S]) -> tuple[Result, ...]:
        names = known.names(known.unseen(record.number) | known.never)
        told = self._whole.told(self._whole.record(record.number))
        stated = (names.renamed(one) for one in told.stated if one.only_for in ("", self.side) and not names.among(one))
        beside = tuple(names.renamed(event) for event in known.events(told.beside.events, names, now))
        happened = Happened(self.battle_after(record.on), self.battle_after(record.number), beside)
        return Told(tuple(stated), happened, record.headline).all


def reader_name(sides: Sequence[str], side: str | None) -> str:
    """The name that rules know a reader by: a side's, or one that is no side's. Raises InvalidInput for an unknown side."""
    return " and ".join((*sides, "")) if side is None else pick("side", side, sides)


def played_again(order: Order[S], before: Battle[S], record: Record) -> Done[S]:
    """The tree of an order played again with its dice, for a reader who has not all its events."""
    return tree(order, before, resolve(order, before, Recorded(record.faces), record.choices).events)


def _seen(record: Record, whole: Journal[S], known: Knowledge[S], now: Battle[S]) -> Record:
    """An order as the side may read it."""
    order, then = whole.order_of(record), whole.battle_after(record.number)
    names = known.names(known.unseen(record.number) | known.never)
    if order.sealed(then, known.side) and not order.opened(then, now, known.side):
        return _sealed(record, names.renamed(order.sealed_words(then)))
    inputs = {name: type(value)() if name in order.unread else value for name, value in record.inputs.items()}
    if any(map(names.spoken, (record.reason, *_typed(order)))) or names.among((record.headline, inputs)):
        return _sealed(record)
    events = tuple(names.renamed(event) for event in known.events(record.events, names, now))
    return msgspec.structs.replace(
        record,
        fingerprint="",
        headline=names.renamed(record.headline),
        inputs=names.renamed(inputs),
        events=events,
        whole=False,
        faces=tuple(face for event in events if isinstance(event, Rolled) for face in event.faces),
        choices=tuple(event.choice for event in events if isinstance(event, Chosen)),
        consulted=(),
        looked_up=(),
    )


def _typed(order: Order[Any]) -> Iterator[str]:
    """What the referee typed in words of his own."""
    for name, field in order.declared.items():
        value = getattr(order, name)
        if field.kind == "text" and isinstance(value, str):
            yield value


def _sealed(record: Record, words: str = "") -> Record:
    return Record(number=record.number, on=record.on, turn=record.turn, phase=record.phase, headline=words or SEALED)
