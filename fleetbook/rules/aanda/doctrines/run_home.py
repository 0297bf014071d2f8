"""Doctrine: bring home the ships that must leave the table."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import HOME, IN_LINE, Helm
from fleetbook.rules.aanda.doctrines.cover import Cover
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import Steering, speed_of
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import afloat


class RunHome(Cover):
    """Squadrons with a ship that must leave the table for their side's aims make for its edge in line ahead at full speed, and
    fire as they go. All other squadrons act as in "cover the weak". If no ship must leave the table, all make for its edge.
    """

    id, title = "run-home", "run for home"

    def runs(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron makes for the table's edge: one of its ships must leave the table, or no ship of the side must."""
        bound = [own for own in afloat(chair.battle, chair.side) if own.name in chair.bound]
        return not bound or any(ship.name in chair.bound for ship in ships)

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move: home at full speed if it makes for the edge of the table, otherwise that of an escort."""
        if self.runs(chair, ships):
            return Steering(Helm(HOME, formation=IN_LINE), speed_of(ships), reason=Says.runs_for_home())
        return super().steering(chair, ships, foe)

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron closes in after three turns without an attack. A squadron that makes for the edge never does."""
        return not self.runs(chair, ships) and super().closes(chair, ships)
