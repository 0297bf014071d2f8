"""How long a side waits for its page does not tell whether the other side has just sent an order."""

from __future__ import annotations

import time
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from random import Random
from secrets import token_urlsafe

import msgspec
import pytest

from fleetbook.referee.proposals.post import ForPhones, Standing
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.share.visiting import Program, Visitor, program_shares

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
ROUNDS, ASKED = 50, 4  # orders sent here and as many elsewhere, and requests after each; a link may send 60 orders at once
PAUSE = 0.5  # seconds between rounds: the pace of the link is kept
UNLIKELY = 0.2
"""How far the share of pairs in which the answer after an order comes later may be from a half. If nothing is told, its standard
deviation is 0.058: a fair sample goes beyond this once in about two thousand.
"""


def propose(sharing: Program, number: int) -> None:
    """A British phone sends an order, and the referee's program says what became of an earlier one."""
    with Visitor(sharing.port, "127.0.5.1") as phone:
        words = {"order": "move", "ship": "MTB 221", "id": token_urlsafe(16)}
        assert b" 303 " in phone.post(f"{sharing.path(BRITISH)}order", words)[:15]
    earlier = Standing("earlier", f"MTB 221 moves {number} cm", "waits", unit="MTB 221")
    tell(sharing, ForPhones(takes=True, orders={BRITISH: (earlier,)}))


def tell(sharing: Program, post: ForPhones) -> None:
    assert sharing.process.stdin
    sharing.process.stdin.write(msgspec.json.encode(post) + b"\n")
    sharing.process.stdin.flush()


def answered(visitor: Visitor, path: str) -> float:
    """The seconds until a page comes."""
    began = time.perf_counter()
    assert b" 200 " in visitor.ask(path)[:15]
    return time.perf_counter() - began


def later(after: list[float], without: list[float]) -> float:
    """The share of pairs in which the first of them is the longer."""
    return sum(one > other for one, other in product(after, without)) / (len(after) * len(without))


@pytest.mark.campaign
def test_the_latency_of_a_page_does_not_tell_of_the_other_sides_orders(tmp_path: Path) -> None:
    """The Kriegsmarine asks right after an order of the Royal Navy, and after one that is sent in another battle."""
    path = tmp_path / "b.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    Table(path).order("next")
    here, rng = [True, False] * ROUNDS, Random(1)
    rng.shuffle(here)
    first, mean = ({True: list[float](), False: list[float]()} for _ in range(2))
    with ExitStack() as stack:
        sharing, elsewhere = (stack.enter_context(program_shares(path)) for _ in range(2))
        for each in (sharing, elsewhere):
            tell(each, ForPhones(takes=True))
        time.sleep(PAUSE)
        for number, is_here in enumerate(here):
            with Visitor(sharing.port) as visitor:
                answered(visitor, sharing.path(GERMAN))
                time.sleep(PAUSE)
                propose(sharing if is_here else elsewhere, number)
                asked = [answered(visitor, sharing.path(GERMAN)) for _ in range(ASKED)]
            first[is_here].append(asked[0])
            mean[is_here].append(sum(asked) / ASKED)
    shares = [later(found[True], found[False]) for found in (first, mean)]
    assert max(abs(share - 0.5) for share in shares) <= UNLIKELY, (first, mean)
