"""The rule system of the Perleberg variant: the rules of ``gwas``, with the variant's changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from fleetbook.core.battle.battle import Battle
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
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantFleet, VariantShip, groups
from fleetbook.rules.gwas_variant.strategic_events import StrategicEvent, Struck
from fleetbook.rules.gwas_variant.strategic_rules.plotting import LeaveCharges
from fleetbook.rules.gwas_variant.strategic_rules.raiders import (
    AerialSpotting,
    DeployMines,
    ReportMines,
    SeaplaneAttack,
    SpotRaider,
)
from fleetbook.rules.gwas_variant.strategic_rules.repairs import DamageControl, EventRepair, PortRepair
from fleetbook.rules.gwas_variant.strategic_rules.shore_battery import ShoreBattery, ShoreFire, ShoreShot
from fleetbook.rules.gwas_variant.tactical_events import CountFriendlyFire, FriendlyFire, RaiseShields, TacticalEvent
from fleetbook.rules.gwas_variant.tactical_rules.firing import CloseIn, CombinedFire
from fleetbook.rules.gwas_variant.tactical_rules.leaders import NameSquadronLeader
from fleetbook.rules.gwas_variant.tactical_rules.moving import BreakOff, MoveEnemy, MoveGroup, RunForIt
from fleetbook.rules.gwas_variant.tactical_rules.stand import Stand
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.base import table_files

CHANGED: tuple[type[Order[GwasShip]], ...] = (VariantMove, VariantPursue, VariantLay, VariantTakeFuel)
"""The orders of the player aid that the variant changes, in their changed form. They keep their ids."""
LEFT_OUT = ("steam", "leave")
"""The ids of orders that the variant does without, because groups move instead of ships."""
FIRST: tuple[type[Order[GwasShip]], ...] = (
    StrategicEvent, DeployMines, ShoreBattery, DamageControl, PortRepair,
    TacticalEvent, Stand, MoveGroup, BreakOff, MoveEnemy,
)  # fmt: skip
"""The variant's own orders that are listed before those of the player aid."""
ADDED: tuple[type[Order[GwasShip]], ...] = (
    CombinedFire, RaiseShields, FriendlyFire, ShoreFire, NameSquadronLeader,
    SpotRaider, AerialSpotting, SeaplaneAttack, LeaveCharges, ReportMines,
)  # fmt: skip
"""The variant's own orders that are listed after those of the player aid."""


_CHANGED_BY_ID = {order.id: order for order in CHANGED}
ORDERS = *FIRST, *(_CHANGED_BY_ID.get(order.id, order) for order in GwasRules.orders if order.id not in LEFT_OUT), *ADDED


class VariantRules(GwasRules):
    """The rules of the Great War at Sea player aid with the Perleberg variant."""

    id, title, version = "gwas-variant", "Great War at Sea, Perleberg variant", "3"
    hashes_before = (  # these hashes had words in them
        "2779cdb7b04784f20d0f87468cfe8243f2584d87c24062f9ba74d23b2f5157d8",
        "98cf511406338220796009f6f0220bcb7689612d92a7fcb41f1960825261c374",
    )
    hooks = VariantHooks()
    sentences = Says
    ship_type = VariantShip
    battle_facts = VariantFacts
    other_subjects: ClassVar[tuple[type[Subject], ...]] = (VariantFleet, SideFacts)
    sequence = VariantSequence()
    orders: tuple[type[Order[GwasShip]], ...] = ORDERS
    parts = (*GwasRules.parts, Struck, EventRepair, ShoreShot, CountFriendlyFire, RunForIt, CloseIn)

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return laid_over(super().table_files(), table_files(__file__))

    def side_of(self, battle: Battle[GwasShip], name: str) -> str:
        """The side of a ship, a fleet or a group in combat."""
        group = () if (side := super().side_of(battle, name)) else groups(battle).get(name, ())
        return side or next((ship.side for ship in group), "")

    def check_tables(self, tables: RuleTables) -> None:
        super().check_tables(tables)
        speeds = tables.figure("Torpedo Attack, speeds")
        check_ladder(tables, speeds.id, str(speeds.value))


Files: TypeAlias = Iterable[tuple[str, Mapping[str, Any]]]


def laid_over(below: Files, above: Files) -> Iterator[tuple[str, dict[str, Any]]]:
    """The table files of two rule systems together. A figure, table or reading of ``above`` replaces the one with the same id of
    ``below``. So does a sentence of the rules page that is about the same section. Modifier lists are joined line by line, by the
    lines' ids.
    """
    over = [(name, dict(content)) for name, content in above]
    replaced = {kind: {key for _, content in over for key in content.get(kind, {})} for kind in ("figure", "table", "reading")}
    lists = {key: raw for _, content in over for key, raw in content.get("modifiers", {}).items()}
    said = {aid["section"] for _, content in over for aid in content.get("aid", ())}
    merged: set[str] = set()
    own_sheet = next((content["sheet"] for _, content in over), "")
    for name, content in below:
        part = {**content, "sheet": f"{own_sheet}, over the {content['sheet']}"}
        for kind, keys in replaced.items():
            part[kind] = {key: raw for key, raw in content.get(kind, {}).items() if key not in keys}
        part["aid"] = [aid for aid in content.get("aid", ()) if aid["section"] not in said]
        own = content.get("modifiers", {})
        part["modifiers"] = {key: _joined(raw, lists[key]) if key in lists else raw for key, raw in own.items()}
        merged |= own.keys() & lists.keys()
        yield name, part
    for name, content in over:
        own = content.get("modifiers", {})
        yield f"variant {name}", {**content, "modifiers": {key: raw for key, raw in own.items() if key not in merged}}


def _joined(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    lines = {line["id"]: line for line in below["line"]} | {line["id"]: line for line in above["line"]}
    return {**below, "line": list(lines.values())}
