"""Doctrine: strong squadrons stay between the enemy and the weak ones."""

from __future__ import annotations

from fleetbook.core.doctrines.proposed import ABEAM, AWAY, HOME, IN_LINE, TOWARDS, Helm
from fleetbook.rules.aanda.doctrines.expected import AandaChair, broadsides
from fleetbook.rules.aanda.doctrines.fighting import Steering, nearest, speed_of
from fleetbook.rules.aanda.doctrines.hold_range import HoldRange
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.kit.sides import afloat, enemies

WEAK = 0.3  # of the broadside of the side's strongest ship: a ship with less is covered
NEAR = 60  # cm from a covered ship: the enemy within it is met first
STATION = 40  # cm: a squadron farther from the covered ships goes back to them
AT = 40  # cm and thirty yards: covered ships keep out of the light guns' reach
CLASS, CM = "C", 30  # the target and range at which broadsides are compared


class Cover(HoldRange):
    """Weak ships keep away from the enemy; all others stay near them, and meet at the best range the enemy who comes nearest to
    one. A side without weak ships holds the best range.
    """

    id, title = "cover", "cover the weak"

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """Out of the enemy's way, for the enemy nearest to the covered ships, or back to them."""
        covered = _covered(chair)
        if all(ship in covered for ship in ships):
            near = chair.tape.range(ships[0].name, foe.name) <= AT
            return Steering(Helm(AWAY, foe.name, formation=IN_LINE) if near else Helm(HOME, formation=IN_LINE), speed_of(ships))
        if not covered:
            return super().steering(chair, ships, foe)
        near_them = {
            foe.name: min(chair.tape.range(one.name, foe.name) for one in covered) for foe in enemies(chair.battle, chair.side)
        }
        threat = min(near_them, key=lambda name: near_them[name])
        charge = nearest(chair, ships[0], covered)
        if near_them[threat] <= NEAR or charge is None:
            return super().steering(chair, ships, chair.battle.ship(threat))
        away = chair.tape.range(ships[0].name, charge.name)
        course = Helm(TOWARDS, charge.name, STATION / 2, IN_LINE) if away > STATION else Helm(ABEAM, threat, NEAR, IN_LINE)
        return Steering(course, speed_of(ships))


def _covered(chair: AandaChair) -> list[AandaShip]:
    """The side's weak ships on the table: by their broadside, and without torpedoes that make up for it."""
    own = [ship for ship in afloat(chair.battle, chair.side) if not ship.small]
    guns = {ship.name: broadsides(chair, ship, CLASS, (CM,))[0] for ship in own}
    most = max(guns.values(), default=0)
    return [ship for ship in own if guns[ship.name] < WEAK * most]
