"""The app is open, thirty orders were given; somebody copies the file, the battery dies, a backup is put back."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.bench.terminal import Terminal
from tests.cli.shell import process
from tests.trust.games import begun

ORDERS, MOST = 30, 60
ANSWERS = (">", ">", "\r", "\x1b")  # go on; pass over what is due; yes, go on; whatever else was opened, leave it


class Played(NamedTuple):
    """A battle whose app was killed, and the number of its lines."""

    path: Path
    lines: int


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """The app was killed after thirty orders, or some more where keys were slow; ``copy.battle`` was copied while it was open."""
    (tmp_path / "club").mkdir()
    path = begun("coastal", tmp_path / "club" / "club.battle")
    environment = {**os.environ, "FLEETBOOK_DATA": str(tmp_path)}
    app = Terminal([sys.executable, "-m", "fleetbook", "play", str(path)], environment)
    app.wait_for("TURN 1")
    with BattleFile.open(path, read_only=True) as reader:
        for _ in range(ORDERS):
            for key in ANSWERS:
                app.send(key)
                app.settled()
                if reader.follow():
                    break
        app.settled()
        reader.follow()
        given = len(reader.journal.records)
        assert ORDERS <= given <= MOST
        shutil.copy(path, tmp_path / "copy.battle")
    os.kill(app.pid, signal.SIGKILL)
    os.close(app.fd)
    os.waitpid(app.pid, 0)
    return Played(path, given)


def lines(path: Path) -> int:
    assert verify(path) == []
    with BattleFile.open(path, read_only=True) as file:
        return len(file.journal.records)


def test_copied_while_open_renamed_when_killed_and_a_backup_put_back(played: Played, tmp_path: Path) -> None:
    assert lines(tmp_path / "copy.battle") == played.lines
    path = played.path
    renamed = path.rename(path.with_name("renamed.battle"))
    assert lines(renamed) == played.lines
    other = begun("coastal", tmp_path / "other.battle", lines=3, seed=9)
    before = other.read_bytes()
    other.replace(path)
    for command in ("verify", "status"):
        assert process(command, str(path)).code == 0
        assert path.read_bytes() == before
    assert process("order", str(path), "note", "words=on we go").code == 0
    assert lines(path) == 4


@pytest.mark.parametrize("number", [5, 30])
def test_a_plain_copy_after_each_order_is_the_whole_battle(number: int, tmp_path: Path) -> None:
    path = begun("coastal", tmp_path / "club.battle")
    with BattleFile.open(path) as file, BattleFile.open(path, read_only=True) as reader:
        for line in range(1, number + 1):
            file.give(file.journal.ruleset.order("next")())
            assert lines(Path(shutil.copy(path, tmp_path / "copy.battle"))) == line
        assert len(reader.follow()) == number
