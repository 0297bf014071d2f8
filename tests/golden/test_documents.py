"""The documents of recorded battles in strangers' programs: every battle of this folder joins by being there."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec
import pytest
from markdown_it import MarkdownIt

from fleetbook.core.battle.events import Scored
from fleetbook.reports.battle_log import BattleLog
from tests.golden.playing import BATTLES, FOLDER, documents, kept
from tests.reports.browser import complaints, needs_chromium, needs_tidy, printed, shown
from tests.reports.page import Page
from tests.share.chromium import Browser

ALL = [(battle, name) for battle in BATTLES for name in documents(battle)]
PAGES = [(battle, name) for battle, name in ALL if name.endswith(".html")]
every_battle = pytest.mark.parametrize("battle", BATTLES)
every_page = pytest.mark.parametrize(("battle", "name"), PAGES)


def log(battle: str) -> BattleLog:
    return msgspec.json.decode(kept(battle, "log.json"), type=BattleLog)


@needs_tidy
@every_page
def test_a_page_is_valid(battle: str, name: str) -> None:
    assert complaints(FOLDER / battle / name) == []


@every_page
def test_a_page_closes_what_it_opens(battle: str, name: str) -> None:
    assert Page(kept(battle, name)).errors == []


@needs_chromium
@every_page
def test_a_page_opens_and_prints_without_a_word_on_the_console(battle: str, name: str, browser: Browser) -> None:
    built, said = shown(FOLDER / battle / name, browser)
    assert said == []
    assert all(ship.name in Page(built).all("main")[0].text for ship in log(battle).status.ships)
    assert printed(FOLDER / battle / name, browser).startswith(b"%PDF")


@every_battle
def test_the_table_has_every_order_and_every_die_and_no_formula(battle: str) -> None:
    rows = list(csv.DictReader(StringIO(kept(battle, "report.csv"), newline="")))
    journal = log(battle).journal
    assert [int(row["line"]) for row in rows if row["row"] == "order"] == [line.number for line in journal]
    thrown = [str(face.face) for line in journal for face in line.faces]
    assert [row["face"] for row in rows if row["row"] == "die"] == thrown
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
    assert not [cell for cell in cells if cell.startswith("-") and not cell[1:].isdigit()]


@every_battle
def test_markdown_renders_to_tables_lists_and_nothing_else(battle: str) -> None:
    rendered = MarkdownIt("gfm-like").render(kept(battle, "report.md"))
    page = Page(rendered)
    assert page.errors == []
    assert {element.tag for element in page.elements} <= {
        "h1", "h2", "h3", "h4", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "strong", "em", "s", "br",
    }  # fmt: skip
    assert not [p for p in page.all("p") if p.text.startswith("|")]
    numbers = [item.text for item in page.all("strong") if item.text.isdigit()]
    assert numbers == [str(line.number) for line in log(battle).journal]


@pytest.mark.parametrize(("battle", "name"), ALL)
def test_no_control_character_is_in_any_document(battle: str, name: str) -> None:
    text = kept(battle, name).replace("\r\n", "\n") if name.endswith(".csv") else kept(battle, name)
    assert all(character.isprintable() or character == "\n" for character in text)


@every_battle
def test_the_figures_of_a_report_agree_with_its_journal(battle: str) -> None:
    """Boxes left are those of the cards; what firers scored is what the lines in force counted."""
    told = log(battle)
    left = {(row.ship, row.track): row.left[-1] for row in told.boxes}
    assert left == {(ship.name, track.id): track.left for ship in told.status.ships for track in ship.tracks}
    scored = [
        event.value
        for line in told.journal
        if line.in_force and line.number not in told.luck.left_out
        for event in line.events
        if isinstance(event, Scored) and event.name == told.luck.count and isinstance(event.value, int)
    ]
    assert sum(fortune.actual for fortune in told.luck.firers) == sum(scored)
    assert sum(fortune.actual for fortune in told.luck.sides) == sum(scored)
    assert {fate.ship: fate.fate for fate in told.fates} == {ship.name: ship.fate for ship in told.status.ships}
