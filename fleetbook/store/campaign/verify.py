"""Verifies a campaign: every line is recomputed, and each counted battle is read again if its file is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import Finding, verified
from fleetbook.store.campaign.together import changed_since


class Checked(NamedTuple):
    """A campaign that was recomputed.

    lines     the number of its lines
    findings  what was computed otherwise than it is recorded
    absent    the counted battles whose files are not beside it
    rulings   in words, the battles taken although they began outside, and the ships left out of a battle
    """

    lines: int
    findings: list[Finding]
    absent: list[str]
    rulings: list[str]

    @property
    def remarks(self) -> list[str]:
        """What is to be known besides the findings, in words."""
        return [*self.rulings, *(f"{name} is not beside the campaign: its line is checked by itself" for name in self.absent)]

    @property
    def verdict(self) -> list[str]:
        """The findings in words, or that there are none."""
        return [*map(str, self.findings)] or [f"{counted(self.lines, 'line')}, all recomputed and the same"]


def verify_campaign(file: BattleFile, folder: Path) -> Checked:
    """Recompute an open campaign, and count its battles again from their files in this folder. A battle is recomputed alike."""
    absent: list[str] = []
    found = [*verified(file), *_battles(file, folder, absent)]
    return Checked(len(file.journal.records), found, absent, list(_rulings(file.journal)))


def _rulings(journal: Journal[Any]) -> Iterator[str]:
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
