"""fleetbook share: the players' window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fleetbook.cli.battles import found
from fleetbook.cli.commands.options import as_json as json_option
from fleetbook.cli.commands.options import optional_battle
from fleetbook.cli.output import remark, say, say_data
from fleetbook.reports.render.qr import code_rows
from fleetbook.reports.shape import to_json
from fleetbook.reports.text_layout import printable
from fleetbook.share.links import Link
from fleetbook.share.page import reader
from fleetbook.share.reach import who_can_reach
from fleetbook.share.sharing import hosts_for, share

GIVES_WAY = 10  # the referee's keys come first, however much is asked of the window
DARK_ON_LIGHT = "\x1b[30;107m{}\x1b[0m"


@click.command()
@optional_battle
@click.option("--side", "sides", metavar="NAME", multiple=True, help="A link for this side only; may be repeated.")
@click.option("--lan", is_flag=True, help="Offer the links to the network, for phones; without it only to this machine.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Listen at this port rather than at any that is free.")
@json_option
@click.option("--with-stdin", is_flag=True, hidden=True, help="End when stdin ends, and hear of the clock there: for the app.")
def command(battle: str | None, *, sides: tuple[str, ...], lan: bool, port: int, as_json: bool, with_stdin: bool) -> None:
    """Serve the players' window until Ctrl-C.

    There is a page to read for each side, and one for the table; each is live, and shows what its side may know and nothing else.
    With --json the first line is {"links": [{"side", "url"}]}, where the table's side is null; each line after it is
    {"watching": [{"side", "pages"}]}, whenever someone comes or goes.
    """
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    path = found(battle)
    listener = _InJson() if as_json else _InWords(printable(path), lan)
    share(Path(path), listener, sides=sides, hosts=hosts_for(lan), port=port, heard=sys.stdin if with_stdin else None)
    remark("the sharing has ended; its links are of no use any more")


class _InJson:
    """Tells in lines of JSON."""

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """The links, first of all."""
        say_data(to_json({"links": links}) + b"\n")
        remark(who_can_reach(hosts))

    def watching(self, pages: Mapping[str | None, int]) -> None:
        """Who has a page open."""
        say_data(to_json({"watching": [{"side": side, "pages": count} for side, count in pages.items()]}) + b"\n")


class _InWords:
    """Tells in words and codes."""

    def __init__(self, battle: str, lan: bool) -> None:
        self._battle, self._lan = battle, lan

    def begun(self, links: Sequence[Link], hosts: Sequence[str]) -> None:
        """Each link with its code."""
        painted = DARK_ON_LIGHT if sys.stdout is not None and sys.stdout.isatty() else "{}"
        for link in links:
            say(["", printable(reader(link.side)), link.url, *(painted.format(row) for row in code_rows(link.url))])
        if sys.stdout is not None:
            sys.stdout.flush()
        remark(
            f"{self._battle} is shared until Ctrl-C; {who_can_reach(hosts)}{'' if self._lan else '; --lan offers them to phones'}"
        )

    def watching(self, pages: Mapping[str | None, int]) -> None:
        """Who has a page open."""
        remark(f"watching: {', '.join(f'{reader(side)} {count}' for side, count in pages.items()) or 'nobody'}")
