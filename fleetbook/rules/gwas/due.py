"""What a step still owes: orders to plot, moves as plotted, searches, ships to set up, emergency repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fleetbook.rules.gwas.ground.combat_state import impulse
from fleetbook.rules.gwas.ground.fleets import CARRIED_OUT, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT, LAST, PLOTTING, TORPEDO
from fleetbook.rules.gwas.ground.ship import HEX, GwasBattle, afloat, fighting
from fleetbook.rules.gwas.strategic.contact import search_targets
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.plotting import MOVE
from fleetbook.rules.gwas.strategic.weather import TRIED


def _to_plot(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        first, last = hooks(battle).plots_from(battle, own), hooks(battle).plots_to(battle, own) if own.mission else None
        if first is not None and last is not None and not own.order(first):
            yield f"{own}: orders for turn {first}"


def _to_move(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        order, done = own.order(battle.turn), own.fact(CARRIED_OUT, str(battle.turn))
        if own.mission and order and not done:
            way = next(iter(ways(battle, own)), ())
            yield f"{own}: {MOVE} {' '.join(way)}" if way else f"{own}: {order}"


def _to_search(battle: GwasBattle) -> Iterator[str]:
    for own in fleets(battle):
        for other in search_targets(battle, {"fleet": own.name}):
            yield f"{own}: search for {other}"


def _to_set_up(battle: GwasBattle) -> Iterator[str]:
    for side in battle.sides:
        waiting = [ship.name for ship in fighting(battle, side) if not ship.word(HEX)]
        if waiting:
            yield f"{side} sets up {', '.join(waiting)}"


def _to_repair(battle: GwasBattle) -> Iterator[str]:
    within = fighting(battle) if battle.phase in TORPEDO else [ship for ship in afloat(battle) if not ship.in_combat]
    for ship in within:
        if ship.crippled and ship.fact(TRIED) != impulse(battle):
            yield f"{ship}: emergency repairs"


DUE: dict[str, Callable[[GwasBattle], Iterator[str]]] = {
    PLOTTING: _to_plot,
    "movement": _to_move,
    "contact": _to_search,
    DEPLOYMENT: _to_set_up,
    LAST: _to_repair,
    **dict.fromkeys(TORPEDO, _to_repair),
}


def still_due(battle: GwasBattle) -> Iterator[str]:
    """The lines of the present step, for the referee."""
    yield from DUE[battle.phase](battle) if battle.phase in DUE else ()
