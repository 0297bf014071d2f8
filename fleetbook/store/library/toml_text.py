"""TOML as a person would write it by hand: a key a line, a list of small tables with one table a line, long text as it reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

BROAD = 100  # letters of a list that stays on one line

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|(?P<comment>#[^\n]*)',
    re.DOTALL,
)


def comments(text: str) -> list[str]:
    """The comments of TOML text, in their order, without the spaces behind them."""
    return [found["comment"].rstrip() for found in _TOKEN.finditer(text) if found["comment"]]


def key_text(key: str) -> str:
    """A key, in quotes where it must be."""
    return key if _BARE.fullmatch(key) else string_text(key)


def string_text(text: str) -> str:
    """Text in quotes."""
    return '"' + "".join(_letter(letter) for letter in text) + '"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 else letter


def value_text(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_text, value))}]"
    return repr(value)


def statement(key: str, value: Any) -> str:
    """A key with its value, on as many lines as read well, and a line end behind each."""
    return f"{key_text(key)} = {_laid_out(value)}\n"


def _laid_out(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return _long_text(value)
    short = value_text(value)
    tables = isinstance(value, (list, tuple)) and any(isinstance(inner, Mapping) for inner in value)
    if not isinstance(value, (list, tuple)) or not value or (len(short) <= BROAD and not tables):
        return short
    return "[\n" + "".join(f"  {value_text(inner)},\n" for inner in value) + "]"


def _long_text(text: str) -> str:
    """Text of several lines; its line ends stay line ends."""
    inside = "".join(letter if letter == "\n" else _letter(letter) for letter in text)
    return f'"""\n{inside}"""'


def table_text(header: str, content: Mapping[str, Any]) -> str:
    """A table under its header."""
    return f"{header}\n{statements(content.items())}"


def statements(items: Iterable[tuple[str, Any]]) -> str:
    """Keys with their values, one after another."""
    return "".join(statement(key, value) for key, value in items)
