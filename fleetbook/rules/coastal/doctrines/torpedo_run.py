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

ENOUGH = 4  # torpedoes running at one enemy, after which ships prefer another enemy


class TorpedoRun(CoastalDoctrine):
    """Ships with torpedoes steer for an enemy who counts for the aims, slow down to launch near the least range, and turn away at
    full speed in smoke. Ships without torpedo tubes fight by guns at their best range. All go home when the side has used its
    last torpedo.
    """

    id, title = "torpedo-run", "torpedo run, then turn away"

    def steering(self, chair: CoastalChair, ship: CoastalShip) -> Steering:
        """A ship's next move. With torpedoes she steers towards her target, slowly at the end, and away if she is too near to
        launch. With empty tubes she steers away from a near enemy in smoke, otherwise home.

        A ship without torpedo tubes, or without a target, fights at her best range. All ships go home when the side has used its
        last torpedo.
        """
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
        """Whether a ship closes in after three turns without an attack. Ships with torpedo tubes never do, nor do any ships of a
        side that has used all its torpedoes.
        """
        return not ship.named("torpedoes") and not _all_spent(chair) and super().closes(chair, ship)

    def torpedo_target(self, chair: CoastalChair, ship: CoastalShip) -> CoastalShip | None:
        """The enemy at whom a ship launches torpedoes now: the one for whom she steers, within her launch range. None if she
        waits.

        A ship with half her hull lost, or whose side has not attacked for three turns, takes the most valuable enemy in that
        range.
        """
        if 2 * ship.hull <= ship.full(CoastalShip.hull.name) or chair.quiet >= QUIET:
            return dearest(chair, ship, _launch_range(chair, ship))
        aim = self._aim(chair, ship)
        return aim if aim and chair.tape.range(ship.name, aim.name) <= _launch_range(chair, ship) else None

    @staticmethod
    def _aim(chair: CoastalChair, ship: CoastalShip) -> CoastalShip | None:
        """The enemy for whom a ship steers: the nearest who counts for the side's aims, or else the nearest whom a torpedo can
        hit.

        An enemy at whom ENOUGH torpedoes are running is taken only if there is no other.
        """
        targets = prey(chair.battle, chair.side)
        aimed = Counter(torpedo.aim for torpedo in running(chair.battle, chair.side))
        wanted = [foe for foe in targets if foe.name in chair.prizes] or targets
        return nearest(chair, ship, [foe for foe in wanted if aimed[foe.name] < ENOUGH] or wanted)


def _all_spent(chair: CoastalChair) -> bool:
    """Whether the side has used all its torpedoes, and none is left in the water."""
    own = afloat(chair.battle, chair.side)
    had = any(ship.named("torpedoes") for ship in chair.battle.ships(chair.side))
    return had and not running(chair.battle, chair.side) and not any(has_torpedoes(chair.battle, ship) for ship in own)


def _launch_range(chair: CoastalChair, ship: CoastalShip) -> float:
    """The range in cm within which a ship launches: the least range of a torpedo and a move at half speed, so that she cannot
    come too near in one move.
    """
    return chair.battle.whole_reading("torpedo_least_range") + half(chair, ship)
