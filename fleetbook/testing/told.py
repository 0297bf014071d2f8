"""What a record says, for a test to look at: throws, results, words, boxes struck."""

from __future__ import annotations

from fleetbook.core.battle.events import Changed, Marked, Noted, Rolled
from fleetbook.core.battle.record import Record


def rolled(record: Record) -> list[Rolled]:
    """The throws of an order."""
    return [event for event in record.events if isinstance(event, Rolled)]


def labels(record: Record) -> list[str]:
    """What the dice of an order were thrown for."""
    return [event.label for event in rolled(record)]


def results(record: Record) -> list[str]:
    """What the throws of an order came to."""
    return [event.result for event in rolled(record)]


def totals(record: Record, label: str) -> list[int]:
    """The modified totals of the throws of one kind."""
    return [event.total for event in rolled(record) if event.label == label]


def counted(event: Rolled) -> dict[str, int]:
    """The modifiers that counted for a throw, by their words."""
    return {adjustment.text: adjustment.value for adjustment in event.adjustments}


def said(record: Record) -> str:
    """Everything that an order says in words."""
    texts = [event.text for event in record.events if isinstance(event, (Noted, Changed))]
    return " · ".join(text for text in texts if text)


def struck(record: Record) -> list[tuple[str, str, int]]:
    """Boxes struck by an order: ship, track and how many (fewer than none: restored)."""
    return [(e.ship, e.track, e.before - e.after) for e in record.events if isinstance(e, Marked)]
