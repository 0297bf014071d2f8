"""A file system without locks, as some network shares are: it is found out at once, said so, and the battle can be read there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import program
from tests.trust.games import begun
from tests.trust.power_cuts import STRACE

MOST_ASKED = 5  # locks that a command asks for: SQLite, left to itself, asks for one again and again for five seconds


def without_locks(path: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command to which the system refuses every lock on a battle's own files."""
    assert STRACE
    files = ("-P", str(path), "-P", f"{path}.lock")
    refuse = ("-e", "trace=fcntl,flock", "-e", "inject=fcntl,flock:error=ENOLCK")
    calls = path.with_name("calls")
    ran = subprocess.run([STRACE, "-f", "-o", str(calls), *files, *refuse, *program(*words)], capture_output=True, check=False)
    assert 1 <= calls.read_text(encoding="ascii").count("INJECTED") <= MOST_ASKED
    calls.unlink()
    return ran


@pytest.mark.skipif(STRACE is None, reason="strace is not installed, and nothing else here refuses locks")
def test_it_is_said_at_once_and_the_battle_can_be_read(tmp_path: Path) -> None:
    path = begun("coastal", tmp_path.resolve() / "a.battle", lines=3)
    before = path.read_bytes()
    ran = without_locks(path, "order", str(path), "note", "words=x")
    assert ran.returncode == 2 and b"this file system has no locks" in ran.stderr
    assert path.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == ["a.battle"]
    for command in ("status", "log", "verify"):
        ran = without_locks(path, command, str(path))
        assert (ran.returncode, ran.stderr) == (0, b"") and ran.stdout
    new = tmp_path.resolve() / "b.battle"
    ran = without_locks(new, "new", "convoy", "-o", str(new))
    assert ran.returncode == 2 and b"this file system has no locks" in ran.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["a.battle"]
