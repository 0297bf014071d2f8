"""Reads TOML files with care. Size, encoding, nesting and values are checked before other code uses the content."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from math import isfinite
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.store.errors import cause, shown_path
from fleetbook.store.files import read_file

LARGEST = 500_000  # bytes
DEEPEST = 12  # how deeply tables and lists may be nested
MOST_VALUES = 50_000  # the most keys, values and tables in a file
LONGEST_WORD = 200  # letters in a key without quotes, or digits in a number
GREATEST = 2**53  # whole numbers up to here are the same in TOML, JSON and a float

NESTED = f"tables and lists at most {DEEPEST} deep"
_AT_LINE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
# Every quantifier is possessive, so there is no backtracking: the time is proportional to the length of the text.
_TOKEN = re.compile(
    r'''(?P<text>"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'\'\'(?:[^']|'(?!''))*+(?:\'\'\'|\Z)'''
    r"""|"(?:[^"\\\n]|\\[^\n])*+"?|'[^'\n]*+'?)"""
    r"""|(?P<comment>\#[^\n]*+)|(?P<space>\s++)|(?P<mark>[][{}=.,])|(?P<word>[^][{}=.,\s"'\#]++)""",
    re.DOTALL,
)

_KEY = r"[\w.-]+\s*=\s*"
_SLIPS = tuple(
    (re.compile(slip), words)
    for slip, words in (
        (rf"{_KEY}[+-]?\d+,\d+", "a number with a point, such as 22.5"),
        (rf"{_KEY}\d+[./-]\d+[./-]\d+.*", "a date such as 1943-04-17, or text in quotes"),
        (rf"{_KEY}[\w+.-][^\"'=]*", 'text in quotes, such as title = "Convoy", a number, true or false'),
        (
            rf"{_KEY}(?:[^\"]*\"[^\"]*(?:\"[^\"]*\"[^\"]*)*|[^']*'[^']*(?:'[^']*'[^']*)*)",
            "text between two quotes, with no such quote inside",
        ),
        (r"\w[^=\[\]{}\"',]*", "KEY = VALUE, or a table such as [victory]"),
    )
)
"""The commonest mistakes in TOML: a pattern of the wrong line, and the allowed form in words."""


def read_toml(path: Path) -> dict[str, Any]:
    """The parsed content of a TOML file.

    Raises InvalidInput with the path if the file is missing, too large or too deeply nested. The same holds if it is not UTF-8 or
    not TOML. Values that a journal cannot store are refused too: times, infinite numbers and enormous numbers.
    """
    return parse_toml(read_text(path), shown_path(path))


def read_text(path: Path) -> str:
    """The text of a regular file of at most LARGEST bytes. Raises InvalidInput if it cannot be read."""
    where = shown_path(path)
    try:
        content = read_file(path, LARGEST, "a text file")
        if len(content) > LARGEST:
            raise InvalidInput(where, f"{max(path.stat().st_size, len(content))} bytes", f"a file of at most {LARGEST} bytes")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(where, cause(error), "a file that can be read") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InvalidInput(f"{where}: line {line}", error.object[error.start : error.end], "text in UTF-8") from None
    except ValueError:
        raise InvalidInput(where, str(path), "a path without null characters") from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The parsed content of TOML text. It is checked as in ``read_toml``."""
    _check_bounds(text, where)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(error, text, where) from None
    _check_value(content, (), where)
    plain: dict[str, Any] = _with_dates_as_text(content)
    return plain


def _with_dates_as_text(value: Any) -> Any:
    """The value with each date as text: ``date = 1943-04-17`` means the same as ``date = "1943-04-17"``."""
    if isinstance(value, dict):
        return {key: _with_dates_as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_dates_as_text(inner) for inner in value]
    return value.isoformat() if type(value) is date else value


def readable(text: str, where: str) -> bytes:
    """The bytes of a text that is about to be written to a file, checked so that ``read_toml`` can read them.

    Raises InvalidInput if ``read_toml`` could not, and UnicodeEncodeError for letters that cannot be written.
    """
    content = text.encode()
    if len(content) > LARGEST:
        raise InvalidInput(where, f"{len(content)} bytes", f"at most {LARGEST} in a file; split it into two files")
    parse_toml(text, where)
    return content


def renamed(content: Mapping[str, Any], other: str, name: str) -> Mapping[str, Any]:
    """The content with the key ``other`` renamed to ``name``, which is its proper spelling."""
    if other not in content or name in content:
        return content
    return {name if key == other else key: value for key, value in content.items()}


def comments(text: str) -> list[str]:
    """The comments in TOML text, in their order, without spaces at the end."""
    return [found["comment"].rstrip() for found in _TOKEN.finditer(text) if found["comment"]]


def _check_bounds(text: str, where: str) -> None:
    """Raise InvalidInput for text that would take the parser too long. The check is faster than the parser."""
    if len(text) > LARGEST:
        raise InvalidInput(where, f"{len(text)} letters", f"a text of at most {LARGEST} letters")
    depth = dots = values = 0
    for kind, token, at in tokens(text):
        if kind == "word" and len(token) > LONGEST_WORD:
            raise InvalidInput(_line(where, text, at), token, f"keys and numbers of at most {LONGEST_WORD} letters")
        if kind == "mark":
            dots = dots + 1 if token == "." else 0
            depth += (token in "[{") - (token in "]}")
            values += token in "[{=,."
        elif kind == "space" and "\n" in token:
            dots = 0
        if max(depth, dots) > DEEPEST:
            raise InvalidInput(_line(where, text, at), "nesting without end", NESTED)
        if values > MOST_VALUES:
            raise InvalidInput(
                _line(where, text, at), f"more than {MOST_VALUES} keys and values", f"at most {MOST_VALUES} keys and values"
            )


def tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """The tokens of TOML text. Each has a kind, its letters and its position. A kind is text, comment, space, mark or word."""
    return ((str(found.lastgroup), found[0], found.start()) for found in _TOKEN.finditer(text))


def _line(where: str, text: str, at: int) -> str:
    return f"{where}: line {text.count(chr(10), 0, at) + 1}"


def _broken(error: tomllib.TOMLDecodeError, text: str, where: str) -> InvalidInput:
    found = _AT_LINE.fullmatch(str(error))
    what = found["what"] if found else str(error)
    allowed = f"TOML ({what[:1].lower()}{what[1:]})"
    if not found or not found["line"]:
        return InvalidInput(where, "the end of the file", allowed)
    line = text.replace("\r\n", "\n").split("\n")[int(found["line"]) - 1].strip()
    return InvalidInput(f"{where}: line {found['line']}", line, _slip(line) or allowed)


def _slip(line: str) -> str:
    """The allowed form of a line with a common mistake, in words. Empty if the line is correct or has another mistake."""
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return next((words for slip, words in _SLIPS if slip.fullmatch(line)), "")
    return ""


def _check_value(value: Any, place: tuple[str, ...], where: str) -> None:
    if len(place) > DEEPEST:
        raise InvalidInput(where, "nesting without end", NESTED)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_value(inner, (*place, shown(key)), where)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            name = inner.get("name") if isinstance(inner, Mapping) else None
            _check_value(inner, (*place, shown(name) if isinstance(name, str) else str(number)), where)
    elif not (isinstance(value, (str, bool, int, float)) or type(value) is date):
        raise InvalidInput(f"{where}: {', '.join(place)}", str(value), "text in quotes, a date, a number, true or false")
    elif isinstance(value, float) and not isfinite(value):
        raise InvalidInput(f"{where}: {', '.join(place)}", str(value), "a finite number")
    elif isinstance(value, int) and abs(value) > GREATEST:
        raise InvalidInput(f"{where}: {', '.join(place)}", value, f"a number from -{GREATEST} to {GREATEST}")


def typed_path(text: str) -> Path:
    """The path that a person typed; ``~`` is the home folder. Raises InvalidInput if the home folder is unknown."""
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError:
        raise InvalidInput("path", text, "a path; ~ is your own home folder") from None
