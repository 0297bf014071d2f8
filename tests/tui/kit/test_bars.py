"""Ships on the board: bars of one width for the share of the hull, columns alike for whole and damaged ships, nothing cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fleetbook.core.battle.card_view import CardView, Condition, Track
from fleetbook.tui.cards.boxes import share_bar
from fleetbook.tui.cards.card_lines import Columns, Detail, Look, draw_card
from fleetbook.tui.kit.line import cells
from fleetbook.tui.kit.picker import Picker
from fleetbook.tui.kit.style import CURSOR, FOUND
from tests.tui.keyboard import NARROW, refereeing


def bar(left: int, full: int, fresh: int = 0) -> str:
    return "".join(text for text, _ in share_bar(Track("hull", "hull", left, full), fresh, 10))


@pytest.mark.parametrize("full", [1, 3, 9, 18, 25, 49, 336])
def test_a_bar_is_ten_cells_whatever_the_boxes(full: int) -> None:
    assert {len(bar(left, full)) for left in range(full + 1)} == {10}


def test_the_share_of_the_hull_in_eighths_of_a_cell() -> None:
    assert bar(15, 31) == "████▉░░░░░"
    assert bar(9, 9) == "█" * 10
    assert bar(0, 9) == "░" * 10
    assert bar(6, 9, fresh=3) == "██████▋▒▒▒"


def test_some_of_a_cell_while_a_box_is_left_and_never_full_with_one_gone() -> None:
    assert bar(1, 336) == "▏░░░░░░░░░"
    assert bar(335, 336) == "█████████▉"


def card(name: str, left: int, fate: str = "", conditions: tuple[Condition, ...] = ()) -> CardView:
    tracks = (Track("hull", "hull", left, 31), Track("main", "main", 2, 2), Track("secondary", "2nd", 20, 34))
    return CardView(name, "B", "Japan", "18 kt", tracks, fate=fate, pace="18/18 kt", conditions=conditions)


def test_the_worst_hit_ship_keeps_her_bar_and_the_others_their_columns() -> None:
    fire = Condition("F", "1 fire", "grave")
    whole, hurt = card("Fuji", 31), card("Mikasa", 5, conditions=(fire,))
    for cards in ([whole, hurt], [whole, card("Mikasa", 0, "sunk T4: catastrophe")]):
        columns = Columns.of(cards, 60)
        assert "".join(text for text, _ in draw_card(whole, columns, Look(), 60, Detail.BRIEF)[0]).index("█") == 21
    line = "".join(text for text, _ in draw_card(hurt, Columns.of([whole, hurt], 60), Look(), 60, Detail.BRIEF)[0])
    assert "█▋░░░░░░░░  5/31" in line
    assert "1 fire" in line


def test_the_reason_of_a_loss_is_never_cut() -> None:
    gone = card("Hellweg", 0, "sunk T2: its ammunition exploded (MTB 221, torpedo)")
    lines = draw_card(gone, Columns.of([gone], 40), Look(), 40, Detail.BRIEF)
    assert "its ammunition exploded (MTB 221, torpedo)" in " ".join("".join(t for t, _ in line).strip() for line in lines)
    assert all(cells(line) <= 40 for line in lines)


def test_what_stands_behind_torpedoes_has_its_column_where_a_ship_carries_none() -> None:
    seen = Condition("?", "?")
    armed = replace(card("Kasagi", 31, conditions=(seen,)), supplies=(Track("tubes", "torp", 4, 4),))
    cards = [armed, card("Otowa", 31, conditions=(seen,))]
    columns = Columns.of(cards, 60)
    drawn = ["".join(text for text, _ in draw_card(one, columns, Look(), 60, Detail.BRIEF)[0]) for one in cards]
    assert drawn[0].index("?") == drawn[1].index("?")


def test_firer_and_target_have_signs_of_their_own(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n", "s")
        shown = one.text
        assert " ▸ S 136" in shown and " ◎ MGB 77" in shown
        one.press("escape", "escape", "x")
        assert "◎" not in one.text


def test_at_80_columns_the_step_that_follows_is_named(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n")
        assert "▸ 3 KRIEGSMARINE observes, fires   4 Royal Navy works out damage" in one.lines()[1]


def test_a_straddle_is_shown_until_the_turn_in_which_it_counts_is_over(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press("n", "n", "s")
        one.type("12")
        one.press("enter", "f")
        one.type("12 5")
        one.press("enter")
        row = next(line for line in one.lines() if "S 136 E-boat" in line)
        assert "○s·f·+" in row
        assert all(tick.sign != "+" or "+2" in tick.words for tick in one.session.ticks("S 136"))
        one.go(8)
        assert "+" in next(line for line in one.lines() if "S 136 E-boat" in line)
        one.go(8)
        assert "+" not in next(line for line in one.lines() if "S 136 E-boat" in line)


def test_a_search_marks_what_was_typed_also_far_behind() -> None:
    picker = Picker("Journal", ["1  a line that goes on and on and tells of a STRADDLE at its end"], lambda chosen: None)
    for letter in "stradd":
        picker.take(letter, letter)
    row = picker.draw((40, 10))[2]
    assert ("STRADD", CURSOR + FOUND) in row
    assert cells(row) <= 40
