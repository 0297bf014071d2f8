"""The section on a battle's or a campaign's origin: hashes, the seal of the dice and their seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook import __version__
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, Paragraph, grid
from fleetbook.reports.status import Status, seal_answers

CHOSEN = "chosen by hand: whoever chose it could know the dice beforehand"
BY_LINES = "dice numbered by lines of the journal, as in battles begun before"


def provenance_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """The section with all that somebody needs to recompute and check the battle, such as hashes and the seed."""
    yield Heading(2, "Provenance", "provenance")
    printed, dice = journal.ruleset.tables.hash, now.dice
    tables = f"tables {now.ruleset.tables}{f', as printed {printed}' if printed != now.ruleset.tables else ''}"
    link = f", last link {now.last_link}" if now.last_link else ""
    seed = "shown when the battle has ended" if dice.seed is None else dice.seed
    how = (CHOSEN if dice.chosen_by_hand else "", BY_LINES if journal.setup.dice.numbered == "by lines" else "")
    rows = [
        ("Rules", f"fleetbook {__version__}, {now.ruleset.id} version {now.ruleset.version}, {tables}"),
        ("Journal", f"{counted(now.lines, 'line')}{link}; fingerprint {now.fingerprint or 'not for one side'}"),
        ("Seal of the dice (SHA-256 of the seed)", dice.commitment),
        ("Seed", "; ".join(filter(None, (seed, *how)))),
        *([("Words to the seal", seal_answers(dice))] if dice.words else []),
    ]
    yield grid(("What", "Value"), rows)
    yield Paragraph("The seal was shown before the first die. fleetbook verify recomputes every line from its inputs and dice.")
