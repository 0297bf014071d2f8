"""The report on the screen: read, scrolled, searched, for one side's eyes, exported in every format."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.reports.render.formats import FORMATS, Wanted, report, report_as_wanted
from fleetbook.reports.sheets.cards import sheets_of_battle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.report.page import ReportPage
from tests.tui.hands import Hand
from tests.tui.keyboard import NARROW, WIDE, Keyboard, battle, home, picking, table

DAMAGE = "damaged a little"
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


def to_report(at: Keyboard) -> ReportPage:
    at.press("ctrl+t")
    at.done()
    page = at.page
    assert isinstance(page, ReportPage)
    return page


def opened() -> tuple[Hand, ReportPage]:
    """The report of a battle, read."""
    with BattleFile.open("data/b.battle", read_only=True) as file:
        page = ReportPage(file.journal, file.path, DAMAGE)
    hand = Hand(page)
    hand.size = NARROW
    hand.done()
    return hand, page


@SIZES
def test_the_whole_report_can_be_read(tmp_path: Path, size: tuple[int, int]) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        with home(size) as at:
            to_report(at)
            seen = at.text
            for _ in range(30):
                at.press("pagedown")
                seen += at.text
            for words in (
                "Result",
                "Course of the battle",
                "Conditions",
                "Forces",
                "Turn 1",
                "Step 1",
                "Provenance",
                "Möwensand",
            ):
                assert words in seen
            at.press("home")
            assert "═" in at.text
            at.press("escape")
            assert "battles, scenarios and rosters" in at.text


def test_a_word_is_found_and_the_next_place(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        with home(NARROW) as at:
            page = to_report(at)
            at.press("/")
            at.type("MOTORWHALER")
            assert "is nowhere" not in at.text  # said once the word is whole
            at.press("enter")
            assert "0 lines" in at.text
            at.press("/")
            at.type("royal")
            at.press("enter")
            first = at.text
            assert "Royal" in first and "lines with royal" in first
            before = page.hit
            at.press("n")
            assert page.hit > before
            at.press("N")
            assert page.hit == before


def test_sections_are_gone_to_by_name(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hand, _ = opened()
        hand.pick = picking("Luck")  # type: ignore[method-assign]
        hand.press("g")
        assert hand.lines(NARROW)[1].strip().startswith("── Luck")


def test_one_side_s_report_says_whose_it_is(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hand, _ = opened()
        hand.pick = picking("Royal Navy")  # type: ignore[method-assign]
        hand.press("s")
        assert "as Royal Navy may read it" in hand.lines(NARROW)[0]


WRITTEN: dict[str, Callable[[Journal[Any]], str]] = {
    **{form: partial(report, form, warning=DAMAGE) for form in FORMATS},
    "sheets": sheets_of_battle,
    "short": partial(report_as_wanted, "html", wanted=Wanted(short=True), warning=DAMAGE),
}


@pytest.mark.parametrize("form", WRITTEN)
def test_it_is_exported_as_the_shell_writes_it(form: str, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 4)
        hand, page = opened()
        hand.pick = picking(form, "out.file")  # type: ignore[method-assign]
        hand.press("e")
        hand.done()
        with BattleFile.open("data/b.battle", read_only=True) as file:
            assert Path("out.file").read_bytes() == WRITTEN[form](file.journal).encode()
        assert page.message.text == "wrote out.file"


def test_a_file_that_is_there_is_replaced_only_after_asking_and_a_battle_never(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        Path("data/b.md").write_text("mine", encoding="utf-8")
        with home() as at:
            to_report(at)
            at.press("e", "enter")
            assert "b.md" in at.text
            at.press("enter")
            assert "exists already" in at.text
            at.press("enter")
            assert Path("data/b.md").read_text(encoding="utf-8") == "mine"
            at.press("e", "enter", "enter", "down", "enter")
            at.done()
            assert Path("data/b.md").read_text(encoding="utf-8").startswith("# Convoy")
            at.press("e", "enter", "ctrl+u")
            at.type("data/b.battle")
            at.press("enter")
            assert "a report would replace it" in at.text
            at.press("e", "enter", "ctrl+u")
            at.type("nowhere/at/all.md")
            at.press("enter")
            assert "cannot be written" in at.text
        assert BattleFile.open(data / "b.battle", read_only=True).damage == ""


def test_typing_a_search_takes_letters_that_are_keys_otherwise(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        hand, page = opened()
        hand.press("/")
        hand.type("sense")
        assert (page.word, page.side) == ("sense", "")
        hand.press("escape")
        assert page.word == ""
