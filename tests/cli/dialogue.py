"""A person at the other end of the dialogue: hears what is said, answers one question after another."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable
from contextlib import redirect_stderr, redirect_stdout
from typing import TypeAlias

import pytest

from fleetbook.__main__ import main
from tests.cli.shell import Ran

Script: TypeAlias = Generator[str, str, None]  # answers out, what was said since the answer before in


class Person(io.TextIOBase):
    """Stdin that hears stdout before it answers; when the script is over, the answers are at their end."""

    def __init__(self, script: Script, out: io.StringIO) -> None:
        self._script, self._out, self._heard = script, out, 0
        self._begun = False

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """The next answer."""
        said = self._out.getvalue()[self._heard :]
        self._heard += len(said)
        try:
            if not self._begun:
                self._begun = True
                next(self._script)
            return self._script.send(said) + "\n"
        except StopIteration:
            return ""

    def isatty(self) -> bool:
        """It is not."""
        return False


def talk(monkeypatch: pytest.MonkeyPatch, script: Script, *words: str) -> Ran:
    """Run ``fleetbook play WORDS --plain`` with this person at stdin."""
    out, err = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
        patched.setattr("sys.stdin", Person(script, out))
        code = main(["play", *words, "--plain"])
    return Ran(code, out.getvalue(), err.getvalue())


def lines(answers: Iterable[str]) -> Script:
    """A person who answers these lines whatever is asked."""
    yield ""
    for answer in answers:  # noqa: UP028 (what is said is not for them)
        yield answer


def heard(monkeypatch: pytest.MonkeyPatch, path: object, *answers: str) -> str:
    """All that is said to a person who answers these lines on a battle and then has no more."""
    ran = talk(monkeypatch, lines(answers), str(path))
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def question(said: str) -> str:
    """The question that was asked last."""
    return said.rstrip().splitlines()[-1]


def number_of(said: str, option: str) -> str:
    """The number that was said beside an option."""
    found = [line.strip().partition(" ") for line in said.splitlines() if line.startswith("  ")]
    return next(number for number, _, words in found if words == option)
