"""Seeing the enemy (C3): observation, star shell and searchlight."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import Key
from fleetbook.core.dice import Dice
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_at_least, set_fact, tally
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.coastal.ship import (
    CoastalBattle,
    CoastalShip,
    acting_ships,
    enemies,
    known_range,
    limit,
    remember_range,
    require_acting,
    require_enemy,
)

FIRING_STEPS = ("fire-1", "fire-2")
MOST_CM = 999


def farthest(battle: CoastalBattle) -> int:
    """How far anything can be seen at all, in cm: the end of the chart."""
    return int(battle.tables.table("observation").rows.spans[-1].high)


def needs_no_roll(battle: CoastalBattle) -> bool:
    """Whether it is day, and what is on the chart is seen."""
    return battle.word("light") == "day" and bool(battle.reading("daylight_needs_no_roll"))


def is_seen(battle: CoastalBattle, target: CoastalShip, side: str) -> bool:
    """Whether a side may fire at a target: it saw it this turn, or needs no roll to see it."""
    if not battle.reading("fire_needs_observation") or needs_no_roll(battle):
        return True
    return target.this_turn("seen", side)


def fired_lately(battle: CoastalBattle, ship: CoastalShip) -> bool:
    """Whether it fired in its side's latest firing step: the first side fires last in a turn, so in the step before that its
    latest firing lies in the turn before.
    """
    first_side = ship.side == battle.sides[0]
    return ship.last_turn("fired") if first_side and battle.phase == "fire-1" else ship.this_turn("fired")


def known_modifiers(battle: CoastalBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of observation that the battle knows to count."""
    if not (given.get("observer") and given.get("target")):
        return
    observer, target = battle.ship(given["observer"]), battle.ship(given["target"])
    creeping = target.is_boat and target.speed <= limit(battle, "slow E-boat, cm")
    hears = bool(observer.working("hydrophones")) and target.speed >= limit(battle, "heard by hydrophones, cm")
    distance = given.get("range")
    holds = {
        "target_shows": fired_lately(battle, target) or target.this_turn("lit"),
        "sensors": observer.radar_on or hears,
        "target_moving": not target.stationary and not creeping,
        "near": distance is not None and distance <= limit(battle, "near target, cm"),
        "large_target": not target.is_boat,
        "seen_before": target.has("seen", observer.side),
        "naxos": bool(observer.working("naxos")) and target.radar_on,
        "observer_fast": observer.speed > observer.max_speed / 2,
        "screened": is_screened(battle, observer, target),
        "poor_weather": battle.word("weather") == "poor",
        "unaware": bool(battle.fact(Key("", "unaware", observer.side))),
    }
    yield from (name for name, holding in holds.items() if holding)


def is_screened(battle: CoastalBattle, observer: CoastalShip, target: CoastalShip) -> bool:
    """Whether the referee said so when the pair last met, or the target is in smoke."""
    in_smoke = target.has("smoke") and bool(battle.reading("smoke_screens"))
    return observer.has("screened", target.name) or in_smoke


def unseen_first(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    """Enemies, those not yet seen this turn first."""
    return sorted(enemies(battle), key=lambda ship: is_seen(battle, ship, battle.acting))


def _next_to_look_for(battle: CoastalBattle, given: InputsSoFar) -> str | None:
    observer = given.get("observer")
    targets = unseen_first(battle, given) if observer else []
    return next((t.name for t in targets if not battle.ship(str(observer)).this_turn("looked", t.name)), None)


class Observe(Order[CoastalShip]):
    """Try to see an enemy: the die must reach the score needed at the range, changed by what helps and hinders."""

    id, title, key, section = "observe", "Observe", "s", "C3"
    phases = FIRING_STEPS
    observer: str = fields.ship("observer", among=acting_ships, default=lambda b, g: next(iter(acting_ships(b, g)), None))
    target: str = fields.ship("target", among=unseen_first, default=_next_to_look_for)
    range: int = fields.number(
        "range", low=0, high=MOST_CM, unit="cm", default=lambda b, g: known_range(b, g.get("observer"), g.get("target"))
    )
    modifiers: tuple[str, ...] = fields.modifiers("score needed", "observation", known=known_modifiers)

    def check(self, battle: CoastalBattle) -> None:
        observer, target = battle.ship(self.observer), battle.ship(self.target)
        require_acting(battle, observer)
        require_enemy(observer, target)
        looked = observer.this_turn("looked", target.name) and bool(battle.reading("one_look"))
        require(not looked, f"{observer} has looked for {target} this turn", self.section)

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from set_fact(self.observer, "looked", battle.turn, self.target)
        yield from remember_range(self.observer, self.target, self.range)
        yield from set_fact(self.observer, "screened", "screened" in self.modifiers or None, self.target)
        if self.range > farthest(battle):
            yield from note(f"beyond {farthest(battle)} cm nothing can be seen", self.section)
        elif needs_no_roll(battle):
            yield from self._sighted(battle, "by daylight")
        else:
            yield from self._by_score(battle)

    def _by_score(self, battle: CoastalBattle) -> Effects:
        needed, told = self._needed(battle)
        die = Dice.parse(str(battle.reading("observation_die")))
        if needed <= battle.whole_reading("seen_at"):
            yield from self._sighted(battle, f"without a roll: needs {told}")
        elif needed > die.highest:
            yield from note(f"needs {told}: cannot be seen", self.section)
        elif (yield from roll_at_least(f"needs {told}", die, needed)):
            yield from self._sighted(battle)

    def _needed(self, battle: CoastalBattle) -> tuple[int, str]:
        """The score needed, and how it came about."""
        printed = battle.tables.table("observation").whole(max(self.range, 1), "score needed")
        changed = [(m.value, m.text) for m in battle.tables.modifier_list("observation").chosen(self.modifiers)]
        if battle.ship(self.observer).bridge_out:
            changed.append((battle.whole_reading("bridge_out_observes"), "bridge out"))
        needed = printed + sum(value for value, _ in changed)
        told = " ".join(f"{value:+d} {text}" for value, text in changed)
        return needed, f"{printed} {told} = {needed}" if told else str(needed)

    def _sighted(self, battle: CoastalBattle, how: str = "") -> Effects:
        side = battle.ship(self.observer).side
        yield from set_fact(self.target, "seen", battle.turn, side, text=f"seen {how}".strip())
        yield from set_fact("", "unaware", None, side)
        yield from tally("seen", 1, self.observer)

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.observer} looks for {self.target} at {self.range} cm"


LIGHTS = ("searchlight", "star shell")


def _lights(battle: CoastalBattle, given: InputsSoFar) -> list[str]:
    ship = given.get("ship")
    return [kind for kind in LIGHTS if ship and battle.ship(ship).working(kind)]


def _with_lights(battle: CoastalBattle, given: InputsSoFar) -> list[CoastalShip]:
    return [ship for ship in acting_ships(battle, given) if any(ship.working(kind) for kind in LIGHTS)]


class Illuminate(Order[CoastalShip]):
    """Light a target up by searchlight or star shell before it is looked for."""

    id, title, key, section = "illuminate", "Star shell or searchlight", "l", "C3"
    phases = FIRING_STEPS
    ship: str = fields.ship("ship", among=_with_lights, default=lambda b, g: next(iter(_with_lights(b, g)), None))
    light: str = fields.choice("light", among=_lights, default=lambda b, g: next(iter(_lights(b, g)), None))
    target: str = fields.ship("target", among=unseen_first)

    def check(self, battle: CoastalBattle) -> None:
        ship, target = battle.ship(self.ship), battle.ship(self.target)
        require_acting(battle, ship)
        require_enemy(ship, target)
        require(not target.this_turn("lit"), f"{target} is lit this turn")
        require(not ship.this_turn("used", self.light), f"{ship} has used its {self.light} this turn")

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from set_fact(self.ship, "used", battle.turn, self.light)
        yield from set_fact(self.target, "lit", battle.turn, text=f"{self.target} is lit")

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.ship} lights up {self.target} by {self.light}"
