"""The ship card of the player aid as a roster file states it: boxes, armour by area, speed class, what is printed specially."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

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
    """The real ship, from which boxes are estimated that nobody printed (G11).

    Tons; knots; guns that bear on one broadside (heavy, medium of 5.5 to 9.4 inches) and all light guns; tubes; belt in inches.
    """

    tons: float
    knots: float
    heavy: int = 0
    medium: int = 0
    light: int = 0
    tubes: int = 0
    belt: float = 0


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ship. Boxes, speed and armour may be left out where ``facts`` are given, and are then estimated (G11).

    ``factors`` says whether the boxes are printed or unofficial; ``checked = false`` marks general knowledge that was not held
    against a source. ``italic``: the name is printed in italics; ``boxed_hull``: the hull is boxed; ``hull_tubes``: the torpedo
    boxes are; ``sixteen``: 16-inch guns; ``ace``: a submarine's commander.
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
    estimated: bool = False
    checked: bool = True
    note: str = ""


class FleetCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of a fleet.

    mission   one of the sheet's, which allows its orders and ships; none for a fleet that the referee moves as he likes
    leader    his name; only with a flagship
    flagship  the ship that carries him
    zone      where the fleet lies
    port      whether it lies in port
    orders    those plotted from the first turn on, one each, such as Move C12 C13
    known     whether the enemy knows its ships from the beginning
    """

    mission: Mission = ""
    leader: str = ""
    flagship: str = ""
    zone: str = ""
    port: bool = False
    orders: tuple[str, ...] = ()
    known: bool = False
