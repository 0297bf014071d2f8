"""Verifies a campaign: every line is recomputed, and each counted battle is read again if its file is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fleetbook.core.errors import FleetbookError
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import Finding, verified
from fleetbook.store.campaign.battles import count_order


class Checked(NamedTuple):
    """The mistakes of a campaign, and the counted battles whose files are not beside it."""

    findings: list[Finding]
    absent: list[str]


def verify_campaign(file: BattleFile, folder: Path) -> Checked:
    """Recompute an open campaign, and count its battles again from their files in this folder."""
    absent: list[str] = []
    return Checked([*verified(file), *_battles(file, folder, absent)], absent)


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
        names = {count.name for count in order.counts}
        try:
            with BattleFile.open(path, read_only=True) as battle:
                others = [name for name in battle.journal.battle.ship_names if name not in names]
            again = count_order(journal.battle_before(number), path, others)
        except FleetbookError as error:
            yield Finding(number, str(error))
            continue
        if again.identity != order.identity:
            yield Finding(number, f"{order.file} is another battle than the one that was counted")
        elif again.ships != order.ships:
            yield Finding(
                number, f"{order.file} leaves its ships otherwise than when it was counted: it was taken back or went on"
            )
