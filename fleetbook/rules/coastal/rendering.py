"""A coastal ship drawn as a card."""

from __future__ import annotations

from fleetbook.core.battle.card_view import CardView, System, Track
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.ship import CoastalShip, label

TRACKS = (CoastalShip.hull, CoastalShip.bridge, CoastalShip.engines)


def ship_card(ship: CoastalShip) -> CardView:
    """The card as it stands."""
    return CardView(
        name=ship.name,
        kind=ship.card.kind,
        side=ship.side,
        motion=f"{ship.speed} cm" if ship.speed else "stopped",
        tracks=tuple(Track(track.name, track.label, track.value(ship), ship.full(track.name)) for track in TRACKS),
        systems=tuple(_system(ship, system) for system in ship.card.systems if not system.boxed),
        supplies=tuple(
            Track(label(system), "torp", ship.torpedoes[label(system)], system.torpedoes)
            for system in ship.card.systems
            if system.kind == "torpedoes"
        ),
        conditions=ship.conditions,
        fate=ship.fate,
        lost=ship.lost,
        standing=ship.standing,
        squadron=ship.squadron,
        source=ship.card.source,
    )


def _system(ship: CoastalShip, system: SystemEntry) -> System:
    detail = system.arc if system.kind in ("mount", "torpedoes") else ""
    return System(label(system), ship.state(system), detail)
