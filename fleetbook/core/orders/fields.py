"""The inputs of orders, declared. One declaration serves the form, the shell, the schema, the journal and the manual."""

from __future__ import annotations

import dataclasses
from typing import Any, TypedDict, Unpack

from fleetbook.core.orders.field_kinds import (
    METADATA,
    ChoiceField,
    Field,
    FlagField,
    ModifierField,
    NumberField,
    SeveralField,
    ShipField,
)
from fleetbook.core.orders.source import ALL, ASK, FIRST, Source

__all__ = ["ALL", "ASK", "choice", "flag", "modifiers", "number", "several", "ship", "text"]


class Settings(TypedDict, total=False):
    """What every input may be declared with.

    default   what it is where it is left out; None leaves it to the referee, ALL of several words are all that may be chosen
    help      words beside it, such as what it takes that there is something to choose
    section   of the sheet, where it is not its order's
    shown_if  whether it is asked for
    called    the words beside it in a battle, where they name a side or a ship of it
    meanings  what each word that may be named stands for, by the word: help tells it, and a row of several words beside each
    """

    default: Source
    help: str
    section: str
    shown_if: Source
    called: Source
    meanings: Source


class NumberSettings(Settings, total=False):
    """What a number may be declared with beside.

    unit      shown behind it, and may be typed
    decimals  whether others than whole ones go
    step      only its multiples go: 0.5 for half inches; one that is no whole number lets decimals go
    bands     a table with bands of numbers, by its id: what falls between two of them or beyond the last is refused as it is
              entered, such as 3.05 between 0-3 and 3.1-8
    measured  whether it is measured on the table between the ships named before it: it is asked for anew when others are named,
              is old once a step is over, and may be measured for all ships before the first order (F7 in the app)
    holds     whether the default still goes: one that does not is proposed where it may be, and refuses nothing
    """

    unit: str
    decimals: bool
    step: float
    bands: str
    measured: bool
    holds: Source


def _declare(kind: type[Field], label: str, **settings: Any) -> Any:
    return dataclasses.field(metadata={METADATA: kind(label=label, **settings)})


def ship(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is a ship; by default the first candidate, None leaves it to the referee."""
    return _declare(ShipField, label, among=candidates, **{"default": FIRST, **settings})


def number(label: str, low: Source, high: Source, **settings: Unpack[NumberSettings]) -> Any:
    """Declare an input that is a number: a whole one, unless decimals go."""
    return _declare(NumberField, label, low=low, high=high, **settings)


def choice(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is one of several words; by default the first, None leaves it to the referee."""
    return _declare(ChoiceField, label, among=candidates, **{"default": FIRST, **settings})


def several(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is any of several words; by default none of them."""
    return _declare(SeveralField, label, among=candidates, **{"default": (), **settings})


def flag(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is yes or no."""
    return _declare(FlagField, label, **settings)


def modifiers(label: str, table: str, known: Source, **settings: Unpack[Settings]) -> Any:
    """Declare the modifiers of a throw, those of a list; ``known`` are those that the battle fills in."""
    return _declare(ModifierField, label, list=table, default=known, **settings)


def text(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is words."""
    return _declare(Field, label, **settings)
