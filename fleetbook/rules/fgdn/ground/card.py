"""The ship card as a roster file states it: points, speed, armour, guns and mounts, other weapons, and what small craft count."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from fleetbook.rules.fgdn.ground.terms import PORT, STARBOARD

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
    """A gun and its shell: calibre in mm, outer edge of each range band in yards, penetration in cm and damage points by band.

    ``he_damage`` is what its high-explosive shell does at Short range. A band that the gun has not is 0 yards.
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
    """A turret, a single mount or one casemate gun: its battery, its gun, how many barrels, and where it bears (F, A, P, S)."""

    name: str
    battery: Battery
    gun: str
    barrels: int
    arc: str
    casemate: str = ""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A torpedo mount, a depth charge rail, an anti-aircraft or light battery.

    ``warheads`` and ``warhead`` are the weapons carried and the points that each does; ``strength`` is a battery's value and
    ``mm`` its calibre, which a loss of crew may leave without men.
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
    """One hold or tank: its contents and how much there is (tons, men, vehicles or planes)."""

    name: str
    contents: Hold
    amount: int


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ship or class, boat, submarine or airship.

    points       damage points; left out, they follow from the tons (F10) and the card says that it is estimated
    size         size class A to G · kind: what she is for the critical hits · cargo_craft: a small craft that carries cargo
    pre_dreadnought  whether she is one, which cannot steer evasively
    year         in service · rebuilt: year of a reconstruction, which then counts against fire and flooding
    knots        best speed · deceleration: knots that it can slow down in a turn, 0 where unknown (F24)
    belt, deck   armour ratings · underwater: points that the protection of each side absorbs
    directors    for the guns of main, secondary and casemate battery · searchlights: platforms forward and aft
    rangefinder  yards that it reaches (0: farther than the guns) · coincidence: whether it is of that kind
    wireless     sets: 0 none, 1 the main one, 2 an auxiliary one too · captains: officers who could command a small craft
    aircraft     carried · ordnance: damage points of what one of them carries · fuel: of small craft · crew: men
    tug          lends its whole damage control to others
    airships     port_engines, starboard_engines, gas cells, climb (its rate of height by the turn), helium
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
    estimated: bool = False
    checked: bool = True
    note: str = ""

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
