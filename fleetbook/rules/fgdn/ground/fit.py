"""Ships on the table that are not going down, and ships by their size class."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip


def size_at_least(ship: FgdnShip, size: str) -> bool:
    """Whether a ship is of this size class or larger."""
    return SIZES.index(ship.size) <= SIZES.index(size)


def fit_ships(battle: FgdnBattle) -> list[FgdnShip]:
    """The ships on the table that are not going down."""
    return [ship for ship in battle.ships() if ship.fit]


def require_fit(ship: FgdnShip) -> None:
    """Raise Refused unless the ship is on the table and not going down."""
    require(ship.afloat, f"{ship} is gone: {ship.fate}")
    require(ship.sinks_at is None, f"{ship} is sinking", "8.1.8")
