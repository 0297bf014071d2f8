"""A ship of the A&A sheet drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, System, Track
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.ship import AandaShip


def ship_card(ship: AandaShip) -> CardView:
    """The card as it stands."""
    return CardView(
        name=ship.name,
        kind=ship.card.type + (" ⚑" if ship.flagship else ""),
        side=ship.side,
        motion=_motion(ship),
        tracks=tuple(track for track in _tracks(ship) if track.full),
        systems=tuple(_gun(ship, mount) for mount in ship.mounts()),
        supplies=_torpedoes(ship),
        conditions=ship.conditions,
        fate=ship.fate,
        squadron=ship.squadron,
        source=ship.card.source,
        lost=ship.lost,
        standing=ship.standing,
    )


def _tracks(ship: AandaShip) -> Iterator[Track]:
    """Hull boxes, main mounts with a gun in action, secondary guns in action."""
    main, secondary, hull = ship.card.main, ship.card.secondary, AandaShip.hull
    yield Track(hull.name, hull.label, ship.hull, ship.full(hull.name))
    yield Track("main", "main", sum(bool(ship.guns_left(mount)) for mount in main), len(main))
    yield Track("secondary", "2nd", sum(map(ship.guns_left, secondary)), sum(battery.guns for battery in secondary))


def _torpedoes(ship: AandaShip) -> tuple[Track, ...]:
    """All torpedoes of the ship together."""
    left = sum(ship.torpedoes[tubes.name] for tubes in ship.card.torpedoes)
    full = sum(tubes.tubes * (1 + tubes.reloads) for tubes in ship.card.torpedoes)
    return (Track(AandaShip.torpedoes.name, "torp", left, full),) if full else ()


def _motion(ship: AandaShip) -> str:
    speed = f"{ship.speed} kt" if ship.speed else "stopped"
    return f"{speed} evading" if ship.evading else speed


def _gun(ship: AandaShip, mount: GunEntry) -> System:
    left = ship.guns_left(mount)
    state = "sound" if left == mount.guns else "damaged" if left else "destroyed"
    return System(mount.name, state, f"{left}/{mount.guns} {mount.arc}")
