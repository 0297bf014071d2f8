"""What is looked for and seen on the map: merchants on their routes, fleets from the shore or the air."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet, fleet_names, fleets
from fleetbook.rules.gwas.ground.phases import CONTACT, ON_THE_MAP
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import fleet_now, named
from fleetbook.rules.gwas.strategic.contact import reveal
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.sides import every_ship, require_afloat

FROM_THE_AIR, AIRSHIP = ("aircraft", "an airship"), "an airship"
FIRST_FIGURE, SECOND_FIGURE = "merchants, first figure", "merchants, second figure"
OBSERVERS = ("the shore", "a neutral", "a ship", *FROM_THE_AIR)


class LookForMerchants(Order[GwasShip]):
    """A warship of the surface looks for merchants on a route (G25)."""

    id, title, key, section = "merchants", "Look for merchants", "h", "Merchant Location Table"
    says = "{ship} looks for merchants {place}"
    phases = (CONTACT,)
    ship: str = fields.ship("warship", every_ship)
    place: str = fields.choice("zone", lambda battle: battle.tables.table("density").rows.labels, default=None)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "merchants", lambda battle: ("night",) * GwasFacts(battle).night)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.is_a("hunts merchants"), f"{ship} is no warship of the surface", "G25")
        require(not ship.drew, f"{ship} has looked for merchants this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasShip.drew.mark(battle.ship(self.ship))
        density = battle.tables.table("density").whole(self.place, "density")
        chosen = battle.modifiers("merchants", self.modifiers)
        result = str((yield from roll_on(battle.tables.table("merchants"), str(density), chosen)))
        first, second = (0 if figure == "-" else int(figure) for figure in result.split("/"))
        yield from tally(FIRST_FIGURE, first, self.ship)
        yield from tally(SECOND_FIGURE, second, self.ship)
        yield from note(Says.merchants_found(first=first, second=second), "G8")

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die, found = happened.rolls[0], [happened.counted(figure) for figure in (FIRST_FIGURE, SECOND_FIGURE)]
        if any(found):
            words = f"{self.ship} FINDS MERCHANTS: {found[0]} on the first figure, {found[1]} on the second."
            yield Result(
                kind=GOOD,
                head="merchants",
                words=words,
                means=f"On {die.total}; the scenario says of what kind.",
                subject=self.ship,
            )
        else:
            yield Result(
                kind=MISSED, head="no merchant", words=f"{self.ship} FINDS NO MERCHANT on {die.total}.", subject=self.ship
            )


def require_spotting(battle: GwasBattle, own: Fleet, airship: bool) -> None:
    """Raise Refused where the weather keeps aircraft from spotting a fleet, or an airship that is not in its zone (G25)."""
    weather = GwasFacts(battle).weather
    allowed = battle.tables.table("weather_air").text(weather, "spot")
    require(allowed != "no", f"nobody in the air spots anything in {weather}", "Weather Effects")
    searchers = fleets(battle, battle.other_side(own.side))
    near = [other for other in searchers if other.zone == own.zone and any(ship.is_a("air") for ship in other.ships)]
    far = airship and allowed == "airships: own area" and own.zone and not near
    require(not far, f"in {weather} an airship spots in its own zone only", "Weather Effects")


class Sight(Order[GwasShip]):
    """The enemy learns of a fleet by the referee's ruling: seen from the shore, by a neutral, by aircraft."""

    id, title, key, section = "sight", "A fleet is seen", "N", "Search Table"
    says = "{fleet} is seen by {by}"
    phases = ON_THE_MAP
    fleet: str = fields.choice("fleet", fleet_names)
    by: str = fields.choice("by", OBSERVERS)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(any(not ship.known for ship in own.ships), f"{self.fleet} is known")
        if self.by in FROM_THE_AIR:
            require_spotting(battle, own, self.by == AIRSHIP)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from reveal(fleet(battle, self.fleet))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet_now(happened, self.fleet)
        words, means = f"SEEN by {self.by}: {own}, {named(own.ships)}.", "The enemy knows these ships this turn."
        yield Result(kind=GOOD, head="seen", words=words, means=means, side=happened.before.other_side(own.side))
