"""The window attacked as a hostile phone would: it tells nothing, and stops nothing."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from starlette.applications import Starlette
from starlette.types import Message, Receive

from fleetbook.referee.proposals.roles import Role
from fleetbook.share import connection, window
from fleetbook.share.links import Tokens
from fleetbook.share.window import BURST, EVERY, KINDER, MOST_KEPT, Pace
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.share.visiting import HERE, PATIENCE, Program, Visitor, Watcher, program_shares

MOST_MEMORY = 80.0  # megabytes
FOREIGN = (
    "evil.example",
    "evil.example:80",
    "localhost",
    HERE,
    f"{HERE}:1",
    "",
    "[::1]",
    f"{HERE}:PORT, evil.example",
    f"{HERE}:PORT@x",
)
TRICKS = (
    "/", "//", "/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/templates/page.css", "/favicon.ico", "/%00", "/?x=/",
    "TOKEN../", "TOKEN%2e%2e/", "TOKEN/", "TOKENpage.css", "TOKEN../../b.battle", "TOKENevents/", "TOKENevents/../report",
    "TOKENreport", "TOKEN?", "*", "http://evil.example/", "/" + "a" * 4000, "/%F0%9F%9A%A2/", "/\udcff/",
)  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    path = tmp_path_factory.mktemp("shared") / "b.battle"
    assert fleetbook("new", "ijmuiden", "-o", str(path), "--seed", "1").code == 0
    return Table(path)


@pytest.fixture(scope="module")
def serving(table: Table) -> Iterator[Program]:
    with program_shares(table.path) as sharing:
        yield sharing


@pytest.fixture
def visitor(serving: Program) -> Iterator[Visitor]:
    with Visitor(serving.port) as one:
        yield one


@pytest.fixture
def refusal(serving: Program) -> bytes:
    with Visitor(serving.port) as visitor:
        answer = visitor.ask("/nothing/of/the/kind")
    assert answer.startswith(b"HTTP/1.1 404 ")
    return answer


def still_serves(serving: Program, table: Table) -> None:
    """An open page shows an order, and a new one is answered."""
    with Watcher(serving) as watcher, Visitor(serving.port) as visitor:
        watcher.event()
        words = f"note {secrets.token_hex(4)}"
        table.order("note", f"words={words}")
        assert watcher.wait_for(words)
        assert words.encode() in visitor.ask(serving.path())
    assert serving.peak_memory < MOST_MEMORY


def check_wrong_tokens(serving: Program, refusal: bytes, count: int) -> None:
    for phone in range(count // BURST):
        with Visitor(serving.port, f"127.1.0.{phone + 1}") as visitor:
            assert all(visitor.ask(f"/{secrets.token_urlsafe(16)}/") == refusal for _ in range(BURST))


def test_wrong_tokens_and_unknown_paths_have_the_same_answer(serving: Program, refusal: bytes) -> None:
    check_wrong_tokens(serving, refusal, 160)
    with Visitor(serving.port) as visitor:
        assert visitor.ask(f"/{secrets.token_urlsafe(16)}/events") == refusal
        assert visitor.ask(f"/{secrets.token_urlsafe(16)}/report") == refusal


@pytest.mark.campaign
def test_ten_thousand_wrong_tokens(serving: Program, table: Table, refusal: bytes) -> None:
    check_wrong_tokens(serving, refusal, 10_000)
    still_serves(serving, table)


def test_an_address_has_a_burst_of_requests_and_then_waits() -> None:
    pace = Pace()
    assert {pace.wait("hostile") for _ in range(BURST)} == {0.0}
    assert [pace.wait("hostile") for _ in range(3)] == pytest.approx([0, EVERY, 2 * EVERY], abs=EVERY / 2)
    assert pace.wait("another") == 0.0
    for number in range(2 * MOST_KEPT):
        pace.wait(f"phone {number}")
    assert (pace.wait("hostile") or 0) > EVERY


def test_one_token_tells_nothing_of_another(serving: Program, visitor: Visitor, refusal: bytes) -> None:
    own = serving.path("Royal Navy").strip("/")
    assert len(set(serving.links.values())) == 3
    guesses = {own[:place] + ("A" if own[place] != "A" else "B") + own[place + 1 :] for place in range(len(own))}
    guesses |= {own[:-1], own + "A", own.swapcase(), own[::-1], own.upper(), own + "%00", own + "%20", f"{own}%2f"}
    assert {visitor.ask(f"/{guess}/") for guess in guesses} == {refusal}


def test_tokens_have_128_bits_and_are_drawn_anew() -> None:
    drawn = [token for _ in range(200) for token in Tokens.drawn((Role("Red"), Role("Blue"), Role())).roles]
    assert len({*drawn}) == 600
    assert {len(token) for token in drawn} == {22}  # base64 of 16 bytes


@pytest.mark.parametrize("host", FOREIGN)
def test_another_host_is_refused(serving: Program, visitor: Visitor, refusal: bytes, host: str) -> None:
    foreign = host.replace("PORT", str(serving.port))
    assert visitor.ask(serving.path(), host=foreign) in (refusal, b"")
    with Visitor(serving.port) as other:
        assert other.ask(serving.path(), more=["host: evil.example"]) in (refusal, b"")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"])
def test_only_get_and_head_are_answered(serving: Program, method: str) -> None:
    with Visitor(serving.port) as right, Visitor(serving.port) as wrong:
        answers = {right.ask(serving.path(), method), wrong.ask("/nothing", method)}
    (answer,) = answers
    assert answer.startswith(b"HTTP/1.1 405 ")
    assert b"allow: GET, HEAD, POST" in answer


def test_nothing_is_posted_to_a_page_that_takes_nothing(serving: Program) -> None:
    for words in ("", "journal", "events", "report", "order", "die", "back"):
        with Visitor(serving.port) as visitor:
            assert visitor.post(f"{serving.path()}{words}", {"order": "next"})[:12] in (b"HTTP/1.1 405", b"HTTP/1.1 404")


def test_head_is_get_without_a_body(serving: Program, visitor: Visitor) -> None:
    page = visitor.ask(serving.path())
    assert visitor.ask(serving.path(), "HEAD") == page[: page.index(b"\r\n\r\n") + 4]


@pytest.mark.parametrize("trick", TRICKS)
def test_paths_lead_nowhere(serving: Program, refusal: bytes, trick: str) -> None:
    with Visitor(serving.port) as visitor:
        answer = visitor.ask(trick.replace("TOKEN", serving.path()))
    if trick == "TOKEN?":
        assert answer.startswith(b"HTTP/1.1 200 ")
    else:
        assert answer in (refusal, b"")


def test_every_answer_has_the_headers(serving: Program, visitor: Visitor, refusal: bytes) -> None:
    with Watcher(serving) as watcher, Visitor(serving.port) as posting:
        answers = (visitor.ask(serving.path()), refusal, posting.ask("/", "POST"), watcher.head)
    for answer in answers:
        head = answer.partition(b"\r\n\r\n")[0].decode().lower()
        for name, value in window.HEADERS.items():
            assert f"{name}: {value.lower()}" in head
        policy = head.partition("content-security-policy: ")[2].partition("\r\n")[0]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "server:" not in head
        assert "set-cookie" not in head


def test_large_heads_and_what_is_no_request_are_cut_off(serving: Program, table: Table) -> None:
    path = serving.path()
    for sent in (
        f"GET {path} HTTP/1.1\r\nx: {'a' * 100_000}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\n" + "".join(f"x{n}: a\r\n" for n in range(5000)),
        f"GET /{'a' * 70_000}",
        "\x16\x03\x01\x02\x00\x01\x00\x01",
        f"GET {path} HTTP/1.1\r\nhost: {HERE}:{serving.port}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nhost: {HERE}:{serving.port}\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
    ):
        with Visitor(serving.port) as visitor:
            try:
                visitor.socket.sendall(sent.encode("latin-1"))
                answer = visitor.answer()
            except ConnectionError:
                answer = b""
            assert answer == b"" or sent.startswith(f"GET {path} HTTP/1.1\r\nhost")
    still_serves(serving, table)


def test_large_bodies_are_not_read(serving: Program, table: Table) -> None:
    with Visitor(serving.port) as visitor:
        visitor.send("/", "POST", more=[f"content-length: {1 << 40}"])
        with pytest.raises(ConnectionError):
            for _ in range(2000):
                visitor.socket.sendall(bytes(1 << 20))
    still_serves(serving, table)


def is_left(silent: socket.socket) -> bool:
    """Whether a connection on which nothing was said has not been cut."""
    silent.setblocking(False)
    try:
        return bool(silent.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_five_hundred_connections_stop_nobody(serving: Program, table: Table) -> None:
    with Watcher(serving, address="127.0.0.2") as watcher, ExitStack() as stack:
        watcher.event()
        crowd = [stack.enter_context(socket.create_connection((HERE, serving.port))) for _ in range(500)]
        table.order("note", "words=in the crowd")
        assert watcher.wait_for("in the crowd")
        with Visitor(serving.port, "127.0.0.3") as visitor:
            assert b"in the crowd" in visitor.ask(serving.path())
        assert sum(map(is_left, crowd)) <= connection.MOST_OF_AN_ADDRESS
    still_serves(serving, table)


def test_a_dozen_phones_of_a_side_share_an_address_and_of_more_the_oldest_page_ends(serving: Program) -> None:
    with ExitStack() as stack:
        watchers = [stack.enter_context(Watcher(serving, address="127.0.0.4")) for _ in range(12)]
        other_side = stack.enter_context(Watcher(serving, "Royal Navy", address="127.0.0.4"))
        for watcher in (*watchers, other_side):
            assert watcher.event()
        elsewhere = stack.enter_context(Watcher(serving, address="127.0.0.5"))
        assert elsewhere.event()
        assert watchers[0].is_cut()
        assert [watcher.is_open for watcher in (*watchers[1:], other_side, elsewhere)] == [True] * 13


def test_idle_connections_of_many_addresses_keep_no_newcomer_out(serving: Program, table: Table) -> None:
    with Watcher(serving, address="127.0.0.2") as watcher, ExitStack() as stack:
        watcher.event()
        for number in range(200):
            address = (f"127.2.0.{number % 20 + 1}", 0)
            stack.enter_context(socket.create_connection((HERE, serving.port), source_address=address))
        for number in range(30):
            with Visitor(serving.port, f"127.3.0.{number + 1}") as newcomer:
                assert newcomer.ask(serving.path()).startswith(b"HTTP/1.1 200 ")
        table.order("note", "words=nobody was kept out")
        assert watcher.wait_for("nobody was kept out")


def test_who_has_not_asked_anything_after_three_seconds_is_cut_off(serving: Program) -> None:
    assert connection.HEADLESS == 3
    with Visitor(serving.port, "127.0.0.7") as silent, Visitor(serving.port, "127.0.0.7") as slow:
        slow.socket.sendall(b"GET / HTTP/1.1\r\nx:")
        began = time.monotonic()
        for one in (silent, slow):
            with pytest.raises((EOFError, ConnectionError)):
                one.until(b"\n")
        assert 2.5 < time.monotonic() - began < PATIENCE / 2


def test_two_thousand_slow_connections_stop_nobody(serving: Program, table: Table) -> None:
    """Each sends a head letter by letter and never ends it."""
    with Watcher(serving, address="127.0.0.2") as watcher, ExitStack() as stack:
        watcher.event()
        for number in range(2000):
            address = (f"127.4.{number // 200}.{number % 200 + 1}", 0)
            slow = stack.enter_context(socket.create_connection((HERE, serving.port), source_address=address))
            with suppress(OSError):
                slow.sendall(b"GET / HTTP/1.1\r\nx: a")
            if number % 200 == 100:
                with Visitor(serving.port, "127.0.0.3") as visitor:
                    assert visitor.ask(serving.path()).startswith(b"HTTP/1.1 200 ")
        table.order("note", "words=among the slow")
        assert watcher.wait_for("among the slow")
    still_serves(serving, table)


def test_abandoned_requests_lock_nobody_out_of_an_address(serving: Program) -> None:
    """Such as a strange page in a player's browser sends by the thousand, under a host that is not ours and under ours."""
    for host in (f"{HERE}:{serving.port}", "evil.example"):
        for _ in range(1000):
            with Visitor(serving.port, "127.0.0.8") as abandoned, suppress(OSError):
                abandoned.send("/wrong/", host=host)
    began = time.monotonic()
    with Visitor(serving.port, "127.0.0.8") as player, Visitor(serving.port, "127.0.0.8") as stranger:
        assert player.ask(serving.path()).startswith(b"HTTP/1.1 200 ")
        assert stranger.ask("/wrong/").split()[1] in (b"404", b"429")
        assert time.monotonic() - began < 10  # 2,000 that were kept waiting one after the other would take 196


def test_who_asks_too_much_is_refused_and_soon_answered_again() -> None:
    pace, many = Pace(), 2000
    waits = [pace.wait("hostile") for _ in range(many)]
    answered = [wait for wait in waits if wait is not None]
    assert len(answered) < BURST + 2 / EVERY + 3
    assert max(answered) <= 2
    assert waits[-1] is None
    kinder = [pace.wait("a link", KINDER) for _ in range(many)]
    assert sum(wait is not None for wait in kinder) > 2 * len(answered)


def test_a_request_that_has_gone_does_not_count() -> None:
    pace = Pace()
    for _ in range(1000):
        if pace.wait("hostile"):
            pace.give_back("hostile")
    assert pace.wait("hostile") == pytest.approx(0, abs=2 * EVERY)


def asked(guard: window.Guard, token: bytes | None, receive: Receive) -> asyncio.Task[bool | None]:
    """A request at an address that waits for its turn."""
    return asyncio.create_task(guard._waited({"client": (HERE, 1), "path": "/", connection.TOKEN: token}, receive))


async def stay() -> Message:
    """Of somebody who waits for his answer."""
    await asyncio.Event().wait()
    return {}


async def go() -> Message:
    """Of somebody who has gone."""
    return {"type": "http.disconnect"}


def test_a_link_does_not_wait_for_strangers_at_its_address() -> None:
    async def ask() -> None:
        guard = window.Guard(Starlette(), (), Tokens({}))
        strangers = [asked(guard, None, stay) for _ in range(200)]
        began = time.monotonic()
        assert await asked(guard, b"a link", stay)
        assert time.monotonic() - began < 1
        for stranger in strangers:
            stranger.cancel()

    asyncio.run(ask())


def test_requests_that_have_gone_get_nobody_at_their_address_refused() -> None:
    async def ask() -> None:
        guard = window.Guard(Starlette(), (), Tokens({}))
        await asyncio.gather(*(asked(guard, None, go) for _ in range(200)))
        assert await asked(guard, None, stay)

    asyncio.run(ask())


def test_a_request_too_many_is_answered_at_once() -> None:
    async def ask() -> None:
        guard, sent = window.Guard(Starlette(), (), Tokens({})), list[Message]()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "client": (HERE, 1), "method": "GET", "path": "/wrong/", "headers": []}
        asking = [asyncio.create_task(guard({**scope}, stay, send)) for _ in range(200)]
        await asyncio.wait_for(asking[-1], 1)
        assert {message["status"] for message in sent if "status" in message} == {404, 429}
        assert (b"retry-after", b"2") in next(message["headers"] for message in sent if message.get("status") == 429)
        for one in asking:
            one.cancel()

    asyncio.run(ask())
