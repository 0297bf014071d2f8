"""Orders from real phones: one touch sends what needs no choice, and the phones of a side see who is at which ship."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fleetbook.referee.proposals.post import (
    ChoiceAsked,
    DieAsked,
    ForPhones,
    FromPhones,
    Mistaken,
    Picked,
    Sent,
    Standing,
    Thrown,
)
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.reports.browser import needs_chromium
from tests.share.chromium import PHONE, Browser, Tab, browsing
from tests.share.visiting import PATIENCE, Here, shared

pytestmark = needs_chromium

NARROW = (360, 740)
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


def tap(page: Tab, what: str) -> None:
    """Touch a place of the page as a finger would, where a part of the page is."""
    box = page.value(f"(one => (one.scrollIntoView({{block: 'nearest'}}), one.getBoundingClientRect().toJSON()))({what})")
    tap_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_at(page: Tab, x: float, y: float) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        page.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


FACE = "[...document.querySelectorAll('.faces button')].find(one => one.innerText === '{}')"
LATER = "window.now += 1000"


def test_a_second_tap_does_not_answer_the_die_that_has_just_come(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[BRITISH]}#orders", NARROW)
    page.wait_for(f"!!{MINE}")
    page.value("window.now = Date.now(), Date.now = () => window.now")
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, die=DieAsked("5.1.0", BRITISH, 10, "to hit"))).decode())
    page.wait_for("!!document.querySelector('.die')")
    tap(page, FACE.format(4))
    page.value(LATER)
    tap(page, FACE.format(2))
    assert came(here) == Thrown("5.1.0", BRITISH, 2), "the first tap came at the same moment as the question"
    page.wait_for("!document.querySelector('.die')")
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, die=DieAsked("5.2.0", BRITISH, 10, "damage " * 20))).decode())
    page.wait_for("document.querySelector('.die input')?.value === '5.2.0'")
    tap(page, FACE.format(2))
    tap(page, FACE.format(10))
    page.value(LATER)
    tap(page, FACE.format(7))
    assert came(here) == Thrown("5.2.0", BRITISH, 7)
    page.wait_for("!document.querySelector('.die')")
    page.value(LATER)
    tap(page, "[...document.querySelectorAll('button')].find(one => one.innerText === 'My 7 was wrong')")
    assert came(here) == Mistaken(BRITISH, 7)
    assert page.complaints == []
    page.close()


def test_rows_keep_their_places_and_a_touch_does_nothing_where_buttons_have_just_moved(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[BRITISH]}#orders", NARROW)
    page.wait_for(f"!!{MINE}")
    page.value("window.now = Date.now(), Date.now = () => window.now")
    tops = "[...document.querySelectorAll('.due > li')].map(one => one.getBoundingClientRect().top).join()"
    before, button = page.value(tops), f"{MINE}.querySelector('button').getBoundingClientRect().toJSON()"
    sent = Standing("x", "MTB 233 moves 8 cm", "waits", unit="MTB 233", who="Ben")
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, orders={BRITISH: (sent,)})).decode())
    page.wait_for("!!document.querySelector('.due .done')")
    assert page.value(tops) == before
    page.value(LATER)
    box = page.value(button)
    back = Standing("y", "MTB 221 moves 99 cm", "sent back", "too fast", unit="MTB 221")
    here.heard.put(msgspec.json.encode(ForPhones(takes=True, orders={BRITISH: (sent, back)})).decode())
    page.wait_for("!!document.querySelector('.sent-back')")
    assert page.value(button)["y"] > box["y"]
    for each in (box, page.value(button)):
        tap_at(page, each["x"] + each["width"] / 2, each["y"] + each["height"] / 2)
    page.value(LATER)
    tap(page, f"{MINE}.querySelector('button')")
    message = came(here)
    assert isinstance(message, Sent) and message.unit == "MTB 221"
    page.wait_for(f"{MINE}.innerText.includes('sent')")
    assert here.listener.messages.empty(), "one touch counted, not three"
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


def test_send_is_on_the_screen_however_long_the_order_and_buttons_of_a_row_stand_level(here: Here, browser: Browser) -> None:
    page = browser.open(f"{here.links[BRITISH]}order?order=move&ship=MTB+221&speed=8", (360, 240))
    page.wait_for("!!document.querySelector('.send')")
    box = page.value("document.querySelector('.send').getBoundingClientRect().toJSON()")
    assert box["bottom"] <= 240 < page.value("document.documentElement.scrollHeight")
    assert page.value("document.documentElement.scrollWidth") == 360
    page.close()
    page = browser.open(f"{here.links[BRITISH]}#orders", NARROW)
    page.wait_for(f"!!{MINE}")
    tops = page.value(f"[...{MINE}.querySelectorAll('button, a')].map(one => one.getBoundingClientRect().toJSON())")
    assert tops[0]["top"] == tops[1]["top"]
    assert tops[0]["height"] == tops[1]["height"]
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
