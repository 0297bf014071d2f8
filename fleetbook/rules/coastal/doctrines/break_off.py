"""Doctrine: fight at the best range, and go home when crippled."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import HOME, Helm
from fleetbook.rules.coastal.doctrines.fighting import CoastalChair, Steering
from fleetbook.rules.coastal.doctrines.hold_range import HoldRange
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says


class BreakOff(HoldRange):
    """As "hold the best range", but a ship goes home in smoke if she has lost half her hull, her bridge or more than half her
    mounts. All ships go home when half the side's warships are lost or crippled.
    """

    id, title = "break-off", "break off when crippled"

    def closes(self, chair: CoastalChair, ship: CoastalShip) -> bool:
        """Whether a ship closes in after three turns without an attack. A crippled ship never does."""
        return not _is_crippled(ship) and super().closes(chair, ship)

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move: home if she is crippled or half the side's warships are, otherwise to the best range."""
        warships = [own for own in chair.battle.ships(chair.side) if not own.card.merchant]
        spent = [own for own in warships if not own.afloat or _is_crippled(own)]
        if _is_crippled(ship) or 2 * len(spent) >= len(warships):
            beaten = Says.side_is_beaten(lost=len(spent), ships=len(warships))
            return Steering(Helm(HOME), ship.max_speed, smoke=True, reason=Says.crippled() if _is_crippled(ship) else beaten)
        return super().steering(chair, ship)


def _is_crippled(ship: CoastalShip) -> bool:
    """Whether a ship has lost half her hull, her bridge, or more than half her mounts."""
    mounts = len(ship.named("mount"))
    return 2 * ship.hull <= ship.full(CoastalShip.hull.name) or ship.bridge_out or 2 * len(ship.working("mount")) < mounts
