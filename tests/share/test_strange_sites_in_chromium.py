"""What a stranger's site can do to the window by way of a player's browser: nothing; and what a page shows when all is over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.referee.proposals.roles import Role
from fleetbook.share.page import PAGE
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.battles import Table
from tests.cli.shell import PATIENCE, fleetbook
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, WALL, Browser, browsing
from tests.share.visiting import HERE, Visitor, shared

pytestmark = needs_chromium

STRANGE, BEAT = "strange.example", 0.3
NARROW, FINGER = (360, 800), 44  # WCAG 2.2, 2.5.5
READ = "fetch({url!r}).then(answer => answer.text(), () => 'refused')"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    path = tmp_path / "b.battle"
    assert fleetbook("new", "ijmuiden", "-o", str(path), "--seed", "1").code == 0
    begun = Table(path)
    begun.order("note", "words=smoke on the horizon")
    return begun


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One to which the stranger's name has come to mean this machine."""
    folder = tmp_path_factory.mktemp("browser")
    with browsing(folder, f"--host-resolver-rules=MAP {STRANGE} {HERE}") as one:
        yield one


@contextmanager
def site(text: str) -> Iterator[int]:
    """A stranger's site of one page, as long as the block lasts: its port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *words: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer((HERE, 0), Page) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            serving.join()


def test_a_strange_name_that_comes_to_mean_this_machine_is_not_served(table: Table, browser: Browser) -> None:
    with shared(table.path) as sharing:
        for path in ("", "journal", "report"):
            page = browser.open(f"http://{STRANGE}:{sharing.port}{sharing.path()}{path}", PHONE)
            assert page.text == "There is nothing here. Ask the referee for your code."
            page.close()
        page = browser.open("about:blank#", PHONE)
        page.ask("Page.setBypassCSP", enabled=True)  # the page that the stranger served before has no policy of ours
        page.ask("Page.navigate", url=f"http://{STRANGE}:{sharing.port}/")
        page.wait_for(f"location.hostname === {STRANGE!r} && document.readyState === 'complete'")
        for path in ("", "journal", "events"):
            assert "There is nothing here" in page.value(READ.format(url=f"{sharing.path()}{path}"))
        page.close()
        own = browser.open(sharing.links[None], PHONE)
        assert "smoke on the horizon" in own.text
        own.close()


@pytest.mark.parametrize("name", [STRANGE, HERE])
def test_a_strange_site_neither_frames_a_page_nor_reads_it(table: Table, browser: Browser, name: str) -> None:
    with shared(table.path) as sharing:
        link = sharing.links["Royal Navy"]
        framing = f"<!DOCTYPE html><iframe src='{link}' width=600 height=600 onload='window.framed = true'></iframe>"
        with site(framing) as port:
            page = browser.open(f"http://{name}:{port}/", WALL)
            page.wait_for("window.framed")
            assert "frame" in " ".join(page.complaints)
            assert page.value(READ.format(url=link)) == "refused"
            own = browser.open(sharing.links[None], PHONE)
            own.wait_for("document.getElementById('journal').innerText.includes('smoke on the horizon')")
            assert sharing.listener.seen.get(timeout=PATIENCE) == {Role(): 1}  # a framed page would have watched before it
            for tab in (own, page):
                tab.close()


def test_links_of_the_journal_are_large_enough_for_a_finger_on_a_narrow_phone(table: Table, browser: Browser) -> None:
    with BattleFile.open(table.path) as file:
        for number in range(2 * PAGE):
            file.give(Draft(file.journal.battle, Annotate, {"words": f"note {number}."}).order())
    with shared(table.path) as sharing:
        for path, words in (("", "The whole journal"), ("journal?page=2", "Journal, page 2")):
            page = browser.open(f"{sharing.links[None]}{path}", NARROW)
            page.value("document.querySelector('.tabs a:last-child')?.click()")
            assert words in page.text
            sizes = page.value("[...document.querySelectorAll('a')].map(link => link.getBoundingClientRect().height)")
            assert min(sizes) >= FINGER
            assert page.value("document.documentElement.scrollWidth") == NARROW[0]
            page.close()


def test_a_page_after_the_end_of_its_battle_and_of_the_sharing(table: Table, browser: Browser) -> None:
    with shared(table.path, beat=BEAT) as sharing:
        page = browser.open(sharing.links["Royal Navy"], PHONE)
        page.wait_for("document.getElementById('link').hidden")
        table.order("end", "reason=it is late")
        page.wait_for("!!document.querySelector('#foot a[href=report]')")
        assert "The battle has ended: it is late" in page.text
        assert table("undo").code == 0
        page.wait_for("!document.querySelector('#foot a[href=report]')")
        assert "The battle has ended" not in page.value("document.getElementById('now').innerText")
        table.order("end", "reason=it is too late")
        page.wait_for("!!document.querySelector('#foot a[href=report]')")
    page.wait_for("!document.getElementById('link').hidden")
    assert "The referee has ended the sharing" in page.text
    assert "The battle has ended: it is too late" in page.text
    assert "smoke on the horizon" in page.value("document.getElementById('journal').textContent")
    with shared(table.path, port=sharing.port) as again:  # its links are new: the old page learns nothing by them
        assert again.links["Royal Navy"] != sharing.links["Royal Navy"]
        assert table("undo").code == 0
        new = browser.open(again.links["Royal Navy"], PHONE)
        new.wait_for("document.getElementById('link').hidden")
        asked = page.value("performance.getEntriesByType('resource').length")
        new.wait_for(f"performance.now() > {6 * BEAT * 1000}")
        assert page.value("performance.getEntriesByType('resource').length") == asked
        assert "The referee has ended the sharing" in page.text
        assert "it is too late" in page.text
        for tab in (page, new):
            tab.close()


def test_a_page_whose_link_is_no_longer_in_use_says_so_and_asks_no_more(table: Table, browser: Browser) -> None:
    with shared(table.path, beat=BEAT) as sharing:
        page = browser.open(sharing.links["Royal Navy"], PHONE)
        page.wait_for("document.getElementById('link').hidden")
        page.value(f"history.replaceState(null, '', '/{'A' * 22}/')")  # as if the referee had shared anew at the same port
        sharing.listener.goes_on.clear()
        with Visitor(sharing.port, "127.0.0.6") as other:
            other.send(f"{sharing.path()}events")
            page.wait_for("!document.getElementById('link').hidden")
        sharing.listener.goes_on.set()
        page.wait_for("document.getElementById('link').innerText.includes('no longer in use')")
        page.close()
