"""A ship of these rules drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.rules.fgdn.criticals.aviation_hits import may_land, may_launch, planes_left
from fleetbook.rules.fgdn.fire_flooding.damage_control import fighting_level, help_for
from fleetbook.rules.fgdn.fire_flooding.severity import obligations
from fleetbook.rules.fgdn.ground.clock import told
from fleetbook.rules.fgdn.ground.pending_hits import held
from fleetbook.rules.fgdn.ground.ship import CELLS, CREW, FLOTATION, POINTS, SURFACED, FgdnShip, carried

LABELS = {POINTS: "points", FLOTATION: "float", CREW: "crew", CELLS: "cells"}
SHORT_LEVEL = {"Minor": "MIN", "Major": "MAJ", "Severe": "SEV", "Overwhelmed": "OVER"}
FLAGS = {
    "beached": ("AGROUND", "beached or aground"),
    "evading": ("EVADE", "steering evasively"),
    "turned": ("TURN", "changed course by 45 degrees or more"),
    "magazines flooded": ("MAG FLOOD", "magazines flooded"),
    "no propulsion": ("NO POWER", "no propulsion: switchboard"),
    "ceases fire": ("CEASE FIRE", "too few men left to fire"),
    "bridge out": ("BRIDGE", "bridge out: nobody commands her"),
    "no flying": ("NO FLYING", "no flight operations"),
}


def ship_card(ship: FgdnShip, tracks: tuple[str, ...]) -> CardView:
    """The card as it stands, with these tracks."""
    return CardView(
        name=ship.name,
        kind=f"{ship.card.kind} {ship.size}",
        side=ship.side,
        motion=_motion(ship),
        tracks=tuple(Track(name, LABELS.get(name, name), ship.left(name), ship.full(name)) for name in tracks),
        systems=tuple(_systems(ship)),
        supplies=tuple(_supplies(ship)),
        conditions=tuple(_conditions(ship)),
        fate=ship.fate,
        squadron=ship.squadron,
        source=ship.card.source,
    )


def _motion(ship: FgdnShip) -> str:
    depth = f", {ship.depth}" if ship.submerged else ""
    return (f"{ship.speed} kt" if ship.speed else "stopped") + depth


def _systems(ship: FgdnShip) -> Iterator[System]:
    for mount in ship.card.mounts:
        yield System(mount.name, _state(ship, mount.name, ship.works(mount)), mount.arc)
    for weapon in ship.card.weapons:
        yield System(weapon.name, _state(ship, weapon.name, ship.weapon_works(weapon)), weapon.arc)


def _state(ship: FgdnShip, name: str, works: bool) -> str:
    """Destroyed where it was knocked out; damaged where it cannot be used though it stands, on a ship that fights on."""
    if ship.is_out(name):
        return "destroyed"
    return "sound" if works or not ship.fit else "damaged"


def _supplies(ship: FgdnShip) -> Iterator[Track]:
    for weapon in ship.card.weapons:
        if weapon.warheads:
            yield Track(weapon.name, "torp" if weapon.kind == "torpedo" else "DC", carried(ship, weapon), weapon.warheads)


def _conditions(ship: FgdnShip) -> Iterator[Condition]:
    if ship.sinking:
        yield Condition(f"SINKS {told(ship.count('sinks at'))}", f"sinks at {told(ship.count('sinks at'))}", "grave")
    for kind, percent, level in (("FIRE", ship.fire, ship.fire_level), ("FLOOD", ship.flooding, ship.flooding_level)):
        if percent > 0:
            yield Condition(f"{kind} {percent} {SHORT_LEVEL[level]}", f"{kind.casefold()} {percent} %, {level}", "grave")
    yield from _together(ship)
    yield from _damage(ship)
    yield from _lost(ship)
    for fact, (short, words) in FLAGS.items():
        if ship.has(fact):
            yield Condition(short, words)


def _together(ship: FgdnShip) -> Iterator[Condition]:
    """The level that rules the reduction rolls, where it is not simply that of a fire or of flooding alone (8.2)."""
    total, helped = ship.fire + ship.flooding, help_for(ship.battle, ship)
    if not total or not (helped or (ship.fire and ship.flooding)):
        return
    level = fighting_level(ship.battle, ship)
    words = f"together {total} %{f', with help {max(total - helped, 0)} %' if helped else ''}, {level}"
    yield Condition(f"FIGHT {SHORT_LEVEL[level]}", words, "grave")


def _lost(ship: FgdnShip) -> Iterator[Condition]:
    """Fire control, flight decks, aircraft and sensors that are lost, and what fire and flooding ask of her."""
    for battery in ("main", "secondary", "casemate"):
        if ship.has("local", battery):
            yield Condition(f"LOCAL {battery[:4].upper()}", f"{battery} battery in local control")
    for place in ("forward", "amidships", "aft"):
        if ship.count("flight deck", place):
            yield Condition(f"DECK {place[:4].upper()}", f"flight deck hit {place}")
    if ship.card.kind == "carrier" and ship.fit:
        yield from _flying(ship)
    if ship.count("aircraft lost"):
        yield Condition(f"PLANES {planes_left(ship)}", f"{planes_left(ship)} of {ship.card.aircraft} aircraft left")
    must = list(obligations(ship.battle, ship)) if ship.fit else []
    if must:
        yield Condition("MUST", "; ".join(must), "grave")


def _flying(ship: FgdnShip) -> Iterator[Condition]:
    """What a carrier's planes cannot do now."""
    if not may_launch(ship):
        yield Condition("NO LAUNCH", "no plane can take off")
    if not may_land(ship):
        yield Condition("NO LANDING", "no plane can land")


def _damage(ship: FgdnShip) -> Iterator[Condition]:
    hits = len(held(ship))
    if hits:
        yield Condition(f"HIT {hits}", f"{hits} hit{'s' if hits > 1 else ''} to work out", "grave")
    if ship.fit and (ship.silent or ship.batteries_out):
        short, words = ("SILENT", "all weapons out") if ship.silent else ("GUNS OUT", "batteries out")
        yield Condition(short, f"{words}: massive damage", "grave")
    if ship.rudder_told:
        yield Condition(f"RUD {ship.rudder_told[:3].upper()}", f"rudder {ship.rudder_told}", "grave")
    if ship.count("engineering"):
        yield Condition(f"ENG {ship.count('engineering')}", f"{ship.count('engineering')} levels of speed lost", "grave")
    if ship.is_submarine and ship.depth != SURFACED:
        yield Condition(ship.depth.upper(), f"at {ship.depth} depth")
