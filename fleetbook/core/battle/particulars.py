"""Particulars: the entries of a ship's card that are not rows of boxes, such as armour or crew. They are the fields of the card's
type that have a title.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from fleetbook.core.battle.card_view import Particular

UNIT = "unit"


def particulars(card: Any) -> tuple[Particular, ...]:
    """The title and value of each field that is declared with ``msgspec.Meta(title=…)``. The ``unit`` in its ``extra`` follows
    the value. A struct inside the card gives the values of its own titled fields. An empty text, False and None are left out; 0
    is not.
    """
    kind: Any = type(card)
    found = ((title, _text(getattr(card, name), unit)) for name, title, unit in _titled(kind))
    return tuple(Particular(title, text) for title, text in found if text)


def _text(value: Any, unit: str) -> str:
    """A field's value in words; empty if the value says nothing."""
    if isinstance(value, msgspec.Struct):
        return ", ".join(f"{one.label} {one.value}" for one in particulars(value))
    if isinstance(value, (tuple, list)):
        return "/".join(filter(None, (_text(one, "") for one in value))) + (f" {unit}" if value and unit else "")
    if value is None or value is False or value == "":
        return ""
    text = "yes" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


@lru_cache(maxsize=64)
def _titled(kind: type) -> tuple[tuple[str, str, str], ...]:
    """The name, title and unit of each field that has a title."""
    return tuple(
        (name, meta.title, str((meta.extra or {}).get(UNIT, "")))
        for name, hint in get_type_hints(kind, include_extras=True).items()
        for meta in get_args(hint)[1:]
        if isinstance(meta, msgspec.Meta) and meta.title
    )
