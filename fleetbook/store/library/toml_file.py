"""TOML files read and written with care: size, encoding, nesting and values are checked before anything else looks at them."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.store.errors import Unwritable, cause, told

LARGEST = 1_000_000  # bytes
DEEPEST = 12  # tables and lists inside each other
GREATEST = 2**53  # whole numbers up to here are the same in TOML, JSON and a float

_AT_LINE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
# The parser's time grows with the square of a dotted key's length.
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:{_PART}){{{2 * DEEPEST}}}")


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file.

    Raises InvalidInput with the path for a file that is missing, no file, too large, not UTF-8, not TOML or nested too deep, and
    for values that neither a rule nor a journal could hold: dates, infinite numbers and enormous ones.
    """
    return parse_toml(read_text(path), told(path))


def read_text(path: Path) -> str:
    """The text of a regular file of at most LARGEST bytes. Raises InvalidInput."""
    where = told(path)
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise InvalidInput(where, "a folder" if path.is_dir() else "no regular file", "a text file")
        if about.st_size > LARGEST:
            raise InvalidInput(where, f"{about.st_size} bytes", f"a file of at most {LARGEST} bytes")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(where, cause(error), "a file that can be read") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InvalidInput(f"{where}: line {line}", error.object[error.start : error.end], "text in UTF-8") from None
    except ValueError:
        raise InvalidInput(where, str(path), "a path without null characters") from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The content of TOML text, checked as ``read_toml`` says."""
    nested = InvalidInput(where, "nesting without end", f"tables and lists at most {DEEPEST} deep")
    if _LONG_KEY.search(text):
        raise nested
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(error, text, where) from None
    except RecursionError:
        raise nested from None
    except ValueError:  # Python refuses to read a number of thousands of digits
        raise InvalidInput(where, "a number of thousands of digits", f"numbers up to {GREATEST}") from None
    _check_value(content, (), where)
    return content


def _broken(error: tomllib.TOMLDecodeError, text: str, where: str) -> InvalidInput:
    found = _AT_LINE.fullmatch(str(error))
    what = found["what"] if found else str(error)
    allowed = f"TOML ({what[:1].lower()}{what[1:]})"
    if not found or not found["line"]:
        return InvalidInput(where, "the end of the file", allowed)
    lines = text.replace("\r\n", "\n").split("\n")
    return InvalidInput(f"{where}: line {found['line']}", lines[int(found["line"]) - 1].strip(), allowed)


def _check_value(value: Any, place: tuple[str, ...], where: str) -> None:
    if len(place) > DEEPEST:
        raise InvalidInput(where, "nesting without end", f"tables and lists at most {DEEPEST} deep")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_value(inner, (*place, shown(key)), where)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            _check_value(inner, (*place, _told_entry(inner, number)), where)
    else:
        _check_plain(value, f"{where}: {', '.join(place)}")


def _told_entry(entry: Any, number: int) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return shown(name) if isinstance(name, str) else str(number)


def _check_plain(value: Any, where: str) -> None:
    if not isinstance(value, (str, bool, int, float)):
        raise InvalidInput(where, str(value), "text in quotes, a number, true or false")
    if isinstance(value, float) and not isfinite(value):
        raise InvalidInput(where, str(value), "a finite number")
    if isinstance(value, int) and abs(value) > GREATEST:
        raise InvalidInput(where, value, f"a number from -{GREATEST} to {GREATEST}")


def write_toml(path: Path, content: Mapping[str, Any]) -> None:
    """Write a file whole or not at all; one that was there before is replaced. Raises Unwritable."""
    import tomli_w  # noqa: PLC0415 (nothing but writing needs it)

    try:
        replace_file(path, tomli_w.dumps(content).encode())
    except UnicodeEncodeError as error:
        raise Unwritable(f"{told(path)} cannot be written: {shown(error.object)} is no text") from None


def typed_path(text: str) -> Path:
    """A path as a person types it, ``~`` for the home folder. Raises InvalidInput."""
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError:
        raise InvalidInput("path", text, "a path; ~ is your own home folder") from None


def replace_file(path: Path, content: bytes) -> None:
    """Put content in a file's place in one move, safe on the disk. Raises Unwritable."""
    try:
        beside = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with beside.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Unwritable(f"{told(path)} cannot be written: {cause(error)}") from None
    except ValueError:
        raise Unwritable(f"{told(path)} cannot be written: a path without a name, or with null characters") from None
