"""Adds ships and ports to a campaign that has begun: its lines are carried out again with a longer plan."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.upgrade import write_derived
from fleetbook.store.campaign.plan import read_plan
from fleetbook.store.errors import shown_path


def enlarge(source: Path, plan: Path, target: Path) -> int:
    """Copy a campaign into a new file with the ships and ports of a longer plan. Returns the number of new ships.

    The plan must contain everything that the campaign began with. Raises InvalidInput if it does not, if the campaign is
    damaged, or if a line would then have another result. Raises Unwritable if the target exists or cannot be written.
    """
    with BattleFile.open(source, read_only=True) as old:
        if old.damage:
            raise InvalidInput(shown_path(source), f"a damaged campaign ({old.damage})", "an undamaged campaign")
        before, wanted = old.journal.setup, read_plan(plan)
        _check_longer(before, wanted, shown_path(plan))
        setup = msgspec.structs.replace(wanted, house=before.house, dice=before.dice)
        write_derived(old, source, setup, target)
    return len(wanted.ships) - len(before.ships)


def _check_longer(before: Setup, wanted: Setup, where: str) -> None:
    """Raise InvalidInput unless a plan has the first day, the sides, the ships and the ports of the campaign."""
    for name, was, now in (("date", before.date, wanted.date), ("side", before.sides, wanted.sides)):
        if was != now:
            raise InvalidInput(f"{where}: {name}", str(now), f"{was}, as the campaign began")
    for kind, old, new in (("ship", before.ships, wanted.ships), ("port or squadron", before.squadrons, wanted.squadrons)):
        known = {entry.name: entry for entry in new}
        for entry in old:
            if known.get(entry.name) != entry:
                found = "another entry" if entry.name in known else "nothing"
                raise InvalidInput(f"{where}: {kind} {entry.name}", found, "the entry with which the campaign began")
