"""Write text to the terminal: answers to stdout, remarks and errors to stderr."""

from __future__ import annotations

import codecs
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TextIO

from fleetbook.reports.text_layout import PLAIN_SIGNS, printable

STAND_INS = {
    "■": "#", "□": ".", "●": "o", "○": ".", "✓": "+", "✗": "x", "✕": "x", "×": "x", "→": "->", "·": "-", "⚑": "!", "█": "#",
    "–": "-", "“": '"', "”": '"', "…": "...", "⟲": "<-", "═": "=", "─": "-", "│": "|", "┼": "+", "▸": ">",
    "━": "=", "╌": ".",
}  # fmt: skip
"""Characters that a terminal's encoding may lack, each with an ASCII replacement."""
_LACKING = "fleetbook.stand-ins"


def prepare() -> None:
    """Set up stdout and stderr: characters that their encoding lacks are replaced by ``STAND_INS`` or a question mark."""
    _are_signs_plain.cache_clear()
    codecs.register_error(_LACKING, _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_LACKING)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(STAND_INS.get(letter, "?") for letter in lacking), error.end


def legible(text: str, stream: TextIO) -> str:
    """The text with uncommon characters replaced if the terminal lacks them or the user prefers plain signs.

    Text for a file or pipe is changed only if the user prefers plain signs.
    """
    return text.translate(PLAIN_SIGNS) if not text.isascii() and _are_signs_plain(stream.isatty()) else text


@cache
def _are_signs_plain(on_terminal: bool) -> bool:
    from fleetbook.store.library.preferences import are_signs_plain, preferences_or_defaults  # noqa: PLC0415 (start-up counts)

    preferences, _ = preferences_or_defaults()
    return are_signs_plain(preferences) and (on_terminal or bool(preferences.signs))


def say(lines: Iterable[str]) -> None:
    """Write printable lines of text to stdout."""
    if sys.stdout is not None:
        sys.stdout.write(legible("".join(f"{line}\n" for line in lines), sys.stdout))


def say_data(content: bytes) -> None:
    """Write a document in UTF-8 to stdout, byte for byte, whatever the terminal's encoding is."""
    if sys.stdout is None:
        return
    sys.stdout.flush()
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(content.decode())
    else:
        raw.write(content)
        raw.flush()


def remark(text: str) -> None:
    """Write a remark or an error to stderr. A closed stderr is ignored."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(legible("".join(f"fleetbook: {printable(line)}\n" for line in text.splitlines()), sys.stderr))
            sys.stderr.flush()


def remark_data(line: bytes) -> None:
    """Write a line of JSON to stderr, for a program."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{line.decode()}\n")
            sys.stderr.flush()


def prompt(text: str) -> None:
    """Write a question to stderr; the answer follows on the same line."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(legible(printable(text), sys.stderr))
            sys.stderr.flush()


def settle() -> None:
    """Flush both streams. A stream that fails is closed, so that the end of the program does not try again."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                with suppress(OSError, ValueError):
                    nowhere = os.open(os.devnull, os.O_WRONLY)
                    os.dup2(nowhere, stream.fileno())
                    os.close(nowhere)


@contextmanager
def after_saving(what: str) -> Iterator[None]:
    """Run a block that reports something already saved. If stdout fails in it, a remark says so and the command does not fail."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if is_reader_gone(error):
            raise
        settle()
        remark(f"{what} is saved, but could not be shown: {error.strerror or error}")


def is_reader_gone(error: OSError) -> bool:
    """Whether an error means that the reader of stdout has closed the pipe. Windows then reports an invalid argument."""
    if isinstance(error, BrokenPipeError):
        return True
    windows = sys.platform == "win32" and error.errno == errno.EINVAL and error.winerror is None and error.filename is None
    with suppress(OSError, ValueError):
        return windows and stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    return False
