"""The game sequence (2.2): six phases, three of them alternating by squadrons."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.effects import Effects, clear, note, run, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.aanda.initiative import Initiative
from fleetbook.rules.aanda.ongoing import OngoingDamage, Repairs, is_settled
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import ACTING, ACTIVE, ALTERNATING, acting_side, begins, nobody_acts, waiting, waiting_now

PHASES = (
    Phase("ongoing", "1", "ongoing damage"),
    Phase("initiative", "2", "initiative"),
    Phase("movement", "3", "movement"),
    Phase("repairs", "4", "repairs"),
    Phase("spotting", "5", "spotting"),
    Phase("firing", "6", "firing"),
)


class GameSequence(TurnSequence[AandaShip]):
    """The sheet's six phases."""

    def __init__(self) -> None:
        super().__init__(PHASES)

    def acting(self, battle: Battle[Any]) -> str:
        """In the alternating phases the side whose squadron is next; otherwise both act."""
        return acting_side(battle) if battle.phase in ALTERNATING else ""

    def present(self, battle: Battle[Any]) -> str:
        """The present step, and where squadrons alternate the one that acts, or the one that may be next."""
        words = super().present(battle)
        if battle.phase not in ALTERNATING:
            return words
        names = waiting_now(battle, {})
        told = f"{names[0]} acts" if battle.word(ACTIVE) else f"{names[0]} next" if names else "all done"
        return f"{words}: {told}"

    def leave(self, phase: Phase, battle: AandaBattle) -> Effects:
        """What both sides do at once is done now where the referee has not ordered it."""
        once: dict[str, Order[AandaShip]] = {"ongoing": OngoingDamage(), "repairs": Repairs()}
        if phase.id in once and not is_settled(battle, once[phase.id].id):
            yield from run(once[phase.id])
        if phase.id == "initiative" and battle.fact(Key("", "initiative rolled")) != battle.turn:
            yield from run(Initiative())
        if phase.id in ALTERNATING:
            left = [name for side in battle.sides for name in waiting(battle, side)]
            if left:
                yield from note(f"passed over: {', '.join(left)}")
            yield from nobody_acts()

    def enter(self, phase: Phase, battle: AandaBattle) -> Effects:
        """Splash markers go at Initiative; an alternating phase begins with the side that has the right to."""
        if phase.id == "initiative":
            for ship in battle.ships():
                yield from clear(ship, "splash")
        if phase.id in ALTERNATING:
            yield from set_fact("", ACTING, begins(battle))
