"""The variant's repairs: in port (9), by damage control at sea (11), and by a random event."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, note, restore_boxes, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.ship import HULL, WEAPONS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.events import nothing_came
from fleetbook.rules.gwas_variant.phases import REPAIRING
from fleetbook.rules.gwas_variant.state import DAMAGE_CONTROL, VariantShip
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import listed
from fleetbook.rules.kit.sides import every_ship, require_afloat

SPEED, REPAIRED = "speed", "repaired"
MENDED = (*WEAPONS, HULL)


def mendable(ship: GwasShip, *, speed: bool = True) -> list[str]:
    """The things that may be repaired on a ship: kinds of boxes with hits, and speed if allowed. A hit on fire control cannot be
    repaired (14).
    """
    tracks = [track for track in MENDED if ship.left(track) < ship.full(track)]
    return [*tracks, *([SPEED] if speed and ship.speed_lost > 0 else [])]


def mend(ship: GwasShip, *, speed: bool = True) -> Effects:
    """Repair one box or, if allowed, one speed class. The ship's side chooses which."""
    what = yield from choose(Says.what_to_repair(ship=ship), mendable(ship, speed=speed), ship.side)
    if what == SPEED:
        yield from GwasShip.speed_lost.add(ship, -1, said=Says.rung_repaired)
    else:
        yield from restore_boxes(ship.name, what, 1, Says.repaired)


class EventRepair(Part[GwasShip]):
    """Because of an event, one ship of a side in the combat repairs a box or regains one speed class."""

    id, title, section = "event-repair", DAMAGE_CONTROL, DAMAGE_CONTROL
    says = "damage control of {side}"
    side: str

    def resolve(self, battle: GwasBattle) -> Effects:
        damaged = [ship.name for ship in fighting(battle, self.side) if mendable(ship)]
        if not damaged:
            yield from note(Says.no_event_because(why=Says.nobody_damaged(side=self.side)))
            return
        ship = yield from choose(Says.ship_to_repair, damaged, self.side)
        yield from mend(battle.ship(ship))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        made = [mended(happened, ship) for ship in happened.struck]
        yield from made or [nothing_came(f"no ship of {self.side} is damaged")]


NOTHING = "{} has nothing to repair"


class PortRepair(Order[GwasShip]):
    """A damaged ship in port may repair one box or, in a major port, regain one speed class."""

    id, title, key, section = "port-repair", "Port repair", "p", "strategic 9"
    says = "{ship} is repaired in a {port}"
    phases = (REPAIRING,)
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
    """A ship damaged last turn repairs a box for each die that succeeds. The first die that fails ends it."""

    id, title, key, section = REPAIRING, "Damage control", "d", "strategic 11"
    says = "damage control of {ship}"
    phases = (REPAIRING,)
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


def mended(happened: Happened[GwasShip], name: str) -> Result:
    """The result of repairs on a ship."""
    made = happened.harm(name, GwasShip.speed_lost)
    ship, slower = happened.after.ship(name), happened.before.ship(name).speed_lost
    made += [f"speed {ship.speed_out_of_port}"] * (ship.speed_lost < slower)
    thrown = listed(str(roll.total) for roll in happened.rolls)
    how = f" on {thrown}" if thrown else ""
    if made:
        words, state = f"{name} IS REPAIRED{how}: {listed(made)}.", f"repaired: {listed(made)}"
        return Result(kind=GOOD, head="mended", words=words, state=state, how=how.strip(), subject=name)
    words, state = f"{name} IS NOT REPAIRED{how}.", "not repaired"
    return Result(kind=MISSED, head="not mended", words=words, state=state, how=how.strip(), subject=name)
