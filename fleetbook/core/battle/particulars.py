"""What a card tells beside its boxes, such as armour or crew: the fields that its declaration gives a title."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from fleetbook.core.battle.card_view import Particular

UNIT = "unit"


def particulars(card: Any) -> tuple[Particular, ...]:
    """Of each field declared with ``msgspec.Meta(title=…)`` the title and the value, with the ``unit`` of its ``extra``; of a
    table in the card all that its own fields say. An empty text, no and None are not told; 0 is.
    """
    kind: Any = type(card)
    found = ((title, _said(getattr(card, name), unit)) for name, title, unit in _titled(kind))
    return tuple(Particular(title, said) for title, said in found if said)


def _said(value: Any, unit: str) -> str:
    """A value in words; empty where there is nothing to say."""
    if isinstance(value, msgspec.Struct):
        return ", ".join(f"{one.label} {one.value}" for one in particulars(value))
    if isinstance(value, (tuple, list)):
        return "/".join(filter(None, (_said(one, "") for one in value))) + (f" {unit}" if value and unit else "")
    if value is None or value is False or value == "":
        return ""
    text = "yes" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


@lru_cache(maxsize=64)
def _titled(kind: type) -> tuple[tuple[str, str, str], ...]:
    """Name, title and unit of the fields that have a title."""
    return tuple(_of_hints(get_type_hints(kind, include_extras=True)))


def _of_hints(hints: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, hint in hints.items():
        for meta in get_args(hint)[1:]:
            if isinstance(meta, msgspec.Meta) and meta.title:
                yield name, meta.title, str((meta.extra or {}).get(UNIT, ""))
