"""Doctrine: torpedo boats run in, fire and turn away, while the line holds its range."""

from __future__ import annotations

from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import Steering, has_torpedoes, is_flotilla, nearest
from fleetbook.rules.aanda.doctrines.flotilla import attack, turn_away
from fleetbook.rules.aanda.doctrines.hold_range import HoldRange
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.kit.sides import enemies


class TorpedoAttack(HoldRange):
    """Flotillas run at the nearest large enemy, evade on their way, fire within reach, and turn away in smoke. They go home when
    their tubes are empty. All other squadrons hold the best range.
    """

    id, title = "torpedo-attack", "torpedo attack, then turn away"

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move. Boats steer for the nearest large enemy while they have torpedoes, then away. Other squadrons
        hold the best range.
        """
        if not is_flotilla(ships):
            return super().steering(chair, ships, foe)
        target = nearest(chair, ships[0], [one for one in enemies(chair.battle, chair.side) if not one.small])
        if target is None or not any(map(has_torpedoes, ships)):
            return turn_away(chair, ships, foe)
        return attack(chair, ships, target)

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron closes in after three turns without an attack. A flotilla never does: it attacks in any case, or has
        no torpedoes left.
        """
        return not is_flotilla(ships) and super().closes(chair, ships)
