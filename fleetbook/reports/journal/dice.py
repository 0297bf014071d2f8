"""The dice of a battle: each die with its throw, and a tally of the dice that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import SIMULATED, Face
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, Paragraph, grid
from fleetbook.reports.journal.lines import records_in_force, repeated_in
from fleetbook.reports.shape import Shape

MOST_FACES = 20  # of dice whose faces are counted one by one
RARE, MOST_RARE = 5, 3  # throws of a rare kind of dice, and rare kinds with a row of their own


class DieTally(Shape, frozen=True):
    """A summary of the dice of one kind, without those of orders that were taken back.

    dice       how many were thrown
    typed      how many were typed in
    overruled  how many were overruled
    mean       the mean of their faces
    expected   the mean that fair dice have in the long run
    faces      how often each face came up
    """

    sides: int
    dice: int
    typed: int
    overruled: int
    mean: float
    expected: float
    faces: dict[str, int]


def faces(record: Record) -> Iterator[tuple[Rolled, int, Face]]:
    """The dice of a line, each with its throw and its number in the line, from 1."""
    number = 0
    for event in record.events:
        if isinstance(event, Rolled):
            for face in event.faces:
                number += 1
                yield event, number, face


def dice_tally(journal: Journal[Any]) -> tuple[DieTally, ...]:
    """The dice in force, counted by their number of sides."""
    dice = sorted((face for record in records_in_force(journal) for face in record.faces), key=lambda face: face.sides)
    return tuple(_tally(sides, list(alike)) for sides, alike in groupby(dice, key=lambda face: face.sides))


def _tally(sides: int, dice: list[Face]) -> DieTally:
    counts = {face: sum(die.face == face for die in dice) for face in range(1, sides + 1)}
    return DieTally(
        sides=sides,
        dice=len(dice),
        typed=sum(die.origin == "typed" for die in dice),
        overruled=sum(die.origin == "overruled" for die in dice),
        mean=sum(die.face for die in dice) / len(dice),
        expected=(sides + 1) / 2,
        faces={str(face): count for face, count in counts.items() if count},
    )


def dice_section(journal: Journal[Any]) -> Iterator[Block]:
    """All dice in force, by their number of sides. If many kinds of dice were thrown only a few times, one paragraph
    sums them up.
    """
    yield Heading(2, "Dice", "dice")
    tallies = dice_tally(journal)
    rare = [tally for tally in tallies if tally.dice < RARE and not (tally.typed or tally.overruled)]
    folded = rare if len(rare) > MOST_RARE else []
    if rows := [_row(tally) for tally in tallies if tally not in folded]:
        yield grid(("Die", "Dice", "Typed in", "Overruled", "Mean", "Expected", "Faces"), rows, range(1, 6))
    if folded:
        yield Paragraph(f"{'; '.join(f'D{tally.sides} ({_counts(tally)})' for tally in folded)}.", "Rare dice:")
    if not tallies:
        yield Paragraph("No die counts in the battle as it stands.")
    if any(tally.typed or tally.overruled for tally in tallies):
        yield Paragraph("In the working, * marks a face that was typed in, (was …) one that the referee overruled.")
    if typed := _typed_by(records_in_force(journal)):
        yield Paragraph(f"Typed in: {typed}.")
    if any(face.origin == SIMULATED for record in records_in_force(journal) for face in record.faces):
        yield Paragraph(
            "The dice were simulated: they depend on the simulation's seed and on the orders, not on the sealed dice."
        )
    undone = {*range(1, journal.next_number)} - journal.undo_history.in_force - repeated_in(journal).keys()
    if seen := sum(len(journal.data(number).faces) for number in undone):
        yield Paragraph(f"Not counted: {seen} {'die' if seen == 1 else 'dice'} of orders that were taken back.")


def _typed_by(records: Iterable[Record]) -> str:
    """The numbers of the dice that each side's players and the referee typed in, in words. Empty if no player typed any."""
    typed = Counter(
        record.thrower(number) for record in records for number, face in enumerate(record.faces, 1) if face.origin == "typed"
    )
    by_hand = sorted(typed.items(), reverse=True)
    words = [f"{number} {'die' if number == 1 else 'dice'} by {side or 'the referee'}" for side, number in by_hand]
    return listed(words) if any(typed) else ""


def _row(tally: DieTally) -> tuple[str, ...]:
    numbers = (str(tally.dice), str(tally.typed), str(tally.overruled), f"{tally.mean:.2f}", f"{tally.expected:.2f}")
    return (f"D{tally.sides}", *numbers, _counts(tally))


def _counts(tally: DieTally) -> str:
    """The number of times that each face came up. For dice with many faces, ten faces are counted together."""
    if tally.sides <= MOST_FACES or tally.dice < RARE:
        return ", ".join(f"{face}: {count}×" for face, count in tally.faces.items())
    tens = Counter[int]()
    for face, count in tally.faces.items():
        tens[(int(face) - 1) // 10] += count
    return ", ".join(f"{10 * ten + 1} to {min(10 * ten + 10, tally.sides)}: {count}×" for ten, count in tens.items())
