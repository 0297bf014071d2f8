"""Doctrine: bring home the ships that must leave the table."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import HOME, Helm
from fleetbook.rules.coastal.doctrines.cover import Cover
from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, Steering
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import afloat


class RunHome(Cover):
    """Ships that must leave the table for their side's aims make for its edge at full speed, and fire as they go. All other ships
    act as in "cover the convoy". If no ship must leave the table, all make for its edge.
    """

    id, title = "run-home", "run for home"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move: home at full speed if she must leave the table, or if no ship of her side must. Otherwise she
        steers as an escort.
        """
        bound = [own for own in afloat(chair.battle, chair.side) if own.name in chair.bound]
        if not bound or ship.name in chair.bound:
            return Steering(Helm(HOME), ship.max_speed, reason=Says.runs_for_home())
        return super().steering(chair, ship)
