"""Doctrine: stay with the covered ships, and attack enemies who come near a covered ship."""

from __future__ import annotations

from math import ceil, dist

from fleetbook.core.doctrines.helm import HOLD, TOWARDS, WITH, Helm
from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, CoastalDoctrine, Steering, chance, firing_speed, nearest
from fleetbook.rules.coastal.doctrines.hold_range import HoldRange
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import afloat, enemies

NEAR = 60  # cm from a covered ship: escorts attack an enemy within this range
STATION = 25  # cm: an escort farther from her covered ship goes back to it, unless the scenario has placed her farther away
ASTRAY = 5  # cm: an escort this much farther away than the scenario has placed her is still on her station
AT = 15  # cm: the range at which guns and cannon count double


class Cover(CoastalDoctrine):
    """Escorts keep the distance to the covered ships that the scenario gives them, and attack enemies within 60 cm of a covered
    ship. They keep their course if they shoot best so. Merchantmen and the ships that count for the enemy's aims are covered; a
    side without any covers its largest ship.
    """

    id, title = "cover", "cover the convoy"

    def closes(self, chair: CoastalChair, ship: CoastalShip) -> bool:
        """False: an escort never closes in, but stays with the ships that she covers."""
        return False

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move. An escort steers for an enemy who is near a covered ship, unless she is on her station and shoots
        best on her course. Without such an enemy she returns to her station, or follows the covered ship. A covered warship
        fights at the best range.
        """
        own = afloat(chair.battle, chair.side)
        covered = [one for one in own if one.card.merchant or one.name in chair.charges]
        if len(covered) in (0, len(own)):
            covered = [max(own, key=lambda one: one.card.tons)]
        if ship.name in [one.name for one in covered]:
            return HoldRange().steering(chair, ship)
        threats = [
            foe
            for foe in enemies(chair.battle, chair.side)
            if min(chair.tape.range(one.name, foe.name) for one in covered) <= NEAR
        ]
        foe, charge = nearest(chair, ship, threats), nearest(chair, ship, covered)
        assert charge
        station = _station(chair, ship, charge)
        is_astray = chair.tape.range(ship.name, charge.name) > station
        if foe:
            speed = charge.speed or firing_speed(chair, ship)
            if not is_astray and _shoots_best_on_her_course(chair, ship, foe, min(speed, ship.max_speed)):
                return Steering(Helm(HOLD), speed, reason=Says.steady(target=foe))
            return Steering(Helm(TOWARDS, foe.name, AT), ship.max_speed, reason=Says.meets(target=foe, cm=NEAR))
        if is_astray:
            reason = Says.back_to_station(ship=charge, cm=station)
            return Steering(Helm(TOWARDS, charge.name, STATION / 2), ship.max_speed, reason=reason)
        is_along = chair.tape.along(ship.name, charge.name)
        return Steering(Helm(HOLD) if is_along else Helm(WITH, charge.name), charge.speed, reason=Says.on_station(ship=charge))


def _shoots_best_on_her_course(chair: CoastalChair, ship: CoastalShip, foe: CoastalShip, speed: int) -> bool:
    """Whether a ship's fire may hit or straddle an enemy after a move straight on, and no less likely than after a turn towards
    that enemy.
    """
    steady = chance(chair, ship, foe, move=(speed, False))
    return steady > 0 and steady >= chance(chair, ship, foe, nearer=ship.max_speed, move=(ship.max_speed, True))


def _station(chair: CoastalChair, ship: CoastalShip, charge: CoastalShip) -> int:
    """The range in cm to a covered ship beyond which an escort returns to that ship."""
    at = {entry.name: entry.at for entry in chair.battle.setup.ships}
    here, there = at.get(ship.name), at.get(charge.name)
    return max(STATION, ceil(dist(here, there)) + ASTRAY) if here and there else STATION
