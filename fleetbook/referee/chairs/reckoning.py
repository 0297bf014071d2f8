"""Estimates of the distances between models, without new measurements."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import degrees, inf
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.firing import TURNING
from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.geometry import LEAST_TURN, Point, Spot, change, in_arc
from fleetbook.core.doctrines.helm import Helm
from fleetbook.core.doctrines.models import A_SPEED, Models
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.parsing import decimal_number
from fleetbook.referee.chairs.picture import Moves, Picture
from fleetbook.referee.proposals.measured import measurements
from fleetbook.referee.session import Session

ROUND = 5  # degrees: nobody turns a model more exactly


class Bounds(NamedTuple):
    """The lowest and highest likely range, and the best estimate."""

    low: float
    high: float
    best: float

    @classmethod
    def about(cls, number: float, error: float = 0) -> Bounds:
        """The bounds of a number with an error in either direction."""
        return cls(max(number - error, 0), number + error, number)


class Reckoning:
    """Estimates the range between two models, from the scenario's places, all moves and the measured ranges.

    A squadron counts as its first ship. There is no estimate for markers, or for ships that the side does not see.
    """

    def __init__(self, session: Session, models: Models[Any], side: str) -> None:
        self.session, self._models, self.side = session, models, side
        self._figures = models.figures()
        ships = session.journal.setup.ships
        self._spots = {ship.name: Spot(Point(*ship.at), ship.heading or 0) for ship in ships if ship.at}
        units = {ship.name: (ship.side, ship.squadron) for ship in ships if ship.at and ship.squadron}
        self._mates = {ship: [one for one in units if one != ship and units[one] == unit] for ship, unit in units.items()}
        self._moves: dict[int, Moves] = {}  # by journal line

    def bounds(self, one: str, other: str, seen: Battle[Any]) -> Bounds | None:
        """The bounds of the range between two models, given their true names; None if nothing is known.

        ``seen`` is the battle as the side knows it.
        """
        first, second = self._model(one), self._model(other)
        if first == second:
            return Bounds.about(0)
        names = self.session.cached_for_line(f"seen by {self.side}", (), lambda: {ship.name for ship in seen.ships()})
        return self._now.bounds(first, second) if {first, second} <= names else None

    def still(self, one: str, other: str) -> str:
        """The range measured last between two models, if neither has moved since. Empty otherwise."""
        number, drift = self._now.last.get(frozenset((self._model(one), self._model(other))), ("", 0))
        return "" if drift else number

    def along(self, one: str, other: str) -> bool:
        """Whether two ships are on the same heading, as far as their moves tell."""
        here, there = (self._now.picture.placed.get(self._model(name)) for name in (one, other))
        return bool(here and there and abs(change(here.spot.heading, there.spot.heading)) < LEAST_TURN)

    def arc(self, of: str, to: str) -> str:
        """The arc of a ship in which another lies, as far as their moves tell. Empty if the picture does not tell."""
        here, there = (self._now.picture.placed.get(self._model(name)) for name in (of, to))
        bearing = here.spot.bearing(there.spot.at) if here and there else None
        arcs = self._figures.arc.items() if bearing is not None else ()
        return next((name for name, arc in arcs if in_arc(bearing or 0, arc)), "")

    def old(self, one: str, other: str) -> str:
        """The range between two models as far as moves and earlier measurements tell. Empty if nothing is known."""
        found = self._now.bounds(self._model(one), self._model(other))
        return f"{round(found.best)}" if found else ""

    def turn(self, ship: str, helm: Helm) -> int | None:
        """The angle by which a helm order turns a ship, in degrees, negative to port. It is limited by the plane's figures.

        None if the places of the models are not known well enough.
        """
        picture, other, battle = self._now.picture, self._model(helm.by), self.session.battle
        found = picture.between(ship, other)
        if found is None or degrees(found[1]) > ROUND * found[0]:
            return None
        heading = picture.heading(ship, Helm(helm.course, other, helm.distance), self.a_turn(battle, battle.ship(ship)))
        by = 0.0 if heading is None else change(picture.placed[ship].spot.heading, heading)
        return round(by / ROUND) * ROUND if abs(by) >= LEAST_TURN else 0

    def _model(self, name: str) -> str:
        battle = self.session.battle
        return name if battle.is_ship(name) else next(iter(battle.squadron(name)), name)

    @property
    def _now(self) -> _Known:
        return self.session.cached_for_line(f"reckoning for {self.side}", self.session.ranges.count, self._reckoned)

    def _reckoned(self) -> _Known:
        battle = self.session.battle
        known = _Known(Picture(self._spots, self._figures, lambda name: self._models.size(battle.ship(name)), self._mates))
        taken = deque(sorted(measurements(self.session, self.side), key=lambda measured: measured.line))
        for number, moves in (*self.moves(), (inf, Moves())):
            while taken and taken[0].line <= number:
                measured = taken.popleft()
                known.measure(tuple(map(self._model, measured.pair)), measured.number)
            known.move(moves)
        return known

    def moves(self) -> Iterator[tuple[int, Moves]]:
        """The lines in force that steer or move models."""
        for record in self.session.journal.records.kept:
            if record.number not in self.session.in_force or not record.is_order:
                continue
            if record.number not in self._moves:
                self._moves[record.number] = self._moved(record)
            if (moves := self._moves[record.number]) != Moves():
                yield record.number, moves

    def _moved(self, record: Record) -> Moves:
        journal = self.session.journal
        before, kind = journal.battle_after(record.on), journal.ruleset.order(record.procedure)
        if kind is NextStep:
            return Moves({ship.name: self.a_turn(before, ship) for ship in self._models.moving(before)})
        order, after = journal.order_of(record), journal.battle_after(record.number)
        far = {name: self.a_turn(after, after.ship(name)) for name in self._models.moved_by(order)}
        movement = order.movement(before)
        if movement is None:
            return Moves(far)
        intent = record.proposer.intent if record.proposer else None
        helm = intent.helm if intent else None
        return Moves(far, helm, movement.ships or (movement.mover,), TURNING in movement.manner)

    def a_turn(self, battle: Battle[Any], ship: Any) -> float:
        """The distance that a ship moves in a turn at her speed."""
        return self._models.speed(battle, ship) * self._figures.of(A_SPEED, self._models.size(ship))


class _Known:
    """What is known of the models at one moment: their picture, and the range measured last between each two, with the distance
    that these have moved since.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.last: dict[frozenset[str], tuple[str, float]] = {}

    def move(self, moves: Moves) -> None:
        """Let models move."""
        self.picture.move(moves)
        for pair, (number, drift) in self.last.items():
            self.last[pair] = number, drift + sum(moves.far.get(name, 0) for name in pair)

    def measure(self, pair: Sequence[str], words: str) -> None:
        """Take in the range that was measured between two models."""
        one, other = sorted(pair)
        number = decimal_number(words)
        if number is not None:
            self.last[frozenset(pair)] = words, 0
            self.picture.measure(one, other, float(number))

    def bounds(self, one: str, other: str) -> Bounds | None:
        """The bounds of the range between two ships."""
        number, drift = self.last.get(frozenset((one, other)), ("", 0))
        found = self.picture.between(one, other)
        if number and (found is None or not drift):
            return Bounds.about(float(number), drift)
        return Bounds.about(*found) if found else None
