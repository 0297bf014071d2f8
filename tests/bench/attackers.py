"""Hostile phones: ``python -m tests.bench.attackers PORT WAY`` asks with wrong tokens, connects, or connects elsewhere,
until it is killed."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import suppress

from tests.share.visiting import HERE, Visitor

MANY = 8


def wrong_tokens(port: int) -> None:
    """One request after the other."""
    while True:
        with suppress(OSError), Visitor(port) as visitor:
            while visitor.ask("/wrong/"):
                pass


def connections(port: int) -> None:
    """One connection after the other, none of which is let go before there are many."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection((HERE, port)))
        if len(held) > 100:
            for one in held:
                one.close()
            held.clear()


def elsewhere(_port: int) -> None:
    """One connection after the other to where nobody listens: it keeps the core as busy, and leaves the sharing alone."""
    with socket.socket() as nobody:
        nobody.bind((HERE, 0))
        while True:
            with suppress(OSError), socket.create_connection(nobody.getsockname()):
                pass


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # what the attackers cost themselves is not to be measured
    way = {"wrong tokens": wrong_tokens, "connections": connections, "elsewhere": elsewhere}[sys.argv[2]]
    for _ in range(MANY):
        threading.Thread(target=way, args=(int(sys.argv[1]),)).start()
