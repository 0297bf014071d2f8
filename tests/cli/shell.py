"""The shell's entry run inside this process, and as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from fleetbook.__main__ import main

PATIENCE = 60.0  # seconds for one command; it takes a fraction of one


class Ran(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


def fleetbook(*words: str) -> Ran:
    """Run a command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    return Ran(code, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def process(*words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
    """Run a command as a process of its own that reads these bytes."""
    ran = subprocess.run(
        program(*words), capture_output=True, timeout=PATIENCE, check=False, env={**os.environ, **(env or {})}, input=stdin
    )
    return Ran(ran.returncode, text_of(ran.stdout), text_of(ran.stderr))


def text_of(said: bytes) -> str:
    """What a process said, with our line ends: on Windows a terminal's lines end in two characters."""
    return said.decode(errors="surrogateescape").replace(os.linesep, "\n")


def program(*words: str) -> list[str]:
    """The words that start a command as a process."""
    return [sys.executable, "-m", "fleetbook", *words]
