"""The window in a real browser: on a phone and on the wall, by day and by night, live while the app referees."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from fleetbook.referee.proposals.post import DieAsked, ForPhones, Standing
from fleetbook.store.battle.battle_file import BattleFile
from tests.bench.terminal import Terminal
from tests.cli.battles import Table, scenario
from tests.cli.shell import fleetbook
from tests.golden.playing import orders, play
from tests.reports.browser import needs_chromium
from tests.reports.render.test_in_a_browser import HOSTILE
from tests.share.chromium import PHONE, WALL, Browser, Tab, browsing
from tests.share.visiting import Visitor, shared

pytestmark = needs_chromium

BEAT, SMALL = 0.3, (360, 740)
LEAST_CONTRAST = 4.5  # WCAG 2.2, 1.4.3
CONTRASTS = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const light = css => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1);
    const part = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = element => {
    const own = getComputedStyle(element).backgroundColor;
    return own !== "rgba(0, 0, 0, 0)" ? own : element.parentElement ? ground(element.parentElement) : "white";
  };
  return [...document.body.querySelectorAll("*")]
    .filter(each => each.offsetParent && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => {
      const [one, other] = [light(getComputedStyle(each).color), light(ground(each))].sort((a, b) => b - a);
      return [(one + 0.05) / (other + 0.05), each.className + ": " + each.textContent.trim().slice(0, 40)];
    });
})()"""
SQUEEZED = """[...document.querySelectorAll(".ship h3, .hurt b")].filter(each => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return text.getClientRects().length > 1;
}).map(each => each.textContent)"""  # names to which what stands beside them leaves no room on a line
LANDMARKS = """({
  landmarks: ["header", "main", "footer", "#result[role=status][aria-live=polite]", "#link[role=alert]"]
    .filter(wanted => document.querySelectorAll(wanted).length !== 1),
  unnamed: [...document.querySelectorAll("section")].filter(each => !each.getAttribute("aria-label")
    && !document.getElementById(each.getAttribute("aria-labelledby"))?.textContent.trim()).length,
  headings: [...document.querySelectorAll("h1, h2, h3")].map(each => Number(each.tagName[1])),
  language: document.documentElement.lang,
})"""


CLOCKED = """new MutationObserver(() => window.shownAt = Date.now())
  .observe(document.getElementById("result"), {childList: true, subtree: true}); 0"""


def written_at(battle: Path) -> float:
    """When the last line was written, in the milliseconds of a browser."""
    with BattleFile.open(battle, read_only=True) as file:
        return datetime.fromisoformat(file.times[-1]).timestamp() * 1000


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A battle with something on every part of a page."""
    path = tmp_path / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "5").code == 0
    begun = Table(path)
    for words in (("next",), ("next",), ("strike", "ship=MTB 221", "track=hull", "boxes=4"), ("note", "words=a cat")):
        begun.order(*words)
    assert begun("undo").code == 0
    return begun


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


def test_what_the_app_does_is_on_the_phone_and_on_the_wall_within_a_second(
    table: Table, browser: Browser, tmp_path: Path
) -> None:
    app = Terminal(
        [str(Path(sys.executable).parent / "fleetbook"), "play", str(table.path)], {**os.environ, "FLEETBOOK_DATA": str(tmp_path)}
    )
    try:
        app.wait_for("TURN 1")
        with shared(table.path) as sharing:
            pages = [browser.open(sharing.links["Royal Navy"], PHONE), browser.open(sharing.links[None], WALL, dark=True)]
            for page in pages:
                page.value(CLOCKED)
            for keys, words in (("asmoke on the horizon\r", "smoke on the horizon"), ("u", "Taken back: note")):
                app.send(keys)
                shown = f"document.getElementById('result').innerText.includes({words!r})"
                while not all(page.value(shown) for page in pages):
                    app.read(0.01)
                assert max(page.value("shownAt") for page in pages) - written_at(table.path) < 1000
            assert [page.complaints for page in pages] == [[], []]
            assert [page.value("document.documentElement.scrollWidth") for page in pages] == [PHONE[0], WALL[0]]
            for page in pages:
                page.close()
    finally:
        app.close()


def test_it_can_be_read_by_eyes_and_by_screen_readers(table: Table, browser: Browser) -> None:
    table.order("set", "ship=battle", "condition=light", "value=day")  # by night nobody reads the card of a ship never seen
    table.order("strike", "ship=M 388", "track=hull", "boxes=27", "reason=a mine")
    with shared(table.path) as sharing:
        for side, size, dark, large in (("Royal Navy", PHONE, False, 28), (None, WALL, True, 60)):
            page = browser.open(sharing.links[side], size, dark)
            for _ in opened(page):
                assert [text for contrast, text in page.value(CONTRASTS) if contrast < LEAST_CONTRAST] == []
            found = page.value(LANDMARKS)
            assert found["landmarks"] == []
            assert found["unnamed"] == 0
            assert found["headings"][0] == 1
            assert all(after - before <= 1 for before, after in pairwise(found["headings"]))
            assert found["language"] == "en"
            assert page.value("parseFloat(getComputedStyle(document.querySelector('.said')).fontSize)") >= large
            page.value(
                "document.querySelectorAll('.fate').forEach(each => each.textContent = 'sunk T5: her oil blows up (MTB 233)')"
            )
            assert page.value(SQUEEZED) == []
            page.close()


def test_a_phone_that_hears_nothing_says_so_and_comes_back_by_itself(table: Table, browser: Browser) -> None:
    with shared(table.path, beat=BEAT) as sharing:
        page = browser.open(sharing.links[None], PHONE)
        page.wait_for("document.getElementById('link').hidden")
        sharing.listener.goes_on.clear()
        with Visitor(sharing.port, "127.0.0.6") as other:
            other.send(f"{sharing.path()}events")
            page.wait_for("!document.getElementById('link').hidden")
            table.order("note", "words=nobody saw it")
        sharing.listener.goes_on.set()
        page.wait_for("document.getElementById('journal').innerText.includes('nobody saw it')")
        page.wait_for("document.getElementById('link').hidden")
        page.close()


SECONDS = (
    "(time => time ? time.innerText.split(':').reduce((minutes, part) => 60 * minutes + Number(part), 0) : -1)"
    "(document.querySelector('#clock .runs [data-seconds]'))"
)


def test_the_clock_goes_on_between_what_is_reported_of_it(table: Table, browser: Browser) -> None:
    with shared(table.path) as sharing:
        sharing.heard.put('{"clock": {"seconds": {"Royal Navy": 65}, "side": "Royal Navy"}}')
        pages = [browser.open(sharing.links["Royal Navy"], PHONE), browser.open(sharing.links[None], WALL, dark=True)]
        for page in pages:
            page.wait_for(f"{SECONDS} >= 65")
            reported = page.value(SECONDS)
            page.wait_for(f"{SECONDS} > {reported + 1}")
            assert page.value("document.getElementById('clock').innerText.includes('0:00')")
            assert page.complaints == []
            page.close()


def test_a_phone_that_slept_shows_the_present_when_it_wakes(table: Table, browser: Browser) -> None:
    with shared(table.path, beat=BEAT) as sharing:
        page = browser.open(sharing.links["Kriegsmarine"], PHONE)
        page.ask("Page.setWebLifecycleState", state="frozen")
        table.order("note", "words=while it slept")
        page.ask("Page.setWebLifecycleState", state="active")
        page.wait_for("document.getElementById('journal').innerText.includes('while it slept')")
        page.wait_for("document.getElementById('link').hidden")
        page.close()


def test_no_script_of_a_stranger_runs(browser: Browser, tmp_path: Path) -> None:
    names = [name for name in HOSTILE if name.isprintable() and len(name) < 100]
    path = tmp_path / "b.battle"
    made = fleetbook("new", str(scenario(tmp_path, names[::2], names[1::2])), "-o", str(path), "--seed", "1")
    assert made.code == 0, made.err
    with shared(path) as sharing:
        page = browser.open(sharing.links[None], PHONE)
        Table(path).order("note", f"words={HOSTILE[0]}{HOSTILE[3]}")
        page.wait_for(f"document.getElementById('journal').innerText.includes({HOSTILE[0]!r})")
        assert page.value("document.title") == "A test: the table"
        assert page.value("document.scripts.length") == 1
        Table(path).order("end", f"reason={HOSTILE[1]}")
        page.wait_for("!!document.querySelector('#foot a')")
        assert page.complaints == []
        page.close()
        report = browser.open(f"{sharing.links[None]}report", PHONE)
        assert report.value("document.title") == "A test"
        assert report.value("getComputedStyle(document.querySelector('h1')).fontWeight") == "600"  # its style is let through
        assert report.complaints == []
        report.close()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker's script."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed (Debian: apt install npm)")
    folder = tmp_path_factory.mktemp("axe")
    got = subprocess.run(["npm", "pack", "axe-core"], cwd=folder, capture_output=True, text=True, check=False)
    if got.returncode:
        pytest.skip("the npm registry cannot be reached")
    with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member
        return member.read().decode()


def opened(page: Tab) -> Iterator[int]:
    """The tabs of a page, opened one after the other. A page without tabs stays as it is."""
    yield 0
    for place in range(
        1, page.value("[...document.querySelectorAll('.tabs a:not([hidden])')].filter(tab => tab.offsetParent).length")
    ):
        page.value(f"document.querySelectorAll('.tabs a:not([hidden])')[{place}].click()")
        yield place


def violations(browser: Browser, axe: str, url: str) -> Iterator[tuple[str, object]]:
    """What axe finds wrong with a page, on the phone and on the wall, light and dark."""
    for size, dark in ((PHONE, False), (PHONE, True), (WALL, False), (WALL, True)):
        page = browser.open(url, size, dark)
        page.value(f"{axe}; 0")
        for tab in opened(page):
            for found in page.value("axe.run().then(found => found.violations)"):
                yield (
                    f"{url} {size} {'dark' if dark else 'light'} {tab}",
                    [found["impact"], found["id"], found["nodes"][0]["html"]],
                )
        page.close()


@pytest.mark.campaign
@pytest.mark.parametrize("battle", ["convoy", "black-sea-raid"])
def test_axe_finds_nothing_on_any_page_of_a_battle_and_of_its_end(
    battle: str, browser: Browser, axe: str, tmp_path: Path
) -> None:
    path = tmp_path / "b.battle"
    assert play(battle, path).code == 0
    assert orders(battle)[-1][0] == "end"
    with shared(path) as sharing:
        found = [each for name in ("", "report") for each in violations(browser, axe, f"{sharing.links[None]}{name}")]
        assert found == []
        assert fleetbook("undo", str(path)).code == 0
        first, second, *_ = sharing.links
        sharing.heard.put(json.dumps({"clock": {"seconds": {first: 65, second: 600}, "side": first}}))
        for side in (*sharing.links,):
            for name in ("", "journal"):
                assert [*violations(browser, axe, f"{sharing.links[side]}{name}")] == []


@pytest.mark.campaign
def test_axe_finds_nothing_on_the_pages_of_orders_on_a_small_phone(table: Table, browser: Browser, axe: str) -> None:
    table.order("observe", "observer=V 1243", "target=MTB 234", "range=2")
    observing, firing = "order?order=observe&observer=M+388", "order?order=fire&firer=M+388&target=MTB+234"
    pages = ("#orders", observing, f"{observing}&target=MTB+221", firing, f"{firing}&range=20", f"{firing}&range=x",
             f"{firing}&range=20&ask=weapons")  # fmt: skip
    die = DieAsked("1.1.0", "Kriegsmarine", 6, "M 388's cannon at MTB 234", "shot 1 of 2")
    sent = (Standing("a.0", "R 86 fires", "waits", who="Ann", unit="R 86"), Standing("b.0", "R 86 looks", "sent back", "too far"))
    with shared(table.path) as sharing:
        sharing.heard.put(msgspec.json.encode(ForPhones(None, True, {"Kriegsmarine": sent}, die)).decode())
        for dark in (False, True):
            for name in pages:
                page = browser.open(f"{sharing.links['Kriegsmarine']}{name}", SMALL, dark)
                page.wait_for("!!document.querySelector('#orders .due, .ordering main')")
                page.value("document.querySelectorAll('details').forEach(each => each.open = true)")
                page.value(f"{axe}; 0")
                found = page.value("axe.run().then(found => found.violations)")
                assert [(name, dark, each["id"], each["nodes"][0]["html"]) for each in found] == []
                assert page.value("document.documentElement.scrollWidth") == SMALL[0], name
                assert [text for contrast, text in page.value(CONTRASTS) if contrast < LEAST_CONTRAST] == []
                page.close()
