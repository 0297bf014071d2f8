"""A process killed at any moment loses nothing that it acknowledged."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.store.child import KINDS, orders_of, setup_of

LONGEST = 0.05  # seconds from the first acknowledgement to the kill


def killed(command: str, path: Path, environment: dict[str, str], delay: float) -> list[int]:
    """Let another process work until it is killed; the numbers that it acknowledged."""
    arguments = [sys.executable, "-m", "tests.store.child", command, str(path)]
    process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "open\n"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(delay)
    process.kill()
    said, _ = process.communicate()
    return [int(line) for line in said[: said.rfind("\n") + 1].splitlines()]


def play_through(kills: int, path: Path, environment: dict[str, str], chance: random.Random) -> None:
    """One file, killed again and again; after each kill it goes on where it was."""
    BattleFile.create(path, setup_of(path), seed="soap").close()
    there = 0
    for _ in range(kills):
        acknowledged = killed("give", path, environment, chance.uniform(0, LONGEST))
        with BattleFile.open(path) as file:
            assert file.damage == ""
            assert acknowledged == list(range(there + 1, there + 1 + len(acknowledged)))
            lines = len(file.journal.records)
            assert there + len(acknowledged) <= lines <= there + len(acknowledged) + 1
            assert file.give(next(orders_of(file))).number == lines + 1
            there = lines + 1
    assert verify(path) == []


@pytest.mark.parametrize("kind", KINDS)
def test_everything_acknowledged_is_there_after_5_kills(kind: str, tmp_path: Path, child_environment: dict[str, str]) -> None:
    play_through(5, tmp_path / f"bath{kind}", child_environment, random.Random(20))


@pytest.mark.campaign
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_everything_acknowledged_is_there_after_200_kills(
    seed: int, kind: str, tmp_path: Path, child_environment: dict[str, str]
) -> None:
    play_through(20, tmp_path / f"bath{kind}", child_environment, random.Random(seed))


@pytest.mark.parametrize(("seed", "kind"), [(0, ".battle"), (1, ".battle"), (2, ".battle"), (0, ".campaign")])
def test_a_battle_killed_as_it_is_made_is_whole_or_not_there(
    seed: int, kind: str, tmp_path: Path, child_environment: dict[str, str]
) -> None:
    acknowledged = killed("make", tmp_path / f"x{kind}", child_environment, random.Random(seed).uniform(0, LONGEST))
    there = sorted(int(path.stem) for path in tmp_path.glob(f"*{kind}"))
    assert there[: len(acknowledged)] == acknowledged
    for number in there:
        with BattleFile.open(tmp_path / f"{number}{kind}") as file:
            assert (file.damage, file.journal.stream.seed) == ("", "s")
    following = tmp_path / f"{len(there)}{kind}"  # whatever was left of one not finished is in nobody's way
    BattleFile.create(following, setup_of(following)).close()
    assert verify(following) == []
    assert not list(tmp_path.glob(f"*{following.name}?*"))
