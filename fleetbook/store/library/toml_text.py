"""TOML files that fleetbook writes whole, and the order of their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import tomli_w


def toml_text(content: Mapping[str, Any]) -> str:
    """A whole file. Long text stands on several lines, unless its line ends would be lost."""
    as_it_reads = b"\\r" not in msgspec.json.encode(content)
    return tomli_w.dumps(content, multiline_strings=as_it_reads, indent=2)


def in_order(table: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """A table with its keys in this order, and all other keys behind them."""
    return dict(sorted(table.items(), key=lambda entry: order_of(entry[0], keys)))


def order_of(key: str, keys: Sequence[str]) -> int:
    """A key's place among others."""
    return keys.index(key) if key in keys else len(keys)


def alike(one: Any, other: Any) -> bool:
    """Whether two values are written alike: 1, 1.0 and true are not."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
