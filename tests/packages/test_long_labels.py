"""Tracks with long labels: on printed sheets and on phones each label stands on one line, and all boxes below each other."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from fleetbook import testing
from fleetbook.__main__ import main
from fleetbook.reports.sheets.cards import sheets_of_battle
from fleetbook.share.page import page_for
from fleetbook.store.library.build_setup import load_setup
from tests.packages.guests import Guest
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, Tab, browsing

ROWS = """[...document.querySelectorAll(".track")].map(row => {
  const label = row.querySelector(".label"), line = parseFloat(getComputedStyle(label).fontSize) * 2;
  return [label.getBoundingClientRect().height < line,
    row.querySelector(".boxes") ? Math.round(row.querySelector(".boxes").getBoundingClientRect().left) : 0];
})"""
WINDOW = Path("fleetbook/share/templates/window.css")


@pytest.fixture
def game(guest: Guest) -> testing.Game[Any]:
    """Ships with carronades and long guns beside their hull."""
    tracks = "    hull = Boxes()\n    carronades = Boxes()\n    guns = Boxes(label='long guns')\n"
    guest.edited("skirmish/rules.py", "    hull = Boxes()", tracks)
    guest.edited("skirmish/rules.py", "    hull: int", "    carronades: int\n    hull: int")
    guest.edited("skirmish/rosters/skirmish/ships.toml", "hull = 3", "hull = 3\ncarronades = 2")
    guest.install()
    return testing.Game(importlib.import_module("skirmish.rules").RULESET, load_setup("skirmish/duel"))


def aligned(tab: Tab) -> None:
    rows = tab.value(ROWS)
    assert len(rows) == 6
    assert all(whole for whole, _ in rows)
    assert len({left for _, left in rows[:3]}) == 1


def test_a_status_has_no_row_for_boxes_that_a_ship_never_had(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.edited("skirmish/rules.py", "    hull = Boxes()", "    hull = Boxes()\n    carronades = Boxes()")
    guest.edited("skirmish/rules.py", "    guns: int = 1", "    guns: int = 1\n    carronades: int = 0")
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    capsys.readouterr()
    assert main(["status", "d.battle"]) == 0
    reported = capsys.readouterr().out
    assert "hull ■■■ 3/3" in reported and "carronades" not in reported


@needs_chromium
def test_labels_stand_whole_and_boxes_below_each_other(game: testing.Game[Any], tmp_path: Path) -> None:
    css = (Path(__file__).parents[2] / WINDOW).read_text(encoding="utf-8")
    phone = f"<meta charset=utf-8><style>{css}</style>{page_for(game.journal, 'Red').fragments['forces']}"
    pages = {"sheets.html": (sheets_of_battle(game.journal), (1100, 800)), "phone.html": (phone, PHONE)}
    with browsing(tmp_path) as browser:
        for name, (text, size) in pages.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
            aligned(browser.open((tmp_path / name).as_uri(), size))
