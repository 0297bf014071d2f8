"""The working of an order, part by part: the ship, the weapon, the dice and what they did. Reports and *why?* tell it alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.play.wording import Told, events_told, throw_text


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is told on a line: an event, or a part that is a single throw, with the part's words."""

    told: Told
    event: Event
    part: str = ""

    @property
    def what(self) -> object:
        """What throws that are told together have in common: all but their faces."""
        event = self.event
        return (
            (self.part, self.told.depth, msgspec.structs.replace(event, faces=(), total=0))
            if isinstance(event, Rolled)
            else event
        )


def working(record: Record, before: Battle[Any]) -> Iterator[Told]:
    """What came of an order beyond its headline, as deep as it lies in orders inside it, each throw with the table's row and the
    section that it went by. Shots one after another that came to the same are told together.
    """
    told = [(told, event) for told, event in events_told(record.events) if told.text != record.headline]
    for _, pieces in groupby(_pieces(told), key=lambda piece: piece.what if piece.part else id(piece)):
        piece, *alike = pieces
        thrown = tuple(other.event for other in alike if isinstance(other.event, Rolled))
        text = throw_text(piece.event, before, thrown) if isinstance(piece.event, Rolled) else piece.told.text
        part = f"{piece.part}{f' × {1 + len(alike)}' if alike else ''}, " if piece.part else ""
        yield Told(piece.told.depth, piece.told.kind, f"{part}{text}")


def _pieces(told: Sequence[tuple[Told, Event]]) -> Iterator[_Piece]:
    place = 0
    while place < len(told):
        (one, event), inside = told[place], told[place + 1 : place + 3]
        alone = [other for other, _ in inside if other.depth > one.depth]
        if isinstance(event, Began) and len(alone) == 1 and alone[0].kind == "rolled":
            yield _Piece(Told(one.depth, "rolled", one.text), inside[0][1], one.text)
            place += 2
        else:
            yield _Piece(one, event)
            place += 1
