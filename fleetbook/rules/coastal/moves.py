"""Orders for movement (C1, C2): speed, turning, smoke, radar, and leaving the table."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.firing import TURNING, Movement
from fleetbook.core.battle.result import GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.facts import CoastalBattle
from fleetbook.rules.coastal.ship import CoastalShip, label, leave_nothing_due, require_acting
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS, launch_speed
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import sentence, sentences
from fleetbook.rules.kit.sides import own_ships


def unmoved_first(battle: CoastalBattle) -> list[CoastalShip]:
    """The acting side's ships, sorted so that those which have not moved yet come first."""
    return sorted(own_ships(battle), key=lambda ship: ship.moved)


class Move(Order[CoastalShip]):
    """Move a ship this turn, and say whether she turns. A ship without this order keeps her speed."""

    id, title, key, section = "move", "Move", "m", "C1"
    phases = MOVING_STEPS
    ship: str = fields.ship("ship", unmoved_first)
    speed: int = fields.number(
        "speed",
        0,
        lambda battle, order: battle.ship(order.ship).max_speed,
        unit="cm",
        default=lambda battle, order: battle.ship(order.ship).speed,
    )
    turning: bool = fields.flag("turning", measured=fields.Turns("ship"))
    smoke: bool = fields.flag("making smoke")
    radar: bool = fields.flag(
        "radar on",
        shown_if=lambda battle, order: battle.ship(order.ship).working("radar"),
        default=lambda battle, order: battle.ship(order.ship).radar_on,
    )

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(ship)
        require(not ship.disabled, f"{ship} is disabled: no move", "C8")
        require(self.speed <= ship.max_speed, f"{ship} can move {ship.max_speed} cm at most")
        require(self.speed or not self.turning, f"{ship} cannot turn without moving")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from CoastalShip.moved.mark(ship)
        yield from CoastalShip.ordered.set(ship, self.speed)
        yield from CoastalShip.turning.set(ship, self.turning)
        yield from CoastalShip.smoke.set(ship, self.smoke)
        if ship.working("radar"):
            yield from CoastalShip.radar_off.set(ship, not self.radar)

    def movement(self, battle: CoastalBattle) -> Movement:
        manner = [TURNING] * self.turning + ["making smoke"] * self.smoke
        return Movement(self.ship, speed=self.speed, unit="cm", manner=tuple(manner))

    def remark(self, battle: CoastalBattle) -> str:
        """The speed at which a ship with torpedoes may launch next turn: at her next launch it is too late to slow down."""
        ship = battle.ship(self.ship)
        has_torpedoes = any(ship.torpedoes[label(tubes)] for tubes in ship.working("torpedoes"))
        return f"at most {launch_speed(battle, ship)} cm to launch torpedoes next turn" if has_torpedoes else ""

    def headline(self, battle: CoastalBattle) -> str:
        ship = battle.ship(self.ship)
        parts = [f"{ship} moves {self.speed} cm" if self.speed else f"{ship} lies still"]
        parts += [TURNING] * self.turning + ["making smoke"] * self.smoke
        parts += ["radar off"] * (bool(ship.working("radar")) and not self.radar)
        return ", ".join(parts)

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        unsteady = happened.before.tables.modifier_list("shooting").line("unsteady").value
        before = happened.before.ship(self.ship)
        differs = before.moved and before.ordered != self.speed
        corrected = f"this replaces her earlier order of {before.ordered} cm this turn" if differs else ""
        means = sentences(corrected, f"{unsteady:+d} when she fires" if self.turning else "")
        head = f"{self.speed} cm" if self.speed else "lies still"
        yield self.as_ordered(happened, head, means, self.ship)


class LeaveTable(Order[CoastalShip]):
    """A ship crosses the edge of the table and leaves the battle."""

    id, title, key, section = "leave", "Leave the table", "L", "C9"
    is_aside = True
    says = "{ship} leaves the table"
    phases = MOVING_STEPS
    ship: str = fields.ship("ship", own_ships, default=None)

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(ship)
        require(ship.max_speed, f"{ship} cannot move")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from CoastalShip.fate.gone(ship, "left the table", said=Says.leaves_table)
        yield from leave_nothing_due(ship)

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        means = sentence(happened.left(happened.after.ship(self.ship).side))
        yield Result(kind=GRAVE, head="gone", words=f"{self.ship} LEAVES THE TABLE.", means=means, subject=self.ship)
