"""The dice of a battle: each with its throw, and all that counted, by their sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, Paragraph, grid
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape


class DieTally(Shape, frozen=True):
    """All dice of one kind that counted in the battle as it stands: how many were thrown, typed in and overruled, the mean of
    their faces and the mean to expect, and how often each face lay (keys are faces).
    """

    sides: int
    dice: int
    typed: int
    overruled: int
    mean: float
    expected: float
    faces: dict[str, int]


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


def faces(record: Record) -> Iterator[tuple[Rolled, int, Face]]:
    """The dice of a line by their numbers, each with the throw that it belongs to."""
    number = 0
    for event in record.events:
        if isinstance(event, Rolled):
            for face in event.faces:
                number += 1
                yield event, number, face


def dice_section(journal: Journal[Any]) -> Iterator[Block]:
    """All dice that counted, by their sides."""
    yield Heading(2, "Dice", "dice")
    tallies = dice_tally(journal)
    if tallies:
        head = ("Die", "Dice", "Typed in", "Overruled", "Mean", "Expected", "Faces")
        yield grid(head, [_die_row(tally) for tally in tallies], range(1, 6))
    else:
        yield Paragraph("No die counts in the battle as it stands.")
    if any(tally.typed or tally.overruled for tally in tallies):
        yield Paragraph("In the working, * marks a face that was typed in, (was …) one that the referee overruled.")
    seen = dice_taken_back(journal)
    if seen:
        yield Paragraph(f"Not counted: dice that had been seen in orders that were taken back ({seen}).")


def _die_row(tally: DieTally) -> tuple[str, ...]:
    faces = ", ".join(f"{count} × {face}" for face, count in tally.faces.items())
    counts = (str(tally.dice), str(tally.typed), str(tally.overruled))
    return f"D{tally.sides}", *counts, f"{tally.mean:.2f}", f"{tally.expected:.2f}", faces
