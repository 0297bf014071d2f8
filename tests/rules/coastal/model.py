"""Damage as the sheet has it, worked out the slow plain way: every face of every die, with exact fractions.

It shares no code with the rules. A ship is its systems in the order of the card, of which "bridge" and "engines" have boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any


@dataclass(frozen=True)
class Hulk:
    """A ship under fire. ``small`` is a vessel smaller than a trawler; ``sinks`` the turns that it has left."""

    systems: tuple[str, ...]
    hull: int
    small: bool = False
    cargo: bool = False
    boxes: tuple[tuple[str, int], ...] = (("bridge", 2), ("engines", 3))
    damaged: frozenset[str] = field(default_factory=frozenset)
    destroyed: frozenset[str] = field(default_factory=frozenset)
    sunk: bool = False
    disabled: bool = False
    sinks: int = 0

    def left(self, name: str) -> int:
        """Boxes of bridge or engines."""
        return dict(self.boxes)[name]

    def with_boxes(self, name: str, number: int) -> Hulk:
        """The ship with this many boxes of bridge or engines."""
        return replace(self, boxes=tuple((n, max(number, 0) if n == name else b) for n, b in self.boxes))


Law = dict[Hulk, Fraction]


def points(calibre: float) -> int:
    """Damage points of a hit by a gun of this calibre in inches, as printed; over 8 inches by C6."""
    if calibre < 3:
        return 1
    for largest, damage in ((3.7, 6), (4.5, 8), (5.1, 10), (6.7, 12), (8, 20)):
        if calibre <= largest:
            return damage
    return 20 + int((calibre - 8) * 4)


def light(ship: Hulk, name: str) -> Hulk:
    """A light hit on one system."""
    if name in dict(ship.boxes):
        return ship.with_boxes(name, ship.left(name) - 1)
    if name in ship.damaged:
        return replace(ship, damaged=ship.damaged - {name}, destroyed=ship.destroyed | {name})
    return ship if name in ship.destroyed else replace(ship, damaged=ship.damaged | {name})


def ruin(ship: Hulk, name: str) -> Hulk:
    """A system destroyed outright."""
    if name in dict(ship.boxes):
        return ship.with_boxes(name, 0)
    return replace(ship, damaged=ship.damaged - {name}, destroyed=ship.destroyed | {name})


def lose(ship: Hulk, number: int) -> Hulk:
    """Hull boxes lost: with none before, or with the last and no engines, the ship sinks."""
    gone = ship.hull == 0
    ship = replace(ship, hull=max(ship.hull - number, 0))
    return settle(replace(ship, sunk=ship.sunk or gone))


def settle(ship: Hulk) -> Hulk:
    """A ship without hull boxes that cannot move sinks."""
    stuck = ship.disabled or ship.left("engines") == 0
    return replace(ship, sunk=ship.sunk or (ship.hull == 0 and stuck))


def shell(ship: Hulk, calibre: float) -> Iterator[tuple[Fraction, Hulk]]:
    """All ends of one hit."""
    if ship.sunk:
        yield Fraction(1), ship
        return
    for place, name in enumerate(ship.systems):
        struck = light(ship, name)
        if calibre >= 3:
            struck = ship
            around = ship.systems[max(place - 1, 0) : place + 2] if ship.small else (name,)
            for neighbour in around:
                struck = ruin(struck, neighbour)
        yield Fraction(1, len(ship.systems)), lose(struck, points(calibre))


TORPEDO: dict[str, tuple[int, bool, bool, int]] = {  # dice of hull damage, a hit, disabled, faces of the timer's die
    "explodes near": (2, False, False, 0),
    "serious damage": (4, True, False, 0),
    "disabled": (0, True, True, 0),
    "disabled, sinks in D4 turns": (0, True, True, 4),
    "disabled, sinks in D6 turns": (0, True, True, 6),
    "breaks in two": (0, True, True, 1),
}


def torpedo(ship: Hulk, result: str) -> Iterator[tuple[Fraction, Hulk]]:
    """All ends of one torpedo."""
    dice, hit, disables, faces = TORPEDO[result]
    law = {ship: Fraction(1)}
    if dice:
        law = after(law, lambda s: totals(dice, lambda total: lose(s, total)))
    else:
        law = after(law, lambda s: [(Fraction(1), replace(s, sunk=s.sunk or s.hull == 0))])
    if hit:
        law = after(law, explode)
        law = after(law, lose_systems)
    if disables:
        law = after(law, lambda s: [(Fraction(1), s if s.sunk else replace(s, disabled=True))])
    if faces:
        law = after(law, lambda s: timer(s, faces))
    yield from ((chance, end if end.sunk else settle(end)) for end, chance in law.items())


def totals(dice: int, end: Callable[[int], Hulk]) -> Iterator[tuple[Fraction, Hulk]]:
    """What follows from each throw of some D6."""
    for faces in product(range(1, 7), repeat=dice):
        yield Fraction(1, 6**dice), end(sum(faces))


def explode(ship: Hulk) -> Iterator[tuple[Fraction, Hulk]]:
    """Ammunition or oil goes up on 3 or more."""
    chance = Fraction(4, 6) if ship.cargo and not ship.sunk else Fraction(0)
    yield chance, replace(ship, sunk=True)
    yield 1 - chance, ship


def lose_systems(ship: Hulk) -> Iterator[tuple[Fraction, Hulk]]:
    """D6 systems lost, each drawn from the whole card."""
    if ship.sunk:
        yield Fraction(1), ship
        return
    law = {ship: Fraction(1)}
    for _ in range(6):
        law = after(law, lambda s: [(Fraction(1, len(s.systems)), ruin(s, name)) for name in s.systems])
        yield from ((chance / 6, end) for end, chance in law.items())


def timer(ship: Hulk, faces: int) -> Iterator[tuple[Fraction, Hulk]]:
    """Turns left, the least of all that were thrown."""
    for face in range(1, faces + 1):
        turns = min(face, ship.sinks or face)
        yield Fraction(1, faces), ship if ship.sunk else replace(ship, sinks=turns)


def after(law: Law, step: Callable[[Hulk], Iterable[tuple[Fraction, Hulk]]]) -> Law:
    """The law after one more step."""
    found: Law = {}
    for ship, chance in law.items():
        for share, end in step(ship):
            if share:
                found[end] = found.get(end, Fraction(0)) + chance * share
    return found


def battered(ship: Hulk, hits: Iterable[Any]) -> Law:
    """The law after hits in their order: a calibre in inches for a shell, a result for a torpedo."""
    law = {ship: Fraction(1)}
    for hit in hits:
        law = after(law, lambda s, hit=hit: torpedo(s, hit) if isinstance(hit, str) else shell(s, hit))  # type: ignore[misc]
    return law
