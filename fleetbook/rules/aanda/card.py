"""The ship card of the A&A sheet as a roster file states it: main mounts, secondary batteries, tubes."""

from __future__ import annotations

from typing import Literal

import msgspec

VesselType = Literal["B", "CB", "ACL", "TSL", "AC", "C", "TS", "CL", "DD", "GB", "TB"]
Crew = Literal["Superior", "standard", "Inferior"]
ARCS = "FAPS"
GRADES: tuple[Crew, ...] = ("Inferior", "standard", "Superior")


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A main mount, or a battery of secondary guns on one side: how many guns, of which calibre in inches, and where they bear.

    ``arc`` is one or more of F (ahead), A (astern), P (port), S (starboard). ``class`` may be stated and must then be the
    calibre's.
    """

    name: str
    guns: int
    calibre: float
    arc: str
    gun_class: str = msgspec.field(default="", name="class")


class TubeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Torpedo tubes that bear together: how many, how often they can be reloaded, and their reach in cm (0: the reading's)."""

    name: str
    tubes: int
    arc: str
    reloads: int = 0
    reach: int = 0


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ship or class. Displacement in tons, speed in knots; hull boxes may be left out (A10) and are then estimated.

    ``checked = false`` marks general knowledge that was not held against a source.
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
    estimated: bool = False
    checked: bool = True
    note: str = ""


class SquadronCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of a squadron: its crews' grade, its flagship, whether it comes on as a contact marker, and whether
    that marker is a dummy with no ships behind it.
    """

    crew: Crew = "standard"
    flagship: str = ""
    contact: bool = False
    dummy: bool = False

    @property
    def is_marker(self) -> bool:
        """Whether it comes on as a contact marker."""
        return self.contact or self.dummy
