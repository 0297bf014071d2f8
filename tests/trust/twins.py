"""Battles that differ only in what a side may not know, and everything that this side can read of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from fleetbook.cli.drawing.status import status_text
from fleetbook.core.battle.record import REDO, UNDO
from fleetbook.core.battle.setup import Setup
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.journal.lines import line_shapes, log_lines, working_text
from fleetbook.reports.render.formats import FORMATS, report
from fleetbook.reports.shape import to_json
from fleetbook.reports.sheets.cards import sheets_of_battle
from fleetbook.reports.status import status

Document = Callable[[Journal[Any]], str]

AT_ONCE: dict[str, Document] = {
    "status": lambda journal: "\n".join(status_text(status(journal))),
    "status --json": lambda journal: to_json(status(journal)).decode(),
    "log": lambda journal: "\n".join(text for record in journal.records for text in log_lines(journal, record)),
    "log --json": lambda journal: to_json(line_shapes(journal)).decode(),
    "working": lambda journal: "\n".join(text for record in journal.records for text in working_text(journal, record)),
    "sheets": sheets_of_battle,
    "blank sheets": partial(sheets_of_battle, blank=True),
    "report --format csv": partial(report, "csv"),
}
DOCUMENTS: dict[str, Document] = {**AT_ONCE, **{f"report --format {form}": partial(report, form) for form in FORMATS}}
"""The other reports weigh the luck of every die, which takes a while."""


def documents_of(journal: Journal[Any], side: str, documents: Mapping[str, Document] = DOCUMENTS) -> dict[str, str]:
    """All that a side can read of a battle."""
    view = SideView(journal, side)
    return {name: write(view) for name, write in documents.items()}


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
