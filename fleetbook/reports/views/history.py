"""What a report says of a battle, read off its journal: chapters, damage, dice, readings and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fleetbook.core.battle.events import Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules, as_figures
from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.shapes.battle import DieTally, HouseTold, ReadingTold
from fleetbook.reports.text_layout import natural_order


@dataclass(frozen=True, slots=True)
class Chapter:
    """Lines written one after another in the same step."""

    turn: int
    number: str
    title: str
    records: tuple[Record, ...]


def chapters(journal: Journal[Any]) -> Iterator[Chapter]:
    """The battle told by turn and step, in the order of writing. One step may have several chapters where orders were undone."""
    sequence = journal.ruleset.sequence
    for (turn, phase), records in groupby(journal.records, key=lambda record: (record.turn, record.phase)):
        step = sequence.phase(phase)
        yield Chapter(turn, step.number, sequence.title(step, journal.start), tuple(records))


def records_in_force(journal: Journal[Any]) -> list[Record]:
    """The orders that the battle builds on, in their order."""
    records = journal.records
    return [records[number - 1] for number in journal.undo_history.line_to(journal.position)]


@dataclass(frozen=True, slots=True)
class Loss:
    """Boxes that a ship lost on a track for one reason; below 0 they were restored."""

    ship: str
    track: str
    boxes: int
    why: str


def losses(journal: Journal[Any]) -> list[Loss]:
    """All boxes struck and restored in the battle as it stands, added up by ship, track and reason, in the order of the first."""
    boxes: dict[tuple[str, str, str], int] = {}
    for record in records_in_force(journal):
        for event in record.events:
            if isinstance(event, Marked):
                place = (event.ship, event.track, event.why)
                boxes[place] = boxes.get(place, 0) + event.before - event.after
    return [Loss(ship, track, count, why) for (ship, track, why), count in boxes.items() if count]


def dice_tally(journal: Journal[Any]) -> tuple[DieTally, ...]:
    """The dice that counted in the battle as it stands, by their sides."""
    faces = sorted((face for record in records_in_force(journal) for face in record.faces), key=lambda face: face.sides)
    return tuple(_tally(sides, list(alike)) for sides, alike in groupby(faces, key=lambda face: face.sides))


def _tally(sides: int, faces: list[Face]) -> DieTally:
    lay = {face: sum(die.face == face for die in faces) for face in range(1, sides + 1)}
    return DieTally(
        sides=sides,
        dice=len(faces),
        typed=sum(die.origin == "typed" for die in faces),
        overruled=sum(die.origin == "overruled" for die in faces),
        mean=sum(die.face for die in faces) / len(faces),
        expected=(sides + 1) / 2,
        faces={str(face): count for face, count in lay.items() if count},
    )


def dice_taken_back(journal: Journal[Any]) -> int:
    """How many dice of orders that were taken back had been seen."""
    in_force = journal.undo_history.in_force
    return sum(len(record.faces) for record in journal.records if record.number not in in_force)


def readings(journal: Journal[Any]) -> tuple[ReadingTold, ...]:
    """The readings that the battle as it stands went by, and those that a house rule changed, by section."""
    used = {name for record in records_in_force(journal) for name in record.consulted} | set(
        journal.start.rules.look_ups.readings
    )
    told = readings_told(journal.start.tables, used)
    return tuple(reading for reading in told if reading.used or reading.changed)


def readings_told(tables: RuleTables, used: Iterable[str] = ()) -> tuple[ReadingTold, ...]:
    """All readings of some tables, by section."""
    used = set(used)
    told = (
        ReadingTold(
            id=reading.id,
            section=reading.section,
            value=reading.value,
            text=reading.text,
            reason=reading.reason,
            changed=reading.changed,
            used=reading.id in used,
        )
        for reading in tables.readings.values()
    )
    return tuple(sorted(told, key=lambda reading: natural_order(reading.section)))


def house_rules(journal: Journal[Any]) -> tuple[HouseTold, ...]:
    """The house rules in force, file by file."""
    tables = journal.start.tables
    return tuple(HouseTold(title=rules.title, changes=tuple(_changes(rules, tables))) for rules in journal.setup.house)


def _changes(rules: HouseRules, tables: RuleTables) -> Iterator[str]:
    rules = as_figures(rules, tables.former)
    for name, figure in rules.figure.items():
        yield f"{name}: {figure.value} {tables.figure(name).unit}".strip()
    for name, change in rules.table.items():
        for row in change.cells:
            yield f"{tables.table(name).title}, row {row[0]}: {', '.join(str(cell) for cell in row[1:])}"
    for name, values in rules.modifiers.items():
        modifiers = tables.modifier_list(name)
        for modifier, value in values.items():
            yield f"{modifiers.title}: {value:+d} {modifiers.line(modifier).text}"
    for name, reading in rules.reading.items():
        yield f"{tables.reading(name).described} because: {reading.reason}"
