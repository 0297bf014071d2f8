"""What a step still owes: orders to plot, moves as plotted, searches, ships to set up, emergency repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from fleetbook.core.errors import NotYetKnown, Refused
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import enemy_fleets, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, DEPLOYMENT, LAST, PLOTTING, TORPEDOES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.contact import Search
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.plotting import MOVE
from fleetbook.rules.gwas.strategic.sea import EmergencyRepair
from fleetbook.rules.gwas.tactical.begin_combat import not_set_up


def _may(battle: GwasBattle, kind: type[Order[GwasShip]], **known: Any) -> bool:
    """Whether nothing is against an order with these inputs."""
    try:
        with suppress(NotYetKnown):
            kind.partial(known).check(battle)
    except Refused:
        return False
    return True


def _to_plot(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        first, last = hooks(battle).plots_from(battle, own), hooks(battle).plots_to(battle, own) if own.mission else None
        if first is not None and last is not None and not own.orders[first]:
            yield f"{own}: orders for turn {first}"


def _to_move(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        if own.mission and own.order and not own.carried_out[battle.turn]:
            way = next(iter(ways(battle, own)), ())
            yield f"{own}: {MOVE} {' '.join(way)}" if way else f"{own}: {own.order}"


def _to_search(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        for other in enemy_fleets(battle, own):
            if _may(battle, Search, fleet=own.name, other=other.name):
                yield f"{own}: search for {other}"


def _to_set_up(battle: GwasBattle) -> Iterator[str]:
    for side in battle.sides:
        waiting = [ship.name for ship in not_set_up(battle, side)]
        if waiting:
            yield f"{side} sets up {', '.join(waiting)}"


def _to_repair(battle: GwasBattle) -> Iterator[str]:
    for ship in battle.ships():
        if ship.in_combat == (battle.phase in TORPEDOES) and _may(battle, EmergencyRepair, ship=ship.name):
            yield f"{ship}: emergency repairs"


DUE: dict[str, Callable[[GwasBattle], Iterator[str]]] = {
    PLOTTING: _to_plot,
    "movement": _to_move,
    CONTACT: _to_search,
    DEPLOYMENT: _to_set_up,
    LAST: _to_repair,
    **dict.fromkeys(TORPEDOES, _to_repair),
}


def still_due(battle: GwasBattle) -> Iterator[str]:
    """The lines of the present step, for the referee."""
    yield from DUE[battle.phase](battle) if battle.phase in DUE else ()
