"""fleetbook share: serve the players' window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread

import click
import msgspec

from fleetbook.cli.battles import battle_path
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark, say, say_data
from fleetbook.referee.proposals.post import FromPhones, Link, Watching
from fleetbook.referee.proposals.roles import Role
from fleetbook.reports.render.qr import code_cards, code_rows
from fleetbook.reports.shape import to_json
from fleetbook.reports.text_layout import printable
from fleetbook.share.reach import who_can_reach
from fleetbook.share.sharing import hosts_for, share

GIVES_WAY = 10  # added to the process's niceness, so that the referee's app runs first
DARK_ON_LIGHT = "\x1b[30;107m{}\x1b[0m"


def _no_orders(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Players' orders need the referee's program."""
    if value:
        raise click.UsageError(
            "this command only shows the battle. For players' orders open the battle in the app and press F6, "
            "or begin fleetbook play --plain and type share"
        )


@click.command()
@options.optional_battle
@click.option("--side", "sides", metavar="NAME", multiple=True, help="A link for this side only; may be repeated.")
@click.option("--lan", is_flag=True, help="Offer the links to the network, for phones. Without it only this machine has them.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Listen at this port. Without it any free port is used.")
@options.as_json
@click.option("--cards", metavar="FILE", help="Write the links as cards to print, in HTML: a code for each side and the wall.")
@click.option("--roles", is_flag=True, help="Also write links for each squadron alone, and for spectators who only look on.")
@click.option("--orders", is_flag=True, hidden=True, expose_value=False, callback=_no_orders, help="Refused, with what to do.")
@click.option("--with-stdin", is_flag=True, hidden=True, help="For the app: end when stdin ends, and read the clock from it.")
@click.option("--with-links", is_flag=True, hidden=True, help="For the app: the first line of stdin has links to use again.")
def command(
    battle: str | None,
    *,
    sides: tuple[str, ...],
    lan: bool,
    port: int,
    as_json: bool,
    cards: str | None,
    roles: bool,
    with_stdin: bool,
    with_links: bool,
) -> None:
    """Serve the players' window until Ctrl-C.

    Each side has a live page that shows only what the side knows. Another page is for the whole table. Players only look on: to
    let them send orders, share the battle from the app (F6) or from play --plain (share). With --json the first line is
    {"links": [{"side", "url"}]}; the table's side is null. With --roles some links also have "squadron", or "looks_on": true for
    spectators. Whenever someone opens or closes a page, a line {"watching": [{"side", "pages"}]} follows, with the same further
    keys. Its "without_scripts" counts how often a browser without scripts read the page; "pages" does not count these.
    """
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    path = battle_path(battle)
    check_output(cards)
    out = _InJson() if as_json else _InWords(printable(path), lan, cards)
    kept = _kept(sys.stdin.readline()) if with_stdin and with_links else ()
    heard = sys.stdin if with_stdin else None
    share(Path(path), out, sides=sides, hosts=hosts_for(lan), port=port, roles=roles, heard=heard, kept=kept)
    remark("the sharing has ended; its links work no longer")


def _kept(line: str) -> tuple[Link, ...]:
    """The links in a line of JSON from the app."""
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(line, type=tuple[Link, ...])
    return ()


class _InJson:
    """Writes the output as lines of JSON. A thread writes them, because the program that reads them may be slow.

    Only the latest line about watchers waits to be written, so a slow program does not make lines pile up.
    """

    def __init__(self) -> None:
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._lock = Lock()
        self._watching: bytes | None = None
        Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        with suppress(OSError):
            while True:
                line = self._lines.get()
                if line is None:
                    with self._lock:
                        line, self._watching = self._watching, None
                say_data(line or b"")

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """Write the links, and who can reach them."""
        say_data(to_json({"links": links}) + b"\n")
        remark(who_can_reach(hosts))

    def watching(self, pages: Mapping[Role, int], without_scripts: Mapping[Role, int]) -> None:
        """Write who has a page open, and whose pages were read without scripts."""
        found = [
            Watching(role.side, pages.get(role, 0), role.squadron, role.looks_on, without_scripts.get(role, 0))
            for role in dict.fromkeys((*pages, *without_scripts))
        ]
        with self._lock:
            if self._watching is None:
                self._lines.put(None)
            self._watching = to_json({"watching": found}) + b"\n"

    def sent(self, message: FromPhones) -> None:
        """Write a message that came from a phone."""
        self._lines.put(to_json({"phone": message}) + b"\n")


class _InWords:
    """Writes the output as text, with a QR code for each link."""

    def __init__(self, battle: str, lan: bool, cards: str | None) -> None:
        self._battle, self._lan, self._cards = battle, lan, cards

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """Write each link with its QR code."""
        painted = DARK_ON_LIGHT if sys.stdout is not None and sys.stdout.isatty() else "{}"
        for link in links:
            say(["", printable(link.role.words), link.url, *(painted.format(row) for row in code_rows(link.url))])
        if self._cards is not None:
            write_document(code_cards(self._battle, [(link.role.words, link.role.may, link.url) for link in links]), self._cards)
        if sys.stdout is not None:
            sys.stdout.flush()
        remark(
            f"{self._battle} is shared until Ctrl-C; {who_can_reach(hosts)}{'' if self._lan else '; --lan offers them to phones'}"
        )

    def watching(self, pages: Mapping[Role, int], without_scripts: Mapping[Role, int]) -> None:
        """Write who has a page open, and whose pages were read without scripts."""
        found = [f"{role.words} {count}" for role, count in pages.items()]
        found += [f"{role.words} without scripts" for role in without_scripts]
        remark(f"watching: {', '.join(found) or 'nobody'}")

    def sent(self, message: FromPhones) -> None:
        """Do nothing: phones send no messages if no referee's program reads the output."""
