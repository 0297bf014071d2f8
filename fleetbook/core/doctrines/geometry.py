"""Places and directions on a plane. x grows to the east and y to the north; directions are degrees clockwise from north.

Results are rounded, so that a battle goes the same way on a table that is turned round.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from fleetbook.core.doctrines.helm import ABEAM, AWAY, TOWARDS, WITH, Helm

EDGING = 40  # degrees: a ship that keeps another abeam steers no further in or out, so that her broadside still bears
LEAST_TURN = 10  # degrees: a smaller change of heading is no turn
DECIMALS = 6  # of distances and directions: more than any figure needs, and so few that rounding errors never show


class Point(NamedTuple):
    """A point on the table, in the unit of the rules, from its south-western corner."""

    x: float
    y: float

    def ahead(self, direction: float, far: float) -> Point:
        """The point that lies ``far`` away in a direction."""
        return Point(self.x + far * sin(radians(direction)), self.y + far * cos(radians(direction)))

    def to(self, other: Point) -> float:
        """The distance to another point."""
        return round(hypot(other.x - self.x, other.y - self.y), DECIMALS)

    def direction(self, other: Point) -> float:
        """The direction in which another point lies, from 0 to 360."""
        return round(degrees(atan2(other.x - self.x, other.y - self.y)), DECIMALS) % 360


class Spot(NamedTuple):
    """The place of a model's middle, and the model's heading."""

    at: Point
    heading: float

    def line(self, length: float) -> tuple[Point, Point]:
        """The axis of a model of this length, from bow to stern."""
        return self.at.ahead(self.heading, length / 2), self.at.ahead(self.heading, -length / 2)

    def direction(self, other: Point) -> float:
        """The direction of another point. If the point is the model's own place, the heading of the model."""
        return self.at.direction(other) if self.at.to(other) else self.heading

    def bearing(self, other: Point) -> float:
        """The direction of a point, in degrees clockwise from the bow."""
        return round(self.direction(other) - self.heading, DECIMALS) % 360


def turned(heading: float, wanted: float, most: float) -> float:
    """A heading turned towards the wanted one by the shorter way, by ``most`` degrees at most."""
    return (heading + max(-most, min(most, change(heading, wanted)))) % 360


def change(heading: float, wanted: float) -> float:
    """The turn from a heading to the wanted one by the shorter way, from -180 to 180 degrees. A turn to port is negative."""
    return round(wanted - heading + 180, DECIMALS) % 360 - 180


def wanted_heading(helm: Helm, spot: Spot, other: Spot, a_move: float) -> float:
    """The heading on which a ship at ``spot`` obeys a helm order about the ship at ``other``. The table's edge is ignored.
    ``a_move`` is the distance of one move.
    """
    if helm.course == WITH:
        return other.heading
    there, direct = other.at, spot.direction(other.at)
    if helm.course == AWAY:
        return direct + 180
    far = spot.at.to(there)
    if helm.course == TOWARDS and far > helm.distance:
        return direct
    abeam = 90 - _edging(far - helm.distance, a_move) if helm.course == ABEAM and helm.distance else 90.0
    return min((direct + abeam, direct - abeam), key=lambda way: abs(change(spot.heading, way)))


def _edging(too_far: float, a_move: float) -> float:
    """The angle in degrees at which a ship steers inward to come ``too_far`` nearer in one move, EDGING at most. It is negative
    if she steers outward.
    """
    return max(-EDGING, min(EDGING, degrees(asin(max(-1, min(1, too_far / (a_move or 1)))))))


def in_arc(bearing: float, arc: tuple[float, float]) -> bool:
    """Whether a bearing lies in an arc, given by its first and last bearing, clockwise."""
    first, last = arc
    return (bearing - first) % 360 <= (last - first) % 360


def apart(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """The distance between two lines; 0 if they cross."""
    if _cross(one, other):
        return 0
    ends = ((one[0], other), (one[1], other), (other[0], one), (other[1], one))
    return min(to_line(point, line) for point, line in ends)


def to_line(point: Point, line: tuple[Point, Point]) -> float:
    """The distance of a point from a line."""
    return point.to(nearest_on(point, line))


def nearest_on(point: Point, line: tuple[Point, Point]) -> Point:
    """The point of a line that lies nearest to a point."""
    a, b = line
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    share = 0.0 if not square else max(0.0, min(1.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square))
    return Point(a.x + share * dx, a.y + share * dy)


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

    apart_by_other = side(*other, one[0]) * side(*other, one[1]) < 0
    return apart_by_other and side(*one, other[0]) * side(*one, other[1]) < 0


FORMATIONS = {
    "column": 180,
    "line abreast": 90,
    "echelon to starboard": 135,
    "echelon to port": 225,
}
"""The direction from each ship of a formation to the next one, in degrees clockwise from the heading."""


def drawn_up(first: Point, heading: float, formation: str, apart: float, number: int) -> Sequence[Spot]:
    """The places of the ``number`` ships of a formation, ``apart`` from each other. ``first`` is the place of the leader."""
    direction = heading + FORMATIONS[formation]
    return [Spot(first.ahead(direction, apart * place), heading % 360) for place in range(number)]
