"""Search and rescue (8.6, optional): survivors of ships and aircraft, their drift, and who picks them up."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.dice import Dice
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, note, roll, run, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.ground.checks import MOST_MEN
from fleetbook.rules.fgdn.ground.clock import HOUR, minutes, time_of
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, half
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, half_up, option, require_fit

GROUP, SINCE, BOAT, ABOARD, COUNTED = "survivors", "in the water since", "flying boat", "survivors aboard", "survivors counted"
SUNK, EXPLODED = LOSSES = ("sunk", "exploded")
MOST_HOURS = 240
SECTION = "8.6"


def limit(battle: FgdnBattle, name: str) -> int:
    """A figure that one of the sentences on rescue names."""
    return battle.tables.table("rescue_limits").whole(name, "value")


def require_rescue(battle: FgdnBattle) -> None:
    """Raise Refused unless the optional rule is in force."""
    require(option(battle, "rescue"), "search and rescue is an optional rule that is not in force", SECTION)


def men_in(battle: FgdnBattle, group: str) -> int:
    """How many survivors of a ship or aircraft are in the water."""
    value = battle.fact(Key("", GROUP, group))
    return value if isinstance(value, int) else 0


def groups(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    """The groups of survivors in the water, by the ship or aircraft that they are of."""
    return [key.other for key, _ in battle.state.items() if key.subject == "" and key.name == GROUP]


def rounded(battle: FgdnBattle, men: float) -> int:
    """Survivors as they are counted: above ten to the nearest ten, halves up (8.6, F15)."""
    ten = limit(battle, "rounded above, men")
    return half_up(men / ten) * ten if men > ten else half_up(men)


def into_the_water(battle: FgdnBattle, group: str, men: int) -> Effects:
    """A marker for survivors is placed."""
    if not men:
        yield from note(f"{group}: no survivors", SECTION)
        return
    size = battle.tables.table("survivors_sighted").text(men, "size")
    over = limit(battle, "no wake, sighting over")
    words = f"{men} survivors of {group} in the water; sighted as size {size} without a wake, at 1/{over} of the range"
    yield from set_fact("", GROUP, men, group, words)
    yield from set_fact("", SINCE, minutes(battle), group)
    yield from tally("survivors", men, group)


def lost_ships(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships lost whose survivors have not been counted."""
    gone = [ship for ship in battle.ships() if ship.fate and not ship.fate.startswith("left")]
    return [ship for ship in gone if not ship.has(COUNTED)]


def _loss(battle: FgdnBattle, given: InputsSoFar) -> str:
    fate = battle.ship(given["ship"]).fate if given.get("ship") else ""
    return EXPLODED if any(word in fate for word in ("magazine", "explo", "destroyed")) else SUNK


class Survivors(Order[FgdnShip]):
    """The survivors of a lost ship: a die for the share of the crew, more of them with a stationary ship close by."""

    id, title, key, section, closing = "survivors", "Survivors of a ship", "S", SECTION, True
    ship: str = fields.ship("lost ship", among=lost_ships, default=lambda b, g: next(iter(lost_ships(b, g)), None))
    crew: int = fields.number(
        "crew", low=1, high=MOST_MEN, default=lambda b, g: (b.ship(g["ship"]).card.crew if g.get("ship") else 0) or None
    )
    loss: str = fields.choice("loss", among=LOSSES, default=_loss)
    near: bool = fields.flag("a stationary ship alongside or close by")

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        ship = battle.ship(self.ship)
        require(not ship.afloat, f"{ship} is afloat", self.section)
        require(not ship.has(COUNTED), f"{ship}'s survivors are counted", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        table = battle.tables.table("survivors")
        die = yield from roll(f"survivors, {self.loss}", table.text(self.loss, "dice"))
        men = self.crew * die * table.whole(self.loss, "times") / HUNDRED
        if self.near:
            men *= float(battle.reading("near_multiplies"))
        yield from set_fact(self.ship, COUNTED, True)
        yield from into_the_water(battle, self.ship, rounded(battle, min(men, self.crew)))

    def headline(self, battle: FgdnBattle) -> str:
        return f"survivors of {self.ship}"


class Aircrew(Order[FgdnShip]):
    """The crew of an aircraft that went down."""

    id, title, key, section, closing = "aircrew", "Survivors of an aircraft", "Z", SECTION, True
    aircraft: str = fields.text("aircraft")
    kind: str = fields.choice("kind", among=lambda b, g: b.tables.table("aircrew").rows.labels)
    men: int = fields.number(
        "men",
        low=1,
        high=lambda b, g: b.tables.table("aircrew").whole(g["kind"], "most") if g.get("kind") else HUNDRED,
    )

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        require(self.aircraft.strip(), "name the aircraft", self.section)
        require(not men_in(battle, self.aircraft), f"survivors of {self.aircraft} are in the water already", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from into_the_water(battle, self.aircraft, rounded(battle, self.men))

    def headline(self, battle: FgdnBattle) -> str:
        return f"survivors of {self.aircraft}"


def _hours(battle: FgdnBattle, given: InputsSoFar) -> int | None:
    since = battle.fact(Key("", SINCE, given["group"])) if given.get("group") else None
    return (minutes(battle) - since) // HOUR if isinstance(since, int) else None


class Drift(Order[FgdnShip]):
    """After six hours in the water the current carries survivors away: its speed and direction by dice."""

    id, title, key, section, closing = "drift", "Survivors drift", "V", SECTION, True
    group: str = fields.choice("survivors of", among=groups)
    hours: int = fields.number("hours in the water", low=0, high=MOST_HOURS, default=_hours)

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        after = limit(battle, "drift after, hours")
        require(self.hours > after, f"they drift only after {after} hours", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        dice = battle.tables.table("rescue_dice")
        knots = yield from roll("current", dice.text("current, knots", "dice"))
        way = yield from roll("direction", Dice(1, battle.whole_reading("current_direction")))
        yield from note(f"the survivors of {self.group} drift at {knots} kt towards {_bearing(battle, way)}", self.section)

    def headline(self, battle: FgdnBattle) -> str:
        return f"survivors of {self.group} drift"


def _bearing(battle: FgdnBattle, way: int) -> str:
    return f"{way * 360 // battle.whole_reading('current_direction') % 360:03} degrees"


def rescuers(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships that lie still and have not picked up men this turn."""
    still = [ship for ship in fit_ships(battle, given) if not (ship.speed or ship.is_airship or ship.submerged)]
    return [ship for ship in still if not ship.this_turn("picked up")]


class PickUp(Order[FgdnShip]):
    """A ship that lies still upwind of survivors takes them aboard, some tens a turn, fewer in a high sea."""

    id, title, key, section = "pick-up", "Pick up survivors", "p", SECTION
    phases = ("movement",)
    group: str = fields.choice("survivors of", among=groups)
    ship: str = fields.ship("ship", among=rescuers)

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.speed, f"{ship} makes {ship.speed} knots: she must lie still", self.section)
        require(not (ship.is_airship or ship.submerged), f"{ship} is not on the surface", self.section)
        require(not ship.this_turn("picked up"), f"{ship} has picked up men this turn", self.section)
        room = ship.card.crew - ship.count(ABOARD)
        require(room > 0 or not ship.card.crew, f"{ship} is full", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, dice = battle.ship(self.ship), battle.tables.table("rescue_dice")
        yield from set_fact(ship, "picked up", battle.turn)
        waves = max(int(battle.word("sea") or 0) - limit(battle, "calm up to, sea state"), 0)
        die = yield from roll("groups of men", dice.text("ship, groups", "dice"))
        men = half(battle, max(die - waves, 0)) * limit(battle, "ship, men a group")
        yield from take_aboard(battle, self.group, min(men, self._room(ship)), self.ship)

    def _room(self, ship: FgdnShip) -> int:
        return ship.card.crew - ship.count(ABOARD) if ship.card.crew else MOST_MEN

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} picks up survivors of {self.group}"


def take_aboard(battle: FgdnBattle, group: str, men: int, by: str) -> Effects:
    """Men are taken from the water; the marker goes with the last of them."""
    there = men_in(battle, group)
    saved = min(men, there)
    words = f"{by} picks up {saved} of {there} survivors of {group}"
    yield from set_fact("", GROUP, there - saved or None, group, words if saved else "")
    if not saved:
        yield from note(f"{by} picks up nobody", SECTION)
    if saved == there:
        yield from clear("", SINCE, group)
    yield from tally("men saved", saved, by)
    if battle.is_ship(by):
        yield from add(by, ABOARD, saved)


class FlyingBoat(Order[FgdnShip]):
    """A flying boat lands and picks up ten men at most, which takes it some turns."""

    id, title, key, section = "flying-boat", "Flying boat picks up survivors", "Y", SECTION
    phases = ("movement",)
    group: str = fields.choice("survivors of", among=groups)

    def check(self, battle: FgdnBattle) -> None:
        require_rescue(battle)
        require(not battle.fact(Key("", BOAT, self.group)), f"a flying boat is with the survivors of {self.group}", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        dice = battle.tables.table("rescue_dice").text("flying boat, turns", "dice")
        due = battle.turn + (yield from roll("turns on the water", dice))
        words = f"a flying boat is with the survivors of {self.group} until {time_of(battle, due)}"
        yield from set_fact("", BOAT, due, self.group, words)

    def headline(self, battle: FgdnBattle) -> str:
        return f"a flying boat lands by the survivors of {self.group}"


class FlyingBoatDone(Order[FgdnShip]):
    """The flying boat has its men aboard."""

    id, title, section = "flying-boat-done", "Flying boat leaves", SECTION
    group: str = fields.choice("survivors of", among=groups)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from clear("", BOAT, self.group)
        yield from take_aboard(battle, self.group, limit(battle, "flying boat, men"), "the flying boat")

    def headline(self, battle: FgdnBattle) -> str:
        return f"the flying boat leaves the survivors of {self.group}"


def survivors_fall_due(battle: FgdnBattle) -> Effects:
    """Survivors of ships that the referee has not counted, and flying boats that are done."""
    if not option(battle, "rescue"):
        return
    known = [ship for ship in lost_ships(battle, {}) if ship.card.crew]
    yield from run(*(Survivors(ship=s.name, crew=s.card.crew, loss=_loss(battle, {"ship": s.name}), near=False) for s in known))
    done = [group for group in groups(battle, {}) if _boat_due(battle, group)]
    yield from run(*(FlyingBoatDone(group=group) for group in done))


def _boat_due(battle: FgdnBattle, group: str) -> bool:
    due = battle.fact(Key("", BOAT, group))
    return isinstance(due, int) and due <= battle.turn


PROCEDURES = (Survivors, Aircrew, Drift, PickUp, FlyingBoat, FlyingBoatDone)
