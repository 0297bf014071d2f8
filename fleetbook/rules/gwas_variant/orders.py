"""The player aid's orders that the variant changes: moving, pursuing, laying mines and taking in fuel."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.gwas.ground.card import ESCORT
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet, fleet_now
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.contact import Pursue, is_met
from fleetbook.rules.gwas.strategic.mines import LayMines
from fleetbook.rules.gwas.strategic.movement import MoveFleet, ways
from fleetbook.rules.gwas.strategic.supply import TakeFuel
from fleetbook.rules.gwas_variant.state import DANGER_AHEAD, VariantFleet
from fleetbook.rules.gwas_variant.strategic_rules.plotting import pursues_next_turn
from fleetbook.rules.gwas_variant.strategic_rules.raiders import enters_straits, on_the_map
from fleetbook.rules.gwas_variant.tactical_rules.stand import aborted


def require_not_held(own: Fleet) -> None:
    """Raise Refused if the fleet may not move this turn because of the event Danger Ahead."""
    require(not VariantFleet.held.value(own), f"{own} sees danger ahead and does not move this turn", DANGER_AHEAD)


class VariantMove(MoveFleet):
    """Move a fleet through its plotted zones, unless the event Danger Ahead holds it. After contact it may finish a move that it
    has begun, unless an enemy met it and its stand did not hold (7).
    """

    phases = ("movement", CONTACT)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require_not_held(own)
        left = VariantFleet.apart.value(own) and own.order == ESCORT
        require(not left, f"{own} has left the ships that it escorts", "strategic 8")
        if battle.phase == CONTACT:
            require(own.route and ways(battle, own), f"{own} has no begun move with zones left to go", "tactical 7")
            stopped = is_met(own) and not VariantFleet.no_pursuit.value(own)
            require(not stopped, f"{own} was met in {own.zone} and goes no further", "tactical 7")
        super().check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from super().resolve(battle)
        yield from enters_straits(battle, own, self.zones.split())

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        if happened.changes(Fleet.spotted):
            yield on_the_map(self.fleet, fleet_now(happened, self.fleet).zone)
        yield from super().results(happened)


class VariantPursue(Pursue):
    """A fleet pursues a fleet that it was in contact with last turn. There is no pursuit of a fleet whose stand held (7)."""

    def check(self, battle: GwasBattle) -> None:
        require_not_held(fleet(battle, self.fleet))
        super().check(battle)
        stood = VariantFleet.no_pursuit.last_turn(fleet(battle, self.other))
        require(not stood, f"nobody closed with {self.other} when it stood: there is no pursuit", "tactical 7")

    def resolve(self, battle: GwasBattle) -> Effects:
        own, other = fleet(battle, self.fleet), fleet(battle, self.other)
        yield from super().resolve(battle)
        if VariantFleet.apart.value(own) and own.pursues[other]:
            yield from pursues_next_turn(own)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from aborted(happened)
        yield from super().results(happened)


# ------------------------------------------------------------ missions that go on because a stand held


def _require_stood(battle: GwasBattle, own: Fleet) -> None:
    """After contact, raise Refused unless the fleet's stand held this turn. Before that, in the movement step, every fleet may
    act (7).
    """
    stood = battle.phase != CONTACT or VariantFleet.no_pursuit.value(own)
    require(
        stood,
        f"{own} had no stand that held this turn: after contact only a fleet whose stand held this turn may act",
        "tactical 7",
    )


class VariantLay(LayMines):
    """A fleet lays mines in the movement step, or after its stand held (7)."""

    phases = ("movement", CONTACT)

    def check(self, battle: GwasBattle) -> None:
        _require_stood(battle, fleet(battle, self.fleet))
        super().check(battle)


class VariantTakeFuel(TakeFuel):
    """A fleet takes in fuel instead of moving, or after its stand held (7)."""

    phases = ("movement", CONTACT)

    def check(self, battle: GwasBattle) -> None:
        _require_stood(battle, fleet(battle, self.fleet))
        super().check(battle)
