"""Gunnery of the A&A sheet worked out the slow plain way: every face of every die. It shares no code with the rules.

The figures are those of ``sheet``. Rudder and bridge of a target do not count for those who fire at it, and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.rules.aanda.sheet import ARMOUR, CALLED, GUN_CRITICALS, LOCATION


class Hulk(NamedTuple):
    """A ship under fire: what is left of it, what has befallen it, and how many shells hit it."""

    type: str
    knots: int
    hull: int
    mounts: int = 2
    guns: int = 0
    engine: int = 0
    fires: int = 0
    catastrophes: int = 0
    hits: int = 0
    splash: bool = False

    def shift(self) -> int:
        """The modifiers that go by the target."""
        small = -1 if self.type in ("DD", "TB") else 0
        fastest = 0 if self.engine > 1 or not self.hull else self.knots // 2 if self.engine else self.knots
        pace = 2 if not fastest else 1 if fastest <= 10 else -1 if fastest > 25 else 0
        return small + pace - self.splash


Law = dict[Hulk, float]
Spread = dict[int, float]


@cache
def throws(dice: str) -> Spread:
    """The totals of dice such as ``3d10``."""
    count, sides = dice.split("d")
    found: Spread = {}
    faces = range(1, int(sides) + 1)
    for thrown in product(faces, repeat=int(count or 1)):
        found[sum(thrown)] = found.get(sum(thrown), 0.0) + 1 / int(sides) ** int(count or 1)
    return found


def to_hit(shift: int, rerolls: int = 0) -> float:
    """The chance of 8 or more on d10 with a shift, and again for each rolling again."""
    return (sum(face + shift >= 8 for face in range(1, 11)) / 10) ** (1 + rerolls)


def place(ship: Hulk, face: int) -> int:
    """0 hull, 1 main, 2 secondary; guns of which none is left are the hull."""
    where = next(n for n, last in enumerate(LOCATION[ship.type]) if face <= last)
    return where if (1, ship.mounts, ship.guns)[where] else 0


@cache
def critical_faces(type_: str) -> dict[str, int]:
    """How many faces of d20 bring each critical hit by gunfire that counts here."""
    _, rudder, engine, bridge, fire, _ = GUN_CRITICALS[CALLED[type_]]
    found = dict.fromkeys(("", "engine", "fires", "catastrophes"), 0)
    for face in range(1, 21):
        if face <= rudder or engine < face <= bridge:
            found[""] += 1
        else:
            found["engine" if face <= engine else "fires" if face <= fire else "catastrophes"] += 1
    return found


def criticals(ship: Hulk) -> Iterator[tuple[float, Hulk]]:
    """All ends of one critical hit by gunfire."""
    for what, faces in critical_faces(ship.type).items():
        yield faces / 20, ship._replace(**{what: getattr(ship, what) + 1}) if what else ship


def shell(ship: Hulk, dice: str, chance: float) -> Iterator[tuple[float, Hulk]]:
    """All ends of one gun's shot."""
    yield 1 - chance, ship
    struck = ship._replace(hits=ship.hits + 1)
    places = [place(struck, face) for face in range(1, 11)]
    for where in set(places):
        armour, faces = ARMOUR[ship.type][where], places.count(where)
        yield chance * faces / 10 * sum(share for total, share in throws(dice).items() if total <= armour), struck
        for total, share in throws(dice).items():
            here = chance * share * faces / 10
            if total <= armour:
                continue
            if where == 1:
                yield here, struck._replace(mounts=struck.mounts - 1)
            elif where == 2:
                yield here, struck._replace(guns=struck.guns - 1)
            else:
                holed = struck._replace(hull=max(struck.hull - (total - armour), 0))
                yield from ((here * part, end) for part, end in criticals(holed))


def after(law: Law, step: Callable[[Hulk], Iterable[tuple[float, Hulk]]]) -> Law:
    """The law after one more step."""
    found: Law = {}
    for ship, chance in law.items():
        for share, end in step(ship):
            if share:
                found[end] = found.get(end, 0.0) + chance * share
    return found


def battery(law: Law, guns: int, dice: str, own: int = 0, rerolls: int = 0) -> Law:
    """The law after a battery of this many guns, each with the modifiers in force as the first one fires; ``own`` are the firer's
    and the band's.
    """
    alike: dict[int, Law] = {}
    for ship, chance in law.items():
        alike.setdefault(ship.shift(), {})[ship] = chance
    found: Law = {}
    for shift, here in alike.items():
        hit = to_hit(shift + own, rerolls)
        for _ in range(guns):
            here = after(here, lambda s, hit=hit: shell(s, dice, hit))  # type: ignore[misc]  # noqa: PLW2901
        for end, share in here.items():
            found[end] = found.get(end, 0.0) + share
    return found
