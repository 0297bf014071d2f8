"""Help in damage control: men from the guns, ships alongside, tugs, the wind, flooded magazines (8.2)."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.fire_flooding.severity import MINOR, OVERWHELMED, is_stricken, limit
from fleetbook.rules.fgdn.ground.casualties_on_ship import LEVELS
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit

SIDES = ("port", "starboard")
MEN, HELPER = "men drafted", "assisted"
BATTERIES = ("light", "casemate", "main")


def drafted(ship: FgdnShip) -> str:
    """The battery whose men fight fires and flooding; empty where none do."""
    return next((battery for battery in BATTERIES if ship.has(MEN, battery)), "")


def batteries(ship: FgdnShip) -> list[str]:
    """The batteries that a ship has men at: light, casemate, main."""
    guns = {mount.battery for mount in ship.card.mounts}
    light = any(weapon.kind == "light" for weapon in ship.card.weapons)
    return [battery for battery in BATTERIES if battery in guns or (light and battery == BATTERIES[0])]


def men_from_guns(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The % that men from the ship's own guns take off: half of the class's printed Minor figure (F8)."""
    if not drafted(ship):
        return 0
    printed = battle.tables.table("severity_levels").whole(ship.size, MINOR)
    return printed // limit(battle, "men from guns, share")


def lends(battle: FgdnBattle, helper: FgdnShip) -> int:
    """The % that an assisting ship takes off: half of its own Minor figure by age, a tug the whole of it (F8)."""
    share = limit(battle, "tug, share" if helper.card.tug else "assistance, share")
    return helper.level_tops()[0] // share


def assistants(battle: FgdnBattle, ship: FgdnShip) -> list[FgdnShip]:
    """The ships alongside that are fit to assist now and still match her speed."""
    alongside = [battle.ship(name) for name in (ship.word(HELPER, side) for side in SIDES) if name]
    return [helper for helper in alongside if not unfit(battle, helper) and helper.speed == ship.speed]


def unfit(battle: FgdnBattle, helper: FgdnShip) -> str:
    """Why a ship cannot assist another; empty where it can."""
    if not helper.fit:
        return f"{helper} is gone or sinking"
    if helper.is_airship or helper.submerged:
        return f"{helper} is not on the surface"
    if helper.fire:
        return f"{helper} is on fire"
    most = limit(battle, "assistant damaged, %")
    return f"{helper} has more than {most} % damage" if helper.taken * 100 > most * helper.points else ""


def help_for(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The % that all help takes off a ship's sum for its reduction rolls."""
    return men_from_guns(battle, ship) + sum(lends(battle, helper) for helper in assistants(battle, ship))


def fighting_level(battle: FgdnBattle, ship: FgdnShip) -> str:
    """The level for the reduction roll: fire and flooding together less all help, never better than Minor for it (F33)."""
    total = ship.fire + ship.flooding
    alone, helped = ship.level_of(total), ship.level_of(total - help_for(battle, ship))
    best = min(alone, str(battle.reading("help_level")), key=LEVELS.index)
    return max(helped, best, key=LEVELS.index)


def stricken(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships afloat with fires or flooding."""
    return [ship for ship in fit_ships(battle, given) if is_stricken(ship)]


def first_stricken(battle: FgdnBattle, given: InputsSoFar) -> FgdnShip | None:
    """The first ship with fires or flooding."""
    return next(iter(stricken(battle, given)), None)


def require_stricken(ship: FgdnShip) -> None:
    """Raise Refused unless the ship is afloat with a fire or flooding."""
    require_fit(ship)
    require(is_stricken(ship), f"{ship} has no fire and no flooding", "8.2")


class MenFromGuns(Order[FgdnShip]):
    """Men leave a battery to fight fires and flooding: that battery cannot fire, and a ship can do it once only."""

    id, title, key, section = "men", "Men from the guns", "g", "8.2"
    phases = ("plotting",)
    ship: str = fields.ship("ship", among=stricken, default=first_stricken)
    battery: str = fields.choice("from", among=lambda b, g: batteries(b.ship(g["ship"])) if g.get("ship") else ())

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_stricken(ship)
        require(not drafted(ship), f"{ship} has sent the men of her {drafted(ship)} battery already", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        words = f"{self.ship}: the men of the {self.battery} battery fight fire and flooding"
        yield from set_fact(self.ship, MEN, True, self.battery, words)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} takes men from her {self.battery} battery"


def other_ships(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships of the same side that may go alongside."""
    if not given.get("ship"):
        return []
    ship = battle.ship(given["ship"])
    return [other for other in fit_ships(battle, given) if other.side == ship.side and other != ship]


class Assist(Order[FgdnShip]):
    """A ship goes alongside another within 100 yards, matching course and speed, to fight its fires; one a side."""

    id, title, key, section = "assist", "Assist another ship", "o", "8.2"
    phases = ("movement",)
    ship: str = fields.ship("ship in need", among=stricken, default=first_stricken)
    helper: str = fields.ship("helper", among=other_ships)
    side: str = fields.choice("side", among=SIDES)

    def check(self, battle: FgdnBattle) -> None:
        ship, helper = battle.ship(self.ship), battle.ship(self.helper)
        require_stricken(ship)
        require(helper != ship, f"{ship} cannot go alongside herself", self.section)
        require(helper.side == ship.side, f"{helper} is of {helper.side}", self.section)
        why = unfit(battle, helper)
        require(not why, why, self.section)
        require(helper.speed == ship.speed, f"{helper} makes {helper.speed} knots, {ship} {ship.speed}", self.section)
        require(not ship.has(HELPER, self.side), f"{ship.word(HELPER, self.side)} is on that side", self.section)
        busy = [other for other in battle.ships() for side in SIDES if other.word(HELPER, side) == self.helper]
        require(not busy, f"{helper} assists {busy[0] if busy else ''} already", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from set_fact(self.ship, HELPER, self.helper, self.side, f"{self.helper} is alongside {self.ship} to {self.side}")
        if battle.ship(self.ship).speed >= limit(battle, "no collision below, knots"):
            yield from note("at this speed there is a risk of collision", self.section)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.helper} assists {self.ship}"


def assisted(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with others alongside."""
    return [ship for ship in fit_ships(battle, given) if any(ship.has(HELPER, side) for side in SIDES)]


def _taken_sides(battle: FgdnBattle, given: InputsSoFar) -> list[str]:
    return [side for side in SIDES if given.get("ship") and battle.ship(given["ship"]).has(HELPER, side)]


class CastOff(Order[FgdnShip]):
    """A ship that was alongside another to assist it casts off."""

    id, title, key, section = "cast-off", "Cast off", "G", "8.2"
    ship: str = fields.ship("ship assisted", among=assisted)
    side: str = fields.choice("side", among=_taken_sides, nameable=SIDES)

    def check(self, battle: FgdnBattle) -> None:
        require(battle.ship(self.ship).has(HELPER, self.side), f"nobody is alongside {self.ship} to {self.side}", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        helper = battle.ship(self.ship).word(HELPER, self.side)
        yield from clear(self.ship, HELPER, self.side, f"{helper} casts off from {self.ship}")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{battle.ship(self.ship).word(HELPER, self.side) or 'a ship'} casts off from {self.ship}"


def may_flood_magazines(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships whose fire threatens the magazines."""
    return [s for s in fit_ships(battle, given) if s.fire_level == OVERWHELMED and not s.has("magazines flooded")]


class FloodMagazines(Order[FgdnShip]):
    """Flood the magazines before a conflagration reaches them: main and secondary batteries and aircraft ordnance are lost."""

    id, title, key, section = "flood-magazines", "Flood the magazines", "K", "8.2"
    phases = ("plotting",)
    ship: str = fields.ship("ship", among=may_flood_magazines, default=lambda b, g: next(iter(may_flood_magazines(b, g)), None))

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.has("magazines flooded"), f"{ship}'s magazines are flooded", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        text = f"{self.ship} floods her magazines: main and secondary batteries and aircraft ordnance are lost"
        yield from set_fact(self.ship, "magazines flooded", battle.turn, text=text)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} floods her magazines"


class WindOnBow(Order[FgdnShip]):
    """A burning ship puts the wind 30 degrees on either bow, or takes up another course again."""

    id, title, key, section = "wind", "Wind on the bow", "W", "8.2"
    phases = ("plotting", "movement")
    ship: str = fields.ship("ship", among=stricken, default=first_stricken)
    on_bow: bool = fields.flag("wind on the bow", default=True)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(ship.has("wind on bow") != self.on_bow, f"{ship} steers so already", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        words = "puts the wind on her bow" if self.on_bow else "no longer has the wind on her bow"
        yield from set_fact(self.ship, "wind on bow", self.on_bow or None, text=f"{self.ship} {words}")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} {'turns to the wind' if self.on_bow else 'turns from the wind'}"


def end_of_help(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """Once no fire or flooding is left men go back to their guns and helpers cast off."""
    if is_stricken(ship):
        return
    if battle.reading("men_return") and drafted(ship):
        yield from clear(ship, MEN, drafted(ship), f"{ship}: the men go back to their {drafted(ship)} battery")
    for side in SIDES:
        yield from clear(ship, HELPER, side)


PROCEDURES = (MenFromGuns, Assist, CastOff, FloodMagazines, WindOnBow)
