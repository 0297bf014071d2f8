"""Orders from real phones: one touch sends what needs no choice, and the phones of a side see who is at which ship."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fleetbook.referee.proposals.post import ChoiceAsked, ForPhones, FromPhones, Picked, Sent, Standing
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, Browser, browsing
from tests.share.visiting import PATIENCE, Here, shared

pytestmark = needs_chromium

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
MINE = "[...document.querySelectorAll('.due > li')].find(each => each.innerText.startsWith('MTB 221'))"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    """The convoy in step 2 of turn 1: the Royal Navy's boats move, and the referee's program takes orders."""
    path = tmp_path / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    Table(path).order("next")
    with shared(path) as sharing:
        sharing.heard.put(msgspec.json.encode(ForPhones(takes=True)).decode())
        yield sharing


def came(here: Here) -> FromPhones:
    return here.listener.messages.get(timeout=PATIENCE)


def test_one_touch_sends_a_move_and_the_page_stays(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[BRITISH]}#orders", PHONE)
    page.wait_for(f"!!{MINE}")
    assert page.value(f"{MINE}.querySelector('button').innerText") == "Move: 8 cm"
    assert page.value("document.querySelector('.badge').innerText") == "6", "six boats have no order yet"
    page.value("localStorage.setItem('fleetbook.who', 'Ann')")
    page.value(f"{MINE}.querySelector('button').click()")
    message = came(here)
    assert isinstance(message, Sent)
    assert (message.words, message.unit, message.proposal.who) == ("MTB 221 moves 8 cm", "MTB 221", "Ann")
    assert message.proposal.entered == {"ship": "MTB 221"}, "her speed is filled in when the order is given"
    page.wait_for(f"{MINE}.innerText.includes('sent')")
    assert page.value("document.querySelector('.badge').innerText") == "5"
    assert page.value("location.pathname.endsWith('/')")
    assert page.complaints == []
    page.close()


def test_the_other_phones_of_the_side_see_who_is_at_a_ship_and_nobody_else_does(here: Here, browser: Browser) -> None:
    ann, ben = (browser.open(f"{here.links[BRITISH]}#orders", PHONE) for _ in range(2))
    enemy, wall = (browser.open(here.links[side], PHONE) for side in (GERMAN, None))
    for page in (ann, ben):
        page.wait_for(f"!!{MINE}")
    ann.value("localStorage.setItem('fleetbook.who', 'Ann')")
    ann.value(f"{MINE}.querySelector('a').click()")
    ben.wait_for(f"{MINE}.innerText.includes('Ann is at it')")
    for page in (enemy, wall):
        assert "at it" not in page.value("document.body.innerHTML")
    ann.wait_for("!!document.querySelector('.send')")
    ann.value("document.querySelector('.send').click()")
    ben.wait_for(f"!{MINE}.innerText.includes('at it')")
    for page in (ann, ben, enemy, wall):
        page.close()


TAB = "document.querySelector('.tabs a[href=\"#orders\"]')"


def test_the_tab_of_orders_comes_and_goes_with_the_referees_word(tmp_path: Path, browser: Browser) -> None:
    """The page is open before orders are taken. It stays open, and is never loaded again."""
    path = tmp_path / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    Table(path).order("next")
    with shared(path) as sharing:
        page = browser.open(sharing.links[BRITISH], (360, 640))
        page.wait_for("!!document.querySelector('#journal li, #journal details, #journal p')")
        page.value("window.stays = true")
        assert page.value(f"!!{TAB} && !{TAB}.offsetParent")
        sharing.heard.put(msgspec.json.encode(ForPhones(takes=True)).decode())
        page.wait_for(f"!!{TAB}.offsetParent")
        page.value(f"{TAB}.click()")
        page.wait_for(f"!!{MINE} && !!{MINE}.offsetParent")
        assert page.value(
            "[...document.querySelectorAll('.tabs a:not([hidden])')].every(tab => tab.scrollWidth <= tab.clientWidth)"
        )
        sharing.heard.put(msgspec.json.encode(ForPhones(takes=False)).decode())
        page.wait_for(f"!{TAB}.offsetParent && document.body.dataset.tab === 'latest'")
        assert page.value("window.stays")
        assert page.complaints == []
        page.close()


def test_no_tab_is_cut_on_a_narrow_phone(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[BRITISH]}#orders", (360, 760))
    page.wait_for(f"!!{MINE}")
    assert page.value("[...document.querySelectorAll('.tabs a:not([hidden])')].every(tab => tab.scrollWidth <= tab.clientWidth)")
    assert page.value("document.documentElement.scrollWidth") == 360
    page.close()


def test_one_touch_answers_a_choice(here: Here, browser: Browser) -> None:
    page = browser.open(here.links[BRITISH], PHONE)
    sent: dict[str, tuple[Standing, ...]] = {BRITISH: (Standing("x", "MTB 221 moves 8 cm", "waits", unit="MTB 221"),)}
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, orders=sent)).decode())
    page.wait_for("!!document.querySelector('.sent')")  # its stream is open
    choice = ChoiceAsked("2.c0.0", BRITISH, "the side that moves first", (BRITISH, GERMAN))
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, choice=choice)).decode())
    page.wait_for("document.title.startsWith('Your choice: ')")
    assert page.value("document.body.dataset.tab") == "orders", "the phone shows the question"
    page.value("[...document.querySelectorAll('.choosing button')].find(each => each.innerText === 'Kriegsmarine').click()")
    assert came(here) == Picked("2.c0.0", BRITISH, GERMAN)
    page.wait_for("!document.querySelector('.choosing')")
    assert page.complaints == []
    page.close()


def test_a_side_that_waits_reads_who_acts(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[GERMAN]}#orders", PHONE)
    page.wait_for("document.querySelector('#orders').innerText.includes('Royal Navy acts now: launches, moves')")
    page.close()


def test_the_number_measured_last_between_two_ships_is_one_touch(here: Here, browser: Browser, tmp_path: Path) -> None:
    Table(tmp_path / "b.battle").order("next")
    looks = f"{here.links[GERMAN]}order?order=observe&target=MTB+221"
    first = browser.open(f"{looks}&observer=M+388&range=40", PHONE)
    first.wait_for("!!document.querySelector('.send')")
    first.value("document.querySelector('.send').click()")
    assert isinstance(came(here), Sent)
    again = browser.open(f"{looks}&observer=M+388", PHONE)
    assert again.value("document.querySelector('.again').innerText") == "40 cm, as measured before"
    again.value("document.querySelector('.again').click()")
    again.wait_for("document.body?.innerText.includes('M 388 looks for MTB 221 at 40 cm')")
    other = browser.open(f"{looks}&observer=V+1241", PHONE)
    assert "as measured before" not in other.text, "nothing was measured between these two"
    for page in (first, again, other):
        page.close()
