"""How tactical combat ends by the referee's order."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import in_combat
from fleetbook.rules.gwas.ground.phases import LAST
from fleetbook.rules.gwas.ground.rounds import combat_ends
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import fuel_used


class EndCombat(Order[GwasShip]):
    """Combat ends: one side has gone or is out of sight, or both break off. Fuel is checked."""

    id, title, key, section = "end-combat", "End combat", "X", "Tactical Combat Sequence of Play"
    says = "combat ends: {reason}"
    reason: str = fields.text("why", default="no enemies in sight")

    def check(self, battle: GwasBattle) -> None:
        require(in_combat(battle), "there is no combat")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from combat_ends(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from fuel_used(happened)
        step = happened.after.ruleset.sequence.phase(LAST).number
        means = f"Fleets that fought write new orders in step {step}."
        yield Result(kind=DONE, head="combat over", words=f"COMBAT IS OVER: {self.reason}.", means=means)
