"""A battle that was begun with other rules than those at hand, copied into one that goes on under these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.play.difference import difference
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.recording import checked_look_ups
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.hash_chain import next_link
from fleetbook.store.battle.journal_reader import Line, to_json
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.errors import told


def upgrade(source: Path, target: Path) -> None:
    """Copy a battle into a new file under the rules at hand.

    Every order is given anew with the same inputs, dice and choices, and must leave the battle as it did; the copy keeps
    the seed and the times. The source is not changed. Raises InvalidInput for a battle that is damaged or needs no upgrade, and
    with the first line that would come out otherwise; Unwritable where the target exists or cannot be written.
    """
    with BattleFile.open(source, read_only=True) as old:
        _check(old, source)
        journal = _anew(old, source)
        meta = new_meta(journal.setup, journal, old.created)
        lines = list(_lines(journal.records.kept, old.times, meta.link))
    make_file(target, meta, lines)


def _check(old: BattleFile, source: Path) -> None:
    if old.damage:
        raise InvalidInput(told(source), f"a damaged battle ({old.damage})", "one that is whole")
    if not old.notice:
        raise InvalidInput(
            told(source), "a battle of the rules at hand", "one that was begun with others: this one goes on as it is"
        )


def _anew(old: BattleFile, source: Path) -> Journal[Any]:
    """The journal with every line derived under the rules at hand."""
    rules = old.journal.ruleset
    setup = msgspec.structs.replace(old.journal.setup, version=rules.version)
    journal = Journal(rules, setup, old.journal.stream.seed)
    for record in old.journal.records.kept:
        try:
            journal.append(_derived(journal, record) if record.is_order else record)
        except FleetbookError as error:
            allowed = "what it came to when it was written; the battle can still be read"
            raise InvalidInput(f"{told(source)}: line {record.number}, {record.headline}", str(error), allowed) from None
    return journal


def _derived(journal: Journal[Any], record: Record) -> Record:
    """An order given anew. Raises FleetbookError where it is not allowed any more, or leaves another battle."""
    battle = journal.battle_after(record.on)
    order = journal.order_of(record)
    before = checked_look_ups(order, record.given, battle)
    outcome = resolve(order, battle, journal.dice_of(record), record.choices)
    if otherwise := difference(record, outcome.events, journal.ruleset):
        raise FleetbookError(f"an order that now leaves another battle: {otherwise}")
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


def _lines(records: Sequence[Record], times: Any, link: bytes) -> Iterator[Line]:
    for record, at in zip(records, times, strict=True):
        content = to_json(record)
        link = next_link(link, at, content)
        yield Line(record.number, at, content, link)
