"""Aircraft: launching, recovering, and losses in a gale."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, HURT, LOST, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.card import CV
from fleetbook.rules.gwas.ground.facts import FOG, GALE, SQUALL, STORM, GwasFacts
from fleetbook.rules.gwas.ground.fleets import carried_out, fleet_of
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.damage import NO_EFFECT, sink
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import score
from fleetbook.rules.kit.sides import afloat, every_ship, require_afloat

LAUNCH, RECOVER = "Launch", "Recover"
STILL = {LAUNCH: "launches lying still", RECOVER: "recovers lying still"}
DESTROYED = "destroyed"


def aboard(ship: GwasShip) -> int:
    """The number of aircraft aboard the ship. Aircraft aloft do not count."""
    return ship.aircraft - ship.aloft


def _weather(battle: GwasBattle) -> Iterator[str]:
    now = GwasFacts(battle)
    if now.weather in (FOG, SQUALL, STORM):
        yield now.weather.lower()
    if now.night:
        yield "night"


def require_flying(battle: GwasBattle, ship: GwasShip, what: str) -> None:
    """Raise Refused unless the ship may launch or recover aircraft: her fleet is ordered to, and she lies still if her type must
    (G22).
    """
    own = fleet_of(battle, ship)
    ordered = not own.mission or own.order == what or battle.reading("carriers_launch") == "freely"
    require(ordered, f"{own} is ordered to {own.order or 'do nothing'} this turn, not to {what.lower()}", "G22")
    still = not ship.is_a(STILL[what]) or not own.zones_moved(battle.turn)
    require(still, f"{ship} must lie still to {what.lower()}, but has moved this turn", "Movement Allowance Modifiers")


def lies_still(ship: GwasShip, what: str) -> Effects:
    """Record that a ship launches or recovers aircraft. A fleet that is ordered to do so has then carried out its order. A ship
    whose type must lie still is marked for this turn.
    """
    own = fleet_of(ship.battle, ship)
    if own.order == what:
        yield from carried_out(own)
    if ship.is_a(STILL[what]):
        yield from GwasShip.flying.mark(ship)


class Launch(Order[GwasShip]):
    """Launch an aircraft from a ship."""

    id, title, key, section = "launch", "Launch an aircraft", "y", "Launching Aircraft"
    says = "{ship} launches an aircraft"
    phases = ("aircraft",)
    doing = Cause(how="launching")
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers(
        "modifiers",
        "launching",
        lambda battle, order: (*_weather(battle), *("carrier",) * (battle.ship(order.ship).card.type == CV)),
    )

    def check(self, battle: GwasBattle) -> None:
        forbidden = battle.tables.table("gale_air").text("launching", "result") == "not allowed"
        require(not (forbidden and GwasFacts(battle).weather == GALE), "no launching in a gale")
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(aboard(ship) > 0, f"{ship} has no aircraft aboard")
        require_flying(battle, ship, LAUNCH)

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from lies_still(ship, LAUNCH)
        chosen = battle.modifiers("launching", self.modifiers)
        if (yield from roll_on(battle.tables.table("launching"), modifiers=chosen)) == DESTROYED:
            yield from GwasShip.aircraft.lose(ship, 1, Says.lost_in_launching)
        else:
            yield from GwasShip.aloft.set(ship, ship.aloft + 1, said=Says.aloft)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        thrown = score(happened.rolls[0], happened.before.tables.table("launching"), NO_EFFECT)
        yield _flown(happened, self.ship, "AN AIRCRAFT TAKES OFF from", f", {thrown}", lost="in taking off from")


class Recover(Order[GwasShip]):
    """Recover an aircraft aboard a ship."""

    id, title, key, section = "recover", "Recover an aircraft", "Y", "Recovering Aircraft"
    says = "{ship} recovers an aircraft"
    phases = ("aircraft",)
    doing = Cause(how="recovering")
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "recovering", lambda battle, order: _weather(battle))

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.aloft, f"{ship} has no aircraft aloft")
        require_flying(battle, ship, RECOVER)

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from lies_still(ship, RECOVER)
        yield from GwasShip.aloft.set(ship, ship.aloft - 1)
        if GwasFacts(battle).weather == GALE:
            result = battle.tables.table("gale_air").text("recovering", "result")
        else:
            chosen = battle.modifiers("recovering", self.modifiers)
            result = str((yield from roll_on(battle.tables.table("recovering"), modifiers=chosen)))
        if result == DESTROYED:
            yield from GwasShip.aircraft.lose(ship, 1, Says.lost_in_recovering)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        table = happened.before.tables.table("recovering")
        thrown = f", {score(happened.rolls[0], table, NO_EFFECT)}" if happened.rolls else " in the gale"
        yield _flown(happened, self.ship, "AN AIRCRAFT LANDS on", thrown, lost="in landing on")


def _flown(happened: Happened[GwasShip], name: str, safe: str, thrown: str, *, lost: str) -> Result:
    """The result of a launch or recovery, with the number of aircraft that the ship has now."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    means = f"{aboard(ship)} aboard, {ship.aloft} aloft."
    if ship.aircraft < was.aircraft:
        return Result(
            kind=HURT, head="aircraft lost", words=f"AN AIRCRAFT IS LOST {lost} {ship}{thrown}.", means=means, subject=name
        )
    return Result(kind=GOOD, head="safe", words=f"{safe} {ship}{thrown}.", means=means, subject=name)


def in_the_air(battle: GwasBattle) -> list[GwasShip]:
    """The ships with aircraft aloft, and the airships that are not in port."""
    return [ship for ship in afloat(battle) if ship.aloft or (ship.is_a("air") and not ship.in_port)]


def gale_is_due(battle: GwasBattle) -> bool:
    """Whether the order for a gale's effect in the air must be given. In a gale it must, even if nothing is aloft: its absence
    would tell the enemy so.
    """
    return battle.tables.table("weather_air").text(GwasFacts(battle).weather, "in the air") == DESTROYED


class GaleInTheAir(Order[GwasShip]):
    """A gale destroys aircraft and airships in the air."""

    id, title, key, section = "gale-in-the-air", "Gale in the air", "W", "Weather Effects"
    says = "the gale destroys what is in the air"
    phases = ("aircraft",)
    doing = Cause(how="gale")

    def check(self, battle: GwasBattle) -> None:
        require(not GwasFacts(battle).settled[self.id], "the gale has been settled this turn")
        require(gale_is_due(battle), "no gale")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.settled[self.id].mark(GwasFacts(battle))
        for ship in in_the_air(battle):
            if ship.is_a("air"):
                yield from sink(battle, ship, Says.airship_lost_in_gale)
            else:
                yield from GwasShip.aircraft.lose(ship, ship.aloft, Says.aircraft_lost_in_gale)
                yield from GwasShip.aloft.clear(ship)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        for was in in_the_air(happened.before):
            if happened.gone(was.name):
                yield Result(kind=LOST, head=DESTROYED, words=f"{was} IS DESTROYED BY THE GALE.", subject=was.name)
            else:
                words = f"{was} LOSES {was.aloft} AIRCRAFT IN THE GALE."
                yield Result(kind=HURT, head="aircraft lost", words=words, subject=was.name)
