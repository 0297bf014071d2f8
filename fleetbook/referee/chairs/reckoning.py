"""Estimates of the distances between models, without new measurements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.doctrines.geometry import LEAST_TURN, Point, Spot, change, turned, wanted_heading
from fleetbook.core.doctrines.helm import Helm
from fleetbook.core.doctrines.models import A_SPEED, TURN, Models
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.parsing import decimal_number
from fleetbook.referee.proposals.measured import numbers_between
from fleetbook.referee.session import Session

Step = tuple[int, str]
ROUND = 5  # degrees: nobody turns a model more exactly


class Bounds(NamedTuple):
    """The lowest and highest possible range. The best estimate is the range that was measured last."""

    low: float
    high: float
    best: float

    @classmethod
    def about(cls, number: float, drift: float = 0) -> Bounds:
        """The bounds of a number that was measured and may have changed by ``drift`` in either direction since then."""
        return cls(max(number - drift, 0), number + drift, number)

    def within(self, low: float, high: float) -> Bounds:
        """These bounds, narrowed to ``low`` and ``high``. If the numbers contradict these bounds, the bounds are not changed."""
        low, high = max(self.low, low), min(self.high, high)
        return Bounds(low, high, min(max(self.best, low), high)) if low <= high else self


class Reckoning:
    """Estimates the range between two models: from the last measurement or the scenario's set-up, with bounds that allow for all
    moves since then. Ranges to a third model narrow the bounds.

    A squadron counts as its first ship. There is no estimate for markers, or for ships that the side does not see.
    """

    def __init__(self, session: Session, models: Models[Any], side: str) -> None:
        self.session, self._models, self.side = session, models, side
        self._figures = models.figures()
        ships = session.journal.setup.ships
        self._spots = {ship.name: Spot(Point(*ship.at), ship.heading or 0) for ship in ships if ship.at}
        self._moves: dict[int, Mapping[str, float]] = {}  # by the line that moved the models; empty for other lines

    def bounds(self, one: str, other: str, seen: Battle[Any]) -> Bounds | None:
        """The bounds of the range between two models, given their true names; None if nothing is known.

        ``seen`` is the battle as the side knows it.
        """
        first, second = sorted(map(self._model, (one, other)))
        if first == second:
            return Bounds.about(0)
        now = self.session.cached_for_line(f"reckoning for {self.side}", self.session.ranges.count, lambda: _Now(self, seen))
        return now.bounds(first, second)

    def old(self, one: str, other: str) -> str:
        """The range between two models that was measured last, or that of the scenario's set-up. Empty if there is none."""
        measured = numbers_between(self.session, self.side)
        first, second = self._model(one), self._model(other)
        found = measured.get(frozenset((one, other))) or measured.get(frozenset((first, second)))
        apart = self.apart_at_first(first, second)
        return found.number if found else "" if apart is None else f"{round(apart)}"

    def _model(self, name: str) -> str:
        battle = self.session.battle
        return name if battle.is_ship(name) else next(iter(battle.squadron(name)), name)

    def apart_at_first(self, one: str, other: str) -> float | None:
        """The range between two ships in the scenario's set-up. None if it has no place for one of them."""
        here, there = self._spots.get(one), self._spots.get(other)
        return here.at.to(there.at) if here and there else None

    def turn(self, ship: str, helm: Helm) -> int | None:
        """The angle by which a helm order turns a ship, in degrees, negative to port. It is limited by the plane's figures.

        None unless the ship and the ship by which she steers are still where the scenario placed them.
        """
        battle, other = self.session.battle, self._model(helm.by)
        placed = self._spots.keys() >= {ship, other}
        if not placed or any(moved.keys() & {ship, other} for _, moved in self.moves()):
            return None
        spot, size = self._spots[ship], self._models.size(battle.ship(ship))
        wanted = wanted_heading(helm, spot, self._spots[other].at, self.a_turn(battle, battle.ship(ship)))
        by = change(spot.heading, turned(spot.heading, wanted, self._figures.of(TURN, size)))
        return round(by / ROUND) * ROUND if abs(by) >= LEAST_TURN else 0

    def moves(self) -> Iterator[tuple[Step, Mapping[str, float]]]:
        """Each step in which models moved, with the distance that each moved."""
        for record in self.session.journal.records.kept:
            if record.number not in self.session.in_force or not record.is_order:
                continue
            if record.number not in self._moves:
                self._moves[record.number] = self._moved(record)
            if moved := self._moves[record.number]:
                yield (record.turn, record.phase), moved

    def _moved(self, record: Record) -> dict[str, float]:
        journal = self.session.journal
        before, kind = journal.battle_after(record.on), journal.ruleset.order(record.procedure)
        if kind is NextStep:
            return {ship.name: self.a_turn(before, ship) for ship in self._models.moving(before)}
        order, after = journal.order_of(record), journal.battle_after(record.number)
        return {name: self.a_turn(after, after.ship(name)) for name in self._models.moved_by(order)}

    def a_turn(self, battle: Battle[Any], ship: Any) -> float:
        """The distance that a ship moves in a turn at her speed."""
        return self._models.speed(battle, ship) * self._figures.of(A_SPEED, self._models.size(ship))


class _Now:
    """The bounds of all ranges between ships that a side sees at one moment."""

    def __init__(self, of: Reckoning, seen: Battle[Any]) -> None:
        self._of, self.session = of, of.session
        self._measured = numbers_between(self.session, of.side)
        ships = list(seen.ships())
        self._seen = {ship.name for ship in ships}
        self._squadrons = {ship.name: (ship.side, ship.squadron) for ship in ships if ship.squadron}
        self._moves = list(of.moves())
        self._direct: dict[tuple[str, str], Bounds | None] = {}
        self._found: dict[tuple[str, str], Bounds | None] = {}
        self._all = sorted(self._seen)

    def bounds(self, one: str, other: str) -> Bounds | None:
        """The bounds of the range between two ships."""
        if not {one, other} <= self._seen:
            return None
        if (one, other) not in self._found:
            low, high = 0.0, inf
            for third in self._all:
                here, there = self._between(one, third), self._between(third, other)
                if here and there and third not in (one, other):
                    low = max(low, here.low - there.high, there.low - here.high)
                    high = min(high, here.high + there.high)
            direct = self._between(one, other)
            by_others = None if high == inf or low > high else Bounds(low, high, (low + high) / 2)
            self._found[one, other] = direct.within(low, high) if direct else by_others
        return self._found[one, other]

    def _between(self, one: str, other: str) -> Bounds | None:
        pair = (one, other) if one < other else (other, one)
        if pair not in self._direct:
            self._direct[pair] = self._worked_out(*pair)
        return self._direct[pair]

    def _worked_out(self, one: str, other: str) -> Bounds | None:
        found = list[Bounds]()
        last = self._measured.get(frozenset((one, other)))
        number = decimal_number(last.number) if last else None
        if last and number is not None:
            found.append(self._drifted(float(number), last.step, one, other))
        apart = self._of.apart_at_first(one, other)
        if apart is not None:
            found.append(self._drifted(apart, None, one, other))
        return found[0].within(found[-1].low, found[-1].high) if found else None

    def _drifted(self, number: float, since: Step | None, one: str, other: str) -> Bounds:
        """The present bounds of a range that was measured in the step ``since``, or at the start if it is None. They allow for
        all moves since then. Ships of one squadron stay together.
        """
        together = one in self._squadrons and self._squadrons[one] == self._squadrons.get(other)
        now = self.session.battle.turn, self.session.battle.phase
        return Bounds.about(number, 0 if together or since == now else self._moved(one, since) + self._moved(other, since))

    def _moved(self, ship: str, since: Step | None) -> float:
        """The distance that a ship has moved since the beginning of a step, or since the start if it is None."""
        return sum(moved.get(ship, 0) for step, moved in self._moves if since is None or self._is_not_before(step, since))

    def _is_not_before(self, step: Step, since: Step) -> bool:
        if step[0] != since[0]:
            return step[0] > since[0]
        phases = [phase.id for phase in self.session.battle.ruleset.sequence.phases]
        return phases.index(step[1]) >= phases.index(since[1])
