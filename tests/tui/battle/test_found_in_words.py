"""What the referee searches for is found in the words that he has read."""

from __future__ import annotations

from pathlib import Path

from tests.tui.battle.test_board import give
from tests.tui.keyboard import refereeing


def test_the_search_of_the_journal_finds_the_words_of_results(tmp_path: Path) -> None:
    """The line itself says "HELLWEG hull −3", the result "hull -3 (46 of 49)"."""
    with refereeing(tmp_path / "a.battle", "convoy") as one:
        give(one, "strike", ship="Hellweg", track="hull", boxes=3)
        one.press("J", *"hellweg 46 of 49")
        assert "1 of 1 lines" in one.text
        one.press(*" before noon")
        assert "0 of 1 lines" in one.text and "no line fits" in one.text


def test_a_help_without_the_words_sought_says_so(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy") as one:
        one.press("?", "/", *"torpedo")
        assert "nothing fits" not in one.text
        one.press(*"zzz")
        assert "nothing fits" in one.text


def test_plain_letters_find_ships_on_the_board_and_in_a_form(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "dogger-bank") as one:
        for typed in ("bluch", "bluech"):
            one.press("/", *typed)
            assert "no ship fits" not in one.text
            assert one.page.cursor.ship == "Blücher"  # type: ignore[attr-defined]
            one.press("escape")
