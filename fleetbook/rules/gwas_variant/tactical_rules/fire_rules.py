"""Who may fire what at whom beside the player aid's rules: several targets, slow ships, torpedo attacks, squadrons, shields."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.attack import LAST_RANGE
from fleetbook.rules.gwas.weapons.weapons import fired_at, reach
from fleetbook.rules.gwas_variant.state import ATTACKING, BOUND, NOT_CLOSED
from fleetbook.rules.gwas_variant.tactical_rules.leaders import lacks_a_leader, squadron, squadron_leader


def require_allowed(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused unless a weapon may fire at this target from so many areas now."""
    bound = firer.word(BOUND)
    require(not bound or bound == target.name, f"{firer} was announced to fire at {bound} this segment", "Shields Up")
    if weapon not in GUNS:
        return
    _require_same_target(battle, firer, target)
    _require_near_targets(battle, firer, target, weapon, hexes)
    _require_not_shot_at(battle, firer, target, weapon)
    reason, section = why_not(battle, firer, target, weapon, hexes)
    require(not reason, reason, section)


def why_not(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> tuple[str, str]:
    """Why one kind of guns may not fire at a target from so many areas, and the rule; empty where it may."""
    if weapon == PRIMARY and target.has(ATTACKING):
        return f"primary guns do not fire at {target}, which makes a torpedo attack", "Torpedo Attack"
    farthest = _maximum_range(battle, firer, target, weapon)
    for ship in (firer, target):
        if ship.has(NOT_CLOSED) and hexes >= farthest:
            return f"{ship} has not closed to the maximum range of {firer}'s {weapon} guns, {farthest} hexes", "tactical 18"
    return "", ""


def _maximum_range(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> int:
    """The range that a slow ship has not closed to: the gun's own, or the lesser of that and visibility."""
    if battle.reading("slow_ship_range_of_gun"):
        return hooks(battle).gun_range(battle, firer, target, weapon)
    return reach(battle, firer, target, weapon)


def guns_of_step(battle: GwasBattle, firer: GwasShip) -> dict[str, tuple[str, int]]:
    """What a ship's guns have fired at in this step: target and range by weapon."""
    targets = {weapon: fired_at(battle, firer, weapon) for weapon in GUNS}
    return {weapon: (target, firer.count(LAST_RANGE, target)) for weapon, target in targets.items() if target}


def _require_near_targets(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Several targets (9): guns smaller than the largest fire at another one only in their own area or an adjacent one."""
    shots = guns_of_step(battle, firer) | {weapon: (target.name, hexes)}
    near = battle.tables.table("gun_groups").whole("smaller guns", "areas")
    largest, *smaller = [shots[kind] for kind in GUNS if kind in shots]
    for name, areas in smaller:
        require(
            name == largest[0] or areas <= near,
            f"at several targets {firer}'s smaller guns reach {near} hex; {name} is {areas} away",
            "tactical 9",
        )


def _require_same_target(battle: GwasBattle, firer: GwasShip, target: GwasShip) -> None:
    """Russian battleships of a squadron with a leader fire at one target (5)."""
    nameless = lacks_a_leader(battle, firer) and battle.reading("leader_missing_no_fire")
    require(not nameless, f"{firer}'s squadron names its leader before it fires", "tactical 5")
    if squadron_leader(battle, firer) is None:
        return
    for ship in squadron(battle, firer):
        others = {name for name, _ in guns_of_step(battle, ship).values()} - {target.name}
        require(not others, f"{firer}'s squadron fires at {', '.join(sorted(others))}", "tactical 5")


def _require_not_shot_at(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> None:
    """Ships of one side that fire the same kind of guns at one target do so together (11)."""
    if firer.side == target.side or not battle.reading("combined_by_order"):
        return
    others = [ship.name for ship in battle.ships(firer.side) if fired_at(battle, ship, weapon) == target.name]
    require(not others, f"{', '.join(others)} fired {weapon} guns at {target} in this step: combine their fire", "tactical 11")
