"""Values of a ship's facts: hits with their causes (8.1), fires and flooding (8.2), temporary critical hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.conditions import Queue
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.facts import FactValue
from fleetbook.core.battle.subject import Subject
from fleetbook.core.words.sentence import Said, Words
from fleetbook.rules.fgdn.ground.terms import FIRE, LEVELS, STRAIGHT
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted

EXPLOSION, TORPEDO, MINE, BOMB, GUN = "explosion", "torpedo", "mine", "bomb", "gun"
UNDERWATER = (TORPEDO, MINE)


class Hit(NamedTuple):
    """A hit on a ship that is to be worked out.

    kind        the kind of damage, such as gun, torpedo or fire
    points      damage points that armour and protection let through
    penetrated  whether the hit pierced the armour
    cause       the name of the weapon or other cause: ``12-inch``, ``ready ammunition``
    mm          calibre of the gun, 0 for other weapons
    band        range band of the gun
    aspect      where a torpedo hit: broad, bow or stern
    severity    how severe an attack on a submerged submarine was: lethal, major or minor
    automatic   names of critical hits that it causes, whatever its points
    casemate    whether it pierces a casemate, whose armour is thinner than the belt's
    by          the ship that did it, empty if unknown
    through     the fact through which the damage came, such as a fire
    named       whether the text of its cause names that ship: ``Lion's 12-inch``
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
    named: bool = False

    @property
    def source(self) -> Source:
        """The weapon or other cause of the hit."""
        return Source(self.cause, self.by if self.named else "")


class Hits(Queue[Hit]):
    """The fact that stores hits to be worked out. Hits stored by older versions have fewer
    fields, and their cause is plain text.
    """

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions that show hits not worked out yet. Torpedo hits come first, in words of their own. All other hits have
        the words that the fact declares.
        """
        if "sign" not in self.details:
            return
        found = Counter(hit.kind == TORPEDO for hit in self.value(subject))
        signs = (True, "TORP DUE", "torpedo hit"), (False, self.details["sign"], self.details["words"])
        for is_torpedo, sign, words in signs:
            if number := found[is_torpedo]:
                yield Condition(f"{sign} {number}", f"{counted(number, str(words))} to work out", "due")

    def boxes(self, item: Hit) -> int:
        """The points of a hit. Reports use them to divide the boxes among hits that take effect together."""
        return item.points

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored values hold the same hits. Causes stored by older versions are not compared."""
        pair: tuple[Any, Any] = (one or (), other or ())
        lengths = [[len(hit) for hit in kept] for kept in pair]
        then, now = ([Hit(*hit)._replace(cause="", named=False) for hit in kept] for kept in pair)
        return super().same(one, other) or (lengths[0] != lengths[1] and then == now)

    def decoded(self, stored: FactValue, subject: Subject) -> tuple[Hit, ...]:
        """The hits in a stored value. A hit stored by an older version may have its ship in the text of its cause: ``Lion's
        12-inch``.
        """
        return tuple(map(_without_ship, super().decoded(stored, subject)))


def _without_ship(hit: Hit) -> Hit:
    ships = f"{hit.by}'s "
    is_older = bool(hit.by) and not hit.named and hit.cause.startswith(ships)
    return hit._replace(cause=hit.cause[len(ships) :], named=True) if is_older else hit


class Source(NamedTuple):
    """A weapon or other cause of damage, with the ship that it belongs to if the text names her."""

    weapon: str
    firer: str = ""

    @property
    def said(self) -> Said:
        """The cause as a sentence: ``Lion's 12-inch``, ``torpedo``."""
        return Says.damage_of(firer=self.firer, weapon=self.weapon) if self.firer else Says.damage_by(what=self.weapon)


def joint_cause(sources: Sequence[Source]) -> Words:
    """Several causes together as a sentence: ``torpedo and mine``."""
    said = [source.said for source in sources if source.weapon]
    return said[0] if len(said) == 1 else Says.damage_by(what=said) if said else ""


class Ring(NamedTuple):
    """The effect of an explosion: ships within this distance in yards take this many points."""

    yards: int
    points: int


class Clearing(NamedTuple):
    """A critical hit that ends when a turn begins. It names the fact that stores it, and the mount, sensor or other part
    concerned.
    """

    turn: int
    fact: str
    other: str = ""


class Ordered(NamedTuple):
    """A change of course or speed that was ordered while the bridge is damaged and has not been carried out yet (8.3)."""

    turn: int
    knots: int = 0
    helm: str = STRAIGHT
    turns: bool = False
    evades: bool = False


class Share(NamedTuple):
    """One ship's part of the damage in a batch. ``named`` means the same as in Hit."""

    points: int
    doing: Cause
    named: bool = False

    @property
    def said(self) -> Said:
        """The ship's weapon or other cause as a sentence."""
        return Source(self.doing.how, self.doing.names[0] if self.named else "").said


def shares_of(hits: Iterable[Hit]) -> tuple[Share, ...]:
    """Each ship's share of the points of some hits, in the order of each ship's first hit."""
    whose: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        whose.setdefault((hit.by, hit.through), []).append(hit)
    shares = []
    for (by, through), same in whose.items():
        causes = ", ".join(dict.fromkeys(hit.cause for hit in same if hit.cause))
        points, named = sum(hit.points for hit in same), any(hit.named for hit in same)
        shares.append(Share(points, Cause(by, causes, through), named))
    return tuple(shares)


class Casualty(NamedTuple):
    """One fire or flooding: its per cent of the original points, its first turn and its cause. ``at_once`` says whether it did
    its first damage at once.
    """

    percent: int
    since: int
    cause: str = ""
    at_once: bool = False


class Troubles(Queue[Casualty]):
    """The fact that stores a ship's fires, or her flooding. The rules do not fight those of a ship that left the table; a referee
    may put them out by a ruling.
    """

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The word that puts out all fires, or stops all flooding."""
        return {"no": None} if self.value(subject) else {}


@dataclass(frozen=True, slots=True)
class Casualties:
    """All fires and flooding of a ship, the oldest first, with the ship's size and year of service."""

    battle: Battle[Any]
    size: str
    in_service: int
    fires: tuple[Casualty, ...]
    floods: tuple[Casualty, ...]

    def of(self, kind: str) -> tuple[Casualty, ...]:
        """All fires of the ship, or all her flooding, by ``kind``."""
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
        """Only the fires and flooding that began before this turn."""
        older = (tuple(one for one in every if one.since < turn) for every in (self.fires, self.floods))
        return Casualties(self.battle, self.size, self.in_service, *older)

    def level_tops(self) -> tuple[int, ...]:
        """The highest per cent of the levels Minor, Major and Severe, for the ship's size and age (8.2)."""
        table, age = self.battle.tables.table("severity_levels"), self.battle.tables.table("severity_age")
        change = age.whole(self.in_service, "percent")
        return tuple(table.whole(self.size, level) + change for level in LEVELS[1:4])

    def level_of(self, percent: int) -> str:
        """The level of a percentage, from none to Overwhelmed (8.2)."""
        if percent <= 0:
            return LEVELS[0]
        return LEVELS[1 + sum(percent > top for top in self.level_tops())]

    @property
    def fire_level(self) -> str:
        """The level of the fires, which decides their consequences (F56)."""
        return self._level_by(self.fire)

    @property
    def flooding_level(self) -> str:
        """The level of the flooding, which decides its consequences (F56)."""
        return self._level_by(self.flooding)

    def _level_by(self, percent: int) -> str:
        """The level of the fires alone, or of the flooding alone. By a reading it is instead the level of both together, if the
        ship has any of this kind.
        """
        together = bool(percent) and self.battle.reading("consequences_by") == "both"
        return self.level_of(self.total if together else percent)

    def level(self, kind: str) -> str:
        """The level of the fires or of the flooding, which decides the consequences."""
        return self.fire_level if kind == FIRE else self.flooding_level

    def sign(self, kind: str) -> str:
        """Fires or flooding as the short sign on the card: ``FIRE 5 % MINOR``."""
        short, percent = ("FIRE", self.fire) if kind == FIRE else ("FLOOD", self.flooding)
        return f"{short} {percent} % {self.level(kind).upper()}".rstrip()

    def worded(self, kind: str) -> str:
        """Fires or flooding in words for the card."""
        words, percent = ("fire", self.fire) if kind == FIRE else ("flood", self.flooding)
        return f"{words} {percent} %, {self.level(kind)}"
