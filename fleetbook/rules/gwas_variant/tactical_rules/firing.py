"""Gunfire in the variant: to hit (10, 14), targets (9), combined fire (11) and slow ships (18)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, note, roll_at_least, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier, RuleTables
from fleetbook.rules.gwas.ground.hooks import HIT, hooks
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TERTIARY, GwasBattle, GwasShip, fighting, firing
from fleetbook.rules.gwas.weapons.attack import (
    MOST_HEXES,
    dice,
    fired_at,
    has_fired,
    reach,
    ready,
    require_firer,
    require_target,
    require_weapon,
)
from fleetbook.rules.gwas.weapons.gunnery import Fire, Shot, gun_modifiers
from fleetbook.rules.gwas.weapons.results import salvo
from fleetbook.rules.gwas_variant.state import TORPEDO_ATTACK, VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.tactical_rules.leaders import lacks_a_leader, squadron, squadron_leader
from fleetbook.rules.gwas_variant.tactical_rules.stand import stand_over
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import MISSES_HITS, counted, listed
from fleetbook.rules.kit.sides import every_ship

SMALL, FIRE_CONTROL, DASH = "small_target", "fire_control", "torpedo_attack"
LEAST, SECTION = 2, "tactical 11"


# ------------------------------------------------------------ to hit


def hampered(battle: GwasBattle, firer: GwasShip) -> bool:
    """Whether fire control is hit on the ship or on her squadron leader, which hinders her fire (14, 5)."""
    hit, leader = VariantShip.fire_control_hit, squadron_leader(battle, firer)
    return hit.value(firer) or (leader is not None and hit.value(leader))


def counting_modifiers(battle: GwasBattle, names: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """The modifiers of gunfire that count for one die. Small targets hinder primary guns only, and no gun ever needs more than a
    6 (10).
    """
    names = tuple(name for name in names if name != SMALL or weapon == PRIMARY)
    lines = [line for line in battle.modifiers("gunfire", names) if line.id != FIRE_CONTROL]
    if battle.reading("shift_is_capped") and shift(lines) < 0:
        return tuple(name for name in names if name == FIRE_CONTROL)
    return names


def shift(lines: Sequence[Modifier]) -> int:
    """The sum of these modifiers."""
    return sum(line.value for line in lines)


def throw_to_hit(battle: GwasBattle, needed: int, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, bool]:
    """Throw one die to hit. Under fire control difficulties the score needed is one higher. If it is 6 already, a second die must
    confirm the hit.
    """
    table = battle.tables.table("weapon_hit")
    rest = [line for line in modifiers if line.id != FIRE_CONTROL]
    confirms = len(rest) < len(modifiers) and shift(rest) <= 0
    lines = rest if confirms else modifiers
    if not (yield from roll_at_least(Says.to_hit, table.thrown, needed, lines, section=table.section, words=MISSES_HITS)):
        return False
    if not confirms:
        return True
    return (yield from roll_on(battle.tables.table("confirmation"), "second die", label=Says.confirmed)) == HIT


# ------------------------------------------------------------ targets that are allowed


def require_same_target(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> None:
    """Raise Refused if a Russian squadron has not named its leader, or has fired at another target (5)."""
    nameless = lacks_a_leader(battle, firer) and battle.reading("leader_missing_no_fire")
    require(not nameless, f"{firer}'s squadron names its leader before it fires", "tactical 5")
    if squadron_leader(battle, firer) is None:
        return
    for ship in squadron(battle, firer):
        others = {name for name, _ in guns_of_step(battle, ship).values()} - {target.name}
        require(not others, f"{firer}'s squadron fires at {', '.join(sorted(others))}", "tactical 5")


def require_primary_target(target: GwasShip) -> None:
    """Raise Refused if primary guns would fire at a ship that makes a torpedo attack."""
    attacks = VariantShip.attacking.value(target)
    require(not attacks, f"primary guns do not fire at {target}, which makes a torpedo attack", TORPEDO_ATTACK)


def guns_of_step(battle: GwasBattle, firer: GwasShip) -> dict[str, tuple[str, int]]:
    """For each kind of guns that the ship has fired in this step, its target and range."""
    targets = {weapon: fired_at(battle, firer, weapon) for weapon in GUNS}
    return {weapon: (target, firer.last_range[target] or 0) for weapon, target in targets.items() if target}


def require_near_targets(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """If a ship fires at several targets, only her largest guns reach beyond an adjacent area (9). Raise Refused if smaller guns
    would fire farther, unless it is at the target of the largest guns.
    """
    shots = guns_of_step(battle, firer) | {weapon: (target.name, hexes)}
    near = battle.figure("Several targets, areas of the smaller guns")
    largest, *smaller = [shots[kind] for kind in GUNS if kind in shots]
    for name, areas in smaller:
        refusal = f"at several targets {firer}'s smaller guns reach {counted(near, 'hex')}; {name} is {areas} away"
        require(name == largest[0] or areas <= near, refusal, "tactical 9")


def combines(battle: GwasBattle, weapon: str) -> bool:
    """Whether ships must combine their fire if they fire guns of this kind at one target."""
    return weapon != TERTIARY or bool(battle.reading("tertiary_guns_combine"))


def require_not_shot_at(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused if another ship of this side has fired the same kind of guns at the target. Such fire needs one common order
    (11).
    """
    if firer.side == target.side or not battle.reading("combined_by_order") or not combines(battle, weapon):
        return
    if not dice(battle, firer, target, weapon, hexes):
        return
    fired = [ship for ship in battle.ships(firer.side) if fired_at(battle, ship, weapon) == target.name]
    others = [ship.name for ship in fired if (shot := ship.fired[weapon]) and shot.dice]
    require(not others, f"{', '.join(others)} fired {weapon} guns at {target} in this step: combine their fire", "tactical 11")


# ------------------------------------------------------------ slow ships (18)


def require_closed(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused at maximum range if firer or target is a slow ship that has not closed."""
    farthest = (hooks(battle).gun_range if battle.reading("slow_ship_range_of_gun") else reach)(battle, firer, weapon)
    for ship in (firer, target):
        far = VariantShip.not_closed.value(ship) and hexes >= farthest
        refusal = f"{ship} has not closed to the maximum range of {firer}'s {weapon} guns, {counted(farthest, 'hex')}"
        require(not far, refusal, "tactical 18")


def slow_ships_close(battle: GwasBattle) -> Effects:
    """In the first gunfire step of a combat by day, roll for each ship of speed 1S on the side with initiative."""
    now = VariantFacts(battle)
    first = battle.phase == GUNFIRE[0] and now.round == battle.figure("Slow ships, round in which they roll")
    if not first or now.night:
        return
    speed = battle.printed("Slow ships, speed")
    yield from run(*(CloseIn(ship=ship.name) for ship in fighting(battle, now.initiative) if ship.speed == speed))


class CloseIn(Part[GwasShip]):
    """Throw to see whether a slow ship closes to maximum range."""

    id, title, section = "close-in", "Close in", "tactical 18"
    inline = True
    ship: str

    def resolve(self, battle: GwasBattle) -> Effects:
        if (yield from roll_on(battle.tables.table("slow_ships"), "1S ship", label=Says.slow_ship(ship=self.ship))) != "all guns":
            yield from VariantShip.not_closed.set(self.ship, said=Says.not_closed)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die = happened.rolls[0].total
        if VariantShip.not_closed.value(happened.after.ship(self.ship)):
            words, means = f"{self.ship} HAS NOT CLOSED on {die}.", "No fire at maximum range by her or at her this segment."
            yield Result(kind=MISSED, head="not closed", words=words, means=means, subject=self.ship)
        else:
            words = f"{self.ship} HAS CLOSED on {die}: all her guns fire at maximum range."
            yield Result(kind=GOOD, head="closed", words=words, subject=self.ship)


# ------------------------------------------------------------ combined fire (11)


def combined_strength(tables: RuleTables, strengths: Sequence[int]) -> int:
    """The dice of ships that fire together: the dice of the weakest ship, and a part of the sum of the others' dice, rounded
    down. A single ship has her own dice. Raises ValueError if there is no ship.
    """
    weakest, *stronger = sorted(strengths)
    if not stronger:
        return weakest
    share = sum(stronger) // tables.figure("Combined fire, sum of the stronger ships divided by").whole
    return weakest + max(share, tables.figure("Combined fire, least that the stronger ships add").whole)


def _last_range(battle: GwasBattle, order: CombinedFire) -> int | None:
    """The longest range at which an enemy of the target last fired at it."""
    target = battle.ship(order.target)
    last = [ship.last_range[target] for ship in fighting(battle, battle.other_side(target.side))]
    return max((hexes for hexes in last if hexes is not None), default=None)


def known_together(battle: GwasBattle, order: CombinedFire) -> Iterator[str]:
    """The ids of the modifiers that count for ships firing together. A bonus counts only if it applies to all of them, a penalty
    if it applies to any (V8).
    """
    shared = {"target": order.target, "range": order.range, "weapons": (order.weapon,)}
    each = [set(gun_modifiers(battle, Fire.partial({**shared, "firer": name}))) for name in order.firers]
    if not each or not battle.reading("combined_bonus_for_all"):
        yield from each[0] if each else ()
        return
    for name, line in battle.tables.modifier_list("gunfire").lines.items():
        if (any if line.value < 0 else all)(name in known for known in each):
            yield name


class CombinedFire(Order[GwasShip]):
    """Several ships of one side fire guns of one kind at a target together."""

    id, title, key, section = "combined-fire", "Combined fire", "c", SECTION
    phases = GUNFIRE
    target: str = fields.ship("target", every_ship, default=None)
    weapon: str = fields.choice("guns", GUNS)
    range: int = fields.number("longest range", 0, MOST_HEXES, unit="hexes", default=_last_range)
    firers: tuple[str, ...] = fields.several(
        "firers",
        lambda battle, order: battle.ships(battle.other_side(battle.ship(order.target).side)),
        default=fields.ALL,
    )
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known_together)

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (battle.other_side(battle.ship(self.target).side),)

    def check(self, battle: GwasBattle) -> None:
        target = battle.ship(self.target)
        require(target.in_combat, f"{target} is not in this combat")
        require(combines(battle, self.weapon), f"{self.weapon} guns do not combine their fire", SECTION)
        weapon, enemies = self.weapon, firing(battle, battle.other_side(target.side))
        able = [ship for ship in enemies if weapon in ready(battle, ship)]
        require(len(able) >= LEAST, f"fewer than {LEAST} enemies of {target} have {weapon} guns ready")
        against = [refused.reason for ship in able if (refused := self._against(battle, ship, target)) is not None]
        may = len(able) - len(against)
        require(may >= LEAST, f"fewer than {LEAST} ships may fire {weapon} guns at {target}: {'; '.join(against[:1])}")
        for name in self.firers:
            if (refused := self._against(battle, battle.ship(name), target)) is not None:
                raise refused
        require(len(self.firers) >= LEAST, f"fire is combined by {LEAST} ships or more")

    def _against(self, battle: GwasBattle, ship: GwasShip, target: GwasShip) -> Refused | None:
        """The reason why a ship may not fire with the others, or None if she may."""
        weapon, hexes = self.weapon, self.range
        try:
            require_firer(battle, ship, (weapon,))
            require_target(battle, ship, target, GUNS)
            require_weapon(battle, ship, target, weapon, hexes)
            require(
                dice(battle, ship, target, weapon, hexes), f"{ship} has no strength at her first fire: she fires alone", SECTION
            )
            hooks(battle).require_fire(battle, ship, target, weapon, hexes)
        except Refused as refused:
            return refused
        return None

    def resolve(self, battle: GwasBattle) -> Effects:
        ships, target = [battle.ship(name) for name in self.firers], battle.ship(self.target)
        strengths = [dice(battle, ship, target, self.weapon, self.range) for ship in ships]
        number = combined_strength(battle.tables, strengths)
        yield from note(Says.fire_together(strengths=strengths, dice=number))
        for ship, strength in zip(ships, strengths, strict=True):
            yield from has_fired(battle, ship, target, self.weapon, self.range, dice=strength)
            yield from hooks(battle).fired(battle, ship, target)
        inputs = {"firer": self.firers[0], "target": self.target, "weapon": self.weapon}
        yield from run(*[Shot(**inputs, range=self.range, modifiers=self.modifiers)] * number)

    def pooled(self) -> tuple[str, ...]:
        return self.firers

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.firers)} fire {self.weapon} guns at {self.target} together, {counted(self.range, 'hex')}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield salvo(happened, self.target, f"{listed(self.firers)} at {self.target}", happened.given(Shot))
        yield from stand_over(happened)
