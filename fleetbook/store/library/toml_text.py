"""TOML as a person would write it by hand: a key a line, a list of small tables with one table a line, long text as it reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

BROAD = 100  # letters of a list that stays on one line

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def key_text(key: str) -> str:
    """A key, in quotes where it must be."""
    return key if _BARE.fullmatch(key) else _in_quotes(key)


def _in_quotes(text: str) -> str:
    return '"' + "".join(map(_letter, text)) + '"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 else letter


def value_text(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _in_quotes(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_text, value))}]"
    return repr(value)


def laid_out(value: Any) -> str:
    """A value on as many lines as read well."""
    if isinstance(value, str) and "\n" in value:
        inside = "".join(letter if letter == "\n" else _letter(letter) for letter in value)
        return f'"""\n{inside}"""'
    short = value_text(value)
    tables = isinstance(value, (list, tuple)) and any(isinstance(inner, Mapping) for inner in value)
    if not isinstance(value, (list, tuple)) or not value or (len(short) <= BROAD and not tables):
        return short
    return "[\n" + "".join(f"  {value_text(inner)},\n" for inner in value) + "]"


def table_text(header: str, content: Mapping[str, Any]) -> str:
    """A table under its header."""
    return f"{header}\n{statements(content.items())}"


def statements(items: Iterable[tuple[str, Any]]) -> str:
    """Keys with their values, one after another, a line end behind each."""
    return "".join(f"{key_text(key)} = {laid_out(value)}\n" for key, value in items)


def in_order(table: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """A table with its keys in this order, any others behind them."""
    return dict(sorted(table.items(), key=lambda entry: order_of(entry[0], keys)))


def order_of(key: str, keys: Sequence[str]) -> int:
    """A key's place among others."""
    return keys.index(key) if key in keys else len(keys)


def alike(one: Any, other: Any) -> bool:
    """Whether two values are written alike: 1, 1.0 and true are not."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
