"""What a small and a very wide screen show, and where the cursor is when a battle is opened again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.keyboard import NARROW, VERY_WIDE, WIDE, refereeing

SMALL = [(60, 20), (56, 20), (50, 16)]


@pytest.mark.parametrize("size", [NARROW, *SMALL], ids=str)
@pytest.mark.parametrize("scenario", ["coastal/convoy", "aanda/yalu", "fgdn/dogger-bank", "gwas/cape-sarych"])
def test_the_way_out_is_on_the_key_bar(tmp_path: Path, scenario: str, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", scenario, size) as one:
        one.press("escape", ">")
        last = one.lines(size)[-1]
        assert last.endswith("? help  q leave") or size == NARROW
        assert all(words in last for words in ("n go on to", ": orders", "? help", "q leave"))
        assert len(last) <= size[0]


def test_a_key_gives_way_whole(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "coastal/convoy", (60, 20)) as one:
        one.press("escape", ">", ">")
        assert one.lines()[-1] == " n go on to 4  u undo  w why  : orders  ? help  q leave"


def test_a_battle_opened_again_has_the_cursor_on_the_acting_side(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path) as one:
        assert one.battle.cursor.ship == "MTB 221"
        one.press("escape")
        one.go(2)
        assert one.session.acting == "Kriegsmarine"
    with refereeing(path) as one:
        assert one.session.battle.ship(one.battle.cursor.ship).side == "Kriegsmarine"


def test_a_very_wide_screen_explains_the_selected_line_beside_journal_and_card(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", size=VERY_WIDE) as one:
        one.press("escape", ">", ">", "s")
        one.type("12")
        one.press("enter", "f", "enter")
        below = [line for line in one.lines() if line.count("│") == 2]
        assert any("shooting: D6" in line.rpartition("│")[2] for line in below)
        assert below[-1].rstrip().endswith("more: w")
        one.press("tab", "up")
        assert not any("shooting: D6" in line.rpartition("│")[2] for line in one.lines())
        assert not any("shooting: D6" in line for line in one.lines(WIDE))
