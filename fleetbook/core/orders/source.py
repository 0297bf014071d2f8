"""Sources: a value in a declaration, or a function that finds it in the battle."""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle

Source: TypeAlias = Any
"""A value, a function of the battle, or a function of the battle and the order in the making."""

FIRST = object()
"""A default: the first candidate that may be chosen now."""
ALL = object()
"""A default of several words: every candidate that may be chosen now."""
ASK = object()
"""A function returns it as the default when only the referee can say. None declares that he always must."""


def evaluate(source: Source, battle: Battle[Any], order: Any) -> Any:
    """A source's value at this moment. Raises NotYetKnown for a function that reads a missing input."""
    if not callable(source):
        return source
    if isinstance(source, FunctionType) and source.__code__.co_argcount == 1:
        return source(battle)
    return source(battle, order)
