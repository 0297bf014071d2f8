"""A byte that changes in what a crash left beside a battle is noticed; what a power cut may leave is no damage."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.store.battle.ahead import broken_ahead
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.errors import Unwritable
from tests.store import toy

CRASH = """
import os, sys
from fleetbook.store.battle.battle_file import BattleFile
from tests.store import toy
file = BattleFile.open(sys.argv[1])
for _ in range(5):
    for name in toy.SHIPS:
        file.give(toy.splash(name))
os.kill(os.getpid(), 9)
"""
GIVEN = 20
HEAD, FRAME = 32, 24 + 4096


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory, child_environment: dict[str, str]) -> Path:
    """A battle killed after 20 orders; all of them lie in the file written ahead."""
    path = tmp_path_factory.mktemp("crash") / "bath.battle"
    BattleFile.create(path, toy.setup(), seed="soap").close()
    done = subprocess.run([sys.executable, "-c", CRASH, str(path)], env=child_environment, check=False)
    assert done.returncode == -signal.SIGKILL
    return path


@pytest.fixture
def path(crashed: Path, tmp_path: Path) -> Path:
    """A copy of it, without the shared memory that a machine that was cut off has lost."""
    for ending in ("", "-wal"):
        shutil.copy(f"{crashed}{ending}", tmp_path)
    return tmp_path / crashed.name


def ahead(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def flip(path: Path, place: int) -> None:
    content = bytearray(ahead(path).read_bytes())
    content[place] ^= 1
    ahead(path).write_bytes(content)


def test_what_a_kill_left_is_whole(path: Path) -> None:
    assert ahead(path).stat().st_size > 2 * FRAME
    assert broken_ahead(path) == ""
    with BattleFile.open(path) as file:
        assert (file.damage, len(file.journal.records)) == ("", GIVEN)
    assert not ahead(path).exists()


@pytest.mark.parametrize("place", [3, 17, 30, HEAD + 5, HEAD + 17, HEAD + 1000, HEAD + FRAME + 2000, HEAD + 4 * FRAME + 20])
def test_a_flipped_bit_is_noticed_again_and_again_and_nothing_is_written(path: Path, place: int) -> None:
    flip(path, place)
    left = ahead(path).read_bytes()
    for _ in range(2):
        with BattleFile.open(path) as file:
            assert file.read_only
            assert len(file.journal.records) < GIVEN
            assert "the last orders cannot be read: bath.battle-wal was changed after it was written" in file.damage
            with pytest.raises(Unwritable):
                file.give(toy.splash())
        assert len(verify(path)) == 1
    assert ahead(path).read_bytes() == left


def test_every_flip_but_one_in_the_last_order_is_noticed_or_harmless(path: Path) -> None:
    """The last order's frames, and the end of the one before, cannot be told from a power cut."""
    content = ahead(path).read_bytes()
    unnoticed = []
    for place in range(0, len(content), 997):
        flip(path, place)
        if not broken_ahead(path):
            unnoticed.append(place)
        ahead(path).write_bytes(content)
    transactions = GIVEN
    assert all(place > len(content) * (transactions - 3) // transactions for place in unnoticed if place >= HEAD), unnoticed


@pytest.mark.parametrize("cut", [1, 100, FRAME, FRAME + 24])
def test_what_a_power_cut_leaves_is_no_damage(path: Path, cut: int) -> None:
    """The last transaction is not whole: the battle goes on without it."""
    ahead(path).write_bytes(ahead(path).read_bytes()[:-cut])
    with BattleFile.open(path) as file:
        assert (file.damage, len(file.journal.records)) == ("", GIVEN - 1)
        assert file.give(toy.splash()).number == GIVEN
    assert verify(path) == []


def test_a_page_of_the_last_order_that_never_reached_the_disk_is_no_damage(path: Path) -> None:
    content = ahead(path).read_bytes()
    ahead(path).write_bytes(content[: -2 * FRAME] + bytes(FRAME) + content[-FRAME:])
    with BattleFile.open(path) as file:
        assert (file.damage, file.read_only) == ("", False)


def test_a_writer_at_work_is_no_damage(path: Path) -> None:
    with BattleFile.open(path) as file:
        for _ in range(3):
            file.give(toy.splash())
            assert broken_ahead(path) == ""
            with BattleFile.open(path, read_only=True) as reader:
                assert (reader.damage, len(reader.journal.records)) == ("", len(file.journal.records))
