"""The journal on a page, with the lines that its reader may read. Sealed lines leave no trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from fleetbook.core.battle.record import REDO, Record
from fleetbook.core.battle.result import worst_first
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SEALED
from fleetbook.core.play.undo_history import NAMED
from fleetbook.core.play.wording import EventText
from fleetbook.core.play.working import working
from fleetbook.referee.telling import Telling, tell
from fleetbook.reports.journal.lines import when


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry as a page shows it: an order, an undo or a redo.

    when     its turn and phase, such as T2.3; in a campaign, the day
    telling  its news in a few words
    """

    when: str
    telling: Telling
    record: Record
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class News:
    """The result of a journal entry.

    words  a sentence to read aloud
    means  the consequence in words; empty if there is none
    rows   details of the result, and further results
    """

    words: str
    means: str = ""
    rows: tuple[str, ...] = ()


def story(view: Journal[Any]) -> Iterator[Entry]:
    """The entries that the reader may read, newest first. They have no numbers, because gaps would reveal sealed lines."""
    in_force = view.undo_history.in_force
    for number in range(view.next_number - 1, 0, -1):
        record = view.record(number)
        if not record.is_order:
            moved = (view.record(between) for between in view.undo_history.between(record.on, record.to))
            known = [other.headline for other in moved if not _is_sealed(other)]
            what = "Brought back" if record.kind == REDO else "Taken back"
            if known:
                more = f" … ({len(known)} in all)" if len(known) > NAMED else ""
                yield Entry(when(view, record), Telling(quiet=f"{what}: {'; '.join(known[:NAMED])}{more}"), record)
        elif not _is_sealed(record):
            yield Entry(when(view, record), tell(view, record), record, number not in in_force)


def readable(view: Journal[Any], lines: range) -> int:
    """How many orders among these journal lines the reader may read."""
    found = [view.record(number) for number in lines]
    return sum(record.is_order and not _is_sealed(record) for record in found)


def news(view: Journal[Any], entry: Entry) -> News:
    """The result of an entry, in sentences for the page."""
    results = view.results(entry.record)
    if not results:
        return News(f"{entry.telling.sentence}.")
    first, *others = worst_first(results)
    more = (row for other in others for row in (" ".join(filter(None, (other.words, other.means))), *other.rows))
    return News(first.words, first.means, (*first.rows, *more))


class Way(NamedTuple):
    """How a journal entry came to its result.

    order  the order with its ships, such as who fires at whom; empty if it threw no dice
    dice   the dice thrown, as lines of text
    """

    order: str = ""
    dice: tuple[EventText, ...] = ()


def way(view: Journal[Any], entry: Entry) -> Way:
    """How the result of an entry came about, as far as the reader may know."""
    record = entry.record
    if not record.is_order or not record.faces:
        return Way()
    lines = tuple(working(record, view.battle_before(record.number)))
    return Way("" if entry.telling.step else capital(record.headline), lines)


def _is_sealed(record: Record) -> bool:
    """Whether the reader may not know of this order at all."""
    return not record.procedure and record.headline == SEALED
