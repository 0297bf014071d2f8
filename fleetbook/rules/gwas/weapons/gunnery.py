"""Gunfire: a ship's guns fire at a target, one die for each undamaged box."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.hooks import hooks, order
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GUNS, MINES, WEAPONS, GwasBattle, GwasShip, all_afloat
from fleetbook.rules.gwas.weapons.attack import (
    MOST_HEXES,
    attackers,
    first_target,
    has_fired,
    hexes,
    last_range,
    require_pair,
    target_modifiers,
    targets,
    targets_of_step,
)
from fleetbook.rules.gwas.weapons.damage import Blow, sink, strike_by_weapon
from fleetbook.rules.gwas.weapons.weapons import conditions, dice, ready, require_weapon, usable


def ready_firers(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The ships that may fire guns now."""
    return attackers(battle, GUNS)


def usable_guns(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The firer's guns that are ready and reach the target."""
    if given.get("range") is None or not (given.get("firer") and given.get("target")):
        return []
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    return [weapon for weapon in ready(battle, firer) if usable(battle, firer, target, weapon, given["range"])]


def ready_guns(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The firer's guns that are ready."""
    return ready(battle, battle.ship(given["firer"])) if given.get("firer") else []


def gun_modifiers(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of gunfire that the battle knows to count."""
    if not (given.get("firer") and given.get("target")):
        return
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    distance = given.get("range")
    holds = {
        **target_modifiers(target),
        "near": isinstance(distance, int) and distance <= battle.whole_reading("near_hexes") and target.card.type != "MTB",
        "italic": firer.card.italic,
    }
    yield from (name for name, holding in holds.items() if holding)
    if isinstance(distance, int):
        for weapon in given.get("weapons") or ():
            yield from hooks(battle).fire_modifiers(battle, firer, target, weapon, distance)


class Fire(Order[GwasShip]):
    """A ship fires guns at a target."""

    id, title, key, section = "fire", "Fire", "f", "Weapon Hit Table"
    phases = (*GUNFIRE, "contact")
    firer: str = fields.ship("firer", among=ready_firers, default=lambda b, g: next(iter(ready_firers(b, g)), None))
    target: str = fields.ship("target", among=targets, default=first_target)
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes", default=last_range)
    weapons: tuple[str, ...] = fields.several("guns", among=ready_guns, nameable=lambda b, g: GUNS, default=usable_guns)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=gun_modifiers)

    def check(self, battle: GwasBattle) -> None:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        require_pair(battle, firer, target)
        for weapon in () if self.weapons else [gun for gun in GUNS if firer.full(gun)]:
            require_weapon(battle, firer, target, weapon, self.range)
        require(self.weapons, f"{firer} fires no gun")
        for weapon in self.weapons:
            require_weapon(battle, firer, target, weapon, self.range)
            hooks(battle).require_fire(battle, firer, target, weapon, self.range)
        others = targets_of_step(battle, firer) - {target.name}
        require(
            not (others and hooks(battle).one_target(battle)),
            f"{firer} fires at {', '.join(sorted(others))} in this step",
            "G13",
        )

    def resolve(self, battle: GwasBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        salvoes = {weapon: dice(battle, firer, target, weapon, self.range) for weapon in self.weapons}
        for weapon in self.weapons:
            holding = conditions(battle, firer, target, weapon, self.range)
            if holding:
                yield from note(f"{weapon}: {salvoes[weapon]} of {firer.factor(weapon)} dice for {', '.join(holding)}")
        for weapon in self.weapons:
            yield from has_fired(battle, firer, target, weapon, self.range)
            yield from hooks(battle).fired(battle, firer, target, weapon, self.range)
        for weapon, number in salvoes.items():
            inputs = {"firer": self.firer, "target": self.target, "weapon": weapon, "range": self.range}
            yield from run(*[order(battle, "shot", **inputs, modifiers=self.modifiers)] * number)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.firer} fires {', '.join(self.weapons)} at {self.target}, {hexes(self.range)}"


class Shot(Order[GwasShip]):
    """One die of guns: to hit, then damage."""

    id, title, section = "shot", "Shot", "Weapon Hit Table"
    firer: str = fields.ship("firer", among=all_afloat)
    target: str = fields.ship("target", among=all_afloat)
    weapon: str = fields.choice("weapon", among=WEAPONS)
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=gun_modifiers)
    list_used = "gunfire"

    def resolve(self, battle: GwasBattle) -> Effects:
        firer, target = battle.ship(self.firer), battle.ship(self.target)
        if not target.afloat:
            return
        chosen = battle.tables.modifier_list(self.list_used).chosen(self.modifiers)
        if not (yield from hooks(battle).to_hit(battle, firer, target, chosen)):
            return
        yield from tally("hits", 1, self.firer)
        if hooks(battle).ignores_hits(battle, target):
            yield from note(f"{target} ignores the hit")
            return
        yield from blow_up(battle, target)
        if target.afloat:
            yield from strike_by_weapon(battle, Blow(target, self.weapon, self.range))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.weapon} at {self.target}"


def blow_up(battle: GwasBattle, target: GwasShip) -> Effects:
    """An oiler, or a minelayer that still carries mines, may blow up when it is hit."""
    explosive = target.card.type == "OIL" or (target.is_a("minelayer") and target.left(MINES) > 0)
    if target.afloat and explosive and (yield from roll_on(battle.tables.table("blowing_up"))) == "sunk":
        yield from sink(battle, target, "blows up and sinks")
