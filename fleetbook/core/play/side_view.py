"""The journal as one side may read it: without hidden ships, hidden names and sealed orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import Marker
from fleetbook.core.battle.events import Chosen, Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.victory import Victory
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.tree import Done, tree
from fleetbook.core.parsing import pick
from fleetbook.core.play.driver import Recorded, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.reader_names import is_secret
from fleetbook.core.play.results import Told, told_of_turn

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """The journal as a side may read it now. After the end of the battle the side may read everything.

    The view leaves out ships that the side does not know, sealed orders, withheld changes, parts that only the other side may
    read, and every text that would reveal them. A squadron known as a marker has the marker's name. A ship out of sight is shown
    as the side saw her last. The view accepts no new lines.

    If ``side`` is None, the view has only the lines and facts that everybody at the table may read. While the journal grows, pass
    the Knowledge of the last view as ``known``.
    """

    def __init__(self, whole: Journal[S], side: str | None, known: Knowledge[S] | None = None) -> None:
        if not (whole.ruleset.read_by_sides or whole.battle.ended):
            raise InvalidInput("side", side or "everybody", "no side: before the end only the referee reads it")
        self.side, self.reader = reader_name(whole.setup.sides, side), side
        self.ruleset, self.stream, self.undo_history = whole.ruleset, whole.stream, whole.undo_history
        self.setup, self.start, self.last_turn = whole.setup, whole.start, whole.last_turn
        self._whole, self.times = whole, whole.times
        self._known: Knowledge[S] | None = None
        self._parts = {}
        if not whole.battle.ended and whole.ruleset.keeps_secrets:
            self._known = known or Knowledge(whole, self.side)
            self._known.look()
            self.setup, self.start = self._known.setup, self._known.start

    @cached_property
    def markers(self) -> tuple[Marker, ...]:  # type: ignore[override]
        """The squadrons that the side sees as markers on the table."""
        return self.ruleset.markers(self._whole.battle, self.side) if self._known else ()

    @cached_property
    def records(self) -> list[Record]:  # type: ignore[override]
        """All lines, each as far as the side may read it."""
        return [self.record(number) for number in range(1, self.next_number)]

    @property
    def victory(self) -> Victory | None:
        """The scenario's victory conditions. None if they name a ship that the side does not know."""
        return self._known.victory if self._known else self.setup.victory

    @property
    def next_number(self) -> int:
        """The number of the next line to be written."""
        return self._whole.next_number

    def record(self, number: int) -> Record:
        """A line as the side may read it. Raises InvalidInput if there is no line with this number."""
        record, known = self._whole.record(number), self._known
        if record.proposer and record.proposer.intent and record.proposer.side != self.reader and not self._whole.battle.ended:
            record = msgspec.structs.replace(record, proposer=msgspec.structs.replace(record.proposer, intent=None))
        if known is None or not record.is_order:
            return msgspec.structs.replace(record, fingerprint="")
        return known.remember(("read", number), lambda now: _seen(record, known, now))

    data = record

    def battle_after(self, number: int) -> Battle[S]:
        """The battle after the line with this number, as far as the side may know it."""
        return self.start.at(self._known.state(number) if self._known else self._whole.battle_after(number).state)

    def tree(self, record: Record) -> Done[S]:
        """An order as a tree of the parts that the side may read. Raises FleetbookError if these parts make no tree."""
        return played_again(self.order_of(record), self.battle_after(record.on), record)

    def results(self, record: Record) -> tuple[Result, ...]:
        """The results of a line, as far as the side may read them."""
        known = self._known
        if known is None or not record.procedure:
            return self._whole.results(record) if known is None else ()
        return known.remember(("results", record.number), lambda now: _results(record, self, known, now))


def reader_name(sides: Sequence[str], side: str | None) -> str:
    """The name of a reader, as the rules use it. For a side it is the side's name. For everybody at the table it is a name that
    no side has.

    Raises InvalidInput for an unknown side.
    """
    return " and ".join((*sides, "")) if side is None else pick("side", side, sides)


def played_again(order: Order[S], before: Battle[S], record: Record) -> Done[S]:
    """An order as a tree of its parts, found by carrying out the order again. It is for readers who may not read all events of
    the order.
    """
    return tree(order, before, resolve(order, before, Recorded(record.faces), record.choices).events)


def _seen(record: Record, known: Knowledge[S], now: Battle[S]) -> Record:
    """An order as the side may read it."""
    order, then, names = known.whole.order_of(record), known.whole.battle_after(record.number), known.names_at(record.number)
    if order.sealed(then, known.side) and not order.opened(then, now, known.side):
        return _sealed(record, names.order(record).sealed_words(names.battle(record.number)))
    inputs = {name: type(value)() if name in order.unread else value for name, value in names.inputs(record).items()}
    read = names.reading(record)
    if known.has_typed_name(record, names) or is_secret((read.headline, inputs)):
        return _sealed(record)
    events = tuple(known.events(read.events, names, now))
    proposer = record.proposer
    if proposer and names.hides and names.names_hidden_in(proposer.name):
        proposer = msgspec.structs.replace(proposer, name="")
    return msgspec.structs.replace(
        record,
        fingerprint="",
        headline=read.headline,
        inputs=inputs,
        events=events,
        whole=False,
        faces=tuple(face for event in events if isinstance(event, Rolled) for face in event.faces),
        choices=tuple(event.choice for event in events if isinstance(event, Chosen)),
        consulted=(),
        looked_up=(),
        proposer=proposer,
        thrown_by=_thrown_by(record, read.events, events),
    )


def _thrown_by(record: Record, every: Sequence[Event], read: Sequence[Event]) -> dict[str, tuple[int, ...]]:
    """The dice that players typed, among those that the side reads: they are numbered anew, so that none is missed.

    Empty if the order was read from the words of its line, which may have fewer dice.
    """
    kept = {id(event) for event in read}
    faces = [event for event in every if isinstance(event, Rolled) for _ in event.faces]
    if len(faces) != len(record.faces):
        return {}
    throwers = [record.thrower(number) for number, event in enumerate(faces, 1) if id(event) in kept]
    by_side = {side: tuple(place for place, by in enumerate(throwers, 1) if by == side) for side in record.thrown_by}
    return {side: numbers for side, numbers in by_side.items() if numbers}


def _results(record: Record, view: SideView[S], known: Knowledge[S], now: Battle[S]) -> tuple[Result, ...]:
    """The results of a record that the side may read."""
    names = known.names_at(record.number)
    read = names.reading(known.whole.data(record.number))
    stated = tuple(result for result in read.stated if result.only_for in ("", known.side) and not is_secret(result))
    happened = Happened(
        view.battle_after(record.on), view.battle_after(record.number), tuple(known.events(read.beside, names, now))
    )
    turn = tuple(told_of_turn(happened.before, happened.after, view.last_turn))
    return Told(stated, happened, record.headline, turn).all


def _sealed(record: Record, words: str = "") -> Record:
    shown = words if words and not is_secret(words) else SEALED
    return Record(number=record.number, on=record.on, turn=record.turn, phase=record.phase, headline=shown)
