"""Ships on the board: bars of one width, the share of the hull, columns that hang on no ship's damage, nothing cut."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.card_view import CardView, Condition, Track
from fleetbook.tui.cards.boxes import share_bar
from fleetbook.tui.cards.card_lines import Columns, Detail, Look, draw_card
from fleetbook.tui.kit.line import cells


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
