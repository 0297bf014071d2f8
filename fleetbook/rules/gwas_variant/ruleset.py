"""The Perleberg variant: the player aid's rules with the variant's laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from fleetbook.core.battle.subject import Subject
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.checks import check_ladder
from fleetbook.rules.gwas.ground.facts import SideFacts
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas.ruleset import GwasRules
from fleetbook.rules.gwas_variant.hooks import VariantHooks
from fleetbook.rules.gwas_variant.orders import VariantLay, VariantMove, VariantPursue, VariantTakeFuel
from fleetbook.rules.gwas_variant.sequence import VariantSequence
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantFleet, VariantShip
from fleetbook.rules.gwas_variant.strategic_events import StrategicEvent, Struck
from fleetbook.rules.gwas_variant.strategic_rules.air import SeaplaneAttack
from fleetbook.rules.gwas_variant.strategic_rules.escorts import LeaveCharges
from fleetbook.rules.gwas_variant.strategic_rules.raiders import AerialSpotting, DeployMines, ReportMines, SpotRaider
from fleetbook.rules.gwas_variant.strategic_rules.repairing import EventRepair
from fleetbook.rules.gwas_variant.strategic_rules.repairs import DamageControl, PortRepair
from fleetbook.rules.gwas_variant.strategic_rules.shore_battery import ShoreBattery, ShoreFire, ShoreShot
from fleetbook.rules.gwas_variant.tables import laid_over
from fleetbook.rules.gwas_variant.tactical_events.confusion import CountFriendlyFire, FriendlyFire
from fleetbook.rules.gwas_variant.tactical_events.event_orders import RaiseShields
from fleetbook.rules.gwas_variant.tactical_events.events import TacticalEvent
from fleetbook.rules.gwas_variant.tactical_rules.break_off import BreakOff, RunForIt
from fleetbook.rules.gwas_variant.tactical_rules.leaders import NameSquadronLeader
from fleetbook.rules.gwas_variant.tactical_rules.moving import MoveEnemy, MoveGroup
from fleetbook.rules.gwas_variant.tactical_rules.slow import CloseIn
from fleetbook.rules.gwas_variant.tactical_rules.stand import Stand
from fleetbook.rules.gwas_variant.tactical_rules.together import CombinedFire
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.base import table_files

CHANGED: tuple[type[Order[GwasShip]], ...] = (VariantMove, VariantPursue, VariantLay, VariantTakeFuel)
"""Orders of the player aid that the variant has otherwise, under the same ids."""
LEFT_OUT = ("steam", "leave")
"""Orders of the player aid in whose place the variant moves groups."""
FIRST: tuple[type[Order[GwasShip]], ...] = (
    StrategicEvent, DeployMines, ShoreBattery, DamageControl, PortRepair,
    TacticalEvent, Stand, MoveGroup, BreakOff, MoveEnemy,
)  # fmt: skip
"""Orders that the variant adds and that stand before the player aid's in their steps."""
ADDED: tuple[type[Order[GwasShip]], ...] = (
    CombinedFire, RaiseShields, FriendlyFire, ShoreFire, NameSquadronLeader,
    SpotRaider, AerialSpotting, SeaplaneAttack, LeaveCharges, ReportMines,
)  # fmt: skip
"""Orders that the variant adds behind them."""


def _orders() -> Iterator[type[Order[GwasShip]]]:
    """The player aid's orders, changed or left out, between those that the variant adds."""
    yield from FIRST
    changed = {order.id: order for order in CHANGED}
    for order in GwasRules.orders:
        if order.id not in LEFT_OUT:
            yield changed.get(order.id, order)
    yield from ADDED


class VariantRules(GwasRules):
    """The Great War at Sea player aid with the Perleberg variant."""

    id, title, version = "gwas-variant", "Great War at Sea, Perleberg variant", "3"
    hooks = VariantHooks()
    sentences = Says
    ship_type = VariantShip
    battle_facts = VariantFacts
    other_subjects: ClassVar[tuple[type[Subject], ...]] = (VariantFleet, SideFacts)
    sequence = VariantSequence()
    orders: tuple[type[Order[GwasShip]], ...] = tuple(_orders())
    parts = (*GwasRules.parts, Struck, EventRepair, ShoreShot, CountFriendlyFire, RunForIt, CloseIn)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The player aid's tables with the variant's laid over them."""
        return laid_over(super().table_files(), table_files(__file__))

    def check_tables(self, tables: RuleTables) -> None:
        """Refuse house rules that play cannot go by."""
        super().check_tables(tables)
        speeds = tables.figure("Torpedo Attack, speeds")
        check_ladder(tables, speeds.id, str(speeds.value))
