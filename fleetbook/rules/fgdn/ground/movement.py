"""Speed (8.1.1) and movement (3.1): moving, going aground and leaving the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from fleetbook.core.battle.firing import Movement
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, Result
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.dice import HUNDRED
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit
from fleetbook.rules.fgdn.ground.ship_values import Ordered
from fleetbook.rules.fgdn.ground.terms import MAJOR, MOVEMENT, PORT, RESOLUTION, RUDDER, SIDES, STARBOARD, STRAIGHT, at_least
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.said import sentence
from fleetbook.rules.kit.sides import every_ship

SINKS = "sinks"
MOST_KNOTS = 60
HELM = (STRAIGHT, PORT, STARBOARD)


def breakdown(ship: FgdnShip) -> tuple[tuple[int, int], ...]:
    """The steps at which damage lowers a ship's top speed, each with the damage points and the new top speed. The step at which
    she sinks is left out (8.1.1, F1).
    """
    table = ship.battle.tables.table("speed_breaks")
    shares = [(int(row), table.whole(row, "speed")) for row in table.rows.labels if table.cell(row, "speed") != SINKS]
    rounded = half_up if ship.battle.reading("breaks_rounded") == "half up" else floor
    return tuple((rounded(ship.points * at / HUNDRED), rounded(ship.card.knots * speed / HUNDRED)) for at, speed in shares)


def levels_lost(ship: FgdnShip) -> int:
    """The number of levels of speed lost to damage, engineering hits and, on small craft, flotation hits (F23)."""
    breaks = breakdown(ship)
    level = 0 if ship.small else sum(ship.taken >= damage for damage, _ in breaks[1:])
    flotation = ship.full(FgdnShip.flotation.name) - ship.flotation if ship.small and not ship.is_airship else 0
    other = ship.levels_out + flotation
    both = level + other if ship.battle.reading("levels_add_up") else max(level, other)
    return min(both, len(breaks) - 1)


def max_speed(ship: FgdnShip) -> int:
    """The ship's top speed now, in knots."""
    if not ship.fit or ship.beached or ship.no_propulsion:
        return 0
    if ship.is_airship:
        return _airship_knots(ship)
    limits = [breakdown(ship)[levels_lost(ship)][1]]
    if ship.rudder_disabled:
        limits.append(ship.card.knots // ship.battle.figure("speed with a disabled rudder, one part in"))
    if at_least(ship.casualties.flooding_level, MAJOR):
        limits.append(ship.battle.figure("slowed by a casualty to"))
    return min(limits)


def _airship_knots(ship: FgdnShip) -> int:
    """An airship's top speed with the engines that are left. Without rudder control she steers by her engines at half speed
    (8.8).
    """
    if ship.fuel_lost >= ship.battle.figure("fuel in all, quarters"):
        return 0
    fitted = (ship.card.port_engines, ship.card.starboard_engines)
    left = [max(engines - ship.engines_lost[side], 0) for engines, side in zip(fitted, SIDES, strict=True)]
    knots = ship.card.knots * sum(left) // sum(fitted)
    if ship.control_lost[RUDDER]:
        return knots // ship.battle.figure("steered by engines, one part in")
    lopsided = any(engines and not one for engines, one in zip(fitted, left, strict=True))
    return knots // ship.battle.figure("one-sided engines, one part in") if lopsided else knots


def check_breaks(tables: RuleTables) -> None:
    """Raise InvalidInput unless speed falls from step to step and the last step sinks the ship."""
    table = tables.table("speed_breaks")
    cells = [table.cell(row, "speed") for row in table.rows.labels]
    speeds = [cell for cell in cells if not isinstance(cell, str)]
    falling = speeds == sorted(speeds, reverse=True) and all(0 <= speed <= HUNDRED for speed in speeds)
    if cells[-1:] != [SINKS] or len(speeds) != len(cells) - 1 or not falling:
        raise InvalidInput(table.title, ", ".join(str(cell) for cell in cells), "speeds of 100 to 0 that fall, then sinks")


def coasting(ship: FgdnShip) -> int:
    """The speed after her next move of a ship that is faster than her top speed allows now. She loses half of her deceleration
    (8.1.1, F15).
    """
    return max(max_speed(ship), ship.speed - ship.card.deceleration // 2)


def coast_down(battle: FgdnBattle) -> Effects:
    """Slow down all ships that are faster than their top speed now (8.1.1)."""
    yield from run(*(CoastDown(ship=ship.name) for ship in fit_ships(battle) if ship.speed > max_speed(ship)))


class CoastDown(Part[FgdnShip]):
    """Slow down one ship that is faster than her top speed now."""

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
    """The highest speed that may be entered: the ship's top speed now, or her present speed if higher."""
    ship = battle.ship(order.ship)
    return max(max_speed(ship), ship.speed)


def usual_helm(battle: FgdnBattle, order: Move) -> str:
    """The helm that the form suggests. It is straight, unless the rudder is jammed or nobody steers."""
    ship = battle.ship(order.ship)
    return ship.jammed or (ship.helm if ship.bridge_out or ship.no_propulsion else STRAIGHT)


class Move(Order[FgdnShip]):
    """Move a ship: her speed, whether she turns by 45 degrees or more and whether she evades."""

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
        require(self.knots >= slowest, f"{ship} can slow down no further than {slowest} kt this turn", "F24")
        unmanned = f"nobody commands {ship}: bridge out"
        require(not ship.bridge_out or self.knots == ship.speed, unmanned, "8.3")
        require(not ship.jammed or self.helm == ship.jammed, f"{ship}'s rudder is {ship.rudder_fault}", "8.3")
        require(not (ship.bridge_out and self._helm_changes(ship)), unmanned, "8.3")
        require(not (ship.no_propulsion and self._helm_changes(ship)), f"{ship} cannot change course without power", "8.3")
        if self.turns:
            require(self.helm != STRAIGHT, "a ship that turns has its helm to port or starboard")
            require(not ship.rudder_disabled, f"{ship} turns by 15 degrees at most: rudder disabled", "8.3")
            require(not ship.bridge_out, unmanned, "8.3")
            require(not ship.no_propulsion, f"{ship} cannot change course without power", "8.3")
        if self.evades:
            require(not ship.rudder_fault, f"{ship}'s rudder is {ship.rudder_fault}", "8.3")
            require(not ship.bridge_out, unmanned, "8.3")
            require(not ship.no_propulsion, f"{ship} cannot change course without power", "8.3")
            require(not ship.card.pre_dreadnought, "pre-dreadnoughts cannot steer evasively", "6-4")
            may = SIZES.index(ship.size) >= SIZES.index(str(battle.reading("evades_from_size")))
            require(may, f"size {ship.size} cannot steer evasively", "F28")

    def _helm_changes(self, ship: FgdnShip) -> bool:
        """Whether the order changes the helm. A jammed rudder cannot be moved."""
        return not ship.jammed and self.helm != ship.helm

    def _waits(self, battle: FgdnBattle) -> bool:
        """Whether the ship obeys only next turn, because her bridge was hit and the same change
        was not ordered last turn (8.3).
        """
        ship = battle.ship(self.ship)
        changes = bool(self.turns) or self.evades or self._helm_changes(ship) or self.knots != ship.speed
        if not (ship.bridge_hit and changes):
            return False
        last = ship.ordered
        if last is None or last.turn != battle.turn - 1:
            return True
        return battle.reading("bridge_orders") != "any order" and last._replace(turn=battle.turn) != self._ordered(battle)

    def _ordered(self, battle: FgdnBattle) -> Ordered:
        return Ordered(battle.turn, self.knots, self.helm, bool(self.turns), self.evades)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if self._waits(battle):
            yield from FgdnShip.ordered.set(ship, self._ordered(battle), said=Says.answers_next_turn)
            return
        yield from FgdnShip.moved.mark(ship)
        yield from FgdnShip.speed.set(ship, self.knots, said=Says.moves_at(knots=self.knots))
        yield from FgdnShip.helm.set(ship, self.helm)
        yield from FgdnShip.turned.set(ship, bool(self.turns))
        yield from FgdnShip.evading.set(ship, self.evades)

    def _manner(self) -> list[str]:
        return [word for word, holds in (("turning", self.turns), ("evading", self.evades)) if holds]

    def movement(self, battle: FgdnBattle) -> Movement | None:
        return None if self._waits(battle) else Movement(self.ship, speed=self.knots, unit="kt", manner=tuple(self._manner()))

    def headline(self, battle: FgdnBattle) -> str:
        manner = self._manner()
        if self._waits(battle):
            ship = battle.ship(self.ship)
            speed = [f"{self.knots} kt" if self.knots else "stop"] if self.knots != ship.speed else []
            helm = [f"helm {self.helm}"] if self._helm_changes(ship) else []
            return f"{ship} is ordered: {', '.join([*speed, *helm, *manner])}"
        return ", ".join([f"{self.ship} {f'moves at {self.knots} kt' if self.knots else 'lies stopped'}", *manner])

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).moved:
            words = f"{self.ship} DOES NOT ANSWER YET: give the same order again next turn."
            means = "Her bridge was hit: a change takes two turns, and a different order takes two turns of its own."
            yield Result(kind=DONE, head="next turn", words=words, means=means, subject=self.ship)
            return
        yield self.as_ordered(happened, f"{self.knots} kt" if self.knots else "stopped", subject=self.ship)


class GoAground(Order[FgdnShip]):
    """Beach a ship or run her aground, or refloat her (8.1.5)."""

    id, title, key, section = "aground", "Beach or refloat", "B", "8.1.5"
    is_aside = True
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
    is_aside = True
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
