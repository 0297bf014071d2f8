"""The player aid's orders as the variant has them: fleets held up, seen in the straits, not pursued."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.rules.gwas.ground.fleets import ORDER, Fleet, fleet
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas.strategic.contact import Pursue, is_met, pursued
from fleetbook.rules.gwas.strategic.movement import MoveFleet, ways
from fleetbook.rules.gwas_variant.ending import NO_PURSUIT
from fleetbook.rules.gwas_variant.state import HELD
from fleetbook.rules.gwas_variant.strategic_rules.escorts import APART, ESCORT, PURSUE
from fleetbook.rules.gwas_variant.strategic_rules.raiders import enters_straits


def require_not_held(own: Fleet) -> None:
    """Raise Refused for a fleet that sees danger ahead this turn."""
    require(own.fact(HELD) != own.battle.turn, f"{own} sees danger ahead and does not move this turn", "Danger Ahead")


class VariantMove(MoveFleet):
    """A fleet moves through the zones that it has plotted, unless it sees danger ahead. One that has moved its first zone may go
    on after contact, unless it was met there and its stand did not hold (7).
    """

    phases = ("movement", "contact")

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require_not_held(own)
        require(
            not own.fact(APART) or own.order(battle.turn) != ESCORT, f"{own} has left the ships that it escorts", "strategic 8"
        )
        if battle.phase == "contact":
            require(own.route and ways(battle, own), f"{own} has no zone left of a move that it has begun", "tactical 7")
            stopped = is_met(own) and own.fact(NO_PURSUIT) != battle.turn
            require(not stopped, f"{own} was met in {own.zone} and goes no further", "tactical 7")
        super().check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from super().resolve(battle)
        yield from enters_straits(battle, fleet(battle, self.fleet), self.zones.split())


class VariantPursue(Pursue):
    """A fleet pursues another that it was in contact with last turn, unless that one stood and was not closed with (7)."""

    def check(self, battle: GwasBattle) -> None:
        require_not_held(fleet(battle, self.fleet))
        stood = fleet(battle, self.other).fact(NO_PURSUIT) == battle.turn - 1
        require(not stood, f"nobody closed with {self.other} when it stood: there is no pursuit", "tactical 7")
        super().check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from super().resolve(battle)
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        if own.fact(APART) and pursued(own, other):
            yield from set_fact(own, ORDER, PURSUE, battle.turn + 1)
