"""``kill -9`` at random moments, over every rule system and over a campaign, in the shell, in a process that orders without pause
and in the app: nothing acknowledged is lost, nothing half done is seen, the file verifies.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.paths import SUFFIX
from fleetbook.tui.battle.page import BattlePage
from tests.bench.terminal import Terminal
from tests.cli.shell import program
from tests.trust.games import BOOKS, RULESETS, as_words, begun
from tests.tui.keyboard import Keyboard

LONGEST_COMMAND = 0.3  # seconds: a command of the shell takes less
LONGEST_WORK = 0.1  # seconds from the first acknowledgement to the kill
LONGEST_KEYS = 0.5
KEYS = "nnnnuR.\r\x1b"
EVERY = 1000 // len(RULESETS)  # kills of each kind of file in the long run
SHELL, WORK, APP = 50, 45, 5  # of a hundred

_LINE = re.compile(r"[ ▸][ ⟲↶↷] *(\d+) +(?:\d+\.\S|\d+ [A-Z][a-z]{2} \d{4} |to \d+: )")


def lines(path: Path) -> int:
    """How many lines a battle has; it is sound."""
    with BattleFile.open(path) as file:
        assert file.damage == ""
        return len(file.journal.records)


def command_seconds(path: Path) -> float:
    """How long a command of the shell takes on this machine as it is."""
    since = time.monotonic()
    subprocess.run(program("status", str(path)), check=True, capture_output=True)
    return time.monotonic() - since


def kill_command(path: Path, rng: Random, longest: float = LONGEST_COMMAND) -> None:
    """Kill an order of the shell: it is there whole or not at all, and it is there if the shell had reported it."""
    before = lines(path)
    with subprocess.Popen(program(*as_words(path, rng)), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            process.wait(rng.uniform(0, longest))
        except subprocess.TimeoutExpired:
            process.kill()
        out, err = process.communicate()
    assert b"Traceback" not in err
    after = lines(path)
    assert after in (before, before + 1)
    assert not out or after == before + 1


def kill_worker(path: Path, rng: Random) -> None:
    """Kill a process that gives order after order."""
    before = lines(path)
    command = [sys.executable, "-m", "tests.trust.worker", str(path), str(rng.randrange(10**6))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(rng.uniform(0, LONGEST_WORK))
        process.kill()
        said, _ = process.communicate()
    reported = [int(line) for line in said[: said.rfind("\n") + 1].splitlines()]
    assert reported == list(range(before + 1, before + 1 + len(reported)))
    assert before + len(reported) <= lines(path) <= before + len(reported) + 1


def kill_app(path: Path, rng: Random, data: Path) -> None:
    """Kill the app among random keys; every line that was on its screen is in the battle."""
    before = lines(path)
    terminal = Terminal([sys.executable, "-m", "fleetbook", "play", str(path)], {**os.environ, "FLEETBOOK_DATA": str(data)})
    terminal.wait_for("TURN" if path.suffix == SUFFIX else "1942")
    end = time.monotonic() + rng.uniform(0, LONGEST_KEYS)
    pressed = 0
    while time.monotonic() < end:
        terminal.send(rng.choice(KEYS))
        pressed += 1
        terminal.read(rng.uniform(0, 0.05))
    os.kill(terminal.pid, signal.SIGKILL)
    shown = [int(number) for number in _LINE.findall(terminal.text)]
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
    assert max(shown, default=0) <= lines(path) <= before + pressed


@pytest.mark.parametrize("ruleset", BOOKS)
def test_the_lines_on_a_screen_are_found(ruleset: str, tmp_path: Path) -> None:
    with BattleFile.open(begun(ruleset, tmp_path / "a.battle", lines=4)) as file:
        found = {*_LINE.findall(Keyboard(BattlePage(Session(file))).text)}
        assert found & {"3", "4"}  # a line that only begins a step has no number
        assert found <= {"1", "2", "3", "4"}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_nothing_acknowledged_is_lost_by_a_few_kills(ruleset: str, tmp_path: Path) -> None:
    path, rng = begun(ruleset, tmp_path / "killed.battle"), Random(f"few {ruleset}")
    kill_command(path, rng)
    kill_worker(path, rng)
    kill_app(path, rng, tmp_path)
    assert verify(path) == []


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", BOOKS)
@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost_by_a_thousand_kills(ruleset: str, seed: int, tmp_path: Path) -> None:
    """A tenth of each ruleset's share; the seed is in the test's name."""
    rng = Random(f"{ruleset} {seed}")
    path = begun(ruleset, tmp_path / "killed.battle", seed=seed)
    longest = command_seconds(path)
    for kill in range(EVERY // 10):
        way = kill * 100 // (EVERY // 10)
        if way < SHELL:
            kill_command(path, rng, longest)
        elif way < SHELL + WORK:
            kill_worker(path, rng)
        else:
            kill_app(path, rng, tmp_path)
    assert verify(path) == []
