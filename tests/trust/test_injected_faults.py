"""The system fails at one call after another, or kills the process there. No reported line is lost, no file torn, no traceback
shown.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.journal_reader import chained
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.paths import ROSTER, entries
from fleetbook.store.library.roster_file import RosterFile
from tests.cli.shell import PATIENCE, program
from tests.trust.games import begun

STRACE = shutil.which("strace")
CALLS = ("pwrite64", "write", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "link")
FAULTS = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
MOST = 40  # calls of a kind in one command
LINES = 3
SAVE = """
import sys
from pathlib import Path
from fleetbook.store.library.roster_file import RosterFile
try:
    RosterFile.read(Path(sys.argv[1])).without_ship(0).write(Path(sys.argv[1]))
except Exception as error:
    sys.exit(str(error))
"""


class Work:
    """Files to begin with, a command on them, and what must hold however it ended."""

    def __init__(self, folder: Path, before: Path) -> None:
        self.folder, self.path = folder, Path(shutil.copy(before, folder / before.name))

    def words(self) -> list[str]:
        """The program."""
        raise NotImplementedError

    def check(self, code: int, reported: str) -> None:
        """Check after an end with a code, below 0 for a kill, and with a message."""
        raise NotImplementedError

    def lines(self) -> int:
        """How many lines the battle has, which is sound."""
        assert verify(self.path) == []
        with BattleFile.open(self.path) as file:
            assert (file.damage, file.read_only) == ("", False)
            return len(file.journal.records)


class Order(Work):
    def words(self) -> list[str]:
        return program("order", str(self.path), "next")

    def check(self, code: int, reported: str) -> None:
        lines = self.lines()
        assert lines in (LINES, LINES + 1)
        if code == 0 or "on to step" in reported or "has new lines" in reported:
            assert lines == LINES + 1
        elif code > 0:
            assert lines == LINES


class Undo(Order):
    def words(self) -> list[str]:
        return program("undo", str(self.path))

    def check(self, code: int, reported: str) -> None:
        super().check(code, reported.replace("took back", "on to step"))


class Status(Order):
    def words(self) -> list[str]:
        return program("status", str(self.path))

    def check(self, code: int, reported: str) -> None:
        assert self.lines() == LINES


class New(Work):
    def __init__(self, folder: Path, before: Path) -> None:
        self.folder, self.path = folder, folder / "new.battle"

    def words(self) -> list[str]:
        return program("new", "ijmuiden", "-o", str(self.path))

    def check(self, code: int, reported: str) -> None:
        assert self.path.exists() or code != 0
        if self.path.exists():
            assert self.lines() == 0
        following = self.folder / "following.battle"
        subprocess.run(program("new", "ijmuiden", "-o", str(following)), check=True, capture_output=True)
        assert verify(following) == []


class Report(Work):
    def __init__(self, folder: Path, before: Path) -> None:
        super().__init__(folder, before)
        self.report = folder / "report.md"
        self.report.write_text("old", encoding="utf-8")

    def words(self) -> list[str]:
        return program("report", str(self.path), "-o", str(self.report))

    def check(self, code: int, reported: str) -> None:
        content = self.report.read_text(encoding="utf-8")
        asked = program("report", str(self.path), "--format", "md")
        whole = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        assert content in ("old", whole)
        assert code or content == whole
        assert self.lines() == LINES


class Upgrade(Work):
    def __init__(self, folder: Path, before: Path) -> None:
        super().__init__(folder, before.with_name("old.battle"))
        self.copy = folder / "copy.battle"

    def words(self) -> list[str]:
        return program("upgrade", str(self.path), "-o", str(self.copy))

    def check(self, code: int, reported: str) -> None:
        assert self.copy.exists() or code != 0
        if self.copy.exists():
            assert verify(self.copy) == []
        with BattleFile.open(self.path) as file:
            assert (file.damage, len(file.journal.records), bool(file.notice)) == ("", LINES, True)


class Save(Work):
    def __init__(self, folder: Path, before: Path) -> None:
        super().__init__(folder, next(entry.path for entry in entries(ROSTER, "coastal")))
        self.ships = len(RosterFile.read(self.path).ships)

    def words(self) -> list[str]:
        return [sys.executable, "-c", SAVE, str(self.path)]

    def check(self, code: int, reported: str) -> None:
        ships = len(RosterFile.read(self.path).ships)
        assert ships in (self.ships, self.ships - 1)
        assert code or ships == self.ships - 1


WORKS: tuple[Callable[[Path, Path], Work], ...] = (Order, Undo, Status, New, Report, Upgrade, Save)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of some lines, and beside it one of older tables."""
    folder = tmp_path_factory.mktemp("before")
    path = begun("coastal", folder / "battle.battle", LINES)
    with BattleFile.open(path, read_only=True) as file:
        _older(folder / "old.battle", file)
    return path


def _older(path: Path, file: BattleFile) -> None:
    """A copy of a battle that was begun with other tables."""
    journal = file.journal
    meta = msgspec.structs.replace(new_meta(journal.setup, journal, file.created), tables="0" * 32)
    make_file(path, meta, chained(journal.records, file.times, meta.link))


def injected(work: Work, call: str, fault: str, number: int) -> bool:
    """Run a command whose call of this number fails, and check what it left; whether it came to that call."""
    log = work.folder / "strace.log"
    command = [
        str(STRACE),
        "-f",
        "-qq",
        "-o",
        str(log),
        "-e",
        f"trace={call}",
        "-e",
        f"inject={call}:{fault}:when={number}",
    ]
    done = subprocess.run(
        [*command, *work.words()], capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
    )
    came = "(INJECTED)" in log.read_text(errors="replace") or "SIGKILL" in log.read_text(errors="replace")
    log.unlink()
    reported = done.stdout + done.stderr
    assert "Traceback" not in reported
    assert "a fault in fleetbook itself" not in reported
    work.check(-signal.SIGKILL if "SIGKILL" in fault and came else done.returncode, reported)
    return came


@pytest.mark.campaign
@pytest.mark.skipif(STRACE is None, reason="needs strace, which makes calls of the system fail")
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", WORKS, ids=lambda kind: kind.__name__.lower())
def test_a_call_that_fails_loses_nothing_that_was_reported(
    kind: Callable[[Path, Path], Work], fault: str, call: str, before: Path, tmp_path: Path
) -> None:
    for number in range(1, MOST):
        folder = tmp_path / str(number)
        folder.mkdir()
        if not injected(kind(folder, before), call, fault, number):
            assert number > 1 or call != "write", "nothing was injected, though every command writes"
            return
    pytest.fail(f"more than {MOST} calls of {call}")
