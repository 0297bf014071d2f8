"""The ship that is hurt worst says so on one line, and those out of the fight are counted apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fleetbook.cli.plain.speech import ship_line, ship_lines
from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.tui.cards.card_lines import Columns, Detail, Look, card_lines, draw_card
from tests.tui.keyboard import WIDE, refereeing

WORST = (
    Condition("HULL", "no hull boxes left: stopped and silent", "grave"),
    Condition("EE", "2 engine room hits", "grave"),
    Condition("*", "splash marker"),
    Condition("B", "bridge hit: out of command", "grave"),
)


def brief(conditions: tuple[Condition, ...], width: int) -> str:
    card = CardView("Jiyuan", "CL", "China", "0 kt", (Track("hull", "hull", 0, 12),), conditions=conditions, pace="0/0 kt")
    (line,) = draw_card(card, Columns.of([card], 80), Look(), width, Detail.BRIEF)
    return "".join(text for text, _ in line)


def test_a_line_without_room_for_all_conditions_shows_the_worst_and_how_many_more() -> None:
    whole = len(brief((), 80))
    assert brief(WORST, whole + 2 + 11) == brief((), 80) + "  HULL EE B *"[:13]
    assert brief(WORST, whole + 2 + 10) == brief((), 80) + "  HULL EE +2"
    assert brief(WORST, whole + 2 + 7) == brief((), 80) + "  HULL +3"
    assert brief(WORST, whole + 2 + 4) == brief((), 80) + "  HULL"


def test_a_row_without_a_box_is_not_shown() -> None:
    """A torpedo boat of the A&A sheet has neither main nor secondary guns."""
    card = CardView("Chidori", "TB", "Japan", "29 kt", (Track("hull", "hull", 3, 3), Track("main", "main", 0, 0)))
    told = [*draw_card(card, Columns.of([card], 80), Look(), 80, Detail.FULL), *card_lines(card, 80)]
    shown = "\n".join("".join(text for text, _ in line) for line in told)
    assert "hull" in shown
    assert "main" not in shown
    assert "main" not in " ".join([ship_line(card), *ship_lines(card)])


ARMED = CardView(
    "Matsushima", "C", "Japan", "12 kt", (Track("hull", "hull", 16, 16),), pace="12/16 kt",
    systems=(System("main 12.6 in", "destroyed"), System("fore 4.7 in", "damaged"), System("aft 4.7 in", "sound")),
    supplies=(Track("torpedoes", "torp", 4, 4),),
)  # fmt: skip
SOUND = replace(ARMED, systems=())
GRID = "   Matsushima C 12/16 kt █████ 16/16"


@pytest.mark.parametrize(
    ("behind", "conditions", "told"),
    [
        (0, "", " ●●●●  2 hurt"),
        (-1, "", "  2 hurt"),  # torpedoes leave the line before a mark does
        (3, "B", " ●●●●  B  2 hurt"),
        (0, "B", "  B 2 hurt"),
        (2, "B HULL", "  B HULL 2 hurt"),
        (1, "B HULL FLOOD", "  B HULL ✗2 +1"),
        (-4, "B HULL FLOOD", "  B ✗2 +2"),
        (-7, "B HULL FLOOD", "  B +4"),  # two conditions and two systems
    ],
)
def test_systems_hurt_are_told_before_torpedoes_and_the_rest_is_counted(behind: int, conditions: str, told: str) -> None:
    card = replace(ARMED, conditions=tuple(Condition(word, word, "grave") for word in conditions.split()))
    width = len(f"{GRID} ●●●●  2 hurt") + behind
    (line,) = draw_card(card, Columns.of([SOUND], 49, marks=11), Look(), width, Detail.BRIEF)
    assert "".join(text for text, _ in line) == GRID + told


def test_a_ship_that_is_sound_keeps_her_torpedoes_on_the_line() -> None:
    (line,) = draw_card(SOUND, Columns.of([SOUND], 49, marks=11), Look(), len(GRID) + 5, Detail.BRIEF)
    assert "".join(text for text, _ in line) == f"{GRID} ●●●●"


def test_a6_a_row_never_hides_that_a_ship_has_no_hull_boxes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        for ship, boxes in (("yoshino", 16), ("hashidate", 16), ("hiei", 12), ("takachiho", 15), ("matsushima", 16)):
            one.press("x")
            one.type(f"{ship} {boxes}")
            one.press("enter")
        rows = [row for line in one.lines() if " 0/1" in (row := line.split("│")[0]) and "▸" not in row]
        assert len(rows) == 4
        assert all("HULL" in row for row in rows), one.text


def test_a6_a_ship_without_hull_boxes_is_counted_out_of_the_fight(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        one.press("x")
        one.type("jiyuan 12")
        one.press("enter")
        assert "13 of 14 fight, 1 out" in one.text
        assert "12 of 12 fight ═" in one.text
