"""Moving crew from one small craft to another (8.1.9)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GRAVE, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.dice import NO, YES, chance, up_to
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.terms import MOVEMENT
from fleetbook.rules.fgdn.results import result_of_changes
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import afloat, every_ship

MOST_YARDS = 2000
CREW = FgdnShip.crew_factors


def is_boat(ship: FgdnShip) -> bool:
    """Whether the ship is a small craft that is still on the table. She may be sinking."""
    return ship.afloat and ship.small and not ship.is_airship


def require_two_boats(battle: FgdnBattle) -> None:
    """Raise Refused unless there are at least two boats."""
    require(sum(is_boat(ship) for ship in afloat(battle)) > 1, "two boats are needed on the table")


def _most(battle: FgdnBattle) -> int:
    return battle.figure("crew factors that a boat can carry")


def able(ship: FgdnShip) -> int:
    """The uninjured crew factors aboard a boat: those left of her own crew, and those she took aboard."""
    return ship.crew_factors + ship.extra_crew


def aboard(ship: FgdnShip) -> int:
    """All crew factors aboard a boat, injured ones too."""
    return able(ship) + ship.injured


class TransferCrew(Order[FgdnShip]):
    """Move crew factors from one boat to another alongside. If the boats are moving, the men may fall into the water.

    If both boats lie still, any number of uninjured factors can move in one Impulse. Each injured factor takes an Impulse of its
    own. Another order brings a boat within 50 yards alongside.
    """

    id, title, key, section = "transfer", "Transfer crew", "c", "8.1.9"
    is_aside = True
    says = "crew from {boat} to {other}"
    phases = (MOVEMENT,)
    boat: str = fields.ship("from", every_ship)
    other: str = fields.ship("to", every_ship)
    injured: bool = fields.flag("an injured factor", default=lambda battle, order: not able(battle.ship(order.boat)))
    factors: int = fields.number("crew factors", 1, _most, default=1)

    def check(self, battle: FgdnBattle) -> None:
        require_two_boats(battle)
        boat = battle.ship(self.boat)
        require(is_boat(boat), f"{boat} is not a boat on the table")
        require(aboard(boat), f"{boat} has no crew factors aboard")
        other = battle.ship(self.other)
        require(is_boat(other), f"{other} is not a boat on the table")
        require(boat != other, "two different boats are needed: name another one")
        require(boat.side == other.side, f"{other} is on the other side")
        if boat.speed and other.speed:
            speeds = f"{boat} makes {boat.speed} kt, {other} {other.speed}"
            require(boat.speed == other.speed, f"both must move at the same speed: {speeds}")
        knots = min(boat.speed, other.speed)
        possible = battle.tables.table("crew_transfer").text(knots, "per cent") != "-"
        require(possible, f"crew cannot go over at {knots} kt")
        require(knots or not max(boat.speed, other.speed), "the boat alongside must stop too")
        most, full = _most(battle), f"{other} can carry {_most(battle)} crew factors and no more"
        require(aboard(other) < most, full)
        there, who = (boat.injured, "injured") if self.injured else (able(boat), "unhurt")
        require(there, f"{boat} has no {who} crew factors aboard")
        require(not self.injured or self.factors == 1, "injured crew factors go over one at a time")
        require(self.factors <= there, f"{boat} has {counted(there, f'{who} crew factor')} aboard")
        require(aboard(other) + self.factors <= most, full)

    def resolve(self, battle: FgdnBattle) -> Effects:
        boat, other = battle.ship(self.boat), battle.ship(self.other)
        percent = battle.tables.table("crew_transfer").whole(boat.speed, "per cent")
        safe = yield from chance(Says.transfer_at(knots=boat.speed, percent=percent), percent)
        if self.injured:
            yield from FgdnShip.injured.add(boat, -1)
        else:  # men taken aboard earlier go first
            beyond = min(self.factors, boat.extra_crew)
            yield from FgdnShip.extra_crew.add(boat, -beyond)
            yield from CREW.lose(boat, self.factors - beyond, Says.gone_over)
        if safe:
            yield from self._arrive(other)
            yield from note(Says.crew_over(factors=self.factors, boat=other))
            return
        yield from note(Says.crew_in_water(factors=self.factors))
        score = battle.figure("collision on a failed transfer, D10 up to")
        collide = Says.boats_collide(boat=boat, beside=other)
        if (yield from up_to(collide, score)):
            yield from note(collide)

    def _arrive(self, other: FgdnShip) -> Effects:
        """Add the men to the other boat. They first replace crew that she lost, and then count as men beyond her own crew."""
        if self.injured:
            yield from FgdnShip.injured.add(other, 1)
            return
        filled = min(self.factors, other.full(CREW.name) - other.crew_factors)
        if filled:
            yield from CREW.restore(other, filled, Says.taken_on)
        yield from FgdnShip.extra_crew.add(other, self.factors - filled)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        men, thrown = counted(self.factors, "crew factor"), [die.result for die in happened.rolls]
        if thrown[:1] != [NO]:
            words = f"{men} {'GOES' if self.factors == 1 else 'GO'} OVER from {self.boat} to {self.other}."
            yield Result(kind=DONE, head="gone over", words=words, subject=self.other)
            return
        collide = f", and {self.boat} and {self.other} COLLIDE" * (thrown[1:] == [YES])
        words = f"{men} IN THE WATER between {self.boat} and {self.other}{collide}."
        kind, means = (GRAVE, "") if collide else (MISSED, "The boats do not collide.")
        yield Result(kind=kind, head="in the water", words=words, means=means, subject=self.boat)


class ComeAlongside(Order[FgdnShip]):
    """A boat within 50 yards of a boat that lies still comes alongside and stops. It takes D6
    Impulses. Then crew can be moved.
    """

    id, title, key, section = "alongside", "Come alongside", "s", "8.1.9"
    is_aside = True
    says = "{boat} comes alongside {other}"
    phases = (MOVEMENT,)
    boat: str = fields.ship("boat", every_ship)
    other: str = fields.ship("alongside", every_ship)
    yards: int = fields.number("distance", 0, MOST_YARDS, unit="yds")

    def check(self, battle: FgdnBattle) -> None:
        require_two_boats(battle)
        boat = battle.ship(self.boat)
        require_fit(boat)
        require(is_boat(boat), f"{boat} is not a boat")
        require(boat.speed, f"{boat} lies still already")
        knots, yards = battle.figure("alongside, at most"), battle.figure("alongside, from within")
        require(boat.speed <= knots, f"{boat} makes {boat.speed} kt: to come alongside, {knots} kt at most")
        other = battle.ship(self.other)
        require(boat != other and is_boat(other), "name another boat on the table")
        require(not other.speed, f"{other} makes {other.speed} kt: she must lie still")
        require(self.yards <= yards, f"{self.yards} yards are too far to come alongside: {yards} yards at most")

    def resolve(self, battle: FgdnBattle) -> Effects:
        impulses = yield from roll(Says.impulses_alongside, battle.printed("alongside, Impulses"))
        yield from FgdnShip.speed.clear(self.boat, said=Says.lies_alongside(beside=self.other, impulses=impulses))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.boat, "alongside", "crew can go over then")
