"""What a phone says within a few seconds when the referee switches orders off, ends the battle, or closes the app."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, Browser, Tab, browsing
from tests.share.refereed import ESCAPE, F6, Phone, Refereed

pytestmark = needs_chromium

BRITISH = "Royal Navy"
HALF_MADE = "order?order=move&ship=MTB+221&ask=speed"
SOON = 15.0  # seconds; it takes less than five on a machine that does nothing else


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


@contextmanager
def refereed(folder: Path, browser: Browser) -> Iterator[tuple[Refereed, Tab, Tab]]:
    """The app with the convoy in step 2, a phone with the list of orders, and one with a half-made order."""
    path = folder / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    assert fleetbook("order", str(path), "next").code == 0
    at = Refereed(path, folder)
    try:
        listed = browser.open(f"{at.shared.links[BRITISH]}#orders", PHONE)
        listed.wait_for("document.querySelectorAll('.due > li').length === 6")
        making = browser.open(f"{at.shared.links[BRITISH]}{HALF_MADE}", PHONE)
        at.wait(lambda: re.search(r"here 2\b|2 pages", at.terminal.text) is not None)  # as much as finds room
        yield at, listed, making
        listed.close()
        making.close()
    finally:
        with suppress(OSError):  # it was killed
            at.terminal.close()


def says(page: Tab, words: str) -> None:
    page.wait_for(f"document.body.innerText.includes({words!r})", SOON)


def test_orders_that_are_switched_off_and_a_battle_that_ends(tmp_path: Path, browser: Browser) -> None:
    off = "The referee takes no orders from phones now."
    with refereed(tmp_path, browser) as (at, listed, making):
        at.terminal.send(f"{F6}o{ESCAPE}")
        at.wait(lambda: "TURN 1" in at.terminal.text)
        for page in (listed, making):
            says(page, off)
        assert not listed.value("document.querySelector('.tabs a[href=\"#orders\"]').offsetParent")
        assert off in Phone(at.shared, BRITISH, "127.9.1.1").ask(HALF_MADE), "a page that is loaded again says so"
        at.terminal.send(f"{F6}o{ESCAPE}")
        listed.wait_for("document.querySelectorAll('.due > li').length === 6 && document.getElementById('off').hidden")
        making.wait_for("document.getElementById('link').hidden")
        at.terminal.send("E")
        at.terminal.wait_for("how it ended")
        at.terminal.send("\r")
        for page in (listed, making):
            says(page, "The battle has ended")
        assert "No order of yours is due" not in listed.text


@pytest.mark.parametrize("way", ["left", "killed"])
def test_an_app_that_is_closed(tmp_path: Path, browser: Browser, way: str) -> None:
    with refereed(tmp_path, browser) as (at, listed, making):
        if way == "killed":
            at.kill()
        else:
            at.terminal.send("q")
        for page in (listed, making):
            says(page, "The referee has ended the sharing")


def test_a_server_that_is_killed_and_comes_back_no_more(tmp_path: Path, browser: Browser) -> None:

    with refereed(tmp_path, browser) as (at, listed, making):
        os.kill(at.servers[0], signal.SIGKILL)
        for page in (listed, making):
            says(page, "The referee's screen cannot be reached")
