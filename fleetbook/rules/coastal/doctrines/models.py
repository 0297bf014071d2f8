"""The coastal ships and torpedoes on a plane."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fleetbook.core.doctrines.models import Models, Run
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Tape
from fleetbook.rules.coastal.facts import CoastalBattle, running
from fleetbook.rules.coastal.gunnery import Fire
from fleetbook.rules.coastal.moves import LeaveTable
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS, Launch, TorpedoMeets, TorpedoSpent
from fleetbook.rules.kit.sides import acting


class CoastalModels(Models[CoastalShip]):
    """The models of the coastal rules. A side's ships move at the end of its moving step, its torpedoes run at the beginning."""

    package = "fleetbook.rules.coastal.doctrines"

    def speed(self, battle: CoastalBattle, ship: CoastalShip) -> float:
        """The ship's speed in cm a turn."""
        return ship.speed

    def moving(self, battle: CoastalBattle) -> Iterable[CoastalShip]:
        """The ships of the side that moves."""
        return acting(battle) if battle.phase in MOVING_STEPS else ()

    def torpedoes(self, battle: CoastalBattle) -> Mapping[str, Run]:
        """The torpedoes in the water."""
        return {one.name: Run(one.fired_by, one.aim, one.run) for one in running(battle)}

    def run_a_move(self, battle: CoastalBattle) -> float:
        """The distance that a torpedo runs in each of its side's moves."""
        return battle.whole_reading("torpedo_run")

    def by_tape(self, battle: CoastalBattle, tape: Tape) -> Iterator[Proposed[CoastalShip]]:
        """The orders that follow from the places of the models: a torpedo meets a ship larger than a boat, and ships and
        torpedoes leave over the table's edge.
        """
        if battle.phase not in MOVING_STEPS:
            return
        left = tape.left()
        for torpedo in running(battle, battle.acting):
            for ship in tape.met(torpedo.name):
                if battle.ship(ship).afloat and not battle.ship(ship).is_boat:
                    yield Proposed(TorpedoMeets, {"torpedo": torpedo.name, "target": ship})
            if torpedo.name in left:
                yield Proposed(TorpedoSpent, {"torpedo": torpedo.name})
        for leaving in acting(battle):
            if leaving.name in left and leaving.max_speed:
                yield Proposed(LeaveTable, {"ship": leaving.name})

    def attacks(self) -> frozenset[str]:
        """The orders to fire and to launch torpedoes."""
        return frozenset((Fire.id, Launch.id))
