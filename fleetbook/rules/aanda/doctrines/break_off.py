"""Doctrine: fight at the best range, and go home when crippled."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import HOME, IN_LINE, Helm
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import Steering, is_armed, speed_of
from fleetbook.rules.aanda.doctrines.hold_range import HoldRange
from fleetbook.rules.aanda.ship import MAIN, AandaShip
from fleetbook.rules.aanda.words import Says


class BreakOff(HoldRange):
    """As "hold the best range", but a ship goes home if she has lost half her hull or more than half of her main mounts. All
    ships go home when half the side's ships are lost or crippled.
    """

    id, title = "break-off", "break off when crippled"

    def leaving(self, chair: AandaChair, ships: list[AandaShip]) -> list[AandaShip]:
        """The crippled ships of a squadron, which go home while its other ships fight on."""
        return [ship for ship in ships if is_crippled(ship)]

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron closes in after three turns without an attack. It never does if half the side's ships are lost or
        crippled.
        """
        return not _is_beaten(chair) and super().closes(chair, ships)

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move: home if half the side's ships are lost or crippled, otherwise to the best range."""
        if _is_beaten(chair):
            return Steering(Helm(HOME, formation=IN_LINE), speed_of(ships), smoke=True, reason=Says.side_is_beaten())
        return super().steering(chair, ships, foe)


def is_crippled(ship: AandaShip) -> bool:
    """Whether a ship has lost half her hull, or more than half of her main mounts, or all that she can fire."""
    mounts = ship.mounts(MAIN)
    out = sum(not ship.guns_left(mount) for mount in mounts)
    return 2 * ship.hull <= ship.full(AandaShip.hull.name) or 2 * out > len(mounts) or not is_armed(ship)


def _is_beaten(chair: AandaChair) -> bool:
    own = chair.battle.ships(chair.side)
    return 2 * sum(not ship.afloat or is_crippled(ship) for ship in own) >= len(own)
