"""The setup of a battle, such as its sides, ships and house rules. It never changes during the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from fleetbook.core.battle.victory import Victory
from fleetbook.core.tables.house import HouseRules

Scar: TypeAlias = str | int | bool
Left: TypeAlias = dict[str, Scar]
"""What is left of a ship by the names of her facts. A fact that has a value for each item is named ``fact/item``."""


class ShipEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ship of a battle: her unique name, her side, and her card from the roster. Her squadron may be empty; her speed at the
    start may be None. ``left`` has the values that earlier battles left her; it is empty for an undamaged ship. ``commander`` is
    empty if nobody is named. ``at`` and ``heading`` are her place on the table at the start and her course in degrees from north,
    if the scenario gives them.
    """

    name: str
    side: str
    card: dict[str, Any]
    squadron: str = ""
    speed: int | None = None
    left: Left = {}
    commander: str = ""
    at: tuple[float, float] | None = None
    heading: float | None = None


class Squadron(msgspec.Struct, frozen=True):
    """Ships that act together. ``details`` has further keys, which the ruleset defines."""

    name: str
    side: str
    details: dict[str, Any] = {}


class OperationCard(msgspec.Struct, frozen=True):
    """The keys of a squadron under rules whose battles are operations on a map. The ``squadron_type`` of such rules derives from
    it, because a campaign's next scenario cannot repeat all keys.
    """

    @classmethod
    def again(cls, details: Mapping[str, Any], port: str) -> dict[str, Any]:
        """The keys in a campaign's next scenario. ``details`` are those of the plan, without ships that are away. ``port`` is the
        port where all ships of the squadron lie; empty if they lie apart or are at sea.
        """
        raise NotImplementedError


class TurnEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happens as a turn begins, whatever the players do, such as dawn or a squadron that arrives. It changes no
    fact: the app announces it, and the referee acts on it.

    secret  whether it is kept out of the briefing and every report until its turn
    """

    turn: int
    text: str
    secret: bool = False


class Drawing(msgspec.Struct, frozen=True):
    """How the faces of a battle's dice are drawn from its seed.

    numbered  how dice are numbered. ``by throws``: from the start of the battle. ``by lines``, in older battles: from the start
              of each line
    chosen    whether the seed was chosen by hand
    words     the words that each side said after it saw the seal of the seed
    """

    numbered: Literal["by throws", "by lines"] = "by throws"
    chosen: bool = False
    words: dict[str, str] = {}


class Setup(msgspec.Struct, frozen=True):
    """Everything that is settled before the first order. The sides are in playing order."""

    ruleset: str
    version: str
    title: str
    sides: tuple[str, ...]
    ships: tuple[ShipEntry, ...]
    squadrons: tuple[Squadron, ...] = ()
    conditions: dict[str, str | int | float | bool] = {}
    options: dict[str, str | int | float | bool] = {}
    house: tuple[HouseRules, ...] = ()
    date: str = ""
    text: str = ""
    dice: Drawing = Drawing()
    victory: Victory | None = None
    events: tuple[TurnEvent, ...] = ()
    table: tuple[float, float] | None = None
    """The table's size from west to east and from south to north, if the scenario gives it."""
