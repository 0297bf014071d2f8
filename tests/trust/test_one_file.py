"""The app is open, thirty orders were given; somebody copies the file, the battery dies, a backup is put back."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.bench.terminal import Terminal
from tests.cli.shell import process
from tests.trust.games import begun

ORDERS = 30
ANSWERS = (">", ">", "\r", "\x1b")  # go on; pass over what is due; yes, go on; whatever else was opened, leave it


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A battle in which the app was killed after thirty orders; ``copy.battle`` was copied while it was open."""
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
        assert len(reader.journal.records) == ORDERS
        shutil.copy(path, tmp_path / "copy.battle")
    os.kill(app.pid, signal.SIGKILL)
    os.close(app.fd)
    os.waitpid(app.pid, 0)
    return path


def lines(path: Path) -> int:
    assert verify(path) == []
    with BattleFile.open(path, read_only=True) as file:
        return len(file.journal.records)


def test_copied_while_open_renamed_when_killed_and_a_backup_put_back(played: Path, tmp_path: Path) -> None:
    assert lines(tmp_path / "copy.battle") == ORDERS
    renamed = played.rename(played.with_name("renamed.battle"))
    assert lines(renamed) == ORDERS
    other = begun("coastal", tmp_path / "other.battle", lines=3, seed=9)
    before = other.read_bytes()
    other.replace(played)
    for command in ("verify", "status"):
        assert process(command, str(played)).code == 0
        assert played.read_bytes() == before
    assert process("order", str(played), "note", "words=on we go").code == 0
    assert lines(played) == 4


@pytest.mark.parametrize("number", [5, 30])
def test_a_plain_copy_after_each_order_is_the_whole_battle(number: int, tmp_path: Path) -> None:
    path = begun("coastal", tmp_path / "club.battle")
    with BattleFile.open(path) as file, BattleFile.open(path, read_only=True) as reader:
        for line in range(1, number + 1):
            file.give(file.journal.ruleset.order("next")())
            assert lines(Path(shutil.copy(path, tmp_path / "copy.battle"))) == line
        assert len(reader.follow()) == number
