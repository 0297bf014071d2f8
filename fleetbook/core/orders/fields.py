"""The inputs of orders, declared. One declaration serves the form, the shell, the schema, the journal and the manual."""

from __future__ import annotations

import dataclasses
from typing import Any

from fleetbook.core.orders.field_kinds import (
    ALL,
    ASK,
    FIRST,
    METADATA,
    ChoiceField,
    Field,
    FlagField,
    ListedField,
    ModifierField,
    NumberField,
    SeveralField,
    ShipField,
    Source,
)

__all__ = ["ALL", "ASK", "choice", "flag", "modifiers", "number", "several", "ship", "text"]


def _declare(kind: type[Field], label: str, **settings: Any) -> Any:
    return dataclasses.field(metadata={METADATA: kind(label=label, **settings)})


def _listed(kind: type[ListedField], label: str, candidates: Source, first: Any, settings: dict[str, Any]) -> Any:
    """A field with ``candidates``; without a default of its own that of its kind."""
    return _declare(kind, label, among=candidates, **{"default": first, **settings})


def ship(label: str, candidates: Source = (), **settings: Any) -> Any:
    """Declare an input that is a ship; by default the first candidate, None leaves it to the referee."""
    return _listed(ShipField, label, candidates, FIRST, settings)


def number(label: str, low: Source, high: Source, **settings: Any) -> Any:
    """Declare an input that is a whole number; ``unit`` is shown and may be typed."""
    return _declare(NumberField, label, low=low, high=high, **settings)


def choice(label: str, candidates: Source = (), **settings: Any) -> Any:
    """Declare an input that is one of several words; by default the first, None leaves it to the referee."""
    return _listed(ChoiceField, label, candidates, FIRST, settings)


def several(label: str, candidates: Source = (), **settings: Any) -> Any:
    """Declare an input that is any of several words; by default none of them."""
    return _listed(SeveralField, label, candidates, (), settings)


def flag(label: str, **settings: Any) -> Any:
    """Declare an input that is yes or no."""
    return _declare(FlagField, label, **settings)


def modifiers(label: str, table: str, known: Source, **settings: Any) -> Any:
    """Declare the modifiers of a throw, filled in from the battle."""
    return _declare(ModifierField, label, list=table, default=known, **settings)


def text(label: str, **settings: Any) -> Any:
    """Declare an input that is words."""
    return _declare(Field, label, **settings)
