"""Values that a ship keeps: hits on their way, fires and flooding, orders not carried out, criticals that end in time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.rules.fgdn.ground.terms import FIRE, LEVELS, SHORT_LEVELS, STRAIGHT

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


class Casualty(NamedTuple):
    """One fire or flooding: its % of the original points, the turn it began, its cause, and whether its first damage was done
    at once.
    """

    percent: int
    since: int
    cause: str = ""
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Casualties:
    """All fires and flooding of a ship of a size, in service since a year, the oldest first."""

    battle: Battle[Any]
    size: str
    in_service: int
    fires: tuple[Casualty, ...]
    floods: tuple[Casualty, ...]

    def of(self, kind: str) -> tuple[Casualty, ...]:
        """Those of a kind."""
        return self.fires if kind == FIRE else self.floods

    @property
    def fire(self) -> int:
        """All fires together, in per cent."""
        return sum(one.percent for one in self.fires)

    @property
    def flooding(self) -> int:
        """All flooding together, in per cent."""
        return sum(one.percent for one in self.floods)

    @property
    def total(self) -> int:
        """Fire and flooding together, in per cent."""
        return self.fire + self.flooding

    def begun_before(self, turn: int) -> Casualties:
        """Those that began before a turn."""
        older = (tuple(one for one in every if one.since < turn) for every in (self.fires, self.floods))
        return Casualties(self.battle, self.size, self.in_service, *older)

    def level_tops(self) -> tuple[int, ...]:
        """The highest per cent of Minor, Major and Severe for its size and age (8.2)."""
        table, age = self.battle.tables.table("severity_levels"), self.battle.tables.table("severity_age")
        change = age.whole(self.in_service, "percent")
        return tuple(table.whole(self.size, level) + change for level in LEVELS[1:4])

    def level_of(self, percent: int) -> str:
        """The severity level of a percentage: none, Minor, Major, Severe or Overwhelmed (8.2)."""
        if percent <= 0:
            return LEVELS[0]
        return LEVELS[1 + sum(percent > top for top in self.level_tops())]

    @property
    def fire_level(self) -> str:
        """The level that counts for what follows from fire (F56)."""
        return self._level_by(self.fire)

    @property
    def flooding_level(self) -> str:
        """The level that counts for what follows from flooding (F56)."""
        return self._level_by(self.flooding)

    def _level_by(self, percent: int) -> str:
        """By the casualties of the kind alone, or by both kinds where there is any of this one."""
        together = bool(percent) and self.battle.reading("consequences_by") == "both"
        return self.level_of(self.total if together else percent)

    def level(self, kind: str) -> str:
        """The level that counts for what follows from a kind."""
        return self.fire_level if kind == FIRE else self.flooding_level

    def sign(self, kind: str) -> str:
        """A kind on the card, short: FIRE 5 MIN."""
        short, percent = ("FIRE", self.fire) if kind == FIRE else ("FLOOD", self.flooding)
        return f"{short} {percent} {SHORT_LEVELS[LEVELS.index(self.level(kind))]}"

    def told(self, kind: str) -> str:
        """A kind on the card, in words."""
        words, percent = ("fire", self.fire) if kind == FIRE else ("flood", self.flooding)
        return f"{words} {percent} %, {self.level(kind)}"
