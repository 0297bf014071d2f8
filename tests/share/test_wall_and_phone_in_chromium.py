"""The wall holds a whole battle on one screen. A phone has tabs, and says when it is its side's turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.reports.browser import needs_chromium
from tests.share.chromium import Browser, Tab, browsing
from tests.share.visiting import shared

pytestmark = needs_chromium

NARROW, LARGE, SMALL = (360, 780), (1920, 1080), (1280, 720)
SHIPS, HURT = 42, 30
LEAST = {LARGE: 16, SMALL: 11}  # pixels: the smallest letters of a ship's name that are read from two metres
NAMES = """[...document.querySelectorAll("#forces li > b, #forces li:not(.hurt, .far)")].map(each => {
  const box = each.getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(each);
  return [each.tagName, parseFloat(getComputedStyle(each).fontSize), box.right, box.bottom, words.getBoundingClientRect().right];
})"""
BELOW = """[...document.querySelectorAll("#latest *, #forces *, #now *")]
  .filter(each => each.getClientRects().length && each.getBoundingClientRect().bottom > innerHeight)
  .map(each => each.textContent)"""
CHOSEN = "[...document.querySelectorAll('.tabs a:not([hidden])')].findIndex(tab => tab.matches('[aria-current=true]'))"
CUT = """[...document.querySelectorAll("#latest, #forces")]
  .filter(each => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth).map(each => each.id)"""
SHOWN = """[...document.querySelectorAll("#result, #lately, .fleet, #story")]
  .filter(each => each.getClientRects().length && each.getBoundingClientRect().width > 1).map(each => each.id)"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


def tsushima(path: Path, hurt: int) -> Path:
    """All squadrons of Tsushima in sight, with some ships hurt in their hulls, and half of those on fire."""
    rng = Random(1)
    with BattleFile.create(path, load_setup("tsushima"), "1") as file:

        def give(kind: str, **inputs: Any) -> None:
            draft = Draft(file.journal.battle, file.journal.ruleset.order(kind), inputs)
            file.give(draft.order(), choices=["Japan"] if kind == "initiative" else [], given=draft.given)

        for order in ("next", "initiative", "next"):
            give(order)
        for marker in ("3rd Division", "2nd Destroyers"):
            give("reveal", contact=marker)
        for place, ship in enumerate(rng.sample([card.name for card in file.journal.battle.cards()], hurt)):
            left = file.journal.battle.card(ship).tracks[0].left
            give("strike", ship=ship, track="hull", boxes=left - rng.randint(1, left - 1), reason="12 in shells")
            if place % 2:
                give("set", ship=ship, condition="fire", value="2")
                give("set", ship=ship, condition="bridge", value="yes")
    return path


def wall(browser: Browser, url: str, size: tuple[int, int]) -> Tab:
    """A page that is open on the wall, live."""
    page = browser.open(url, size)
    page.wait_for("document.getElementById('link').hidden")
    return page


@pytest.mark.parametrize("hurt", [0, HURT])
def test_forty_two_ships_are_on_one_screen(browser: Browser, tmp_path: Path, hurt: int) -> None:
    with shared(tsushima(tmp_path / "b.battle", hurt)) as sharing:
        for size in (LARGE, SMALL):
            page = wall(browser, sharing.links[None], size)
            names = page.value(NAMES)
            assert len(names) == SHIPS
            assert all(right <= size[0] and bottom <= size[1] and words <= size[0] for _, _, right, bottom, words in names)
            assert page.value("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
            assert page.value(BELOW) == []
            assert page.value(CUT) == []
            sound = {height for tag, height, *_ in names if tag == "LI"}
            larger = {height for tag, height, *_ in names if tag == "B"}
            assert min(sound) >= LEAST[size]
            assert not hurt or min(larger) > max(sound)
            assert page.value("document.querySelectorAll('#forces .hurt').length") == hurt
            page.close()


def test_the_wall_tells_the_last_five_events_and_who_acts(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    assert play("tsushima", path).code == 0
    assert fleetbook("undo", str(path)).code == 0
    with shared(path) as sharing:
        for size in (LARGE, SMALL):
            page = wall(browser, sharing.links[None], size)
            assert page.value(BELOW) == []
            assert page.value(CUT) == []
            assert page.value("document.querySelectorAll('#result .said, #lately li').length") == 5
            assert "Mikasa SINKS (catastrophe)" in page.value("document.querySelector('#result .said').innerText")
            latest, before = page.value("[...document.querySelectorAll('#lately li')].slice(0, 2).map(li => li.innerText)")
            assert latest == "missed Light ships fire at Oboro, 20 cm"
            assert before.startswith("KASAGI 2nd 21 of 22, stbd 4.7 in damaged")
            now = page.value("document.getElementById('now').innerText")
            assert "Turn 4" in now
            assert "All sides" in now
            page.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The first step of a battle in which the Royal Navy acts."""
    path = tmp_path / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "5").code == 0
    return Table(path)


def test_a_phone_has_tabs_and_nothing_goes_beyond_its_edge(table: Table, browser: Browser) -> None:
    with shared(table.path) as sharing:
        page = browser.open(sharing.links["Kriegsmarine"], NARROW)
        page.wait_for("document.getElementById('link').hidden")
        assert page.value("[...document.querySelectorAll('.tabs a:not([hidden])')].map(tab => tab.innerText)") == [
            "Now",
            "Mine",
            "Theirs",
            "Journal",
        ]
        assert page.value(SHOWN) == ["result"]
        for place, shown in ((1, ["s1"]), (2, ["s0"]), (3, ["story"]), (0, ["result"])):
            page.value(f"document.querySelectorAll('.tabs a:not([hidden])')[{place}].click()")
            assert page.value(SHOWN) == shown
            assert page.value(CHOSEN) == place
            assert page.value("document.documentElement.scrollWidth") == NARROW[0]
        page.value("document.querySelectorAll('.tabs a:not([hidden])')[1].click()")
        table.order("note", "words=smoke on the horizon")
        page.wait_for("document.querySelector('.tabs a:not([hidden])').matches('.news')")
        page.value("location.reload()")
        page.wait_for(f"{SHOWN}.join() === 's1'")
        page.close()


def test_without_a_script_the_phone_shows_one_long_page(table: Table, browser: Browser) -> None:
    with shared(table.path) as sharing:
        page = browser.open("about:blank#", NARROW)
        page.ask("Emulation.setScriptExecutionDisabled", value=True)
        page.ask("Page.navigate", url=sharing.links["Royal Navy"])
        page.wait_for("document.readyState === 'complete' && !!document.querySelector('.tabs')")
        assert page.value(SHOWN) == ["result", "s0", "s1", "story"]
        assert page.value(
            "[...document.querySelectorAll('.tabs a:not([hidden])')].every(tab => document.querySelector(tab.hash))"
        )
        assert page.value("document.documentElement.scrollWidth") == NARROW[0]
        assert page.value("document.title").startswith("Your turn: ")
        page.close()


def test_a_phone_says_when_it_is_the_turn_of_its_side(table: Table, browser: Browser) -> None:
    with shared(table.path) as sharing:
        page = browser.open(sharing.links["Kriegsmarine"], NARROW)
        page.wait_for("document.getElementById('link').hidden")
        page.value("navigator.vibrate = how => { window.shook = how; }")
        page.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 20, "y": 20}])
        page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert page.value("document.title") == "Convoy off Terschelling: Kriegsmarine"
        for _ in range(2):
            table.order("next")
        page.wait_for("document.title.startsWith('Your turn: ')")
        assert page.value("document.querySelector('#now .yours').innerText").startswith("Your turn observes")
        assert page.value("!!window.shook")
        table.order("next")
        page.wait_for("!document.title.startsWith('Your turn: ')")
        assert page.complaints == []
        page.close()
