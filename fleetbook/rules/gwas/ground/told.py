"""Words that results of the player aid share: ships by name, what a fleet did, fuel."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GRAVE, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.gwas.ground.facts import owner
from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.kit.said import listed


def fleet_now(happened: Happened[GwasShip], name: str) -> Fleet:
    """A fleet after an order, with ships or without any more."""
    return Fleet(happened.after, name, owner(happened.after, name))


def named(ships: list[GwasShip]) -> str:
    """Ships by their names: ``A, B and C``."""
    return listed(ship.name for ship in ships)


def done(words: str, own: Fleet | None = None, *, means: str = "", head: str = "done", kind: str = DONE) -> Result:
    """What a fleet did, which its own side alone may read; without a fleet both sides."""
    return Result(kind=kind, head=head, words=words, means=means, side=own.side if own else "", only_for=own.side if own else "")


def fuel_used(happened: Happened[GwasShip]) -> Iterator[Result]:
    """Ships that ran out of fuel, and for each side how many of its ships marked off a box."""
    for ship in happened.after.ships():
        if ship.out_of_fuel and not happened.before.ship(ship.name).out_of_fuel:
            words, means = f"{ship} IS OUT OF FUEL.", "Speed 0 until she fuels."
            yield Result(kind=GRAVE, head="out of fuel", words=words, means=means, subject=ship.name, side=ship.side)
    for side in happened.before.sides:
        used = [ship for ship in happened.after.ships(side) if ship.fuel < happened.before.ship(ship.name).fuel]
        due = f"{named(used)} {'marks' if len(used) == 1 else 'mark'} off fuel" if used else "no fuel box is due"
        yield Result(kind=DONE, head="fuel", words=f"{side}: {due}.", side=side, only_for=side)
