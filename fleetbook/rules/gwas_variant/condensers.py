"""Condenser Problems: a ship loses speed and goes home, by itself where it has company."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, add, set_fact
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.ship import FLEET, SPEED_LOST, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.organising import divided_off
from fleetbook.rules.gwas.strategic.plotting import abort

HOMEWARD = "returns to port"


def breaks_down(battle: GwasBattle, ship: GwasShip) -> Effects:
    """The ship is slower, but not below the slowest class, and must return to port at once."""
    ladder = battle.tables.table("speeds").rows.labels
    lost = battle.tables.table("strategic_figures").whole("Condenser Problems, speed lost", "value")
    slowest = battle.tables.table("strategic_words").text("Condenser Problems, slowest class", "figure")
    can = max(ladder.index(ship.speed_out_of_port) - ladder.index(slowest), 0)
    if min(lost, can):
        yield from add(ship, SPEED_LOST, min(lost, can), text=f"{ship} has condenser problems: one rung slower")
    yield from set_fact(ship, HOMEWARD, True, text=f"{ship} must return to port")
    if battle.reading("homeward_alone"):
        yield from _goes_home(battle, ship)


def _goes_home(battle: GwasBattle, ship: GwasShip) -> Effects:
    """Its fleet aborts where it is alone; otherwise it is a fleet of its own that does."""
    own = fleet_of(battle, ship)
    if len(own.ships) > 1:
        name = f"{ship} homeward"
        yield from divided_off(own, name)
        yield from set_fact(ship, FLEET, name, text=f"{ship} leaves {own}")
    yield from abort(battle, fleet_of(battle, ship))
