"""Movement (2.2): squadrons and contact markers in turn, their speed, evasion and smoke, and ships that leave the table."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import (
    ALTERNATING,
    MOVEMENT,
    activate,
    done,
    has_acted,
    is_hidden,
    moving_first,
    part_of_move,
    require_moving,
    require_turn,
    ships_of,
    squadron,
    squadron_names,
    take_off,
)
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import does, listed, sentence, sentences
from fleetbook.rules.kit.sides import require_afloat

FASTEST = 60


def _speed(battle: AandaBattle, order: Move) -> int:
    """What the squadron steamed before; of ships that all lie still, what the slowest can."""
    ships = [ship for ship in ships_of(battle, order.squadron) if ship.max_speed]
    return max((ship.speed for ship in ships), default=0) or min((ship.max_speed for ship in ships), default=0)


def _fastest(battle: AandaBattle, order: Move) -> int:
    """What the fastest ship of the squadron makes when whole: one hit makes what it can. Of a contact marker it tells nothing."""
    if is_hidden(battle, order.squadron):
        return FASTEST
    return max((ship.card.knots for ship in ships_of(battle, order.squadron)), default=0)


def _rudders(ships: list[AandaShip]) -> str:
    """Whose rudders are disabled."""
    return f"{listed(f'{ship}' for ship in ships)}: rudder disabled" if len(ships) > 1 else f"{ships[0]}'s rudder is disabled"


class Move(Order[AandaShip]):
    """A squadron or contact marker moves: speed, evasion and whether it changes its heading."""

    id, title, key, section = "move", "Move a squadron", "m", "2.2"
    phases = (MOVEMENT,)
    squadron: str = fields.choice("squadron", squadron_names)
    speed: int = fields.number("speed", 0, _fastest, unit="kt", default=_speed)
    evading: bool = fields.flag("steers evasively")
    turning: bool = fields.flag("changes heading")
    smoke: bool = fields.flag("makes smoke")
    ships: tuple[str, ...] = fields.several("ships", lambda b, order: ships_of(b, order.squadron), default=fields.ALL)
    last: bool = fields.flag("squadron is done", default=True)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        self._require_helm(ships_of(battle, self.squadron))
        for name in self.ships or map(str, ships_of(battle, self.squadron)):
            ship = battle.ship(name)
            require(ship.afloat and ship.squadron == self.squadron, f"{ship} is not on the table with {self.squadron}")
        self._require_helm([battle.ship(name) for name in self.ships])
        require(self.ships or is_hidden(battle, self.squadron), f"no ship of {self.squadron} is chosen")

    def _require_helm(self, ships: list[AandaShip]) -> None:
        if ships and not any(ship.answers_helm for ship in ships):
            require(not self.evading, f"{_rudders(ships)}: no evasion", "A5")
            require(not self.turning, f"{_rudders(ships)}: no change of heading", "A5")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from activate(battle, self.squadron)
        hidden = is_hidden(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            yield from AandaShip.ordered.set(ship, self.speed)
            yield from AandaShip.evades.set(ship, self.evading and ship.answers_helm)
            yield from AandaShip.smoke.set(ship, self.smoke)
            if ship.max_speed < self.speed and not hidden:
                yield from note(Says.makes(ship=ship, knots=ship.max_speed))
            if (self.turning or self.evading) and not ship.answers_helm and not hidden:
                yield from note(Says.no_helm(ship=ship), "A5")
        if self.last:
            yield from done(battle, self.squadron)

    def sealed(self, battle: AandaBattle, side: str) -> bool:
        """A marker is seen to move, and no more: real ones and dummies alike."""
        return side != squadron(battle, self.squadron).side and is_hidden(battle, self.squadron)

    def sealed_words(self, battle: AandaBattle) -> str:
        return f"{self.squadron} moves"

    def headline(self, battle: AandaBattle) -> str:
        if is_hidden(battle, self.squadron):
            return self.sealed_words(battle)
        moves = does(self.squadron, "moves", "move")
        parts = [f"{moves} at {self.speed} kt" if self.speed else does(self.squadron, "lies still", "lie still")]
        parts += ["evading"] * self.evading + ["turning"] * self.turning + ["making smoke"] * self.smoke
        return ", ".join(parts)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        words = f"{self.headline(happened.before)}."
        yield Result(kind=DONE, head=f"{self.speed} kt", words=words, means=sentences(*happened.notes))


class SquadronDone(Order[AandaShip]):
    """The squadron has done all that it will in this phase; the other side is next."""

    id, title, key, section = "done", "Squadron done", "k", "2.2"
    phases = ALTERNATING
    squadron: str = fields.choice("squadron", squadron_names)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        hidden = is_hidden(battle, self.squadron)  # of markers, real or not, nothing tells how many they are
        return f"{self.squadron} is done" if hidden else does(self.squadron, "is done", "are done")

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        means = sentence(happened.after.ruleset.sequence.present(happened.after))
        yield Result(kind=DONE, head="done", words=f"{self.squadron}: DONE.", means=means)


class LeaveTable(Order[AandaShip]):
    """A ship leaves the table as its squadron moves."""

    id, title, key, section = "leave", "Leave the table", "L", "2.2"
    says = "{ship} leaves the table"
    phases = (MOVEMENT,)
    ship: str = fields.ship("ship", moving_first)

    def check(self, battle: AandaBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require_moving(battle, ship.squadron)
        require(ship.max_speed, f"{ship} is stopped", "A6")

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from part_of_move(battle, ship.squadron)
        yield from take_off(ship, "left the table", Says.leaves_table)
        if not ships_of(battle, ship.squadron) and not has_acted(battle, ship.squadron):
            yield from done(battle, ship.squadron)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        means = sentences(*happened.notes, happened.left(happened.after.ship(self.ship).side))
        yield Result(kind=GRAVE, head="gone", words=f"{self.ship} LEAVES THE TABLE.", means=means, subject=self.ship)
