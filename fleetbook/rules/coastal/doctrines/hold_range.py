"""Doctrine: hold the range at which the exchange of fire is best."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import TOWARDS, Helm
from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, CoastalDoctrine, Steering, firing_speed, nearest, strength
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import enemies

RANGES = (6, 15, 30, 60)  # cm: the least range at which two ships pass each other, and the ends of the charts' columns


class HoldRange(CoastalDoctrine):
    """Each ship keeps the range to the nearest enemy at which her lead in weapon points over that enemy is largest."""

    id, title = "hold-range", "hold the best range"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move: towards the nearest enemy up to the best range. From there on she keeps the enemy abeam."""
        foe = nearest(chair, ship, enemies(chair.battle, chair.side))
        assert foe
        points = {cm: (strength(chair, ship, cm), strength(chair, foe, cm)) for cm in RANGES}
        best = max(RANGES, key=lambda cm: points[cm][0] - points[cm][1])
        far = chair.tape.range(ship.name, foe.name) > best + ship.max_speed
        own, theirs = points[best]
        reason = Says.best_range(cm=best, own=own, enemy=theirs)
        return Steering(Helm(TOWARDS, foe.name, best), ship.max_speed if far else firing_speed(chair, ship), reason=reason)
