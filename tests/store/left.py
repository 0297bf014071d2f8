"""Battles as a crash or a full disk leaves them: killed in the middle of a commit, or in the old mode, which wrote ahead."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.posix import KILLED

_HALF_WRITTEN = """
import os, sqlite3, sys
battle = sqlite3.connect(sys.argv[1], isolation_level=None)
battle.execute("PRAGMA cache_size = 2")
battle.execute("BEGIN IMMEDIATE")
for number in range(10_000, 10_100):
    battle.execute("INSERT INTO journal VALUES (?, 'x', ?, x'00')", (number, os.urandom(900)))
os.kill(os.getpid(), 9)
"""
_AHEAD = """
import os, sqlite3, sys
battle = sqlite3.connect(sys.argv[1], isolation_level=None)
battle.execute("PRAGMA journal_mode = WAL")
battle.execute("VACUUM")
os.kill(os.getpid(), 9)
"""
COMPANIONS = ("-journal", "-wal", "-shm")


def half_written(path: Path) -> Path:
    """Write some pages of a commit into the battle, and their old content into the journal beside it. Return its path."""
    return _killed(_HALF_WRITTEN, path, "-journal")


def written_ahead(path: Path) -> Path:
    """Every page of the battle lies in the log beside it, whose path is returned."""
    return _killed(_AHEAD, path, "-wal")


def _killed(script: str, path: Path, ending: str) -> Path:
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == KILLED
    left = path.with_name(path.name + ending)
    assert left.stat().st_size > 2 * 4096
    return left


@contextmanager
def no_room(most: int) -> Iterator[None]:
    """No file of this process may grow past a size."""
    import resource  # noqa: PLC0415 (not on every system)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
