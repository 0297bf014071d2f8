"""Battle files as an ill-meaning stranger would make them, and programs watched for the time and memory that they take."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from tests.cli.shell import PATIENCE, program

PAGE, FLOORS = 4096, 17
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT"


class Watched(NamedTuple):
    """What a program said, and the processor's seconds and megabytes that it took."""

    code: int
    reported: str
    seconds: float
    megabytes: float


WATCHING = """import os, resource, subprocess, sys
try:
    code = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1])).returncode
except subprocess.TimeoutExpired:
    code = -9
used = resource.getrusage(resource.RUSAGE_CHILDREN)
os.write(2, f"\\n{code} {used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}".encode())
"""
"""A small process between, since the memory of a process counts what its parent held when it was started."""


def watched(*words: str) -> Watched:
    """Run a command of the shell and watch it; one that takes too long is ended."""
    return watched_process(*program(*words))


def watched_process(*command: str) -> Watched:
    """Run a program and watch it; one that takes too long is ended."""
    with TemporaryFile() as output:
        between = [sys.executable, "-I", "-S", "-c", WATCHING, str(PATIENCE), *command]
        subprocess.run(between, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=True)
        output.seek(0)
        said, _, figures = output.read().decode(errors="replace").rpartition("\n")
        code, seconds, megabytes = figures.split()
        return Watched(int(code), said, float(seconds), float(megabytes))


def changed(statements: str) -> Callable[[Path], None]:
    """A file with these statements run on it."""

    def change(path: Path) -> None:
        with sqlite3.connect(path, isolation_level=None) as database:
            database.executescript(statements)
        database.close()

    return change


def edited(name: str, sql: str) -> Callable[[Path], None]:
    """A file whose schema says something else of a table, word for word as in the file."""
    return changed(f"PRAGMA writable_schema = ON; UPDATE sqlite_master SET {sql} WHERE name = '{name}'")


def bushy(root: int, kind: int) -> Callable[[Path], None]:
    """A file a table of which is a tree of twenty floors, each of whose many branches is the next floor: more rows than stars."""

    def change(path: Path) -> None:
        content = bytearray(path.read_bytes())
        pages, start, offset = len(content) // PAGE, (root - 1) * PAGE, 100 if root == 1 else 0
        leaf = content[start : start + PAGE]
        for floor in range(FLOORS):
            content += _branches(pages + floor + 2, kind, 0)
        content += leaf
        content[start + offset : start + PAGE] = _branches(pages + 1, kind, offset)[offset:]
        content[28:32] = (len(content) // PAGE).to_bytes(4, "big")
        path.write_bytes(content)

    return change


def _branches(child: int, kind: int, offset: int) -> bytes:
    """An inner page of a tree all of whose branches are the same page."""
    cell = child.to_bytes(4, "big") + (b"\x01" if kind == 5 else b"\x02\x01\x09")
    count = (PAGE - offset - 12) // (len(cell) + 2) - 1
    first = PAGE - count * len(cell)
    head = bytes((kind, 0, 0)) + count.to_bytes(2, "big") + first.to_bytes(2, "big") + b"\0" + child.to_bytes(4, "big")
    pointers = b"".join((first + number * len(cell)).to_bytes(2, "big") for number in range(count))
    page = bytearray(PAGE)
    page[offset : offset + len(head) + len(pointers)] = head + pointers
    page[first:] = cell * count
    return bytes(page)
