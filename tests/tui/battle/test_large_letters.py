"""Large letters: the screen for readers two metres away, and the end of a capital ship. They are made of normal cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fleetbook
from fleetbook.core.orders.draft import Draft
from fleetbook.reports.text_layout import PLAIN_SIGNS
from fleetbook.tui.kit.banner import large
from tests.tui.golden.screens import SIZES
from tests.tui.keyboard import NARROW, VERY_WIDE, WIDE, Keyboard, opened, refereeing

FULL_WIDTH = range(0xFF01, 0xFF5F)
MARGIN = "  "


@pytest.fixture
def yalu(tmp_path: Path) -> Iterator[Keyboard]:
    """The Yalu in the first step, with Zhenyuan about to test whether she stays afloat."""
    with refereeing(tmp_path / "a.battle", "aanda/yalu", NARROW) as one:
        one.press("escape")
        ordered(one, "set", ship="Zhenyuan", condition="catastrophe", value="1")
        yield one


def ordered(one: Keyboard, name: str, **inputs: str) -> None:
    draft = Draft(one.session.battle, one.session.battle.ruleset.order(name), inputs)
    one.session.file.give(draft.order(), None, (), draft.given)


def large_look(one: Keyboard) -> None:
    while one.look.name != "large":
        one.press("f4")


def is_shown(text: str, lines: list[str], scale: int = 1) -> bool:
    """Whether a text stands on the screen in large letters."""
    first, *more = (row.rstrip() for row in large(text, scale))
    for place, line in enumerate(lines):
        for at in (found.start() for found in re.finditer(first, line)):
            if all(lines[place + 1 + down][at:].startswith(row) for down, row in enumerate(more)):
                return True
    return False


def test_no_file_of_the_program_has_a_full_width_character() -> None:
    for path in Path(fleetbook.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(ord(sign) in FULL_WIDTH for sign in text), path
        assert "0xFEE0" not in text, path


@pytest.mark.parametrize("size", SIZES)
def test_the_large_look_shows_who_acts_the_score_and_the_ship_struck(yalu: Keyboard, size: tuple[int, int]) -> None:
    one = yalu
    ordered(one, "strike", ship="Zhenyuan", track="hull", boxes="14")
    large_look(one)
    lines = one.lines(size)
    assert any(is_shown("ongoing damage", lines, scale) for scale in (1, 2))  # no side acts alone in this step
    assert any(is_shown(score, lines, scale) for score in ("14", "Japan 14") for scale in (1, 2))
    for words in ("Zhenyuan", "8" if size == VERY_WIDE else "8/22", "CATASTROPHE"):
        assert is_shown(words, lines, 1 if size == NARROW else 2)
    assert not any(ord(sign) in FULL_WIDTH for line in lines for sign in line)


def test_the_large_look_has_no_bars_and_loses_no_cell(yalu: Keyboard) -> None:
    """Every form of letters that it takes, at every size, stays within the screen."""
    one = yalu
    large_look(one)
    for ship, boxes in (("Dingyuan", "5"), ("Jiyuan", "9"), ("Yoshino", "3"), ("Naniwa", "15"), ("Fuso", "1")):
        ordered(one, "strike", ship=ship, track="hull", boxes=boxes)
        for size in (*SIZES, (100, 30), (60, 20), (40, 12), (30, 8)):
            lines = one.lines(size)
            assert len(lines) == size[1]
            assert max(map(len, lines)) <= size[0]
            assert not any("░" in line or "█" * 30 in line for line in lines)
        assert is_shown(ship, one.lines(WIDE)) or is_shown(ship, one.lines(WIDE), 2)


def test_the_large_look_stays_where_the_cursor_is(yalu: Keyboard) -> None:
    one = yalu
    for ship in ("Dingyuan", "Jiyuan", "Yoshino", "Naniwa", "Fuso", "Akagi", "Hiei"):
        ordered(one, "strike", ship=ship, track="hull", boxes="1")
    large_look(one)
    for _ in range(5):
        one.press("down")
        assert is_shown(one.battle.cursor.ship, one.lines(NARROW))


def test_a_form_in_the_large_look_is_in_normal_letters(yalu: Keyboard) -> None:
    large_look(yalu)
    yalu.press("x")
    assert "CHINA" in yalu.text
    assert "boxes" in yalu.text


@pytest.mark.parametrize(("size", "scale"), [(NARROW, 1), (WIDE, 2)])
def test_the_end_of_a_capital_ship_stands_there_large(yalu: Keyboard, size: tuple[int, int], scale: int) -> None:
    one = yalu
    one.size = size
    sink(one)
    lines = one.lines(size)
    assert is_shown("Zhenyuan sinks", lines, scale)
    assert "Zhenyuan SINKS" in " ".join(one.text.split())  # the reason, in words beneath
    assert "Enter goes on" in one.text


def test_plain_signs_have_these_letters() -> None:
    assert not set("█▀▄") & {chr(sign) for sign in PLAIN_SIGNS}


def sink(one: Keyboard) -> None:
    """Zhenyuan's sinking test fails: the players type a 1."""
    one.press("o", "1", "enter")
    assert one.session.battle.ship("Zhenyuan").fate


def test_enter_only_goes_on_and_the_line_is_in_the_journal(yalu: Keyboard) -> None:
    sink(yalu)
    number = yalu.session.journal.records[-1].number
    yalu.press("enter")
    assert not is_shown("Zhenyuan sinks", yalu.lines())
    line = [line for line in yalu.lines() if line.split()[:1] == [str(number)]][-1]
    assert line.split()[2:4] == ["Zhenyuan", "SINKS"]
    assert yalu.page is yalu.battle


def test_another_key_goes_on_and_acts(yalu: Keyboard) -> None:
    sink(yalu)
    last = yalu.session.journal.records[-1].number
    yalu.press("u")
    assert yalu.session.journal.records[-1].number == last + 1
    assert not yalu.session.battle.ship("Zhenyuan").fate
    assert not is_shown("Zhenyuan sinks", yalu.lines())


def test_a_boat_sinks_without_large_letters(tmp_path: Path) -> None:
    """Only the ships that the rules call great are told so: no torpedo boat, and no ship that leaves the table."""
    with refereeing(tmp_path / "a.battle", "aanda/yalu", NARROW) as one:
        one.press("escape")
        ordered(one, "set", ship="Jiyuan", condition="catastrophe", value="1")
        one.press("o", "1", "enter")
        assert one.session.battle.ship("Jiyuan").fate
        assert "goes on" not in one.text


@pytest.mark.parametrize(
    ("scenario", "capital", "other"),
    [
        ("coastal/convoy", "Weserbrook", "MTB 221"),
        ("aanda/yalu", "Dingyuan", "Yoshino"),
        ("fgdn/dogger-bank", "Lion", "Southampton"),
        ("gwas/cape-sarych", "Evstafi", "Breslau"),
        ("gwas-variant/goeben-and-the-line", "Goeben", "Breslau"),
    ],
)
def test_each_system_says_which_ships_are_capital(tmp_path: Path, scenario: str, capital: str, other: str) -> None:
    with opened(tmp_path / "a.battle", scenario) as file:
        ships = file.journal.battle.ship
        assert ships(capital).is_capital
        assert not ships(other).is_capital
