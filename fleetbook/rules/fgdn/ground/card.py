"""The ship card as a roster file states it, and the bounds of its figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

import msgspec

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
WEAPON_KINDS: tuple[str, ...] = get_args(WeaponKind)
TUBES, ASW, AA, LIGHT = WEAPON_KINDS
Hold = Literal["ammo", "crude oil", "refined petroleum", "avgas", "troops", "general supplies", "vehicles", "aircraft"]


class GunEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gun and its shell.

    name         as mounts call it
    mm           calibre
    yards        outer edge of each range band, from Short to Extreme, 0 without that band
    penetration  of plate, in cm, by range band
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
    """A turret, a single mount or one casemate gun.

    name      unique on its card
    battery   the battery that it belongs to
    gun       the name of its gun
    barrels   their number
    arc       its arc of fire, one or more of F (ahead), A (astern), P (port) and S (starboard)
    casemate  the casemate that it shares with others
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
    kind       torpedo, asw, aa or light
    arc        its arc of fire, one or more of F (ahead), A (astern), P (port) and S (starboard)
    warheads   torpedoes or charges carried
    warhead    points of each
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
    contents  its kind of cargo
    amount    tons, men, vehicles or planes
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
    source           of tons, speed, guns and armour
    kind             her kind for the critical hits
    cargo_craft      a small craft that carries cargo
    pre_dreadnought  whether she is one: pre-dreadnoughts cannot steer evasively
    rebuilt          year of a reconstruction, which then counts against fire and flooding
    points           damage points; without them a formula takes the tons (F10), and the card is estimated
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
    ordnance         damage points of the load of one of them
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


FIRST_YEAR, LAST_YEAR = 1860, 2000
MOST_POINTS = 5000


class Most(NamedTuple):
    """The largest figures of a card."""

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
    """Refuse numbers out of bounds, unknown guns, names given twice, arcs that do not exist."""
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
            raise InvalidInput(f"{where}: {battery} battery", ", ".join(sorted(guns)), "one gun for each battery")
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
    """Refuse numbers outside these bounds, and values that are not numbers."""
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
        raise InvalidInput(f"{where}, yards", str(gun.yards), "outer edges that rise band by band, 0 without that band")
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
        raise InvalidInput(f"{where}, arc", arc, "letters of F, A, P, S, each once")


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
    """Refuse a scenario with more or fewer than two sides."""
    if len(setup.sides) != 2:
        raise InvalidInput(f"{where}: sides", f"{len(setup.sides)}", "two sides")
