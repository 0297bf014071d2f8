"""The ship card as screens and reports show it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from fleetbook.core.battle.card_view import CardView, Condition, Particular, System, Track
from fleetbook.core.battle.conditions import Boxes
from fleetbook.rules.fgdn.fire_flooding.casualties import duties
from fleetbook.rules.fgdn.fire_flooding.damage_control import fighting_level, help_for
from fleetbook.rules.fgdn.ground.card import CARRIER, TUBES
from fleetbook.rules.fgdn.ground.movement import breakdown, max_speed
from fleetbook.rules.fgdn.ground.ship import SOUND, FgdnShip, may_land, may_launch
from fleetbook.rules.fgdn.ground.terms import BELT, DECK, DESTROYED, ENGINE, FIRE, FLOODING, LEVELS
from fleetbook.rules.kit.said import counted

TRACKS = {fact.name: fact for fact in FgdnShip.declared.values() if isinstance(fact, Boxes)}


def ship_card(ship: FgdnShip) -> CardView:
    """The ship's card as it is now."""
    return CardView(
        name=ship.name,
        kind=f"{ship.card.kind} {ship.size}",
        side=ship.side,
        motion=(f"{ship.speed} kt" if ship.speed else "stopped") + (f", {ship.depth}" if ship.submerged else ""),
        tracks=tuple(Track(name, TRACKS[name].label, ship.left(name), full) for name, full in ship.tracks.items()),
        systems=tuple(_systems(ship)),
        supplies=tuple(
            Track(weapon.name, "torp" if weapon.kind == TUBES else "DC", ship.carried(weapon), weapon.warheads)
            for weapon in ship.card.weapons
            if weapon.warheads
        ),
        conditions=tuple(_conditions(ship)),
        fate=ship.fate,
        end=ship.end,
        lost=ship.lost,
        standing=ship.standing,
        idle=ship.idle or UNSET,
        squadron=ship.squadron,
        source=ship.card.source,
        pace=f"{ship.speed}/{max_speed(ship)} kt",  # the depth is shown among the conditions
        full_speed=f"{max_speed(ship)} kt",
    )


def ship_arms(ship: FgdnShip) -> Iterator[Particular]:
    """Entries for a ship's card: each gun's range bands with penetration and damage. Armour ratings and her speed by damage
    follow (8.1.1).
    """
    for gun in ship.card.guns:
        bands = zip(gun.yards, gun.penetration, gun.damage, strict=True)
        ranges = [f"to {yards:,} yds {through:g} cm {counted(points, 'point')}" for yards, through, points in bands if yards]
        yield Particular(gun.name, "; ".join(ranges))
    ratings = ((BELT, ship.card.belt), (DECK, ship.card.deck), ("under water", ship.card.underwater))
    if any(rating for _, rating in ratings):
        yield Particular("armour", ", ".join(f"{place} {rating}" for place, rating in ratings))
    if not ship.is_airship:
        (_, best), *slower = breakdown(ship)
        slowed = (f"{knots} from {counted(damage, 'point')}" for damage, knots in slower)
        yield Particular("speed", f"{best} kt, {', '.join(slowed)}")


def _systems(ship: FgdnShip) -> Iterator[System]:
    may_fire = ship.guns_may_fire
    for mount in ship.card.mounts:
        yield System(mount.name, _state(ship, mount.name, may_fire and ship.mount_stands(mount)), mount.arc)
    for weapon in ship.card.weapons:
        yield System(weapon.name, _state(ship, weapon.name, ship.weapon_works(weapon)), weapon.arc)


def _state(ship: FgdnShip, name: str, works: bool) -> str:
    """``destroyed`` if the weapon is knocked out, ``damaged`` if it cannot be used for another reason while its ship can fight.
    Otherwise it is sound.
    """
    if ship.out[name]:
        return DESTROYED
    return SOUND if works or not ship.fit else "damaged"


def _conditions(ship: FgdnShip) -> Iterator[Condition]:
    """The ship's conditions: those stored as facts, and those that follow from several facts. The worse of fire and flooding
    comes first.
    """
    flooding, fire = (LEVELS.index(ship.casualties.level(kind)) for kind in (FLOODING, FIRE))
    worst = "FLOOD" if flooding > fire else "FIRE"
    for condition in sorted(ship.conditions, key=lambda one: not one.short.startswith(worst)):
        slowed = bool(ship.levels_out) and condition.short.startswith(ENGINE)
        knots = max_speed(ship)
        yield replace(condition, figure=f"{knots} kt", means=f"{knots} kt at most") if slowed else condition
    if ship.afloat:
        yield from _together(ship)
    if ship.card.kind == CARRIER and ship.fit:
        if not may_launch(ship):
            yield Condition("NO LAUNCH", "no plane can take off")
        if not may_land(ship):
            yield Condition("NO LANDING", "no plane can land")
    must = list(duties(ship.battle, ship)) if ship.fit else []
    if must:
        yield Condition("MUST", "; ".join(map(ship.battle.wording.words, must)), "due")


def _together(ship: FgdnShip) -> Iterator[Condition]:
    """The level for reduction rolls. It is shown if it is not that of fire and of flooding alone, or if help changes it (8.2)."""
    casualties, helped = ship.casualties, help_for(ship.battle, ship)
    total, level = casualties.total, fighting_level(ship.battle, ship)
    alone = {casualties.level(kind) for kind in (FIRE, FLOODING) if casualties.of(kind)}
    if not total or not (helped or alone != {level}):
        return
    words = f"fire and flooding {total} %{f', with help {max(total - helped, 0)} %' if helped else ''}, {level}"
    yield Condition(f"IN ALL {level.upper()}", words, "grave")
