"""Ships that left: for good, or for the rest of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fleetbook.core.battle.events import Changed
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.damage.turns import turn_of, when_of
from fleetbook.reports.journal.lines import records_in_force

MOST_NAMED = 4  # ships in a sentence


class Departure(NamedTuple):
    """Ships of one side that left together, and how: ``left the table``."""

    turn: int
    line: int | None
    side: str
    how: str
    ships: tuple[str, ...]


def departures(journal: Journal[Any], fates: Iterable[FateView]) -> tuple[Departure, ...]:
    """The ships that left, in the order of their lines. Those that the rules take out of a combat only are among them."""
    gone: dict[tuple[int, str, str], list[FateView]] = {}
    for fate in fates:
        if fate.fate and not fate.lost and fate.turn is not None:
            gone.setdefault((fate.turn, fate.side, fate.words), []).append(fate)
    found = [
        Departure(turn, together[0].line, side, how, tuple(fate.ship for fate in together))
        for (turn, side, how), together in gone.items()
    ]
    return tuple(sorted((*found, *_out_of_combat(journal)), key=lambda one: one.line or 0))


def _out_of_combat(journal: Journal[Any]) -> Iterator[Departure]:
    for record in records_in_force(journal):
        hidden = not record.procedure
        if not hidden and (how := journal.ruleset.order(record.procedure).leaves_combat):
            changed = dict.fromkeys(event.subject for event in record.events if isinstance(event, Changed))
            ships = tuple(name for name in changed if journal.start.is_ship(name))
            for side in dict.fromkeys(journal.start.ship(name).side for name in ships):
                own = tuple(name for name in ships if journal.start.ship(name).side == side)
                yield Departure(record.turn, record.number, side, how, own)


def departure_words(journal: Journal[Any], found: Iterable[Departure]) -> Iterator[str]:
    """A sentence for each way of leaving: ``Breslau left the table in turn 2, and Goeben in turn 3``. Ships too many to name are
    left to the table of losses.
    """
    alike: dict[str, list[Departure]] = {}
    for one in found:
        alike.setdefault(one.how, []).append(one)
    for how, several in alike.items():
        if sum(len(one.ships) for one in several) <= MOST_NAMED:
            first, *others = ((listed(one.ships), turn_of(journal, when_of(journal, one.turn, one.line))) for one in several)
            then = [f"{ships} in {when}" for ships, when in others]
            yield f"{first[0]} {how} in {first[1]}{f', and {listed(then)}' if then else ''}"
