"""Gunfire and torpedoes: a ship fires at a target and throws one die for each undamaged box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import HIT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.card import FT, MTB, OIL, SS
from fleetbook.rules.gwas.ground.combat import in_combat
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, GUNFIRE, TORPEDOES
from fleetbook.rules.gwas.ground.ship import GUNS, GUNS_IN_FULL, SUNK, TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.attack import (
    MOST_HEXES,
    Attack,
    Ranged,
    conditions,
    dice,
    has_fired,
    last_range,
    require_attack,
    require_firer,
    require_target,
    require_weapon,
    target_modifiers,
    targets,
    targets_of_step,
)
from fleetbook.rules.gwas.weapons.damage import Blow, sink, strike_by_weapon
from fleetbook.rules.gwas.weapons.results import by_weapon, salvo, torpedoed
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, listed
from fleetbook.rules.kit.sides import every_ship


class GunAttack(Attack, Protocol):
    """Any order for an attack by guns."""

    @property
    def weapons(self) -> tuple[str, ...]:
        """The kinds of guns that fire: primary, secondary or tertiary."""
        ...


def gun_modifiers(battle: GwasBattle, order: GunAttack) -> Iterator[str]:
    """The ids of the gunfire modifiers that the program knows to apply."""
    firer, target = battle.ship(order.firer), battle.ship(order.target)
    if firer.card.italic:
        yield "italic"
    yield from at_target(battle, target, order)
    for weapon in order.weapons:
        yield from hooks(battle).fire_modifiers(battle, firer, target, weapon)


def at_target(battle: GwasBattle, target: GwasShip, order: Ranged) -> Iterator[str]:
    """The ids of the modifiers that depend on the target and the range."""
    yield from (name for name, holding in target_modifiers(target).items() if holding)
    if order.range <= battle.whole_reading("near_hexes") and target.card.type != MTB:
        yield "near"


class Fire(Order[GwasShip]):
    """Fire a ship's guns at a target."""

    id, title, key, section = "fire", "Fire", "f", "Weapon Hit Table"
    phases = (*GUNFIRE, CONTACT)
    firer: str = fields.ship("firer", every_ship)
    target: str = fields.ship("target", targets)
    range: int = fields.number("range", 0, MOST_HEXES, unit="hexes", default=last_range, measured=fields.Range("firer", "target"))
    weapons: tuple[str, ...] = fields.several("guns", GUNS, default=fields.ALL)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", gun_modifiers)

    def check(self, battle: GwasBattle) -> None:
        require_attack(battle)
        firer = battle.ship(self.firer)
        require_firer(battle, firer, GUNS)
        target = battle.ship(self.target)
        require_target(battle, firer, target, GUNS)
        others = targets_of_step(battle, firer) - {target.name} if hooks(battle).one_target(battle) else set()
        at = ", ".join(sorted(others))
        require(not others, f"{firer} fires at {at} in this step: all her guns fire at one target", "G13")
        self.check_guns(battle, firer, target)

    def check_guns(self, battle: GwasBattle, firer: GwasShip, target: GwasShip) -> None:
        """Raise Refused unless at least one kind of guns is chosen and each chosen kind may fire."""
        for weapon in self.weapons or [gun for gun in GUNS if firer.full(gun)]:
            self.require_gun(battle, firer, target, weapon)
        require(self.weapons, f"choose at least one kind of guns for {firer}")

    def require_gun(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> None:
        """Raise Refused unless this kind of guns may fire at the target now."""
        require_weapon(battle, firer, target, weapon, self.range)
        hooks(battle).require_fire(battle, firer, target, weapon, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        salvoes = {weapon: dice(battle, firer, target, weapon, self.range) for weapon in self.weapons}
        for weapon in self.weapons:
            holding = conditions(battle, firer, target, weapon, self.range)
            if holding:
                strength = {"dice": salvoes[weapon], "boxes": firer.factor(weapon), "conditions": holding}
                yield from note(Says.gun_dice(weapon=weapon, **strength))
        for weapon in self.weapons:
            yield from has_fired(battle, firer, target, weapon, self.range, dice=salvoes[weapon])
            yield from hooks(battle).fired(battle, firer, target)
        for weapon, number in salvoes.items():
            shot = Shot(firer=self.firer, target=self.target, weapon=weapon, range=self.range, modifiers=self.modifiers)
            yield from run(*[shot] * number)

    def headline(self, battle: GwasBattle) -> str:
        guns = f" {listed(self.weapons)} guns" if self.weapons else ""
        return f"{self.firer} fires{guns} at {self.target}, {counted(self.range, 'hex')}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        rows = by_weapon(happened.parts, self.weapons)
        thrown = len(happened.throws(Says.to_hit))  # the dice left when the target sinks are not thrown
        yield salvo(happened, self.target, f"{self.firer} at {self.target}", thrown, rows)
        yield from hooks(happened.after).fire_results(happened)


class Shot(Part[GwasShip]):
    """One die for guns: a roll to hit, then damage."""

    id, title, section = "shot", "Shot", "Weapon Hit Table"
    says = "{weapon} guns at {target}"
    doing = Cause(by="{firer}", how="{weapon}")
    firer: str
    target: str
    weapon: str
    range: int
    modifiers: tuple[str, ...]

    def firing(self, battle: GwasBattle) -> Firing:
        band = counted(self.range, "hex") if self.range else "same hex"
        return Firing(
            self.firer, self.target, self.weapon, GUNS_IN_FULL.get(self.weapon, self.weapon), range=self.range, band=band
        )

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        if not target.afloat:
            return
        if not (yield from hooks(battle).to_hit(battle, self.lines(battle))):
            return
        yield from tally("hits", 1, self.firer)
        if hooks(battle).ignores_hits(battle, target):
            yield from note(Says.hit_ignored(ship=target))
            return
        yield from blow_up(battle, target)
        if target.afloat:
            yield from strike_by_weapon(battle, Blow(target, self.weapon, self.range))

    def lines(self, battle: GwasBattle) -> tuple[Modifier, ...]:
        """The modifiers that count for this die."""
        return battle.modifiers("gunfire", hooks(battle).counted(battle, self.modifiers, self.weapon))

    def asked(self, battle: GwasBattle) -> str:
        return f"{self.firer}'s {self.headline(battle)}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        kind, what = (HIT, "hits") if happened.counted("hits") else (MISSED, "misses")
        yield Result(kind=kind, head=self.weapon, words=f"{self.weapon}: {what}")


def blow_up(battle: GwasBattle, target: GwasShip) -> Effects:
    """An oiler that is hit may blow up. So may a minelayer with mines aboard."""
    explosive = target.card.type == OIL or (target.is_a("minelayer") and target.mines > 0)
    if target.afloat and explosive and (yield from roll_on(battle.tables.table("blowing_up"))) == SUNK:
        yield from sink(battle, target, Says.blows_up)


def torpedo_modifiers(battle: GwasBattle, order: Attack) -> Iterator[str]:
    """The ids of the torpedo modifiers that the program knows to apply."""
    firer, target = battle.ship(order.firer), battle.ship(order.target)
    submarine, better = firer.card.type == SS, battle.printed("nation of MTBs that fire better")
    holds = {
        **target_modifiers(target),
        "large": target.is_a("capital") or target.card.type == FT,
        "same_hex": not submarine and order.range == 0,
        "capital": not submarine and firer.is_a("capital"),
        "hull_mount": not submarine and firer.card.hull_tubes,
        "italian_mtb": firer.card.type == MTB and firer.card.nation == better,
        "ace": submarine and firer.card.ace,
    }
    yield from (name for name, holding in holds.items() if holding)
    yield from hooks(battle).fire_modifiers(battle, firer, target, TORPEDO)


class FireTorpedoes(Order[GwasShip]):
    """Fire a ship's torpedoes at a target."""

    id, title, key, section = TORPEDO, "Fire torpedoes", "t", "Weapon Hit Table"
    phases = (*TORPEDOES, CONTACT)
    firer: str = fields.ship("firer", every_ship)
    target: str = fields.ship("target", targets)
    range: int = fields.number(
        "range", 0, MOST_HEXES, unit="hexes", default=lambda battle, order: last_range(battle, order) if in_combat(battle) else 0,
        measured=fields.Range("firer", "target"),
    )  # fmt: skip
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", TORPEDO, torpedo_modifiers)

    def check(self, battle: GwasBattle) -> None:
        require_attack(battle)
        firer = battle.ship(self.firer)
        once = battle.reading("torpedoes_once_a_combat") and in_combat(battle) and firer.fired[TORPEDO] is not None
        require(not once, f"{firer} has fired its torpedoes in this combat", "G13")
        require_firer(battle, firer, (TORPEDO,))
        target = battle.ship(self.target)
        require_target(battle, firer, target, (TORPEDO,))
        require_weapon(battle, firer, target, TORPEDO, self.range)
        hooks(battle).require_fire(battle, firer, target, TORPEDO, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        number = dice(battle, firer, target, TORPEDO, self.range)
        holding = conditions(battle, firer, target, TORPEDO, self.range)
        if holding:
            yield from note(Says.torpedo_dice(dice=number, boxes=firer.factor(TORPEDO), conditions=holding))
        yield from has_fired(battle, firer, target, TORPEDO, self.range, dice=number)
        yield from hooks(battle).fired(battle, firer, target)
        one = Torpedo(firer=self.firer, target=self.target, weapon=TORPEDO, range=self.range, modifiers=self.modifiers)
        yield from run(*[one] * number)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.firer} fires torpedoes at {self.target}, {counted(self.range, 'hex')}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield torpedoed(happened, self.target, f"{self.firer} at {self.target}", happened.given(Torpedo))
        yield from hooks(happened.after).fire_results(happened)


class Torpedo(Shot):
    """One die for a torpedo box: a roll to hit, then damage."""

    id, title = "one-torpedo", "Torpedo"
    says = "torpedo at {target}"

    def lines(self, battle: GwasBattle) -> tuple[Modifier, ...]:
        return battle.modifiers(TORPEDO, self.modifiers)
