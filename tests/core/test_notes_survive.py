"""A note is words of people: undo takes back orders and leaves the notes between them, in journal, log, report and on phones."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.reports.render.formats import report
from fleetbook.share.page import page_for
from fleetbook.store.battle.journal_reader import from_json, to_json
from tests.reports.journals import Played


def noted() -> Played:
    """1 next, 2 a note on it, 3 next."""
    table = Played()
    table.give("next")
    table.give("note", words="Blue disputes the range")
    table.give("next")
    return table


def undone(table: Played, to: int | None = None) -> Record:
    return table.keep(table.journal.undo(to))


def in_force(table: Played) -> list[int]:
    return sorted(table.journal.undo_history.in_force)


def test_undo_step_by_step_takes_the_orders_and_leaves_the_note() -> None:
    table = noted()
    assert undone(table).headline == "took back 3"
    assert in_force(table) == [1, 2]
    assert undone(table).headline == "took back 1"
    assert (in_force(table), table.journal.position) == ([2], 0)
    with pytest.raises(Refused, match="nothing to take back"):
        table.journal.undo()


def test_going_back_over_a_note_leaves_it_and_names_the_orders_only() -> None:
    table = noted()
    assert table.journal.undo_history.taken_back_by(0) == [1, 3]
    assert undone(table, 0).notes == (2,)
    assert in_force(table) == [2]


def test_a_note_that_is_the_last_line_is_taken_back_itself() -> None:
    table = Played()
    table.give("next")
    table.give("note", words="a slip of the pen")
    assert undone(table).headline == "took back 2"
    assert in_force(table) == [1]
    assert table.keep(table.journal.redo()).headline == "brought back 2"


def test_a_note_that_was_just_brought_back_is_taken_back_again() -> None:
    table = Played()
    table.give("next")
    table.give("note", words="a slip of the pen")
    undone(table)
    table.keep(table.journal.redo())
    assert undone(table).headline == "took back 2"


def test_going_back_to_the_order_of_a_note_takes_back_the_note_where_there_is_nothing_else_to_take() -> None:
    table = noted()
    undone(table)
    assert table.journal.undo_history.taken_back_by(1) == [2]
    assert undone(table, 1).notes == ()
    assert in_force(table) == [1]


def test_a_note_stays_through_redo_and_through_another_order() -> None:
    table = noted()
    undone(table, 0)
    assert table.keep(table.journal.redo()).headline == "brought back 1, 3"
    assert in_force(table) == [1, 2, 3]
    undone(table, 0)
    table.give("next")
    assert in_force(table) == [2, 6 + 1]


def test_the_report_and_the_phone_do_not_strike_the_note_through() -> None:
    table = noted()
    undone(table, 0)
    story = report("md", table.journal)
    assert "~~" in story
    line = next(line for line in story.splitlines() if "Blue disputes the range" in line)
    assert "~~" not in line and "taken back" not in line
    assert "<del" not in next(
        line for line in page_for(table.journal, None).fragments["journal"].splitlines() if "isputes" in line
    )


def test_an_older_undo_without_the_names_of_notes_took_them_back_and_still_does() -> None:
    table = noted()
    table.keep(msgspec.structs.replace(table.journal.undo(0), notes=()))
    assert in_force(table) == []


def test_the_notes_that_stay_are_kept_in_the_line_of_the_file() -> None:
    record = noted().journal.undo(0)
    assert from_json(to_json(record)).notes == (2,)
    assert b"notes" not in to_json(Played().give("next"))


@pytest.mark.parametrize("notes", [(1,), (2, 3), (9,)])
def test_a_line_that_keeps_what_is_no_note_is_refused(notes: tuple[int, ...]) -> None:
    table = noted()
    false: Any = msgspec.structs.replace(table.journal.undo(0), notes=notes)
    with pytest.raises(InvalidInput):
        table.journal.append(false)
    assert in_force(table) == [1, 2, 3]
