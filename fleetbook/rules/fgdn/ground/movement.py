"""Movement as far as damage and gunfire ask for it: speed, turns, evasion, going aground, leaving the table."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GOOD, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.fit import fit_ships, require_fit
from fleetbook.rules.fgdn.ground.pending_hits import Ordered
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.speed import max_speed
from fleetbook.rules.fgdn.ground.terms import MOVEMENT, PORT, RESOLUTION, STARBOARD, STRAIGHT
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentence
from fleetbook.rules.kit.sides import every_ship

MOST_KNOTS = 60
HELM = (STRAIGHT, PORT, STARBOARD)


def coasting(ship: FgdnShip) -> int:
    """What a ship that goes faster than it can now makes in its next move: half its deceleration less (8.1.1, F15)."""
    return max(max_speed(ship), ship.speed - ship.card.deceleration // 2)


def coast_down(battle: FgdnBattle) -> Effects:
    """Ships that go faster than they can now lose speed (8.1.1)."""
    yield from run(*(CoastDown(ship=ship.name) for ship in fit_ships(battle) if ship.speed > max_speed(ship)))


class CoastDown(Part[FgdnShip]):
    """A ship that goes faster than it can now loses speed."""

    id, title, section, inline = "coast-down", "Coasting down", "8.1.1", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        knots = coasting(ship)
        yield from FgdnShip.speed.set(ship, knots, said=Says.coasts_down(knots=knots))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship, most = happened.after.ship(self.ship), max_speed(happened.before.ship(self.ship))
        means = "" if ship.speed == most else f"{most} is the most that she can keep." if most else "She will lie stopped."
        words = f"{ship} SLOWS TO {ship.speed} knots." if ship.speed else f"{ship} LIES STOPPED."
        yield Result(kind=DONE, head=f"{ship.speed} kt", words=words, means=means, subject=self.ship)


def fastest(battle: FgdnBattle, order: Move) -> int:
    """The most that the ship may say: what it can make, or what it makes still."""
    ship = battle.ship(order.ship)
    return max(max_speed(ship), ship.speed)


def usual_helm(battle: FgdnBattle, order: Move) -> str:
    """A jammed rudder holds it, and so does a ship that nobody steers."""
    ship = battle.ship(order.ship)
    return ship.jammed or (ship.helm if ship.bridge_out or ship.no_propulsion else STRAIGHT)


class Move(Order[FgdnShip]):
    """A ship moves: its speed, whether it turns by 45 degrees or more, whether it steers evasively."""

    id, title, key, section = "move", "Move", "m", "3.1"
    phases = (MOVEMENT,)
    ship: str = fields.ship("ship", every_ship)
    knots: int = fields.number("speed", 0, fastest, unit="kt", default=lambda b, order: b.ship(order.ship).speed)
    helm: str = fields.choice("helm", HELM, default=usual_helm)
    turns: bool = fields.flag("turns 45 degrees or more", shown_if=lambda b, order: order.helm != STRAIGHT)
    evades: bool = fields.flag("steers evasively")

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.moved, f"{ship} has moved this turn")
        require(max_speed(ship) or ship.speed, f"{ship} cannot move", "8.1.1")
        require(self.knots <= fastest(battle, self), f"{ship} can make {max_speed(ship)} kt at most", "8.1.1")
        slowest = min(max_speed(ship), max(ship.speed - ship.card.deceleration, 0))
        require(self.knots >= slowest, f"{ship} can slow down to {slowest} kt in a turn", "F24")
        unmanned = f"nobody commands {ship}: bridge out"
        require(not ship.bridge_out or self.knots == ship.speed, unmanned, "8.3")
        require(not ship.jammed or self.helm == ship.jammed, f"{ship}'s rudder is {ship.rudder_told}", "8.3")
        require(not (ship.bridge_out and self._helm_changes(ship)), unmanned, "8.3")
        require(not (ship.no_propulsion and self._helm_changes(ship)), f"{ship} cannot change course without power", "8.3")
        self._check_turn(ship, unmanned)
        self._check_evasion(battle, ship, unmanned)

    def _check_turn(self, ship: FgdnShip, unmanned: str) -> None:
        if not self.turns:
            return
        require(self.helm != STRAIGHT, "a ship that turns has its helm to port or starboard")
        require(not ship.rudder_disabled, f"{ship} turns by 15 degrees at most: rudder disabled", "8.3")
        require(not ship.bridge_out, unmanned, "8.3")
        require(not ship.no_propulsion, f"{ship} cannot change course without power", "8.3")

    def _check_evasion(self, battle: FgdnBattle, ship: FgdnShip, unmanned: str) -> None:
        if not self.evades:
            return
        require(not ship.rudder_told, f"{ship}'s rudder is {ship.rudder_told}", "8.3")
        require(not ship.bridge_out, unmanned, "8.3")
        require(not ship.no_propulsion, f"{ship} cannot change course without power", "8.3")
        require(not ship.card.pre_dreadnought, "pre-dreadnoughts cannot steer evasively", "6-4")
        may = SIZES.index(ship.size) >= SIZES.index(str(battle.reading("evades_from_size")))
        require(may, f"size {ship.size} cannot steer evasively", "F28")

    def _helm_changes(self, ship: FgdnShip) -> bool:
        """Whether she is steered otherwise than now; a jammed rudder is not steered."""
        return not ship.jammed and self.helm != ship.helm

    def _changes(self, ship: FgdnShip) -> bool:
        """Whether it is an order that somebody must give: another course or speed."""
        return bool(self.turns) or self.evades or self._helm_changes(ship) or self.knots != ship.speed

    @staticmethod
    def _answers(battle: FgdnBattle, ship: FgdnShip, ordered: Ordered) -> bool:
        """Whether she carries a change out: it was ordered in the turn before, and the same again (8.3)."""
        last = ship.ordered
        if last is None or last.turn != battle.turn - 1:
            return False
        return battle.reading("bridge_orders") == "any order" or last._replace(turn=battle.turn) == ordered

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        ordered = Ordered(battle.turn, self.knots, self.helm, bool(self.turns), self.evades)
        if ship.bridge_hit and self._changes(ship) and not self._answers(battle, ship, ordered):
            yield from FgdnShip.ordered.set(ship, ordered, said=Says.answers_next_turn)
            return
        yield from FgdnShip.moved.mark(ship)
        yield from FgdnShip.speed.set(ship, self.knots, said=Says.moves_at(knots=self.knots))
        yield from FgdnShip.helm.set(ship, self.helm)
        yield from FgdnShip.turned.set(ship, bool(self.turns))
        yield from FgdnShip.evading.set(ship, self.evades)

    def headline(self, battle: FgdnBattle) -> str:
        manner = [word for word, holds in (("turning", self.turns), ("evading", self.evades)) if holds]
        return ", ".join([f"{self.ship} {f'moves at {self.knots} kt' if self.knots else 'lies stopped'}", *manner])

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).moved:
            words = f"{self.ship} DOES NOT ANSWER YET: give the same order again next turn."
            means = "Her bridge was hit: a change takes two turns, and a different order begins its own two."
            yield Result(kind=DONE, head="next turn", words=words, means=means, subject=self.ship)
            return
        head = f"{self.knots} kt" if self.knots else "stopped"
        yield Result(kind=DONE, head=head, words=f"{self.headline(happened.before)}.", subject=self.ship)


class GoAground(Order[FgdnShip]):
    """A ship is beached or runs aground, or comes off again (8.1.5)."""

    id, title, key, section = "aground", "Beach or refloat", "B", "8.1.5"
    phases = (MOVEMENT,)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not (ship.submerged or ship.is_airship), f"{ship} is not afloat on the surface")
        require(not ship.beyond, f"{ship} has lost more than its points and cannot be refloated")
        require(ship.points_left, f"{ship} has no points left and would sink", "8.1")

    def resolve(self, battle: FgdnBattle) -> Effects:
        if battle.ship(self.ship).beached:
            yield from FgdnShip.beached.clear(self.ship, said=Says.afloat_again)
        else:
            yield from FgdnShip.beached.set(self.ship, said=Says.aground)
            yield from FgdnShip.speed.clear(self.ship)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} {'comes off' if battle.ship(self.ship).beached else 'goes aground'}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        aground = happened.after.ship(self.ship).beached
        words = f"{self.ship} IS {'AGROUND' if aground else 'AFLOAT AGAIN'}."
        times = happened.before.figure("beached, times the points to destroy")
        means = f"She cannot move; it takes {times} times her points to destroy her." if aground else ""
        kind, head = (GRAVE, "aground") if aground else (GOOD, "afloat")
        yield Result(kind=kind, head=head, words=words, means=means, subject=self.ship)


class LeaveTable(Order[FgdnShip]):
    """A ship leaves the table for good."""

    id, title, key, section = "leave", "Leave the table", "L", "8.1"
    says = "{ship} leaves the table"
    phases = (MOVEMENT, RESOLUTION)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require_fit(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.fate.gone(ship, "left", said=Says.leaves_table)
        for due in (FgdnShip.held, FgdnShip.following):
            yield from due.clear(ship)
        yield from note(Says.out_of_battle(ship=ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        means = sentence(happened.left(happened.after.ship(self.ship).side))
        yield Result(kind=GRAVE, head="gone", words=f"{self.ship} LEAVES THE TABLE.", means=means, subject=self.ship)
