"""Writes new TOML files, and defines the order of their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import tomli_w


def toml_text(content: Mapping[str, Any]) -> str:
    """The text of a TOML file. A long text in it is written on several lines, unless its line breaks would change."""
    as_it_reads = b"\\r" not in msgspec.json.encode(content)
    return tomli_w.dumps(content, multiline_strings=as_it_reads, indent=2)


def in_order(table: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """The table with these keys first, in this order, and all other keys after them."""
    return dict(sorted(table.items(), key=lambda entry: order_of(entry[0], keys)))


def order_of(key: str, keys: Sequence[str]) -> int:
    """The position of a key in ``keys``; a key that is not there comes after all of them."""
    return keys.index(key) if key in keys else len(keys)


def alike(one: Any, other: Any) -> bool:
    """Whether two values look the same in a file. 1, 1.0 and true all differ."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
