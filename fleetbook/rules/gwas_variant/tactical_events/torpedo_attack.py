"""Torpedo Attack: a flotilla dashes in out of turn, at a group that is held where it is."""

from __future__ import annotations

from fleetbook.core.orders.effects import Effects, choose, note
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas_variant.affected_side import struck_side
from fleetbook.rules.gwas_variant.state import TORPEDO_ATTACK, VariantShip, groups
from fleetbook.rules.gwas_variant.words import Says

NOBODY = "no group"


def flotillas(battle: GwasBattle, side: str) -> dict[str, list[GwasShip]]:
    """The groups of a side that may make a torpedo attack, as far as the battle knows: small, fast and with torpedoes left."""
    fast = battle.printed("Torpedo Attack, speeds").split(", ")
    return {name: ships for name, ships in groups(battle, side).items() if _may_attack(ships, fast)}


def _may_attack(ships: list[GwasShip], fast: list[str]) -> bool:
    able = all(ship.is_a("small") and ship.speed in fast for ship in ships)
    return able and any(ship.torpedo for ship in ships)


def torpedo_attack(battle: GwasBattle) -> Effects:
    """One group of one side may attack an enemy group near enough, which is held; how near they are the players see."""
    side = yield from struck_side(battle)
    enemies = list(groups(battle, battle.other_side(side)))
    able = list(flotillas(battle, side))
    if not able or not enemies:
        yield from note(Says.no_event_because(why=Says.no_flotilla(side=side)), TORPEDO_ATTACK)
        return
    reach = battle.figure("Torpedo Attack, areas away at most")
    group = yield from choose(Says.attacking_flotilla(areas=reach), (NOBODY, *able), side)
    if group == NOBODY:
        yield from note(Says.no_event_because(why=Says.no_flotilla_near), TORPEDO_ATTACK)
        return
    target = yield from choose(Says.group_attacked, enemies, side)
    yield from _designate(battle, group, target)


def _designate(battle: GwasBattle, group: str, target: str) -> Effects:
    every = groups(battle)
    for ship in every[group]:
        yield from VariantShip.attacking.set(ship, target)
    for ship in every[target]:
        yield from VariantShip.pinned.set(ship)
    yield from note(Says.torpedo_attack(group=group, target=target), TORPEDO_ATTACK)
