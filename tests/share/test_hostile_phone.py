"""The window attacked as a hostile phone would: it tells nothing, and stops nothing."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from fleetbook.share import connection, window
from fleetbook.share.links import Tokens
from fleetbook.share.pace import BURST, EVERY, MOST_KEPT, Pace
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.share.visiting import HERE, Program, Visitor, Watcher, program_shares

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
def refusal(visitor: Visitor) -> bytes:
    answer = visitor.ask("/nothing/of/the/kind")
    assert answer.startswith(b"HTTP/1.1 404 ")
    return answer


def still_serves(serving: Program, table: Table) -> None:
    """An open page is told of an order, and a new one is answered."""
    with Watcher(serving) as watcher, Visitor(serving.port) as visitor:
        watcher.event()
        words = f"note {secrets.token_hex(4)}"
        table.order("note", f"words={words}")
        assert watcher.told(words)
        assert words.encode() in visitor.ask(serving.path())
    assert serving.peak_memory < MOST_MEMORY


def check_wrong_tokens(serving: Program, refusal: bytes, count: int) -> None:
    for phone in range(count // BURST):
        with Visitor(serving.port, f"127.1.0.{phone + 1}") as visitor:
            assert all(visitor.ask(f"/{secrets.token_urlsafe(16)}/") == refusal for _ in range(BURST))


def test_wrong_tokens_and_unknown_paths_have_the_same_answer(serving: Program, visitor: Visitor, refusal: bytes) -> None:
    check_wrong_tokens(serving, refusal, 160)
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
    assert pace.wait("hostile") > EVERY


def test_one_token_tells_nothing_of_another(serving: Program, visitor: Visitor, refusal: bytes) -> None:
    own = serving.path("Royal Navy").strip("/")
    assert len(set(serving.links.values())) == 3
    guesses = {own[:place] + ("A" if own[place] != "A" else "B") + own[place + 1 :] for place in range(len(own))}
    guesses |= {own[:-1], own + "A", own.swapcase(), own[::-1], own.upper(), own + "%00", own + "%20", f"{own}%2f"}
    assert {visitor.ask(f"/{guess}/") for guess in guesses} == {refusal}


def test_tokens_have_128_bits_and_are_drawn_anew() -> None:
    drawn = [token for _ in range(200) for token in Tokens.drawn(("Red", "Blue")).readers]
    assert len({*drawn}) == 600
    assert {len(token) for token in drawn} == {22}  # base64 of 16 bytes


@pytest.mark.parametrize("host", FOREIGN)
def test_another_host_is_refused(serving: Program, visitor: Visitor, refusal: bytes, host: str) -> None:
    foreign = host.replace("PORT", str(serving.port))
    assert visitor.ask(serving.path(), host=foreign) in (refusal, b"")
    with Visitor(serving.port) as other:
        assert other.ask(serving.path(), more=["host: evil.example"]) in (refusal, b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"])
def test_only_get_and_head_are_answered(serving: Program, method: str) -> None:
    with Visitor(serving.port) as right, Visitor(serving.port) as wrong:
        answers = {right.ask(serving.path(), method), wrong.ask("/nothing", method)}
    (answer,) = answers
    assert answer.startswith(b"HTTP/1.1 405 ")
    assert b"allow: GET, HEAD" in answer


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


def test_five_hundred_connections_stop_nobody(serving: Program, table: Table) -> None:
    with Watcher(serving, address="127.0.0.2") as watcher, ExitStack() as stack:
        watcher.event()
        for _ in range(500):
            one = stack.enter_context(socket.create_connection((HERE, serving.port)))
            one.setblocking(False)
        table.order("note", "words=in the crowd")
        assert watcher.told("in the crowd")
        with Visitor(serving.port, "127.0.0.3") as visitor:
            assert b"in the crowd" in visitor.ask(serving.path())
    still_serves(serving, table)


def test_of_one_token_an_address_has_four_streams_and_the_oldest_ends(serving: Program) -> None:
    with ExitStack() as stack:
        watchers = [stack.enter_context(Watcher(serving, address="127.0.0.4")) for _ in range(5)]
        elsewhere = stack.enter_context(Watcher(serving, address="127.0.0.5"))
        for watcher in (*watchers[1:], elsewhere):
            assert watcher.event()
        assert watchers[0].is_cut()


def test_one_address_cannot_have_every_connection() -> None:
    assert connection.MOST == 60
    assert connection.MOST_OF_AN_ADDRESS < connection.MOST / 2
