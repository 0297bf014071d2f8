"""The results of a line in words, beside the line's headline."""

from __future__ import annotations

from fleetbook.reports.journal.lines import result_texts
from tests.reports.journals import Played


def test_a_move_that_brings_nothing_else_is_not_said_twice() -> None:
    played = Played().to("move-1")
    record = played.give("move", ship="A", speed=6)
    assert record.headline.startswith("A moves 6 cm")
    assert result_texts(played.journal, record) == []


def test_a_move_that_means_something_is_said_with_its_meaning() -> None:
    played = Played().to("move-1")
    record = played.give("move", ship="A", speed=6, turning="yes")
    [text] = result_texts(played.journal, record)
    assert text.startswith(f"{record.headline}. ")
    assert text.endswith(" when she fires.")


def test_a_step_is_said_once_and_a_new_turn_is_said_as_a_result() -> None:
    played = Played()
    first = played.give("next")
    assert first.headline.startswith("on to step 2: ")
    assert result_texts(played.journal, first) == ["Nothing to repair."]
    last = first
    while played.journal.battle.turn == 1:
        last = played.give("next")
    assert result_texts(played.journal, last)[0].startswith("TURN 2, step 1: ")
