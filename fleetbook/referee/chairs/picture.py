"""A picture of the table: where each model stands, as far as the scenario's places, the moves and the measured ranges tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fleetbook.core.doctrines.geometry import Point, Spot, turned, wanted_heading
from fleetbook.core.doctrines.helm import HOLD, HOME, IN_LINE, TOGETHER, Helm
from fleetbook.core.doctrines.models import INTERVAL, TURN, PlaneFigures

STEERED = 0.15  # of a move: how far a ship on a known course may stand from where the picture has her
NEARER = 0.6  # of what was unknown of a model's place still is, once a range to it was measured
DOUBT = 0.5  # a range is measured to the nearest whole number


class Moves(NamedTuple):
    """The meaning of a journal line for the models.

    far     each model that moved, with the distance
    helm    the helm order for the models of a line; None if it has none
    ships   the ships of the order, the leader first
    turns   whether the order says that they change their heading
    """

    far: Mapping[str, float] = {}
    helm: Helm | None = None
    ships: tuple[str, ...] = ()
    turns: bool = False


class Placed(NamedTuple):
    """The place of a model in the picture, with the greatest error that is likely, and the place before its last move."""

    spot: Spot
    error: float = 0
    before: Point | None = None


class Picture:
    """The places of all models. Ships move as their orders say. A measured range shifts the model whose place is less certain."""

    def __init__(
        self, spots: Mapping[str, Spot], figures: PlaneFigures, size: Callable[[str], str], mates: Mapping[str, Sequence[str]]
    ) -> None:
        """``size`` returns the size of a ship, in the words of the plane's figures. ``mates`` has the other ships of each
        squadron.
        """
        self.placed = {name: Placed(spot) for name, spot in spots.items()}
        self._figures, self._size, self._mates = figures, size, mates
        self._helms: dict[str, tuple[Helm, str]] = {}  # with the ship by which one in formation steers
        self._turning = set[str]()

    def move(self, moves: Moves) -> None:
        """Note the course of an order's ships, and move the models that the line moves."""
        if moves.helm:
            for place, ship in enumerate(moves.ships):
                by = {IN_LINE: moves.ships[place - 1], TOGETHER: moves.ships[0]}.get(moves.helm.formation, "") if place else ""
                self._helms[ship] = moves.helm, by
        elif moves.turns:
            self._turning.update(moves.ships)
        for name in (*(one for one in self._helms if one in moves.far), *(one for one in moves.far if one not in self._helms)):
            if name in self.placed and moves.far[name]:
                self.placed[name] = self._moved(name, moves.far[name])
        for name in moves.far:
            self._helms.pop(name, None)
            self._turning.discard(name)

    def _moved(self, name: str, far: float) -> Placed:
        spot, error, _ = self.placed[name]
        helm, by = self._helms.get(name, (None, ""))
        heading, off = spot.heading, far if name in self._turning else STEERED * far
        if helm and by in self.placed and helm.formation == IN_LINE and spot.at.to(station := self._station(by)) <= far:
            return Placed(Spot(station, self.placed[by].spot.heading), self.placed[by].error + off, spot.at)
        if helm and helm.course != HOLD:
            wanted = self._wanted(name, helm, by, far)
            off = far if wanted is None else min(off + far * self._doubt(name, helm.by), far)
            heading = heading if wanted is None else self._turned(name, wanted)
        return Placed(Spot(spot.at.ahead(heading, far), heading), error + off, spot.at)

    def _doubt(self, name: str, other: str) -> float:
        """How uncertain the direction of another model is, from 0 to 1."""
        found = self.between(name, other)
        return min(found[1] / (found[0] or 1), 1) if found else 0

    def _station(self, before: str) -> Point:
        """The place in a line for the ship behind another."""
        ahead = self.placed[before].spot
        return ahead.at.ahead(ahead.heading, -self._figures.of(INTERVAL))

    def heading(self, name: str, helm: Helm, a_move: float) -> float | None:
        """The heading to which a helm order turns a ship in a move. None if the picture does not tell."""
        wanted = self._wanted(name, helm, "", a_move)
        return None if wanted is None else self._turned(name, wanted)

    def _turned(self, name: str, wanted: float) -> float:
        return turned(self.placed[name].spot.heading, wanted, self._figures.of(TURN, self._size(name)))

    def _wanted(self, name: str, helm: Helm, by: str, far: float) -> float | None:
        spot, ahead = self.placed[name].spot, self.placed.get(by)
        if ahead and helm.formation == TOGETHER:
            return ahead.spot.heading
        if ahead:
            return spot.direction(self._station(by))
        other = self.placed.get(helm.by)
        return wanted_heading(helm, spot, other.spot, far) if other and helm.course != HOME else None

    def measure(self, one: str, other: str, cm: float) -> None:
        """Shift two models so that the range between them is the measured one."""
        here, there = self.placed.get(one), self.placed.get(other)
        if here is None or there is None or here.spot.at == there.spot.at:
            return
        way, off = here.spot.at.direction(there.spot.at), here.spot.at.to(there.spot.at) - cm
        share = (here.error + DOUBT) / (here.error + there.error + 2 * DOUBT)
        for name, model, by in ((one, here, off * share), (other, there, off * (share - 1))):
            self.placed[name] = _shifted(model, way, by)
            for mate in self._mates.get(name, ()):  # ships of a squadron stay together
                spot, error, _ = self.placed[mate]
                share_of_hers = min(error / (model.error or 1), 1)
                self.placed[mate] = self.placed[mate]._replace(spot=Spot(spot.at.ahead(way, by * share_of_hers), spot.heading))

    def between(self, one: str, other: str) -> tuple[float, float] | None:
        """The distance between two models and its likely error. None if the picture lacks one of them."""
        here, there = self.placed.get(one), self.placed.get(other)
        return (here.spot.at.to(there.spot.at), here.error + there.error) if here and there else None


def _shifted(model: Placed, way: float, by: float) -> Placed:
    """A model shifted in a direction. One whose course was unknown has come the way from its last place to this."""
    at, before = model.spot.at.ahead(way, by), model.before
    heading = before.direction(at) if before and before.to(at) and model.error > before.to(at) / 2 else model.spot.heading
    return Placed(Spot(at, heading), model.error * NEARER, before)
