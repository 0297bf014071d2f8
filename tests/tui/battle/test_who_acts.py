"""Head, headings and cursor agree on who acts, also where both sides act at once, and when a battle is opened again."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.kit.style import BOLD, side_look
from tests.golden.playing import begin, in_one_batch, orders
from tests.tui.hands import launch, on_to
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing


def moment(path: Path, battle: str, lines: int) -> Path:
    """A recorded battle after so many of its orders."""
    begin(battle, path)
    in_one_batch(path, orders(battle)[1 : lines + 1])
    return path


def headings_in_bold(one: Keyboard) -> list[bool]:
    """Whether the heading of each side on the board is bold."""
    drawn = one.page.draw(one.size)[2]
    sides = one.session.battle.sides
    found = {text.strip(): style for text, style in drawn}
    return [found[side.upper()] == side_look(sides, side)[0] + BOLD for side in sides]


def test_both_sides_fire_and_the_cursor_goes_to_the_next_ship_that_has_not(tmp_path: Path) -> None:
    path = moment(tmp_path / "a.battle", "dogger-bank", 74)  # Lion and Tiger have fired
    with refereeing(path, size=WIDE) as one:
        assert "3 0915 Planned Fire · both sides" in one.lines()[1]
        assert headings_in_bold(one) == [True, True]
        assert one.battle.cursor.ship == "Princess Royal"


def test_after_the_last_ship_of_a_side_that_fires_comes_the_other_side(tmp_path: Path) -> None:
    path = moment(tmp_path / "a.battle", "goeben", 22)  # Goeben, then three of the five in the Russian line
    with refereeing(path, size=WIDE) as one:
        assert "gunfire, round 1 · both sides" in one.lines()[1]
        assert one.battle.cursor.ship == "Tri Svyatitelya"


def test_a_squadron_that_has_fired_is_still_the_one_pointed_at(tmp_path: Path) -> None:
    path = moment(tmp_path / "a.battle", "tsushima", 64)  # the squadron's fire, with last=no
    with refereeing(path, size=WIDE) as one:
        assert "RUSSIA firing: 1st Detachment has fired" in one.lines()[1]
        assert headings_in_bold(one) == [False, True]
        assert one.battle.cursor.ship == "Knyaz Suvorov"
        one.press("k")
        assert "JAPAN firing" in one.lines()[1]
        assert one.session.battle.ship(one.battle.cursor.ship).side == "Japan"


def test_the_row_of_keys_ends_with_who_is_still_due(tmp_path: Path) -> None:
    """Of eight Germans M 388 alone has fired. Four have looked for an enemy: V 1243, V 1241, M 388 and R 86."""
    path = moment(tmp_path / "a.battle", "convoy", 62)
    with refereeing(path, size=WIDE) as one:
        assert one.lines()[-1].endswith("  • 4 may observe, 7 fire")
        one.press("x", "escape")
        one.size = NARROW
        assert one.lines()[-1].endswith("  • 4 may observe")
    path = moment(tmp_path / "b.battle", "goeben", 22)  # four of fourteen ships have fired
    with refereeing(path, size=WIDE) as one:
        assert one.lines()[-1].endswith("  • 10 may fire")


@pytest.mark.parametrize("size", [NARROW, (100, 30), WIDE], ids=str)
def test_who_is_due_has_room_in_the_last_step_of_a_turn(size: tuple[int, int], tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size) as one:
        launch(one, "hel 35")
        one.go(8)
        one.press("h")
        one.type("6")
        one.press("enter")
        on_to(one, "damage-2")
        assert "n go on to turn 3" in one.lines()[-1]
        assert one.lines()[-1].endswith("  • 1 may work out damage")
