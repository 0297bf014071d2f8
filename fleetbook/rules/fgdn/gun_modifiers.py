"""The modifiers of gunfire (6-4) that the battle knows to count, and the chance that comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.rules.fgdn.ground.card import BANDS, FAR, GunEntry, MountEntry
from fleetbook.rules.fgdn.ground.facts import BAD, POOR, FgdnFacts
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip

ILLUMINATED, SILHOUETTED = GLOW = "illuminated", "silhouetted"
LIT = (*GLOW, "searchlight", "twilight")
VISIBILITY_OF = {BAD: "visibility_25", POOR: "visibility_40"}
WORSE, BETTER = VISIBILITY = tuple(VISIBILITY_OF.values())
GUNNERY = "gunnery"
"""The list of modifiers."""
LINE = "line"
FIRER = "firer"
SIZE_GROUPS = {"A": "AB", "B": "AB", "C": "CD", "D": "CD", "E": "EG", "F": "EG", "G": "EG"}
ASPECT_GROUPS = {"A": "a", "B": "b", "C": "cd", "D": "cd", "E": "eg", "F": "eg", "G": "eg"}


def band_of(gun: GunEntry, yards: int) -> str:
    """The range band of a gun at a range; empty out of reach."""
    return next((band for band, edge in zip(BANDS, gun.yards, strict=True) if 0 <= yards <= edge), "")


def barrels(mounts: Iterable[MountEntry]) -> int:
    """How many barrels the mounts have together."""
    return sum(mount.barrels for mount in mounts)


def no_fire(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> bool:
    """Whether the sea forbids this fire (F3, F32)."""
    return sea_line(battle, firer, target) == "NFP"


def sea_line(battle: FgdnBattle, firer: FgdnShip, target: FgdnShip) -> str:
    """The line of the modifiers for the sea state, or no fire possible (F32)."""
    size = (firer if sea_counts_for_firer(battle) else target).size
    return battle.tables.table("sea_state").text(FgdnFacts(battle).sea_state, SIZE_GROUPS[size])


def sea_counts_for_firer(battle: FgdnBattle) -> bool:
    """Whose size the sea goes by: the firer's, or the target's."""
    return battle.reading("sea_counts_for") == FIRER


def in_force(battle: FgdnBattle, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The modifiers that count: with the target lit, or in blind fire, the two lines of visibility do not (F30); of those two,
    the worse stands alone (F26).
    """
    if "blind" in chosen or any(name in chosen for name in LIT):
        return tuple(name for name in chosen if name not in VISIBILITY)
    alone = WORSE in chosen and not battle.reading("visibility_lines_add")
    return tuple(name for name in chosen if name != BETTER) if alone else chosen


def total(battle: FgdnBattle, chosen: tuple[str, ...], over_limit: int) -> int:
    """The sum of the modifiers, with one for each ship above the limit."""
    lines = battle.modifiers(GUNNERY, in_force(battle, chosen))
    return sum(line.value for line in lines) + over_limit * battle.figure("ship above the limit of firers")


def hit_chance(battle: FgdnBattle, gun: GunEntry, band: str, modifier: int) -> int:
    """The chance of a hit in per cent, between none and certainty (F27)."""
    base = battle.tables.table("base_chance").whole(band, str(gun.standard))
    step = battle.tables.table("modifier_step").whole(band, "per cent")
    least, most = battle.whole_reading("least_chance"), battle.whole_reading("greatest_chance")
    return min(max(base + step * modifier, least), most)


def of_target(battle: FgdnBattle, target: FgdnShip) -> Iterator[str]:
    """The lines for the target's speed and evasion."""
    yield battle.tables.table("target_speed").text(target.speed, LINE)
    group = ASPECT_GROUPS[target.size]
    if target.evading and group != "a" and _fast_enough(battle, target):
        yield f"evades_{group}"


def _fast_enough(battle: FgdnBattle, target: FgdnShip) -> bool:
    return not battle.reading("evasion_least_speed") or target.speed >= battle.figure("target evades, from")


def of_firer(battle: FgdnBattle, firer: FgdnShip) -> Iterator[str]:
    """The lines for the firer's speed and course."""
    holds = {
        "fast_firer": firer.speed > battle.figure("fast firer, above"),
        "firer_evades": firer.evading,
        "course_change": firer.turned and not firer.evading,
    }
    yield from (name for name, holding in holds.items() if holding)


def of_range(battle: FgdnBattle, firer: FgdnShip, yards: int, band: str) -> Iterator[str]:
    """The lines for the range finder, and for what can be seen at this range."""
    reach = firer.card.rangefinder
    if reach:
        yield battle.tables.table("beyond_range_finder").text(yards - reach, LINE)
    poor = VISIBILITY_OF.get(FgdnFacts(battle).visibility)
    if poor:
        yield poor
    if poor and firer.card.coincidence and band in FAR:
        yield "coincidence"


def of_salvo(battle: FgdnBattle, salvo: int, band: str) -> Iterator[str]:
    """The lines for the first salvo on a target, and for the third."""
    if salvo == 1 and band in FAR:
        yield "first_salvo"
    if salvo >= battle.figure("third salvo, from"):
        yield "third_salvo"
