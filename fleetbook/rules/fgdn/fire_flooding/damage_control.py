"""Help in damage control (8.2): men from the guns, ships alongside, wind on the bow, flooded magazines."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.fire_flooding.casualties import SLOWED, is_stricken
from fleetbook.rules.fgdn.ground.card import ARMOURED_BATTERIES, LIGHT
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, require_fit
from fleetbook.rules.fgdn.ground.terms import LEVELS, MINOR, MOVEMENT, PLOTTING, SIDES
from fleetbook.rules.fgdn.results import result_of_changes
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.sides import every_ship

BATTERIES = (LIGHT, *reversed(ARMOURED_BATTERIES))
"""The batteries whose crews may fight fires and flooding."""


def drafted(ship: FgdnShip) -> str:
    """The battery whose crew fights fires and flooding, or empty text if none does."""
    return next((battery for battery in BATTERIES if ship.men_drafted[battery]), "")


def manned(ship: FgdnShip) -> list[str]:
    """The names of the batteries that can send men: light, casemate, main."""
    guns = {mount.battery for mount in ship.card.mounts}
    light = any(weapon.kind == LIGHT for weapon in ship.card.weapons)
    return [battery for battery in BATTERIES if battery in guns or (light and battery == LIGHT)]


def lends(battle: FgdnBattle, helper: FgdnShip) -> int:
    """The per cent that an assisting ship takes off the fires and flooding of another. It is half of the assisting ship's own
    figure for the level Minor, or the whole figure for a tug (F8).
    """
    whose = "a tug's assistance" if helper.card.tug else "assistance"
    return helper.casualties.level_tops()[0] // battle.figure(f"{whose}, one part of Minor in")


def unfit(battle: FgdnBattle, helper: FgdnShip) -> str:
    """The reason why a ship cannot assist another. Empty if she can."""
    if not helper.fit:
        return f"{helper} is gone or sinking"
    if helper.is_airship or helper.submerged:
        return f"{helper} is not on the surface"
    if helper.fires:
        return f"{helper} is on fire"
    most = battle.figure("assistant damaged, at most")
    return f"{helper} has more than {most} % damage" if helper.taken * 100 > most * helper.points else ""


def help_for(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The per cent that all help takes off a ship's fire and flooding for her reduction rolls.

    Men from the ship's own guns take off half of the figure that is printed for the level Minor of her size (F8). Ships alongside
    help as long as they keep to her speed.
    """
    men = 0
    if drafted(ship):
        printed = battle.tables.table("severity_levels").whole(ship.size, MINOR)
        men = printed // battle.figure("men from the guns, one part of Minor in")
    alongside = [battle.ship(ship.assisted[side]) for side in SIDES if ship.assisted[side]]
    helpers = [helper for helper in alongside if not unfit(battle, helper) and helper.speed == ship.speed]
    return men + sum(lends(battle, helper) for helper in helpers)


def fighting_level(battle: FgdnBattle, ship: FgdnShip) -> str:
    """The level for the reduction roll: fire and flooding together, less all help. Help never
    makes it better than Minor (F33).
    """
    on_ship = ship.casualties
    alone, helped = on_ship.level_of(on_ship.total), on_ship.level_of(on_ship.total - help_for(battle, ship))
    best = min(alone, str(battle.reading("help_level")), key=LEVELS.index)
    return max(helped, best, key=LEVELS.index)


def require_stricken(ship: FgdnShip) -> None:
    """Raise Refused unless the ship is afloat with a fire or flooding."""
    require_fit(ship)
    require(is_stricken(ship), f"{ship} has no fire and no flooding", "8.2")


class MenFromGuns(Order[FgdnShip]):
    """Send the men of a battery to fight fires and flooding. Meanwhile the battery cannot fire. A ship can do this with one
    battery only.
    """

    id, title, key, section = "men", "Men from the guns", "g", "8.2"
    is_aside = True
    says = "{ship} takes men from her {battery} battery"
    phases = (PLOTTING,)
    ship: str = fields.ship("ship", every_ship)
    battery: str = fields.choice("from", lambda battle, order: manned(battle.ship(order.ship)))

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_stricken(ship)
        require(not drafted(ship), f"{ship} has sent the men of her {drafted(ship)} battery already")
        require(manned(ship), f"{ship} has no battery to take men from")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from FgdnShip.men_drafted[self.battery].set(self.ship, said=Says.men_fight_fire(battery=self.battery))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "men at work", f"that battery cannot fire; {_fought(happened, self.ship)}")


class Assist(Order[FgdnShip]):
    """A ship within 100 yards goes alongside another, at the same course and speed, to help fight her fires and flooding. Each
    side has room for one ship.
    """

    id, title, key, section = "assist", "Assist another ship", "o", "8.2"
    is_aside = True
    says = "{helper} assists {ship}"
    phases = (MOVEMENT,)
    ship: str = fields.ship("ship in need", every_ship)
    helper: str = fields.ship("helper", every_ship)
    side: str = fields.choice("side", SIDES)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_stricken(ship)
        helper = battle.ship(self.helper)
        require(helper != ship, f"{ship} cannot go alongside herself")
        require(helper.side == ship.side, f"{helper} belongs to {helper.side}, and {ship} does not")
        why = unfit(battle, helper)
        require(not why, why)
        require(
            helper.speed == ship.speed, f"{helper} makes {helper.speed} knots and {ship} {ship.speed}: both must make the same"
        )
        busy = [other for other in battle.ships() for side in SIDES if other.assisted[side] == self.helper]
        require(not busy, f"{helper} assists {busy[0] if busy else ''} already")
        require(not ship.assisted[self.side], f"{ship.assisted[self.side]} is on that side already")

    def resolve(self, battle: FgdnBattle) -> Effects:
        said = Says.alongside_to_help(helper=self.helper, side=self.side)
        yield from FgdnShip.assisted[self.side].set(self.ship, self.helper, said)
        if battle.ship(self.ship).speed >= battle.figure("no collision alongside, below"):
            yield from note(Says.risk_of_collision)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "alongside", _fought(happened, self.ship))


class CastOff(Order[FgdnShip]):
    """A ship alongside another casts off."""

    id, title, key, section = "cast-off", "Cast off", "G", "8.2"
    ship: str = fields.ship("ship assisted", every_ship)
    side: str = fields.choice("side", SIDES)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require(any(ship.assisted[side] for side in SIDES), f"nobody is alongside {ship}")
        require(ship.assisted[self.side], f"nobody is alongside {ship} to {self.side}")

    def resolve(self, battle: FgdnBattle) -> Effects:
        helper = battle.ship(self.ship).assisted[self.side]
        yield from FgdnShip.assisted[self.side].clear(self.ship, Says.casts_off(helper=helper))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{battle.ship(self.ship).assisted[self.side] or 'a ship'} casts off from {self.ship}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "cast off", _fought(happened, self.ship))


class FloodMagazines(Order[FgdnShip]):
    """Flood the magazines before a fire of level Overwhelmed reaches them. Main and secondary guns and aircraft ordnance are
    lost.
    """

    id, title, key, section = "flood-magazines", "Flood the magazines", "K", "8.2"
    is_aside = True
    says = "{ship} floods her magazines"
    phases = (PLOTTING,)
    ship: str = fields.ship("ship", lambda battle: sorted(battle.ships(), key=lambda ship: not ship.fires))

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.magazines_flooded, f"{ship}'s magazines are flooded")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from FgdnShip.magazines_flooded.set(self.ship, said=Says.floods_magazines)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield result_of_changes(happened, self.ship, "flooded", "fire cannot reach them any more")


class WindOnBow(Order[FgdnShip]):
    """A burning ship steers with the wind 30 degrees on either bow, or goes back to another course."""

    id, title, key, section = "wind", "Wind on the bow", "W", "8.2"
    is_aside = True
    phases = (PLOTTING, MOVEMENT)
    ship: str = fields.ship("ship", lambda battle: sorted(battle.ships(), key=lambda ship: not is_stricken(ship)))
    on_bow: bool = fields.flag("wind on the bow", default=lambda battle, order: not battle.ship(order.ship).wind_on_bow)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(
            ship.wind_on_bow != self.on_bow, f"{ship} steers {'with' if self.on_bow else 'without'} the wind on her bow already"
        )

    def resolve(self, battle: FgdnBattle) -> Effects:
        said = Says.wind_on_bow if self.on_bow else Says.wind_off_bow
        yield from FgdnShip.wind_on_bow.set(self.ship, bool(self.on_bow), said)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} {'turns to the wind' if self.on_bow else 'turns from the wind'}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        slow = happened.before.figure(SLOWED)
        means = f"fight a Major fire or worse on this course, at {slow} knots or less" if self.on_bow else ""
        yield result_of_changes(happened, self.ship, "wind", means)


def _fought(happened: Happened[FgdnShip], name: str) -> str:
    """Text for the level at which a ship's fires and flooding are fought now."""
    battle = happened.after
    return f"her fire and flooding are fought as {fighting_level(battle, battle.ship(name))}"


def end_of_help(battle: FgdnBattle, ship: FgdnShip) -> Effects:
    """If a ship has no fire and no flooding left, send her men back to their guns and let helping ships cast off."""
    if is_stricken(ship):
        return
    if battle.reading("men_return") and drafted(ship):
        battery = drafted(ship)
        yield from FgdnShip.men_drafted[battery].clear(ship, Says.men_go_back(battery=battery))
    for side in SIDES:
        yield from FgdnShip.assisted[side].clear(ship)


ORDERS = (MenFromGuns, Assist, CastOff, FloodMagazines, WindOnBow)
