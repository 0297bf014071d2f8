"""Another process that uses a battle: ``python -m tests.store.child COMMAND PATH [USER]``. It says what it did, line by line."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path

from fleetbook.core.errors import FleetbookError
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable
from tests.store import toy


def say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def give(path: Path) -> None:
    """Give orders as fast as possible, and say the number of each that was acknowledged."""
    with BattleFile.open(path) as file:
        say("open")
        for name in itertools.cycle(toy.SHIPS):
            say(file.give(toy.splash(name)).number)
            if len(file.journal.records) % 7 == 0:
                say(file.undo().number)


def make(folder: Path) -> None:
    """Begin battles as fast as possible."""
    say("open")
    for number in itertools.count():
        BattleFile.create(folder / f"{number}.battle", toy.setup(), seed="s").close()
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
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
        try:
            while True:
                file.give(toy.splash("Ada"))
        except Unwritable as refusal:
            say(refusal)
        given = len(file.journal.records)
        say(given)
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        say(file.give(toy.splash("Bea")).number)


COMMANDS = {command.__name__: command for command in (give, make, hold, read, fill)}

if __name__ == "__main__":
    if len(sys.argv) > 3:
        ruleset(toy.RULESET.id)  # loaded while whatever it needs can be read
        os.setuid(int(sys.argv[3]))
    try:
        COMMANDS[sys.argv[1]](Path(sys.argv[2]))
    except FleetbookError as error:
        say(f"{type(error).__name__}: {error}")
