"""Describe a battle in sentences, without boxes, bars or columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.core.battle.card_view import CardView, System, Track
from fleetbook.core.parsing import capital, counted
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.status import Status
from fleetbook.reports.words import (
    exactness,
    line_words,
    odds_words,
    percent,
    result_words,
    seal_words,
    ship_state,
    side_remarks,
    squadron_lines,
    step_words,
)

SOUND = "sound"
LEAST = 0.0005  # smaller chances are left out


def status_lines(now: Status) -> Iterator[str]:
    """The battle as it stands: first the phase and the conditions, then each ship on one line."""
    yield f"{now.title}, {now.ruleset.title}."
    yield f"{capital(step_words(now))}."
    if now.conditions_said:
        yield f"Conditions: {', '.join(now.conditions_said.values())}."
    yield from (f"{capital(words)}." for words in result_words(now))
    for side in now.sides:
        ships = [ship for ship in now.ships if ship.side == side]
        lost = sum(bool(ship.fate) for ship in ships)
        beside = side_remarks(now, side)
        yield f"{side}{f', {beside}' if beside else ''}: {counted(len(ships), 'ship')}{f', {lost} lost' if lost else ''}."
        yield from (f"  {line}." for line in squadron_lines(now, side))
        yield from (f"  {ship_line(ship)}" for ship in ships)
    yield from (f"{capital(words)}." for words in (line_words(now), *seal_words(now.dice)))


def ship_line(ship: CardView) -> str:
    """A ship in one line: motion, conditions, boxes and damaged systems. A ship that is gone shows only her fate."""
    head = ", ".join(part for part in (ship.name, ship.squadron, ship.kind) if part)
    boxes = [] if ship.fate else [*_boxes(ship.rows), *_boxes(ship.supplies), *_systems(ship.systems, whole=False)]
    return f"{head}: {', '.join((*ship_state(ship), *boxes))}."


def ship_lines(ship: CardView) -> Iterator[str]:
    """Everything on a ship's card, one part on each line."""
    yield f"{ship.name}, {ship.kind}, of {ship.side}{f', {ship.squadron}' if ship.squadron else ''}"
    parts = [ship.fate or ship.motion, *_boxes(ship.rows), *_boxes(ship.supplies), *_systems(ship.systems, whole=True)]
    parts += map(str, ship.particulars or ())
    yield from (f"  {part}" for part in (*parts, *(condition.whole for condition in ship.conditions), ship.source) if part)


def _boxes(tracks: Iterable[Track]) -> Iterator[str]:
    return (f"{track.label} {track.left} of {track.full}" for track in tracks)


def _systems(systems: Iterable[System], whole: bool) -> Iterator[str]:
    for system in systems:
        if whole:
            yield f"{system.label} {system.state}{f', {system.detail}' if system.detail else ''}"
        elif system.state != SOUND:
            yield f"{system.label} {system.state}"


def odds_lines(odds: OddsView) -> Iterator[str]:
    """The odds in sentences: first of numbers that the rules count, such as hits, then of each ship."""
    yield f"{capital(exactness(odds))}."
    for heading, lines in odds_words(odds):
        head = f"  {heading}, " if heading else "  "
        for line in lines:
            likely = [f"{text}{' ' if line.words else ': '}{percent(chance)}" for text, chance in line.chances if chance >= LEAST]
            if line.words:
                yield f"{head}{line.words}{': ' if likely else ''}{', '.join(likely)}"
            else:
                yield from (f"{head}{words}" for words in likely)
