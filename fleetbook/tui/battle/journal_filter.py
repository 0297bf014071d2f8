"""The filters of the journal: which lines it shows. The filter ``all`` folds lines that were taken back, and leaves
out squadrons that are done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TypeAlias

from fleetbook.core.battle.record import Record
from fleetbook.referee.session import Session

ALL, RESULTS, SHIP, SIDE, STEP = "all", "results", "ship", "side", "step"
FILTERS = (ALL, RESULTS, SHIP, SIDE, STEP)
OF_HER = (SHIP, SIDE)  # filters about the ship with the cursor

Row: TypeAlias = tuple[int, ...]
"""The numbers of the journal's lines that are shown together as one row."""


def shown_rows(session: Session, kind: str, ship: str, whole: bool) -> list[Row]:
    """The rows that a filter shows. ``ship`` is the ship with the cursor; ``whole`` does not fold lines taken back.

    If no line fits the filter, the newest line is shown.
    """
    records = session.journal.records
    of = kind, ship if kind in OF_HER else "", whole
    return session.cached_for_line("journal rows", of, lambda: _rows(session, kind, ship, whole)) or (
        [(len(records),)] if records else []
    )


def filter_words(session: Session, kind: str, ship: str) -> str:
    """The filter in words; empty for all."""
    side = session.battle.ship(ship).side if session.battle.is_ship(ship) else ""
    words: Mapping[str, str] = {RESULTS: "results", SHIP: ship, SIDE: side, STEP: "this step"}
    return words.get(kind, "")


def concerns(record: Record, ship: str) -> bool:
    """Whether a record's order names the ship or affected her."""
    touched = (getattr(event, "ship", "") or getattr(event, "subject", "") for event in record.events)
    return ship in record.named or ship in touched


def _rows(session: Session, kind: str, ship: str, whole: bool) -> list[Row]:
    records = session.journal.records
    if kind != ALL:
        return [(r.number,) for r in records if r.number in session.in_force and _fits(session, r, kind, ship)]
    return [(record.number,) for record in records] if whole else list(_folded(session))


def _folded(session: Session) -> Iterator[Row]:
    """A line in force is a row of its own, unless it tells nothing. Consecutive lines taken back, with their undo and redo, share
    a row.
    """
    for in_force, run in groupby(session.journal.records, key=lambda record: record.number in session.in_force):
        if in_force:
            yield from ((record.number,) for record in run if (telling := session.tell(record)).is_line or telling.step)
        else:
            yield tuple(record.number for record in run)


def _fits(session: Session, record: Record, kind: str, ship: str) -> bool:
    battle = session.battle
    if kind == SHIP:
        return concerns(record, ship)
    if kind == STEP:
        return (record.turn, record.phase) == (battle.turn, battle.phase)
    if kind == RESULTS:
        return session.tell(record).is_news
    first = next((battle.ship(word).side for word in record.named if battle.is_ship(word)), "")
    return bool((first or session.journal.battle_before(record.number).acting) == battle.ship(ship).side)
