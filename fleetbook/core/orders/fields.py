"""Declarations of inputs. One declaration serves the form, the shell, the schema, the journal and the manual."""

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
    """Settings that every input may have.

    default   its value when the referee enters none. None leaves it to him; ALL takes all words that may be chosen
    help      words beside it, such as the reason for a choice
    section   its section of the sheet, if other than its order's
    shown_if  whether the form asks for it
    called    a label for this battle, such as one with a side or a ship in it
    meanings  an explanation for each word. Help shows it, and so does a row of several words
    """

    default: Source
    help: str
    section: str
    shown_if: Source
    called: Source
    meanings: Source


class NumberSettings(Settings, total=False):
    """Settings that only a number may have.

    unit      shown behind it; the referee may type it
    decimals  whether fractions are allowed
    step      only multiples are allowed: 0.5 for half inches. A fractional step allows decimals
    bands     the id of a table with bands of numbers. A number outside all bands is refused on entry, such as 3.05 between 0-3
              and 3.1-8
    measured  whether players measure it on the table between the ships before it. The form asks again for other ships, and calls
              it old after its step. All ships can be measured before the first order (F7 in the app)
    holds     whether the default is still valid. An invalid default is proposed if the rules allow it, and refuses nothing
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
    """Declare an input that is a ship. The default is the first candidate; None leaves it to the referee."""
    return _declare(ShipField, label, among=candidates, **{"default": FIRST, **settings})


def number(label: str, low: Source, high: Source, **settings: Unpack[NumberSettings]) -> Any:
    """Declare an input that is a number: a whole number, unless decimals are allowed."""
    return _declare(NumberField, label, low=low, high=high, **settings)


def choice(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is one of several words. The default is the first; None leaves it to the referee."""
    return _declare(ChoiceField, label, among=candidates, **{"default": FIRST, **settings})


def several(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input of any number of words from a list. The default is none."""
    return _declare(SeveralField, label, among=candidates, **{"default": (), **settings})


def flag(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is yes or no."""
    return _declare(FlagField, label, **settings)


def modifiers(label: str, table: str, known: Source, **settings: Unpack[Settings]) -> Any:
    """Declare the modifiers of a throw, from a list. The battle fills in those that are ``known``."""
    return _declare(ModifierField, label, list=table, default=known, **settings)


def text(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is free words."""
    return _declare(Field, label, **settings)
