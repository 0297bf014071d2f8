"""Boxes flash as they are struck, and the bell rings as a ship is lost: each a setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.library import paths
from fleetbook.store.library.preferences import preferences_file
from fleetbook.tui.battle.page import FLASHES
from fleetbook.tui.kit.style import NOTICE
from tests.tui.keyboard import NARROW, Keyboard, refereeing


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.delenv("NO_MOTION", raising=False)
    (tmp_path / "data").mkdir()


def struck(one: Keyboard, boxes: str, ship: str = "m77") -> None:
    one.press("x")
    one.type(ship)
    one.press("down", "down")
    one.type(boxes)
    one.press("enter")


def turned(one: Keyboard) -> bool:
    """Whether the new damage in the ship's row has reversed colours."""
    row = next(line for line in one.page.draw(one.size) if "MGB 77" in "".join(text for text, _ in line))
    return any(text == "6/9" and style == NOTICE for text, style in row)


def test_boxes_struck_flash_twice_and_then_stand_still(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        struck(one, "3")
        seen = []
        for _ in range(FLASHES):
            seen.append(turned(one))
            one.timed()
        assert seen == [True, False, True, False]
        assert not turned(one)


@pytest.mark.parametrize("off", ["setting", "NO_MOTION"])
def test_nothing_flashes_where_it_is_switched_off(off: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if off == "setting":
        preferences_file().write_text("flash = false\n")
    else:
        monkeypatch.setenv(off, "1")
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW) as one:
        struck(one, "3")
        assert not turned(one)


@pytest.mark.parametrize(("setting", "rung"), [("bell = true\n", 1), ("", 0)])
def test_the_bell_rings_as_a_ship_is_lost_where_that_is_set(setting: str, rung: int, tmp_path: Path) -> None:
    preferences_file().write_text(setting)
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        struck(one, "31", "mik")
        assert one.rung == 0
        one.press("D", "o")
        one.type("3")
        one.press("enter")
        assert "Mikasa SINKS" in one.text
        assert one.rung == rung
