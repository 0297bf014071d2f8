"""Functions that declare the inputs of an order. Each declaration is used for the form, the shell, the schema, the journal and
the manual.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from fleetbook.core.doctrines.tape import Arc, Aspect, Between, Measure, Met, Range, Turns
from fleetbook.core.orders.field_kinds import (
    METADATA,
    ChoiceField,
    DataField,
    Field,
    FlagField,
    ModifierField,
    NumberField,
    SeveralField,
    ShipField,
)
from fleetbook.core.orders.source import ALL, ASK, FIRST, Source

__all__ = [
    "ALL", "ASK", "Arc", "Aspect", "Between", "Met", "Range", "Turns",
    "choice", "data", "flag", "modifiers", "number", "several", "ship", "text",
]  # fmt: skip


class Settings(TypedDict, total=False):
    """Settings that every kind of input may have.

    default   the value if the referee enters none. With None the referee must enter one; ALL takes all words that may be chosen
    help      a text shown beside the input, such as the reason for a choice
    section   the section of the sheet, if it differs from the section of the order
    shown_if  whether the form asks for the input
    called    a label for this battle, such as one that names a side or a ship
    meanings  an explanation of each word. The help shows it, and so does an input that takes several words
    about     the ship or squadron that each word is about, if the word is more than its name. A side that may not know the ship
              or squadron does not see the word
    left_open  whether a player may leave the input to the referee, who fills it in when he gives the player's order. Declare it
               for an input that only the referee may know, such as the fleet that a search finds
    stands    whether the default is proposed even if the rules refuse it. Otherwise the form proposes another value in its place
    """

    default: Source
    help: str
    section: str
    shown_if: Source
    called: Source
    meanings: Source
    about: Source
    left_open: Source
    stands: bool


class NumberSettings(Settings, total=False):
    """Further settings of an input that is a number.

    unit      shown after the number; the referee may type it
    decimals  whether fractions are allowed
    step      only multiples of it are allowed: 0.5 for half inches. A fractional step allows decimals
    bands     the id of a table with bands of numbers. A number outside all bands is refused on entry, such as 3.05 between 0-3
              and 3.1-8
    measured  the measurement on the table that answers the input, such as ``Range("firer", "target")``. The words in it are the
              inputs that name the ships. The form asks again if other ships are named, and marks a number of an earlier phase as
              old. All ships can be measured before the first order (F7 in the app)
    holds     whether the default is still valid. A default that is no longer valid is proposed if the rules allow it. It is never
              a reason to refuse an order
    """

    unit: str
    decimals: bool
    step: float
    bands: str
    measured: Range
    holds: Source


def _declare(kind: type[Field], label: str, **settings: Any) -> Any:
    return dataclasses.field(metadata={METADATA: kind(label=label, **settings)})


class ChoiceSettings(Settings, total=False):
    """Further settings of an input that is a ship, one word of a list, or yes or no.

    measured  the measurement on the table that answers the input. It is an ``Arc("firer", "target")`` for a word, a
              ``Met("torpedo")`` for a ship, and ``Turns("ship")`` for yes or no
    """

    measured: Measure


class ModifierSettings(Settings, total=False):
    """Further settings of an input that takes modifiers.

    measures  the modifiers that players measure on the table, by id: ``{"screened": Between("observer", "target")}``
    """

    measures: Mapping[str, Measure]


def ship(label: str, candidates: Source, **settings: Unpack[ChoiceSettings]) -> Any:
    """Declare an input that is a ship. The default is the first candidate that may be chosen; with ``default=None`` the referee
    must choose.
    """
    return _declare(ShipField, label, among=candidates, **{"default": FIRST, **settings})


def number(label: str, low: Source, high: Source, **settings: Unpack[NumberSettings]) -> Any:
    """Declare an input that is a number. It must be a whole number unless decimals are allowed."""
    return _declare(NumberField, label, low=low, high=high, **settings)


def choice(label: str, candidates: Source, **settings: Unpack[ChoiceSettings]) -> Any:
    """Declare an input that is one word from a list. The default is the first word that may be chosen; with ``default=None`` the
    referee must choose.
    """
    return _declare(ChoiceField, label, among=candidates, **{"default": FIRST, **settings})


def several(label: str, candidates: Source, **settings: Unpack[Settings]) -> Any:
    """Declare an input that takes any number of words from a list. By default no word is chosen."""
    return _declare(SeveralField, label, among=candidates, **{"default": (), **settings})


def flag(label: str, **settings: Unpack[ChoiceSettings]) -> Any:
    """Declare an input that is yes or no."""
    return _declare(FlagField, label, **settings)


def modifiers(label: str, table: str, known: Source, **settings: Unpack[ModifierSettings]) -> Any:
    """Declare the modifiers of a throw, from a list of modifiers. The program fills in those that ``known`` finds."""
    return _declare(ModifierField, label, list=table, default=known, **settings)


def text(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input that is free text."""
    return _declare(Field, label, **settings)


def data(label: str, **settings: Unpack[Settings]) -> Any:
    """Declare an input with a list of lists that the program makes. The value is a tuple of tuples."""
    return _declare(DataField, label, **settings)
