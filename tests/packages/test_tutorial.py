"""docs/rules-tutorial.md, followed word for word: every file is changed, every command run, and its output compared."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.store.library.paths import DATA_VARIABLE
from tests.packages.guests import Guest, forget

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "rules-tutorial.md"
BLOCK = re.compile(r"^(?P<before>[^\n]*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)```$", re.MULTILINE | re.DOTALL)
REPLACE = re.compile(r"Replace in `(.+)`:")
WHOLE = re.compile(r"Replace the whole of `(.+)` by:")


def blocks() -> Iterator[tuple[str, str]]:
    """Each block of the tutorial, with the line that says what to do with it."""
    for found in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        yield found["before"], found["text"]


class Reader:
    """Somebody who does what the tutorial says: ``run`` runs a command of fleetbook, and gives what it says."""

    def __init__(self, folder: Path, run: Callable[[list[str]], str]) -> None:
        self.guest, self._fleetbook = Guest(folder, "broadside"), run
        self.said, self._old = "", ("", "")

    def follow(self) -> None:
        """From the first block to the last."""
        for before, text in blocks():
            if before == "Run:":
                self.said = "".join(self._run(line) for line in text.splitlines())
            elif before == "It says:":
                self._see(text)
            elif found := REPLACE.fullmatch(before):
                self._old = found[1], text
            elif before == "by:":
                self.guest.edited(self._old[0], self._old[1], text)
            elif found := WHOLE.fullmatch(before):
                (self.guest.folder / found[1]).write_text(text, encoding="utf-8")
            else:
                raise AssertionError(f"nobody knows what to do with a block after: {before}")

    def _run(self, line: str) -> str:
        words = shlex.split(line)
        assert words[0] == "fleetbook", line
        return self._fleetbook(words[1:])

    def _see(self, text: str) -> None:
        for line in text.splitlines():
            assert " ".join(line.split()) in " ".join(self.said.split()), f"{line!r} is not in:\n{self.said}"


def test_the_tutorial_word_for_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))

    def fleetbook(words: list[str]) -> str:
        forget("broadside")  # each command is a process of its own
        main(words)
        if words[0] == "new-ruleset":
            reader.guest.install()
            monkeypatch.chdir(reader.guest.folder)
            monkeypatch.syspath_prepend(reader.guest.folder)
        shown = capsys.readouterr()
        return shown.out + shown.err

    reader = Reader(tmp_path, fleetbook)
    try:
        reader.follow()
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{reader.guest.folder}"}
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:asyncio"],
            cwd=reader.guest.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "16 passed" in ran.stdout
    finally:
        forget("broadside")
