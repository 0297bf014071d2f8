"""Programs of the laptop: ``python -m tests.windows.worker COMMAND …``. The exit code is 0 where what they try holds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from fleetbook.core.errors import FleetbookError
from fleetbook.store.battle import file_moves
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.files import replace_file
from fleetbook.store.library.build_setup import load_setup
from tests.trust.games import RULESETS, begun, give_one

LONGEST_WORK = 0.1  # seconds from the first acknowledgement to the kill


def say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _other(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.windows.worker", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


def _first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def give(path: str, seed: str) -> None:
    """Give random orders, and say each that was acknowledged, until killed."""
    rng = Random(seed)
    with BattleFile.open(path) as file:
        say("open")
        while True:
            say(give_one(file, rng))


def kills(folder: str, how_many: str) -> None:
    """Kill processes that order, again and again, the rule systems side by side: nothing acknowledged is lost."""
    with ThreadPoolExecutor(len(RULESETS)) as together:
        acknowledged = sum(together.map(partial(_killed, Path(folder), int(how_many) // len(RULESETS)), RULESETS))
    say(f"nothing lost of {acknowledged} orders acknowledged")


def _killed(folder: Path, times: int, name: str) -> int:
    """How many orders a rule system's processes acknowledged before they were killed."""
    path, rng, there, acknowledged = begun(name, folder / f"{name}.battle"), Random(f"kills {name}"), 0, 0
    for kill in range(times):
        with _other("give", str(path), f"{name} {kill}") as process:
            assert _first_line(process) == "open" and process.stdout
            first = _first_line(process)
            time.sleep(rng.uniform(0, LONGEST_WORK))
            process.kill()
            said = process.stdout.read()
        told = [int(first), *map(int, said[: said.rfind("\n") + 1].splitlines())]
        assert told == list(range(there + 1, there + 1 + len(told)))
        with BattleFile.open(path) as file:
            assert file.damage == ""
            assert there + len(told) <= len(file.journal.records) <= there + len(told) + 1
            there, acknowledged = len(file.journal.records), acknowledged + len(told)
        if (kill + 1) % 20 == 0:
            say(f"{name}: {kill + 1} kills, {there} lines")
    assert verify(path) == []
    say(f"{name} verifies: {there} lines")
    return acknowledged


def hold(path: str, seconds: str) -> None:
    """Have a file open for so long, as a browser or a scanner has."""
    with Path(path).open("rb"):
        say("open")
        time.sleep(float(seconds))


def hold_again(path: str, seconds: str) -> None:
    """Have a file open for so long each time that the other end says a line."""
    for _ in sys.stdin:
        with Path(path).open("rb"):
            say("open")
            time.sleep(float(seconds))
        say("closed")


def replacements(folder: str, how_many: str) -> None:
    """Replace a file that another process has just opened and holds for a second."""
    path, longest = Path(folder) / "report.html", 0.0
    replace_file(path, b"0")
    with _other("hold_again", str(path), "1") as process:
        assert process.stdin
        for number in range(1, int(how_many) + 1):
            process.stdin.write("once more\n")
            process.stdin.flush()
            assert _first_line(process) == "open"
            since = time.monotonic()
            replace_file(path, b"%d" % number)
            longest = max(longest, time.monotonic() - since)
            assert _first_line(process) == "closed"
            assert path.read_bytes() == b"%d" % number
            assert [file.name for file in path.parent.glob("*")] == [path.name]
        process.stdin.close()
        assert process.wait(10) == 0
    say(f"{how_many} replaced, the slowest after {longest:.2f} s")


def read(path: str) -> None:
    """Read a battle until the other end says something, as a players' window does all evening."""
    with BattleFile.open(path, read_only=True):
        say("open")
        sys.stdin.readline()


def keep(folder: str) -> None:
    """A battle is renamed, archived and deleted while another process reads it, and once it does not; a second writer."""
    path = Path(folder) / "a.battle"
    os.environ["FLEETBOOK_DATA"] = folder
    BattleFile.create(path, load_setup("ijmuiden")).close()
    ways: tuple[Callable[[], object], ...] = (
        lambda: file_moves.rename(path, "b"),
        lambda: file_moves.archive(path),
        lambda: file_moves.delete(path),
    )
    with _other("read", str(path)) as reader:
        assert _first_line(reader) == "open"
        for way in ways:
            try:
                way()
            except FleetbookError as told:
                assert "another program has it open, such as a fleetbook that shows it; close it there" in str(told), told
            else:
                raise AssertionError("Windows lets nobody move a file that is read")
        reader.communicate("enough\n")
    with BattleFile.open(path), _other("give", str(path), "1") as second:
        assert second.wait(60) != 0
    file_moves.delete(file_moves.rename(path, "b"))
    assert not list(Path(folder).glob("*.battle*"))
    say("kept and deleted")


def left(folder: str) -> None:
    """What a killed writer left beside a file is swept by the next."""
    with _other("hold", sys.executable, "60") as process:
        assert _first_line(process) == "open"
        leftover = Path(folder) / f".fleetbook-{process.pid}.new"
        leftover.write_bytes(b"half")
        replace_file(Path(folder) / "a.html", b"new")
        assert leftover.exists()
        process.kill()
        process.wait()
    replace_file(Path(folder) / "a.html", b"newer")
    assert not leftover.exists()
    say("swept")


def share_of_a_club(folder: str) -> None:
    """A battle on a path of the network is made, written and read."""
    path = Path(folder) / "50% ä.battle"
    assert path.drive.startswith("\\\\")
    BattleFile.create(path, load_setup("ijmuiden")).close()
    with BattleFile.open(path) as file:
        give_one(file, Random(1))
    assert verify(path) == []
    say(f"verifies: {path}")


COMMANDS: dict[str, Callable[..., None]] = {
    made.__name__: made for made in (give, kills, hold, hold_again, replacements, read, keep, left, share_of_a_club)
}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
