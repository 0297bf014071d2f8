"""Torpedoes, mines and rams (5.10, 5.12, 5.16)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core import fields
from fleetbook.core.errors import require
from fleetbook.core.fields import Given
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Steps, count, lose, note, put, roll, run, score
from fleetbook.rules.aanda.card import ARCS, TubeEntry
from fleetbook.rules.aanda.damage import critical, strike_under_water
from fleetbook.rules.aanda.gunnery import MOST_CM, known_rerolls, ship_modifiers
from fleetbook.rules.aanda.ship import HULL, AandaBattle, AandaShip, all_afloat, conditions_of_weather, enemies, require_enemy
from fleetbook.rules.aanda.squadrons import ACTIVE, activate, require_turn, ships_of, waiting

CLOSE_CM = 99


def tubes_of(ship: AandaShip, name: str) -> TubeEntry:
    """A set of tubes by its name."""
    return next(tubes for tubes in ship.card.torpedoes if tubes.name == name)


def loaded(ship: AandaShip, tubes: TubeEntry) -> int:
    """Torpedoes that a set of tubes can fire now: none if it has fired this turn."""
    return 0 if ship.this_turn("fired", tubes.name) else min(tubes.tubes, ship.count("torpedoes", tubes.name))


def _ready_tubes(battle: AandaBattle, given: Given) -> list[str]:
    if not given.get("firer"):
        return []
    ship = battle.ship(given["firer"])
    return [tubes.name for tubes in ship.card.torpedoes if loaded(ship, tubes)]


def _bearing_tubes(battle: AandaBattle, given: Given) -> list[str]:
    if not given.get("firer") or not given.get("bearing"):
        return []
    ship = battle.ship(given["firer"])
    return [name for name in _ready_tubes(battle, given) if given["bearing"] in tubes_of(ship, name).arc]


def _torpedo_ships(battle: AandaBattle, given: Given) -> list[AandaShip]:
    active = battle.word(ACTIVE)
    names = [active] if active else waiting(battle, battle.acting)
    ships = [ship for name in names for ship in ships_of(battle, name)]
    return [ship for ship in ships if not ship.silent and _ready_tubes(battle, {"firer": ship.name})]


def reach(battle: AandaBattle, tubes: TubeEntry) -> int:
    """How far a set of tubes reaches, in cm (A8)."""
    return tubes.reach or battle.whole_reading("torpedo_reach")


def known_modifiers(battle: AandaBattle, given: Given) -> Iterator[str]:
    """The torpedo modifiers that the battle knows to count; where the firer lies is for the referee to say."""
    if not (given.get("firer") and given.get("target")):
        return
    weather = conditions_of_weather(battle)
    pair = ship_modifiers(battle.ship(given["firer"]), battle.ship(given["target"]))
    holds = {**pair, **{name: weather[name] for name in ("fresh", "gale", "night")}}
    yield from (name for name, holding in holds.items() if holding)


class FireTorpedoes(Procedure[AandaShip]):
    """A ship fires torpedoes, after all its guns."""

    id, title, key, section = "torpedo", "Fire torpedoes", "t", "5.10"
    phases = ("firing",)
    firer: str = fields.ship("firer", among=_torpedo_ships, default=lambda b, g: next(iter(_torpedo_ships(b, g)), None))
    target: str = fields.ship("target", among=lambda b, g: enemies(b))
    range: int = fields.number("range", low=0, high=CLOSE_CM, unit="cm")
    bearing: str = fields.choice("target lies to", among=tuple(ARCS), default="P")
    tubes: tuple[str, ...] = fields.several("tubes", among=_ready_tubes, default=_bearing_tubes)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=known_modifiers)
    rerolls: int = fields.number("evasion: hits rolled again", low=0, high=2, default=known_rerolls)

    def check(self, battle: AandaBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require(not firer.silent, f"{firer} is silent: {firer.fate or 'no hull boxes left'}", "A6")
        storm = battle.word("weather") == "Storm" and bool(battle.reading("no_firing_in_storm"))
        require(not storm, "no firing in Storm", "A2")
        require(not firer.has("hidden"), f"{firer} is a contact marker", "2.2")
        require_turn(battle, firer.squadron)
        require_enemy(firer, target)
        require(self.tubes, f"no loaded tube of {firer} bears to {self.bearing}", self.section)
        for name in self.tubes:
            tubes = tubes_of(firer, name)
            require(loaded(firer, tubes), f"{firer}'s {name} is empty or has fired this turn", self.section)
            require(self.bearing in tubes.arc, f"{firer}'s {name} does not bear to {self.bearing}", self.section)
            farthest = reach(battle, tubes)
            require(self.range <= farthest, f"{firer}'s {name} reaches {farthest} cm, not {self.range}", "A8")

    def resolve(self, battle: AandaBattle) -> Steps:
        firer = battle.ship(self.firer)
        yield from activate(battle, firer.squadron)
        yield from put(firer, "torpedoes fired", battle.turn)
        fired = 0
        for name in self.tubes:
            torpedoes = loaded(firer, tubes_of(firer, name))
            yield from put(firer, "torpedoes", firer.count("torpedoes", name) - torpedoes, name)
            yield from put(firer, "fired", battle.turn, name)
            fired += torpedoes
        torpedo = Torpedo(firer=self.firer, target=self.target, modifiers=self.modifiers, rerolls=self.rerolls)
        yield from run(*[torpedo] * fired)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.firer} fires torpedoes at {self.target}, {self.range} cm"


class Torpedo(Procedure[AandaShip]):
    """One torpedo: to hit, then hull boxes and a critical hit under water."""

    id, title, section = "one-torpedo", "Torpedo", "5.10"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=known_modifiers)
    rerolls: int = fields.number("hits rolled again", low=0, high=2)

    def resolve(self, battle: AandaBattle) -> Steps:
        throw = battle.tables.table("to_hit")
        chosen = battle.tables.modifier_list("torpedo").chosen(self.modifiers)
        for again in range(1 + self.rerolls):
            label = "to hit again" if again else "to hit"
            die, needed = throw.text("torpedo", "die"), throw.whole("torpedo", "score")
            if not (yield from score(label, die, needed, chosen, rule=self.section)):
                return
        yield from count("hits", 1, self.firer)
        yield from strike_under_water(battle, battle.ship(self.target), "torpedo")

    def headline(self, battle: AandaBattle) -> str:
        return f"torpedo at {self.target}"


def known_mine_modifiers(battle: AandaBattle, given: Given) -> Iterator[str]:
    """The mine modifiers that the battle knows to count."""
    if not given.get("ship"):
        return
    pair = ship_modifiers(battle.ship(given["ship"]), battle.ship(given["ship"]))
    known = battle.tables.modifier_list("mine").lines
    yield from (name for name, holding in pair.items() if holding and name in known)


class Mine(Procedure[AandaShip]):
    """A ship in a minefield tests for a mine, at once."""

    id, title, key, section = "mine", "Test for a mine", "M", "5.16"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=all_afloat)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "mine", known=known_mine_modifiers)

    def check(self, battle: AandaBattle) -> None:
        require(battle.ship(self.ship).afloat, f"{self.ship} is gone: {battle.ship(self.ship).fate}")

    def resolve(self, battle: AandaBattle) -> Steps:
        throw = battle.tables.table("to_hit")
        chosen = battle.tables.modifier_list("mine").chosen(self.modifiers)
        die, needed = throw.text("mine", "die"), throw.whole("mine", "score")
        if (yield from score("mine", die, needed, chosen, rule=self.section)):
            yield from strike_under_water(battle, battle.ship(self.ship), "mine")

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} among mines"


class Ram(Procedure[AandaShip]):
    """A ship rams another, at once."""

    id, title, key, section = "ram", "Ram", "X", "A8"
    phases = ("movement",)
    rammer: str = fields.ship("rammer", among=lambda b, g: [s for s in all_afloat(b, g) if s.side == b.acting])
    target: str = fields.ship("target", among=lambda b, g: enemies(b))
    knots: int = fields.number(
        "speed",
        low=1,
        high=MOST_CM,
        unit="kt",
        default=lambda b, g: b.ship(g["rammer"]).speed or None if g.get("rammer") else None,
    )

    def check(self, battle: AandaBattle) -> None:
        rammer, target = battle.ship(self.rammer), battle.ship(self.target)
        require(rammer.side == battle.acting, f"{rammer} is of {rammer.side}; it is {battle.acting}'s turn", "2.2")
        require(not rammer.silent, f"{rammer} cannot ram: {rammer.fate or 'no hull boxes left'}", "A6")
        require_enemy(rammer, target)
        require(self.knots <= rammer.max_speed, f"{rammer} makes {rammer.max_speed} kt at most", "A8")

    def resolve(self, battle: AandaBattle) -> Steps:
        target = battle.ship(self.target)
        thrown = yield from roll("ram", str(battle.reading("ram_die")), rule=self.section)
        armour = battle.tables.table("armour").whole(target.card.type, HULL)
        weight = self.knots // battle.whole_reading("ram_knots_share")
        done = max(thrown + weight - armour, 0)
        yield from note(f"{thrown} + {weight} for {self.knots} kt - {armour} armour = {done}", self.section)
        yield from lose(target, HULL, done, f"rammed by {self.rammer}")
        yield from lose(self.rammer, HULL, done // battle.whole_reading("ram_own_share"), "ramming")
        yield from critical(battle, target, "underwater_critical")

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.rammer} rams {self.target} at {self.knots} kt"
