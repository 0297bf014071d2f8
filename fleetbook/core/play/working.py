"""All dice and changes of an order as lines of text, part by part. Reports and the answer to *why?* show the same lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.intent_words import intent_words
from fleetbook.core.orders.field_kinds import DataField, ModifierField
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.wording import EventText, event_texts, throw_text
from fleetbook.core.tables.look_ups import CELL, FIGURE


class _Piece(msgspec.Struct, frozen=True):
    """The content of one line of text: an event, or a part with a single throw. The line of such a part begins with its
    headline.
    """

    text: EventText
    event: Event
    part: str = ""

    @property
    def alike(self) -> object:
        """A key that is equal for throws that differ only in their faces."""
        event = self.event
        if not isinstance(event, Rolled):
            return event
        return self.part, self.text.depth, msgspec.structs.replace(event, faces=(), total=0)


def working(record: Record, before: Battle[Any]) -> Iterator[EventText]:
    """The lines of text below an order's headline. A throw is given with the row of its table and its section. Shots that differ
    only in their faces share a line.
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


class Reason(msgspec.Struct, frozen=True):
    """One line of the answer to *why?*: its heading, its text, and how deeply it is indented."""

    heading: str
    text: str
    depth: int = 0


def why(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> list[Reason]:
    """All reasons for the outcome of an order: its inputs, its dice with rows and sections, figures and readings.

    The referee's reason for a changed die is among them, and the players who proposed the order or threw its dice.
    """
    if not record.procedure:
        return [Reason("line", record.headline)]
    return [
        *(Reason("by", words) for words in record.hands),
        *(Reason(heading, words) for heading, words in intent_words(record, before)),
        *_inputs(record, ruleset, before),
        *(Reason("working", line.text, line.depth) for line in working(record, before)),
        *_looked_up(record, before),
        *_readings(record, before),
        *([Reason("ruling", record.reason)] if record.reason else []),
    ]


def _inputs(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> Iterator[Reason]:
    for name, field in ruleset.order(record.procedure).declared.items():
        if isinstance(field, DataField):
            continue  # the working tells in words what the order did with it
        value = record.inputs.get(name)
        shown = field.show(value)
        if isinstance(field, ModifierField):
            modifiers = before.tables.modifier_list(field.list).chosen(tuple(value or ()))
            shown = ", ".join(f"{modifier.value:+d} {modifier.text}" for modifier in modifiers)
        source = "entered" if name in record.given else "filled in"
        yield Reason("inputs", f"{field.label_in(before)}: {shown or 'none'}{' ' + field.unit if field.unit else ''} ({source})")


def _looked_up(record: Record, before: Battle[Any]) -> Iterator[Reason]:
    """The figures and cells that were looked up, with their present values. Tables on which dice were thrown are left out,
    because the dice are described with their rows.
    """
    figures, tables = before.tables.figures, before.tables.tables
    for found in record.looked_up:
        if found.kind == FIGURE and (figure := figures.get(found.name)):
            yield Reason("tables", f"{found.name}: {figure.value}{' ' + figure.unit if figure.unit else ''} [{figure.section}]")
        elif found.kind == CELL and (table := tables.get(found.name)) and (place := table.place(found.row, found.column)):
            value = table.cells[place[0]][place[1]]
            yield Reason("tables", f"{table.title}, {found.row}, {found.column}: {value} [{table.section}]")


def _readings(record: Record, before: Battle[Any]) -> Iterator[Reason]:
    for name in record.consulted:
        reading = before.tables.reading(name)
        changed = f" (house rule: {reading.changed})" if reading.changed else ""
        yield Reason("readings", f"{reading.section}: {reading.described}{changed}")
