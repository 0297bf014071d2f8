"""The Perleberg variant: the player aid's rules with the variant's laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.subject import Setting
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.combat_state import in_combat
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas.ruleset import GwasRules
from fleetbook.rules.gwas_variant.hooks import VariantHooks
from fleetbook.rules.gwas_variant.house import check_variant_tables
from fleetbook.rules.gwas_variant.orders import VariantMove, VariantPursue
from fleetbook.rules.gwas_variant.rendering import variant_card
from fleetbook.rules.gwas_variant.sequence import VariantSequence
from fleetbook.rules.gwas_variant.state import FIRE_CONTROL_HIT, SHIFT
from fleetbook.rules.gwas_variant.strategic_events import StrategicEvent, Struck
from fleetbook.rules.gwas_variant.strategic_rules.air import SeaplaneAttack
from fleetbook.rules.gwas_variant.strategic_rules.escorts import LeaveCharges
from fleetbook.rules.gwas_variant.strategic_rules.raiders import AerialSpotting, DeployMines, ReportMines, SpotRaider
from fleetbook.rules.gwas_variant.strategic_rules.repairing import EventRepair
from fleetbook.rules.gwas_variant.strategic_rules.repairs import DamageControl, PortRepair
from fleetbook.rules.gwas_variant.strategic_rules.shore_battery import ShoreBattery, ShoreFire, ShoreShot
from fleetbook.rules.gwas_variant.tables import laid_over
from fleetbook.rules.gwas_variant.tactical_events.confusion import FriendlyFire
from fleetbook.rules.gwas_variant.tactical_events.event_orders import RaiseShields
from fleetbook.rules.gwas_variant.tactical_events.events import TacticalEvent
from fleetbook.rules.gwas_variant.tactical_rules.break_off import BreakOff
from fleetbook.rules.gwas_variant.tactical_rules.firing import VariantFire, VariantShot
from fleetbook.rules.gwas_variant.tactical_rules.leaders import NameSquadronLeader
from fleetbook.rules.gwas_variant.tactical_rules.moving import MoveEnemy, MoveGroup
from fleetbook.rules.gwas_variant.tactical_rules.stand import Stand
from fleetbook.rules.gwas_variant.tactical_rules.together import CombinedFire
from fleetbook.rules.kit.base import table_files

CHANGED: tuple[type[Order[GwasShip]], ...] = (VariantFire, VariantShot, VariantMove, VariantPursue)
"""Orders of the player aid that the variant has otherwise, under the same ids."""
FARTHEST_SHIFT = 3
"""The most by which a referee can shift visibility by hand, in areas."""
LEFT_OUT = ("steam", "leave")
"""Orders of the player aid in whose place the variant moves groups."""
FIRST: tuple[type[Order[GwasShip]], ...] = (
    StrategicEvent, Struck, DeployMines, ShoreBattery, DamageControl, PortRepair,
    TacticalEvent, EventRepair, Stand, MoveGroup, BreakOff, MoveEnemy,
)  # fmt: skip
"""Orders that the variant adds and that stand before the player aid's in their steps."""
ADDED: tuple[type[Order[GwasShip]], ...] = (
    CombinedFire, RaiseShields, FriendlyFire, ShoreFire, ShoreShot, NameSquadronLeader,
    SpotRaider, AerialSpotting, SeaplaneAttack, LeaveCharges, ReportMines,
)  # fmt: skip
"""Orders that the variant adds behind them."""


def _procedures() -> Iterator[type[Order[GwasShip]]]:
    """The player aid's orders, changed or left out, between those that the variant adds."""
    yield from FIRST
    changed = {procedure.id: procedure for procedure in CHANGED}
    for procedure in GwasRules.procedures:
        if procedure.id not in LEFT_OUT:
            yield changed.get(procedure.id, procedure)
    yield from ADDED


class VariantRules(GwasRules):
    """The Great War at Sea player aid with the Perleberg variant."""

    id, title, version = "gwas-variant", "Great War at Sea, Perleberg variant", "2"
    hooks = VariantHooks()
    sequence = VariantSequence()
    procedures: tuple[type[Order[GwasShip]], ...] = tuple(_procedures())

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """The player aid's tables with the variant's laid over them."""
        return laid_over(super().table_files(), table_files(__file__))

    def check_tables(self, tables: RuleTables) -> None:
        """Refuse house rules that play cannot go by."""
        super().check_tables(tables)
        check_variant_tables(tables)

    def card(self, ship: GwasShip) -> CardView:
        """The ship's card as it stands."""
        return variant_card(super().card(ship), ship)

    def settable(self, battle: Battle[GwasShip], subject: str) -> Mapping[str, Setting]:
        """What the player aid lets a referee set, and for a ship its fire control, for the battle what events did to sight."""
        yes_no = {"yes": True, "no": None}
        shifts = {str(areas): areas or None for areas in range(-FARTHEST_SHIFT, FARTHEST_SHIFT + 1)}
        found = dict(super().settable(battle, subject))
        if subject:
            found[FIRE_CONTROL_HIT] = Setting(FIRE_CONTROL_HIT, tuple(yes_no), yes_no)
        elif in_combat(battle):
            found[SHIFT] = Setting(SHIFT, tuple(shifts), shifts)
        return found
