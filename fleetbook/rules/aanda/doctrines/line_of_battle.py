"""Doctrine: a line of battle, with all its fire on one target."""

from __future__ import annotations

from fleetbook.core.doctrines.helm import ABEAM, IN_LINE, TOWARDS, Helm
from fleetbook.core.doctrines.models import A_SPEED
from fleetbook.core.words.sentence import Said
from fleetbook.rules.aanda.doctrines.expected import AandaChair, bands, weak_ships
from fleetbook.rules.aanda.doctrines.fighting import AandaDoctrine, Steering, is_flotilla, speed_of
from fleetbook.rules.aanda.doctrines.flotilla import in_waiting
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.words import Says

SHARE = 0.75  # of the heavy guns' reach: the range at which the line fights


class LineOfBattle(AandaDoctrine):
    """Each squadron forms line ahead, closes to three quarters of the reach of its main guns, and keeps the enemy abeam. All its
    ships fire at the one enemy whom they harm most together. Weak squadrons and boats wait beside the line.
    """

    id, title = "line-of-battle", "line of battle, fire on one target"
    concentrates = True

    def wanted(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> float:
        """The range in cm at which the line fights: three quarters of the median reach of its ships."""
        far = sorted(max(bands(chair, mount)[-1].end for mount in ship.mounts()) for ship in ships if ship.mounts())
        return SHARE * far[len(far) // 2] if far else 0

    def reason(self, chair: AandaChair, at: float) -> Said:
        """A sentence with the reason for the range ``at``."""
        return Says.in_reach(cm=at)

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move: straight towards a far enemy, otherwise with the enemy abeam. Boats and weak squadrons wait
        beside the line.
        """
        weak = [ship.name for ship in weak_ships(chair)]
        if is_flotilla(ships) or all(ship.name in weak for ship in ships):
            return in_waiting(chair, ships, foe)
        at = self.wanted(chair, ships, foe)
        a_move = (speed_of(ships) + foe.speed) * chair.figures.of(A_SPEED)
        far = chair.tape.range(ships[0].name, foe.name) > at + a_move
        return Steering(Helm(TOWARDS if far else ABEAM, foe.name, at, IN_LINE), speed_of(ships), reason=self.reason(chair, at))
