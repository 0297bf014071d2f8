"""The orders of damage control and of what comes after the shooting: 8.2 and 8.4 to 8.8."""

from __future__ import annotations

from fleetbook.core.procedure import Procedure
from fleetbook.rules.fgdn.aircraft import PROCEDURES as AIRCRAFT
from fleetbook.rules.fgdn.airships import PROCEDURES as AIRSHIPS
from fleetbook.rules.fgdn.burning import PROCEDURES as BURNING
from fleetbook.rules.fgdn.damage_control import PROCEDURES as DAMAGE_CONTROL
from fleetbook.rules.fgdn.repairs import PROCEDURES as REPAIRS
from fleetbook.rules.fgdn.rescue import PROCEDURES as RESCUE
from fleetbook.rules.fgdn.rudder import PROCEDURES as RUDDER
from fleetbook.rules.fgdn.serviceability import PROCEDURES as SERVICEABILITY
from fleetbook.rules.fgdn.ship import FgdnShip

ORDERS: tuple[type[Procedure[FgdnShip]], ...] = (
    *BURNING,
    *DAMAGE_CONTROL,
    *RUDDER,
    *REPAIRS,
    *SERVICEABILITY,
    *RESCUE,
    *AIRCRAFT,
    *AIRSHIPS,
)
