"""Search and rescue (8.6, optional): survivors in the water, their drift and their rescue."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GOOD, GRAVE, MISSED, Result
from fleetbook.core.dice import Dice
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.criticals.ship_hits import BOILER
from fleetbook.rules.fgdn.ground.card import MOST_MEN
from fleetbook.rules.fgdn.ground.dice import HUNDRED, half
from fleetbook.rules.fgdn.ground.facts import HOUR, FgdnFacts, minutes, time_of
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.sinking import BLOWN_UP, is_lost_by
from fleetbook.rules.fgdn.ground.terms import DESTROYED, MOVEMENT
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.said import sentences
from fleetbook.rules.kit.sides import every_ship

GROUP = FgdnFacts.survivors.name
SUNK, EXPLODED = LOSSES = ("sunk", "exploded")
EXPLOSIONS = (*BLOWN_UP, Says.damage_by(what=BOILER))
"""The sentences that record that a ship was destroyed by an explosion, even by that of a boiler."""
FLYING_BOAT = "the flying boat"
MOST_HOURS = 240
DRIFT_AFTER = "survivors drift, after"


def require_rescue(battle: FgdnBattle) -> None:
    """Raise Refused unless the optional rule for search and rescue is in force."""
    require(FgdnFacts(battle).rescue, "search and rescue is not in force: choose it as the battle is set up")


def require_survivors(battle: FgdnBattle) -> None:
    """Raise Refused unless search and rescue is in force and there are survivors in the water."""
    require_rescue(battle)
    require(groups(battle), "nobody is in the water")


def men_in(battle: FgdnBattle, group: str) -> int:
    """The number of survivors of this ship or aircraft in the water."""
    return FgdnFacts(battle).survivors[group]


def groups(battle: FgdnBattle) -> list[str]:
    """The groups of survivors in the water. Each is named after its ship or aircraft."""
    return [key.other for key, _ in battle.state.items() if key.subject == "" and key.name == GROUP]


def rounded(battle: FgdnBattle, men: float) -> int:
    """A number of survivors as the rules count it: above ten to the nearest ten, halves up (8.6, F15)."""
    ten = battle.figure("survivors rounded, above")
    return half_up(men / ten) * ten if men > ten else half_up(men)


def into_the_water(battle: FgdnBattle, group: str, men: int) -> Effects:
    """Place a marker for survivors on the table."""
    if not men:
        yield from note(Says.no_survivors(group=group))
        return
    said = Says.survivors_placed(water=Says.in_the_water(men=men, group=group), sighted=_sighted(battle, men))
    yield from FgdnFacts.survivors[group].set(battle, men, said)
    yield from FgdnFacts.in_the_water_since[group].set(battle, minutes(battle))
    yield from tally(GROUP, men, group)


def _sighted(battle: FgdnBattle, men: int) -> Said:
    """The sentence that gives the distance at which survivors can be sighted."""
    size = battle.tables.table("survivors_sighted").text(men, "size")
    return Says.sighted_as(size=size, over=battle.figure("no wake, sighted at one part in"))


def in_the_water(happened: Happened[FgdnShip], group: str, *more: str) -> Result:
    """The result with the number of survivors in the water. ``more`` has further sentences for it."""
    if not happened.changed(Says.survivors_placed):
        return Result(kind=GRAVE, head="no survivors", words=f"NO SURVIVORS of {group}.")
    men, wording = men_in(happened.after, group), happened.after.wording
    words, sighted = wording.words(Says.in_the_water(men=men, group=group)), wording.words(_sighted(happened.after, men))
    return Result(kind=DONE, head="in the water", words=sentences(words), means=sentences(sighted, *more))


def loss_of(ship: FgdnShip) -> str:
    """The row of the survivors table for a lost ship: whether she sank or blew up."""
    blew_up = is_lost_by(ship, *EXPLOSIONS) or (ship.loss is not None and ship.loss.kind == DESTROYED)
    return EXPLODED if blew_up else SUNK


class Survivors(Order[FgdnShip]):
    """Throw for the survivors of a lost ship. The die gives the share of her crew; a stationary ship close by saves more."""

    id, title, key, section, closing = "survivors", "Survivors of a ship", "S", "8.6", True
    says = "survivors of {ship}"
    ship: str = fields.ship("lost ship", every_ship)
    crew: int = fields.number("crew", 1, MOST_MEN, default=lambda battle, order: battle.ship(order.ship).card.crew or None)
    loss: str = fields.choice("loss", LOSSES, default=lambda battle, order: loss_of(battle.ship(order.ship)))
    near: bool = fields.flag("a stationary ship alongside or close by")

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        ship = battle.ship(self.ship)
        require(not ship.afloat, f"{ship} is afloat")
        require(ship.lost, f"{ship} left the table and was not lost: nobody is in the water")
        require(not ship.survivors_counted, f"{ship}'s survivors are counted already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        table = battle.tables.table("survivors")
        die = yield from roll(Says.survivors_die(loss=self.loss), table.text(self.loss, "dice"))
        men = self.crew * die * table.whole(self.loss, "times") / HUNDRED
        if self.near:
            men *= float(battle.reading("near_multiplies"))
        yield from FgdnShip.survivors_counted.set(self.ship)
        yield from into_the_water(battle, self.ship, rounded(battle, min(men, self.crew)))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yards = happened.after.figure("ship near survivors, within")
        yield in_the_water(happened, self.ship, *[f"A ship lay still within {yards} yards"] * self.near)


class Aircrew(Order[FgdnShip]):
    """Put the crew of an aircraft that came down into the water."""

    id, title, key, section, closing = "aircrew", "Survivors of an aircraft", "Z", "8.6", True
    says = "survivors of {aircraft}"
    aircraft: str = fields.text("aircraft")
    kind: str = fields.choice("kind", lambda battle: battle.tables.table("aircrew").rows.labels)
    men: int = fields.number("men", 1, lambda battle, order: battle.tables.table("aircrew").whole(order.kind, "most"))

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        require(self.aircraft.strip(), "name the aircraft")
        require(not men_in(battle, self.aircraft), f"survivors of {self.aircraft} are in the water already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from into_the_water(battle, self.aircraft, rounded(battle, self.men))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield in_the_water(happened, self.aircraft)


def usual_hours(battle: FgdnBattle, group: str) -> int:
    """The default for the hours of ``Drift``: how long the group has been in the water, but at least one hour more than the time
    after which survivors drift.
    """
    since = FgdnFacts(battle).in_the_water_since[group]
    hours = 0 if since is None else (minutes(battle) - since) // HOUR
    return max(hours, battle.figure(DRIFT_AFTER) + 1)


class Drift(Order[FgdnShip]):
    """After six hours in the water survivors drift with the current. Dice give its speed and direction."""

    id, title, key, section, closing = "drift", "Survivors drift", "V", "8.6", True
    says = "survivors of {group} drift"
    group: str = fields.choice("survivors of", groups)
    hours: int = fields.number(
        "hours in the water", 0, MOST_HOURS,
        default=lambda battle, order: usual_hours(battle, order.group),
    )  # fmt: skip

    def check(self, battle: FgdnBattle) -> None:
        require_survivors(battle)
        after = battle.figure(DRIFT_AFTER)
        require(self.hours > after, f"they drift only after {after} hours")

    def resolve(self, battle: FgdnBattle) -> Effects:
        knots = yield from roll(Says.current, battle.printed("current, knots"))
        points = battle.whole_reading("current_direction")
        way = yield from roll(Says.current_direction, Dice(1, points))
        yield from note(Says.survivors_drift(group=self.group, knots=knots, degrees=way * 360 // points % 360))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        words = map(happened.after.wording.words, happened.noted(Says.survivors_drift))
        yield Result(kind=DONE, head="drift", words=sentences(*words))


class PickUp(Order[FgdnShip]):
    """A ship that lies still upwind of survivors takes tens of men aboard in a turn, and fewer in a high sea."""

    id, title, key, section = "pick-up", "Pick up survivors", "p", "8.6"
    is_aside = True
    says = "{ship} picks up survivors of {group}"
    phases = (MOVEMENT,)
    group: str = fields.choice("survivors of", groups)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require_survivors(battle)
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not (ship.is_airship or ship.submerged), f"{ship} is not on the surface")
        require(not ship.speed, f"{ship} makes {ship.speed} knots: she must lie still")
        require(not ship.picked_up, f"{ship} has picked up men this turn")
        room = ship.card.crew - ship.men_picked_up
        require(room > 0 or not ship.card.crew, f"{ship} is full")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.picked_up.mark(ship)
        waves = max(FgdnFacts(battle).sea_state - battle.figure("calm for survivors, sea state up to"), 0)
        die = yield from roll(Says.groups_of_men, battle.printed("groups picked up"))
        men = half(battle, max(die - waves, 0)) * battle.figure("group picked up, men")
        room = ship.card.crew - ship.men_picked_up if ship.card.crew else MOST_MEN
        yield from take_aboard(battle, self.group, min(men, room), self.ship)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield picked_up(happened, self.group, self.ship)


def picked_up(happened: Happened[FgdnShip], group: str, by: str) -> Result:
    """The result with the number of men picked up, and the number left in the water."""
    left = men_in(happened.after, group)
    saved, means = men_in(happened.before, group) - left, f"{left or 'None'} left in the water."
    words = sentences(f"{by} PICKS UP {f'{saved} of the survivors of {group}' if saved else 'NOBODY'}")
    return Result(kind=GOOD if saved else MISSED, head=f"{saved} saved", words=words, means=means)


def take_aboard(battle: FgdnBattle, group: str, men: int, by: str) -> Effects:
    """Take men from the water. When nobody is left, their marker is removed."""
    there = men_in(battle, group)
    saved = min(men, there)
    who = Says.the_flying_boat if by == FLYING_BOAT else by
    said = Says.picks_up(by=who, saved=saved, there=there, group=group)
    yield from FgdnFacts.survivors[group].set(battle, there - saved, said if saved else "")
    if not saved:
        yield from note(Says.picks_up_nobody(by=who))
    if saved == there:
        yield from FgdnFacts.in_the_water_since[group].clear(battle)
    yield from tally("men saved", saved, by)
    if battle.is_ship(by):
        yield from FgdnShip.men_picked_up.add(by, saved)


class FlyingBoat(Order[FgdnShip]):
    """A flying boat lands and picks up at most ten men. This takes some turns."""

    id, title, key, section = "flying-boat", "Flying boat picks up survivors", "Y", "8.6"
    is_aside = True
    says = "a flying boat lands by the survivors of {group}"
    phases = (MOVEMENT,)
    group: str = fields.choice("survivors of", groups)

    def check(self, battle: FgdnBattle) -> None:
        require_survivors(battle)
        there = FgdnFacts(battle).flying_boat[self.group]
        require(there is None, f"a flying boat is with the survivors of {self.group}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        due = battle.turn + (yield from roll(Says.turns_on_water, battle.printed("flying boat, turns")))
        said = Says.flying_boat_there(group=self.group, time=time_of(battle, due))
        yield from FgdnFacts.flying_boat[self.group].set(battle, due, said)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        until = time_of(happened.after, FgdnFacts(happened.after).flying_boat[self.group])
        words = happened.after.wording.words(Says.flying_boat_there(group=self.group, time=until))
        yield Result(kind=DONE, head="flying boat", words=sentences(words))


class FlyingBoatDone(Part[FgdnShip]):
    """The flying boat has picked up its men and leaves."""

    id, title, section = "flying-boat-done", "Flying boat leaves", "8.6"
    says = "the flying boat leaves the survivors of {group}"
    group: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from FgdnFacts.flying_boat[self.group].clear(battle)
        yield from take_aboard(battle, self.group, battle.figure("flying boat, men"), FLYING_BOAT)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield picked_up(happened, self.group, FLYING_BOAT)


def survivors_fall_due(battle: FgdnBattle) -> Effects:
    """Count the survivors that the referee has not counted. Flying boats that have finished picking up men leave."""
    facts = FgdnFacts(battle)
    if not facts.rescue:
        return
    known = [ship for ship in battle.ships() if ship.lost and not ship.survivors_counted and ship.card.crew]
    yield from run(*(Survivors(ship=s.name, crew=s.card.crew, loss=loss_of(s), near=False) for s in known))
    done = [group for group in groups(battle) if 0 < (facts.flying_boat[group] or 0) <= battle.turn]
    yield from run(*(FlyingBoatDone(group=group) for group in done))


ORDERS = (Survivors, Aircrew, Drift, PickUp, FlyingBoat)
PARTS = (FlyingBoatDone,)
