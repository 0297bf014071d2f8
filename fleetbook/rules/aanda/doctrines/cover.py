"""Doctrine: strong squadrons stay between the enemy and the weak ones."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import ABEAM, AWAY, HOME, IN_LINE, TOGETHER, TOWARDS, Helm
from fleetbook.rules.aanda.doctrines.expected import AandaChair, weak_ships
from fleetbook.rules.aanda.doctrines.fighting import Steering, nearest, speed_of
from fleetbook.rules.aanda.doctrines.hold_range import HoldRange
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import enemies

NEAR = 60  # cm from a weak ship: strong squadrons fight an enemy within this range first
STATION = 40  # cm: a strong squadron farther from the nearest weak ship goes back to that ship
AT = 40  # cm: a weak squadron turns away from an enemy within this range, to keep out of the reach of light guns


class Cover(HoldRange):
    """Weak ships keep away from the enemy. All other ships stay near the weak ships, and fight at the best range the enemy who
    comes nearest to a weak ship. A side without weak ships holds the best range.
    """

    id, title = "cover", "cover the weak"

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move. A squadron of weak ships steers away from a near enemy, otherwise home. Any other squadron
        fights an enemy who is near a weak ship, returns to the nearest weak ship, or keeps the enemy abeam.
        """
        covered = weak_ships(chair)
        if all(ship in covered for ship in ships):
            near = chair.tape.range(ships[0].name, foe.name) <= AT
            helm = Helm(AWAY, foe.name, formation=TOGETHER) if near else Helm(HOME, formation=IN_LINE)
            return Steering(helm, speed_of(ships), reason=Says.too_weak(target=foe))
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
        if away > STATION:
            reason = Says.back_to_station(ship=charge, cm=STATION)
            return Steering(Helm(TOWARDS, charge.name, STATION / 2, IN_LINE), speed_of(ships), reason=reason)
        return Steering(Helm(ABEAM, threat, NEAR, IN_LINE), speed_of(ships), reason=Says.covers(target=threat, ship=charge))
