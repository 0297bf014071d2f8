"""Tactical movement by groups (1, 6): who may move in a step, smoke (12), and a group that the enemy moves."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, note, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import round_number, step_key
from fleetbook.rules.gwas.ground.phases import FIRST_MOVES, MOVES
from fleetbook.rules.gwas.ground.ship import IN_COMBAT, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.tactical.combat import placed, require_hex, speeds_of_step
from fleetbook.rules.gwas_variant.state import (
    ATTACKING,
    CONFUSED,
    DASHED,
    ENEMY_MOVES,
    LEFT_MAP,
    MOVED,
    PINNED,
    SMOKE,
    groups,
    is_set,
)
from fleetbook.rules.gwas_variant.tactical_rules.break_off import broke_off, pace
from fleetbook.rules.gwas_variant.tactical_rules.stand import gives_up_its_stand

SECTION = "Tactical sequence"


def movers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """What may move in this step: groups of the side whose step it is, its single ships once it broke off, and groups that make
    a torpedo attack.
    """
    if battle.phase not in MOVES:
        return []
    return [name for name, ships in units(battle).items() if not _why_not(battle, ships)]


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
    if any(ship.word(MOVED) == step_key(battle) for ship in ships):
        return "they have moved in this step"
    if any(ship.has(PINNED) for ship in ships):
        return "a torpedo attack holds them"
    if _attacks(ships):
        return "" if _dash_left(battle, ships) else "they have moved as far as their torpedo attack takes them"
    if side != battle.acting:
        return f"it is {battle.acting}'s step"
    if is_set(battle, CONFUSED, side):
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
    return round_number(battle) > 1 or battle.phase != FIRST_MOVES[0]


def _all_units(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    return list(units(battle))


def _attacks(ships: list[GwasShip]) -> bool:
    return bool(ships) and all(ship.has(ATTACKING) for ship in ships)


def _dash_left(battle: GwasBattle, ships: list[GwasShip]) -> int:
    """The areas that a torpedo attack still moves this turn, in the enemy's step and its own together (V22)."""
    whole = battle.tables.table("event_figures").whole("Torpedo Attack, areas moved", "value")
    return whole - max(ship.count(DASHED) for ship in ships)


def _farthest(battle: GwasBattle, given: InputsSoFar) -> int:
    ships = units(battle).get(given.get("mover") or "", [])
    if _attacks(ships):
        return _dash_left(battle, ships)
    return battle.tables.table("pace").whole("an impulse", "areas")


def _has_broken_off(battle: GwasBattle, given: InputsSoFar) -> bool:
    return bool(battle.acting) and broke_off(battle, battle.acting)


class MoveGroup(Order[GwasShip]):
    """A group moves, or a ship of a side that broke off; afterwards it may make smoke."""

    id, title, key, section = "move-group", "Move a group", "m", SECTION
    phases = MOVES
    mover: str = fields.choice(
        "group or ship", among=movers, nameable=_all_units, default=lambda b, g: next(iter(movers(b, g)), None)
    )
    areas: int = fields.number("areas", low=0, high=_farthest, unit="areas", default=_farthest)
    smoke: bool = fields.flag("makes smoke", section="tactical 12")
    off_map: bool = fields.flag("leaves the map")
    hex: str = fields.text("to hex", default="-")
    away: bool = fields.flag(
        "away from every enemy group, if it can", default=True, wanted=_has_broken_off, section="tactical 16"
    )

    def check(self, battle: GwasBattle) -> None:
        reason = _why_not(battle, units(battle)[self.mover])
        require(not reason, f"{self.mover} may not move: {reason}", SECTION)
        require(not self.off_map or may_leave(battle), "nobody leaves the map in the first movement of a combat", SECTION)
        require_hex(self.hex)
        require(self.away, "a side that broke off moves away from the enemy", "tactical 16")

    def resolve(self, battle: GwasBattle) -> Effects:
        ships = units(battle)[self.mover]
        for ship in ships:
            yield from set_fact(ship, MOVED, step_key(battle))
            if ship.has(ATTACKING):
                yield from add(ship, DASHED, self.areas)
        if self.areas:
            yield from gives_up_its_stand(battle, ships[0].side, "moves")
        if self.smoke:
            yield from set_fact("", SMOKE, True, text=f"{self.mover} makes smoke")
        yield from placed(ships, self.hex)
        if self.off_map:
            for ship in ships:
                yield from clear(ship, IN_COMBAT)
                yield from set_fact(ship, LEFT_MAP, True, text=f"{ship} leaves the map")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.mover} moves {self.areas} area{'' if self.areas == 1 else 's'}" if self.areas else f"{self.mover} stays"


def _at_the_enemys_mercy(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    sides = [side for side in battle.sides if is_set(battle, ENEMY_MOVES, side)]
    return [name for side in sides for name in groups(battle, side)]


class MoveEnemy(Order[GwasShip]):
    """In mass confusion the other player moves one group of the confused side."""

    id, title, key, section = "move-enemy", "Move a confused group", "c", "Mass Confusion Reigns"
    phases = MOVES
    group: str = fields.choice("group", among=_at_the_enemys_mercy, nameable=lambda b, g: list(groups(b)))
    hex: str = fields.text("to hex", default="-")

    def check(self, battle: GwasBattle) -> None:
        require(self.group in _at_the_enemys_mercy(battle, {}), f"the enemy does not move {self.group}", self.section)
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        side = groups(battle)[self.group][0].side
        yield from clear("", ENEMY_MOVES, side)
        areas = battle.tables.table("event_figures").whole("Mass Confusion, areas moved by the enemy", "value")
        yield from note(f"{battle.other_side(side)} moves {self.group} {areas} area", self.section)
        yield from placed(groups(battle)[self.group], self.hex)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.group} is moved by the enemy"
