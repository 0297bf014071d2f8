"""A ship of the A&A sheet drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.ship import HULL, MAIN, SECONDARY, TORPEDOES, AandaShip

LETTERS = {
    "fire": ("F", "fire", "fires"),
    "flood": ("L", "flood", "floods"),
    "engine": ("E", "engine room hit", "engine room hits"),
    "catastrophe": ("C", "catastrophe", "catastrophes"),
}
SINGLE = {
    "rudder": Condition("R", "rudder disabled", "grave"),
    "bridge": Condition("B", "bridge hit: out of command", "grave"),
    "splash": Condition("*", "splash marker"),
    "smoke": Condition("sm", "making smoke"),
    "hidden": Condition("?", "behind a contact marker"),
}


def ship_card(ship: AandaShip) -> CardView:
    """The card as it stands."""
    return CardView(
        name=ship.name,
        kind=ship.card.type + (" ⚑" if ship.has("flagship") else ""),
        side=ship.side,
        motion=_motion(ship),
        tracks=tuple(track for track in _tracks(ship) if track.full),
        systems=tuple(_gun(ship, mount) for mount in ship.mounts()),
        supplies=_torpedoes(ship),
        conditions=tuple(_conditions(ship)),
        fate=ship.fate,
        squadron=ship.squadron,
        source=ship.card.source,
    )


def _tracks(ship: AandaShip) -> Iterator[Track]:
    """Hull boxes, main mounts with a gun in action, secondary guns in action."""
    main, secondary = ship.card.main, ship.card.secondary
    yield Track(HULL, "hull", ship.left(HULL), ship.full(HULL))
    yield Track(MAIN, "main", sum(bool(ship.guns_left(mount)) for mount in main), len(main))
    yield Track(SECONDARY, "2nd", sum(map(ship.guns_left, secondary)), sum(battery.guns for battery in secondary))


def _torpedoes(ship: AandaShip) -> tuple[Track, ...]:
    """All torpedoes of the ship together."""
    left = sum(ship.count(TORPEDOES, tubes.name) for tubes in ship.card.torpedoes)
    full = sum(tubes.tubes * (1 + tubes.reloads) for tubes in ship.card.torpedoes)
    return (Track("torpedoes", "torp", left, full),) if full else ()


def _motion(ship: AandaShip) -> str:
    speed = f"{ship.speed} kt" if ship.speed else "stopped"
    return f"{speed} evading" if ship.evading else speed


def _gun(ship: AandaShip, mount: GunEntry) -> System:
    left = ship.guns_left(mount)
    state = "sound" if left == mount.guns else "damaged" if left else "destroyed"
    return System(mount.name, state, f"{left}/{mount.guns} {mount.arc}")


def _conditions(ship: AandaShip) -> Iterator[Condition]:
    if ship.hull_gone:
        yield Condition("HULL", f"no hull boxes left{': stopped and silent' if ship.wrecked else ''}", "grave")
    if ship.turned_away:
        yield Condition("TA", "its squadron turns away", "grave")
    for fact, (letter, one, more) in LETTERS.items():
        number = ship.count(fact)
        if number:
            yield Condition(f"{letter}{number if number > 1 else ''}", f"{number} {more}" if number > 1 else one, "grave")
    yield from (condition for fact, condition in SINGLE.items() if ship.has(fact))
