"""A recorded battle played through the shell's entry, and what comes of it.

A battle is a folder with ``orders.txt``: a line for each command, as typed after ``fleetbook`` but without the battle's path, and
without the word ``order``. The first line begins the battle, of a shipped scenario or one beside it; lines that begin with ``#``
say what is going on.
"""

from __future__ import annotations

import os
import shlex
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from fleetbook.core.battle.setup import Drawing, Setup
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import Ran, fleetbook

FOLDER = Path(__file__).parent
BATTLES = tuple(sorted(orders.parent.name for orders in FOLDER.glob("*/orders.txt")))
GOLDEN = {
    "report.md": ("report", "--format", "md"),
    "report.html": ("report", "--format", "html"),
    "report.txt": ("report", "--format", "txt"),
    "report.csv": ("report", "--format", "csv"),
    "log.json": ("report", "--format", "json"),
    "sheets.html": ("sheets",),
}
"""Each golden file with the command that writes it, the battle's path left out."""
IN_EVERY_FORMAT = "convoy"
"""The battle whose documents are kept in every format. Formats render the same blocks, so one battle shows a change of format."""
OF_EVERY_BATTLE = ("report.md", "report.csv", "log.json")
LINK = "0123 4567 89ab"
COMMANDS = ("undo", "redo", "overrule")
SHARED = "FLEETBOOK_PLAYED"
"""The variable that names the folder in which the processes of a test run share the battles that they played."""


def documents(battle: str) -> tuple[str, ...]:
    """The golden files of a battle."""
    return tuple(GOLDEN) if battle == IN_EVERY_FORMAT else OF_EVERY_BATTLE


def orders(battle: str) -> list[list[str]]:
    """The words of each line."""
    lines = (FOLDER / battle / "orders.txt").read_text(encoding="utf-8").splitlines()
    return [shlex.split(line) for line in lines if line.strip() and not line.startswith("#")]


def scenario(battle: str) -> Setup:
    """The scenario of a battle: one that lies beside its orders, or a shipped one."""
    name = orders(battle)[0][1]
    own = FOLDER / battle / name
    return load_setup(str(own) if own.is_file() else name)


def begin(battle: str, path: Path) -> None:
    """Begin a battle as it was when it was recorded: its dice are numbered by lines."""
    seed = orders(battle)[0][-1]
    setup = msgspec.structs.replace(scenario(battle), dice=Drawing(numbered="by lines", chosen=True))
    make_file(path, new_meta(setup, Journal(ruleset(setup.ruleset), setup, seed), "1970-01-01T00:00:00.000+00:00"))


def command(words: list[str], path: Path) -> list[str]:
    """The whole command of a line that gives an order in a battle at a path."""
    return [words[0], str(path), *words[1:]] if words[0] in COMMANDS else ["order", str(path), *words]


def play(battle: str, path: Path) -> Ran:
    """Play a battle into a new file at a path. The processes of a test run play each battle once between them, and copy it."""
    ran, played = _played(battle)
    path.write_bytes(played)
    return ran


@cache
def _played(battle: str) -> tuple[Ran, bytes]:
    """What all orders of a battle in one batch came to, and the file."""
    with TemporaryDirectory(dir=os.environ.get(SHARED)) as folder:
        kept = Path(os.environ.get(SHARED, folder), f"{battle}.played")
        if not kept.exists():
            path = Path(folder, "a.battle")
            begin(battle, path)
            ran = in_one_batch(path, orders(battle)[1:])
            path.with_suffix(".played").write_bytes(msgspec.msgpack.encode((ran, path.read_bytes())))
            path.with_suffix(".played").replace(kept)
        return msgspec.msgpack.decode(kept.read_bytes(), type=tuple[Ran, bytes])


def in_one_batch(path: Path, lines: list[list[str]]) -> Ran:
    """Give all orders of these lines in the battle at a path."""
    batch = path.with_suffix(".orders")
    batch.write_text("\n".join(map(shlex.join, lines)), encoding="utf-8")
    return fleetbook("order", str(path), "--batch", str(batch))


def written(path: Path, name: str) -> str:
    """A document of a played battle by the name of its golden file."""
    command, *options = GOLDEN[name]
    with BattleFile.open(path, read_only=True) as file:
        link = file.last_link  # it hangs on the times of writing
    return fleetbook(command, str(path), *options).out.replace(link, LINK)


def kept(battle: str, name: str) -> str:
    """A golden file, its line ends as they are."""
    return (FOLDER / battle / name).read_bytes().decode()
