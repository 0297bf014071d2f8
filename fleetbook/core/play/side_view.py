"""What one side may know: the journal as it may read it, without hidden ships and sealed orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Began, Changed, Chosen, Event, Finished, Rolled, changes
from fleetbook.core.battle.facts import Key, State
from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """A journal as a side may read it at this moment. Nothing is hidden any more once the battle has ended.

    Left out are the ships that the side knows nothing of, orders that the rules seal from it, whatever names such a ship (and
    with it the paragraph of the scenario that does), changes of facts that the rules withhold from it, what an order does for the
    other side only, and every fingerprint, from which the rest could be guessed. A ship that the side sees no longer stands as
    it saw it last. It is for reading: it takes no line in.
    """

    def __init__(self, whole: Journal[S], side: str) -> None:
        self.side = pick("side", side, whole.setup.sides)
        self.ruleset, self.stream, self.position = whole.ruleset, whole.stream, whole.position
        self.markers = () if whole.battle.ended else whole.ruleset.markers(whole.battle, self.side)
        self._ahead, self._ended = whole._ahead, whole.battle.ended
        every = range(len(whole.records) + 1)
        self._unseen = [self._unseen_in(whole.battle_after(number)) for number in every]
        never = self._unseen[0].intersection(*(self._unseen[number] for number in whole.line_to(self.position)))
        names = _Names(never)
        kept = tuple(entry for entry in whole.setup.ships if entry.name not in never)
        told = "\n\n".join(part for part in whole.setup.text.split("\n\n") if not names.among(part))
        self.setup = msgspec.structs.replace(whole.setup, ships=kept, text=told)
        self.start = Battle(self.ruleset, self.setup, whole.start.state)
        self._states = [whole.start.state]
        for record in whole.records:
            self._states.append(self._state_seen(whole, record))
        self.records = [self._seen(whole, record, never) for record in whole.records]

    def _unseen_in(self, battle: Battle[S]) -> frozenset[str]:
        return frozenset() if self._ended else self.ruleset.unseen(battle, self.side)

    def _state_seen(self, whole: Journal[S], record: Record) -> State:
        """The state after a line: of what is unseen then, as it stood when it was seen last."""
        if not record.is_order:
            return self._states[record.to]
        before, after = self._unseen[record.on], self._unseen[record.number]
        state, true = self._states[record.on], whole.battle_after(record.number).state
        if not before and not after:
            return true
        shown = state.with_changes((key, value) for key, value in changes(record.events) if key.subject not in after)
        found = before - after
        gone = [(key, None) for key, _ in shown.items() if key.subject in found] if found else []
        return shown.with_changes([*gone, *((key, value) for key, value in true.items() if key.subject in found)])

    def _seen(self, whole: Journal[S], record: Record, never: frozenset[str]) -> Record:
        if not record.is_order:
            return msgspec.structs.replace(record, fingerprint="")
        now, then, order = whole.battle, whole.battle_after(record.number), whole.order_of(record)
        unseen = self._unseen[self.position if self.ruleset.hindsight else record.number]
        hidden = _Names(unseen | never)
        sealed = not self._ended and order.sealed(then, self.side) and not order.opened(now, self.side)
        if sealed or hidden.among((record.headline, record.inputs, record.reason)):
            return Record(number=record.number, on=record.on, turn=record.turn, phase=record.phase, headline=SEALED)
        events = tuple(event for event in hidden.outside(self._for_side(record.events)) if not self._is_withheld(now, event))
        return msgspec.structs.replace(
            record,
            events=events,
            faces=tuple(face for event in events if isinstance(event, Rolled) for face in event.faces),
            looked_up=(),
            choices=tuple(event.choice for event in events if isinstance(event, Chosen)),
            consulted=record.consulted if len(events) == len(record.events) else (),
            fingerprint="",
        )

    def _for_side(self, events: Iterable[Event]) -> Iterable[Event]:
        """The events that are not for another side only."""
        return events if self._ended else outside(events, lambda began: began.side not in ("", self.side))

    def _is_withheld(self, battle: Battle[S], event: Event) -> bool:
        if battle.ended or not isinstance(event, Changed):
            return False
        return self.ruleset.withheld(battle, Key(event.subject, event.name, event.other), self.side)


def outside(events: Iterable[Event], closed: Callable[[Began], bool]) -> Iterator[Event]:
    """The events that lie outside orders within an order whose beginning is closed."""
    within = 0
    for event in events:
        if within:
            within += isinstance(event, Began) - isinstance(event, Finished)
        elif isinstance(event, Began) and closed(event):
            within = 1
        else:
            yield event


class _Names:
    """Names that must not be told, found as whole words in any text."""

    def __init__(self, names: Iterable[str]) -> None:
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def among(self, value: Any) -> bool:
        """Whether any text within a value tells one."""
        if self._pattern is None:
            return False
        if isinstance(value, str):
            return bool(self._pattern.search(value))
        if isinstance(value, dict):
            return any(self.among(inner) for pair in value.items() for inner in pair)
        if isinstance(value, (list, tuple)):
            return any(self.among(inner) for inner in value)
        return isinstance(value, msgspec.Struct) and self.among(msgspec.structs.astuple(value))

    def outside(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events that tell none; an order within an order whose headline tells one is left out whole."""
        return (event for event in outside(events, lambda began: self.among(began.headline)) if not self.among(event))
