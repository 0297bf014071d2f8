"""What may be mended by any of the variant's repairs: one box of a ship, or one rung of its speed, as its owner likes."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.orders.effects import Effects, choose, note, restore_boxes
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.ship import HULL, WEAPONS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.state import DAMAGE_CONTROL
from fleetbook.rules.gwas_variant.told import mended, nothing_came
from fleetbook.rules.gwas_variant.words import Says

SPEED, REPAIRED = "speed", "repaired"
MENDED = (*WEAPONS, HULL)


def mendable(ship: GwasShip, *, speed: bool = True) -> list[str]:
    """What of a ship may be repaired: boxes lost, and lost speed unless left out. A fire control hit never is (14)."""
    tracks = [track for track in MENDED if ship.left(track) < ship.full(track)]
    return [*tracks, *([SPEED] if speed and ship.speed_lost > 0 else [])]


def mend(ship: GwasShip, *, speed: bool = True) -> Effects:
    """One box, or one rung unless left out, chosen by the owner."""
    what = yield from choose(Says.what_to_repair(ship=ship), mendable(ship, speed=speed), ship.side)
    if what == SPEED:
        yield from GwasShip.speed_lost.add(ship, -1, said=Says.rung_repaired)
    else:
        yield from restore_boxes(ship.name, what, 1, Says.repaired)


class EventRepair(Part[GwasShip]):
    """One ship of a side in the combat repairs one box, or one rung of its speed."""

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
