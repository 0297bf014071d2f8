"""Whether planes can take off from a ship, and land on her (8.1.10, 8.2, 8.3)."""

from __future__ import annotations

from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.rules.fgdn.ground.terms import AFT, FORWARD, MAJOR, at_least


def may_launch(ship: FgdnShip) -> bool:
    """Whether planes can take off: deck forward whole, no fire Major or worse, not three quarters lost (8.1.10, 8.2, 8.3)."""
    return _flies(ship) and not ship.deck_hits[FORWARD]


def may_land(ship: FgdnShip) -> bool:
    """Whether planes can land."""
    return _flies(ship) and not ship.deck_hits[AFT]


def _flies(ship: FgdnShip) -> bool:
    return ship.fit and not (ship.batteries_out or ship.no_flying or at_least(ship.casualties.fire_level, MAJOR))
