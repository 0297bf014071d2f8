"""Doctrine: run in, launch torpedoes, turn away."""

from __future__ import annotations

from collections import Counter

from fleetbook.core.doctrines.helm import AWAY, HOME, TOWARDS, Helm
from fleetbook.rules.coastal.doctrines.fighting import (
    QUIET,
    CoastalChair,
    CoastalDoctrine,
    Steering,
    dearest,
    half,
    has_torpedoes,
    nearest,
    prey,
)
from fleetbook.rules.coastal.doctrines.hold_range import HoldRange
from fleetbook.rules.coastal.facts import running
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.sides import afloat

ENOUGH = 4  # torpedoes at one enemy: another ship looks for another


class TorpedoRun(CoastalDoctrine):
    """Ships with torpedoes steer for an enemy that the aims count, slow down to launch near the least range, and turn away at
    full speed in smoke. Ships without torpedoes fight by guns at their best range, and go home with the last torpedo.
    """

    id, title = "torpedo-run", "torpedo run, then turn away"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """Towards the target while she has torpedoes, slowly at the end; then away and home."""
        targets = prey(chair.battle, chair.side)
        if _all_spent(chair):
            return Steering(Helm(HOME), ship.max_speed, reason=Says.torpedoes_spent())
        if not ship.named("torpedoes") or not targets:
            return HoldRange().steering(chair, ship)
        if not has_torpedoes(chair.battle, ship):
            foe = nearest(chair, ship, targets)
            near = foe is not None and chair.tape.range(ship.name, foe.name) < 2 * _launch_range(chair, ship)
            helm = Helm(AWAY, foe.name) if foe and near else Helm(HOME)
            return Steering(helm, ship.max_speed, smoke=near, reason=Says.tubes_empty())
        aim = self._aim(chair, ship)
        assert aim
        cm = chair.tape.range(ship.name, aim.name)
        if cm < chair.battle.whole_reading("torpedo_least_range"):
            return Steering(Helm(AWAY, aim.name), half(chair, ship), reason=Says.too_near_to_launch(target=aim))
        slow = cm <= _launch_range(chair, ship) + ship.max_speed
        reason = Says.torpedo_run(target=aim, cm=round(_launch_range(chair, ship)))
        return Steering(Helm(TOWARDS, aim.name), half(chair, ship) if slow else ship.max_speed, reason=reason)

    def closes(self, chair: CoastalChair, ship: CoastalShip) -> bool:
        """Whether a ship closes. Ships with torpedoes go on with their run, and a side without any goes home."""
        return not ship.named("torpedoes") and not _all_spent(chair) and super().closes(chair, ship)

    def torpedo_target(self, chair: CoastalChair, ship: CoastalShip) -> CoastalShip | None:
        """The enemy for whom she steers, once just beyond the least range.

        A damaged ship, or one whose side has not attacked for long, takes any enemy.
        """
        if 2 * ship.hull <= ship.full(CoastalShip.hull.name) or chair.quiet >= QUIET:
            return dearest(chair, ship, _launch_range(chair, ship))
        aim = self._aim(chair, ship)
        return aim if aim and chair.tape.range(ship.name, aim.name) <= _launch_range(chair, ship) else None

    @staticmethod
    def _aim(chair: CoastalChair, ship: CoastalShip) -> CoastalShip | None:
        """The nearest enemy that counts for the side's aims, or else the nearest that a torpedo can hit.

        An enemy at whom enough torpedoes run already comes last.
        """
        targets = prey(chair.battle, chair.side)
        aimed = Counter(torpedo.aim for torpedo in running(chair.battle, chair.side))
        wanted = [foe for foe in targets if foe.name in chair.prizes] or targets
        return nearest(chair, ship, [foe for foe in wanted if aimed[foe.name] < ENOUGH] or wanted)


def _all_spent(chair: CoastalChair) -> bool:
    """Whether the side has used all its torpedoes, with none left in the water. Its gunboats then go home too."""
    own = afloat(chair.battle, chair.side)
    had = any(ship.named("torpedoes") for ship in chair.battle.ships(chair.side))
    return had and not running(chair.battle, chair.side) and not any(has_torpedoes(chair.battle, ship) for ship in own)


def _launch_range(chair: CoastalChair, ship: CoastalShip) -> float:
    """The range in cm at which she launches: a move at half speed beyond the least range, so that she does not overrun it."""
    return chair.battle.whole_reading("torpedo_least_range") + half(chair, ship)
