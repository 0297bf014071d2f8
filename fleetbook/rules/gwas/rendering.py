"""A ship of the player aid drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.ship import (
    AGROUND,
    AIRCRAFT,
    BEYOND_REPAIR,
    FUEL,
    FUELING,
    HULL,
    MINES,
    PRIMARY,
    SECONDARY,
    TERTIARY,
    TORPEDO,
    TOWED_BY,
    TOWS,
    GwasBattle,
    GwasShip,
)

BOXES = ((HULL, "hull"), (PRIMARY, "prim"), (SECONDARY, "sec"), (TERTIARY, "tert"), (TORPEDO, "torp"))
SUPPLIES = ((FUEL, "fuel"), (MINES, "mines"), (AIRCRAFT, "air"))
AREAS = (PRIMARY, SECONDARY, TERTIARY, HULL)


def ship_card(battle: GwasBattle, ship: GwasShip) -> CardView:
    """The card as it stands."""
    return CardView(
        name=ship.name,
        kind=ship.card.type + (" ⚑" if ship.leads else ""),
        side=ship.side,
        motion="dead in the water" if ship.dead_in_water else f"speed {ship.speed}",
        tracks=_tracks(ship, (*BOXES, *SUPPLIES)),
        systems=tuple(_areas(ship)),
        conditions=tuple(_conditions(battle, ship)),
        fate=ship.fate,
        squadron=ship.fleet,
        source="; ".join([f"{ship.card.factors} boxes", *_printed(ship), ship.card.source]),
    )


def _printed(ship: GwasShip) -> Iterator[str]:
    """What is printed specially on the ship's data sheet."""
    card = ship.card
    if card.italic:
        yield "name in italics"
    if card.boxed_hull:
        yield "hull boxed"
    if card.hull_tubes:
        yield "torpedoes in hull mounts"
    if card.sixteen:
        yield "16-inch guns"
    if card.ace:
        yield "ace commander"


def _tracks(ship: GwasShip, listed: tuple[tuple[str, str], ...]) -> tuple[Track, ...]:
    return tuple(Track(name, label, ship.left(name), ship.full(name)) for name, label in listed if ship.full(name))


def _areas(ship: GwasShip) -> Iterator[System]:
    """Armour by area, where there is any; an area without boxes left is destroyed."""
    for area in AREAS:
        if ship.full(area) and ship.armour_of(area) != "none":
            state = "sound" if ship.left(area) == ship.full(area) else "damaged" if ship.left(area) else "destroyed"
            yield System(area, state, f"{ship.armour_of(area)} armour")


def _conditions(battle: GwasBattle, ship: GwasShip) -> Iterator[Condition]:
    if ship.out_of_fuel:
        yield Condition("FUEL", "out of fuel", "grave")
    if ship.has(AGROUND):
        yield Condition("G", "aground", "grave")
    if ship.has(BEYOND_REPAIR):
        yield Condition("0", "its engines cannot be repaired", "grave")
    if ship.has(TOWS):
        yield Condition("T", f"tows {ship.word(TOWS)}")
    if ship.has(TOWED_BY):
        yield Condition("t", f"towed by {ship.word(TOWED_BY)}", "grave")
    if ship.this_turn(FUELING):
        yield Condition("f", "fueling")
    yield from _plotted(battle, ship)


def _plotted(battle: GwasBattle, ship: GwasShip) -> Iterator[Condition]:
    """Mission, place and the orders ahead, for its own side only."""
    fleet = fleet_of(battle, ship)
    if fleet.mission:
        yield Condition(fleet.mission[:1], f"mission: {fleet.mission}", secret=True)
    if fleet.zone:
        yield Condition("@", f"{'in port at' if fleet.in_port else 'in'} {fleet.zone}", secret=not ship.known)
    if ship.last_seen and not ship.known:
        turn, zone = ship.last_seen
        yield Condition(f"T{turn}", f"seen in turn {turn}{f' in {zone}' if zone else ''}")
    ahead = [(turn, fleet.order(turn)) for turn in range(battle.turn, battle.turn + battle.whole_reading("turns_shown_ahead"))]
    for turn, words in ahead:
        if words:
            yield Condition(f"→{turn}", f"turn {turn}: {words}", secret=True)
