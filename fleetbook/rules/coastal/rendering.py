"""A coastal ship drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.ship import BOXED, BRIDGE, ENGINES, HULL, CoastalShip, label

LABELS = {HULL: "hull", BRIDGE: "bridge", ENGINES: "eng"}


def ship_card(ship: CoastalShip) -> CardView:
    """The card as it stands."""
    return CardView(
        name=ship.name,
        kind=ship.card.kind,
        side=ship.side,
        motion=_motion(ship),
        tracks=tuple(Track(name, LABELS[name], ship.left(name), ship.full(name)) for name in LABELS),
        systems=tuple(_system(ship, system) for system in ship.card.systems if system.kind not in BOXED),
        supplies=tuple(_supplies(ship)),
        conditions=tuple(_conditions(ship)),
        fate=ship.fate,
        squadron=ship.squadron,
        source=ship.card.source,
    )


def _motion(ship: CoastalShip) -> str:
    return f"{ship.speed} cm" if ship.speed else "stopped"


def _system(ship: CoastalShip, system: SystemEntry) -> System:
    detail = system.arc if system.kind in ("mount", "torpedoes") else ""
    return System(label(system), ship.state(system), detail)


def _supplies(ship: CoastalShip) -> Iterator[Track]:
    for system in ship.card.systems:
        if system.kind == "torpedoes":
            name = label(system)
            yield Track(name, "torp", ship.count("torpedoes", name), system.torpedoes)


def _conditions(ship: CoastalShip) -> Iterator[Condition]:
    if ship.out_of_fight:
        yield Condition("OUT", "no hull boxes left: out of the fight", "grave")
    if ship.has("disabled"):
        yield Condition("DIS", "disabled: no move, no shooting", "grave")
    if ship.has("sinks on"):
        turn = ship.count("sinks on")
        yield Condition(f"SINKS T{turn}", f"sinks at the end of turn {turn}", "grave")
    if ship.held:
        hits = len(ship.held)
        yield Condition(f"HIT {hits}", f"{hits} hit{'s' if hits > 1 else ''} to work out", "grave")
    for fact, short, words in (("turning", "TURN", "turning"), ("smoke", "SMOKE", "making smoke")):
        if ship.has(fact):
            yield Condition(short, words)
    if ship.this_turn("lit"):
        yield Condition("LIT", "lit up this turn")
    if ship.card.cargo:
        yield Condition(ship.card.cargo[:4].upper(), f"carries {ship.card.cargo}")
