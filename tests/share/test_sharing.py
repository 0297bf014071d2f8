"""The window as its readers meet it: live, beside whatever else reads and writes the battle, and back after every absence."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.proposals.roles import Role
from fleetbook.share import connection, streams
from fleetbook.share.page import SHOWN, journal_page, page_for
from fleetbook.share.reach import HERE, Unreachable, addresses, listening, who_can_reach
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.battles import Table
from tests.cli.shell import PATIENCE, fleetbook, program
from tests.posix import posix_only
from tests.reports.page import Page
from tests.reports.render.test_in_a_browser import OWNED, hostile
from tests.share.visiting import Program, Visitor, Watcher, program_shares, shared

__all__ = ["hostile"]

READERS = ["Royal Navy", "Kriegsmarine", "the table"]
WATCHING = """
import sys
from fleetbook.__main__ import main
import fleetbook.tui.app, fleetbook.tui.battle.page, fleetbook.tui.home.page
main(["status", sys.argv[1]])
main(["keys"])
print(*[name for name in ("starlette", "uvicorn", "segno", "anyio", "h11") if name in sys.modules], "end", file=sys.stderr)
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    path = tmp_path / "b.battle"
    assert fleetbook("new", "ijmuiden", "-o", str(path), "--seed", "1").code == 0
    return Table(path)


@pytest.fixture(autouse=True)
def nice(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how much the command gives way: within the process of the tests it must not."""
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append, raising=False)
    return asked


def test_an_order_and_its_undo_reach_every_page_within_a_second(table: Table) -> None:
    with shared(table.path) as sharing:
        watchers = [Watcher(sharing, side) for side in ("Royal Navy", "Kriegsmarine", None)]
        assert all(
            {"now", "result", "lately", "forces", "journal", "foot", "clock", "orders"} == watcher.event().keys()
            for watcher in watchers
        )
        for change, words in ((("order", "note", "words=a cat is on the table"), "a cat"), (("undo",), "Taken back: note")):
            assert table(*change).code == 0
            began = time.monotonic()
            for watcher in watchers:
                assert words in watcher.event()["result"]
            assert time.monotonic() - began < 1
        for watcher in watchers:
            watcher.close()


def test_a_page_that_was_away_shows_the_present_when_it_comes_back(table: Table) -> None:
    with shared(table.path) as sharing:
        with Watcher(sharing) as watcher:
            watcher.event()
        table.order("note", "words=nobody saw it")
        with Watcher(sharing, address="127.0.0.9") as watcher:
            assert "nobody saw it" in watcher.wait_for("nobody saw it")["journal"]


@posix_only("signal that stops a process for a while")
def test_a_laptop_that_slept_goes_on(table: Table) -> None:
    with program_shares(table.path) as sharing, Watcher(sharing) as watcher:
        watcher.event()
        sharing.process.send_signal(signal.SIGSTOP)
        table.order("note", "words=while it slept")
        sharing.process.send_signal(signal.SIGCONT)
        assert "while it slept" in watcher.event()["journal"]


@posix_only("way to delete a file that is open")
def test_another_file_in_the_place_of_the_battle_is_not_shown_and_the_battle_is_when_it_is_back(table: Table) -> None:
    kept = table.path.with_name("kept.battle")
    with shared(table.path) as sharing, Watcher(sharing) as watcher:
        watcher.event()
        shutil.copy(table.path, kept)
        table.path.unlink()
        assert "cannot be read" in watcher.event()["now"]
        assert fleetbook("new", "convoy", "-o", str(table.path), "--seed", "2").code == 0
        Table(kept).order("note", "words=back again")
        kept.replace(table.path)
        changed = watcher.event()
        assert "cannot be read" not in changed["now"]
        assert "back again" in changed["journal"]


@posix_only("way to replace a file that is open")
@pytest.mark.parametrize("kind", ["a battle of the same seed", "damaged", "no battle"])
def test_a_file_put_in_the_place_of_the_battle_is_seen_and_not_shown_and_ends_nothing(table: Table, kind: str) -> None:
    other, kept = (table.path.with_name(f"{name}.battle") for name in ("other", "kept"))
    assert fleetbook("new", "ijmuiden", "-o", str(other), "--seed", "1").code == 0
    Table(other).order("note", "words=of another battle")
    if kind != "a battle of the same seed":
        other.write_bytes(b"SQLite format 3\0" + bytes(5000) if kind == "damaged" else b"of another battle")
    with shared(table.path) as sharing, Watcher(sharing) as watcher, Visitor(sharing.port) as visitor:
        watcher.event()
        shutil.copy(table.path, kept)
        other.replace(table.path)  # there is a file at every moment: that it cannot be read is said of this one
        changed = watcher.event()
        assert "cannot be read" in changed["now"]
        assert "of another battle" not in " ".join(changed.values())
        assert b"of another battle" not in visitor.ask(sharing.path())
        Table(kept).order("note", "words=back again")
        kept.replace(table.path)
        changed = watcher.event()
        assert "back again" in changed["journal"]
        assert "cannot be read" not in changed["now"]


def test_the_report_is_there_when_the_battle_has_ended(table: Table) -> None:
    with shared(table.path) as sharing, Watcher(sharing) as watcher, Visitor(sharing.port) as visitor:
        watcher.event()
        assert b" 404 " in visitor.ask(f"{sharing.path()}report")
        table.order("end", "reason=it is late")
        changed = watcher.event()
        assert '<a href="report">' in changed["foot"]
        assert "it is late" in changed["now"]
        assert b"<h1>" in visitor.ask(f"{sharing.path()}report")


def test_the_whole_journal_is_a_page_of_its_own_where_it_is_long(table: Table) -> None:
    with BattleFile.open(table.path) as file:
        for number in range(SHOWN + 1):
            file.give(Draft(file.journal.battle, Annotate, {"words": f"note {number}."}).order())
    with shared(table.path) as sharing, Visitor(sharing.port) as visitor:
        page, whole = visitor.ask(sharing.path()), visitor.ask(f"{sharing.path()}journal")
    assert b'<a href="journal">' in page
    assert b"Note: note 0<" not in page
    assert b"Note: note 0<" in whole
    assert b"Note: note 40<" in whole


def test_pages_and_streams_are_compressed_for_those_who_ask(table: Table) -> None:
    asked = ["accept-encoding: gzip"]
    with shared(table.path, beat=0.1) as sharing, Visitor(sharing.port) as visitor:
        plain, small = visitor.ask(sharing.path()), visitor.ask(sharing.path(), more=asked)
        head, _, packed = small.partition(b"\r\n\r\n")
        assert b"content-encoding: gzip" in head
        assert gzip.decompress(packed) == plain.partition(b"\r\n\r\n")[2]
        assert 2 * len(packed) < len(plain)
        with Visitor(sharing.port) as stream:
            stream.send(f"{sharing.path()}events", more=asked)
            assert b"content-encoding: gzip" in stream.until(b"\r\n\r\n")
            unpacked, text = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
            while b"event: beat" not in text:  # each event is read when it comes, not when the stream ends
                size = int(stream.until(b"\r\n"), 16)
                text += unpacked.decompress(stream._take(size + 2)[:-2])
            assert text.startswith(b'data: {"now":')


def test_the_end_of_the_sharing_is_the_last_event(table: Table) -> None:
    with shared(table.path) as sharing:
        watcher = Watcher(sharing)
        watcher.event()
    assert watcher._unwrapped() == b"event: end\ndata:\n\n"
    assert watcher.is_cut()
    watcher.close()


def test_who_watches_is_reported(table: Table) -> None:
    with shared(table.path) as sharing:
        with Watcher(sharing, "Kriegsmarine"):
            assert sharing.listener.seen.get(timeout=PATIENCE) == {Role("Kriegsmarine"): 1}
        assert sharing.listener.seen.get(timeout=PATIENCE) == {}


def test_a_page_that_is_read_without_scripts_is_reported(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SOON", 0.2)
    british, german, wall = Role("Royal Navy"), Role("Kriegsmarine"), Role()  # the first only asks whether there is a page
    with shared(table.path) as sharing:
        for _ in range(3):
            with Visitor(sharing.port) as visitor:
                visitor.ask(sharing.path(german.side))
                visitor.ask(sharing.path(british.side), "HEAD")
        with Visitor(sharing.port) as visitor:
            visitor.ask(sharing.path(wall.side))
        with Watcher(sharing, wall.side) as watcher:  # a page with scripts opens its stream
            watcher.event()
        reported = sharing.listener.without_scripts
        while (found := reported.get(timeout=PATIENCE)) != {german: 1}:
            assert found == {}
        with Visitor(sharing.port) as visitor:
            visitor.ask(sharing.path(german.side))
        while (found := reported.get(timeout=PATIENCE)) != {german: 2}:
            assert found == {german: 1}


def test_the_clock_of_the_app_is_on_every_page(table: Table) -> None:
    with shared(table.path) as sharing, Visitor(sharing.port) as visitor:
        watchers = [Watcher(sharing, side) for side in ("Royal Navy", "Kriegsmarine", None)]
        assert {watcher.event()["clock"] for watcher in watchers} == {""}
        for line, shows in (
            ('{"seconds": {"Royal Navy": 65.02}, "side": "Royal Navy"}', ('s0 runs"', "▸", "1:05", "0:00")),
            ('{"seconds": {"Royal Navy": 70, "Kriegsmarine": 600}, "side": ""}', ("1:10", "10:00")),
        ):
            sharing.heard.put("no clock at all")
            sharing.heard.put(f'{{"clock": {line}}}')
            for watcher in watchers:
                (clock,) = watcher.event().values()
                assert all(part in clock for part in ("Royal Navy", "Kriegsmarine", *shows))
        assert b"10:00" in visitor.ask(sharing.path())
        sharing.heard.put('{"clock": null}')
        assert [watcher.event() for watcher in watchers] == [{"clock": ""}] * 3
        for watcher in watchers:
            watcher.close()


def test_links_for_the_sides_that_are_named_and_the_table(table: Table) -> None:
    with shared(table.path, sides=["krieg"]) as sharing:
        assert [*sharing.links] == ["Kriegsmarine", None]


def test_what_cannot_be_shared_is_refused(table: Table, tmp_path: Path) -> None:
    for words in (
        ("share", str(tmp_path / "none.battle")),
        ("share", str(table.path), "--side", "Spain"),
        ("share", str(table.path), "--port", "70000"),
    ):
        ran = fleetbook(*words)
        assert ran.code == 2
        assert ran.out == ""
        assert "Traceback" not in ran.err


def test_a_port_that_is_taken_is_refused(table: Table) -> None:
    with shared(table.path) as sharing:
        ran = fleetbook("share", str(table.path), "--port", str(sharing.port))
    assert ran.code == 2
    assert "another --port may be free" in ran.err


@posix_only("interrupt for one process alone")
def test_an_interrupt_ends_it_in_order_and_the_links_with_it(table: Table) -> None:
    with subprocess.Popen(program("share", str(table.path), "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        sharing = Program(running)
        watcher = Watcher(sharing)
        watcher.event()
        running.send_signal(signal.SIGINT)
        assert watcher.is_cut()
        assert running.wait(PATIENCE) == 0
        assert running.stderr
        assert b"the sharing has ended" in running.stderr.read()
        watcher.close()
    with pytest.raises(ConnectionError):
        Visitor(sharing.port)


@posix_only("interrupt for one process alone")
def test_a_page_says_that_no_orders_can_be_sent_without_the_referees_program(table: Table) -> None:
    with subprocess.Popen(
        program("share", str(table.path), "--json"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        sharing = Program(running)
        with Visitor(sharing.port) as visitor:
            page, wall = (visitor.ask(sharing.path(side)) for side in ("Royal Navy", None))
            refused = visitor.ask(f"{sharing.path('Royal Navy')}order?order=fire")
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 0
    only_shown = b"no orders can be sent from it. Tell the referee yours."
    assert only_shown in page and only_shown in refused
    assert only_shown not in wall
    assert b'>Orders <b class="badge"' not in page


def test_orders_are_refused_in_the_shell_with_where_they_are_taken(table: Table) -> None:
    ran = table("share", "--orders")
    assert ran.code == 2
    assert "open the battle in the app and press F6, or begin fleetbook play --plain and type share" in ran.err


def test_codes_and_links_in_words(table: Table, monkeypatch: pytest.MonkeyPatch, nice: list[int]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    ran = table("share", "--with-stdin")
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line in READERS] == READERS
    assert ran.out.count("http://127.0.0.1:") == 3
    assert "▄" in ran.out
    assert "only this machine can reach" in ran.err
    assert nice == [10]


def test_without_sharing_neither_server_nor_codes_are_loaded(table: Table) -> None:
    ran = subprocess.run([sys.executable, "-c", WATCHING, str(table.path)], capture_output=True, timeout=PATIENCE, check=True)
    assert ran.stderr.decode().splitlines()[-1] == "end"


def test_who_does_not_read_and_who_does_not_ask_is_cut_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST", 0.6)
    monkeypatch.setattr(connection, "SLOWEST", 0.2)
    with shared(table.path, beat=0.1) as sharing, ExitStack() as stack:
        silent, slow, deaf, reading = (stack.enter_context(Visitor(sharing.port)) for _ in range(4))
        slow.socket.sendall(b"GET / HT")
        reading.send(f"{sharing.path()}events")
        assert reading.until(b"\r\n\r\n")
        with pytest.raises(ConnectionError):
            deaf.socket.settimeout(PATIENCE)
            while True:
                deaf.send(sharing.path())
        for one in (silent, slow):
            with pytest.raises((EOFError, ConnectionError)):
                one.until(b"\n")
        for _ in range(12):  # a stream outlives them, as long as it is read
            assert reading.until(b"event: beat")


def test_several_addresses_have_links_of_their_own(table: Table) -> None:
    with shared(table.path, hosts=("127.0.0.8", HERE)) as sharing, Visitor(sharing.port) as visitor:
        assert b" 200 " in visitor.ask(sharing.path(), host=f"127.0.0.8:{sharing.port}")
        assert b" 404 " in visitor.ask(sharing.path(), host=f"127.0.0.7:{sharing.port}")


def test_who_can_reach_it_is_said_in_a_line() -> None:
    assert not [address for address in addresses() if address.startswith("127.")]
    assert "only this machine" in who_can_reach([HERE])
    assert "everyone" in who_can_reach(["192.0.2.7"])
    with ExitStack() as stack, pytest.raises(Unreachable, match="192"):
        listening(["192.0.2.7"], 0, stack)


# ------------------------------------------------------------ names


def test_markup_in_names_is_text_on_every_page(hostile: Any) -> None:
    for side in (*hostile.setup.sides, None):
        whole = journal_page(SideView(hostile, side), 1, "")
        assert whole
        for text in (
            *page_for(hostile, side).fragments.values(),
            whole.partition('<main id="journal">')[2],
        ):
            page = Page(text.removesuffix("</main>\n</body>\n</html>"))
            assert page.errors == []
            assert not {element.tag for element in page.elements} & {"script", "img", "iframe", "svg", "style", "title"}
            assert not [name for element in page.elements for name in element.attributes if name.startswith("on")]
            assert all(character.isprintable() or character == "\n" for character in text)
    assert OWNED in page_for(hostile, None).fragments["journal"]
