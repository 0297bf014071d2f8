"""The ship card of the player aid in a roster file."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

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
    """Armour of each area."""

    primary: Armour = "none"
    secondary: Armour = "none"
    tertiary: Armour = "none"
    hull: Armour = "none"


class ShipFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The real ship. Boxes that nobody printed are estimated from it (G11).

    tons    displacement
    knots   best speed
    heavy   guns larger than 9.4 inches on one broadside
    medium  guns of 5.5 to 9.4 inches on one broadside
    light   all smaller guns
    tubes   for torpedoes
    belt    in inches
    """

    tons: float
    knots: float
    heavy: int = 0
    medium: int = 0
    light: int = 0
    tubes: int = 0
    belt: float = 0


class Card(RosterCard, frozen=True):
    """One ship. With ``facts`` it may leave out boxes, speed and armour: they are estimated (G11).

    name        the ship's own, or for small craft the class's
    type        the letters of the ship data sheet
    nation      whose ship
    source      where the boxes or the facts are from
    factors     whether the boxes are printed or unofficial
    primary, secondary, tertiary, torpedo, hull    boxes
    fuel        fuel boxes
    mines       loads of mines that she carries
    aircraft    how many she carries
    speed       her speed class
    armour      of each area
    facts       the real ship
    italic      whether the name is printed in italics: she fires better
    boxed_hull  whether the hull is boxed
    hull_tubes  whether the torpedo boxes are boxed: hull mounts
    sixteen     whether she has 16-inch guns
    ace         whether a submarine's commander is one
    estimated   true where any of it comes from a formula
    checked     false for general knowledge without a source
    note        anything else that a referee may want to know
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
    ace: bool = False


class FleetCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet in a scenario.

    mission   one of the sheet's; without one the referee moves the fleet as he likes
    leader    his name; only with a flagship
    flagship  the ship that carries him
    zone      where the fleet lies
    port      whether it lies in port
    orders    one for each turn from the first on, such as Move C12 C13
    known     whether the enemy knows its ships from the beginning
    """

    mission: Mission = ""
    leader: str = ""
    flagship: str = ""
    zone: str = ""
    port: bool = False
    orders: tuple[str, ...] = ()
    known: bool = False
