"""Repairs between battles: in port (9), and by damage control at sea in the turn after (11)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas_variant.phases import DAMAGE_CONTROL
from fleetbook.rules.gwas_variant.state import VariantShip
from fleetbook.rules.gwas_variant.strategic_rules.repairing import REPAIRED, mend, mendable
from fleetbook.rules.gwas_variant.told import mended
from fleetbook.rules.kit.sides import every_ship, require_afloat

NOTHING = "{} has nothing to repair"


class PortRepair(Order[GwasShip]):
    """A damaged ship that stays in port may repair one box, or in a major port one rung of its speed."""

    id, title, key, section = "port-repair", "Port repair", "p", "strategic 9"
    says = "{ship} is repaired in a {port}"
    phases = (DAMAGE_CONTROL,)
    ship: str = fields.ship("ship", every_ship)
    port: str = fields.choice("port", lambda battle: battle.tables.table("port_repair").rows.labels)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.in_port, f"{ship} is not in port")
        require(mendable(ship), NOTHING.format(ship))
        require(not VariantShip.port_tried.value(ship), f"{ship} has tried this turn")
        require(mendable(ship, speed=self._restores_speed(battle)), f"a {self.port} repairs boxes only, and {ship} has lost none")

    def _restores_speed(self, battle: GwasBattle) -> bool:
        return self.port == battle.printed("Port repair, port that restores speed")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from VariantShip.port_tried.mark(ship)
        if (yield from roll_on(battle.tables.table("port_repair"), self.port)) == REPAIRED:
            yield from mend(ship, speed=self._restores_speed(battle))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield mended(happened, self.ship)


class DamageControl(Order[GwasShip]):
    """A ship damaged in the turn before repairs a box for each die that succeeds, until one fails."""

    id, title, key, section = DAMAGE_CONTROL, "Damage control", "d", "strategic 11"
    says = "damage control of {ship}"
    phases = (DAMAGE_CONTROL,)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(GwasShip.damaged.last_turn(ship), f"{ship} was not damaged in the previous turn")
        require(mendable(ship), NOTHING.format(ship))
        require(not VariantShip.control_tried.value(ship), f"{ship} has tried this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("damage_control")
        yield from VariantShip.control_tried.mark(ship)
        while mendable(ship) and (yield from roll_on(table, "damage control")) == REPAIRED:
            yield from mend(ship)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield mended(happened, self.ship)
