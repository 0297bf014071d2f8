"""The ship card of the player aid in a roster file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec

from fleetbook.core.battle.card_words import only_for
from fleetbook.core.battle.setup import OperationCard
from fleetbook.rules.kit.roster_card import RosterCard

ShipType = Literal[
    "BB", "BC", "B", "CA", "CL", "DL", "DD", "TB", "MTB", "SS", "ML", "AML", "MS", "CV", "CVS", "TR", "FT", "OIL", "COL", "LZ"
]
Speed = Literal["0", "1S", "1", "2", "2+"]
Armour = Literal["none", "light", "heavy"]
Nation = Literal[
    "Austria-Hungary", "Germany", "Turkey", "Bulgaria",
    "Britain", "Australia", "Canada", "France", "Greece", "Italy", "Japan", "Romania", "Russia", "United States",
]  # fmt: skip
Mission = Literal["Transport", "Bombard", "Escort", "Intercept", "Abort", "Minelaying", "Minesweeping", "Raid", ""]

BB, BC, B, CA, CL, DL, DD, TB, MTB, SS, ML, AML, MS, CV, CVS, TR, FT, OIL, COL, LZ = get_args(ShipType)
TRANSPORT, BOMBARD, ESCORT, INTERCEPT, ABORT, MINELAYING, MINESWEEPING, RAID, NO_MISSION = get_args(Mission)
NO_ARMOUR, *_ = get_args(Armour)


class ArmourCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The armour of each area of a ship."""

    primary: Armour = "none"
    secondary: Armour = "none"
    tertiary: Armour = "none"
    hull: Armour = "none"


class ShipFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of the real ship, from which the program estimates the boxes that are not printed (G11).

    tons    displacement in tons
    knots   top speed in knots
    heavy   the number of guns over 9.4 inches that fire on one broadside
    medium  the number of guns of 5.5 to 9.4 inches that fire on one broadside
    light   the number of all smaller guns
    tubes   the number of torpedo tubes
    belt    the thickness of the belt armour in inches
    """

    tons: float
    knots: float
    heavy: int = 0
    medium: int = 0
    light: int = 0
    tubes: int = 0
    belt: float = 0


class Card(RosterCard, frozen=True):
    """The card of one ship. If ``facts`` is given, boxes, speed and armour may be left out: they are estimated (G11).

    name        the name of the ship or, for small craft, of the class
    type        the ship's type, in the letters of the ship data sheet
    nation      the nation whose ship she is
    source      where the boxes or the facts come from
    factors     whether the boxes are printed or unofficial
    primary, secondary, tertiary, torpedo, hull    the number of boxes of each kind
    fuel        the number of fuel boxes
    mines       the number of loads of mines that she carries
    aircraft    the number of aircraft that she carries
    speed       her speed class
    armour      the armour of each area
    facts       figures of the real ship
    italic      whether her name is printed in italics, which means that she fires better
    boxed_hull  whether her hull factor is printed in a box
    hull_tubes  whether her torpedo factor is printed in a box, which means hull mounts
    sixteen     whether she has 16-inch guns
    ace         whether a submarine's commander is an ace
    estimated   true if a formula gave any of these values
    checked     false if nobody compared the figures with a source
    note        a remark for the referee
    """

    name: str
    type: ShipType
    nation: Nation
    source: str
    factors: Literal["printed", "unofficial"] = "unofficial"
    primary: int | None = None
    secondary: int | None = None
    tertiary: int | None = None
    torpedo: int | None = None
    hull: int | None = None
    fuel: int = 0
    mines: int = 0
    aircraft: int = 0
    speed: Literal["0", "1S", "1", "2", "2+", ""] = ""
    armour: ArmourCard | None = None
    facts: ShipFacts | None = None
    italic: bool = False
    boxed_hull: bool = False
    hull_tubes: bool = False
    sixteen: bool = False
    ace: Annotated[bool, only_for(type=("SS",))] = False


class FleetCard(OperationCard, frozen=True, forbid_unknown_fields=True):
    """A fleet's entry in a scenario.

    mission   one of the sheet's missions; if left out, the referee moves the fleet as he likes
    leader    the leader's name; it needs a flagship too
    flagship  the ship that carries the leader
    zone      the zone in which the fleet starts
    port      whether the fleet is in port
    orders    one order for each turn, from the first turn on, such as Move C12 C13
    known     whether the enemy knows its ships from the start
    """

    mission: Mission = ""
    leader: str = ""
    flagship: str = ""
    zone: str = ""
    port: bool = False
    orders: tuple[str, ...] = ()
    known: bool = False

    @classmethod
    def again(cls, details: Mapping[str, Any], port: str) -> dict[str, Any]:
        """Zone and orders belong to one operation, so the referee says them again. A fleet that lies in one port begins there. If
        its flagship is away it has no leader, and no mission, since some missions need a leader.
        """
        gone = ("zone", "orders") if "flagship" in details or "leader" not in details else ("zone", "orders", "leader", "mission")
        kept = {key: value for key, value in details.items() if key not in gone}
        return {**kept, "zone": port, "port": True} if port else kept
