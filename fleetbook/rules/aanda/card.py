"""The ship card of the A&A sheet in a roster file: main mounts, secondary batteries, tubes."""

from __future__ import annotations

from typing import Literal

import msgspec

from fleetbook.rules.kit.roster_card import RosterCard

VesselType = Literal["B", "CB", "ACL", "TSL", "AC", "C", "TS", "CL", "DD", "GB", "TB"]
Crew = Literal["Superior", "standard", "Inferior"]
ARCS = {"F": "ahead", "A": "astern", "P": "port", "S": "starboard"}
GRADES: tuple[Crew, ...] = ("Inferior", "standard", "Superior")


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A main mount, or a battery of secondary guns on one side.

    name     unique on its card
    guns     the number of guns
    calibre  in inches; 12 pdr and 75 mm count as 3
    arc      the arcs of fire: F (ahead), A (astern), P (port), S (starboard), one or more
    class    the sheet's letter for the calibre; it may be left out
    """

    name: str
    guns: int
    calibre: float
    arc: str
    gun_class: str = msgspec.field(default="", name="class")


class TubeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Torpedo tubes that bear together.

    name     unique on its card
    tubes    the number of tubes
    arc      the arcs of fire: F (ahead), A (astern), P (port), S (starboard), one or more
    reloads  the number of reloads for each tube
    reach    in cm; 0 stands for the value of the reading
    """

    name: str
    tubes: int
    arc: str
    reloads: int = 0
    reach: int = 0


class Card(RosterCard, frozen=True):
    """One ship or class.

    name       the ship's own, or the class's
    type       vessel type of the sheet, the letters of its armour table (5.5)
    tons       displacement; the normal one if a source gives several
    knots      best speed in service
    source     the source of tons, knots, guns and tubes
    main       a table for each turret, barbette or single mount of the main guns, from the bow aft
    secondary  a table for each battery: the guns of one side, an end gun or a wing turret
    torpedoes  a table for the tubes that bear together
    hull       hull boxes; left out, they are estimated from the tons (A10)
    crew       the grade of its crew, if it differs from the squadron's
    estimated  true if the hull boxes come from the formula
    checked    false for general knowledge that nobody compared with a source
    note       a remark for the referee
    """

    name: str
    type: VesselType
    tons: float
    knots: int
    source: str
    main: tuple[GunEntry, ...] = ()
    secondary: tuple[GunEntry, ...] = ()
    torpedoes: tuple[TubeEntry, ...] = ()
    hull: int | None = None
    crew: Literal["Superior", "standard", "Inferior", ""] = ""


class SquadronCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squadron in a scenario: its crews' grade and its flagship.

    ``contact`` brings it on as a contact marker. A ``dummy`` is a marker without ships.
    """

    crew: Crew = "standard"
    flagship: str = ""
    contact: bool = False
    dummy: bool = False

    @property
    def is_marker(self) -> bool:
        """Whether it comes on as a contact marker."""
        return self.contact or self.dummy
