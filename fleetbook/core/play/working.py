"""All dice and changes of an order, part by part, as lines of text. Reports and *why?* show the same lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.play.wording import EventText, event_texts, throw_text


@dataclass(frozen=True, slots=True)
class _Piece:
    """The subject of one line of text: an event, or a part with a single throw and the part's headline."""

    text: EventText
    event: Event
    part: str = ""

    @property
    def alike(self) -> object:
        """A key that is equal for throws that differ in nothing but their faces."""
        event = self.event
        if not isinstance(event, Rolled):
            return event
        return self.part, self.text.depth, msgspec.structs.replace(event, faces=(), total=0)


def working(record: Record, before: Battle[Any]) -> Iterator[EventText]:
    """The lines of text below an order's headline. A throw is given with the row of its table and its section. Equal shots share
    a line.
    """
    texts = [(text, event) for text, event in event_texts(record.events) if text.text != record.headline]
    for _, pieces in groupby(_pieces(texts), key=lambda piece: piece.alike if piece.part else id(piece)):
        piece, *others = pieces
        thrown = tuple(other.event for other in others if isinstance(other.event, Rolled))
        words = throw_text(piece.event, before, thrown) if isinstance(piece.event, Rolled) else piece.text.text
        part = f"{piece.part}{f' × {1 + len(others)}' if others else ''}, " if piece.part else ""
        yield EventText(piece.text.depth, piece.text.kind, f"{part}{words}")


def _pieces(texts: Sequence[tuple[EventText, Event]]) -> Iterator[_Piece]:
    place = 0
    while place < len(texts):
        (one, event), inside = texts[place], texts[place + 1 : place + 3]
        alone = [other for other, _ in inside if other.depth > one.depth]
        if isinstance(event, Began) and len(alone) == 1 and alone[0].kind == "rolled":
            yield _Piece(EventText(one.depth, "rolled", one.text), inside[0][1], one.text)
            place += 2
        else:
            yield _Piece(one, event)
            place += 1
