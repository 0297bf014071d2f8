"""Tactical movement by groups (1, 6): who may move in a step, smoke (12), and a group that the enemy moves."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GRAVE, HURT, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.phases import FIRST_MOVES, MOVES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.tactical.tactical_moves import NOWHERE, placed, require_hex, speeds_of_step
from fleetbook.rules.gwas_variant.state import MASS_CONFUSION, VariantFacts, VariantShip, groups
from fleetbook.rules.gwas_variant.tactical_rules.break_off import broke_off, pace
from fleetbook.rules.gwas_variant.tactical_rules.stand import moves_or_fires
from fleetbook.rules.gwas_variant.told import stand_over
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted, sentences


def units(battle: GwasBattle) -> dict[str, list[GwasShip]]:
    """What moves as one: each group, or each ship of a side that broke off."""
    found: dict[str, list[GwasShip]] = {}
    for side in battle.sides:
        alone = {ship.name: [ship] for ship in fighting(battle, side)}
        found |= alone if broke_off(battle, side) else groups(battle, side)
    return found


def _why_not(battle: GwasBattle, ships: list[GwasShip]) -> str:
    """Why these ships may not move now; empty where they may."""
    side = ships[0].side
    if any(VariantShip.moved.value(ship) == step_key(battle) for ship in ships):
        return "they have moved in this step"
    if any(VariantShip.pinned.value(ship) for ship in ships):
        return "a torpedo attack holds them"
    if _attacks(ships):
        return "" if _dash_left(battle, ships) else "they have moved as far as their torpedo attack takes them"
    if side != battle.acting:
        return f"it is {battle.acting}'s step"
    if VariantFacts(battle).confused[side]:
        return f"{side} is confused"
    return _too_slow(battle, ships)


def _too_slow(battle: GwasBattle, ships: list[GwasShip]) -> str:
    allowed = speeds_of_step(battle)
    late = [ship for ship in ships if pace(battle, ship) not in allowed]
    if not late or (len(late) < len(ships) and not battle.reading("group_waits_for_slowest")):
        return ""
    return f"speeds {', '.join(allowed)} move; {late[0]} makes {pace(battle, late[0])}"


def may_leave(battle: GwasBattle) -> bool:
    """Whether ships may move off the map: not in the first movement of a combat."""
    return VariantFacts(battle).round > 1 or battle.phase != FIRST_MOVES[0]


def _attacks(ships: list[GwasShip]) -> bool:
    return all(VariantShip.attacking.value(ship) for ship in ships)


def _dash_left(battle: GwasBattle, ships: list[GwasShip]) -> int:
    """The areas that a torpedo attack still moves this turn, in the enemy's step and its own together (V22)."""
    return battle.figure("Torpedo Attack, areas moved") - max(VariantShip.dashed.value(ship) for ship in ships)


def _farthest(battle: GwasBattle, order: MoveGroup) -> int:
    ships = units(battle)[order.mover]
    return _dash_left(battle, ships) if _attacks(ships) else battle.figure("areas moved in a step")


class MoveGroup(Order[GwasShip]):
    """A group moves, or a ship of a side that broke off; afterwards it may make smoke."""

    id, title, key, section = "move-group", "Move a group", "m", "Tactical sequence"
    phases = MOVES
    mover: str = fields.choice("group or ship", units)
    areas: int = fields.number("areas", 0, _farthest, unit="areas", default=_farthest)
    smoke: bool = fields.flag("makes smoke", section="tactical 12")
    off_map: bool = fields.flag("leaves the map")
    hex: str = fields.text("to hex", default=NOWHERE)
    away: bool = fields.flag(
        "away from every enemy group, if it can",
        default=True,
        shown_if=lambda battle: broke_off(battle, battle.acting),
        section="tactical 16",
    )

    def check(self, battle: GwasBattle) -> None:
        ships = units(battle).get(self.mover)
        require(ships, f"{self.mover} is no group of this combat")
        reason = _why_not(battle, ships or [])
        require(not reason, f"{self.mover} may not move: {reason}")
        most = _farthest(battle, self)
        require(self.areas <= most, f"{self.mover} moves {most} areas at most now")
        require(not self.off_map or may_leave(battle), "nobody leaves the map in the first movement of a combat")
        require_hex(self.hex)
        require(self.away, "a side that broke off moves away from the enemy", "tactical 16")

    def resolve(self, battle: GwasBattle) -> Effects:
        ships = units(battle)[self.mover]
        for ship in ships:
            yield from VariantShip.moved.set(ship, step_key(battle))
            if VariantShip.attacking.value(ship):
                yield from VariantShip.dashed.add(ship, self.areas)
        if self.areas or self.off_map:
            yield from moves_or_fires(battle, ships, Says.side_moves)
        if self.smoke:
            yield from VariantFacts.smoke.set(battle, said=Says.makes_smoke(mover=self.mover))
        yield from placed(ships, self.hex)
        if self.off_map:
            for ship in ships:
                yield from GwasShip.engaged.clear(ship)
                yield from VariantShip.left_map.set(ship, said=Says.leaves_map)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.mover} moves {self.areas} area{'' if self.areas == 1 else 's'}" if self.areas else f"{self.mover} stays"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        did = f"MOVES {counted(self.areas, 'area')}" if self.areas else "STAYS WHERE IT IS"
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        means = sentences("its smoke may bring fog of war in the next event" * self.smoke)
        kind, leaves = (GRAVE, " and LEAVES THE MAP") if self.off_map else (DONE, "")
        yield Result(kind=kind, head="gone" if leaves else "moves", words=f"{self.mover} {did}{where}{leaves}.", means=means)
        yield from stand_over(happened)


class MoveEnemy(Order[GwasShip]):
    """In mass confusion the other player moves one group of the confused side."""

    id, title, key, section = "move-enemy", "Move a confused group", "c", MASS_CONFUSION
    says = "{group} is moved by the enemy"
    phases = MOVES
    group: str = fields.choice("group", lambda battle: list(groups(battle)))
    hex: str = fields.text("to hex", default=NOWHERE)

    def check(self, battle: GwasBattle) -> None:
        sides = [side for side in battle.sides if VariantFacts(battle).enemy_moves[side]]
        require(sides, "no side has a group that the enemy moves")
        require(any(self.group in groups(battle, side) for side in sides), f"the enemy does not move {self.group}")
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        ships = groups(battle)[self.group]
        side = ships[0].side
        yield from VariantFacts.enemy_moves[side].clear(battle)
        areas = battle.figure("Mass Confusion, areas moved by the enemy")
        yield from note(Says.enemy_moves_group(enemy=battle.other_side(side), group=self.group, areas=areas))
        yield from placed(ships, self.hex)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        (said,), where = (
            happened.noted(Says.enemy_moves_group),
            "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}",
        )
        yield Result(kind=HURT, head="moved", words=f"MOVED BY THE ENEMY: {happened.after.wording.words(said)}{where}.")
