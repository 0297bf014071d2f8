"""The orders of damage control and of what comes after the shooting: 8.2 and 8.4 to 8.8."""

from __future__ import annotations

from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.air.aircraft import PROCEDURES as AIRCRAFT
from fleetbook.rules.fgdn.air.airships import PROCEDURES as AIRSHIPS
from fleetbook.rules.fgdn.criticals.rudder import PROCEDURES as RUDDER
from fleetbook.rules.fgdn.fire_flooding.burning import PROCEDURES as BURNING
from fleetbook.rules.fgdn.fire_flooding.damage_control import PROCEDURES as DAMAGE_CONTROL
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.repairs.repairs import PROCEDURES as REPAIRS
from fleetbook.rules.fgdn.repairs.serviceability import PROCEDURES as SERVICEABILITY
from fleetbook.rules.fgdn.rescue import PROCEDURES as RESCUE

ORDERS: tuple[type[Order[FgdnShip]], ...] = (
    *BURNING,
    *DAMAGE_CONTROL,
    *RUDDER,
    *REPAIRS,
    *SERVICEABILITY,
    *RESCUE,
    *AIRCRAFT,
    *AIRSHIPS,
)
