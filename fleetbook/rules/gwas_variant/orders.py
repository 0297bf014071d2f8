"""The player aid's orders as the variant has them: fleets held up, seen in the straits, not pursued."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.rules.gwas.ground.fleets import ORDER, fleet
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas.strategic.contact import Pursue, pursued
from fleetbook.rules.gwas.strategic.movement import MoveFleet
from fleetbook.rules.gwas_variant.ending import NO_PURSUIT
from fleetbook.rules.gwas_variant.strategic_events import HELD
from fleetbook.rules.gwas_variant.strategic_rules.escorts import APART, PURSUE
from fleetbook.rules.gwas_variant.strategic_rules.raiders import enters_straits


class VariantMove(MoveFleet):
    """A fleet moves through the zones that it has plotted, unless it sees danger ahead."""

    def check(self, battle: GwasBattle) -> None:
        held = fleet(battle, self.fleet).fact(HELD) == battle.turn
        require(not held, f"{self.fleet} sees danger ahead and does not move this turn", "Danger Ahead")
        super().check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from super().resolve(battle)
        yield from enters_straits(battle, fleet(battle, self.fleet), self.zones.split())


class VariantPursue(Pursue):
    """A fleet pursues another that it was in contact with last turn, unless that one stood and was not closed with (7)."""

    def check(self, battle: GwasBattle) -> None:
        stood = fleet(battle, self.other).fact(NO_PURSUIT) == battle.turn - 1
        require(not stood, f"nobody closed with {self.other} when it stood: there is no pursuit", "tactical 7")
        super().check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from super().resolve(battle)
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        if own.fact(APART) and pursued(own, other):
            yield from set_fact(own, ORDER, PURSUE, battle.turn + 1)
