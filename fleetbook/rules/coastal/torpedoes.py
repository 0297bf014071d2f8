"""Torpedoes (C8): launch, run, and what becomes of one that meets a ship."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, roll_on, run, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.card import SystemEntry
from fleetbook.rules.coastal.damage import held_orders
from fleetbook.rules.coastal.observation import MOST_CM
from fleetbook.rules.coastal.ship import (
    CoastalBattle,
    CoastalShip,
    acting_ships,
    enemies,
    known_range,
    label,
    limit,
    remember_range,
    require_acting,
    require_enemy,
)

MOVING_STEPS = ("move-1", "move-2")
TORPEDOES = Key("", "torpedoes launched")


def loaded(battle: CoastalBattle, ship: CoastalShip, system: SystemEntry) -> int:
    """Torpedoes that a system can launch now: its tubes, what is left, less those launched this turn."""
    left = ship.count("torpedoes", label(system))
    launched = ship.count("tubes used", label(system)) if ship.this_turn("launched", label(system)) else 0
    return min(left, system.tubes - launched) if ship.works(system) else 0


def _tubes(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    if not given.get("ship"):
        return []
    ship = battle.ship(given["ship"])
    return [label(system) for system in ship.working("torpedoes") if loaded(battle, ship, system)]


def _all_tubes(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    """Every torpedo system on the ship's card, out of action or empty too."""
    return [label(s) for s in battle.ship(given["ship"]).card.systems if s.kind == "torpedoes"] if given.get("ship") else []


def launchers(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """Ships of the acting side with a torpedo to launch."""
    return [ship for ship in acting_ships(battle, given) if _tubes(battle, {"ship": ship.name})]


def _most(battle: CoastalBattle, given: InputsSoFar) -> int:
    if not (given.get("ship") and given.get("tubes")):
        return 1
    ship = battle.ship(given["ship"])
    return max(loaded(battle, ship, ship.system(given["tubes"])), 1)


class Launch(Order[CoastalShip]):
    """Launch torpedoes, before moving; each runs from then on in each of its owner's moves."""

    id, title, key, section = "launch", "Launch torpedoes", "t", "C8"
    phases = MOVING_STEPS
    ship: str = fields.ship("ship", among=launchers, default=lambda b, g: next(iter(launchers(b, g)), None))
    target: str = fields.ship("at", among=lambda b, g: enemies(b))
    range: int = fields.number(
        "range", low=0, high=MOST_CM, unit="cm", default=lambda b, g: known_range(b, g.get("ship"), g.get("target"))
    )
    tubes: str = fields.choice("tubes", among=_tubes, nameable=_all_tubes, default=lambda b, g: next(iter(_tubes(b, g)), None))
    number: int = fields.number("torpedoes", low=1, high=_most, default=_most)

    def check(self, battle: CoastalBattle) -> None:
        ship, target = battle.ship(self.ship), battle.ship(self.target)
        require_acting(battle, ship)
        require_enemy(ship, target)
        require(not ship.out_of_fight, f"{ship} has no hull boxes left and is out of the fight", "C9")
        require(not ship.has("disabled"), f"{ship} is disabled", "C8")
        self._check_tubes(battle, ship, ship.system(self.tubes))
        no_bridge = ship.bridge_out and bool(battle.reading("bridge_out_no_torpedoes"))
        require(not no_bridge, f"{ship}'s bridge is out of action: no torpedo launch", "C11")
        least = battle.whole_reading("torpedo_least_range")
        require(self.range >= least, f"{self.range} cm is too near: torpedoes need {least} cm", self.section)
        most = int(float(battle.reading("torpedo_launch_speed")) * ship.max_speed)
        require(ship.speed <= most, f"{ship} moves {ship.speed} cm; torpedoes are launched at {most} or less", self.section)
        require(not ship.this_turn("moved"), f"{ship} has moved; torpedoes are launched before", "C2")

    def _check_tubes(self, battle: CoastalBattle, ship: CoastalShip, system: SystemEntry) -> None:
        require(ship.works(system), f"{ship}'s {self.tubes} is {ship.state(system)}", "C6")
        ready = loaded(battle, ship, system)
        require(self.number <= ready, f"{ship}'s {self.tubes} has {ready} to launch this turn", self.section)

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from remember_range(self.ship, self.target, self.range)
        before = ship.count("tubes used", self.tubes) if ship.this_turn("launched", self.tubes) else 0
        yield from set_fact(ship, "launched", battle.turn, self.tubes)
        yield from set_fact(ship, "tubes used", before + self.number, self.tubes)
        yield from set_fact(ship, "torpedoes", ship.count("torpedoes", self.tubes) - self.number, self.tubes)
        for _ in range(self.number):
            yield from self._away(battle)

    def _away(self, battle: CoastalBattle) -> Effects:
        number = len(all_torpedoes(battle)) + 1
        name = torpedo_name(number)
        run_now = battle.whole_reading("torpedo_run")
        yield from set_fact("", TORPEDOES.name, number)
        yield from set_fact(name, "fired by", self.ship)
        yield from set_fact(name, "run", run_now, text=f"{name} away, runs {run_now} cm")

    def headline(self, battle: CoastalBattle) -> str:
        what = "a torpedo" if self.number == 1 else f"{self.number} torpedoes"
        return f"{self.ship} launches {what} at {self.target}, {self.range} cm"


def torpedo_name(number: int) -> str:
    """What a torpedo in the water is called."""
    return f"torpedo {number}"


def all_torpedoes(battle: CoastalBattle) -> list[str]:
    """Every torpedo launched so far."""
    launched = battle.fact(TORPEDOES)
    return [torpedo_name(number + 1) for number in range(launched if isinstance(launched, int) else 0)]


def running(battle: CoastalBattle, side: str | None = None) -> list[str]:
    """Torpedoes in the water, all or one side's."""
    found = [name for name in all_torpedoes(battle) if battle.fact(Key(name, "run"))]
    return [name for name in found if side in (None, owner(battle, name).side)]


def owner(battle: CoastalBattle, torpedo: str) -> CoastalShip:
    """The ship that launched a torpedo."""
    return battle.ship(str(battle.fact(Key(torpedo, "fired by"))))


def run_on(battle: CoastalBattle, side: str) -> Effects:
    """A side's torpedoes run as far as they do in each of its moves."""
    distance = battle.whole_reading("torpedo_run")
    for name in running(battle, side):
        so_far = battle.fact(Key(name, "run"))
        far = (so_far if isinstance(so_far, int) else 0) + distance
        yield from set_fact(name, "run", far, text=f"{name} ({owner(battle, name)}) runs on {distance} cm, {far} in all")


def known_modifiers(battle: CoastalBattle, given: InputsSoFar) -> Iterator[str]:
    """The torpedo's modifiers that the battle knows to count; its angle is for the referee to say."""
    if not (given.get("torpedo") and given.get("target")):
        return
    target = battle.ship(given["target"])
    holds = {
        "fast_target": target.speed >= limit(battle, "fast torpedo target, cm"),
        "stationary": target.stationary,
        "submarine": owner(battle, given["torpedo"]).card.submarine,
        "merchant": target.card.merchant,
    }
    yield from (name for name, holding in holds.items() if holding)


def _running_now(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    return running(battle, battle.acting or None)


class TorpedoMeets(Order[CoastalShip]):
    """A torpedo's run meets a ship: boats it misses, others it may strike."""

    id, title, key, section = "torpedo", "Torpedo meets a ship", "h", "C8"
    phases = MOVING_STEPS
    torpedo: str = fields.choice("torpedo", among=_running_now, default=lambda b, g: next(iter(_running_now(b, g)), None))
    target: str = fields.ship("ship met", among=lambda b, g: [*enemies(b), *acting_ships(b, g)])
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "torpedo", known=known_modifiers)

    def check(self, battle: CoastalBattle) -> None:
        target = battle.ship(self.target)
        require(target.afloat, f"{target} is gone: {target.fate}", "C9")

    def resolve(self, battle: CoastalBattle) -> Effects:
        target = battle.ship(self.target)
        if target.is_boat:
            yield from note(f"{target} is a boat: missed, {self.torpedo} runs on", self.section)
            return
        line = "larger" if not target.smaller_than("destroyer") else "corvette or smaller"
        modifiers = battle.tables.modifier_list("torpedo").chosen(self.modifiers)
        result = str((yield from roll_on(battle.tables.table("torpedo"), line, modifiers)))
        yield from tally("torpedo", result)
        effect = battle.tables.table("torpedo_results")
        if effect.text(result, "runs on") == "no":
            yield from clear(self.torpedo, "run", text=f"{self.torpedo} is spent")
        if effect.text(result, "hit") == "yes" or effect.text(result, "hull damage") != "-":
            yield from self._strike(battle, target, result)

    def _strike(self, battle: CoastalBattle, target: CoastalShip, result: str) -> Effects:
        if effect_is_hit := battle.tables.table("torpedo_results").text(result, "hit") == "yes":
            yield from tally("hits", int(effect_is_hit), owner(battle, self.torpedo).name)
        hit = (owner(battle, self.torpedo).name, "torpedo", result)
        yield from set_fact(target, "held", (*target.held, hit), text=f"{result} (held)")
        yield from set_fact("", "unaware", None, target.side)
        if not battle.reading("torpedo_damage_held"):
            yield from run(*held_orders(target)[-1:])
            yield from set_fact(target, "held", target.held[:-1] or None)

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.torpedo} ({owner(battle, self.torpedo)}) meets {self.target}"


class TorpedoSpent(Order[CoastalShip]):
    """Take a torpedo off the table: it ran past everything, or over the edge."""

    id, title, key, section = "spent", "Torpedo off the table", "o", "C8"
    phases = MOVING_STEPS
    torpedo: str = fields.choice("torpedo", among=_running_now, default=lambda b, g: next(iter(_running_now(b, g)), None))

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from clear(self.torpedo, "run", text=f"{self.torpedo} is spent")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.torpedo} ({owner(battle, self.torpedo)}) runs off the table"
