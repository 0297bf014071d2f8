"""Repairs between battles: in port (9), and by damage control at sea in the turn after (11)."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_on, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.ship import DAMAGED, GwasBattle, GwasShip, afloat
from fleetbook.rules.gwas_variant.phases import DAMAGE_CONTROL
from fleetbook.rules.gwas_variant.strategic_rules.repairing import mend, mendable

PORT_TRIED, CONTROL_TRIED = "port repair tried", "damage control tried"


def _in_port(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    return [ship for ship in afloat(battle) if ship.in_port and mendable(ship) and not ship.this_turn(PORT_TRIED)]


class PortRepair(Order[GwasShip]):
    """A damaged ship that stays in port may repair one box, or one rung of its speed."""

    id, title, key, section = "port-repair", "Port repair", "p", "strategic 9"
    phases = (DAMAGE_CONTROL,)
    ship: str = fields.ship("ship", among=_in_port, default=lambda b, g: next(iter(_in_port(b, g)), None))
    port: str = fields.choice(
        "port",
        among=lambda b, g: b.tables.table("port_repair").rows.labels,
        default=lambda b, g: b.tables.table("port_repair").rows.labels[0],
    )

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require(ship.in_port, f"{ship} is not in port", "strategic 9")
        require(mendable(ship), f"{ship} has nothing to repair", "strategic 9")
        require(not ship.this_turn(PORT_TRIED), f"{ship} has tried this turn", "strategic 9")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.ship, PORT_TRIED, battle.turn)
        if (yield from roll_on(battle.tables.table("port_repair"), self.port)) == "repaired":
            yield from mend(battle.ship(self.ship))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} is repaired in a {self.port}"


def _damaged_last_turn(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    return [ship for ship in afloat(battle) if ship.last_turn(DAMAGED) and mendable(ship) and not ship.this_turn(CONTROL_TRIED)]


class DamageControl(Order[GwasShip]):
    """A ship damaged in the turn before repairs a box for each die that succeeds, until one fails."""

    id, title, key, section = "damage-control", "Damage control", "d", "strategic 11"
    phases = (DAMAGE_CONTROL,)
    ship: str = fields.ship("ship", among=_damaged_last_turn, default=lambda b, g: next(iter(_damaged_last_turn(b, g)), None))

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require(ship.last_turn(DAMAGED), f"{ship} was not damaged in the previous turn", "strategic 11")
        require(mendable(ship), f"{ship} has nothing to repair", "strategic 11")
        require(not ship.this_turn(CONTROL_TRIED), f"{ship} has tried this turn", "strategic 11")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("damage_control")
        yield from set_fact(ship, CONTROL_TRIED, battle.turn)
        while mendable(ship) and (yield from roll_on(table, "damage control")) == "repaired":
            yield from mend(ship)

    def headline(self, battle: GwasBattle) -> str:
        return f"damage control of {self.ship}"
