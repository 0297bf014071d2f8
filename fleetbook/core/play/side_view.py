"""What one side may know: the journal as it may read it, without hidden ships, names and sealed orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Chosen, Rolled, changes
from fleetbook.core.battle.facts import Change, State
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.results import Told

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """A journal as a side may read it at this moment. Nothing is hidden any more once the battle has ended.

    Left out are the ships that the side knows nothing of, orders that the rules seal from it, whatever names such a ship (and
    with it the paragraph of the scenario that does), changes of facts that the rules withhold from it, what an order does for the
    other side only, and whatever the rest could be guessed from: fingerprints, readings and rows gone by. Squadrons that it knows
    as markers have a marker's name. A ship that the side sees no longer stands as it saw it last. It is for reading: it takes no
    line in.

    Without a side it is what everybody at the table may know: what a reader may who is of no side. His name is all sides', which
    is none of theirs. ``kept`` is for whoever views a journal again and again while it grows (see Knowledge).
    """

    def __init__(self, whole: Journal[S], side: str | None, kept: dict[int, frozenset[str]] | None = None) -> None:
        sides = whole.setup.sides
        self.side = " and ".join((*sides, "")) if side is None else pick("side", side, sides)
        self.ruleset, self.stream, self.undo_history = whole.ruleset, whole.stream, whole.undo_history
        self._whole = whole
        self._known: Knowledge[S] | None = None
        self._parts = {}
        self.setup, self.start, self._states, self.records = whole.setup, whole.start, whole._states, whole.records
        if not whole.battle.ended and whole.ruleset.keeps_secrets:
            self.markers = whole.ruleset.markers(whole.battle, self.side)
            self._known = Knowledge(whole, self.side, kept)
            self._hide(whole, self._known)
        self.records = [msgspec.structs.replace(record, fingerprint="") for record in self.records]

    def _hide(self, whole: Journal[S], known: Knowledge[S]) -> None:
        self.setup = known.setup()
        self._states = [State().with_changes(known.facts(whole.start.state.items(), known.never))]
        self.start = Battle(self.ruleset, self.setup, self._states[0])
        for record in whole.records:
            self._states.append(self._state_after(record, whole, known))
        self.records = [_seen(record, whole, known) if record.is_order else record for record in whole.records]

    def _state_after(self, record: Record, whole: Journal[S], known: Knowledge[S]) -> State:
        """The state after a line: of what is unseen then, as it stood when it was seen last."""
        if not record.is_order:
            return self._states[record.to]
        before, after = known.unseen(record.on), known.unseen(record.number)
        unseen = after | known.never
        shown = self._states[record.on].with_changes(known.facts(changes(record.events), unseen))
        found = before - after
        if not found:
            return shown
        true = whole.battle_after(record.number).state
        gone: list[Change] = [(key, None) for key, _ in shown.items() if key.subject in found]
        return shown.with_changes([*gone, *known.facts(((k, v) for k, v in true.items() if k.subject in found), unseen)])

    def results(self, record: Record) -> tuple[Result, ...]:
        """What a line came to, as far as the side may read it: what rules state, and beside it what its own events tell."""
        whole, known = self._whole, self._known
        if known is None or not record.procedure:
            return whole.results(record) if known is None else ()
        names = known.names(known.unseen(record.number) | known.never)
        told = whole.told(whole.record(record.number))
        stated = (names.renamed(one) for one in told.stated if one.only_for in ("", self.side) and not names.among(one))
        beside = tuple(names.renamed(event) for event in known.events(told.beside.events, names))
        happened = Happened(self.battle_after(record.on), self.battle_after(record.number), beside)
        return Told(tuple(stated), happened, record.headline).all


def _seen(record: Record, whole: Journal[S], known: Knowledge[S]) -> Record:
    """A line as the side may read it."""
    order, then = whole.order_of(record), whole.battle_after(record.number)
    names = known.names(known.unseen(record.number) | known.never)
    if order.sealed(then, known.side) and not order.opened(then, whole.battle, known.side):
        return _sealed(record, names.renamed(order.sealed_words(then)))
    inputs = {name: type(value)() if name in order.unread else value for name, value in record.inputs.items()}
    if any(map(names.spoken, (record.reason, *_typed(order)))) or names.among((record.headline, inputs)):
        return _sealed(record)
    events = tuple(names.renamed(event) for event in known.events(record.events, names))
    return msgspec.structs.replace(
        record,
        headline=names.renamed(record.headline),
        inputs=names.renamed(inputs),
        events=events,
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
