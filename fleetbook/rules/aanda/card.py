"""The ship card of the A&A sheet in a roster file: main mounts, secondary batteries and torpedo tubes."""

from __future__ import annotations

from typing import Literal

import msgspec

from fleetbook.rules.kit.roster_card import RosterCard

VesselType = Literal["B", "CB", "ACL", "TSL", "AC", "C", "TS", "CL", "DD", "GB", "TB"]
Crew = Literal["Superior", "standard", "Inferior"]
ARCS = {"F": "ahead", "A": "astern", "P": "port", "S": "starboard"}
TOWARD = {"F": "ahead", "A": "astern", "P": "to port", "S": "to starboard"}
GRADES: tuple[Crew, ...] = ("Inferior", "standard", "Superior")


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A main mount, or a battery of secondary guns on one side.

    name     its name, unique on the card
    guns     the number of guns
    calibre  calibre in inches; a 12 pdr or 75 mm gun counts as 3
    arc      the arcs of fire: F (ahead), A (astern), P (port), S (starboard), one or more
    class    the letter of the gun class in the sheet; it may be left out
    """

    name: str
    guns: int
    calibre: float
    arc: str
    gun_class: str = msgspec.field(default="", name="class")


class TubeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Torpedo tubes that fire in the same directions.

    name     their name, unique on the card
    tubes    the number of tubes
    arc      the arcs of fire: F (ahead), A (astern), P (port), S (starboard), one or more
    reloads  the number of reloads for each tube
    reach    range in cm; 0 means the range that a reading gives
    """

    name: str
    tubes: int
    arc: str
    reloads: int = 0
    reach: int = 0


class Card(RosterCard, frozen=True):
    """The card of one ship, or of all ships of a class.

    name       the name of the ship or of her class
    type       vessel type, in the letters of the sheet's armour table (5.5)
    tons       displacement; if the source gives several, the normal displacement
    knots      top speed in service, in knots
    source     where the tons, knots, guns and tubes come from
    main       the main guns, one entry for each turret, barbette or single mount, from bow to stern
    secondary  the secondary guns, one entry for the guns of each side, each gun at bow or stern and each wing turret
    torpedoes  the torpedo tubes, one entry for tubes that fire in the same directions
    hull       hull boxes; if left out, worked out from the tons (A10)
    crew       the grade of the ship's crew, if it is not that of the squadron
    estimated  true if a formula gave the hull boxes
    checked    false if nobody compared the figures with a source
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

    def carried(self, name: str) -> int:
        """The number of torpedoes that the ship carries for the tubes of this name, reloads included."""
        return sum(tubes.tubes * (1 + tubes.reloads) for tubes in self.torpedoes if tubes.name == name)


class SquadronCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squadron's entry in a scenario: the grade of its crews and its flagship.

    With ``contact`` it enters the game as a contact marker. A ``dummy`` is a contact marker with no ships behind it.
    """

    crew: Crew = "standard"
    flagship: str = ""
    contact: bool = False
    dummy: bool = False

    @property
    def is_marker(self) -> bool:
        """Whether the squadron enters the game as a contact marker."""
        return self.contact or self.dummy
