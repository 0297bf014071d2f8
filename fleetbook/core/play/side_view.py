"""What one side may know: the journal as it may read it, without hidden ships and sealed orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Began, Changed, Event, Finished, Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal

S = TypeVar("S", bound=Ship)

SEALED = "a sealed order"


class SideView(Journal[S]):
    """A journal as a side may read it at this moment. Nothing is hidden any more once the battle has ended.

    Left out are the ships that the side knows nothing of, orders that the rules seal from it, whatever names such a ship (and
    with it the paragraph of the scenario that does), changes of facts that the rules withhold from it, and every fingerprint,
    from which the rest could be guessed. It is for reading: it takes no line in.
    """

    def __init__(self, whole: Journal[S], side: str) -> None:
        self.side = pick("side", side, whole.setup.sides)
        battle = whole.battle
        unseen = frozenset[str]() if battle.ended else whole.ruleset.unseen(battle, self.side)
        self.ruleset, self.stream, self.position = whole.ruleset, whole.stream, whole.position
        kept = tuple(entry for entry in whole.setup.ships if entry.name not in unseen)
        names = _Names(unseen)
        told = "\n\n".join(part for part in whole.setup.text.split("\n\n") if not names.among(part))
        self.setup = msgspec.structs.replace(whole.setup, ships=kept, text=told)
        self.start = Battle(self.ruleset, self.setup, whole.start.state)
        self._states, self._ahead = whole._states, whole._ahead
        self.records = [self._seen(whole, record, names) for record in whole.records]

    def _seen(self, whole: Journal[S], record: Record, hidden: _Names) -> Record:
        if not record.is_order:
            return msgspec.structs.replace(record, fingerprint="")
        sealed = not whole.battle.ended and whole.order_of(record).sealed(whole.battle, self.side)
        if sealed or hidden.among((record.headline, record.inputs, record.reason)):
            return Record(number=record.number, on=record.on, turn=record.turn, phase=record.phase, headline=SEALED)
        events = tuple(event for event in hidden.outside(record.events) if not self._is_withheld(whole.battle, event))
        return msgspec.structs.replace(
            record,
            events=events,
            faces=tuple(face for event in events if isinstance(event, Rolled) for face in event.faces),
            looked_up=(),
            choices=tuple(choice for choice in record.choices if not hidden.among(choice)),
            fingerprint="",
        )

    def _is_withheld(self, battle: Battle[S], event: Event) -> bool:
        if battle.ended or not isinstance(event, Changed):
            return False
        return self.ruleset.withheld(battle, Key(event.subject, event.name, event.other), self.side)


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
        within = 0
        for event in events:
            if within:
                within += isinstance(event, Began) - isinstance(event, Finished)
            elif isinstance(event, Began) and self.among(event.headline):
                within = 1
            elif not self.among(event):
                yield event
