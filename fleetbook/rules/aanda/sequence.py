"""The sequence of play (2.2): six phases. In three of them squadrons of the two sides act in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.turn_sequence import OfItself, Phase, TurnSequence
from fleetbook.rules.aanda.damage import causes
from fleetbook.rules.aanda.initiative import Initiative
from fleetbook.rules.aanda.movement import SquadronDone
from fleetbook.rules.aanda.ongoing import OngoingDamage, Repairs, mendable, suffered
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip
from fleetbook.rules.aanda.squadrons import (
    ALTERNATING,
    FIRING,
    MOVEMENT,
    SPOTTING,
    acting_side,
    begins,
    nobody_acts,
    not_begun,
    ships_of,
    waiting_now,
)
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import does, listed
from fleetbook.rules.kit.sides import afloat

PHASES = (
    Phase("ongoing", "1", "ongoing damage"),
    Phase("initiative", "2", "initiative"),
    Phase("movement", "3", "movement"),
    Phase("repairs", "4", "repairs"),
    Phase("spotting", "5", "spotting"),
    Phase("firing", "6", "firing"),
)
BEGUN = {MOVEMENT: "begun to move", SPOTTING: "spotted", FIRING: "fired"}
"""Words for the action that a squadron has begun, by phase."""


class GameSequence(TurnSequence[AandaShip]):
    """The six phases of a turn, as the sheet gives them."""

    def __init__(self) -> None:
        super().__init__(PHASES)

    def acting(self, battle: Battle[Any]) -> str:
        """The side whose squadron is next, if the sides act in turn in this phase. Otherwise empty."""
        return acting_side(battle) if battle.phase in ALTERNATING else ""

    def present(self, battle: Battle[Any]) -> str:
        """The current phase in words. If the sides act in turn, it also names the squadron that acts or may act next."""
        words = super().present(battle)
        if battle.phase not in ALTERNATING:
            return words
        names = waiting_now(battle)
        active = AandaFacts(battle).active_squadron
        if not (active or names):
            return f"{self.now(battle).title}: both sides are done"
        if active and battle.phase == FIRING and all(ship.attacked or ship.silent for ship in ships_of(battle, active)):
            return f"{words}: {does(active, 'has', 'have')} fired"
        return f"{words}: {f'{active} acts' if active else f'{names[0]} next'}"

    def due(self, battle: Battle[Any]) -> tuple[str, ...]:
        """Reminders for this phase: squadrons that have not ended or begun their actions, and dice still to be thrown."""
        return tuple(_due(battle))

    def leave(self, phase: Phase, battle: AandaBattle) -> Effects:
        """When a phase ends, carry out damage, repairs or initiative if the referee has not ordered it."""
        facts = AandaFacts(battle)
        if phase.id == "ongoing" and not facts.ongoing_settled:
            yield from run(OngoingDamage())
        if phase.id == "repairs" and not facts.repair_settled:
            yield from run(Repairs())
        if phase.id == "initiative" and not facts.initiative_rolled:
            yield from run(Initiative(first=None, second=None))
        if phase.id in ALTERNATING:
            left = [name for side in battle.sides for name in not_begun(battle, side)]
            if left:
                yield from note(Says.passed_over(squadrons=left))
            yield from nobody_acts(battle)

    def enter(self, phase: Phase, battle: AandaBattle) -> Effects:
        """When the sides begin to act in turn in a phase, store the side that acts first."""
        if phase.id in ALTERNATING:
            yield from AandaFacts.acting.set(battle, begins(battle))


def _due(battle: AandaBattle) -> Iterator[str]:
    facts = AandaFacts(battle)
    if battle.phase in ALTERNATING:
        if active := facts.active_squadron:
            did, ends = BEGUN[battle.phase], f"{{{SquadronDone.id}}} ends"
            yield f"{does(active, f'has {did} and is not done: {ends} its', f'have {did} and are not done: {ends} their')} turn."
        for side in battle.sides:
            if left := not_begun(battle, side):
                yield f"{side}: {listed(left)} {'has' if len(left) == 1 else 'have'} not acted."
    elif battle.phase == "ongoing" and not facts.ongoing_settled:
        burning = [ship for ship in afloat(battle) if suffered(battle, ship)]
        testing = [ship for ship in afloat(battle) if causes(battle, ship)]
        if burning:
            yield OfItself(f"{listed(map(str, burning))}: dice for fire and flood are thrown.")
        if testing:
            yield OfItself(f"{listed(map(str, testing))}: dice for sinking are thrown.")
    elif battle.phase == "repairs" and not facts.repair_settled and any(mendable(ship) for ship in afloat(battle)):
        ships = [ship for ship in afloat(battle) if mendable(ship)]
        yield OfItself(f"{listed(map(str, ships))}: dice for repairs are thrown, {battle.figure('repair, score')} needed.")
    elif battle.phase == "initiative" and not facts.initiative_rolled:
        yield OfItself("Dice for initiative are thrown.")
