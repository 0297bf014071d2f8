"""Doctrine: hold the range at which the exchange of fire is best."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.rules.aanda.doctrines.expected import AandaChair, broadsides
from fleetbook.rules.aanda.doctrines.line_of_battle import LineOfBattle
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.aanda.squadrons import ships_of

RANGES = (15, 20, 30, 40, 50, 60, 70, 80, 100)  # cm: the edges of the sheet's range bands
MEAN = 0.5  # of an advantage is worth as much as a share of the harm itself, so that nobody stands where nothing is hit


class HoldRange(LineOfBattle):
    """As the line of battle, but each squadron keeps the range at which its broadsides harm the nearest enemy squadron most for
    what that squadron does to it. The faster side has its way: slow heavy guns are outranged, or weak ones kept off.
    """

    id, title = "hold-range", "hold the best range"

    def wanted(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> float:
        """The range of the best exchange."""
        foes = [one for one in ships_of(chair.battle, foe.squadron) if not one.hull_gone] or [foe]
        given = _added_up(broadsides(chair, ship, foe.card.type, RANGES) for ship in ships)
        taken = _added_up(broadsides(chair, one, ships[0].card.type, RANGES) for one in foes)
        exchange = {cm: (1 + MEAN) * does - suffers for cm, does, suffers in zip(RANGES, given, taken, strict=True)}
        return max(RANGES, key=lambda cm: exchange[cm])


def _added_up(harm: Iterable[tuple[float, ...]]) -> list[float]:
    """The harm that all ships together do, at each range."""
    return [sum(one) for one in zip(*harm, strict=True)]
