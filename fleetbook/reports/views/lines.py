"""Lines of the journal, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.events import Began, Event, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.play.going_back import step_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.wording import Told, events_told, throw_text
from fleetbook.core.play.wording import line as one_line
from fleetbook.reports.shapes.battle import Line
from fleetbook.reports.text_layout import printable


def line_shapes(journal: Journal[Any]) -> tuple[Line, ...]:
    """All lines of a journal."""
    in_force = journal.undo_history.in_force
    return tuple(line_shape(journal, record, record.number in in_force) for record in journal.records)


def line_shape(journal: Journal[Any], record: Record, in_force: bool) -> Line:
    """One line of a journal."""
    return Line(
        number=record.number,
        kind=record.kind,
        on=record.on,
        to=None if record.is_order else record.to,
        turn=record.turn,
        phase=record.phase,
        step=step_number(journal, record),
        procedure=record.procedure,
        headline=record.headline,
        inputs=record.inputs,
        given=record.given,
        faces=_whole(record.faces),
        choices=record.choices,
        events=_whole(record.events),
        consulted=record.consulted,
        looked_up=_whole(record.looked_up),
        stream=journal.dice_number(record) if record.is_order and not journal.side else None,
        reason=record.reason,
        fingerprint=record.fingerprint,
        in_force=in_force,
        dice_seen=dice_seen(record, in_force),
    )


def _whole(value: Any) -> Any:
    """Structs as objects that leave no key out, tagged where there are several kinds."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = {name: _whole(inner) for name, inner in msgspec.structs.asdict(value).items()}
        return {"type": tag, **fields} if tag else fields
    return tuple(_whole(inner) for inner in value) if isinstance(value, (tuple, list)) else value


def dice_seen(record: Record, in_force: bool) -> bool:
    """Whether an order was taken back after its dice had been seen."""
    return record.is_order and not in_force and bool(record.faces)


def step_number(journal: Journal[Any], record: Record) -> str:
    """The number on the sheet of the step in which a line was written."""
    return journal.ruleset.sequence.phase(record.phase).number


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


def working(journal: Journal[Any], record: Record) -> Iterator[Told]:
    """What came of an order beyond its headline, each throw with the table's row and the section that it went by. Shots one after
    another that came to the same are told together.
    """
    before = journal.battle_before(record.number)
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


def results_told(journal: Journal[Any], record: Record) -> list[str]:
    """What a line came to, each result with what it means, but for what the line says anyway; of a step back or
    forward what it took or brought back.
    """
    if not record.is_order:
        return [step_words(journal, record)]
    line = one_line(record).casefold()
    told = (" ".join(filter(None, (result.words, result.means))) for result in journal.results(record))
    return [text for text in told if text.rstrip(".").casefold() not in line]


def line_text(journal: Journal[Any], record: Record) -> str:
    """A line with what came of it, on one line for a terminal."""
    told, line = " ".join(results_told(journal, record)), one_line(record)
    return f"{_place(journal, record)}  {printable(f'{told} [{line}]' if told else line)}"


def working_text(journal: Journal[Any], record: Record) -> Iterator[str]:
    """A line with the working behind it, on several lines for a terminal."""
    place = _place(journal, record)
    yield f"{place}  {printable(record.headline)}"
    yield from (f"{' ' * len(place)}  {printable(told)}" for told in results_told(journal, record))
    for told in working(journal, record):
        yield f"{' ' * len(place)}    {'  ' * told.depth}{printable(told.text)}"
    if record.reason:
        yield f"{' ' * len(place)}    ruling: {printable(record.reason)}"


def _place(journal: Journal[Any], record: Record) -> str:
    return f"{record.number:>4}  T{record.turn}.{step_number(journal, record)}"
