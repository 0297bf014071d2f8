"""Damage that follows from other damage: worked out at once after the batch that caused it, a batch of its own (8.1, F18)."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects
from fleetbook.rules.fgdn.ground.pending_hits import Hit
from fleetbook.rules.fgdn.ground.ship import FgdnShip


def follow(ship: FgdnShip, hit: Hit) -> Effects:
    """Such damage is on its way, if there is any and the ship is there."""
    if hit.points > 0 and ship.afloat:
        yield from FgdnShip.following.append(ship, hit)
