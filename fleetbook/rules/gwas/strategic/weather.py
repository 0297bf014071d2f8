"""The weather of each turn, and day and night."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.facts import DAY, LIGHTS, GwasFacts
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.sea import rough
from fleetbook.rules.gwas.weapons.attack import hexes
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import sentences


class CheckWeather(Order[GwasShip]):
    """Throw for the weather of this turn."""

    id, title, key, section = "weather", "Check the weather", "W", "Weather Table"
    says = "the weather"
    phases = ("weather",)

    def check(self, battle: GwasBattle) -> None:
        require(not GwasFacts(battle).settled[self.id], "the weather is checked this turn")

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
        told = f"STAYS {now.upper()}" if was == now else f"CHANGES from {was} to {now.upper()}"
        checked = happened.after.ruleset.sequence.phase("foundering").number
        founders = f"ships at sea are checked for foundering in step {checked}" if rough(happened.after) else ""
        means = sentences(_sighted(happened.after), founders)
        yield Result(kind=DONE, head=now.lower(), words=f"THE WEATHER {told} on {thrown}.", means=means)


def _sighted(battle: GwasBattle) -> str:
    return f"in combat ships see {hexes(hooks(battle).sighting(battle))}"


def changed(battle: GwasBattle, result: str) -> str:
    """The weather after a result of the table: up or down the levels, no further than their ends (G1)."""
    change, levels = battle.tables.table("weather_change"), battle.tables.table("weather_levels").rows.labels
    now = GwasFacts(battle)
    winter = battle.tables.table("months").text(now.month, "winter") == "yes"
    counts = winter or change.text(result, "only in winter") == "no"
    place = levels.index(now.weather) + (change.whole(result, "levels") if counts else 0)
    return levels[min(max(place, 0), len(levels) - 1)]


class SetLight(Order[GwasShip]):
    """Day breaks, or night falls, as the turn record says."""

    id, title, key, section = "light", "Day or night", "l", "Search Table"
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
