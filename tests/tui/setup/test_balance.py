"""The balance of a set-up: doctrines fight it in the background, and a page shows what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.setup.page import SetupPage
from tests.tui.keyboard import NARROW, SHIPPED, WIDE, Keyboard

BROAD = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


def now(at: Keyboard) -> str:
    """The page as it stands."""
    return "\n".join(at.lines_now())


def asked(size: tuple[int, int], path: Path, battles: str, pairs: str) -> Keyboard:
    at = Keyboard(SetupPage.reading(path), size=size)
    at.press("ctrl+b")
    at.press("ctrl+u")
    at.type(battles)
    at.press("enter")
    at.type(pairs)
    at.press("enter")
    return at


@BROAD
def test_a_pair_fights_and_the_page_says_who_wins(size: tuple[int, int]) -> None:
    at = asked(size, SHIPPED / "coastal" / "convoy.toml", "1", "close-in against cover")
    assert "0 of 1 battle: Esc leaves, and they go on" in now(at)
    at.press("escape")
    assert isinstance(at.page, SetupPage)
    at.done()
    at.press("ctrl+b")
    assert "1 of 1 battle" in now(at)
    assert "Fought 1 time by doctrines" in now(at)
    assert "Decided by" in now(at)


def test_a_few_pairs_are_offered_first_and_what_is_cancelled_stays() -> None:
    at = Keyboard(SetupPage.reading(SHIPPED / "coastal" / "convoy.toml"), size=WIDE)
    at.press("ctrl+b", "enter")
    assert "6 pairs: each doctrine once for each side" in at.text
    assert "all 36 pairs" in at.text
    at.press("enter")
    assert "0 of 12 battles" in now(at)
    at.press("x")
    at.done()
    assert "1 of 12 battles, cancelled" in at.text, "the battle that was being fought"


def test_a_set_up_without_a_table_says_so() -> None:
    at = Keyboard(SetupPage.new("coastal"), size=WIDE)
    at.press("ctrl+b")
    assert isinstance(at.page, SetupPage)
    assert at.page.message.warning
