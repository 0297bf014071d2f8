"""Aircraft: launched, recovered, lost in a gale."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, lose, roll_on, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import is_settled, settled
from fleetbook.rules.gwas.ground.fleets import carried_out, fleet_of
from fleetbook.rules.gwas.ground.ship import AIRCRAFT, FLYING, GwasBattle, GwasShip, afloat, require_afloat
from fleetbook.rules.gwas.weapons.damage import sink

ALOFT = "aircraft aloft"
GALE = "Gale"


def aboard(ship: GwasShip) -> int:
    """Aircraft that are on their ship."""
    return ship.left(AIRCRAFT) - ship.count(ALOFT)


def can_launch(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Ships with aircraft aboard."""
    return [ship for ship in afloat(battle) if aboard(ship) > 0]


def can_recover(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Ships with aircraft aloft."""
    return [ship for ship in afloat(battle) if ship.count(ALOFT)]


def _weather(battle: GwasBattle) -> Iterator[str]:
    if battle.word("weather") in ("Fog", "Squall", "Storm"):
        yield battle.word("weather").lower()
    if battle.word("light") == "night":
        yield "night"


def launch_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of launching that the battle knows to count."""
    yield from _weather(battle)
    if given.get("ship") and battle.ship(given["ship"]).card.type == "CV":
        yield "carrier"


def recovery_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of recovering that the battle knows to count."""
    yield from _weather(battle)


STILL = {"Launch": "launches lying still", "Recover": "recovers lying still"}


def require_flying(battle: GwasBattle, ship: GwasShip, what: str) -> None:
    """Raise Refused unless a ship may launch or recover: by its fleet's order, and lying still where it must (G22)."""
    own = fleet_of(battle, ship)
    order = own.order(battle.turn)
    ordered = not own.mission or order == what or battle.reading("carriers_launch") == "freely"
    require(ordered, f"{own} is ordered to {order or 'do nothing'} this turn, not to {what.lower()}", "G22")
    still = not ship.is_a(STILL[what]) or not own.zones_moved(battle.turn)
    require(still, f"{ship} lies still to {what.lower()}, and has moved this turn", "Movement Allowance Modifiers")


def lies_still(ship: GwasShip, what: str) -> Effects:
    """A ship launches or recovers: its fleet has carried out such an order, and it does not move any more where it must not."""
    own = fleet_of(ship.battle, ship)
    if own.order(ship.battle.turn) == what:
        yield from carried_out(own)
    if ship.is_a(STILL[what]):
        yield from set_fact(ship, FLYING, ship.battle.turn)


class Launch(Order[GwasShip]):
    """A ship launches an aircraft."""

    id, title, key, section = "launch", "Launch an aircraft", "y", "Launching Aircraft"
    phases = ("aircraft",)
    ship: str = fields.ship("ship", among=can_launch)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "launching", known=launch_modifiers)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require_flying(battle, ship, "Launch")
        forbidden = battle.tables.table("gale_air").text("launching", "result") == "not allowed"
        require(not (forbidden and battle.word("weather") == GALE), "no launching in a gale", self.section)
        require(aboard(ship) > 0, f"{ship} has no aircraft aboard")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from lies_still(ship, "Launch")
        chosen = battle.tables.modifier_list("launching").chosen(self.modifiers)
        if (yield from roll_on(battle.tables.table("launching"), modifiers=chosen)) == "destroyed":
            yield from lose(ship, AIRCRAFT, 1, "destroyed in launching")
        else:
            yield from set_fact(ship, ALOFT, ship.count(ALOFT) + 1, text=f"{ship}: {ship.count(ALOFT) + 1} aloft")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} launches an aircraft"


class Recover(Order[GwasShip]):
    """A ship takes an aircraft in."""

    id, title, key, section = "recover", "Recover an aircraft", "Y", "Recovering Aircraft"
    phases = ("aircraft",)
    ship: str = fields.ship("ship", among=can_recover)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "recovering", known=recovery_modifiers)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require_flying(battle, ship, "Recover")
        require(ship.count(ALOFT), f"{ship} has no aircraft aloft")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from lies_still(ship, "Recover")
        yield from set_fact(ship, ALOFT, ship.count(ALOFT) - 1 or None)
        chosen = battle.tables.modifier_list("recovering").chosen(self.modifiers)
        if battle.word("weather") == GALE:
            result = battle.tables.table("gale_air").text("recovering", "result")
        else:
            result = str((yield from roll_on(battle.tables.table("recovering"), modifiers=chosen)))
        if result == "destroyed":
            yield from lose(ship, AIRCRAFT, 1, "destroyed in recovering")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} recovers an aircraft"


def in_the_air(battle: GwasBattle) -> list[GwasShip]:
    """Ships with aircraft aloft, and airships that are not in port."""
    return [ship for ship in afloat(battle) if ship.count(ALOFT) or (ship.is_a("air") and not ship.in_port)]


def gale_is_due(battle: GwasBattle) -> bool:
    """Whether a gale destroys something in the air."""
    gale = battle.tables.table("weather_air").text(battle.word("weather"), "in the air") == "destroyed"
    return gale and bool(in_the_air(battle))


class GaleInTheAir(Order[GwasShip]):
    """A gale destroys what is in the air."""

    id, title, key, section = "gale-in-the-air", "Gale in the air", "W", "Weather Effects"
    phases = ("aircraft",)

    def check(self, battle: GwasBattle) -> None:
        require(not is_settled(battle, self.id), "the gale has been settled this turn", self.section)
        require(gale_is_due(battle), "no gale, or nothing in the air", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from settled(battle, self.id)
        for ship in in_the_air(battle):
            if ship.is_a("air"):
                yield from sink(battle, ship, "is destroyed by the gale")
            else:
                yield from lose(ship, AIRCRAFT, ship.count(ALOFT), "destroyed by the gale")
                yield from clear(ship, ALOFT)

    def headline(self, battle: GwasBattle) -> str:
        return "the gale destroys what is in the air"
