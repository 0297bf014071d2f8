"""The ship card as a roster file states it: points, speed, armour, guns and mounts, other weapons, and what small craft count."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from fleetbook.rules.fgdn.ground.terms import PORT, STARBOARD
from fleetbook.rules.kit.roster_card import RosterCard

BANDS = SHORT, MEDIUM, LONG, EXTREME = "short", "medium", "long", "extreme"
FAR = (LONG, EXTREME)
Size = Literal["A", "B", "C", "D", "E", "F", "G"]
SIZES: tuple[str, ...] = get_args(Size)
ARCS = {"F": "ahead", "A": "astern", "P": PORT, "S": STARBOARD}
Kind = Literal["warship", "carrier", "merchant", "submarine", "airship"]
KINDS: tuple[str, ...] = get_args(Kind)
_, CARRIER, MERCHANT, SUBMARINE, AIRSHIP = KINDS
Battery = Literal["main", "secondary", "tertiary", "casemate"]
BATTERIES: tuple[str, ...] = get_args(Battery)
MAIN, SECONDARY, TERTIARY, CASEMATE = BATTERIES
ARMOURED_BATTERIES = (MAIN, CASEMATE)
WeaponKind = Literal["torpedo", "asw", "aa", "light"]
WEAPON_KINDS: tuple[str, ...] = get_args(WeaponKind)
TUBES, ASW, AA, LIGHT = WEAPON_KINDS
Hold = Literal["ammo", "crude oil", "refined petroleum", "avgas", "troops", "general supplies", "vehicles", "aircraft"]


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gun and its shell.

    name         as mounts call it
    mm           calibre
    yards        outer edge of each range band, from Short to Extreme; 0 for one that the gun has not
    penetration  of plate, in cm, by range band
    damage       damage points by range band
    he_damage    what its high-explosive shell does at Short range
    standard     gunnery standard
    shell        kind of shell
    """

    name: str
    mm: float
    yards: tuple[int, int, int, int]
    penetration: tuple[float, float, float, float]
    damage: tuple[int, int, int, int]
    he_damage: int
    standard: Literal[1, 2] = 2
    shell: str = "APC"


class MountEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turret, a single mount or one casemate gun.

    name      unique on its card
    battery   which it is of
    gun       the name of its gun
    barrels   how many
    arc       where it bears, one or more of F (ahead), A (astern), P (port), S (starboard)
    casemate  the casemate that it stands in with others
    """

    name: str
    battery: Battery
    gun: str
    barrels: int
    arc: str
    casemate: str = ""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A torpedo mount, a depth charge rail, an anti-aircraft or light battery.

    name       unique on its card
    kind       what it is
    arc        where it bears, one or more of F (ahead), A (astern), P (port), S (starboard)
    warheads   torpedoes or charges carried
    warhead    points that each does
    strength   a battery's value
    mm         a battery's calibre, which a loss of crew may leave without men
    submerged  whether the tubes lie under water
    """

    name: str
    kind: WeaponKind
    arc: str = "FAPS"
    warheads: int = 0
    warhead: int = 0
    strength: int = 0
    mm: float = 0.0
    submerged: bool = False


class HoldEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hold or tank.

    name      unique on its card
    contents  what is in it
    amount    how much: tons, men, vehicles or planes
    """

    name: str
    contents: Hold
    amount: int


class Card(RosterCard, frozen=True):
    """One ship or class, boat, submarine or airship.

    name             the ship's own, or the class's
    nation           whose ship
    size             size class, A to G
    year             in service
    tons             displacement
    knots            best speed
    source           where tons, speed, guns and armour were read
    kind             what she is for the critical hits
    cargo_craft      a small craft that carries cargo
    pre_dreadnought  whether she is one, which cannot steer evasively
    rebuilt          year of a reconstruction, which then counts against fire and flooding
    points           damage points; left out, they follow from the tons (F10) and the card says that it is estimated
    deceleration     knots that it can slow down in a turn, 0 where unknown (F24)
    belt, deck       armour rating
    underwater       points that the torpedo protection of each side absorbs
    armoured_deck    whether the deck for aircraft is armoured
    guns             a table for each kind of gun with its shell
    mounts           a table for each turret, single mount or casemate gun
    weapons          a table for each torpedo mount, depth charge rail, anti-aircraft or light battery
    holds            a table for each hold or tank
    main_directors, secondary_directors, casemate_directors  for the guns of that battery
    rangefinder      yards that it reaches; 0: farther than the guns
    coincidence      whether it is of that kind
    searchlights_forward, searchlights_after  platforms
    sonar            whether she has one
    wireless         sets: 0 none, 1 the main one, 2 an auxiliary one too
    captains         officers who could command a small craft
    aircraft         carried
    ordnance         damage points of what one of them carries
    fuel             of small craft
    crew             men
    tug              lends its whole damage control to others
    port_engines, starboard_engines, cells  of an airship: engines and gas cells
    climb            of an airship: its rate of height by the turn
    helium           of an airship: whether its gas is helium
    estimated        true where figures come from formulas
    checked          false for general knowledge that was not held against a source
    note             anything else that a referee may want to know
    """

    name: str
    nation: str
    size: Size
    year: int
    tons: float
    knots: int
    source: str
    kind: Kind = "warship"
    cargo_craft: bool = False
    pre_dreadnought: bool = False
    rebuilt: int = 0
    points: int = 0
    deceleration: int = 0
    belt: int = 0
    deck: int = 0
    underwater: int = 0
    armoured_deck: bool = False
    guns: tuple[GunEntry, ...] = ()
    mounts: tuple[MountEntry, ...] = ()
    weapons: tuple[WeaponEntry, ...] = ()
    holds: tuple[HoldEntry, ...] = ()
    main_directors: int = 0
    secondary_directors: int = 0
    casemate_directors: int = 0
    rangefinder: int = 0
    coincidence: bool = False
    searchlights_forward: int = 0
    searchlights_after: int = 0
    sonar: bool = False
    wireless: int = 1
    captains: int = 1
    aircraft: int = 0
    ordnance: int = 0
    fuel: Literal["coal", "oil", "diesel", "gasoline"] = "coal"
    crew: int = 0
    tug: bool = False
    port_engines: int = 0
    starboard_engines: int = 0
    cells: int = 0
    climb: int = 0
    helium: bool = False

    def gun(self, mount: MountEntry) -> GunEntry:
        """The gun of a mount."""
        return next(gun for gun in self.guns if gun.name == mount.gun)

    @property
    def small(self) -> bool:
        """Whether it is a small craft, sizes E to G (8.1)."""
        return self.size in SIZES[4:]

    @property
    def armoured(self) -> bool:
        """Whether it has any armour."""
        return self.belt > 0 or self.deck > 0
