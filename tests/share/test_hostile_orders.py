"""Orders attacked as a hostile player would: what his phone sends writes nothing, keeps nobody waiting and tells nothing."""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from urllib.parse import quote_plus

import msgspec
import pytest

from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.proposals.post import (
    DieAsked,
    ForPhones,
    FromPhones,
    Mistaken,
    Picked,
    Ready,
    Sent,
    Standing,
    Thrown,
    read,
)
from fleetbook.referee.proposals.proposal import on_true
from fleetbook.share.desk import BURST
from fleetbook.share.window import BURST as REQUESTS
from fleetbook.store.battle.battle_file import BattleFile
from tests.cli.battles import Table, sighted
from tests.share.test_hostile_phone import MOST_MEMORY
from tests.share.visiting import HERE, PATIENCE, Program, Visitor, Watcher, program_shares

if sys.platform != "win32":
    import fcntl

SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ of Linux
BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
SHOT = {"order": "fire", "firer": "M 388", "target": "MTB 234", "range": "20"}
MEDIAN, NEARLY_ALL = 9, 18  # places among twentieths; a busy machine keeps a few answers longer
STARVED = 120.0  # seconds that an answer may take on a machine with many other programs
LONGEST_WAIT = 0.5  # seconds that a hostile phone waits for an answer
AFTER_MANY = 200.0  # megabytes that are held at most after many requests: what they leave is not freed at once
SECRET, SENDER = "the British turn about", "Lt. Hichens"
KNOWN = {b"200", b"303", b"400", b"403", b"404", b"405", b"413", b"429"}
ORDERS = ("fire", "observe", "move", "torpedo", "next", "note", "strike", "set", "end", "undo", "", "../fire", "FIRE", "\x00")
NAMES = (
    "firer", "target", "range", "observer", "ship", "order", "id", "who", "ask", "likewise", "words", "by", "on", "faces", "\x00",
)  # fmt: skip
WORDS = (
    "M 388", "V 1241", "R 86", "MTB 234", "MTB 221", "20", "-1", "1e999", "nan", "9" * 300, "", " ", "\x00", "\x1b[2J", "\u202e",
    "\U0001f6a2", "' OR 1=1 --", "<script>", "{{ 7*7 }}", "../../etc/passwd", "%2525252525", "a" * 3000, "yes", "[[[[[[",
    '{"by": "Royal Navy"}', "Royal Navy", "\ud800", "0123456789abcdef",
)  # fmt: skip
IDS = ("0123456789abcdef", "british00", "x", "")
FORM = "application/x-www-form-urlencoded"
TYPES = ("application/json", "multipart/form-data; boundary=x", "text/plain", "", f"{FORM}; charset=utf-7")
CHUNKED = "transfer-encoding: chunked"
LENGTHS = (
    "content-length: {more}", "content-length: {less}", "content-length: -1", "content-length: x", CHUNKED,
    "content-length: 1\r\ncontent-length: 2", "transfer-encoding: gzip, chunked", f"content-length: {{right}}\r\n{CHUNKED}",
)  # fmt: skip
PLACES = (*("order",) * 8, "back", "die", "die", "", "events/", "journal", "orders", "order/", "order?order=fire")


@dataclass
class Heard:
    """What the program says on its pipe while its phones are attacked."""

    program: Program
    messages: list[FromPhones] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)

    def say(self, post: ForPhones) -> None:
        """The referee's program answers."""
        assert self.program.process.stdin
        self.program.process.stdin.write(msgspec.json.encode(post) + b"\n")
        self.program.process.stdin.flush()

    def listen(self) -> None:
        assert self.program.process.stdout
        for line in self.program.process.stdout:
            self.lines.append(line)
            if (phone := read(line).phone) is not None:
                self.messages.append(phone)


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """A battle in which the Kriegsmarine may fire."""
    return sighted(tmp_path / "b.battle").path


@pytest.fixture
def heard(battle: Path) -> Iterator[Heard]:
    """The battle is shared, and takes orders. The British have sent one."""
    with program_shares(battle) as sharing, Watcher(sharing, GERMAN) as watcher:
        found = Heard(sharing)
        standing = Standing("british00.0", SECRET, "waits", who=SENDER)
        found.say(ForPhones(takes=True, orders={BRITISH: (standing,)}, die=DieAsked("1.1.0", BRITISH, 6, SECRET)))
        assert watcher.wait_for("Observe")["orders"]
        yield found


# ------------------------------------------------------------ any request at all


def words(rng: Random) -> str:
    """A form as a hostile phone sends it."""
    pairs = [(name, value) for name, value in SHOT.items() if rng.random() < 0.8] if rng.random() < 0.7 else []
    if rng.random() < 0.3:
        pairs.append(("order", rng.choice(ORDERS)))
    if rng.random() < 0.2:
        pairs += [("asked", rng.choice(("1.1.0", "0.0.0", ""))), ("face", rng.choice(("1", "roll", "0", "7", "999", "²")))]
        pairs.append(("option", rng.choice((BRITISH, GERMAN, "", "x" * 500))))
    pairs += [(rng.choice(NAMES), rng.choice(WORDS)) for _ in range(rng.choice((0, 0, 1, 2, 5, 60, 300)))]
    if rng.random() < 0.9:
        pairs.append(("id", rng.choice((token_urlsafe(16), "british00.0", *IDS))))
    rng.shuffle(pairs)
    text = "&".join(f"{quoted(name)}={quoted(value)}" for name, value in pairs)
    bombs = (text.replace("%", "%25" * 50), f"{text}&%", f"{text}&%zz=%ff", text + ";" * 500, text * 20)
    return rng.choice((text, text, text, *bombs))


def quoted(text: str) -> str:
    """The text as a part of a form; also one that is no Unicode."""
    return quote_plus(text, errors="surrogatepass")


def request(rng: Random, sharing: Program) -> bytes:
    """A request as a hostile phone sends it, which knows the link of the Kriegsmarine."""
    token = sharing.path(GERMAN) if rng.random() < 0.85 else rng.choice((sharing.path(), f"/{token_urlsafe(16)}/", "/", "//"))
    method = rng.choice(("POST",) * 12 + ("GET", "HEAD", "PUT"))
    body = words(rng)
    path = token + rng.choice(
        ("order",) * 8
        + ("back", "die", "die", "mistake", "choice", "ready", "", "events/", "journal", "orders", "order/", "order?order=fire")
    )
    if method != "POST":
        path, body = f"{path}?{body[:3000]}", ""
    host = f"{HERE}:{sharing.port}"
    origin = (
        f"http://{host}" if rng.random() < 0.9 else rng.choice(("null", "http://evil.example", f"https://{host}", "", "file://"))
    )
    kind = FORM if rng.random() < 0.9 else rng.choice(TYPES)
    length = "content-length: {right}" if rng.random() < 0.85 else rng.choice(LENGTHS)
    if length.endswith("chunked") and rng.random() < 0.7:
        whole, endless = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n", f"ffffffffff\r\n{body}"
        body = rng.choice((whole, endless, "1\r\na\r\n" * 5000, f"-1\r\n{body}", "zz\r\n"))
    length = length.format(right=len(body), more=len(body) + 50, less=max(len(body) - 20, 0))
    lines = (f"{method} {path} HTTP/1.1", f"host: {host}", f"origin: {origin}", f"content-type: {kind}", length, "", body)
    return "\r\n".join(lines).encode("latin-1", "replace")


def attack(sharing: Program, seed: int, count: int) -> set[bytes]:
    """Send requests from many addresses, and do not wait for every answer. Returns the statuses seen."""
    rng, seen = Random(seed), set[bytes]()
    for number in range(count):
        address = f"127.{10 + seed % 100}.{number // REQUESTS // 250}.{number // REQUESTS % 250 + 1}"
        with suppress(OSError, EOFError), Visitor(sharing.port, address) as phone:
            phone.socket.settimeout(LONGEST_WAIT)
            phone.socket.sendall(request(rng, sharing)[: rng.choice((None,) * 15 + (rng.randrange(1, 400),))])
            if rng.random() < 0.9:
                answer = phone.answer()
                seen.add(answer[9:12])
                assert SECRET.encode() not in answer
                assert SENDER.encode() not in answer
    return seen - {b""}


class Neighbour:
    """A player of the other side, who looks at an order of his again and again. A wait is the processor's time that the program
    takes until it answers, which other programs of a busy machine do not lengthen.
    """

    def __init__(self, sharing: Program) -> None:
        self.waits: list[float] = []
        self._over = threading.Event()
        self._looking = threading.Thread(target=self._look, args=(sharing,))

    def _look(self, sharing: Program) -> None:
        while not self._over.wait(0.15):
            since, until, answer = sharing.processor_time, time.monotonic() + STARVED, b""
            while not answer and time.monotonic() < until:  # a program without processor's time cuts connections off
                with Visitor(sharing.port, "127.0.0.9") as phone:
                    phone.socket.settimeout(STARVED)
                    answer = phone.ask(f"{sharing.path(BRITISH)}order?order=move&ship=MTB+221")
            assert answer.startswith(b"HTTP/1.1 200 ")
            self.waits.append(sharing.processor_time - since)

    def __enter__(self) -> Neighbour:
        self._looking.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._looking.join(STARVED)


def check_attacks(heard: Heard, battle: Path, seeds: range, count: int, memory: float, share: int) -> None:
    before, began = battle.read_bytes(), time.monotonic()
    reading = threading.Thread(target=heard.listen, daemon=True)
    reading.start()
    with Neighbour(heard.program) as neighbour, ThreadPoolExecutor(len(seeds)) as pool:
        statuses = set().union(*pool.map(lambda seed: attack(heard.program, seed, count), seeds))
    waits = neighbour.waits
    answers = f"{len(waits)} answers to a neighbour: median {statistics.median(waits):.3f} s, longest {max(waits):.3f} s"
    sys.stdout.write(f"\n{len(seeds) * count} requests; {answers}; {heard.program.peak_memory:.0f} MB\n")
    assert statuses <= KNOWN
    assert statuses >= {b"303", b"400", b"404"}
    assert statistics.quantiles(waits, n=20)[share] < 1
    assert battle.read_bytes() == before
    assert heard.program.peak_memory < memory
    assert len(heard.messages) <= BURST + time.monotonic() - began
    with BattleFile.open(battle, read_only=True) as file:
        inbox = Inbox(file.journal.battle.sides)
        for message in heard.messages:
            assert not isinstance(message, Thrown | Mistaken | Picked | Ready), "the die is not theirs, and no orders are sealed"
            if isinstance(message, Sent):
                assert message.proposal.by == GERMAN
                assert on_true(message.proposal, file.journal).problem is None
                inbox.take(message)
            else:
                assert message.id != "british00.0"
        assert len(inbox.waiting) < 20
    with Watcher(heard.program, BRITISH) as watcher:
        assert SECRET in watcher.event()["orders"]


def test_nothing_that_a_phone_sends_is_written_or_keeps_anybody_waiting(heard: Heard, battle: Path) -> None:
    check_attacks(heard, battle, range(4), count=60, memory=MOST_MEMORY, share=MEDIAN)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has pipes of a chosen size")
def test_a_program_that_reads_nothing_keeps_no_page_waiting(battle: Path) -> None:
    """Pages come and go, and orders are sent, until its pipe is full."""
    with program_shares(battle) as sharing:
        heard = Heard(sharing)
        assert sharing.process.stdout
        fcntl.fcntl(sharing.process.stdout, SET_PIPE_SIZE, 4096)
        heard.say(ForPhones(takes=True))
        for number in range(160):
            with Watcher(sharing, GERMAN, f"127.5.0.{number % 200 + 1}") as watcher:
                watcher.event()
        with Visitor(sharing.port, "127.6.0.1") as phone:
            for number in range(20):
                assert b" 303 " in phone.post(f"{sharing.path(GERMAN)}order", {**SHOT, "id": f"order-{number:08}"})[:15]
        with Watcher(sharing, BRITISH, "127.6.0.2") as watcher:
            watcher.event()
            Table(battle).order("note", "words=nobody waits")
            assert watcher.wait_for("nobody waits")
        reading = threading.Thread(target=heard.listen, daemon=True)
        reading.start()
        until = time.monotonic() + PATIENCE
        while len(heard.messages) < 20 and time.monotonic() < until:
            time.sleep(0.05)
        assert len(heard.messages) == 20, "none was lost"


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(40))
def test_a_hundred_thousand_hostile_requests(heard: Heard, battle: Path, part: int) -> None:
    check_attacks(heard, battle, range(10 * part, 10 * part + 10), count=250, memory=AFTER_MANY, share=NEARLY_ALL)
