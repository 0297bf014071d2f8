"""The order of play (C2): eight steps, and what is due when each is left or entered."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, clear, note, run
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.rules.coastal.damage import DAMAGE_STEPS, WorkOutDamage, damaged_ships, sink
from fleetbook.rules.coastal.repairs import REPAIR_STEPS, Repair, to_repair
from fleetbook.rules.coastal.ship import CoastalBattle, CoastalShip, acting_ships, afloat
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS, run_on

PHASES = (
    Phase("repair-1", "1", "repairs", 0),
    Phase("move-1", "2", "launches, moves", 0),
    Phase("fire-1", "3", "observes, fires", 1),
    Phase("damage-1", "4", "works out damage", 0),
    Phase("repair-2", "5", "repairs", 1),
    Phase("move-2", "6", "launches, moves", 1),
    Phase("fire-2", "7", "observes, fires", 0),
    Phase("damage-2", "8", "works out damage", 1),
)


class OrderOfPlay(TurnSequence[CoastalShip]):
    """The sheet's eight steps."""

    def __init__(self) -> None:
        super().__init__(PHASES)

    def leave(self, phase: Phase, battle: CoastalBattle) -> Effects:
        """Repairs and damage that the referee has not ordered are diced for now."""
        if phase.id in REPAIR_STEPS:
            due = to_repair(battle, {})
            yield from run(*(Repair(ship=ship.name) for ship in due))
            if not due and not any(ship.this_turn("repaired") for ship in acting_ships(battle, {})):
                yield from note("nothing to repair", "C7")
        elif phase.id in DAMAGE_STEPS:
            hit = damaged_ships(battle, {})
            yield from run(*(WorkOutDamage(ship=ship.name) for ship in hit))
            if not hit and not any(ship.this_turn("damage done") for ship in battle.ships(battle.acting)):
                yield from note("no damage to work out", "C2")

    def enter(self, phase: Phase, battle: CoastalBattle) -> Effects:
        """When a side begins to move, its torpedoes run on and its last turns and smoke are over."""
        if phase.id in MOVING_STEPS:
            yield from run_on(battle, battle.acting)
            for ship in acting_ships(battle, {}):
                yield from clear(ship, "turning")
                yield from clear(ship, "smoke")

    def end_turn(self, battle: CoastalBattle) -> Effects:
        """Ships whose time has come go down (C8)."""
        for ship in afloat(battle):
            if 0 < ship.count("sinks on") <= battle.turn:
                yield from sink(battle, ship, "torpedo damage")
