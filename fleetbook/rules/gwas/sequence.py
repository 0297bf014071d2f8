"""The game turn and, inside it, tactical combat in rounds of impulses."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Listed
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.gwas.due import still_due
from fleetbook.rules.gwas.ground.combat_state import both_fight, is_fire
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.phases import (
    AFTER_COMBAT,
    BEFORE_CONTACT,
    DEPLOYMENT,
    FIRST_MOVES,
    INITIATIVE,
    MOVES,
    ROUND_END,
    TACTICAL,
)
from fleetbook.rules.gwas.ground.rounds import combat_ends, fire_begins, fire_ends, next_round
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.air import GaleInTheAir, gale_is_due
from fleetbook.rules.gwas.strategic.sea import CheckFoundering, rough
from fleetbook.rules.gwas.strategic.supply import CheckFuel
from fleetbook.rules.gwas.strategic.weather import CheckWeather
from fleetbook.rules.gwas.tactical.begin_combat import RollInitiative

SETTLED: tuple[tuple[type[Order[GwasShip]], Callable[[GwasBattle], bool]], ...] = (
    (CheckWeather, lambda battle: True),
    (CheckFuel, lambda battle: True),
    (CheckFoundering, rough),
    (GaleInTheAir, gale_is_due),
)
"""What a strategic step does by itself when it is left, and when there is anything to do."""


class GwasSequence(TurnSequence[GwasShip]):
    """Strategic steps before contact, tactical combat where it is ordered, and the steps after it."""

    def __init__(
        self,
        before: Listed[Phase] = BEFORE_CONTACT,
        tactical: Listed[Phase] = TACTICAL,
        after: Listed[Phase] = AFTER_COMBAT,
    ) -> None:
        super().__init__((*before, *tactical, *after))
        self.before, self.tactical, self.after = tuple(before), tuple(tactical), tuple(after)

    @property
    def strategic(self) -> tuple[Phase, ...]:
        """The steps of a game turn without combat."""
        return (*self.before, *self.after)

    def coming(self, battle: Battle[Any]) -> Phase:
        """Combat comes by order only; after a round's end comes another round, which needs no setting up."""
        now = self.now(battle)
        if now is self.before[-1]:
            return self.after[0]
        if now is self.tactical[-1]:
            return self.tactical[0] if both_fight(battle) else self.before[-1]
        following = self.following(now)
        again = following.id == DEPLOYMENT and GwasFacts(battle).round > 1
        return self.following(following) if again else following

    def acting(self, battle: Battle[Any]) -> str:
        """In the movement steps of combat the side with the initiative or the other; otherwise both act."""
        first = GwasFacts(battle).initiative
        if not first or battle.phase not in MOVES:
            return ""
        return first if battle.phase in FIRST_MOVES else battle.other_side(first)

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The phase's title with the side that acts in it, and which ships may move."""
        if phase.id not in MOVES:
            return phase.title
        first = GwasFacts(battle).initiative
        who = {True: first or "the side with initiative", False: battle.other_side(first) if first else "the other side"}
        return _moves(who[phase.id in FIRST_MOVES], phase, battle)

    def present(self, battle: Battle[Any]) -> str:
        """The present step in words, with the side that acts in capitals, and in combat the round."""
        now, number = self.now(battle), GwasFacts(battle).round
        words = _moves(battle.acting.upper(), now, battle) if battle.acting else self.title(now, battle)
        return f"{words}, round {number}" if number else words

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """What both sides owe in the present step and nobody has ordered."""
        return tuple(still_due(battle))

    def leave(self, phase: Phase, battle: GwasBattle) -> Effects:
        """What both sides owe is done now where the referee has not ordered it; fire of a step is over."""
        for order, is_due in SETTLED:
            if phase.id in order.phases and not GwasFacts(battle).settled[order.id] and is_due(battle):
                yield from run(order())
        if phase.id == INITIATIVE and not GwasFacts(battle).initiative:
            yield from run(RollInitiative())
        if phase.id == ROUND_END:
            yield from next_round(battle) if both_fight(battle) else combat_ends(battle)
        if is_fire(phase.id):
            yield from fire_ends(battle)

    def enter(self, phase: Phase, battle: GwasBattle) -> Effects:
        """Fire of a step goes by the boxes with which it begins."""
        if is_fire(phase.id):
            yield from fire_begins(battle)


def _moves(who: str, phase: Phase, battle: Battle[Any]) -> str:
    """Who moves in a movement step, and which ships."""
    return f"{who} moves {battle.tables.table('impulses').text(phase.id, 'speeds')}"
