"""What must hold in any battle of any rules, after every line."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import KINDS, MOST_HEAD
from fleetbook.core.battle.verdict import scores
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record


def check_line(journal: Journal[Any], record: Record) -> None:
    """A line derives again, also from JSON; the journal folds to the live battle; tracks stay in bounds."""
    assert verify_record(journal, record) == ""
    kept = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    assert msgspec.structs.replace(kept, inputs=record.inputs) == record
    assert verify_record(journal, kept) == ""
    check_told(journal, record)
    check_folded(journal)
    battle = journal.battle
    assert battle.state.fingerprint == record.fingerprint
    scores(battle)  # a formula of the rules that fails is told here; a verdict says only that there is none
    for ship in battle.ships():
        for track, full in battle.tracks(ship.name).items():
            assert 0 <= ship.left(track) <= full, f"{ship}, {track}: {ship.left(track)} of {full}"


def check_told(journal: Journal[Any], record: Record) -> None:
    """An order has a result, which says something, and a word for it that a list has room for; a step back has none."""
    results = journal.results(record)
    assert bool(results) == record.is_order
    for result in results:
        assert result.words.strip() and 0 < len(result.head) <= MOST_HEAD, result
        assert result.kind in KINDS, result


def check_folded(journal: Journal[Any]) -> None:
    """The events of the lines in force, folded from the start, are the live battle; its fingerprint is that of its facts."""
    state = journal.start.state
    for number in journal.undo_history.line_to(journal.position):
        state = state.with_changes(changes(journal.record(number).events))
    live = journal.battle.state
    assert state == live
    assert State().with_changes(live.items()).fingerprint == live.fingerprint


def check_there_and_back(journal: Journal[Any]) -> None:
    """Taking back the last order and bringing it back is the same battle to the fingerprint."""
    before = journal.battle.state
    if journal.position:
        journal.append(journal.undo())
        journal.append(journal.redo())
    assert journal.battle.state == before
    assert journal.battle.state.fingerprint == before.fingerprint


def check_all_the_way(journal: Journal[Any]) -> None:
    """All the way back, an order at a time, and all the way forward again: the same battles."""
    prints = [journal.battle.state.fingerprint]
    while journal.position:
        journal.append(journal.undo())
        prints.append(journal.battle.state.fingerprint)
    assert journal.battle.state == journal.start.state
    for fingerprint in prints[-2::-1]:
        journal.append(journal.redo())
        assert journal.battle.state.fingerprint == fingerprint
