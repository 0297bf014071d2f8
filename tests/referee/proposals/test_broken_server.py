"""The server of the pages is not trusted: the referee's program reads on, whatever it writes."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from fleetbook.referee import sharing
from fleetbook.referee.proposals.post import LONGEST, LONGEST_LINE, FromPhones, Sent
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.sharing import LONGEST_REMARK, Sharing

SENT = Sent("0123456789abcdef.0", Proposal("Red", "fire", {"firer": "Duck", "targets": ("Hen", "Goose")}, 3), "Duck fires")
LINE = msgspec.json.encode({"phone": SENT}) + b"\n"


class Reading:
    """A sharing whose server has written some bytes."""

    def __init__(self, written: bytes) -> None:
        self.heard: list[FromPhones] = []
        self.sharing = Sharing(Path("b.battle"), lambda *words, **how: None, self.heard.append)
        process: Any = SimpleNamespace(stdout=io.BytesIO(written))
        self.sharing._process = process
        self.sharing._listen(process)


def sent_with(**changed: object) -> bytes:
    return msgspec.json.encode({"phone": {**msgspec.to_builtins(SENT), "type": "sent", **changed}}) + b"\n"


def proposed(**changed: object) -> bytes:
    return sent_with(proposal={**msgspec.to_builtins(SENT.proposal), **changed})


WRONG = (
    b"1\n", b"[]\n", b'"x"\n', b"null\n", b"{}\n", b"[" * 60_000 + b"\n", b'{"a":' * 10_000 + b"\n", b"\xff\xfe\n", b"\x00\n",
    b'{"links": 1}\n', b'{"links": [1]}\n', b'{"links": [{"side": 1, "url": 2}]}\n',
    b'{"watching": 3}\n', b'{"watching": [{"side": null}]}\n', b'{"watching": [{"side": null, "pages": "many"}]}\n',
    b'{"phone": 1}\n', b'{"phone": {"type": "given"}}\n', b'{"phone": []}\n', b"x" * (3 * LONGEST_LINE) + b"\n",
    sent_with(id=5), sent_with(words=None), sent_with(words="x" * LONGEST), sent_with(more=1), sent_with(proposal=None),
    sent_with(by="doctrine"),
    proposed(on="x"), proposed(by=None), proposed(entered=[]), proposed(entered={"firer": {"x": 1}}),
    proposed(entered={"firer": [["Duck"]]}), proposed(entered={"firer": "x" * LONGEST}),
)  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_left_out_and_the_next_is_read(line: bytes) -> None:
    reading = Reading(line + LINE)
    (message,) = reading.heard
    assert isinstance(message, Sent)
    assert msgspec.json.encode(message) == msgspec.json.encode(SENT)
    assert reading.sharing.links == ()
    assert len(reading.sharing.remark) <= LONGEST_REMARK


def test_random_bytes_and_cut_lines_are_read_to_their_end() -> None:
    rng = Random(1)
    parts = [LINE, b'{"watching": []}\n', rng.randbytes(200), b"fleetbook: words\n"]
    written = b"".join(part[: rng.randrange(len(part) + 1)] if rng.random() < 0.3 else part for part in rng.choices(parts, k=150))
    reading = Reading(written + b"\n" + LINE)
    assert reading.heard
    assert reading.sharing.remark


def test_a_line_that_the_server_did_not_end_is_no_remark_for_the_referee() -> None:
    assert Reading(b"fleetbook: the port is taken\n" + LINE[:80]).sharing.remark == "the port is taken"


def test_a_server_that_says_too_much_is_read_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = list[float]()
    clock = SimpleNamespace(monotonic=lambda: 5.0 + sum(slept), sleep=slept.append)
    monkeypatch.setattr(sharing, "time", clock)
    assert len(Reading(LINE * (sharing.BURST + 100)).heard) == sharing.BURST + 100
    assert sum(slept) == pytest.approx(100 * sharing.EVERY)
