"""Copies a battle that began with other rules into a battle that continues under the installed rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.play.difference import difference
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.recording import checked_look_ups
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.errors import shown_path


def upgrade(source: Path, target: Path) -> None:
    """Copy a battle into a new file under the installed rules. The old file stays as it is.

    Every order is carried out again with the same inputs, dice and choices. It must lead to the same battle. The copy has the
    same seed and times. Raises InvalidInput if the battle is damaged or needs no upgrade, or if an order has another result. The
    error names the order's line. Raises Unwritable if the target exists or cannot be written.
    """
    with BattleFile.open(source, read_only=True) as old:
        if old.damage:
            raise InvalidInput(shown_path(source), f"a damaged battle ({old.damage})", "an undamaged battle")
        if not old.notice:
            allowed = "a battle begun with other rules: this one can go on as it is"
            raise InvalidInput(shown_path(source), "a battle of the installed rules", allowed)
        write_derived(old, source, old.journal.setup, target)


def write_derived(old: BattleFile, source: Path, setup: Setup, target: Path) -> None:
    """Write the lines of an open battle into a new file with this setup. Every order is carried out again by the installed rules.

    Raises InvalidInput with the line of an order that has another result, and Unwritable.
    """
    write_battle(target, _derived_journal(old, source, setup), old.created, old.times)


def _derived_journal(old: BattleFile, source: Path, setup: Setup) -> Journal[Any]:
    """The journal of the old battle, with every order carried out again under the installed rules."""
    rules = old.journal.ruleset
    journal = Journal(rules, msgspec.structs.replace(setup, version=rules.version), old.journal.stream.seed)
    for record in old.journal.records.kept:
        try:
            journal.append(_derived(journal, record) if record.is_order else _moved(journal, record))
        except FleetbookError as error:
            allowed = "its result when it was written; the battle can still be read"
            raise InvalidInput(f"{shown_path(source)}: line {record.number}, {record.headline}", str(error), allowed) from None
    return journal


def _moved(journal: Journal[Any], record: Record) -> Record:
    """The record of an undo or redo for the new journal, leading to the same line as in the old journal."""
    return msgspec.structs.replace(record, fingerprint=journal.battle_after(record.to).state.fingerprint)


def _derived(journal: Journal[Any], record: Record) -> Record:
    """The record of an order that is carried out again. Raises FleetbookError if the rules now refuse the order or give another
    result.
    """
    battle = journal.battle_after(record.on)
    order = journal.order_of(record)
    before = checked_look_ups(order, record.given, battle)
    outcome = resolve(order, battle, journal.dice_of(record), record.choices)
    if otherwise := difference(record, outcome.events, journal.ruleset):
        raise FleetbookError(f"an order that now leads to another battle: {otherwise}")
    found = LookUps.of(before, outcome.look_ups)
    return msgspec.structs.replace(
        record,
        headline=outcome.headline,
        faces=outcome.faces,
        events=outcome.events,
        whole=True,
        fingerprint=outcome.battle.state.fingerprint,
        consulted=found.readings,
        looked_up=found.others,
    )
