"""Checks that must hold for every line of every battle, whatever the rule system."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import KINDS, MOST_HEAD
from fleetbook.core.battle.verdict import scores
from fleetbook.core.orders.part import Part
from fleetbook.core.play.driver import Play, Recorded
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.lines import in_words, record_tree
from fleetbook.core.play.live_battle import LiveBattle
from fleetbook.core.play.verify import verify_record


def check_line(journal: Journal[Any], record: Record) -> None:
    """Check that the last line's order can be carried out again, even after the line was stored as JSON. Check also that all
    events together lead to the present battle, and that no track has more boxes than its card or fewer than 0.
    """
    assert (difference := verify_record(journal, record)) == "", difference
    check_read_back(journal, record)
    check_results(journal, record)
    check_tree(journal, record)
    check_folded(journal)
    check_tracks(journal, record)


def check_read_back(journal: Journal[Any], record: Record) -> None:
    """Check that a line is the same after it was stored and read, and that its order can be carried out again."""
    kept = read_back(record)
    assert (difference := verify_record(journal, kept)) == "", difference
    if record.is_order:
        order, before = journal.order_of(record), journal.battle_before(record.number)
        again = in_words(kept, record_tree(kept, order, before))
        same = msgspec.structs.replace(again, inputs=record.inputs) == record
        assert same, f"{record.headline}: it has changed when it is read again"


def read_back(record: Record) -> Record:
    """A record after it was stored as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(record.as_kept()), type=Record)


def check_tracks(journal: Journal[Any], record: Record) -> None:
    """Check that the battle has the fingerprint of the last line, and that no track has too many boxes, or fewer than 0."""
    battle = journal.battle
    assert battle.state.fingerprint == record.fingerprint, f"{record.headline}: the battle is not the one that its line describes"
    scores(battle)  # a formula that fails raises an error here; otherwise only the verdict would be missing
    for ship in battle.ships():
        for track, full in battle.tracks(ship.name).items():
            assert 0 <= ship.left(track) <= full, f"{ship}, {track}: {ship.left(track)} of {full}"


def check_results(journal: Journal[Any], record: Record) -> None:
    """Check that an order has results with words, and with heads short enough for lists. An undo or redo must have no results."""
    results = journal.results(record)
    assert bool(results) == record.is_order, f"{record.headline}: {len(results)} results"
    for result in results:
        assert result.words.strip() and 0 < len(result.head) <= MOST_HEAD, f"a result without words or with a long head: {result}"
        assert result.kind in KINDS, f"no such kind of result: {result}"


def check_tree(journal: Journal[Any], record: Record) -> None:
    """Check that the parts read from an order's line are those that run when it is carried out, and that they lead to the battle
    after the line.
    """
    if not record.is_order:
        return
    order, before = journal.order_of(record), journal.battle_before(record.number)
    playing = _PartsRun(LiveBattle(before), Recorded(record.faces), record.choices)
    playing.drive(order)
    done = record_tree(read_back(record), order, before)
    for ran, read in zip_longest(playing.ran, done.parts()):
        assert ran == read, f"{record.headline}: it ran {ran}, and its line says {read}"
    assert done.after.state == journal.battle_after(record.number).state, f"{record.headline}: its parts lead to another battle"


class _PartsRun(Play[Any]):
    """Carries out an order again, and records the parts that it runs."""

    def __init__(self, battle: LiveBattle[Any], dice: Recorded, choices: tuple[str, ...]) -> None:
        super().__init__(battle, dice, choices)
        self.ran: list[Part[Any]] = []

    def drive(self, order: Part[Any]) -> None:
        self.ran.append(order)
        super().drive(order)


def check_folded(journal: Journal[Any]) -> None:
    """Check that the events of all lines in force lead from the start to the present battle and its fingerprint."""
    state = journal.start.state
    for number in journal.undo_history.line_to(journal.position):
        state = state.with_changes(changes(journal.record(number).events))
    live = journal.battle.state
    assert state == live, "the events of all lines do not lead to the battle as it stands"
    assert State().with_changes(live.items()).fingerprint == live.fingerprint, "facts with a wrong fingerprint"


def check_there_and_back(journal: Journal[Any]) -> None:
    """Check that undoing the last order and bringing it back gives the same battle."""
    before = journal.battle.state
    if journal.position:
        journal.append(journal.undo())
        journal.append(journal.redo())
    now = journal.battle.state
    assert (now, now.fingerprint) == (before, before.fingerprint), "an order taken back and given again leaves another battle"


def check_all_the_way(journal: Journal[Any]) -> None:
    """Undo all orders one by one and bring them all back, and check that each battle on the way is the same as before."""
    prints = [journal.battle.state.fingerprint]
    while journal.position:
        journal.append(journal.undo())
        prints.append(journal.battle.state.fingerprint)
    assert journal.battle.state == journal.start.state
    for fingerprint in prints[-2::-1]:
        journal.append(journal.redo())
        assert journal.battle.state.fingerprint == fingerprint
