"""What an input is declared with where that hangs on the battle: a value, or a function that finds it."""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle

Source: TypeAlias = Any
"""A value as declared, or a function of the battle, and of the order in the making where it takes two arguments."""


FIRST = object()
"""A default: the first candidate that may be chosen now."""
ALL = object()
"""A default of several words: every candidate that may be chosen now."""
ASK = object()
"""A default that a function finds where the referee must say, as None says where he always must."""


def evaluate(source: Source, battle: Battle[Any], order: Any) -> Any:
    """A source's value at this moment. Raises NotYetKnown where it hangs on an input that is not known yet."""
    if not callable(source):
        return source
    if isinstance(source, FunctionType) and source.__code__.co_argcount == 1:
        return source(battle)
    return source(battle, order)
