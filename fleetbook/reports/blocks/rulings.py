"""The referee's hand in a report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Heading, LineNumber, Paragraph, grid
from fleetbook.reports.views.rulings import rulings

KINDS = {
    "by hand": "Ruled by hand",
    "modifiers": "Modifiers counted otherwise than the battle knew",
    "die overruled": "Dice overruled",
    "dice typed in": "Dice typed in",
    "taken back": "Orders taken back",
}


def rulings_section(journal: Journal[Any]) -> Iterator[Block]:
    """Everything that is neither the rules' nor the dice's doing."""
    yield Heading(2, "The referee's hand", "rulings")
    found = sorted(rulings(journal), key=lambda ruling: list(KINDS).index(ruling.kind))
    if not found:
        yield Paragraph("Nothing was ruled by hand, no die typed in or overruled, no order taken back.")
    for kind, alike in groupby(found, key=lambda ruling: ruling.kind):
        yield Heading(3, KINDS[kind])
        told = list(alike)
        if any(ruling.reason for ruling in told):
            yield grid(
                ("Line", "Turn", "What", "Reason"), [(LineNumber(r.line), str(r.turn), r.text, r.reason) for r in told], (0, 1)
            )
        else:
            yield grid(("Line", "Turn", "What"), [(LineNumber(r.line), str(r.turn), r.text) for r in told], (0, 1))
