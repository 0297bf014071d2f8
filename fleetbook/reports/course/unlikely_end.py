"""Ships that were lost to unlikely dice: the last throw before the loss, and the throws that brought it on, such as those for
critical hits. All rule systems are measured alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.events import Changed, Rolled, worded
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.parsing import counted, listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.span import Span
from fleetbook.reports.damage.fired import Fired
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.journal.other_faces import with_faces

UNLIKELY = 0.25  # the chance of these dice or worse: more is no bad luck


@dataclass(frozen=True, slots=True)
class BroughtOn:
    """Throws on a table at a ship, such as those for critical hits. Some gave her the condition through which she was lost.

    words   the purpose of the throws, and the result that gave the condition
    row     the faces with that result, and ``share`` their share of all faces of the die
    times   how often it came, of how many throws
    """

    words: tuple[str, str]
    row: str
    sides: int
    share: float
    times: int
    of: int

    @property
    def chance(self) -> float:
        """The chance that the result comes so often or more often."""
        ways = range(self.times, self.of + 1)
        return sum(comb(self.of, often) * self.share**often * (1 - self.share) ** (self.of - often) for often in ways)


@dataclass(frozen=True, slots=True)
class UnlikelyEnd:
    """The dice that lost a ship.

    fate    the way in which the ship was lost
    thrown  the face of the last throw
    lost    the faces that would have lost her
    before  the throws that brought it on; None if no dice did
    """

    fate: FateView
    thrown: Face
    lost: tuple[int, ...]
    before: BroughtOn | None = None

    @property
    def chance(self) -> float:
        """The chance of these dice or worse ones."""
        return len(self.lost) / self.thrown.sides * (self.before.chance if self.before else 1)

    @property
    def words(self) -> str:
        """The dice in a sentence: ``Blücher was lost on an unlikely die: it showed 8 on a D100, where only 1 to 25 lost her``."""
        low, high = self.lost[0], self.lost[-1]
        whole = high - low + 1 == len(self.lost) and low < high
        faces = f"{low} to {high}" if whole else listed(map(str, self.lost))
        ship, before = self.fate.ship, self.before
        shown = f"{self.thrown.face} on a D{self.thrown.sides}, where"
        if before is None:
            return f"{ship} was lost on an unlikely die: it showed {shown} only {faces} lost her"
        purpose, result = before.words
        came = f"{before.row} on a D{before.sides} ({result}) in {before.times} of {counted(before.of, purpose)}"
        return f"{ship} was lost on a chance of 1 in {round(1 / self.chance)}: {came} on her, then {shown} {faces} lost her"


def unlikely_ends(journal: Journal[Any], fates: Iterable[FateView], fired: Sequence[Fired]) -> Iterator[UnlikelyEnd]:
    """The ships that were lost to unlikely dice. Empty for a reader who may not know every order."""
    for fate in fates:
        if fate.lost and fate.line and not journal.side:
            record = journal.record(fate.line)
            number, throw, through = _last_throw(record, fate.ship)
            thrown = record.faces[number] if throw else None
            lost = _faces(journal, record, fate, number, throw) if throw and thrown and not thrown.instead_of else ()
            if thrown and 0 < len(lost) < thrown.sides:
                end = UnlikelyEnd(fate, thrown, lost, _brought_on(journal, fate, through, fired))
                if end.chance <= UNLIKELY:
                    yield end


def _last_throw(record: Record, ship: str) -> tuple[int, Rolled | None, str]:
    """The throw before a ship's last change in a line, if it was a single die for a needed score, and the fact through which the
    change came. The number says how many dice were thrown before it.
    """
    number, throw, found = 0, None, None
    for event in record.events:
        if isinstance(event, Rolled):
            number, throw = number + (len(throw.faces) if throw else 0), event
        elif isinstance(event, Changed) and event.subject == ship:
            through = event.through or (found[2] if found and found[1] is throw else "")
            found = number, throw, through
    at, last, through = found or (0, None, "")
    return at, last if last and len(last.faces) == 1 and last.row and not last.table else None, through


def _faces(journal: Journal[Any], record: Record, fate: FateView, number: int, throw: Rolled) -> tuple[int, ...]:
    """The faces of a die that lose the ship. The other dice of the order stay as they were thrown.

    A throw for a score has two results, so one face with the other result answers for all of them.
    """
    thrown, alike = record.faces[number], _alike(throw)
    others = tuple(face for face in range(1, thrown.sides + 1) if face not in alike)
    faces = (*record.faces[:number], replace(thrown, face=others[0]), *record.faces[number + 1 :]) if others else ()
    other = with_faces(journal, record, faces) if faces else None
    return (*alike, *others) if other and other.battle.to_come.card(fate.ship).lost else alike


def _alike(throw: Rolled) -> tuple[int, ...]:
    """The faces of a single die with the same result as the one thrown."""
    (face,), row = throw.faces, Span.parse(throw.row)
    shift = throw.total - face.face
    return tuple(other for other in range(1, face.sides + 1) if (other + shift in row) == (throw.total in row))


def _brought_on(journal: Journal[Any], fate: FateView, through: str, fired: Iterable[Fired]) -> BroughtOn | None:
    """The throws on a table in the shots at a ship that gave her a condition, and how many they were of all such throws. None if
    no throw did, or if the referee chose one.
    """
    thrown, gave = list[Rolled](), list[Rolled]()
    for shot in fired:
        last = None
        for event in shot.part.events if shot.aim.target == fate.ship and shot.record.number <= (fate.line or 0) else ():
            if isinstance(event, Rolled):
                last = event if event.table and event.row and len(event.faces) == 1 else None
                thrown += [last] if last else []
            elif isinstance(event, Changed) and (event.subject, event.name) == (fate.ship, through) and last:
                gave.append(last)
    if not gave or any(throw.faces[0].instead_of for throw in gave):
        return None
    first = worded(gave[0], journal.start.wording)
    assert isinstance(first, Rolled)
    sides = first.faces[0].sides
    of = sum(throw.table == first.table for throw in thrown)
    share = len(_alike(first)) / sides
    return BroughtOn((first.label, first.result), first.row, sides, share, len(gave), of)
