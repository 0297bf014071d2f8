"""The habits that all A&A doctrines share: formations, spotting, and showing the ships behind a contact marker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.doctrines.doctrine import Doctrine
from fleetbook.core.doctrines.helm import AWAY, HOLD, HOME, IN_LINE, TOGETHER, TOWARDS, Helm
from fleetbook.core.doctrines.models import INTERVAL
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.words.sentence import Said
from fleetbook.rules.aanda.doctrines.expected import AandaChair, reach
from fleetbook.rules.aanda.doctrines.firing import fire
from fleetbook.rules.aanda.gunnery import has_fired
from fleetbook.rules.aanda.movement import Move, SquadronDone
from fleetbook.rules.aanda.ship import AandaShip, SquadronFacts
from fleetbook.rules.aanda.spotting import Reveal, Spot, spotting_reach
from fleetbook.rules.aanda.squadrons import (
    FIRING,
    MOVEMENT,
    SPOTTING,
    contacts,
    has_to_act,
    is_hidden,
    ships_of,
    waiting,
)
from fleetbook.rules.aanda.torpedoes import loaded
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.sides import enemies

Orders: TypeAlias = Iterator[Proposed[AandaShip]]

SCATTERED = 3  # intervals for each ship of a line: a ship farther than all these from the leader cannot join the line
QUIET = 3  # turns without a shot after which a side closes, or goes home


@dataclass(frozen=True, slots=True)
class Steering:
    """A squadron's next move: its course, its speed in knots, whether it evades or makes smoke, and the reason."""

    helm: Helm
    speed: int
    evading: bool = False
    smoke: bool = False
    reason: Said | None = None


class AandaDoctrine(Doctrine[AandaShip]):
    """The common part of all A&A doctrines. Each doctrine adds how a fighting squadron steers.

    concentrates  whether all ships of a squadron fire at one target; otherwise each takes her best one
    """

    concentrates = False

    def step(self, chair: AandaChair) -> Orders:
        """The orders of each squadron in this step: to move, to spot or to fire."""
        orders = {MOVEMENT: self._move, SPOTTING: _spot, FIRING: self._fire}.get(chair.battle.phase)
        if orders:
            yield from _one_after_another(chair, orders)

    def choose(self, chair: AandaChair, label: str, options: tuple[str, ...]) -> str:
        """The enemy's side, so that the enemy moves first: the side that moves last chooses the range. Without that option, the
        first one.
        """
        return next((option for option in options if option != chair.side), options[0])

    def steering(self, chair: AandaChair, ships: list[AandaShip], foe: AandaShip) -> Steering:
        """The next move of a squadron that can fight and sees the enemy. ``foe`` is the enemy nearest to its leader."""
        raise NotImplementedError

    def closes(self, chair: AandaChair, ships: list[AandaShip]) -> bool:
        """Whether a squadron closes in, whatever its doctrine says, because its side has not attacked for three turns."""
        return chair.quiet >= QUIET

    def leaving(self, chair: AandaChair, ships: list[AandaShip]) -> list[AandaShip]:
        """The ships of a squadron that go home while its other ships fight on. By default those without any weapon left."""
        return [ship for ship in ships if not is_armed(ship)]

    def _fire(self, chair: AandaChair, squadron: str) -> Orders:
        yield from fire(chair, squadron, self.concentrates)

    def _move(self, chair: AandaChair, squadron: str) -> Orders:
        if reveals(chair, squadron):
            yield Proposed(Reveal, {"contact": squadron}, reason=Says.in_range_of_guns())
        able = [ship for ship in ships_of(chair.battle, squadron) if ship.max_speed]
        home = self.leaving(chair, able)
        staying = [ship for ship in able if ship.name not in [one.name for one in home]]
        if home:
            leaves = Steering(Helm(HOME), speed_of(home), reason=Says.leaves_the_line())
            yield _moving(squadron, home, leaves, last=not staying)
        if staying:
            line = in_line(staying, speed_of(staying))
            steers = self._steering(chair, line)
            if steers.helm.formation and is_scattered(chair, line):
                steers = replace(steers, helm=msgspec.structs.replace(steers.helm, formation=""))
            yield _moving(squadron, line, steers, last=True)

    def _steering(self, chair: AandaChair, ships: list[AandaShip]) -> Steering:
        """The next move of a squadron's ships. They look for an unseen enemy, turn away if the rules demand it, close in after
        three turns without an attack, or follow their doctrine.
        """
        battle, leader = chair.battle, ships[0]
        foe = nearest(chair, leader, enemies(battle, chair.side))
        if foe is None:
            contact = min(contacts(battle, chair.side), key=lambda name: chair.tape.range(leader.name, name), default="")
            helm = Helm(TOWARDS, contact, formation=IN_LINE) if contact else Helm(HOLD)
            return Steering(helm, speed_of(ships), reason=Says.looks_for(target=contact) if contact else Says.nobody_in_sight())
        if SquadronFacts(battle, leader.squadron).turned_away:
            return Steering(Helm(AWAY, foe.name, formation=TOGETHER), speed_of(ships), smoke=True, reason=Says.must_turn_away())
        if self.closes(chair, ships):
            return Steering(Helm(TOWARDS, foe.name, formation=IN_LINE), speed_of(ships), reason=Says.closes(turns=chair.quiet))
        return self.steering(chair, ships, foe)


def _one_after_another(chair: AandaChair, orders: Callable[[AandaChair, str], Orders]) -> Orders:
    """The orders of each squadron that has not acted, then the order that ends its actions. The host stops asking when the other
    side is to act.
    """
    tried: set[str] = set()
    while squadron := next((name for name in waiting(chair.battle, chair.side) if name not in tried), ""):
        tried.add(squadron)
        yield from orders(chair, squadron)
        if has_to_act(chair.battle, squadron):
            is_silent = chair.battle.phase == FIRING and not any(map(has_fired, ships_of(chair.battle, squadron)))
            yield Proposed(SquadronDone, {"squadron": squadron}, reason=Says.no_shot() if is_silent else None)


def _moving(squadron: str, ships: list[AandaShip], steers: Steering, last: bool) -> Proposed[AandaShip]:
    """The order for a squadron's move, with its ships in the order of their line. ``last`` says that no other ship of the
    squadron moves after these.
    """
    line = tuple(ship.name for ship in ships)
    able = any(ship.answers_helm for ship in ships)
    inputs: dict[str, Any] = {"squadron": squadron, "speed": steers.speed, "ships": line, "last": last}
    inputs.update(evading=steers.evading and able, smoke=steers.smoke)
    if not able:
        inputs["turning"] = False
    return Proposed(Move, inputs, steers.helm, line, steers.reason)


def in_line(ships: list[AandaShip], speed: int) -> list[AandaShip]:
    """The ships of a squadron in the order of their line: the flagship first, ships that cannot steer or are slower than
    ``speed`` last.
    """
    return sorted(ships, key=lambda ship: (ship.max_speed < speed, not ship.answers_helm, not ship.flagship))


def is_scattered(chair: AandaChair, line: list[AandaShip]) -> bool:
    """Whether the ships of a squadron stand too far apart to form a line in this move."""
    far = SCATTERED * chair.figures.of(INTERVAL) * len(line)
    return any(chair.tape.range(line[0].name, ship.name) > far for ship in line[1:])


def _spot(chair: AandaChair, squadron: str) -> Orders:
    """The order to spot the nearest contact marker. None if no marker is within reach."""
    battle = chair.battle
    marker = min(contacts(battle, chair.side), key=lambda name: chair.tape.range(squadron, name), default="")
    if marker and chair.tape.range(squadron, marker) <= spotting_reach(battle):
        yield Proposed(Spot, {"squadron": squadron, "contact": marker}, reason=Says.within_spotting(target=marker))


# ------------------------------------------------------------------ what a squadron is, and where the enemy


def nearest(chair: AandaChair, ship: AandaShip, among: Iterable[AandaShip]) -> AandaShip | None:
    """The nearest of these ships that is no wreck, or else the nearest wreck. None if there are no ships."""
    return min(among, key=lambda foe: (foe.wrecked, chair.tape.range(ship.name, foe.name)), default=None)


def speed_of(ships: list[AandaShip]) -> int:
    """The speed of a squadron: that of its slowest ship with undamaged engines. If all engines are damaged, that of its fastest
    ship.
    """
    whole = [ship.max_speed for ship in ships if not ship.engine]
    return min(whole) if whole else max(ship.max_speed for ship in ships)


def is_armed(ship: AandaShip) -> bool:
    """Whether a ship has a gun or a torpedo left."""
    return any(map(ship.guns_left, ship.mounts())) or any(ship.torpedoes[tubes.name] for tubes in ship.card.torpedoes)


def has_torpedoes(ship: AandaShip) -> bool:
    """Whether a ship has loaded torpedo tubes."""
    return any(loaded(ship, tubes) for tubes in ship.card.torpedoes)


def is_flotilla(ships: Iterable[AandaShip]) -> bool:
    """Whether all these ships are destroyers or torpedo boats."""
    return all(ship.small for ship in ships)


def reveals(chair: AandaChair, squadron: str) -> bool:
    """Whether a squadron behind a contact marker shows its ships, because an enemy is within range of its guns."""
    ships = ships_of(chair.battle, squadron)
    if not ships or not is_hidden(chair.battle, squadron):
        return False
    far = max(reach(chair, ship) for ship in ships)
    return any(chair.tape.range(squadron, foe.name) <= far for foe in enemies(chair.battle, chair.side))
