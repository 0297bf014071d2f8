"""What is on its way to a ship: hits held until the phase is over (8.1), damage that follows from other damage (F18), criticals
that will be over, an order that she answers a turn later (8.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.rules.fgdn.ground.terms import STRAIGHT

EXPLOSION, TORPEDO, MINE, BOMB, GUN = "explosion", "torpedo", "mine", "bomb", "gun"
UNDERWATER = (TORPEDO, MINE)


class Hit(NamedTuple):
    """Damage points on their way to a ship.

    kind        gun, bomb, torpedo, mine, depth charge, or what else did it: fire, flooding, explosion
    points      after armour and protection · penetrated: whether the armour where it struck was pierced
    cause       in words, for the journal · mm: calibre of the gun, 0 for other weapons · band: range band of the gun
    aspect      of a torpedo: broad, bow or stern · severity: lethal, major or minor, of an attack on a submerged submarine
    automatic   critical hits that come with it whatever its points, each by its name
    casemate    whether it pierces a casemate, whose armour is thinner than the belt
    by          the ship whose doing it is; empty where nobody's is known, or where it came ``through`` a fact, such as a fire
    """

    kind: str
    points: int
    penetrated: bool = True
    cause: str = ""
    mm: int = 0
    band: str = ""
    aspect: str = ""
    severity: str = ""
    automatic: tuple[str, ...] = ()
    casemate: bool = True
    by: str = ""
    through: str = ""

    @property
    def doing(self) -> Cause:
        """Whose doing its damage is."""
        return Cause(self.by, self.cause.removeprefix(f"{self.by}'s "), self.through)


class Ring(NamedTuple):
    """Ships within so many yards of an explosion take so many points."""

    yards: int
    points: int


class Clearing(NamedTuple):
    """A critical hit that is over when a turn begins: the fact that keeps it, and whom else that concerns."""

    turn: int
    fact: str
    other: str = ""


class Ordered(NamedTuple):
    """A change of course or speed that a ship with a damaged bridge was ordered in a turn, and has not carried out (8.3)."""

    turn: int
    knots: int = 0
    helm: str = STRAIGHT
    turns: bool = False
    evades: bool = False


class Share(NamedTuple):
    """What one ship did of the damage that is taken at one time."""

    points: int
    words: str
    doing: Cause


def shares_of(hits: Iterable[Hit]) -> tuple[Share, ...]:
    """Whose doing these hits are, in the order of the first hit of each."""
    whose: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        whose.setdefault((hit.by, hit.through), []).append(hit)
    return tuple(
        Share(
            sum(hit.points for hit in same),
            joined(hit.cause for hit in same),
            Cause(by, joined(hit.doing.how for hit in same), through),
        )
        for (by, through), same in whose.items()
    )


def joined(words: Iterable[str]) -> str:
    """What is said, each once."""
    return ", ".join(dict.fromkeys(word for word in words if word))
