"""Luck and dice in a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.charts import Bar, HitsByFirer
from fleetbook.reports.blocks.document import Block, Figure, Heading, Paragraph, grid
from fleetbook.reports.shapes.battle import DieTally, Status
from fleetbook.reports.shapes.fight import Fortune, LuckTold
from fleetbook.reports.views.course import UNUSUAL
from fleetbook.reports.views.history import dice_taken_back, dice_tally

RARE = 2.5  # percentiles at either end


def luck_section(now: Status, told: LuckTold) -> Iterator[Block]:
    """Hits against those to be expected, for each side and firer, and how unusual that was."""
    yield Heading(2, "Luck", "luck")
    if not told.firers:
        which = " that was weighed" if told.left_out else ""
        yield Paragraph(" ".join([f"No order{which} could have scored a hit.", *_not_weighed(told)]))
        return
    yield Figure("Hits by firer, and the hits to be expected", HitsByFirer(now.sides, tuple(map(_bar, told.firers))))
    head = ("Whose", "Side", "Shots", "Hits scored", "Expected", "Usual", "Percentile", "Luck")
    yield grid(head, [*(_row(side, "") for side in told.sides), *(_row(firer, firer.side) for firer in told.firers)], range(2, 7))
    yield Paragraph(_explained(told))


def _bar(fortune: Fortune) -> Bar:
    return Bar(fortune.name, fortune.side, fortune.actual, fortune.expected, fortune.low, fortune.high)


def _row(fortune: Fortune, side: str) -> tuple[str, ...]:
    usual = f"{fortune.low} to {fortune.high}" if fortune.low < fortune.high else str(fortune.low)
    figures = (str(fortune.rolls), str(fortune.actual), f"{fortune.expected:.2f}", usual, _percentile(fortune))
    return fortune.name, side, *figures, luck_words(fortune.percentile)


def _percentile(fortune: Fortune) -> str:
    """Neither 0 nor 100: something that happened is never impossible."""
    return "under 1" if fortune.percentile < 1 else "over 99" if fortune.percentile > 99 else f"{fortune.percentile:.0f}"


def luck_words(percentile: float) -> str:
    """How unusual a percentile is."""
    distance = min(percentile, 100 - percentile)
    if distance >= UNUSUAL:
        return "usual"
    which = "bad" if percentile < 50 else "good"
    return f"very {which}" if distance < RARE else which


def _explained(told: LuckTold) -> str:
    words = [
        "Expected is the mean by the odds of each order as the battle stood when its dice were rolled; usual is what comes in",
        "eight battles of ten. The percentile says how many of a hundred battles with the same orders come out worse, those",
        "that come out alike counted half.",
    ]
    if any(fortune.actual > fortune.rolls for fortune in (*told.sides, *told.firers)):
        words.append("One shot may score several hits.")
    if told.sampled:
        words.append(f"The odds of {_rolls(told.sampled)} were estimated.")
    if told.drawn:
        words.append(f"In {_rolls(told.drawn)} other dice could have asked for a choice: each answer to it counts alike.")
    return " ".join([*words, *_not_weighed(told)])


def _not_weighed(told: LuckTold) -> Iterator[str]:
    if told.left_out:
        lines = ", ".join(map(str, told.left_out))
        yield f"Not weighed, for a die was overruled or not all of the order is known: line {lines}."


def _rolls(number: int) -> str:
    return f"{number} roll{'s' if number > 1 else ''}"


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
