"""A plain computation of gunfire under the variant, from the sheet and its readings."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

Chances = dict["Hulk", Fraction]
Boxes = tuple[tuple[str, int], ...]

TWO_DICE = Counter(a + b for a, b in product(range(1, 7), repeat=2))
GUNNERY: dict[int, tuple[Boxes, int]] = {
    3: ((("torpedo", 1),), 0),
    4: ((("secondary", 1),), 0),
    5: ((("hull", 1),), 0),
    6: ((("secondary", 1),), 0),
    7: ((("primary", 1),), 0),
    8: ((("tertiary", 1),), 0),
    9: ((("primary", 1),), 0),
    10: ((("hull", 1),), 0),
    11: ((("hull", 2),), 1),
}
"""Boxes and rungs of speed; 2 and 12 are critical."""
ALL = 99
CRITICAL: dict[int, tuple[Boxes, int]] = {
    2: ((("hull", 6), ("primary", 3)), 1),
    3: ((("primary", 3),), 0),
    5: ((("primary", 2),), 0),
    6: ((("hull", 2),), 0),
    7: ((("secondary", 2),), 0),
    8: ((("hull", 2),), 0),
    9: ((("primary", 1),), 0),
    10: ((("hull", 1),), 1),
    11: ((("hull", 3),), 0),
    12: ((("hull", 5), ("primary", 5)), ALL),
}
"""4 kills the leader, or hits the fire control."""
PENETRATES = {"primary": ("none", "light", "heavy"), "secondary": ("none", "light"), "tertiary": ("none",)}
RUNGS = {"0": 0, "1S": 1, "1": 2, "2": 3, "2+": 4}
TRACKS = ("primary", "secondary", "tertiary", "torpedo", "hull")


@dataclass(frozen=True)
class Hulk:
    """A target: boxes left, rungs of speed lost, whether its fire control is hit, hits counted."""

    primary: int
    secondary: int
    tertiary: int
    torpedo: int
    hull: int
    lost: int = 0
    fire_control: bool = False
    hits: int = 0


@dataclass(frozen=True)
class Card:
    """The unchanging part of a target."""

    whole: Hulk
    speed: str
    armour: dict[str, str]
    boxed: bool = False


@dataclass(frozen=True)
class Fire:
    """So many dice of one kind of guns from so many areas, with modifiers, difficulties aside."""

    weapon: str
    dice: int
    areas: int
    added: int = 0
    difficulties: bool = False


def to_hit(fire: Fire) -> Fraction:
    """The chance that one die hits. Modifiers never ask for more than a 6. Difficulties take one off, or have the 6 confirmed on
    1-4.
    """
    added = max(fire.added, 0)
    if not fire.difficulties:
        return Fraction(min(1 + added, 6), 6)
    return Fraction(min(added, 6), 6) if added else Fraction(1, 6) * Fraction(4, 6)


def area(card: Card, hulk: Hulk, kind: str) -> str:
    """The track on which a hit strikes a box, by the table of referred hits; empty for no effect."""
    had = {track: getattr(card.whole, track) > 0 for track in TRACKS}
    left = {track: getattr(hulk, track) > 0 for track in TRACKS}
    if kind == "hull":
        return "hull"
    if not any(had[gun] for gun in ("primary", "secondary", "tertiary")):
        return "hull" if kind == "tertiary" else "" if kind != "torpedo" or not left["torpedo"] else "torpedo"
    if kind == "torpedo":
        return kind if left[kind] else ""
    if not had[kind]:
        goes_to = {"primary": "secondary", "secondary": "tertiary", "tertiary": ""}[kind]
        return area(card, hulk, goes_to) if goes_to else ""
    if left[kind]:
        return kind
    return "" if kind == "tertiary" else "hull"


def struck(card: Card, hulk: Hulk, weapon: str, kind: str, boxes: int, *, spared: bool = False) -> Hulk:
    """Boxes struck off one by one."""
    for _ in range(boxes):
        place = area(card, hulk, kind)
        if not place or (not spared and card.armour.get(place, "none") not in PENETRATES[weapon]):
            return hulk
        hulk = replace(hulk, **{place: max(getattr(hulk, place) - 1, 0)})
    return hulk


def slowed(card: Card, hulk: Hulk, weapon: str, rungs: int) -> Hulk:
    """Speed lost by a ship that floats and whose hull is penetrated."""
    if not hulk.hull or card.armour.get("hull", "none") not in PENETRATES[weapon]:
        return hulk
    return replace(hulk, lost=min(hulk.lost + rungs, RUNGS[card.speed]))


def damaged(card: Card, hulk: Hulk, fire: Fire, boxes: Boxes, rungs: int, *, critical: bool, total: int) -> Chances:
    """The effect of one result."""
    chances: Chances = {hulk: Fraction(1)}
    for kind, printed in boxes:
        number, spared = printed, False
        if not critical and total == 10 and fire.weapon == "primary" and fire.areas >= 3:
            number += 1
        if critical and total == 8 and fire.weapon == "secondary" and card.armour.get("hull") == "heavy":
            number, spared = 1, True
        found: Chances = defaultdict(Fraction)
        for before, chance in chances.items():
            if not before.hull:  # it has sunk: what else it loses does not matter
                found[before] += chance
                continue
            place = area(card, before, kind)
            more = fire.weapon == "primary" and not critical and not card.boxed and bool(place)
            more = more and card.armour.get(place, "none") != "heavy"
            for extra, part in ((0, Fraction(1, 2)), (1, Fraction(1, 2))) if more else ((0, Fraction(1)),):
                found[struck(card, before, fire.weapon, kind, number + extra, spared=spared)] += chance * part
        chances = found
    merged: Chances = defaultdict(Fraction)
    for after, chance in chances.items():
        merged[slowed(card, after, fire.weapon, rungs) if rungs else after] += chance
    return merged


def hit(card: Card, hulk: Hulk, fire: Fire) -> Chances:
    """The effect of one hit."""
    found: Chances = defaultdict(Fraction)
    for total, ways in TWO_DICE.items():
        for after, chance in _result(card, hulk, fire, total).items():
            found[after] += chance * Fraction(ways, 36)
    return found


def _result(card: Card, hulk: Hulk, fire: Fire, total: int) -> Chances:
    if total not in (2, 12):
        return damaged(card, hulk, fire, *GUNNERY[total], critical=False, total=total)
    if fire.weapon == "tertiary":
        return {hulk: Fraction(1)}
    found: Chances = defaultdict(Fraction)
    for second, ways in TWO_DICE.items():
        if second == 4:
            found[replace(hulk, fire_control=True)] += Fraction(ways, 36)
            continue
        for after, chance in damaged(card, hulk, fire, *CRITICAL[second], critical=True, total=second).items():
            found[after] += chance * Fraction(ways, 36)
    return found


def volley(card: Card, fires: list[Fire]) -> Chances:
    """All dice one after another; a ship that has sunk is not thrown for any more."""
    chances: Chances = {card.whole: Fraction(1)}
    for fire in fires:
        share = to_hit(fire)
        for _ in range(fire.dice):
            found: Chances = defaultdict(Fraction)
            for hulk, chance in chances.items():
                if not hulk.hull:
                    found[hulk] += chance
                    continue
                found[hulk] += chance * (1 - share)
                for after, part in hit(card, replace(hulk, hits=hulk.hits + 1), fire).items():
                    found[after] += chance * share * part
            chances = found
    return chances
