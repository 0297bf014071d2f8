"""What one side may know: the journal as it may read it, without hidden ships, names and sealed orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Began, Changed, Chosen, Event, Finished, Rolled, changes
from fleetbook.core.battle.facts import Change, Key, State
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.setup import Setup, Squadron
from fleetbook.core.orders.course import Course
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import pick
from fleetbook.core.play.hidden_names import HiddenNames
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.results import Told, told_by_rules

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """A journal as a side may read it at this moment. Nothing is hidden any more once the battle has ended.

    Left out are the ships that the side knows nothing of, orders that the rules seal from it, whatever names such a ship (and
    with it the paragraph of the scenario that does), changes of facts that the rules withhold from it, what an order does for the
    other side only, and whatever the rest could be guessed from: fingerprints, readings and rows gone by. Squadrons that it knows
    as markers have a marker's name. A ship that the side sees no longer stands as it saw it last. It is for reading: it takes no
    line in.
    """

    def __init__(self, whole: Journal[S], side: str) -> None:
        self.side = pick("side", side, whole.setup.sides)
        self.ruleset, self.stream, self.position = whole.ruleset, whole.stream, whole.position
        self._whole, self._ahead = whole, whole._ahead
        self.setup, self.start, self._states, self.records = whole.setup, whole.start, whole._states, whole.records
        if not whole.battle.ended and whole.ruleset.keeps_secrets:
            self.markers = whole.ruleset.markers(whole.battle, self.side)
            self._hide()
        self.records = [msgspec.structs.replace(record, fingerprint="") for record in self.records]

    def _hide(self) -> None:
        whole = self._whole
        now = self._unseen_in(whole.battle)
        every = range(len(whole.records) + 1)
        self._unseen = [now if self.ruleset.hindsight else self._unseen_in(whole.battle_after(line)) for line in every]
        self._never = self._unseen[0].intersection(*(self._unseen[line] for line in whole.line_to(self.position)))
        self._called = self.ruleset.called(whole.battle, self.side)
        self._names: dict[frozenset[str], HiddenNames] = {}
        self.setup = self._known_setup(whole.setup)
        self._states = [State().with_changes(self._known(whole.start.state.items(), self._never))]
        self.start = Battle(self.ruleset, self.setup, self._states[0])
        for record in whole.records:
            self._states.append(self._state_after(record))
        self.records = [self._seen(record) if record.is_order else record for record in whole.records]

    def _unseen_in(self, battle: Battle[S]) -> frozenset[str]:
        return self.ruleset.unseen(battle, self.side)

    def _hidden(self, unseen: frozenset[str]) -> HiddenNames:
        if unseen not in self._names:
            setup = self._whole.setup
            known = [*(ship.name for ship in setup.ships), *(squadron.name for squadron in setup.squadrons)]
            self._names[unseen] = HiddenNames(known, unseen, self._called)
        return self._names[unseen]

    def _known_setup(self, setup: Setup) -> Setup:
        names, never = self._hidden(self._never), self._never
        squadrons = (Squadron(names.renamed(s.name), s.side) if s.name in never else s for s in setup.squadrons)
        return msgspec.structs.replace(
            setup,
            ships=tuple(ship for ship in setup.ships if ship.name not in never),
            squadrons=tuple(squadrons),
            text="\n\n".join(part for part in setup.text.split("\n\n") if not names.spoken(part)),
        )

    def _known(self, facts: Iterable[Change], unseen: frozenset[str]) -> Iterator[Change]:
        """The facts that the side may know, under the names that it knows."""
        names = self._hidden(unseen)
        for key, value in facts:
            if not names.among((key.subject, key.other, value)) and not self._is_withheld(key):
                yield Key(names.renamed(key.subject), key.name, names.renamed(key.other)), names.renamed(value)

    def _state_after(self, record: Record) -> State:
        """The state after a line: of what is unseen then, as it stood when it was seen last."""
        if not record.is_order:
            return self._states[record.to]
        before, after = self._unseen[record.on], self._unseen[record.number]
        shown = self._states[record.on].with_changes(self._known(changes(record.events), after | self._never))
        found = before - after
        if not found:
            return shown
        true = self._whole.battle_after(record.number).state
        gone: list[Change] = [(key, None) for key, _ in shown.items() if key.subject in found]
        return shown.with_changes([*gone, *((key, value) for key, value in true.items() if key.subject in found)])

    def _seen(self, record: Record) -> Record:
        whole = self._whole
        order, then = whole.order_of(record), whole.battle_after(record.number)
        names = self._hidden(self._unseen[record.number] | self._never)
        if order.sealed(then, self.side) and not order.opened(whole.battle, self.side):
            return _sealed(record, names.renamed(order.sealed_words(then)))
        if any(map(names.spoken, (record.reason, *_typed(order)))) or names.among((record.headline, record.inputs)):
            return _sealed(record)
        events = tuple(names.renamed(event) for event in self._told(record.events, names))
        return msgspec.structs.replace(
            record,
            headline=names.renamed(record.headline),
            inputs=names.renamed(record.inputs),
            events=events,
            faces=tuple(face for event in events if isinstance(event, Rolled) for face in event.faces),
            choices=tuple(event.choice for event in events if isinstance(event, Chosen)),
            consulted=(),
            looked_up=(),
        )

    def results(self, record: Record) -> tuple[Result, ...]:
        """What a line came to, as far as the side may read it: what rules state, and beside it what its own events tell."""
        if not record.procedure:
            return ()
        whole, names = self._whole.record(record.number), self._hidden(self._unseen[record.number] | self._never)
        before = self._whole.battle_before(record.number)
        told = told_by_rules(whole, self._whole.order_of(whole), before)
        known = [names.renamed(one) for one in told.stated if one.only_for in ("", self.side) and not names.among(one)]
        beside = tuple(names.renamed(event) for event in self._told(told.beside.events, names))
        course = Course(self.battle_before(record.number), self.battle_after(record.number), beside)
        return Told(tuple(known), course, record.headline).all

    def _told(self, events: Iterable[Event], names: HiddenNames) -> Iterator[Event]:
        """The events that the side may read; a part that it may not is left out whole."""
        within = 0
        for event in events:
            if within:
                within += isinstance(event, Began) - isinstance(event, Finished)
            elif isinstance(event, (Began, Rolled)) and event.side not in ("", self.side):
                within = isinstance(event, Began)
            elif isinstance(event, Began) and names.among(event.headline):
                within = 1
            elif not names.among(event) and not self._is_secret(event):
                yield event

    def _is_secret(self, event: Event) -> bool:
        return isinstance(event, Changed) and self._is_withheld(Key(event.subject, event.name, event.other))

    def _is_withheld(self, key: Key) -> bool:
        return self.ruleset.withheld(self._whole.battle, key, self.side)


def _typed(order: Order[Any]) -> Iterator[str]:
    """What the referee typed in words of his own."""
    for name, field in order.declared.items():
        value = getattr(order, name)
        if field.kind == "text" and isinstance(value, str):
            yield value


def _sealed(record: Record, words: str = "") -> Record:
    return Record(number=record.number, on=record.on, turn=record.turn, phase=record.phase, headline=words or SEALED)
