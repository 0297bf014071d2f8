"""Where a battle comes from: programs, rules, hashes and the seal of its dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook import __version__
from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Heading, Paragraph, grid
from fleetbook.reports.shapes.battle import Status
from fleetbook.reports.views.status import said_to

CHOSEN = "chosen by hand: whoever chose it could look for dice to their liking"
BY_LINES = "by lines of the journal, as in battles begun before: notes and undone orders shift them"


def provenance_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Everything that a doubter needs to derive the battle again."""
    yield Heading(2, "Provenance", "provenance")
    tables = journal.ruleset.tables.hash
    rows = [
        ("fleetbook", __version__),
        ("rules", f"{now.ruleset.id}, version {now.ruleset.version}"),
        ("hash of the tables", now.ruleset.tables),
        *([("hash of the tables as printed", tables)] if tables != now.ruleset.tables else []),
        ("lines in the journal", str(now.lines)),
        *([("last link of the chain of lines", now.last_link)] if now.last_link else []),
        ("seal of the dice (SHA-256 of the seed)", now.dice.commitment),
        ("seed of the dice", "shown when the battle has ended" if now.dice.seed is None else now.dice.seed),
        *([("how the seed came about", CHOSEN)] if now.dice.chosen_by_hand else []),
        *([("how dice are numbered", BY_LINES)] if journal.setup.dice.numbered == "by lines" else []),
        *([("said by the sides to the seal", said_to(now.dice))] if now.dice.words else []),
        ("fingerprint of the battle", now.fingerprint or "not for one side"),
    ]
    yield grid(("What", "Value"), rows)
    yield Paragraph(
        "The seal was shown before the first die; fleetbook verify derives every line again from its inputs and dice."
    )
