"""Doctrine: close at full speed, fight at point-blank range, and ram."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import TOWARDS, Helm
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.rules.aanda.doctrines.expected import AandaChair
from fleetbook.rules.aanda.doctrines.fighting import AandaDoctrine, Orders, Steering, nearest, speed_of
from fleetbook.rules.aanda.movement import Ram
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.squadrons import is_hidden, ships_of
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import enemies

FAST_ENOUGH = 6  # knots: a slower ship does too little harm by ramming


class CloseAndRam(AandaDoctrine):
    """Every ship steers for the enemy nearest to her squadron's leader at full speed, and fires to port and to starboard at the
    enemies whom she harms most. A large ship that touches a large enemy at 6 knots or more rams that enemy.
    """

    id, title = "close-and-ram", "close in and ram"

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move: each ship by herself towards the enemy at full speed."""
        return Steering(Helm(TOWARDS, foe.name), speed_of(ships), reason=Says.rams(target=foe))

    def _move(self, chair: AandaChair, squadron: str) -> Orders:
        """Orders to move a squadron, then to ram the enemies whom its ships touch."""
        yield from super()._move(chair, squadron)
        if not is_hidden(chair.battle, squadron):
            for name in [ship.name for ship in ships_of(chair.battle, squadron)]:
                target = _touched(chair, chair.battle.ship(name))
                if target:
                    yield Proposed(Ram, {"rammer": name, "target": target.name}, reason=Says.touches(target=target))


def _touched(chair: AandaChair, ship: AandaShip) -> AandaShip | None:
    """The large enemy whom a ship touches, so that she rams that enemy. None if she touches none, is small, or is slower than
    FAST_ENOUGH.
    """
    if not ship.afloat or ship.speed < FAST_ENOUGH or ship.small:
        return None
    foes = [foe for foe in enemies(chair.battle, chair.side) if not (foe.small or foe.hull_gone)]
    foe = nearest(chair, ship, foes)
    touches = foe and chair.tape.range(ship.name, foe.name) <= chair.figures.of("touching")
    return foe if touches else None
