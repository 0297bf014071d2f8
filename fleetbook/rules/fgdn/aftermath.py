"""The orders of damage control and of what comes after the shooting: 8.2 and 8.4 to 8.8."""

from __future__ import annotations

from fleetbook.core.procedure import Procedure
from fleetbook.rules.fgdn import aircraft, airships, burning, damage_control, repairs, rescue, rudder, serviceability
from fleetbook.rules.fgdn.ship import FgdnShip

ORDERS: tuple[type[Procedure[FgdnShip]], ...] = (
    *burning.PROCEDURES,
    *damage_control.PROCEDURES,
    *rudder.PROCEDURES,
    *repairs.PROCEDURES,
    *serviceability.PROCEDURES,
    *rescue.PROCEDURES,
    *aircraft.PROCEDURES,
    *airships.PROCEDURES,
)
