"""JSON as fleetbook writes it: typed shapes, UTF-8, nothing in it that a terminal obeys."""

from __future__ import annotations

from typing import Any

import msgspec

UNTOLD = "said", "place"
"""Fields of events that are not exported: the words beside them say the same."""


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all shapes: values, read as strictly as they are written."""


def to_json(shape: Any) -> bytes:
    """Shapes as JSON on one line, in UTF-8. What a terminal might obey is escaped."""
    return harmless(msgspec.json.encode(shape).decode()).encode()


def harmless(text: str) -> str:
    """JSON text with every character that is not printable as an escape; JSON has such characters in strings only."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    pairs = character.encode("utf-16-be")
    return "".join(f"\\u{pairs[place]:02x}{pairs[place + 1]:02x}" for place in range(0, len(pairs), 2))
