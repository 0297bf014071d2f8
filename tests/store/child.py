"""Another process that uses a battle or a campaign: ``python -m tests.store.child COMMAND PATH [USER]``. It says what it did."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.plan import find_plan, read_plan
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable
from tests.store import toy

KINDS = (".battle", ".campaign")


def setup_of(path: Path) -> Setup:
    """The beginning of a file, by its suffix: a battle with boxes enough for long, or a campaign."""
    return read_plan(find_plan("narrow-seas-1942")) if path.suffix == ".campaign" else toy.setup(boxes=90_000)


def orders_of(file: BattleFile) -> Iterator[Order[Any]]:
    """Orders without end: splashes at one tub after the other, or days that pass."""
    names = itertools.cycle(toy.SHIPS)
    return itertools.repeat(NextStep()) if file.path.suffix == ".campaign" else map(toy.splash, names)


def say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def give(path: Path) -> None:
    """Give orders as fast as possible, and say the number of each that was acknowledged."""
    with BattleFile.open(path) as file:
        say("open")
        for order in orders_of(file):
            say(file.give(order).number)
            if len(file.journal.records) % 7 == 0:
                say(file.undo().number)


def make(path: Path) -> None:
    """Begin files of this suffix as fast as possible, beside each other."""
    setup = setup_of(path)
    say("open")
    for number in itertools.count():
        BattleFile.create(path.with_name(f"{number}{path.suffix}"), setup, seed="s").close()
        say(number)


def hold(path: Path) -> None:
    """Keep a battle open until the other end says something."""
    with BattleFile.open(path):
        say("open")
        sys.stdin.readline()


def read(path: Path) -> None:
    """Read a battle."""
    with BattleFile.open(path, read_only=True) as file:
        say(len(file.journal.records))


def fill(path: Path) -> None:
    """Give orders until no file may grow any more, say why, then go on with the limit lifted."""
    import resource  # noqa: PLC0415 (not on every system)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with BattleFile.open(path) as file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40_000, before[1]))
        try:
            for order in orders_of(file):
                file.give(order)
        except Unwritable as refusal:
            say(refusal)
        given = len(file.journal.records)
        say(given)
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        say(file.give(next(orders_of(file))).number)


COMMANDS = {command.__name__: command for command in (give, make, hold, read, fill)}

if __name__ == "__main__":
    if len(sys.argv) > 3:
        ruleset(toy.RULESET.id)  # loaded while whatever it needs can be read
        os.setuid(int(sys.argv[3]))
    try:
        COMMANDS[sys.argv[1]](Path(sys.argv[2]))
    except FleetbookError as error:
        say(f"{type(error).__name__}: {error}")
