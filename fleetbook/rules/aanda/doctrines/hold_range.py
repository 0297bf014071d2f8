"""Doctrine: hold the range at which the exchange of fire is best."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import msgspec

from fleetbook.core.doctrines.helm import ABEAM, AWAY, TOGETHER
from fleetbook.core.words.sentence import Said
from fleetbook.rules.aanda.doctrines.expected import AandaChair, broadsides
from fleetbook.rules.aanda.doctrines.fighting import Steering
from fleetbook.rules.aanda.doctrines.line_of_battle import LineOfBattle
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import afloat, enemies

RANGES = (15, 20, 30, 40, 50, 60, 70, 80, 100)  # cm: the edges of the sheet's range bands
TOO_NEAR = 0.75  # of the best range: an enemy nearer than this is much too near
NOTHING = 0.01  # hull boxes a turn: the least harm that is divided by
ALIKE = 0.9  # of the best exchange: the farthest range that is nearly as good is held, because ships are lost more slowly there
LEAST = 0.33  # of the most harm that the side can do: at a range with less, the turns of the battle do not decide it


class HoldRange(LineOfBattle):
    """As the line of battle, but at the range where the side's broadsides do most harm in proportion to the harm that the enemy's
    broadsides do. The faster side decides the range. Each ship fires at her own best target, because the splashes of one ship
    spoil the aim of the next.
    """

    id, title = "hold-range", "hold the best range"
    concentrates = False

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """A squadron's next move, as in the line of battle. If the enemy comes much too near, the ships of a faster squadron turn
        away together.
        """
        steers = super().steering(chair, ships, foe)
        at, near = steers.helm.distance, chair.tape.range(ships[0].name, foe.name)
        if steers.helm.course == ABEAM and near < TOO_NEAR * at and steers.speed > foe.speed:
            away = replace(steers, reason=Says.keeps_off(cm=at))
            return replace(away, helm=msgspec.structs.replace(steers.helm, course=AWAY, formation=TOGETHER))
        return steers

    def wanted(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> float:
        """The range in cm with the best exchange of fire."""
        return _best_exchange(chair).at

    def reason(self, chair: AandaChair, at: float) -> Said:
        """A sentence about the exchange of fire at the range ``at``."""
        best = _best_exchange(chair)
        return Says.best_exchange(cm=at, done=best.done, taken=best.taken)


class Exchange(NamedTuple):
    """A range in cm, with the hull boxes that a side destroys and loses there in a turn."""

    at: float
    done: float
    taken: float


def _best_exchange(chair: AandaChair) -> Exchange:
    """The best exchange of fire at any range. It is worked out once a turn."""
    return chair.remember(("best range", chair.battle.turn), lambda: _worked_out(chair))


def _worked_out(chair: AandaChair) -> Exchange:
    """The best exchange of fire. Its range lies halfway between the farthest good range and the next shorter one; at the
    farthest, half of a line would be out of range.
    """
    own = [one for one in afloat(chair.battle, chair.side) if not one.wrecked]
    foes = [one for one in enemies(chair.battle, chair.side) if not one.wrecked]
    given, taken = _harm(chair, own, foes), _harm(chair, foes, own)
    ratios = {
        cm: sum(_near(given, at)) / max(sum(_near(taken, at)), NOTHING)
        for at, cm in enumerate(RANGES)
        if given[at] >= LEAST * max(given)
    }
    far = max(cm for cm, ratio in ratios.items() if ratio >= ALIKE * max(ratios.values()))
    at = RANGES.index(far)
    return Exchange((far + RANGES[max(at - 1, 0)]) / 2, round(given[at], 1), round(taken[at], 1))


def _near(harm: list[float], at: int) -> list[float]:
    """The harm at the range with the number ``at`` and at the neighbouring ranges, because the ships of a line are at different
    ranges.
    """
    return harm[max(at - 1, 0) : at + 2]


def _harm(chair: AandaChair, firers: list[AandaShip], targets: list[AandaShip]) -> list[float]:
    """For each of RANGES, the harm that all firers together do in a turn, on average over the targets."""
    kinds = Counter(target.card.type for target in targets)
    done = [
        [number * harm for harm in broadsides(chair, ship, kind, RANGES)] for ship in firers for kind, number in kinds.items()
    ]
    return [sum(one) / max(len(targets), 1) for one in zip(*done, strict=True)] or [0.0] * len(RANGES)
