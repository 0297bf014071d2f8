"""The ship that is hurt worst says so on one line, and those out of the fight are counted apart."""

from __future__ import annotations

from pathlib import Path

from fleetbook.core.battle.card_view import CardView, Condition, Track
from fleetbook.tui.cards.card_lines import Columns, Detail, Look, draw_card
from tests.tui.keyboard import WIDE, refereeing

WORST = (
    Condition("HULL", "no hull boxes left: stopped and silent", "grave"),
    Condition("EE", "2 engine room hits", "grave"),
    Condition("*", "splash marker"),
    Condition("B", "bridge hit: out of command", "grave"),
)


def brief(conditions: tuple[Condition, ...], width: int) -> str:
    card = CardView("Jiyuan", "CL", "China", "0 kt", (Track("hull", "hull", 0, 12),), conditions=conditions, pace="0/0 kt")
    (line,) = draw_card(card, Columns.of([card], width), Look(), width, Detail.BRIEF)
    return "".join(text for text, _ in line)


def test_a_line_without_room_for_all_conditions_shows_the_worst_and_how_many_more() -> None:
    whole = len(brief((), 80))
    assert brief(WORST, whole + 2 + 11) == brief((), 80) + "  HULL EE B *"[:13]
    assert brief(WORST, whole + 2 + 10) == brief((), 80) + "  HULL EE +2"
    assert brief(WORST, whole + 2 + 7) == brief((), 80) + "  HULL +3"
    assert brief(WORST, whole + 2 + 4) == brief((), 80) + "  HULL"


def test_a6_a_ship_without_hull_boxes_is_counted_out_of_the_fight(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        one.press("x")
        one.type("jiyuan 12")
        one.press("enter")
        assert "13 of 14 fight, 1 out" in one.text
        assert "12 of 12 fight ═" in one.text
