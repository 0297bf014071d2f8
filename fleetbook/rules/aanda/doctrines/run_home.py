"""Doctrine: get the ships through that must leave the table."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import HOME, IN_LINE, Helm
from fleetbook.rules.aanda.doctrines.cover import Cover
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import Steering, speed_of
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import afloat


class RunHome(Cover):
    """Squadrons whose ships must leave the table for their side's aims make for its edge in line ahead at full speed, and fire as
    they go. If there are none, all do. The others cover the weak.
    """

    id, title = "run-home", "run for home"

    def runs(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron makes for the edge of the table."""
        bound = [own for own in afloat(chair.battle, chair.side) if own.name in chair.bound]
        return not bound or any(ship.name in chair.bound for ship in ships)

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """The way home at full speed. For other squadrons, the way of an escort."""
        if self.runs(chair, ships):
            return Steering(Helm(HOME, formation=IN_LINE), speed_of(ships), reason=Says.runs_for_home())
        return super().steering(chair, ships, foe)

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron closes. One that makes for the edge never does."""
        return not self.runs(chair, ships) and super().closes(chair, ships)
