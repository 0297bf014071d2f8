"""The game turn and, inside it, tactical combat in rounds of impulses."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Listed
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.gwas.due import still_due
from fleetbook.rules.gwas.ground.combat_state import both_fight, holder, is_fire, is_settled, round_number
from fleetbook.rules.gwas.ground.hooks import order
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
from fleetbook.rules.gwas.strategic.air import gale_is_due
from fleetbook.rules.gwas.strategic.weather import rough


def _always(battle: GwasBattle) -> bool:
    return True


DUE: dict[str, tuple[str, Callable[[GwasBattle], bool]]] = {
    "weather": ("weather", _always),
    "fuel": ("fuel", _always),
    "foundering": ("foundering", rough),
    "aircraft": ("gale-in-the-air", gale_is_due),
}
"""What a strategic step does by itself when it is left: its phase, the procedure, and when there is anything to do."""


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
        return self.following(following) if following.id == DEPLOYMENT and round_number(battle) > 1 else following

    def acting(self, battle: Battle[Any]) -> str:
        """In the movement steps of combat the side with the initiative or the other; otherwise both act."""
        first = holder(battle)
        if not first or battle.phase not in MOVES:
            return ""
        return first if battle.phase in FIRST_MOVES else battle.other_side(first)

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        """The phase's title with the side that acts in it, and which ships may move."""
        if phase.id not in MOVES:
            return phase.title
        first = holder(battle)
        who = {True: first or "the side with initiative", False: battle.other_side(first) if first else "the other side"}
        return f"{who[phase.id in FIRST_MOVES]} moves {battle.tables.table('impulses').text(phase.id, 'speeds')}"

    def present(self, battle: Battle[Any]) -> str:
        """The present step in words, with the side that acts in capitals, and in combat the round."""
        phase = self.now(battle)
        words = self.title(phase, battle)
        if battle.acting:
            words = words.replace(battle.acting, battle.acting.upper(), 1)
        return f"{words}, round {round_number(battle)}" if round_number(battle) else words

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """What both sides owe in the present step and nobody has ordered."""
        return tuple(still_due(battle))

    def leave(self, phase: Phase, battle: GwasBattle) -> Effects:
        """What both sides owe is done now where the referee has not ordered it; fire of a step is over."""
        name, is_due = DUE.get(phase.id, ("", _always))
        if name and not is_settled(battle, name) and is_due(battle):
            yield from run(order(battle, name))
        if phase.id == INITIATIVE and not holder(battle):
            yield from run(order(battle, "initiative"))
        if phase.id == ROUND_END:
            yield from next_round(battle) if both_fight(battle) else combat_ends(battle)
        if is_fire(phase.id):
            yield from fire_ends(battle)

    def enter(self, phase: Phase, battle: GwasBattle) -> Effects:
        """Fire of a step goes by the boxes with which it begins."""
        if is_fire(phase.id):
            yield from fire_begins(battle)
