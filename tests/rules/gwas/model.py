"""A plain computation of a ship's fire by the player aid. It knows nothing of the program."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

GUNS = ("primary", "secondary", "tertiary")
TWO_DICE = {total: sum(a + b == total for a, b in product(range(1, 7), repeat=2)) / 36 for total in range(2, 13)}
PIERCES = {
    ("primary", "none"), ("primary", "light"), ("primary", "heavy"), ("secondary", "none"), ("secondary", "light"),
    ("tertiary", "none"), *(("torpedo", grade) for grade in ("none", "light", "heavy")),
}  # fmt: skip


class Hulk(NamedTuple):
    """A target: boxes left, boxes when whole, armour, rungs of speed lost of those it had."""

    boxes: tuple[int, ...]  # primary, secondary, tertiary, torpedo, hull
    whole: tuple[int, ...]
    armour: tuple[str, ...]  # primary, secondary, tertiary, hull
    rungs: int
    slowed: int = 0
    boxed: bool = False
    british_bc: bool = False
    explosive: bool = False
    hits: int = 0
    sunk: bool = False

    def left(self, kind: str) -> int:
        """Boxes left of a kind."""
        return self.boxes[KINDS.index(kind)]

    def had(self, kind: str) -> bool:
        """Whether it ever had boxes of a kind."""
        return self.whole[KINDS.index(kind)] > 0

    def grade(self, kind: str) -> str:
        """Armour of a kind of box; torpedo mounts have none."""
        return "none" if kind == "torpedo" else self.armour[("primary", "secondary", "tertiary", "hull").index(kind)]


KINDS = (*GUNS, "torpedo", "hull")
Law = dict[Hulk, float]


def goes_to(target: Hulk, kind: str) -> str:
    """The track on which a hit strikes a box; empty for no effect."""
    guns = [target.had(gun) for gun in GUNS]
    if kind == "hull":
        return kind
    if kind == "torpedo":
        return kind if target.left(kind) else ""
    if not any(guns):
        return "hull" if kind == "tertiary" else ""
    if kind == "primary" and not target.had("primary"):
        return goes_to(target, "secondary")
    if kind == "secondary" and not target.had("secondary"):
        return goes_to(target, "tertiary")
    if kind == "tertiary":
        return kind if target.left(kind) else ""
    return kind if target.left(kind) else "hull"


def strike(target: Hulk, kind: str, number: int, by: str, spared: bool = False) -> Hulk:
    """Boxes struck one by one."""
    for _ in range(number):
        place = goes_to(target, kind)
        if not place or target.left("hull") == 0 or not (spared or (by, target.grade(place)) in PIERCES):
            break
        index = KINDS.index(place)
        boxes = list(target.boxes)
        boxes[index] = max(boxes[index] - 1, 0)
        target = target._replace(boxes=tuple(boxes))
    return target._replace(sunk=target.sunk or target.left("hull") == 0)


def slow(target: Hulk, rungs: int, by: str) -> Hulk:
    """Rungs of speed lost, where the hull is pierced and the ship floats."""
    if target.sunk or (by, target.grade("hull")) not in PIERCES:
        return target
    return target._replace(slowed=min(target.slowed + rungs, target.rungs))


def further(target: Hulk, kind: str, by: str) -> dict[int, float]:
    """How many more hits primary fire makes on light armour or none."""
    place = goes_to(target, kind)
    if by != "primary" or target.boxed or not place or target.grade(place) == "heavy":
        return {0: 1.0}
    return {0: 0.5, 1: 0.5}


def merged(parts: list[tuple[Hulk, float]]) -> Law:
    """Equal targets together."""
    law: Law = {}
    for target, chance in parts:
        law[target] = law.get(target, 0.0) + chance
    return law


CRITICAL: dict[int, tuple[tuple[tuple[str, int], ...], int]] = {
    2: ((("hull", 6), ("primary", 3)), 1),
    3: ((("primary", 3),), 0),
    4: ((), 0),
    5: ((("primary", 2),), 0),
    6: ((("hull", 2),), 0),
    7: ((("secondary", 2),), 0),
    8: ((("hull", 2),), 0),
    9: ((("primary", 1),), 0),
    10: ((("hull", 1),), 1),
    11: ((("hull", 3),), 0),
    12: ((("hull", 5), ("primary", 5)), 9),
}
GUNNERY = {3: ("torpedo", 1, 0), 4: ("secondary", 1, 0), 5: ("hull", 1, 0), 6: ("secondary", 1, 0), 7: ("primary", 1, 0),
           8: ("tertiary", 1, 0), 9: ("primary", 1, 0), 10: ("hull", 1, 0), 11: ("hull", 2, 1)}  # fmt: skip
TORPEDO = {3: ("hull", 2, 0), 4: ("hull", 0, 0), 5: ("hull", 1, 0), 6: ("hull", 1, 0), 7: ("hull", 2, 0), 8: ("hull", 1, 0),
           9: ("primary", 1, 0), 10: ("hull", 2, 1), 11: ("hull", 3, 1)}  # fmt: skip


def critical(target: Hulk, by: str) -> Law:
    """The critical table."""
    parts = []
    for total, chance in TWO_DICE.items():
        struck, rungs = CRITICAL[total]
        after = target
        pierced = (by, target.grade("hull")) in PIERCES
        if total == 2 and target.british_bc and pierced:
            parts.append((target._replace(sunk=True), chance))
            continue
        for kind, number in struck:
            spared = total == 8 and by == "secondary" and not pierced
            after = strike(after, kind, 1 if spared else number, by, spared)
        parts.append((slow(after, rungs, by) if rungs else after, chance))
    return merged(parts)


@cache
def damage(target: Hulk, by: str, hexes: int) -> Law:
    """One hit."""
    parts = []
    for total, chance in TWO_DICE.items():
        if total in (2, 12):
            after = {target: 1.0} if by == "tertiary" else critical(target, by)
            parts += [(end, chance * part) for end, part in after.items()]
            continue
        kind, number, rungs = (TORPEDO if by == "torpedo" else GUNNERY)[total]
        number += total == 10 and by == "primary" and hexes >= 3
        for more, part in further(target, kind, by).items():
            end = strike(target, kind, number + more, by)
            parts.append((slow(end, rungs, by) if rungs else end, chance * part))
    return merged(parts)


def salvo(law: Law, dice: int, faces_that_hit: int, by: str, hexes: int) -> Law:
    """So many dice one after another. A sunk ship is fired at no more."""
    for _ in range(dice):
        parts: list[tuple[Hulk, float]] = []
        for target, chance in law.items():
            if target.sunk:
                parts.append((target, chance))
                continue
            parts.append((target, chance * (6 - faces_that_hit) / 6))
            struck = target._replace(hits=target.hits + 1)
            safe = chance * faces_that_hit / 6 * (5 / 6 if target.explosive else 1)
            if target.explosive:
                parts.append((struck._replace(sunk=True), chance * faces_that_hit / 36))
            parts += [
                (end._replace(hits=struck.hits), safe * part) for end, part in damage(target._replace(hits=0), by, hexes).items()
            ]
        law = merged(parts)
    return law
