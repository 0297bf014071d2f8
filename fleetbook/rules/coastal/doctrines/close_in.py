"""Doctrine: close at full speed and fight at the shortest range."""

from __future__ import annotations

from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, CoastalDoctrine, Steering, alongside, nearest
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import enemies


class CloseIn(CoastalDoctrine):
    """Each ship steers for the nearest enemy at full speed, and stays beside that enemy, where cannon count most."""

    id, title = "close-in", "close in"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move: towards the nearest enemy at full speed, then slowly beside that enemy."""
        foe = nearest(chair, ship, enemies(chair.battle, chair.side))
        assert foe
        return alongside(chair, ship, foe, Says.nearest_enemy(target=foe))
