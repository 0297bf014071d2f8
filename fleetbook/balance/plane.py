"""The plane, a simulated table with the places and headings of the models. It answers what is measured, and moves the models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, get_args

from fleetbook.balance.ground import Ground
from fleetbook.core.battle.battle import Battle, ReadBattle
from fleetbook.core.battle.card_cache import Drawn
from fleetbook.core.doctrines.geometry import LEAST_TURN, Point, Spot, apart, change, in_arc, to_line, turned, wanted_heading
from fleetbook.core.doctrines.helm import HOLD, HOME, IN_LINE, TOGETHER, TOWARDS, Course, Formation, Helm
from fleetbook.core.doctrines.models import A_SPEED, AIM_ERROR, INTERVAL, LENGTH, TURN, Models, PlaneFigures, Run, unknown_arc
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault

EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}
MOST_AHEAD = 40  # moves for which a torpedo's aim is worked out
MET_WITHIN = 0.5  # from a torpedo's track to the line of a model
MOVES_TO_THE_EDGE = 2  # moves that a ship looks ahead, so that she does not leave the table unless she means to


@dataclass(slots=True)
class RunningTorpedo:
    """A torpedo in the water.

    run    the distance that it has run
    meets  the ships that it meets in this step, without those that an order has already dealt with
    """

    at: Point
    course: float
    run: float
    meets: list[str] = field(default_factory=list)


class Plane:
    """The models of a battle on a simulated table. It serves as a tape: it answers everything that is measured.

    spots  the place and heading of each ship
    """

    def __init__(self, ground: Ground, models: Models[Any], figures: PlaneFigures, battle: Battle[Any], seed: str) -> None:
        self.figures, self._models, self._ground = figures, models, ground
        self.spots, self._battle, self._seed = dict(ground.spots), battle, seed
        self._helms: dict[str, Helm] = {}
        self._after: dict[str, str] = {}  # each ship in formation with the one by which she steers
        self._torpedoes: dict[str, RunningTorpedo] = {}
        self._running: Drawn[Mapping[str, Run]] | None = None
        self._on_sights: dict[tuple[Point, Point], list[str]] = {}  # the models on lines of sight, until one moves
        self._lengths = {ship.name: figures.of(LENGTH, models.size(ship)) for ship in battle.ships()}

    # ------------------------------------------------------------------ the tape

    def range(self, one: str, other: str) -> float:
        """The distance between the middles of two models."""
        return self._at(one).to(self._at(other))

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of a ship in which another ship lies. Raises InvalidInput if she lies in none of these arcs.

        Raises RulesFault if the plane's figures lack an arc.
        """
        for name in arcs:
            if name not in self.figures.arc:
                raise RulesFault(self._battle.ruleset.id, str(unknown_arc(name, self.figures)))
        bearing = self.spots[self._ship(of)].bearing(self._at(to))
        for name in arcs:
            if in_arc(bearing, self.figures.arc[name]):
                return name
        found, allowed = f"{to} at {bearing:.0f} degrees from the bow of {of}", f"a bearing in {' or '.join(arcs)}"
        words = f"{to} cannot be at {bearing:.0f} degrees from the bow of {of}: only {allowed} is allowed"
        raise InvalidInput("arc", found, allowed, words=words)

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The ships whose models stand on the line between two others."""
        sight = self._at(one), self._at(other)
        if sight not in self._on_sights:
            self._on_sights[sight] = sorted(self._reaching(sight, 0), key=lambda name: sight[0].to(self.spots[name].at))
        return tuple(name for name in self._on_sights[sight] if name not in (one, other) and self._is_on_table(name))

    def met(self, runner: str) -> tuple[str, ...]:
        """The ships that a torpedo meets in this step, without those that an order has already dealt with."""
        return tuple(self._torpedoes[runner].meets) if runner in self._torpedoes else ()

    def turns(self, ship: str) -> bool:
        """Whether a ship's helm order makes her turn."""
        spot = self.spots[self._ship(ship)]
        return abs(change(spot.heading, self._heading(self._ship(ship)))) >= LEAST_TURN

    def along(self, one: str, other: str) -> bool:
        """Whether two ships are on the same heading."""
        return abs(change(self.spots[self._ship(one)].heading, self.spots[self._ship(other)].heading)) < LEAST_TURN

    def left(self) -> tuple[str, ...]:
        """The ships and torpedoes that have left the table."""
        ships = (name for name in self._standing if not self._inside(self.spots[name].at))
        return (*ships, *(name for name, torpedo in self._torpedoes.items() if not self._inside(torpedo.at)))

    # ------------------------------------------------------------------ movement

    def require_helm(self, helm: Helm, ships: Sequence[str], names: Iterable[str]) -> None:
        """Raise InvalidInput if a helm order names an unknown course, formation or ship.

        ``names`` are the names that only the side knows, such as those of markers.
        """
        for where, word, words in (("course", helm.course, get_args(Course)), ("formation", helm.formation, get_args(Formation))):
            if word not in words:
                raise InvalidInput.word(f"helm: {where}", word, [one for one in words if one])
        known = {*self.spots, *self._torpedoes, *(one.name for one in self._battle.setup.squadrons), *names}
        if helm.course not in (HOLD, HOME) and helm.by not in known and not self._battle.squadron(helm.by):
            raise InvalidInput.word("helm: by", helm.by, sorted(known))
        for ship in ships:
            if ship not in self.spots:
                raise InvalidInput.word("helm: ships", ship, self.spots)

    def steer(self, helm: Helm, ships: Sequence[str]) -> None:
        """Note how ships are to steer in their next move. In formation, the first ship leads."""
        self._helms.update(dict.fromkeys(ships, helm))
        for before, ship in pairwise(ships):
            self._after[ship] = before if helm.formation == IN_LINE else ships[0]

    def move(self, ships: Sequence[str] | None = None) -> None:
        """Move these ships, by default those that move when the present step ends. Without a helm order they go straight on."""
        names = ships if ships is not None else [ship.name for ship in self._models.moving(self._battle)]
        moving = [name for name in (*self._helms, *(name for name in names if name not in self._helms)) if name in names]
        self._on_sights.clear()
        for name in moving:
            if name in self.spots:
                self.spots[name] = self._moved(name)
        for name in moving:
            self._helms.pop(name, None)
            self._after.pop(name, None)

    def _moved(self, name: str) -> Spot:
        """The place and heading of a ship after her move. If she follows another ship, that ship must have moved before.

        A ship is kept on the table unless she goes home or straight on.
        """
        spot, far, helm = self.spots[name], self._speed(self._battle.ship(name)), self._helms.get(name)
        if not far:
            return spot
        heading = self._heading(name)
        moved = Spot(spot.at.ahead(heading, far), heading)
        if self._is_in_line(name):
            before = self.spots[self._after[name]]
            station = self._station(before)
            if spot.at.to(station) <= far:
                moved = Spot(station, before.heading)
        if helm is None or helm.course in (HOME, HOLD):
            return moved
        wide, high = self._ground.wide, self._ground.high
        return Spot(Point(min(max(moved.at.x, 0), wide), min(max(moved.at.y, 0), high)), moved.heading)

    def _station(self, before: Spot) -> Point:
        """The place in a line for the ship that follows a ship at ``before``."""
        return before.at.ahead(before.heading, -self.figures.of(INTERVAL))

    def _is_in_line(self, name: str) -> bool:
        return name in self._after and self._helms[name].formation == IN_LINE

    def follow(self, battle: Battle[Any]) -> None:
        """Follow the battle after an order: launched torpedoes start, and moved torpedoes run on."""
        before, self._battle = self._battle.state, battle
        state, turn = battle.state, battle.turn
        if self._running and state.before is before and self._running.still_holds(state.changed, state, turn):
            return
        moment = ReadBattle(battle)
        running = self._models.torpedoes(moment)
        self._running = moment.read.drawn(running, state, turn)
        for name in [name for name in self._torpedoes if name not in running]:
            del self._torpedoes[name]
        for name, run in running.items():
            if name not in self._torpedoes:
                self._torpedoes[name] = RunningTorpedo(self.spots[run.owner].at, self._course(name, run), 0)
            torpedo = self._torpedoes[name]
            if run.run > torpedo.run:
                self._run(torpedo, run)

    def has_met(self, runner: str, ship: str) -> None:
        """Note that an order has dealt with a torpedo that met a ship."""
        if runner in self._torpedoes and ship in self._torpedoes[runner].meets:
            self._torpedoes[runner].meets.remove(ship)

    def _run(self, torpedo: RunningTorpedo, run: Run) -> None:
        ahead = torpedo.at.ahead(torpedo.course, run.run - torpedo.run)
        track, owner = (torpedo.at, ahead), run.owner
        on_it = [name for name in self._reaching(track, MET_WITHIN) if name != owner and self._is_on_table(name)]
        torpedo.meets = sorted(on_it, key=lambda name: to_line(torpedo.at, self._line(name)))
        torpedo.at, torpedo.run = ahead, run.run

    def _course(self, name: str, run: Run) -> float:
        """The course of a new torpedo: to where its target will be if she goes straight on, but off by the firer's error."""
        start, target = self.spots[run.owner].at, self.spots[run.aim]
        speed, reach = self._speed(self._battle.ship(run.aim)), self._models.run_a_move(self._battle)
        points = (target.at.ahead(target.heading, speed * moves) for moves in range(MOST_AHEAD))
        aim = next((point for moves, point in enumerate(points) if start.to(point) <= reach * (moves + 1)), target.at)
        error = Random(f"{self._seed}/{self._battle.turn}/{run.owner}/{run.aim}/{self._nth(name, run)}")
        return start.direction(aim) + error.gauss(0, self.figures.of(AIM_ERROR))

    def _nth(self, name: str, run: Run) -> int:
        """The number of a torpedo, from 0, among the torpedoes of its ship in the water. The error of aim depends on this number,
        and so not on the torpedoes of other ships.
        """
        return [other for other, its in self._models.torpedoes(self._battle).items() if its.owner == run.owner].index(name)

    def _heading(self, name: str) -> float:
        """The heading of a ship after her next move."""
        spot, helm = self.spots[name], self._helms.get(name)
        if helm is None or not self._models.answers_helm(self._battle.ship(name)):
            return spot.heading
        most = self.figures.of(TURN, self._models.size(self._battle.ship(name)))
        together = name in self._after and helm.formation == TOGETHER
        return turned(spot.heading, self.spots[self._after[name]].heading if together else self._wanted(name, helm), most)

    def _wanted(self, name: str, helm: Helm) -> float:
        spot = self.spots[name]
        if self._is_in_line(name):
            return spot.direction(self._station(self.spots[self._after[name]]))
        if helm.course == HOLD or (helm.by and not (helm.by in self._torpedoes or self._ship(helm.by) in self.spots)):
            return spot.heading
        if helm.course == HOME:
            return self._homeward(name)
        there = self._spot(helm.by)
        wanted = wanted_heading(helm, spot, there, self._speed(self._battle.ship(name)))
        is_direct = helm.course == TOWARDS and spot.at.to(there.at) > helm.distance
        return wanted if is_direct else self._on_the_table(name, wanted)

    def _on_the_table(self, name: str, wanted: float) -> float:
        """The heading nearest to ``wanted`` that keeps a ship on the table in her next moves."""
        at, far = self.spots[name].at, MOVES_TO_THE_EDGE * self._speed(self._battle.ship(name))
        ways = (wanted + sign * by for by in range(0, 181, 30) for sign in (1, -1))
        return next((way for way in ways if self._inside(at.ahead(way, far))), wanted)

    def _homeward(self, name: str) -> float:
        """The direction from a ship to the edge of the table that belongs to her side, or else to the nearest edge."""
        home = self._ground.homes.get(self._battle.ship(name).side, "")
        if home:
            return EDGES[home]
        at, wide, high = self.spots[name].at, self._ground.wide, self._ground.high
        return min(((high - at.y, 0), (wide - at.x, 90), (at.y, 180), (at.x, 270)))[1]

    # ------------------------------------------------------------------ where things are

    @property
    def _standing(self) -> Iterator[str]:
        """The ships on the table. Contact markers without ships are left out."""
        return (ship.name for ship in self._battle.ships() if ship.name in self.spots and self._models.on_table(ship))

    def _ship(self, name: str) -> str:
        """The ship with this name. For the name of a squadron, the first of its ships on the table."""
        if name in self.spots:
            return name
        ships = self._battle.squadron(name)
        return next((ship for ship in ships if self._models.on_table(self._battle.ship(ship))), next(iter(ships), name))

    def _spot(self, name: str) -> Spot:
        """The place and heading of a ship, a squadron's first ship or a torpedo."""
        torpedo = self._torpedoes.get(name)
        return Spot(torpedo.at, torpedo.course) if torpedo else self.spots[self._ship(name)]

    def _at(self, name: str) -> Point:
        return self._torpedoes[name].at if name in self._torpedoes else self.spots[self._ship(name)].at

    def _line(self, name: str) -> tuple[Point, Point]:
        return self.spots[name].line(self._lengths[name])

    def _reaching(self, line: tuple[Point, Point], within: float) -> Iterator[str]:
        """The ships whose models come within this distance of a line, whether they are still on the table or not.

        Most ships are so far away that the middle of the model alone excludes them. This is tested first, because it is fast.
        """
        for name, length in self._lengths.items():
            is_near = name in self.spots and to_line(self.spots[name].at, line) <= length / 2 + within
            if is_near and apart(self._line(name), line) <= within:
                yield name

    def _is_on_table(self, name: str) -> bool:
        return self._models.on_table(self._battle.ship(name))

    def _speed(self, ship: Any) -> float:
        return self._models.speed(self._battle, ship) * self.figures.of(A_SPEED, self._models.size(ship))

    def _inside(self, at: Point) -> bool:
        return 0 <= at.x <= self._ground.wide and 0 <= at.y <= self._ground.high
