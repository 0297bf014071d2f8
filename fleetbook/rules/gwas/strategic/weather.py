"""Weather and what the sea does: changes, foundering, gales, grounding and refloating, emergency repairs."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, roll, roll_on, run, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import impulse, is_settled, settled
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import (
    AGROUND,
    BEYOND_REPAIR,
    REPAIRED,
    GwasBattle,
    GwasShip,
    afloat,
    all_afloat,
    require_afloat,
)
from fleetbook.rules.gwas.weapons.damage import Blow, sink, take_damage
from fleetbook.rules.gwas.weapons.damage_results import read

SEA = "mine"
"""What the sea and the ground do ignores armour, as mines do."""
TRIED = "repair tried"


class CheckWeather(Order[GwasShip]):
    """Throw for the weather of this turn."""

    id, title, key, section = "weather", "Check the weather", "W", "Weather Table"
    phases = ("weather",)

    def check(self, battle: GwasBattle) -> None:
        require(not is_settled(battle, self.id), "the weather is checked this turn", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from settled(battle, self.id)
        theatre, tables = battle.word("theatre"), battle.tables
        result = str((yield from roll_on(tables.table("weather"), theatre)))
        if result == "roll again":
            result = str((yield from roll_on(tables.table("weather_again"), theatre)))
        yield from set_fact("", "weather", changed(battle, result), text=f"weather: {changed(battle, result)}")

    def headline(self, battle: GwasBattle) -> str:
        return "the weather"


def changed(battle: GwasBattle, result: str) -> str:
    """The weather after a result of the table: up or down the levels, no further than their ends (G1)."""
    change, levels = battle.tables.table("weather_change"), battle.tables.table("weather_levels").rows.labels
    winter = battle.tables.table("months").text(battle.word("month"), "winter") == "yes"
    counts = winter or change.text(result, "only in winter") == "no"
    place = levels.index(battle.word("weather")) + (change.whole(result, "levels") if counts else 0)
    return levels[min(max(place, 0), len(levels) - 1)]


class SetLight(Order[GwasShip]):
    """Day breaks, or night falls, as the turn record says."""

    id, title, key, section = "light", "Day or night", "l", "Search Table"
    phases = ("weather",)
    light: str = fields.choice(
        "light", among=("day", "night"), default=lambda b, g: "day" if b.word("light") == "night" else "night"
    )

    def check(self, battle: GwasBattle) -> None:
        require(self.light != battle.word("light"), f"it is {self.light} already")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact("", "light", self.light, text=f"it is {self.light}")

    def headline(self, battle: GwasBattle) -> str:
        return "day breaks" if self.light == "day" else "night falls"


# ------------------------------------------------------------ foundering and gales


def level(battle: GwasBattle, weather: str) -> int:
    """The place of a weather among the levels, from 0."""
    return battle.tables.table("weather_levels").whole(weather, "level")


def rough(battle: GwasBattle) -> bool:
    """Whether ships at sea are checked for foundering."""
    return level(battle, battle.word("weather")) >= level(battle, str(battle.reading("foundering_from")))


def at_sea(battle: GwasBattle) -> list[GwasShip]:
    """The ships that are not in port; airships are not at sea."""
    return [ship for ship in afloat(battle) if not ship.in_port and not ship.is_a("air")]


class CheckFoundering(Order[GwasShip]):
    """Each ship at sea is checked in rough weather; in a gale each destroyer and torpedo boat throws besides."""

    id, title, key, section = "foundering", "Check for foundering", "o", "Foundering Check"
    phases = ("foundering",)

    def check(self, battle: GwasBattle) -> None:
        require(not is_settled(battle, self.id), "foundering is checked this turn", self.section)
        require(rough(battle), f"nobody founders in {battle.word('weather')}", "G8")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from settled(battle, self.id)
        yield from run(*(order(battle, "founder", ship=ship.name) for ship in at_sea(battle)))
        if battle.word("weather") == "Gale" and battle.reading("gale_each_turn"):
            yield from run(*(order(battle, "gale", ship=ship.name) for ship in at_sea(battle) if ship.is_a("boat")))

    def headline(self, battle: GwasBattle) -> str:
        return "foundering"


class Founder(Order[GwasShip]):
    """One ship is checked for foundering."""

    id, title, section = "founder", "Founder", "Foundering Check"
    ship: str = fields.ship("ship", among=all_afloat)

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        chosen = battle.tables.modifier_list("foundering").chosen(tuple(self._lines(battle)))
        result = str((yield from roll_on(battle.tables.table("foundering"), modifiers=chosen)))
        if result != "no effect":
            yield from take_damage(battle, Blow(ship, SEA), read(result))

    def _lines(self, battle: GwasBattle) -> Iterator[str]:
        moved = fleet_of(battle, battle.ship(self.ship)).zones_moved(battle.turn)
        if moved >= battle.whole_reading("foundering_zones"):
            yield "moved_two"
        if battle.word("weather") in ("Squall", "Storm", "Gale"):
            yield battle.word("weather").lower()

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} in {battle.word('weather').lower()}"


class Gale(Order[GwasShip]):
    """A destroyer or torpedo boat in a gale may be lost."""

    id, title, section = "gale", "Gale", "Weather Effects"
    ship: str = fields.ship("ship", among=all_afloat)

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.afloat and (yield from roll_on(battle.tables.table("gale_small"))) == "sunk":
            yield from sink(battle, ship, "is lost in the gale")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} in the gale"


# ------------------------------------------------------------ grounding


def _capital(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    if given.get("ship") and battle.ship(given["ship"]).is_a("capital"):
        yield "capital"


def _unarmoured(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    if given.get("ship") and battle.ship(given["ship"]).armour_of("hull") == "none":
        yield "no_armour"


class Ground(Order[GwasShip]):
    """A ship near land may run aground."""

    id, title, key, section = "ground", "Involuntary grounding", "g", "Involuntary Grounding"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship", among=all_afloat)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "grounding", known=_capital)

    def check(self, battle: GwasBattle) -> None:
        require_afloat(battle.ship(self.ship))
        require(not battle.ship(self.ship).has(AGROUND), f"{self.ship} is aground already")

    def resolve(self, battle: GwasBattle) -> Effects:
        chosen = battle.tables.modifier_list("grounding").chosen(self.modifiers)
        if (yield from roll_on(battle.tables.table("grounding"), modifiers=chosen)) == "grounded":
            yield from set_fact(self.ship, AGROUND, True, text=f"{self.ship} is aground")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} in shallow water"


def aground(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Ships that are aground."""
    return [ship for ship in afloat(battle) if ship.has(AGROUND)]


class Refloat(Order[GwasShip]):
    """A ship aground tries to come free, once a turn."""

    id, title, key, section = "refloat", "Refloat", "G", "Refloating"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship", among=aground)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "refloating", known=_unarmoured)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.has(AGROUND), f"{ship} is not aground")
        require(not ship.this_turn(TRIED, AGROUND), f"{ship} has tried this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship, cost = battle.ship(self.ship), battle.tables.table("refloating_damage")
        yield from set_fact(ship, TRIED, battle.turn, AGROUND)
        chosen = battle.tables.modifier_list("refloating").chosen(self.modifiers)
        if (yield from roll_on(battle.tables.table("refloating"), modifiers=chosen)) != "freed":
            return
        yield from clear(ship, AGROUND, text=f"{ship} is free")
        rolled = yield from roll("hull hits", cost.text("freed", "die"))
        hits = ceil(rolled * cost.number("freed", "times"))
        yield from take_damage(battle, Blow(ship, SEA), read(f"{hits} hull"))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} tries to come free"


# ------------------------------------------------------------ emergency repairs


def crippled(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Ships whose speed damage has brought to 0."""
    return [ship for ship in afloat(battle) if ship.crippled]


class EmergencyRepair(Order[GwasShip]):
    """A ship whose engines are out tries to get under way, once an impulse in combat and once a turn outside it."""

    id, title, key, section = "repair", "Emergency repairs", "r", "Emergency Repairs"
    ship: str = fields.ship("ship", among=crippled)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(not ship.has(BEYOND_REPAIR), f"{ship}'s engines cannot be repaired", self.section)
        require(ship.crippled, f"{ship} has not lost all its speed by damage")
        tried = battle.reading("repaired_once") and ship.fact(TRIED) == impulse(battle)
        require(not tried, f"{ship} has tried in this impulse or turn", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact(self.ship, TRIED, impulse(battle))
        result = yield from roll_on(battle.tables.table("emergency_repair"))
        if result == "speed 1S":
            yield from set_fact(self.ship, REPAIRED, True, text=f"{self.ship} makes 1S again")
        elif result == "speed 0 for good":
            yield from set_fact(self.ship, BEYOND_REPAIR, True, text=f"{self.ship}'s engines cannot be repaired")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship}: emergency repairs"
