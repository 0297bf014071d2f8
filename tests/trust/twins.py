"""Battles that differ only in what a side may not know, and everything that this side can read of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from fleetbook.cli.drawing.status import status_text
from fleetbook.core.battle.record import REDO, UNDO, Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.working import why
from fleetbook.reports.journal.lines import line_shapes, log_lines, working_text
from fleetbook.reports.render.formats import FORMATS, Wanted, report, report_as_wanted
from fleetbook.reports.render.tables import table_csv
from fleetbook.reports.shape import to_json
from fleetbook.reports.sheets.cards import sheets_of_battle
from fleetbook.reports.status import status
from fleetbook.reports.tables.kinds import TABLES
from fleetbook.share.page import journal_page, page_for
from fleetbook.share.streams import news

Document = Callable[[Journal[Any]], str]
WITH_LUCK = "shots"
"""The table with the odds of each shot."""

AT_ONCE: dict[str, Document] = {
    "status": lambda journal: "\n".join(status_text(status(journal))),
    "status --json": lambda journal: to_json(status(journal)).decode(),
    "log": lambda journal: "\n".join(text for record in journal.records for text in log_lines(journal, record)),
    "log --json": lambda journal: to_json(line_shapes(journal)).decode(),
    "working": lambda journal: "\n".join(text for record in journal.records for text in working_text(journal, record)),
    "sheets": sheets_of_battle,
    "blank sheets": partial(sheets_of_battle, blank=True),
    "why": lambda journal: "\n".join(text for record in journal.records for text in _why(journal, record)),
    "report --format csv": partial(report, "csv"),
    "report --briefing": partial(report_as_wanted, "md", wanted=Wanted(briefing=True)),
    **{f"report --table {name}": partial(table_csv, name) for name in TABLES if name != WITH_LUCK},
}
"""What a side reads by `--side`, in the app and in the players' window."""
DOCUMENTS: dict[str, Document] = {
    **AT_ONCE,
    **{f"report --format {form}": partial(report, form) for form in FORMATS},
    f"report --table {WITH_LUCK}": partial(table_csv, WITH_LUCK),
    "report --short": partial(report_as_wanted, "md", wanted=Wanted(short=True)),
}
"""The other reports weigh the luck of every die, which takes a while."""
WINDOW = ("window", "window, events", "window, journal")


def documents_of(journal: Journal[Any], side: str | None, documents: Mapping[str, Document] = DOCUMENTS) -> dict[str, str]:
    """All that a side can read of a battle, or all that everybody reads on the wall."""
    view, page = SideView(journal, side), page_for(journal, side)
    window = (page.title + "".join(page.fragments.values()), news(page, None).decode(), str(journal_page(view, 1, "")))
    return {**{name: write(view) for name, write in documents.items()}, **dict(zip(WINDOW, window, strict=True))}


def _why(journal: Journal[Any], record: Record) -> Iterator[str]:
    before = journal.battle_after(record.on)
    return (f"{reason.depth} {reason.heading}: {reason.text}" for reason in why(record, journal.ruleset, before))


def hidden_throughout(journal: Journal[Any], side: str) -> frozenset[str]:
    """Names that a side was not to know at any moment of a battle, orders that were taken back included."""
    every = range(len(journal.records) + 1)
    return frozenset.intersection(*(journal.ruleset.unseen(journal.battle_after(line), side) for line in every))


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value with other names for ships and squadrons, wherever one stands as a word and is no part of another name. Cards are
    left as they are: a class may be named like a ship.
    """
    if not names:
        return value
    if isinstance(value, str):
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda found: names[found[0]], value)
    if isinstance(value, dict):
        return {key: inner if key == "card" else renamed(inner, names) for key, inner in value.items()}
    return [renamed(inner, names) for inner in value] if isinstance(value, (list, tuple)) else value


def under_other_names(journal: Journal[Any], names: Mapping[str, str]) -> Journal[Any]:
    """The same battle refereed once more with these ships and squadrons under other names: the same dice, choices and steps."""
    public = [*(ship.name for ship in journal.setup.ships), *(squadron.name for squadron in journal.setup.squadrons)]
    names = {**dict(zip(public, public, strict=True)), **names} if names else names
    setup = msgspec.convert(renamed(msgspec.to_builtins(journal.setup), names), Setup)
    twin = Journal(journal.ruleset, setup, journal.stream.seed)
    for record in journal.records:
        if record.kind in (UNDO, REDO):
            again = twin.undo(record.to) if record.kind == UNDO else twin.redo()
        else:
            order = twin.ruleset.order(record.procedure).from_inputs(renamed(record.inputs, names))
            typed = [face.face if face.origin == "typed" else None for face in record.faces]
            again = twin.propose(order, twin.supply(typed), renamed(record.choices, names), record.given)
        twin.append(again)
    return twin


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[str]:
    """What tells two battles apart: each document with its first line that differs."""
    for name, text in one.items():
        for mine, yours in zip(text.splitlines(), other[name].splitlines(), strict=False):
            if mine != yours:
                yield f"{name}: {mine!r} | {yours!r}"
                break
        else:
            if text != other[name]:
                yield f"{name}: {len(text)} letters | {len(other[name])}"
