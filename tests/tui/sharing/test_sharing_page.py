"""The players' window from the app: one key, links and codes, the readers, and a server that may die."""

from __future__ import annotations

import os
import socket
import stat
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from fleetbook.referee import sharing as server
from fleetbook.referee.proposals.roles import Role
from fleetbook.referee.sharing import Sharing
from fleetbook.reports.render.qr import code_rows
from fleetbook.store.library.paths import data_folder
from fleetbook.tui.sharing.page import SharingPage
from tests.share.visiting import PATIENCE, Watcher
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def wait(holds: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_one_key_shares_and_leaving_the_page_ends_nothing_but_the_battle_does(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "ijmuiden", NARROW) as at:
        at.press("f6")
        page = at.page
        assert isinstance(page, SharingPage)
        assert not page.sharing.running
        assert "window is closed: s shares on this machine" in at.text
        at.press("s")
        assert "opens" in at.text
        wait(lambda: page.sharing.links and page.sharing.remark)
        plain = [link for link in page.sharing.links if link.role == Role(link.side)]
        assert [link.side for link in plain] == ["Royal Navy", "Kriegsmarine", None]
        url = plain[0].url
        text = at.text
        assert "on this machine only" in text
        assert "only this machine can reach" in text
        rows = code_rows(url)
        assert all(any(row.rstrip() in line for line in at.lines((80, 60))) for row in rows)
        (names,) = (line for line in at.lines() if "Royal Navy" in line and "Kriegsmarine" in line)
        assert "http" not in names  # codes stand beside each other, under the names
        watch_and_referee(at, page.sharing)
        at.press("escape", ">")
        wait(lambda: b"step 2" in read(url))
        assert b'runs"' not in read(url)
        at.press("C")
        wait(lambda: b'runs"' in read(url))
        at.press("C")
        wait(lambda: b'runs"' not in read(url))
    wait(lambda: not read(url))


def test_the_heading_says_to_whom_it_is_open_and_how_many_pages(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "convoy", NARROW) as at:
        assert "⇄" not in at.text
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        wait(lambda: page.sharing.links)
        with urlopen(f"{page.sharing.links[0].url}events") as stream:
            assert stream.readline()
            wait(lambda: page.sharing.watching)
            at.press("escape")
            assert at.lines()[1].endswith(" ⇄ here 1")
            assert at.lines((160, 40))[1].endswith("⇄ shared on this machine, 1 page")
            at.press("f4", "f4", "f4", "f4", "tab", "tab")
            assert at.large
            assert "⇄ here 1" in at.text
        at.press("f6", "e", "escape")
        assert "⇄" not in at.text


def watch_and_referee(at: Keyboard, sharing: Sharing) -> None:
    links = {link.side: link.url for link in sharing.links if link.role == Role(link.side)}
    port = int(links[None].split(":")[2].split("/")[0])
    shared = SimpleNamespace(port=port, path=lambda side=None: "/" + links[side].split("/", 3)[3])
    with Watcher(shared, "Kriegsmarine") as watcher:  # type: ignore[arg-type]
        assert "Turn 1" in watcher.event()["now"]
        wait(lambda: "1 watching" in at.text)
    wait(lambda: "1 watching" not in at.text)


def test_a_page_read_without_scripts_counts_as_somebody_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = ["21:14"]
    monkeypatch.setattr(server, "time", SimpleNamespace(monotonic=lambda: 0.0, strftime=lambda form: now[0], sleep=time.sleep))
    sharing = Sharing(tmp_path / "a.battle", lambda *_, **__: None, lambda _: None)
    sharing._process, sharing._since = SimpleNamespace(poll=lambda: None), -100.0  # type: ignore[assignment]
    sharing.lan = True
    at = Keyboard(SharingPage(sharing, set(), SimpleNamespace(where="", in_every_step=False, have_steps=True), None), NARROW)  # type: ignore[arg-type]
    sharing._take(b'{"links": [{"side": "Red", "url": "http://x/"}, {"side": null, "url": "http://y/"}]}')
    assert "No phone has come yet" in at.text
    assert line(at, "Red").endswith("nobody yet")
    sharing._take(b'{"watching": [{"side": "Red", "pages": 0, "without_scripts": 1}]}')
    assert "No phone has come yet" not in at.text
    now[0] = "21:15"
    sharing._take(b'{"watching": [{"side": "Red", "pages": 2, "without_scripts": 1}]}')
    assert line(at, "Red").endswith("2 watching, read at 21:14 without scripts")
    sharing._take(b'{"watching": [{"side": "Red", "pages": 0, "without_scripts": 2}, {"side": null, "pages": 1}]}')
    assert line(at, "Red").endswith("read at 21:15 without scripts")
    assert line(at, "the table").endswith("1 watching")


def line(at: Keyboard, reader: str) -> str:
    """The line of a link."""
    (found,) = (each.rstrip() for each in at.lines() if each.startswith(f" {reader}") and "http" in each)
    return found


def read(url: str) -> bytes:
    """A page; nothing where it is not served."""
    try:
        with urlopen(url) as answer:
            page: bytes = answer.read()
            return page
    except OSError:
        return b""


def test_a_key_ends_it_and_a_server_that_dies_is_told_of(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "ijmuiden") as at:
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        at.press("e")
        assert "is closed" in at.text
        at.press("e")
        assert "nothing is shared" in at.text
        at.press("escape", "f6", "s")
        page.sharing._process.kill()  # type: ignore[union-attr]
        at.press("escape")
        page.sharing._process.wait(PATIENCE)  # type: ignore[union-attr]
        page.sharing.look()
        assert "the players' window has closed" in at.text
        at.press(">")
        assert at.session.battle.phase != "repair-1"


def test_a_key_shows_the_links_of_squadrons_and_spectators_and_cards_are_made_of_those_shown(tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    with refereeing(path, "yalu", (100, 40)) as at:
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        wait(lambda: page.sharing.links)
        own = [link.url for link in page.sharing.links if link.role == Role("Japan", "Flying Squadron")]
        assert own[0] not in at.text
        at.press("c")
        assert own[0] not in cards(path)
        at.press("r", "c")
        assert f"Japan: Flying Squadron  {own[0]}" in at.text.replace("   ", "")
        assert "Japan, to look on" in at.text
        assert own[0] in cards(path)
        at.press("r")
        assert own[0] not in at.text


def cards(battle: Path) -> str:
    return battle.with_suffix(".links.html").read_text(encoding="utf-8")


def shared_links(at: Keyboard) -> dict[Role, str]:
    """The links of the sharing as soon as there are some, by role."""
    page = at.page
    assert isinstance(page, SharingPage)
    wait(lambda: page.sharing.links)
    return {link.role: link.url for link in page.sharing.links}


def test_a_battle_that_is_shared_again_has_the_same_links_and_settings_until_new_ones_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    with refereeing(path, "yalu", (100, 40)) as at:
        at.press("f6", "s")
        first = shared_links(at)
        at.press("d", "r")
        assert "The links stay the same when you share this battle again: n makes new ones." in " ".join(at.text.split())
        kept = next((data_folder() / "links").iterdir())
        if os.name == "posix":
            assert [stat.S_IMODE(each.stat().st_mode) for each in (kept, kept.parent)] == [0o600, 0o700]
        tokens = [url.split("/")[3].encode() for url in first.values()]
        assert not any(token in path.read_bytes() for token in tokens)
    with refereeing(path, size=(100, 40)) as at:
        at.press("f6", "s")
        assert shared_links(at) == first
        assert "d: the side that is hit throws" in " ".join(at.text.split())
        assert "Flying Squadron" in at.text, "the links of squadrons are still shown"
        at.press("n")
        again = shared_links(at)
        assert not {*again.values()} & {*first.values()}
        wait(lambda: read(again[Role("Japan")]))
        assert not read(again[Role("Japan")].rsplit("/", 2)[0] + "/" + first[Role("Japan")].rsplit("/", 2)[1] + "/")
        at.press("e", "s")
        assert shared_links(at) == again
    with refereeing(tmp_path / "other.battle", "yalu", (100, 40)) as at:
        at.press("f6", "s")
        assert not {*shared_links(at).values()} & {*again.values()}, "another battle has its own"


def test_a_port_that_another_program_has_taken_meanwhile_changes_the_address_alone(tmp_path: Path) -> None:
    path = tmp_path / "b.battle"
    with refereeing(path, "ijmuiden", NARROW) as at:
        at.press("f6", "s")
        first = shared_links(at)
    wait(lambda: not read(first[Role()]))
    port = int(first[Role()].split(":")[2].split("/")[0])
    with socket.create_server(("127.0.0.1", port)), refereeing(path, size=NARROW) as at:
        at.press("f6", "s")
        again = shared_links(at)
        assert [url.split("/")[3] for url in again.values()] == [url.split("/")[3] for url in first.values()]
        assert f":{port}/" not in again[Role()]


def test_the_page_says_whether_players_may_send_orders(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "ijmuiden", NARROW) as at:
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        wait(lambda: page.sharing.links)
        assert "Players may send orders and throw dice." in at.text
        at.press("o")
        assert "Players may send" not in at.text
        assert "Players can only look" in at.text
        at.press("o")
        assert "Players may send orders and throw dice." in at.text


def test_keys_seal_orders_mark_an_empty_chair_and_ask_the_side_that_is_hit(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", (100, 40)) as at:
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        wait(lambda: page.sharing.links)
        written, session = at.battle.window.written, at.session
        none_sealed = "w: have the orders of each step sealed until all sides are ready. These rules seal none."
        assert none_sealed in " ".join(at.text.split())
        for says, holds in (("in every step with orders", True), ("in steps whose rules say so", False)):
            at.press("w")
            assert written.in_every_step == holds
            assert f"orders are sealed {says}" in at.text
        assert "d: the side that hits throws" in " ".join(at.text.split())
        at.press("d")
        assert page.sharing.asks_sufferer
        assert "d: the side that is hit throws" in " ".join(at.text.split()), "the page shows the state after its message"
        at.press("m")
        at.type("Japan: Fl")
        at.press("enter")
        assert session.empty_chairs == {Role("Japan", "Flying Squadron")}
        assert "Japan: Flying Squadron: an empty chair" in at.text
        at.press("r")
        assert "empty chair" in next(line for line in at.lines() if "Flying Squadron  " in line)
        at.press("m")
        at.type("Japan: Fl")
        at.press("enter")
        assert session.empty_chairs == set()


def test_a_key_lets_a_doctrine_fill_a_chair_and_frees_it_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "convoy", (100, 40)) as at:
        at.go(2)
        at.press("f6", "s")
        page = at.page
        assert isinstance(page, SharingPage)
        wait(lambda: page.sharing.links)
        at.press("m")
        at.type("Kriegsmarine, by doctrine: cover")
        at.press("enter")
        assert "Kriegsmarine, by doctrine: cover the convoy" in at.text
        at.press("escape")
        assert "Kriegsmarine's doctrine asks for 4 ranges" in at.text
        at.press("f6", "m")
        at.type("Kriegsmarine")
        at.press("enter", "escape")
        assert "Kriegsmarine's doctrine" not in at.text
        assert at.session.empty_chairs == set()
