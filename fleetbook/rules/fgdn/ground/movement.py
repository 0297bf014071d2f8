"""Movement as far as damage and gunfire ask for it: speed, turns, evasion, going aground, leaving the table."""

from __future__ import annotations

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, on_table, require_fit

MOST_KNOTS = 60
HELM = ("straight", "port", "starboard")


def coasting(ship: FgdnShip) -> int:
    """What a ship that goes faster than it can now makes in its next move: half its deceleration less (8.1.1, F15)."""
    return max(ship.max_speed, ship.speed - ship.card.deceleration // 2)


def coast_down(battle: FgdnBattle) -> Effects:
    """Ships that go faster than they can now lose speed (8.1.1)."""
    for ship in fit_ships(battle, {}):
        if ship.speed > ship.max_speed:
            knots = coasting(ship)
            yield from set_fact(ship, "speed", knots or None, text=f"{ship} coasts down to {knots} kt")


def _movable(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    able = [ship for ship in fit_ships(battle, given) if ship.max_speed or ship.speed]
    return [ship for ship in able if not ship.this_turn("moved")]


def _fastest(battle: Battle[FgdnShip], given: InputsSoFar) -> int:
    if not given.get("ship"):
        return MOST_KNOTS
    ship = battle.ship(given["ship"])
    return max(ship.max_speed, ship.speed)


def _present(battle: Battle[FgdnShip], given: InputsSoFar) -> int:
    return battle.ship(given["ship"]).speed if given.get("ship") else 0


def _usual_helm(battle: Battle[FgdnShip], given: InputsSoFar) -> str:
    jammed = battle.ship(given["ship"]).jammed if given.get("ship") else ""
    held = battle.ship(given["ship"]).word("helm") if given.get("ship") and _cannot_steer(battle.ship(given["ship"])) else ""
    return jammed or held or HELM[0]


def _cannot_steer(ship: FgdnShip) -> bool:
    return ship.has("bridge out") or ship.has("no propulsion")


class Move(Order[FgdnShip]):
    """A ship moves: its speed, whether it turns by 45 degrees or more, whether it steers evasively."""

    id, title, key, section = "move", "Move", "m", "3.1"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=_movable, default=lambda b, g: next(iter(_movable(b, g)), None))
    knots: int = fields.number("speed", low=0, high=_fastest, unit="kt", default=_present)
    helm: str = fields.choice("helm", among=HELM, default=_usual_helm)
    turns: bool = fields.flag("turns 45 degrees or more", wanted=lambda b, g: g.get("helm") != HELM[0])
    evades: bool = fields.flag("steers evasively")

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.this_turn("moved"), f"{ship} has moved this turn", "3.1")
        allowed = max(ship.max_speed, ship.speed)
        require(self.knots <= allowed, f"{ship} can make {ship.max_speed} kt at most", "8.1.1")
        slowest = min(ship.max_speed, max(ship.speed - ship.card.deceleration, 0))
        require(self.knots >= slowest, f"{ship} can slow down to {slowest} kt in a turn", "F24")
        self._check_helm(battle, ship)

    def _check_helm(self, battle: FgdnBattle, ship: FgdnShip) -> None:
        told = f"{ship}'s rudder is {ship.rudder_told}"
        require(not (ship.rudder_told and self.evades), told, "8.3")
        require(not ship.jammed or self.helm == ship.jammed, told, "8.3")
        limited = ship.has("rudder disabled") and self.turns
        require(not limited, f"{ship} turns by 15 degrees at most: rudder disabled", "8.3")
        require(not self.turns or self.helm != HELM[0], "a ship that turns has its helm to port or starboard", "3.1")
        require(not (ship.has("bridge out") and self._changes(ship)), f"nobody commands {ship}: bridge out", "8.3")
        steers = self.turns or self.evades or self._helm_changes(ship)
        require(not (ship.has("no propulsion") and steers), f"{ship} cannot change course without power", "8.3")
        require(not (ship.card.pre_dreadnought and self.evades), "pre-dreadnoughts cannot steer evasively", "6-4")
        may = SIZES.index(ship.size) >= SIZES.index(str(battle.reading("evades_from_size")))
        require(may or not self.evades, f"size {ship.size} cannot steer evasively", "F28")

    def _helm_changes(self, ship: FgdnShip) -> bool:
        """Whether she is steered otherwise than now; a jammed rudder is not steered."""
        return not ship.jammed and self.helm != (ship.word("helm") or HELM[0])

    def _changes(self, ship: FgdnShip) -> bool:
        """Whether it is an order that somebody must give: another course or speed."""
        return self.turns or self.evades or self._helm_changes(ship) or self.knots != ship.speed

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.has("bridge hit") and self._changes(ship) and not ship.last_turn("ordered"):
            yield from set_fact(ship, "ordered", battle.turn, text=f"{ship} will answer next turn: give the order again")
            return
        yield from set_fact(ship, "moved", battle.turn)
        yield from set_fact(ship, "speed", self.knots or None, text=f"{ship}: {self.knots} kt")
        yield from set_fact(self.ship, "helm", None if self.helm == HELM[0] else self.helm)
        for name, holds in (("turned", self.turns), ("evading", self.evades)):
            yield from set_fact(self.ship, name, battle.turn if holds else None)

    def headline(self, battle: FgdnBattle) -> str:
        manner = [word for word, holds in (("turning", self.turns), ("evading", self.evades)) if holds]
        return f"{self.ship} moves at {self.knots} kt{', ' if manner else ''}{', '.join(manner)}"


class GoAground(Order[FgdnShip]):
    """A ship is beached or runs aground, or comes off again (8.1.5)."""

    id, title, key, section = "aground", "Beach or refloat", "B", "8.1.5"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=fit_ships)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not (ship.submerged or ship.is_airship), f"{ship} is not afloat on the surface")
        require(not ship.has("beyond"), f"{ship} has lost more than its points and cannot be refloated", self.section)
        require(ship.is_airship or ship.points_left, f"{ship} has no points left and would sink", "8.1")

    def resolve(self, battle: FgdnBattle) -> Effects:
        if battle.ship(self.ship).beached:
            yield from clear(self.ship, "beached", text=f"{self.ship} is afloat again")
        else:
            yield from set_fact(self.ship, "beached", True, text=f"{self.ship} is aground")
            yield from clear(self.ship, "speed")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} {'comes off' if battle.ship(self.ship).beached else 'goes aground'}"


class LeaveTable(Order[FgdnShip]):
    """A ship leaves the table for good."""

    id, title, key, section = "leave", "Leave the table", "L", "8.1"
    phases = ("movement", "resolution")
    ship: str = fields.ship("ship", among=on_table)

    def check(self, battle: FgdnBattle) -> None:
        require_fit(battle.ship(self.ship))

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from set_fact(self.ship, "fate", f"left T{battle.turn}", text=f"{self.ship} leaves the table")
        for name in ("held", "following"):
            yield from clear(self.ship, name)
        yield from note(f"{self.ship} is out of the battle")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} leaves the table"
