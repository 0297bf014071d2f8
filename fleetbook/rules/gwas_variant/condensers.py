"""Condenser Problems: a ship loses speed and goes home, by itself where it has company."""

from __future__ import annotations

from itertools import count

from fleetbook.core.orders.effects import Effects
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_of, fleets_ever
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.organising import divided_off
from fleetbook.rules.gwas.strategic.plotting import abort
from fleetbook.rules.gwas.weapons.damage import cast_off
from fleetbook.rules.gwas_variant.state import VariantShip
from fleetbook.rules.gwas_variant.words import Says


def breaks_down(battle: GwasBattle, ship: GwasShip) -> Effects:
    """The ship is slower, but not below the slowest class, and must return to port at once."""
    ladder = battle.tables.table("speeds").rows.labels
    slowest = battle.printed("Condenser Problems, slowest class")
    can = max(ladder.index(ship.speed_out_of_port) - ladder.index(slowest), 0)
    lost = min(battle.figure("Condenser Problems, speed lost"), can)
    if lost:
        yield from GwasShip.speed_lost.add(ship, lost, said=Says.condenser_problems)
    yield from VariantShip.homeward.set(ship, said=Says.must_return)
    if battle.reading("homeward_alone"):
        yield from _goes_home(battle, ship)


def _free_name(own: Fleet) -> str:
    """A name for what leaves a fleet to go home, from which the enemy, who may see it on the map, learns of no ship."""
    taken = {each.name for each in fleets_ever(own.battle)}
    names = (f"{own} homeward{f' {number}' if number > 1 else ''}" for number in count(1))
    return next(name for name in names if name not in taken)


def _goes_home(battle: GwasBattle, ship: GwasShip) -> Effects:
    """Its fleet aborts where it is alone; otherwise it is a fleet of its own that does."""
    own = fleet_of(battle, ship)
    if len(own.ships) > 1:
        name = _free_name(own)
        yield from divided_off(own, name)
        yield from cast_off(ship)
        yield from GwasShip.joined.set(ship, name, said=Says.leaves_own_fleet(fleet=own))
    yield from abort(battle, fleet_of(battle, ship))
