"""The modifiers of gunfire (6-4) that the battle knows to count, and the chance that comes of them."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.fire_flooding.severity import is_lit
from fleetbook.rules.fgdn.ground.card import BANDS, GunEntry, MountEntry
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

LIT = ("silhouetted", "illuminated", "searchlight", "twilight")
VISIBILITY = ("visibility_25", "visibility_40")
FAR = ("long", "extreme")
SIZE_GROUPS = {"A": "AB", "B": "AB", "C": "CD", "D": "CD", "E": "EG", "F": "EG", "G": "EG"}
ASPECT_GROUPS = {"A": "a", "B": "b", "C": "cd", "D": "cd", "E": "eg", "F": "eg", "G": "eg"}


def figure(battle: FgdnBattle, name: str) -> int:
    """A figure of the gunnery page."""
    return battle.tables.table("gunnery_figures").whole(name, "value")


def band_of(gun: GunEntry, yards: int) -> str:
    """The range band of a gun at a range; empty out of reach."""
    return next((band for band, edge in zip(BANDS, gun.yards, strict=True) if 0 <= yards <= edge), "")


def barrels(mounts: list[MountEntry]) -> int:
    """How many barrels the mounts have together."""
    return sum(mount.barrels for mount in mounts)


def no_fire(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> bool:
    """Whether the sea forbids this fire (F3, F32)."""
    return sea_line(battle, firer, target) == "NFP"


def sea_line(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> str:
    """The line of the modifiers for the sea state, or no fire possible (F32)."""
    size = (firer if battle.reading("sea_counts_for") == "firer" else target).size
    return battle.tables.table("sea_state").text(int(battle.word("sea") or 0), SIZE_GROUPS[size])


def in_force(battle: FgdnBattle, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The modifiers that count: with the target lit, or in blind fire, the two lines of visibility do not (F30); of those two,
    the worse stands alone (F26).
    """
    if "blind" in chosen or any(name in chosen for name in LIT):
        return tuple(name for name in chosen if name not in VISIBILITY)
    alone = VISIBILITY[0] in chosen and not battle.reading("visibility_lines_add")
    return tuple(name for name in chosen if name != VISIBILITY[1]) if alone else chosen


def total(battle: FgdnBattle, chosen: tuple[str, ...], over_limit: int) -> int:
    """The sum of the modifiers, with one for each ship above the limit."""
    lines: tuple[Modifier, ...] = battle.tables.modifier_list("gunnery").chosen(in_force(battle, chosen))
    return sum(line.value for line in lines) + over_limit * figure(battle, "ship above the limit of firers")


def hit_chance(battle: FgdnBattle, gun: GunEntry, band: str, modifier: int) -> int:
    """The chance of a hit in per cent, between none and certainty (F27)."""
    base = battle.tables.table("base_chance").whole(band, str(gun.standard))
    step = battle.tables.table("modifier_step").whole(band, "per cent")
    least, most = battle.whole_reading("least_chance"), battle.whole_reading("greatest_chance")
    return min(max(base + step * modifier, least), most)


def known_modifiers(battle: FgdnBattle, given: InputsSoFar, gun: GunEntry, mounts: list[MountEntry]) -> Iterator[str]:
    """The modifiers that the battle knows to count for a ship's fire at a target."""
    firer, target = battle.ship(given["firer"]), battle.ship(given["target"])
    band = band_of(gun, given["range"])
    yield from _environment(battle, given, firer, target, band)
    yield from _fire_control(battle, given, firer, gun, band)
    yield from _lines(battle, given["range"], firer, barrels(mounts))
    yield from _target(battle, target, given.get("aspect") or "broad")


def _environment(battle: FgdnBattle, given: InputsSoFar, firer: FgdnShip, target: FgdnShip, band: str) -> Iterator[str]:
    poor = {"25% or less": "visibility_25", "40% or less": "visibility_40"}.get(battle.word("visibility"))
    if poor:
        yield poor
    if battle.word("light") == "night" and is_lit(target):
        yield str(battle.reading("fire_lights_as"))
    elif given.get("glow") in battle.tables.modifier_list("gunnery").lines:
        yield given["glow"]
    sea = sea_line(battle, firer, target)
    if sea in battle.tables.modifier_list("gunnery").lines:
        yield sea
    if poor and firer.card.coincidence and band in FAR:
        yield "coincidence"


def _fire_control(battle: FgdnBattle, given: InputsSoFar, firer: FgdnShip, gun: GunEntry, band: str) -> Iterator[str]:
    salvo = salvo_number(battle, given)
    holds = {
        "not_fired_on": given.get("fired_on") == "no",
        "first_salvo": salvo == 1 and band in FAR,
        "third_salvo": salvo >= figure(battle, "third salvo from"),
        "fast_firer": firer.speed > figure(battle, "fast firer above knots"),
        "local": gun.standard == 2 and firer.has("local", str(given.get("battery"))),
        "firer_evades": firer.has("evading"),
        "course_change": firer.has("turned") and not firer.has("evading"),
    }
    yield from (name for name, holding in holds.items() if holding)


def salvo_number(battle: FgdnBattle, given: InputsSoFar) -> int:
    """Which salvo of this battery on this target it will be; a new target close to the old one begins with the second (F29)."""
    firer, battery = battle.ship(given["firer"]), str(given.get("battery"))
    last = firer.word("target", battery)
    if last == given["target"]:
        return firer.count("salvos", battery) + 1
    return battle.whole_reading("close_target_salvo") if last and given.get("close") else 1


def _lines(battle: FgdnBattle, yards: int, firer: FgdnShip, guns: int) -> Iterator[str]:
    tables, reach = battle.tables, firer.card.rangefinder
    found = [tables.table("barrels").text(max(guns, 1), "line")]
    if reach:
        found.append(tables.table("beyond_range_finder").text(yards - reach, "line"))
    yield from (name for name in found if name != "-")


def _target(battle: FgdnBattle, target: FgdnShip, aspect: str) -> Iterator[str]:
    pace = battle.tables.table("target_speed").text(target.speed, "line")
    if pace != "-":
        yield pace
    group = ASPECT_GROUPS[target.size]
    if target.has("evading") and group != "a" and _fast_enough(battle, target):
        yield f"evades_{group}"
    yield f"{aspect}_{group}"


def _fast_enough(battle: FgdnBattle, target: FgdnShip) -> bool:
    return not battle.reading("evasion_least_speed") or target.speed >= figure(battle, "target evades from knots")
