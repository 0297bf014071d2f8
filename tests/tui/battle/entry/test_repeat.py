"""The key that repeats the last order, by the next ship. An order that differs is shown first."""

from __future__ import annotations

from pathlib import Path

from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def lines(one: Keyboard) -> int:
    return len(one.session.journal.records)


def test_a_shot_whose_firer_was_typed_is_repeated_by_the_next_ship(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.go(6)
        one.press("s")
        one.type("10")
        one.press("enter", "f")
        one.type("mgb77")
        one.press("enter")
        shot = one.session.journal.records[-1]
        assert (shot.given[0], shot.inputs["bearing"], lines(one)) == ("firer", "port", 8)
        one.press(".")
        form = one.battle.entry.form
        assert form is not None
        assert lines(one) == 8
        assert (form.draft.values["firer"], form.draft.values["target"], form.draft.values["range"]) == ("MGB 81", "S 136", None)


def test_a_second_total_at_the_same_target_is_not_fired_unseen(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.go(6)
        one.press("s")
        one.type("10")
        one.press("enter", "x")
        one.type("mgb81 9")
        one.press("enter", "f", "enter")
        assert one.session.journal.records[-1].inputs["bearing"] == "port"
        before = lines(one)
        one.press(".")
        assert one.battle.entry.form is None
        assert lines(one) == before
        assert "nobody can do the same now: MGB 81 has no hull boxes left" in " ".join(one.text.split())


def test_a_typed_speed_is_not_carried_to_the_other_sides_squadron(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="3") as one:
        one.go(1)
        one.press("i", "enter", "enter")
        one.go(1)
        one.press("m")
        one.type("8")
        one.press("enter")
        moved, before = one.session.journal.records[-1].inputs, lines(one)
        one.press(".")
        form = one.battle.entry.form
        assert form is not None
        assert lines(one) == before
        assert form.draft.values["squadron"] != moved["squadron"]
        assert (moved["speed"], form.draft.values["speed"]) == (8, 10)


def moving(one: Keyboard) -> str:
    """One squadron of the Yalu moved, evading and turning; its name."""
    one.go(1)
    one.press("i", "enter", "enter")
    one.go(1)
    one.press("m")
    one.type("8")
    while (form := one.battle.entry.form) is not None and form.name != "evading":
        one.press("down")
    one.type("y")
    one.press("enter")
    moved = one.session.journal.records[-1].inputs
    assert moved["evading"] is True
    return str(moved["squadron"])


def test_what_a_repeated_order_filled_in_is_forgotten_once_it_is_left(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="3") as one:
        moving(one)
        one.press(".")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["evading"] is True
        one.press("escape", "m")
        afresh = one.battle.entry.form
        assert afresh is not None
        assert afresh.draft.values["evading"] is False


def test_what_was_typed_into_a_repeated_order_is_kept_when_it_is_left(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="3") as one:
        moving(one)
        one.press(".")
        one.type("6")
        one.press("escape", "m")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["speed"], form.draft.values["evading"]) == (6, False)


def test_a_look_is_repeated_by_the_next_ship_as_a_shot_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="7") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", ".")
        form = one.battle.entry.form
        assert form is not None
        assert (form.draft.values["observer"], form.draft.values["range"]) == ("V 1241", None)
        one.press("escape", "escape", "f")
        one.press("enter", ".")
        form = one.battle.entry.form
        assert form is not None
        assert form.draft.values["firer"] == "V 1241"


def test_2_2_spotting_by_another_squadron_is_not_repeated_at_a_range_that_it_did_not_measure(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW, seed="5") as one:
        on_to(one, "spotting")
        one.press("s")
        one.type("40")
        one.press("enter")
        before = lines(one)
        one.press(".")
        form = one.battle.entry.form
        assert form is not None
        assert (lines(one), form.draft.values["range"]) == (before, None)


def test_help_says_what_repeating_does(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", (120, 60)) as one:
        one.press("n", "enter")
        one.press("?", "/", *"repeat")
        assert "For the next ship that has not given it yet." in " ".join(one.text.split())


def test_the_ship_below_the_last_one_is_next_and_after_the_last_those_above(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press(">")
        one.battle.cursor.point("MGB 321")
        one.press("m", "1", "0", "enter", ".")
        assert one.session.journal.records[-1].inputs["ship"] == "MGB 330"
        one.press(".")
        assert one.session.journal.records[-1].inputs["ship"] == "MTB 221"
