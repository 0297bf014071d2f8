"""Who may fire what at whom beside the player aid's rules: several targets, slow ships, torpedo attacks, squadrons, shields."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.errors import require
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GUNS, PRIMARY, TERTIARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons import attack
from fleetbook.rules.gwas.weapons.weapons import dice, fired_at, reach
from fleetbook.rules.gwas_variant.state import SHIELDS_UP, TORPEDO_ATTACK, VariantShip
from fleetbook.rules.gwas_variant.tactical_rules.leaders import lacks_a_leader, squadron, squadron_leader


def require_free(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapons: Sequence[str]) -> None:
    """Raise Refused where a ship's weapons are bound to another target, by an announcement or by its squadron."""
    bound = VariantShip.bound_to.value(firer)
    require(not bound or bound == target.name, f"{firer} was announced to fire at {bound} this segment", SHIELDS_UP)
    if set(weapons) & set(GUNS):
        _require_same_target(battle, firer, target)


def require_allowed(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Raise Refused unless a weapon may fire at this target from so many areas now."""
    if weapon not in GUNS:
        return
    if weapon == PRIMARY:
        require_primary_target(target)
    _require_near_targets(battle, firer, target, weapon, hexes)
    _require_not_shot_at(battle, firer, target, weapon, hexes)
    _require_closed(battle, firer, target, weapon, hexes)


def require_primary_target(target: GwasShip) -> None:
    """Raise Refused for a target of primary guns that makes a torpedo attack."""
    attacks = VariantShip.attacking.value(target)
    require(not attacks, f"primary guns do not fire at {target}, which makes a torpedo attack", TORPEDO_ATTACK)


def _require_closed(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Slow ships (18): one that has not closed to maximum range neither fires nor is fired at from there."""
    farthest = (hooks(battle).gun_range if battle.reading("slow_ship_range_of_gun") else reach)(battle, firer, weapon)
    for ship in (firer, target):
        far = VariantShip.not_closed.value(ship) and hexes >= farthest
        told = f"{ship} has not closed to the maximum range of {firer}'s {weapon} guns, {attack.hexes(farthest)}"
        require(not far, told, "tactical 18")


def guns_of_step(battle: GwasBattle, firer: GwasShip) -> dict[str, tuple[str, int]]:
    """What a ship's guns have fired at in this step: target and range by weapon."""
    targets = {weapon: fired_at(battle, firer, weapon) for weapon in GUNS}
    return {weapon: (target, firer.last_range[target] or 0) for weapon, target in targets.items() if target}


def _require_near_targets(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Several targets (9): guns smaller than the largest fire at another one only in their own area or an adjacent one."""
    shots = guns_of_step(battle, firer) | {weapon: (target.name, hexes)}
    near = battle.figure("Several targets, areas of the smaller guns")
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


def combines(battle: GwasBattle, weapon: str) -> bool:
    """Whether ships that fire guns of this kind at one target fire together."""
    return weapon != TERTIARY or bool(battle.reading("tertiary_guns_combine"))


def _require_not_shot_at(battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> None:
    """Ships of one side that fire the same kind of guns at one target do so together (11)."""
    if firer.side == target.side or not battle.reading("combined_by_order") or not combines(battle, weapon):
        return
    if not dice(battle, firer, target, weapon, hexes):
        return
    fired = [ship for ship in battle.ships(firer.side) if fired_at(battle, ship, weapon) == target.name]
    others = [ship.name for ship in fired if (shot := ship.fired[weapon]) and shot.dice]
    require(not others, f"{', '.join(others)} fired {weapon} guns at {target} in this step: combine their fire", "tactical 11")
