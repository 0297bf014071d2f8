"""The ship card in a roster file, and the limits of its figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec

from fleetbook.core.battle.card_words import only_for
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
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
GUNS = get_args(WeaponKind)[2:]
WEAPON_KINDS: tuple[str, ...] = get_args(WeaponKind)
TUBES, ASW, AA, LIGHT = WEAPON_KINDS
Hold = Literal["ammo", "crude oil", "refined petroleum", "avgas", "troops", "general supplies", "vehicles", "aircraft"]


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of gun and its shell.

    name         its name, which mounts refer to
    mm           calibre in mm
    yards        outer edge of each range band, from Short to Extreme; 0 if the gun lacks a band
    penetration  armour plate that it pierces, in cm, by range band
    damage       damage points by range band
    he_damage    damage points of its high-explosive shell at Short range
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
    """A mount: a turret, a single mount or one casemate gun.

    name      its name, unique on the card
    battery   the battery that it belongs to
    gun       the name of its gun
    barrels   the number of barrels
    arc       its arc of fire, one or more of F (ahead), A (astern), P (port) and S (starboard)
    casemate  the name of the casemate that it shares with other guns
    """

    name: str
    battery: Battery
    gun: str
    barrels: int
    arc: str
    casemate: str = ""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A torpedo mount, a depth charge rail, an anti-aircraft or light battery.

    name       its name, unique on the card
    kind       torpedo, asw, aa or light
    arc        its arc of fire, one or more of F (ahead), A (astern), P (port) and S (starboard)
    warheads   the number of torpedoes or depth charges carried
    warhead    damage points of each torpedo or depth charge
    strength   the value of an anti-aircraft or light battery
    mm         the battery's calibre in mm, which decides whether a loss of crew leaves it without men
    submerged  whether the tubes lie under water
    """

    name: str
    kind: WeaponKind
    arc: str = "FAPS"
    warheads: Annotated[int, only_for(kind=("torpedo", "asw"))] = 0
    warhead: Annotated[int, only_for(kind=("torpedo", "asw"))] = 0
    strength: Annotated[int, only_for(kind=GUNS)] = 0
    mm: Annotated[float, only_for(kind=GUNS)] = 0.0
    submerged: Annotated[bool, only_for(kind=("torpedo",))] = False


class HoldEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hold or tank.

    name      its name, unique on the card
    contents  its kind of cargo
    amount    tons, men, vehicles or planes
    """

    name: str
    contents: Hold
    amount: int


class Card(RosterCard, frozen=True):
    """The card of one ship, boat, submarine or airship, or of all of a class.

    name             the name of the ship or of her class
    nation           the nation whose ship she is
    size             size class, A to G
    year             the year in which she entered service
    tons             displacement in tons
    knots            top speed in knots
    source           where the tons, speed, guns and armour come from
    kind             her kind of ship, which decides the column of critical hits
    cargo_craft      whether she is a small craft that carries cargo
    pre_dreadnought  whether she is a pre-dreadnought, which cannot steer evasively
    rebuilt          the year of a reconstruction; it then counts instead of ``year`` against fire and flooding
    points           damage points; if left out, worked out from the tons (F10), and the card is marked as estimated
    deceleration     knots by which she can slow down in a turn; 0 if unknown (F24)
    belt, deck       armour ratings of belt and deck
    underwater       points that the torpedo protection of each side absorbs
    armoured_deck    whether the deck for aircraft is armoured
    guns             one entry for each kind of gun and its shell
    mounts           one entry for each turret, single mount or casemate gun
    weapons          one entry for each torpedo mount, depth charge rail, anti-aircraft or light battery
    holds            one entry for each hold or tank
    main_directors, secondary_directors, casemate_directors  the number of directors of that battery
    rangefinder      the reach of her range finder in yards; 0 means farther than the guns
    coincidence      whether it is a coincidence range finder
    searchlights_forward, searchlights_after  the number of searchlight platforms forward and aft
    sonar            whether she has a sonar
    wireless         wireless sets: 0 none, 1 the main set, 2 an auxiliary set too
    captains         the number of officers who could command a small craft
    aircraft         the number of aircraft carried
    ordnance         damage points of the bombs or torpedo that one aircraft carries
    fuel             the kind of fuel of a small craft
    crew             the number of men
    tug              whether she is a tug, which lends all of her damage control to a ship she assists
    port_engines, starboard_engines, cells  an airship's engines on each side and gas cells
    climb            an airship's change of height in a turn
    helium           whether an airship's gas is helium
    estimated        true if formulas gave figures
    checked          false if nobody compared the figures with a source
    note             a remark for the referee
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
    port_engines: Annotated[int, only_for(kind=("airship",))] = 0
    starboard_engines: Annotated[int, only_for(kind=("airship",))] = 0
    cells: Annotated[int, only_for(kind=("airship",))] = 0
    climb: Annotated[int, only_for(kind=("airship",))] = 0
    helium: Annotated[bool, only_for(kind=("airship",))] = False

    def gun(self, mount: MountEntry) -> GunEntry:
        return next(gun for gun in self.guns if gun.name == mount.gun)

    @property
    def small(self) -> bool:
        """Whether this is a small craft, of size E to G (8.1)."""
        return self.size in SIZES[4:]

    @property
    def armoured(self) -> bool:
        """Whether the ship has any armour."""
        return self.belt > 0 or self.deck > 0


FIRST_YEAR, LAST_YEAR = 1860, 2000
MOST_POINTS = 5000


class Most(NamedTuple):
    """The largest figure allowed for each number on a card."""

    tons: float = 100_000.0
    knots: int = 90
    points: int = MOST_POINTS
    belt: int = 99
    deck: int = 99
    underwater: int = 2000
    deceleration: int = 40


LARGEST_MM = 510
FARTHEST = 60_000
MOST_MEN = 5000
MOST_FITTED = 99
FITTED = (
    "main_directors", "secondary_directors", "casemate_directors", "searchlights_forward", "searchlights_after", "wireless",
    "aircraft", "port_engines", "starboard_engines", "cells",
)  # fmt: skip
COUNTS = {
    "rangefinder": FARTHEST, "ordnance": MOST_POINTS, "crew": MOST_MEN, "climb": FARTHEST, **dict.fromkeys(FITTED, MOST_FITTED)
}  # fmt: skip
MOST_CARGO = 100_000
DEEPEST_CM = 200
MOST_BARRELS = 12
MOST_OF_A_WEAPON: dict[str, float] = {"warheads": 500, "warhead": 2000, "strength": 500, "mm": LARGEST_MM}


def check_card(card: Card, where: str) -> None:
    """Raise InvalidInput if a number, gun or arc of fire on the card is wrong, or a name is given twice."""
    _check_numbers(card, where)
    _check_once(where, "guns", (gun.name for gun in card.guns))
    _check_once(where, "mounts and weapons", [mount.name for mount in card.mounts] + [weapon.name for weapon in card.weapons])
    _check_once(where, "holds", (hold.name for hold in card.holds))
    for gun in card.guns:
        _check_gun(gun, f"{where}: gun {gun.name}")
    for mount in card.mounts:
        _check_mount(card, mount, f"{where}: mount {mount.name}")
    for hold in card.holds:
        _within(f"{where}: hold {hold.name}, amount", hold.amount, 0, MOST_CARGO)
    for battery in {mount.battery for mount in card.mounts}:
        guns = {mount.gun for mount in card.mounts if mount.battery == battery}
        if len(guns) > 1:
            raise InvalidInput(f"{where}: {battery} battery", ", ".join(sorted(guns)), "one kind of gun for each battery")
    for weapon in card.weapons:
        _check_weapon(weapon, f"{where}: weapon {weapon.name}")
    _check_kind(card, where)


def _check_numbers(card: Card, where: str) -> None:
    for name, most in Most()._asdict().items():
        value = getattr(card, name)
        if not 0 <= value <= most or (name == "tons" and not value):
            raise InvalidInput(f"{where}: {name}", value, f"a number {'above 0' if name == 'tons' else 'from 0'} up to {most:g}")
    for name, most in COUNTS.items():
        _within(f"{where}: {name}", getattr(card, name), 0, most)
    for name in ("year", "rebuilt"):
        year = getattr(card, name)
        if not FIRST_YEAR <= year <= LAST_YEAR and (name == "year" or year):
            raise InvalidInput(f"{where}: {name}", year, f"a year from {FIRST_YEAR} to {LAST_YEAR}")
    _within(f"{where}: captains", card.captains, 1, MOST_FITTED)


def _within(where: str, value: float, least: float, most: float) -> None:
    """Raise InvalidInput if the value is not a number, or is outside these limits."""
    if not least <= value <= most:
        raise InvalidInput(where, value, f"a number from {least:g} to {most:g}")


def _check_once(where: str, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not name.strip() or name in seen:
            raise InvalidInput(f"{where}: {what}", f"{name} twice" if name in seen else "no name", "each with a name of its own")
        seen.add(name)


def _check_gun(gun: GunEntry, where: str) -> None:
    if not 0 < gun.mm <= LARGEST_MM:
        raise InvalidInput(f"{where}, mm", gun.mm, f"a calibre above 0 up to {LARGEST_MM}")
    reached = [yards for yards in gun.yards if yards]
    if not reached or sorted(set(reached)) != reached or not 0 < reached[0] <= reached[-1] <= FARTHEST:
        allowed = "outer edges, each farther than the one before, and 0 for a missing band"
        raise InvalidInput(f"{where}, yards", str(gun.yards), allowed)
    for what, figures, most in (
        ("penetration", gun.penetration, DEEPEST_CM), ("damage", (*gun.damage, gun.he_damage), MOST_POINTS),
    ):  # fmt: skip
        for value in figures:
            _within(f"{where}, {what}", value, 0, most)


def _check_mount(card: Card, mount: MountEntry, where: str) -> None:
    guns = [gun.name for gun in card.guns]
    if mount.gun not in guns:
        raise InvalidInput.word(f"{where}, gun", mount.gun, guns)
    _within(f"{where}, barrels", mount.barrels, 1, MOST_BARRELS)
    _check_arc(mount.arc, where)
    if (mount.battery == CASEMATE) != bool(mount.casemate):
        raise InvalidInput(f"{where}, casemate", mount.casemate or "none", "the casemate it stands in, for casemate guns only")


def _check_arc(arc: str, where: str) -> None:
    if not arc or any(letter not in ARCS for letter in arc) or len(set(arc)) != len(arc):
        raise InvalidInput(f"{where}, arc", arc, "letters of F, A, P, S, and no letter twice")


def _check_weapon(weapon: WeaponEntry, where: str) -> None:
    _check_arc(weapon.arc, where)
    for name, most in MOST_OF_A_WEAPON.items():
        _within(f"{where}, {name}", getattr(weapon, name), 0, most)
    if weapon.kind in (AA, LIGHT) and not weapon.strength:
        raise InvalidInput(f"{where}, strength", weapon.strength, "the battery's value, 1 or more")
    if weapon.kind in (TUBES, ASW) and not weapon.warheads:
        raise InvalidInput(f"{where}, warheads", weapon.warheads, "the weapons it carries, 1 or more")


def _check_kind(card: Card, where: str) -> None:
    if card.kind == AIRSHIP and (card.cells < 1 or card.port_engines + card.starboard_engines < 1):
        raise InvalidInput(f"{where}: cells and engines", f"{card.cells} cells", "gas cells and engines of an airship")
    if card.cargo_craft and not card.small:
        raise InvalidInput(
            f"{where}: cargo_craft", f"size {card.size}", "a cargo craft of size E to G; larger ones are merchants"
        )
    if card.kind in (CARRIER, SUBMARINE) and card.small:
        raise InvalidInput(f"{where}: size", card.size, f"A to D for a {card.kind}")


def check_setup(setup: Setup, where: str) -> None:
    """Raise InvalidInput unless the scenario has two sides."""
    if len(setup.sides) != 2:
        raise InvalidInput(f"{where}: sides", f"{len(setup.sides)}", "two sides")
