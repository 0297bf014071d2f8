"""Torpedoes: a ship fires its torpedo boxes at a target, one die for each."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.card import FT, MTB, SS
from fleetbook.rules.gwas.ground.combat import in_combat
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, TORPEDOES
from fleetbook.rules.gwas.ground.ship import TORPEDO, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.attack import (
    MOST_HEXES,
    Attack,
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
)
from fleetbook.rules.gwas.weapons.gunnery import Shot
from fleetbook.rules.gwas.weapons.results import torpedoed
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import every_ship


def torpedo_modifiers(battle: GwasBattle, order: Attack) -> Iterator[str]:
    """The modifiers of torpedo fire that the battle fills in."""
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
    """A ship fires its torpedoes at a target."""

    id, title, key, section = TORPEDO, "Torpedoes", "t", "Weapon Hit Table"
    phases = (*TORPEDOES, CONTACT)
    firer: str = fields.ship("firer", every_ship)
    target: str = fields.ship("target", targets)
    range: int = fields.number(
        "range", 0, MOST_HEXES, unit="hexes", default=lambda battle, order: last_range(battle, order) if in_combat(battle) else 0
    )
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
    """One torpedo box: to hit, then damage."""

    id, title = "one-torpedo", "Torpedo"
    says = "torpedo at {target}"

    def lines(self, battle: GwasBattle) -> tuple[Modifier, ...]:
        return battle.modifiers(TORPEDO, self.modifiers)
