"""A ship of the player aid drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, Condition, Particular, System, Track
from fleetbook.rules.gwas.ground.card import NO_ARMOUR
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, HULL, WEAPONS, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.air import DESTROYED

TRACKS = (
    GwasShip.hull, GwasShip.primary, GwasShip.secondary, GwasShip.tertiary, GwasShip.torpedo,
    GwasShip.fuel, GwasShip.mines, GwasShip.aircraft,
)  # fmt: skip
PRINTED = {
    "italic": "name in italics",
    "boxed_hull": "hull boxed",
    "hull_tubes": "torpedoes in hull mounts",
    "sixteen": "16-inch guns",
    "ace": "ace commander",
}
"""Special marks on a ship's data sheet."""


def ship_card(battle: GwasBattle, ship: GwasShip) -> CardView:
    """The card as it stands."""
    special = (words for name, words in PRINTED.items() if getattr(ship.card, name))
    return CardView(
        name=ship.name,
        kind=ship.card.type + (" ⚑" if ship.leader else ""),
        side=ship.side,
        motion="dead in the water" if ship.dead_in_water else f"speed {ship.speed}",
        pace=f"speed {ship.speed}/{ship.card.speed}",
        tracks=tuple(Track(t.name, t.label, t.value(ship), ship.full(t.name)) for t in TRACKS if ship.full(t.name)),
        systems=tuple(_areas(ship)),
        conditions=(*ship.conditions, *_plotted(battle, ship)),
        fate=ship.fate,
        lost=ship.lost,
        standing=ship.standing,
        squadron=ship.fleet,
        source="; ".join([f"{ship.card.factors} boxes", *special, ship.card.source]),
    )


def ship_arms(battle: GwasBattle, ship: GwasShip) -> Iterator[Particular]:
    """How many hexes each weapon reaches."""
    for weapon in (weapon for weapon in WEAPONS if ship.full(weapon)):
        farthest = hooks(battle).gun_range(battle, ship, weapon)
        yield Particular(weapon, f"reaches {farthest} {'hex' if farthest == 1 else 'hexes'}")


def _areas(ship: GwasShip) -> Iterator[System]:
    """Areas with armour. An area without boxes left is destroyed."""
    for area in (*GUNS, HULL):
        if ship.full(area) and ship.armour_of(area) != NO_ARMOUR:
            state = "sound" if ship.left(area) == ship.full(area) else "damaged" if ship.left(area) else DESTROYED
            yield System(area, state, f"{ship.armour_of(area)} armour")


def _plotted(battle: GwasBattle, ship: GwasShip) -> Iterator[Condition]:
    """The mission, the place and the orders ahead, for its own side only."""
    fleet = fleet_of(battle, ship)
    if fleet.mission:
        yield Condition(fleet.mission[:1], f"mission: {fleet.mission}", secret=True)
    if fleet.zone:
        yield Condition("@", f"{'in port at' if fleet.in_port else 'in'} {fleet.zone}", secret=not ship.known)
    if ship.seen and not ship.known:
        turn, zone = ship.seen
        yield Condition(f"T{turn}", f"seen in turn {turn}{f' in {zone}' if zone else ''}")
    for turn in range(battle.turn, battle.turn + battle.whole_reading("turns_shown_ahead")):
        if fleet.orders[turn]:
            yield Condition(f"→{turn}", f"turn {turn}: {fleet.orders[turn]}", secret=True)
