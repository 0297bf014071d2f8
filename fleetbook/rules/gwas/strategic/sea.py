"""Weather and the sea: foundering, gales, grounding and emergency repairs."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, LOST, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.card import NO_ARMOUR
from fleetbook.rules.gwas.ground.combat import impulse
from fleetbook.rules.gwas.ground.facts import DAY, GALE, LIGHTS, SQUALL, STORM, GwasFacts
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import HULL, SUNK, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.mines import MINE
from fleetbook.rules.gwas.weapons.damage import NO_EFFECT, Blow, read, sink, take_damage
from fleetbook.rules.gwas.weapons.results import damaged
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, score, sentences
from fleetbook.rules.kit.sides import afloat, every_ship, require_afloat


class CheckWeather(Order[GwasShip]):
    """Throw for this turn's weather."""

    id, title, key, section = "weather", "Check the weather", "W", "Weather Table"
    says = "the weather"
    phases = ("weather",)

    def check(self, battle: GwasBattle) -> None:
        require(not GwasFacts(battle).settled[self.id], "the weather has been checked this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.settled[self.id].mark(GwasFacts(battle))
        theatre, tables = GwasFacts(battle).theatre, battle.tables
        result = str((yield from roll_on(tables.table("weather"), theatre)))
        if result == "roll again":
            result = str((yield from roll_on(tables.table("weather_again"), theatre)))
        yield from GwasFacts.weather.set(battle, changed(battle, result), said=Says.weather_is)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        was, now = GwasFacts(happened.before).weather, GwasFacts(happened.after).weather
        thrown = " and ".join(str(roll.total) for roll in happened.rolls)
        change = f"STAYS {now.upper()}" if was == now else f"CHANGES from {was} to {now.upper()}"
        checked = happened.after.ruleset.sequence.phase("foundering").number
        founders = f"ships at sea are checked for foundering in step {checked}" if rough(happened.after) else ""
        means = sentences(_sighted(happened.after), founders)
        yield Result(kind=DONE, head=now.lower(), words=f"THE WEATHER {change} on {thrown}.", means=means)


def _sighted(battle: GwasBattle) -> str:
    return f"in combat ships see {counted(hooks(battle).sighting(battle), 'hex')}"


def changed(battle: GwasBattle, result: str) -> str:
    """The weather after a result of the weather table. It never passes the best or worst level (G1)."""
    change, levels = battle.tables.table("weather_change"), battle.tables.table("weather_levels").rows.labels
    now = GwasFacts(battle)
    winter = battle.tables.table("months").text(now.month, "winter") == "yes"
    counts = winter or change.text(result, "only in winter") == "no"
    place = levels.index(now.weather) + (change.whole(result, "levels") if counts else 0)
    return levels[min(max(place, 0), len(levels) - 1)]


class SetLight(Order[GwasShip]):
    """Day breaks or night falls, as the turn record track says."""

    id, title, key, section, by_referee = "light", "Day or night", "l", "Search Table", True
    phases = ("weather",)
    light: str = fields.choice("light", LIGHTS)

    def check(self, battle: GwasBattle) -> None:
        require(self.light != GwasFacts(battle).light, f"it is {self.light} already")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.light.set(battle, self.light, said=Says.light_is)

    def headline(self, battle: GwasBattle) -> str:
        return "day breaks" if self.light == DAY else "night falls"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        words = f"{self.headline(happened.before).upper()}."
        yield Result(kind=DONE, head=self.light, words=words, means=sentences(_sighted(happened.after)))


SEA, GROUNDED, FREED = MINE, "grounded", "freed"
"""Causes of damage that armour does not stop: the sea, running aground and being refloated."""


# ------------------------------------------------------------ foundering and gales


def rough(battle: GwasBattle) -> bool:
    """Whether the weather is so bad that ships at sea must be checked for foundering."""
    levels = battle.tables.table("weather_levels")
    worse = GwasFacts(battle).weather, str(battle.reading("foundering_from"))
    now, least = (levels.whole(weather, "level") for weather in worse)
    return now >= least


def at_sea(battle: GwasBattle) -> list[GwasShip]:
    """The ships that are not in port. Airships are not included."""
    return [ship for ship in afloat(battle) if not ship.in_port and not ship.is_a("air")]


class CheckFoundering(Order[GwasShip]):
    """Check whether ships at sea founder in bad weather. In a gale each destroyer and torpedo boat throws once more."""

    id, title, key, section = "foundering", "Check for foundering", "o", "Foundering Check"
    says = "foundering"
    phases = ("foundering",)

    def check(self, battle: GwasBattle) -> None:
        require(not GwasFacts(battle).settled[self.id], "foundering has been checked this turn")
        require(rough(battle), f"nobody founders in {GwasFacts(battle).weather}", "G8")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.settled[self.id].mark(GwasFacts(battle))
        yield from run(*(Founder(ship=ship.name) for ship in at_sea(battle)))
        if GwasFacts(battle).weather == GALE and battle.reading("gale_each_turn"):
            yield from run(*(Gale(ship=ship.name) for ship in at_sea(battle) if ship.is_a("boat")))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts
        for side in happened.before.sides:
            ships = [ship for ship in at_sea(happened.before) if ship.side == side]
            safe = len(ships) - len({part.subject for part in happened.parts} & {ship.name for ship in ships})
            some = f"{safe} of {len(ships)} unharmed" if safe else "every ship is harmed"
            words = f"FOUNDERING, {side}: {'no ship is harmed' if safe == len(ships) else some}."
            yield from [Result(kind=DONE, head="foundering", words=words, side=side, only_for=side)] * bool(ships)


class Founder(Part[GwasShip]):
    """The foundering check of one ship."""

    id, title, section = "founder", "Founder", "Foundering Check"
    doing = Cause(how="foundering")
    ship: str

    def resolve(self, battle: GwasBattle) -> Effects:
        moved, weather = fleet_of(battle, battle.ship(self.ship)).zones_moved(battle.turn), GwasFacts(battle).weather
        far = ("moved_two",) * (moved >= battle.whole_reading("foundering_zones"))
        rough_weather = (weather.lower(),) * (weather in (SQUALL, STORM, GALE))
        chosen = battle.modifiers("foundering", (*far, *rough_weather))
        result = str((yield from roll_on(battle.tables.table("foundering"), modifiers=chosen)))
        if result != NO_EFFECT:
            yield from take_damage(battle, Blow(battle.ship(self.ship), SEA), read(result))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} in {GwasFacts(battle).weather.lower()}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        if happened.rolls[0].result != NO_EFFECT:
            yield damaged(happened, self.ship, "FOUNDERS", "founders", f"on {happened.rolls[0].total}")


class Gale(Part[GwasShip]):
    """The throw for one destroyer or torpedo boat, which may be lost in a gale."""

    id, title, section = "gale", "Boats in a gale", "Weather Effects"
    says = "{ship} in the gale"
    doing = Cause(how="gale")
    ship: str

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.afloat and (yield from roll_on(battle.tables.table("gale_small"))) == SUNK:
            yield from sink(battle, ship, Says.lost_in_gale)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        if happened.gone(self.ship):
            words = f"{self.ship} IS LOST IN THE GALE on {happened.rolls[0].total}."
            yield Result(kind=LOST, head=SUNK, words=words, subject=self.ship)


# ------------------------------------------------------------ grounding


class Ground(Order[GwasShip]):
    """Throw for a ship near land, which may run aground."""

    id, title, key, section = "ground", "Involuntary grounding", "g", "Involuntary Grounding"
    is_aside = True
    says = "{ship} in shallow water"
    phases = ("movement", *MOVES)
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers(
        "modifiers", "grounding", lambda battle, order: ("capital",) * battle.ship(order.ship).is_a("capital")
    )

    def check(self, battle: GwasBattle) -> None:
        require_afloat(battle.ship(self.ship))
        require(battle.ship(self.ship).waterborne, f"{self.ship} is an airship", "G29")
        require(not battle.ship(self.ship).aground, f"{self.ship} is aground already")

    def resolve(self, battle: GwasBattle) -> Effects:
        chosen = battle.modifiers("grounding", self.modifiers)
        if (yield from roll_on(battle.tables.table("grounding"), modifiers=chosen)) == GROUNDED:
            yield from GwasShip.aground.set(self.ship, said=Says.aground)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        thrown = score(happened.rolls[0], happened.before.tables.table("grounding"), GROUNDED)
        if happened.after.ship(self.ship).aground:
            words, means = f"{self.ship} RUNS AGROUND, {thrown}.", "Speed 0 until she is refloated."
            yield Result(kind=GRAVE, head="aground", words=words, means=means, subject=self.ship)
        else:
            yield Result(kind=GOOD, head="clear", words=f"{self.ship} KEEPS CLEAR OF THE GROUND, {thrown}.", subject=self.ship)


class Refloat(Order[GwasShip]):
    """Try to refloat a ship that is aground. She may try once a turn."""

    id, title, key, section = "refloat", "Refloat", "G", "Refloating"
    is_aside = True
    says = "{ship} tries to come free"
    phases = ("movement", *MOVES)
    doing = Cause(how="ran aground")
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers(
        "modifiers", "refloating", lambda battle, order: ("no_armour",) * (battle.ship(order.ship).armour_of(HULL) == NO_ARMOUR)
    )

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.aground, f"{ship} is not aground")
        require(not ship.refloat_tried[GwasShip.aground.name], f"{ship} has tried this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from GwasShip.refloat_tried[GwasShip.aground.name].mark(ship)
        chosen = battle.modifiers("refloating", self.modifiers)
        if (yield from roll_on(battle.tables.table("refloating"), modifiers=chosen)) != FREED:
            return
        yield from GwasShip.aground.clear(ship, said=Says.refloated)
        rolled = yield from roll(Says.hull_hits, battle.printed("freed: die"))
        each = float(battle.tables.figure("freed: hull hits for each of the die, halves up").value)
        yield from take_damage(battle, Blow(ship, SEA), read(f"{ceil(rolled * each)} {HULL}"))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).aground:
            yield damaged(happened, self.ship, "COMES FREE", "free")
            return
        thrown = score(happened.rolls[0], happened.before.tables.table("refloating"), FREED)
        words = f"{self.ship} STAYS AGROUND, {thrown}."
        yield Result(kind=MISSED, head="aground", words=words, means="She may try again next turn.", subject=self.ship)


# ------------------------------------------------------------ emergency repairs


class EmergencyRepair(Order[GwasShip]):
    """A ship whose engines are out of action tries to get under way. She tries once an impulse in
    combat, otherwise once a turn.
    """

    id, title, key, section = "repair", "Emergency repairs", "r", "Emergency Repairs"
    says = "{ship}: emergency repairs"
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(not ship.beyond_repair, f"{ship}'s engines cannot be repaired")
        require(ship.crippled, f"{ship} has not lost all its speed by damage")
        tried = battle.reading("repaired_once") and ship.repair_tried == impulse(battle)
        require(not tried, f"{ship} has tried in this impulse or turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasShip.repair_tried.set(self.ship, impulse(battle))
        result = yield from roll_on(battle.tables.table("emergency_repair"))
        if result == "speed 1S":
            yield from GwasShip.repaired.set(self.ship, said=Says.under_way_again)
        elif result == "speed 0 for good":
            yield from GwasShip.beyond_repair.set(self.ship, said=Says.beyond_repair)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        ship, die = happened.after.ship(self.ship), happened.rolls[0].total
        if ship.repaired:
            words, state = f"{ship} MAKES {ship.speed} AGAIN on {die}.", f"makes {ship.speed} again"
            yield Result(kind=GOOD, head="under way", words=words, state=state, how=f"on {die}", subject=self.ship)
        elif ship.beyond_repair:
            words, means = f"{ship}'s ENGINES CANNOT BE REPAIRED, on {die}.", "Speed 0 for good."
            yield Result(kind=GRAVE, head="out for good", words=words, means=means, subject=self.ship)
        else:
            again = f"She may try again in the next {'impulse' if ship.in_combat else 'turn'}."
            words, state = f"{ship} IS NOT REPAIRED on {die}.", "not repaired"
            yield Result(
                kind=MISSED, head="not repaired", words=words, means=again, state=state, how=f"on {die}", subject=self.ship
            )
