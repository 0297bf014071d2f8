"""Words of a step back and of a step without work, and words of the head that go whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, refereeing


def test_a_note_that_is_taken_back_is_told_by_its_first_words(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.press("a")
        one.type("the tape slipped at the second shot, agreed by both")
        one.press("enter", "u")
        assert "Took back: note: the tape slipped at the second shot, …" in one.said


def test_why_of_a_step_back_says_what_it_took_back_line_by_line(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.go()
        one.press("a")
        one.type("fog")
        one.press("enter", "U", "0", "enter", "w")
        told = " ".join(one.text.split())
        assert "Took back: on to step 2: Royal Navy launches, moves." in told
        assert "1 On to step 2: Royal Navy launches, moves" in told
        assert "2 Note: fog" not in told


def test_c2_a_step_without_hits_says_that_there_is_nothing_to_work_out(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        one.go(3)
        one.press("d")
        assert "nothing to work out: no ship of Royal Navy was hit (C2)" in " ".join(one.text.split())


def test_a9_repairs_are_asked_for_die_by_die_as_ongoing_damage_is(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        one.press("=")
        one.type("fire")
        one.press("down")
        one.press("right", "right", "enter")
        assert one.session.battle.ship("Mikasa").fire
        on_to(one, "repairs")
        one.press("r")
        told = " ".join(one.text.split())
        assert one.session.last is not None and one.session.last.procedure != "repair"
        assert "mend fire" in told
        assert "die 1, D10: mend fire" in told


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_what_a_side_does_not_know_stands_at_its_foot(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size) as one:
        assert any("│ unaware of the enemy" in line for line in one.lines())


def test_the_tables_after_a_refusal_begin_with_those_of_its_section(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        one.press("f")
        assert "(C4)" in one.text
        one.press("T")
        rows = [line.removeprefix(" ▸").split() for line in one.lines() if "table:" in line or "reading:" in line]
        assert rows[0][0].rstrip(",") == "C4"
        one.press("escape", "T")
        assert "▸   C1  table" in one.text


def test_help_begins_with_the_signs_of_the_board(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", (80, 24)) as one:
        one.press("?")
        assert "▸ ship pointed at" in one.text
        assert "red words may lose her or cripple her" in one.text


def test_the_legend_explains_the_classes_of_speed(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "cape-sarych", (120, 40)) as one:
        assert " 1S " in one.text
        one.press("?")
        assert "0 1S 1 2 2+ the sheet's classes of speed, the slowest first" in one.text
