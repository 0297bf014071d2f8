"""Crew moved from one small craft to another (8.1.9)."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, lose, note, restore_boxes, roll
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.d10 import up_to
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.ship import CREW, FgdnBattle, FgdnShip, figure, on_table, require_fit

EXTRA, INJURED = "extra crew", "injured"
MOST_YARDS = 2000


def boats(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Small craft on the table, sinking ones too."""
    return [ship for ship in on_table(battle, given) if ship.small and not ship.is_airship]


def _most(battle: FgdnBattle) -> int:
    return figure(battle, "crew factors that a boat can carry")


def able(ship: FgdnShip) -> int:
    """Uninjured crew factors aboard: on the card, and taken on beyond it."""
    return ship.left(CREW) + ship.count(EXTRA)


def aboard(ship: FgdnShip) -> int:
    """All crew factors aboard."""
    return able(ship) + ship.count(INJURED)


class TransferCrew(Order[FgdnShip]):
    """Crew factors go from one boat to another alongside; between moving boats they may end in the water. Any number of
    the uninjured go over in the Impulse in which the boats lie still side by side; the injured take one Impulse each.
    """

    id, title, key, section = "transfer", "Transfer crew", "c", "8.1.9"
    phases = ("movement",)
    boat: str = fields.ship("from", among=boats)
    other: str = fields.ship("to", among=lambda b, g: [ship for ship in boats(b, g) if ship.name != g.get("boat")])
    injured: bool = fields.flag("an injured factor", default=False)
    factors: int = fields.number("crew factors", low=1, high=lambda b, g: _most(b), default=1)

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there are not two boats."""
        super().open(battle)
        require(len(boats(battle, {})) > 1, "there are not two boats", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        boat, other = battle.ship(self.boat), battle.ship(self.other)
        for ship in (boat, other):
            require(ship.afloat and ship.small and not ship.is_airship, f"{ship} is not a boat on the table", self.section)
        require(boat != other, "two boats are wanted", self.section)
        require(boat.side == other.side, f"{other} is on the other side", self.section)
        require(not self.injured or self.factors == 1, "injured factors go one at a time", self.section)
        there = boat.count(INJURED) if self.injured else able(boat)
        require(self.factors <= there, f"{boat} has {there} such crew factors aboard", self.section)
        most = _most(battle)
        require(aboard(other) + self.factors <= most, f"{other} can carry {most} crew factors", self.section)
        self._check_speed(battle, boat, other)

    def _check_speed(self, battle: FgdnBattle, boat: FgdnShip, other: FgdnShip) -> None:
        if boat.speed and other.speed:
            require(boat.speed == other.speed, "both must move at the same speed", self.section)
        knots = min(boat.speed, other.speed)
        possible = battle.tables.table("crew_transfer").text(knots, "per cent") != "-"
        require(possible, f"no transfer at {knots} kt", self.section)
        require(knots or not max(boat.speed, other.speed), "the boat alongside must stop too", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        boat, other = battle.ship(self.boat), battle.ship(self.other)
        percent = battle.tables.table("crew_transfer").whole(boat.speed, "per cent")
        safe = yield from chance(f"transfer at {boat.speed} kt, {percent} %", percent, self.section)
        yield from self._leave(boat)
        if safe:
            yield from self._arrive(other)
            yield from note(f"{self.factors} crew factor(s) go over to {other}", self.section)
            return
        yield from note(f"{self.factors} crew factor(s) are in the water", self.section)
        score = figure(battle, "collision on a failed transfer: D10")
        if (yield from up_to(f"{boat} and {other} collide", score, self.section)):
            yield from note(f"{boat} and {other} collide", self.section)

    def _leave(self, boat: FgdnShip) -> Effects:
        """Those who go are no longer aboard; men beyond the card's go first."""
        if self.injured:
            yield from add(boat, INJURED, -1)
            return
        beyond = min(self.factors, boat.count(EXTRA))
        yield from add(boat, EXTRA, -beyond)
        yield from lose(boat, CREW, self.factors - beyond, "gone over")

    def _arrive(self, other: FgdnShip) -> Effects:
        """They fill the places of those lost, and are aboard beyond the card after that."""
        if self.injured:
            yield from add(other, INJURED, 1)
            return
        filled = min(self.factors, other.full(CREW) - other.left(CREW))
        if filled:
            yield from restore_boxes(other.name, CREW, filled, "taken on")
        yield from add(other, EXTRA, self.factors - filled)

    def headline(self, battle: FgdnBattle) -> str:
        return f"crew from {self.boat} to {self.other}"


class ComeAlongside(Order[FgdnShip]):
    """A boat within 50 yards of one that lies still comes alongside and stops, in D6 Impulses; crew can go over then."""

    id, title, key, section = "alongside", "Come alongside", "s", "8.1.9"
    phases = ("movement",)
    boat: str = fields.ship("boat", among=boats)
    other: str = fields.ship("alongside", among=lambda b, g: [ship for ship in boats(b, g) if ship.name != g.get("boat")])
    yards: int = fields.number("distance", low=0, high=MOST_YARDS, unit="yds")

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there are not two boats."""
        super().open(battle)
        require(len(boats(battle, {})) > 1, "there are not two boats", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        boat, other = battle.ship(self.boat), battle.ship(self.other)
        require_fit(boat)
        require(boat.small and not boat.is_airship, f"{boat} is not a boat", self.section)
        require(boat != other and other.afloat, "another boat on the table is wanted", self.section)
        require(not other.speed, f"{other} makes {other.speed} kt: she must lie still", self.section)
        require(boat.speed, f"{boat} lies still already", self.section)
        knots, yards = figure(battle, "alongside: most knots"), figure(battle, "alongside: most yards")
        require(boat.speed <= knots, f"{boat} makes {boat.speed} kt: {knots} at most", self.section)
        require(self.yards <= yards, f"{yards} yards at most", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        dice = battle.tables.table("damage_dice").text("alongside, Impulses", "dice")
        impulses = yield from roll("Impulses to come alongside", dice)
        words = f"{self.boat} lies alongside {self.other} after {impulses} Impulse{'s' if impulses > 1 else ''}"
        yield from clear(self.boat, "speed", text=words)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.boat} comes alongside {self.other}"
