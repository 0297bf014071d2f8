"""Leaving a step: duties and coming dice are named first, and steps without work are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import SetByHand
from tests.tui.hands import launch
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing


def seen(one: Keyboard) -> None:
    """S 136 has seen MGB 77 at 12 cm, in step 3."""
    one.press(">", ">", "s")
    one.type("12")
    one.press("enter")


def damaged_gun(one: Keyboard) -> None:
    """The form that sets a gun of MGB 77 damaged by hand: her next repairs throw a die for it."""
    one.press("=")
    one.type("twin MG port")
    one.press("down")
    one.type("dam")


def test_n_names_what_is_due_and_passes_over_it_when_pressed_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        one.press(">")
        assert "Not yet" in one.text
        assert "S 138 has not looked." in one.text
        assert "S 136 and S 138 have not fired, and an enemy is seen." in one.said
        assert one.session.battle.phase == "fire-1"
        one.press(">")
        assert one.session.battle.phase == "damage-1"


def test_all_reminders_are_shown_and_help_has_those_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duties = tuple(f"Duty {number} is not done." for number in range(9))
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        monkeypatch.setattr(type(one.session), "awaited", duties)
        monkeypatch.setattr(type(one.session), "due", duties)
        one.press("n")
        assert "Duty 5 is not done.   … and 3 more: F1" in one.text
        one.size = WIDE
        assert all(duty in one.text for duty in duties)
        one.press("f1")
        assert all(duty in one.text for duty in duties)


def test_another_key_takes_the_question_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        one.press(">", "down")
        assert "Not yet" not in one.text
        one.press(">")
        assert one.session.battle.phase == "fire-1"


def test_n_goes_at_once_where_nothing_is_due(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">")
        assert one.session.battle.phase == "move-1"


def test_dice_that_n_throws_are_announced(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        damaged_gun(one)
        one.press("enter", ">")
        assert "MGB 77 dices for repairs: twin MG port, 6 needed." in one.said
        assert one.session.battle.phase == "repair-1"


def test_squadrons_that_have_not_acted_are_named_by_side(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", seed="7") as one:
        one.go(2)
        one.press("enter", ">")
        assert "Japan: 1st Division, 2nd Division" in one.text
        assert "have not acted." in one.text
        assert one.session.battle.phase == "movement"


def test_on_to_the_next_step_with_something_to_do_takes_one_key(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", ">", ">")
        assert one.session.battle.phase == "damage-1"
        one.press("n")
        assert one.session.battle.phase == "move-2"


def test_a_ship_with_something_to_do_is_marked_and_what_she_has_done_is_ticked(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        seen(one)
        marks = {ship: next(line for line in one.lines() if ship in line).partition(ship)[0][-2] for ship in ("S 138", "MGB 81")}
        assert marks == {"S 138": "•", "MGB 81": " "}
        signs = {ship: "".join(tick.sign for tick in one.session.ticks(ship) if tick.done) for ship in ("S 136", "MGB 77")}
        assert signs == {"S 136": "s", "MGB 77": "°"}


def test_nothing_is_due_once_the_battle_has_ended(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden") as one:
        one.press(">")
        assert any(tick.due for tick in one.session.ticks("MGB 77"))
        one.press("E", "enter")
        assert one.session.battle.ended
        assert not any(tick.due for tick in one.session.ticks("MGB 77"))


def test_pressed_twice_out_of_habit_it_does_not_leave_the_step_it_came_to(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.go(3)
        assert one.session.battle.phase == "damage-1"
        one.press("n", "n")
        assert one.session.battle.phase == "move-2"
        assert "Nothing was ordered yet in this step" in one.text
        assert "again: goes on" in one.text
        one.press("n")
        assert one.session.battle.phase == "fire-2"


def test_it_asks_alike_whether_it_came_through_one_step_or_several(tmp_path: Path) -> None:
    """A step that another key came to is left at once if nothing is due."""
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", "n")
        assert one.session.battle.phase == "fire-1"
        one.press("n")
        assert one.session.battle.phase == "fire-1" and "Not yet" in one.text
        one.press("down", "up", "n")
        assert one.session.battle.phase == "fire-1", "no order was given"
        one.press("n")
        assert one.session.battle.phase != "fire-1"


def test_dice_that_leave_no_choice_are_thrown_on_the_way_up_to_the_first_choice(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.press("n")
        assert "who moves first" in one.text
        assert one.session.battle.phase == "initiative"
        one.press("enter")
        thrown = one.session.journal.records[-1]
        assert thrown.faces
        assert one.session.journal.results(thrown)[0].words in one.text
        assert one.session.battle.phase == "movement"


def test_it_stops_after_a_ship_was_hurt_on_the_way(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", seed="7") as one:
        one.press("n", "enter")
        by_hand = Draft(one.session.battle, SetByHand, {"ship": "Takachiho", "condition": "catastrophe", "value": "1"})
        one.session.file.give(by_hand.order())
        while one.session.battle.turn == 1:
            one.go()
        assert one.session.battle.phase == "ongoing"
        one.press("n")
        assert one.session.battle.phase == "initiative", "the sinking test is read aloud first"
        assert "Takachiho" in one.session.journal.results(one.session.journal.records[-1])[0].words


def test_dice_of_a_step_are_thrown_without_asking_and_their_result_is_shown(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        damaged_gun(one)
        one.press("enter", "n")
        assert one.session.last is not None
        assert one.session.last.faces
        (repaired,) = [one for one in one.session.journal.results(one.session.last) if not one.as_ordered]
        assert repaired.words in one.text


def test_of_a_squadrons_fire_nothing_is_left_out_without_a_mark(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE, seed="3") as one:
        one.go(1)
        one.press("i", "enter", "enter")
        one.go(4)
        one.press("F")
        one.type(f"{'ding' if one.session.acting == 'Japan' else 'yosh'}20")
        one.press("enter")
        assert one.session.journal.records[-1].procedure == "volley"
        rows = one.session.journal.results(one.session.journal.records[-1])[0].rows
        ships = {row.split(":")[0] for row in rows}
        shown = {ship for ship in ships if f"   {ship}: " in one.text}
        assert len(ships) >= 2
        assert shown == ships or "more: w" in one.text
        lines = one.lines(NARROW)
        text = "\n".join(lines)
        assert all(f"   {ship}: " in text for ship in ships) or "more: w" in text
        assert "…," not in text


def test_what_befell_a_ship_as_the_turn_ended_heads_the_band_before_the_step(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", seed="5") as one:
        launch(one, "hel 35")
        one.go(8)
        one.press("h")
        one.type("6")
        one.press("enter")
        while one.session.battle.ship("Hellweg").afloat:
            one.go()
        assert any(line.startswith("━ HELLWEG SUNK  ") for line in one.lines())


def test_steps_that_settle_themselves_with_nothing_due_are_no_work_and_the_first_press_goes_on(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW, seed="7") as one:
        assert one.session.battle.phase == "ongoing"
        one.press(">")
        assert one.session.battle.phase == "initiative", "no ship burns or floods before the first shot"
        one.press("i", "enter", "enter", "n")
        assert one.session.battle.phase == "movement"
        one.press("n", "n")
        assert one.session.battle.phase == "spotting", "nothing is damaged yet: no repairs"


@pytest.mark.parametrize(("key", "called"), [*zip("ni;z", "ni;z", strict=True), ("f5", "F5"), ("home", "Home")])
def test_at_a_choice_a_key_that_begins_none_says_so_and_a_letter_chooses(key: str, called: str, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n")
        assert "who moves first" in one.text
        one.press(key)
        assert f"no option begins with {called}: Japan, China; ←→ and Enter choose" in one.text
        one.press("c", "j", "c", "enter")
        assert one.session.acting == "China"


def test_a_step_held_says_what_going_on_leaves_as_it_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n")
        assert "No order, speed kept: MGB 77 and MGB 81 8 cm." in one.text


def test_a_step_that_brought_nothing_is_a_thin_rule_in_the_journal(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        while one.session.battle.turn == 1:
            one.go()
        assert "─ 2.1 Royal Navy repairs ─" in one.text
        one.go()
        assert "─ 2.2 Royal Navy launches, moves ─" in one.text
