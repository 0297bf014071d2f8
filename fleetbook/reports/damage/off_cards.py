"""Damage that no ship's card shows, such as a lost director or fuel that runs out of a hole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fleetbook.core.battle.events import Changed, changes, worded
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import Attribution
from fleetbook.reports.damage.turns import Happening


class OffCard(NamedTuple):
    """Damage to a ship that her card does not show, in words, with its turn and line."""

    ship: str
    turn: int
    line: int
    text: str


def off_cards(journal: Journal[Any], found: Attribution) -> Iterator[OffCard]:
    """The damage in force that no card shows: changes with a cause and with words that leave the ship's card as it was."""
    for happening, doing in found.doings:
        event = worded(happening.event, journal.start.wording)
        if not isinstance(event, Changed) or not event.text or not (doing.by or event.how):
            continue
        if journal.start.is_ship(event.subject) and not _is_shown(journal, happening, event.subject):
            yield OffCard(event.subject, happening.turn, happening.record.number, event.text)


def _is_shown(journal: Journal[Any], happening: Happening, ship: str) -> bool:
    """Whether the card of a ship changes by an event."""
    events = happening.record.events
    place = next(place for place, other in enumerate(events) if other is happening.event)
    before = journal.battle_before(happening.record.number).with_changes(changes(events[:place]))
    after = before.with_changes(changes(events[place : place + 1]))
    return before.to_come.card(ship) != after.to_come.card(ship)
