"""The last order again for all ships that may do the same: a flotilla moves, repairs or looks by one key."""

from __future__ import annotations

from pathlib import Path

from tests.tui.keyboard import NARROW, Keyboard, refereeing


def test_a_flotilla_moves_by_one_key_but_not_those_that_moved_already(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", "m", "7", "enter", "m", "5", "enter", "*")
        speeds = {ship.name: ship.speed for ship in one.session.battle.ships("Royal Navy")}
        assert speeds == {"MTB 221": 7, "MTB 233": 5, "MTB 234": 5, "MTB 624": 5, "MGB 321": 5, "MGB 330": 5}
        assert "likewise: MTB 234, MTB 624, MGB 321, MGB 330" in one.text
        lines = len(one.session.journal.records)
        one.press("*")
        assert "no other ship can do the same now" in one.text
        assert len(one.session.journal.records) == lines


def test_where_something_must_be_said_the_next_ships_form_opens(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">", ">", "s", "1", "2", "enter", "*")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["observer"], form.name) == ("V 1241", "range")


def test_what_is_struck_by_hand_is_struck_once(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press("x", "3", "enter", "*")
        assert "no other ship can do the same now" in one.text
        assert len(one.session.journal.records) == 1


def until(one: Keyboard, phase: str) -> None:
    while one.session.battle.phase != phase:
        one.go()


def test_no_ship_fires_at_a_range_measured_by_another(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="3") as one:
        one.go()
        one.press("i", "enter", "enter")
        until(one, "firing")
        one.press("f", "2", "0", "enter")
        lines = len(one.session.journal.records)
        one.press("*")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["firer"], form.name, form.draft.given) == ("Guangjia", "range", ("firer",))
        assert "20 cm? of line 8, between other ships" in one.said
        assert len(one.session.journal.records) == lines


def test_while_the_one_that_fired_is_still_the_battles_default_her_range_is_not_the_others(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "run-to-the-south", seed="3") as one:
        until(one, "planned-fire")
        one.press("f")
        one.type("3000")
        one.press("enter")
        one.type("yes")
        one.press("enter")
        assert one.session.journal.records[-1].inputs["firer"] == "Lion"
        lines = len(one.session.journal.records)
        one.press("*")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["firer"], form.name, form.draft.values["range"]) == ("Princess Royal", "range", None)
        assert len(one.session.journal.records) == lines


def test_it_stops_at_the_last_ship_of_the_side(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "run-to-the-south", seed="3") as one:
        until(one, "planned-fire")
        one.press("f")
        one.type("malaya 3000")
        one.press("enter")
        one.type("yes")
        one.press("enter")
        ours = {ship.name for ship in one.session.battle.ships("Royal Navy")}
        one.press("*")
        while one.battle.entry.form is not None:
            assert one.battle.entry.form.draft.values["firer"] in ours
            one.type("3000")
            one.press("enter", "*")
        shots = [record for record in one.session.journal.records if record.procedure == "fire"]
        assert {shot.inputs["firer"] for shot in shots} == ours


def test_what_the_repeated_order_changes_is_named(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW, seed="3") as one:
        one.press("n", "enter", "m", "9", "enter", "*")
        assert "Main Squadron 12 → 9 kt" in " ".join(one.text.split())
