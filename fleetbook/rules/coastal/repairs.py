"""Repairs (C7): one die for each damaged system."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, restore_boxes, roll_at_least, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.facts import CoastalBattle
from fleetbook.rules.coastal.ship import CoastalShip, label, require_acting
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import REACHED, in_short, listed, repaired, sentence
from fleetbook.rules.kit.sides import own_ships

REPAIR_STEPS = ("repair-1", "repair-2")


def mendable(ship: CoastalShip) -> list[SystemEntry]:
    """The ship's systems that may be repaired."""
    return [system for system in ship.card.systems if ship.mendable(system)]


class Repair(Order[CoastalShip]):
    """Throw a die for each damaged system of a ship. Lost hull boxes and destroyed systems cannot be repaired."""

    id, title, key, section = "repair", "Repair", "r", "C7"
    says = "{ship} repairs"
    phases = REPAIR_STEPS
    ship: str = fields.ship("ship", own_ships)

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(ship)
        require(not ship.repaired, f"{ship} has already thrown its dice for repairs this turn")
        require(mendable(ship), f"{ship} has nothing to repair")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        die, needed = str(battle.reading("repair_die")), battle.whole_reading("repair_score")
        yield from CoastalShip.repaired.mark(ship)
        for system in mendable(ship):
            if (yield from roll_at_least(Says.repair(system=label(system)), die, needed, words=("not repaired", "repaired"))):
                yield from tally("repaired", 1, ship)
                if system.boxed:
                    yield from restore_boxes(ship.name, system.kind, 1, Says.repaired)
                    yield from CoastalShip.light_hits[system.kind].set(ship, ship.light_hits[system.kind] - 1)
                else:
                    yield from CoastalShip.states[label(system)].clear(ship, said=Says.system_repaired(system=label(system)))

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        tried = [(str(values["system"]), roll.result == REACHED) for roll, values in happened.throws(Says.repair)]
        mended, left = [name for name, done in tried if done], [name for name, done in tried if not done]
        means = sentence(f"{happened.rolls[0].row} needed, {happened.rolls[0].dice} each")
        parts = [f"{listed(mended)} REPAIRED"] * bool(mended) + [f"{listed(left)} NOT REPAIRED"] * bool(left)
        words = f"{self.ship}: {'; '.join(parts)}."
        kind, head = (GOOD, "repaired") if mended else (MISSED, "not repaired")
        state, how = repaired(mended, left), in_short(happened.rolls)
        yield Result(kind=kind, head=head, words=words, means=means, state=state, how=how, subject=self.ship)

    def sealed(self, battle: CoastalBattle, side: str) -> bool:
        """Whether the repairs are secret. They are secret from an enemy who has never seen the ship."""
        return not battle.ship(self.ship).is_known_to(side)

    def sealed_words(self, battle: CoastalBattle) -> str:
        return f"{self.ship} repairs"
