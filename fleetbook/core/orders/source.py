"""Settings of a declaration. A setting is a value, or a function that finds the value for a battle."""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle

Source: TypeAlias = Any
"""A value, or a function that gives one. The function takes the battle, or the battle and the order that is being filled in."""

FIRST = object()
"""A default that means: the first candidate that may be chosen now."""
ALL = object()
"""A default for several words that means: all candidates that may be chosen now."""
ASK = object()
"""The result of a function for a default, if only the referee can know the value. Declare None instead if that is always so."""


def evaluate(source: Source, battle: Battle[Any], order: Any) -> Any:
    """The value of a setting: the value itself, or the result of its function. Raises NotYetKnown if the function reads an input
    that has no value yet.
    """
    if not callable(source):
        return source
    if isinstance(source, FunctionType) and source.__code__.co_argcount == 1:
        return source(battle)
    return source(battle, order)
