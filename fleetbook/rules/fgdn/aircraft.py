"""Damage to aircraft (8.7, optional): how severe a hit is, and how several hits add up."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GRAVE as IS_GRAVE
from fleetbook.core.battle.result import HURT, LOST, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Words
from fleetbook.rules.fgdn.ground.card import LIGHT
from fleetbook.rules.fgdn.ground.dice import chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import CRITICAL, DESTROYED, WEAPONS
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentences

HEAVY = "heavy"
GRAVE = (DESTROYED, CRITICAL, HEAVY)
LONGEST = 40


def damage_of(battle: FgdnBattle, aircraft: str) -> str:
    """The damage that an aircraft has now: destroyed, critical, heavy, or a kind of light damage. Empty if it has none."""
    return FgdnFacts(battle).aircraft[aircraft]


def grade(damage: str) -> str:
    """The grade of some damage: light for every kind of light damage, otherwise the damage itself."""
    return damage if damage in GRAVE else LIGHT


def added(battle: FgdnBattle, before: str, hit: str) -> str:
    """The damage of an aircraft after one more hit, by the rule for adding up hits (8.7, F44)."""
    if not before:
        return hit
    if before == DESTROYED:
        return before
    column = grade(hit) if grade(hit) != LIGHT else "same light" if hit == before else "other light"
    after = battle.tables.table("aircraft_further").text(grade(before), column)
    return before if after == LIGHT else after


class AircraftHit(Order[FgdnShip]):
    """Hit an aircraft. A table says how badly. With ``even`` it is instead destroyed or heavily damaged, with even chances."""

    id, title, key, section = "aircraft-hit", "Aircraft hit", "i", "8.7"
    says = "{aircraft} is hit"
    aircraft: str = fields.text("aircraft")
    even: bool = fields.flag("even chances of destroyed and damaged")

    def check(self, battle: FgdnBattle) -> None:
        require(FgdnFacts(battle).aircraft_damage, "damage to aircraft is not in force: choose it as the battle is set up")
        require(self.aircraft.strip() and len(self.aircraft) <= LONGEST, "name the aircraft in a few words")
        require(damage_of(battle, self.aircraft) != DESTROYED, f"{self.aircraft} is destroyed")

    def resolve(self, battle: FgdnBattle) -> Effects:
        before = damage_of(battle, self.aircraft)
        if self.even:
            destroyed = yield from chance(Says.aircraft_destroyed, battle.figure("destroyed by the even system"))
            hit = DESTROYED if destroyed else HEAVY
        else:
            hit = str((yield from roll_on(battle.tables.table("aircraft_hit"))))
            if hit == LIGHT:
                hit = str((yield from roll_on(battle.tables.table("aircraft_light"))))
        after = added(battle, before, hit)
        if after == before:
            yield from note(Says.aircraft_no_worse(aircraft=self.aircraft, damage=hit))
            return
        said = Says.aircraft_damage(aircraft=self.aircraft, damage=damage_said(battle, after))
        yield from FgdnFacts.aircraft[self.aircraft].set(battle, after, said=said)
        if after == WEAPONS and (yield from chance(Says.may_not_jettison, battle.figure("cannot jettison"))):
            yield from note(Says.cannot_jettison(aircraft=self.aircraft))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        after = damage_of(happened.after, self.aircraft)
        limits = "; ".join(f"{what}: {how}" for what, how in _limits(happened.after, after))
        again = after == damage_of(happened.before, self.aircraft)
        jettison = "it cannot jettison its ordnance" * bool(happened.noted(Says.cannot_jettison))
        damage = after if after == DESTROYED else f"{after} damage" if after in GRAVE else f"light damage, {after}"
        words = f"{self.aircraft}: {damage.upper()}{' again, no worse' if again else ''}."
        kind = LOST if after == DESTROYED else IS_GRAVE if after in GRAVE else HURT
        yield Result(kind=kind, head=grade(after), words=words, means=sentences(limits, jettison))


def damage_said(battle: FgdnBattle, damage: str) -> Words:
    """A sentence for an aircraft's damage and its limits."""
    if damage == DESTROYED:
        return Says.aircraft_destroyed
    limits = dict(_limits(battle, damage))
    return (Says.aircraft_limits if damage in GRAVE else Says.aircraft_limits_light)(damage=damage, **limits)


def _limits(battle: FgdnBattle, damage: str) -> list[tuple[str, str]]:
    """The limits on speed, manoeuvre and weapons that go with some damage. Empty for a destroyed aircraft."""
    if damage == DESTROYED:
        return []
    limits = battle.tables.table("aircraft_limits")
    return [(column, limits.text(damage, column)) for column in ("speed", "manoeuvre", WEAPONS)]
