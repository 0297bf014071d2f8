"""Doctrine: run for the side's own edge of the table, and fight on the way."""

from __future__ import annotations

from fleetbook.core.doctrines.proposed import HOME, IN_LINE, Helm
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import AandaDoctrine, Steering, speed_of
from fleetbook.rules.aanda.ship import AandaShip


class BreakThrough(AandaDoctrine):
    """Each squadron steers for the side's own edge at full speed in line ahead and fires at whom it hits best. Nobody waits for a
    ship that falls behind.
    """

    id, title = "break-through", "break through"
    concentrates = True

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """For the edge."""
        return Steering(Helm(HOME, formation=IN_LINE), speed_of(ships))

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """She does not fight for the sake of it."""
        return False
