"""The journal as a page tells it: what the reader may read, in its order, without a trace of where sealed lines stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.record import REDO, Record
from fleetbook.core.battle.result import Result as Stated
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.core.play.wording import brief
from fleetbook.reports.views.lines import step_number


@dataclass(frozen=True, slots=True)
class Entry:
    """An order, or that orders were taken back or brought back; ``when`` is turn and step."""

    when: str
    text: str
    record: Record
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What an entry came to: in a word or two, aloud, what follows from it, and the same part by part."""

    entry: Entry
    head: str
    words: str
    means: str = ""
    rows: tuple[str, ...] = ()


def story(view: SideView[Any]) -> list[Entry]:
    """All that the reader may read of the journal. Lines have no numbers: gaps would tell of those left out."""
    in_force, path = view.undo_history.in_force, set[int]()
    entries: list[Entry] = []
    for record in view.records:
        before, path = path, (path | {record.number} if record.is_order else set(view.undo_history.line_to(record.to)))
        if not record.is_order:
            entries += _step(view, record, before ^ path)
        elif not _is_sealed(record):
            entries.append(Entry(_when(view, record), record.headline, record, record.number not in in_force))
    return entries


def latest(entries: Sequence[Entry]) -> Entry | None:
    """What just happened: the last entry that holds and is more than a step of the turn."""
    return next((entry for entry in reversed(entries) if not entry.struck and not _is_mere_step(entry.record)), None)


def told(view: SideView[Any], entry: Entry) -> Result:
    """An entry with what came of it."""
    results = view.results(entry.record)
    if not results:
        return Result(entry, "", entry.text)
    first, *others = results
    return Result(entry, first.head, first.words, first.means, (*first.rows, *(row for other in others for row in _rows(other))))


def _rows(result: Stated) -> Iterator[str]:
    """A result that stands behind another: what it says and means, then part by part."""
    yield " ".join(filter(None, (result.words, result.means)))
    yield from result.rows


def _step(view: SideView[Any], record: Record, changed: set[int]) -> Iterator[Entry]:
    """A step back or forward, where it changed something that the reader may read."""
    known = [other.headline for number in sorted(changed) if not _is_sealed(other := view.record(number))]
    what = "Brought back" if record.kind == REDO else "Taken back"
    if known:
        yield Entry(_when(view, record), f"{what}: {'; '.join(known)}", record)


def _is_mere_step(record: Record) -> bool:
    return record.procedure == NextStep.id and not brief(record)


def _is_sealed(record: Record) -> bool:
    """Whether nothing of an order may be read, not even that it was given."""
    return not record.procedure and record.headline == SEALED


def _when(view: SideView[Any], record: Record) -> str:
    return f"T{record.turn}.{step_number(view, record)}"
