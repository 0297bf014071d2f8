"""The last order again for all ships that may do the same: a flotilla moves, repairs or looks by one key."""

from __future__ import annotations

from pathlib import Path

from tests.tui.keyboard import NARROW, refereeing


def test_a_flotilla_moves_by_one_key_but_not_those_that_moved_already(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press("n", "m", "7", "enter", "m", "5", "enter", "*")
        speeds = {ship.name: ship.speed for ship in one.session.battle.ships("Royal Navy")}
        assert speeds == {"MTB 221": 7, "MTB 233": 5, "MTB 234": 5, "MTB 624": 5, "MGB 321": 5, "MGB 330": 5}
        assert "likewise: MTB 234, MTB 624, MGB 321, MGB 330" in one.text
        lines = len(one.session.journal.records)
        one.press("*")
        assert "no other ship can do the same now" in one.text
        assert len(one.session.journal.records) == lines


def test_where_something_must_be_said_the_next_ships_form_opens(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press("n", "n", "s", "1", "2", "enter", "*")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["observer"], form.name) == ("V 1241", "range")


def test_what_is_struck_by_hand_is_struck_once(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press("x", "3", "enter", "*")
        assert "no other ship can do the same now" in one.text
        assert len(one.session.journal.records) == 1
