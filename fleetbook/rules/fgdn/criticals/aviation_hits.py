"""Critical hits on ships that carry aircraft (8.3): planes, aviation ordnance and fuel, the flight deck."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, Effects, add, note, roll, roll_on, run, tally
from fleetbook.rules.fgdn.criticals.critical_context import Blow, HitEffect, burn, casualty
from fleetbook.rules.fgdn.criticals.submarine_hits import critical_dice, critical_figure
from fleetbook.rules.fgdn.fire_flooding.casualties import ARMED
from fleetbook.rules.fgdn.fire_flooding.severity import FIRE
from fleetbook.rules.fgdn.ground.explosions import MagazineExplodes
from fleetbook.rules.fgdn.ground.pending_hits import Hit, follow
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, option

STOWED_AT_RISK = ("forward", "aft")


def planes_left(ship: FgdnShip) -> int:
    """Aircraft that the ship still carries."""
    return ship.card.aircraft - ship.count("aircraft lost")


def aircraft(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """A plane is destroyed and may burn; where the options say so, it may explode and take others with it."""
    if planes_left(ship) <= 0:
        yield from note(f"{ship} has no aircraft to lose", "8.3")
        return
    yield from add(ship, "aircraft lost", 1, text=f"{ship} loses an aircraft")
    yield from tally("aircraft lost", 1, ship)
    armed = option(battle, "armed_aircraft") and ship.has("aircraft armed")
    severity = yield from casualty(battle, ship, blow, FIRE, ARMED if armed else "aircraft").begin(battle)
    if severity.explodes:
        yield from _ordnance_explodes(battle, ship)
    if option(battle, "parked_aircraft") and ship.has("aircraft parked") and (severity.percent or severity.explodes):
        what = "parked aircraft: per cent by an explosion" if severity.explodes else "parked aircraft: per cent by fire"
        yield from _others(battle, ship, blow, critical_figure(battle, what))


def _ordnance_explodes(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Two thirds of the ordnance's damage; it does not pierce an armoured ship."""
    table = battle.tables.table("ordnance_explosion")
    points = ship.card.ordnance * table.whole("ordnance", "times") // table.whole("ordnance", "divided by")
    yield from note(f"the ordnance of a plane on {ship} explodes", "8.3")
    yield from follow(ship, Hit("explosion", points, penetrated=not ship.card.armoured, cause="aircraft ordnance"))


def _others(battle: FgdnBattle, ship: FgdnShip, blow: Blow, percent: int) -> Effects:
    """Planes parked close by are hit in their turn."""
    for number in range(min(critical_figure(battle, "parked aircraft: near by"), planes_left(ship))):
        if (yield from chance(f"plane {number + 1} parked near by is hit, {percent} %", percent, "8.3")):
            yield from add(ship, "aircraft lost", 1, text=f"{ship} loses an aircraft parked near by")
            yield from burn(battle, ship, blow, "aircraft")


def ammunition_or_fuel(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """The aviation magazine may detonate and destroy the ship; the fuel burns and is hard to put out."""
    if ship.has("aviation stores purged"):
        yield from note(f"{ship}'s aviation stores are flooded", "8.3")
        return
    if (yield from roll_on(battle.tables.table("aviation_stores"), label=f"{ship}'s aviation stores")) == "fuel":
        yield from burn(battle, ship, blow, "aviation fuel")
    elif ship.has("magazines flooded"):
        yield from note(f"{ship}'s magazines are flooded", "8.2")
    elif (yield from roll_on(battle.tables.table("magazine"), label="aviation magazine")) == "explodes":
        yield from run(MagazineExplodes(ship=ship.name))


def flight_deck(battle: FgdnBattle, ship: FgdnShip, blow: Blow) -> Effects:
    """Forward no launching, aft no landing; planes stowed there or in the hangar may be hit."""
    where = str((yield from roll_on(battle.tables.table("flight_deck"), label=f"{ship}'s flight deck")))
    yield from add(ship, "flight deck", 1, where, text=f"{ship}'s flight deck is hit {where}")
    if where in STOWED_AT_RISK and ship.word("aircraft stowed") == where:
        yield from _planes_hit(battle, ship, blow, (yield from _number(battle, ship)))
    if ship.card.armoured_deck and not blow.penetrated:
        return
    if (yield from roll_on(battle.tables.table("hangar"), label=f"{ship}'s hangar")) == "aircraft hit":
        yield from _planes_hit(battle, ship, blow, (yield from _number(battle, ship)))


def _number(battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, int]:
    return (yield from roll(f"{ship}: aircraft hit", critical_dice(battle, "aircraft on the deck"), section="8.3"))


def _planes_hit(battle: FgdnBattle, ship: FgdnShip, blow: Blow, number: int) -> Effects:
    for _ in range(min(number, planes_left(ship))):
        yield from aircraft(battle, ship, blow)


def may_launch(ship: FgdnShip) -> bool:
    """Whether planes can take off: deck forward whole, no fire Major or worse, not three quarters lost (8.1.10, 8.2, 8.3)."""
    return _flies(ship) and not ship.count("flight deck", "forward")


def may_land(ship: FgdnShip) -> bool:
    """Whether planes can land."""
    return _flies(ship) and not ship.count("flight deck", "aft")


def _flies(ship: FgdnShip) -> bool:
    return ship.fit and not (ship.batteries_out or ship.has("no flying") or ship.fire_level not in ("none", "Minor"))


EFFECTS: dict[str, HitEffect] = {
    "Aircraft": aircraft,
    "Ammo/Fuel": ammunition_or_fuel,
    "Flight Deck": flight_deck,
}
"""The effect of each critical hit by its name in the table."""
