"""Torpedoes (5.10, 5.12, A8): sets of tubes, their reach and reloads, and what a hit does."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_at_least, run, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import attackers, begin_attack, known_rerolls, pair_modifiers, require_attack, targets
from fleetbook.rules.aanda.card import ARCS, TubeEntry
from fleetbook.rules.aanda.damage import strike_under_water
from fleetbook.rules.aanda.gunnery import MOST_REROLLS
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import TORPEDOES, AandaBattle, AandaShip, all_afloat, conditions_of_weather

CLOSE_CM = 99


def tubes_of(ship: AandaShip, name: str) -> TubeEntry:
    """A set of tubes by its name. Raises InvalidInput with the nearest name for an unknown one."""
    sets = {tubes.name: tubes for tubes in ship.card.torpedoes}
    if name not in sets:
        raise InvalidInput.word(f"tubes of {ship}", name, sets)
    return sets[name]


def loaded(ship: AandaShip, tubes: TubeEntry) -> int:
    """Torpedoes that a set of tubes can fire now: none if it has fired this turn."""
    return 0 if ship.this_turn("fired", tubes.name) else min(tubes.tubes, ship.count(TORPEDOES, tubes.name))


def _ready_tubes(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    if not given.get("firer"):
        return []
    ship = battle.ship(given["firer"])
    return [tubes.name for tubes in ship.card.torpedoes if loaded(ship, tubes)]


def _bearing_tubes(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    if not given.get("firer") or not given.get("bearing"):
        return []
    ship = battle.ship(given["firer"])
    return [name for name in _ready_tubes(battle, given) if given["bearing"] in tubes_of(ship, name).arc]


def _firers(battle: AandaBattle, given: InputsSoFar) -> list[AandaShip]:
    return [ship for ship in attackers(battle) if _ready_tubes(battle, {"firer": ship.name})]


def reach(battle: AandaBattle, tubes: TubeEntry) -> int:
    """How far a set of tubes reaches, in cm (A8)."""
    return tubes.reach or battle.whole_reading("torpedo_reach")


def known_modifiers(battle: AandaBattle, given: InputsSoFar) -> Iterator[str]:
    """The torpedo modifiers that the battle knows to count; where the firer lies is for the referee to say."""
    if not (given.get("firer") and given.get("target")):
        return
    weather = conditions_of_weather(battle)
    pair = pair_modifiers(battle.ship(given["firer"]), battle.ship(given["target"]))
    holds = {**pair, **{name: weather[name] for name in ("fresh", "gale", "night")}}
    yield from (name for name, holding in holds.items() if holding)


class FireTorpedoes(Order[AandaShip]):
    """A ship fires torpedoes, after all its guns."""

    id, title, key, section = "torpedo", "Fire torpedoes", "t", "5.10"
    phases, later = ("firing",), NEXT_TEST
    firer: str = fields.ship("firer", among=_firers, default=lambda b, g: next(iter(_firers(b, g)), None))
    target: str = fields.ship("target", among=targets)
    range: int = fields.number("range", low=0, high=CLOSE_CM, unit="cm")
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default="P")
    tubes: tuple[str, ...] = fields.several("tubes", among=_ready_tubes, default=_bearing_tubes)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=known_modifiers)
    rerolls: int = fields.number("evasion: hits rolled again", low=0, high=MOST_REROLLS, default=known_rerolls)

    def check(self, battle: AandaBattle) -> None:
        firer = battle.ship(self.firer)
        require_attack(battle, firer, battle.ship(self.target))
        require(self.tubes, f"no loaded tube of {firer} bears to {self.bearing}", self.section)
        for name in self.tubes:
            tubes = tubes_of(firer, name)
            require(loaded(firer, tubes), f"{firer}'s {name} is empty or has fired this turn", self.section)
            require(self.bearing in tubes.arc, f"{firer}'s {name} does not bear to {self.bearing}", self.section)
            farthest = reach(battle, tubes)
            require(self.range <= farthest, f"{firer}'s {name} reaches {farthest} cm, not {self.range}", "A8")

    def resolve(self, battle: AandaBattle) -> Effects:
        firer = battle.ship(self.firer)
        yield from begin_attack(battle, firer)
        yield from set_fact(firer, "torpedoes fired", battle.turn)
        salvo = {name: loaded(firer, tubes_of(firer, name)) for name in self.tubes}
        for name, torpedoes in salvo.items():
            yield from set_fact(firer, TORPEDOES, firer.count(TORPEDOES, name) - torpedoes or None, name)
            yield from set_fact(firer, "fired", battle.turn, name)
        torpedo = Torpedo(firer=self.firer, target=self.target, modifiers=self.modifiers, rerolls=self.rerolls)
        yield from run(*[torpedo] * sum(salvo.values()))

    def ahead(self, battle: AandaBattle) -> Iterator[Order[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.firer} fires torpedoes at {self.target}, {self.range} cm"


class Torpedo(Order[AandaShip]):
    """One torpedo: to hit, then hull boxes and a critical hit under water."""

    id, title, section = "one-torpedo", "Torpedo", "5.10"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=known_modifiers)
    rerolls: int = fields.number("hits rolled again", low=0, high=2)

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        chosen = battle.tables.modifier_list("torpedo").chosen(self.modifiers)
        for again in range(1 + self.rerolls):
            label = "to hit again" if again else "to hit"
            die, needed = throw.text("torpedo", "die"), throw.whole("torpedo", "score")
            if not (yield from roll_at_least(label, die, needed, chosen)):
                return
        yield from tally("hits", 1, self.firer)
        yield from strike_under_water(battle, battle.ship(self.target), "torpedo")

    def headline(self, battle: AandaBattle) -> str:
        return f"torpedo at {self.target}"
