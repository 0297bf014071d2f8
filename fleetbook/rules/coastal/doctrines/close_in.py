"""Doctrine: close at full speed and fight at the shortest range."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import TOWARDS, Helm
from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, CoastalDoctrine, Steering, half, nearest
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import enemies

CLOSE = 6  # cm: two ships pass without touching


class CloseIn(CoastalDoctrine):
    """Each ship steers for the nearest enemy at full speed, and stays beside her where cannon count most."""

    id, title = "close-in", "close in"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """Towards the nearest enemy, then slowly beside her. A slow ship shoots better."""
        foe = nearest(chair, ship, enemies(chair.battle, chair.side))
        assert foe
        there = chair.tape.range(ship.name, foe.name) <= CLOSE + ship.max_speed
        reason = Says.nearest_enemy(target=foe)
        return Steering(Helm(TOWARDS, foe.name, CLOSE), half(chair, ship) if there else ship.max_speed, reason=reason)
