"""The game turn, and tactical combat in rounds of impulses. It also tells which orders a step still needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Listed
from contextlib import suppress
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import NotYetKnown, Refused
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.gwas.ground import phases
from fleetbook.rules.gwas.ground.combat import both_fight, combat_ends, fire_begins, fire_ends, is_fire, next_round
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import MOVE, Fleet, enemy_fleets, fleets
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.air import GaleInTheAir, gale_is_due
from fleetbook.rules.gwas.strategic.contact import Search
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.rules.gwas.strategic.sea import CheckFoundering, CheckWeather, EmergencyRepair, rough
from fleetbook.rules.gwas.strategic.supply import CheckFuel
from fleetbook.rules.gwas.tactical import RollInitiative, not_set_up

SETTLED: tuple[tuple[type[Order[GwasShip]], Callable[[GwasBattle], bool]], ...] = (
    (CheckWeather, lambda battle: True),
    (CheckFuel, lambda battle: True),
    (CheckFoundering, rough),
    (GaleInTheAir, gale_is_due),
)
"""Orders that the program gives when a strategic step ends, each with a test for whether it is due."""


class GwasSequence(TurnSequence[GwasShip]):
    """The strategic steps up to contact, then tactical combat if ordered, then the last steps."""

    def __init__(
        self,
        before: Listed[Phase] = phases.BEFORE_CONTACT,
        tactical: Listed[Phase] = phases.TACTICAL,
        after: Listed[Phase] = phases.AFTER_COMBAT,
    ) -> None:
        super().__init__((*before, *tactical, *after))
        self.before, self.tactical, self.after = tuple(before), tuple(tactical), tuple(after)

    @property
    def strategic(self) -> tuple[Phase, ...]:
        """The steps of a game turn without combat."""
        return (*self.before, *self.after)

    def coming(self, battle: Battle[Any]) -> Phase:
        """The phase that comes next. Combat begins only by an order. After a round of combat comes another round, without setting
        up.
        """
        now = self.now(battle)
        if now is self.before[-1]:
            return self.after[0]
        if now is self.tactical[-1]:
            return self.tactical[0] if both_fight(battle) else self.before[-1]
        following = self.following(now)
        again = following.id == phases.DEPLOYMENT and GwasFacts(battle).round > 1
        return self.following(following) if again else following

    def acting(self, battle: Battle[Any]) -> str:
        """The side that moves in a movement step of combat. In any other step it is empty: both sides act."""
        first = GwasFacts(battle).initiative
        if not first or battle.phase not in phases.MOVES:
            return ""
        return first if battle.phase in phases.FIRST_MOVES else battle.other_side(first)

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The phase's title, with the side that acts in it and the speeds of the ships that may move."""
        if phase.id not in phases.MOVES:
            return phase.title
        first = GwasFacts(battle).initiative
        who = {True: first or "the side with initiative", False: battle.other_side(first) if first else "the other side"}
        return _moves(who[phase.id in phases.FIRST_MOVES], phase, battle)

    def present(self, battle: Battle[Any]) -> str:
        """The current step in words, with the acting side in capitals and, in combat, the round."""
        now, number = self.now(battle), GwasFacts(battle).round
        words = _moves(battle.acting.upper(), now, battle) if battle.acting else self.title(now, battle)
        return f"{words}, round {number}" if number else words

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """Reminders of the orders that either side must still give in this step."""
        return tuple(_still_due(battle))

    def leave(self, phase: Phase, battle: GwasBattle) -> Effects:
        """When a step ends, give the orders that are due and that the referee did not give. At the end of a fire step, ships sunk
        in it leave the combat. At the end of a round, the next one begins or the combat ends.
        """
        for order, is_due in SETTLED:
            if phase.id in order.phases and not GwasFacts(battle).settled[order.id] and is_due(battle):
                yield from run(order())
        if phase.id == phases.INITIATIVE and not GwasFacts(battle).initiative:
            yield from run(RollInitiative())
        if phase.id == phases.ROUND_END:
            yield from next_round(battle) if both_fight(battle) else combat_ends(battle)
        if is_fire(phase.id):
            yield from fire_ends(battle)

    def enter(self, phase: Phase, battle: GwasBattle) -> Effects:
        """When a fire step begins, record the boxes of each ship, because both sides fire at once."""
        if is_fire(phase.id):
            yield from fire_begins(battle)


def _moves(who: str, phase: Phase, battle: Battle[Any]) -> str:
    """Text for the side that moves in a movement step, and the speeds of its ships."""
    return f"{who} moves {battle.tables.table('impulses').text(phase.id, 'speeds')}"


def _still_due(battle: GwasBattle) -> Iterator[str]:
    """One reminder for each order that a fleet, a side or a ship must still give in this step."""
    if battle.phase in (phases.PLOTTING, "movement", phases.CONTACT):
        for own in fleets(battle):
            yield from _due_of_fleet(battle, own)
    elif battle.phase == phases.DEPLOYMENT:
        for side in battle.sides:
            waiting = [ship.name for ship in not_set_up(battle, side)]
            if waiting:
                yield f"{side} sets up {', '.join(waiting)}"
    elif battle.phase in (phases.LAST, *phases.TORPEDOES):
        for ship in battle.ships():
            if ship.in_combat == (battle.phase != phases.LAST) and _may(battle, EmergencyRepair, ship=ship.name):
                yield f"{ship}: emergency repairs"


def _due_of_fleet(battle: GwasBattle, own: Fleet) -> Iterator[str]:
    """Reminders for one fleet: orders to write, its plotted move, and searches."""
    if battle.phase == phases.PLOTTING:
        first, last = hooks(battle).plots_from(battle, own), hooks(battle).plots_to(battle, own) if own.mission else None
        if first is not None and last is not None and not own.orders[first]:
            yield f"{own}: orders for turn {first}"
    elif battle.phase == phases.CONTACT:
        for other in enemy_fleets(battle, own):
            if _may(battle, Search, fleet=own.name, other=other.name):
                yield f"{own}: search for {other}"
    elif own.mission and own.order and not own.carried_out[battle.turn]:
        way = next(iter(ways(battle, own)), ())
        yield f"{own}: {MOVE} {' '.join(way)}" if way else f"{own}: {own.order}"


def _may(battle: GwasBattle, kind: type[Order[GwasShip]], **known: Any) -> bool:
    """Whether an order with these inputs may be given now."""
    try:
        with suppress(NotYetKnown):
            kind.partial(known).check(battle)
    except Refused:
        return False
    return True
