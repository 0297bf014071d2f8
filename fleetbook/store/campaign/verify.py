"""Verifies a campaign: every line is recomputed, and each counted battle is read again if its file is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import Finding, verified
from fleetbook.store.campaign.together import changed_since


class Checked(NamedTuple):
    """The mistakes of a campaign, and the counted battles whose files are not beside it."""

    findings: list[Finding]
    absent: list[str]


def verify_campaign(file: BattleFile, folder: Path) -> Checked:
    """Recompute an open campaign, and count its battles again from their files in this folder."""
    absent: list[str] = []
    return Checked([*verified(file), *_battles(file, folder, absent)], absent)


def rulings_of_counts(journal: Journal[Any]) -> Iterator[str]:
    """What rulings made of the counts in force, in words: battles taken although they began outside, and ships left out."""
    for number in journal.undo_history.line_to(journal.position):
        order = journal.order_of(journal.record(number))
        if isinstance(order, CountBattle) and (order.because or order.without):
            yield f"line {number}: {order.headline(journal.battle_before(number))}"


def _battles(file: BattleFile, folder: Path, absent: list[str]) -> Iterator[Finding]:
    journal = file.journal
    for number in journal.undo_history.line_to(journal.position):
        order = journal.order_of(journal.record(number))
        if not isinstance(order, CountBattle):
            continue
        path = folder / order.file
        if not path.is_file():
            absent.append(order.file)
            continue
        try:
            changed = changed_since(journal, number, order, path)
        except FleetbookError as error:
            yield Finding(number, str(error))
            continue
        if changed:
            yield Finding(number, f"{order.file} differs from the battle that was counted: {changed}")
