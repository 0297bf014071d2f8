"""Ships that were lost to an unlikely die: the last throw before the loss, if few of its faces lose the ship."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.events import Changed, Rolled
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.journal.other_faces import with_faces

UNLIKELY = 0.25  # of the die's faces: more are no bad luck


@dataclass(frozen=True, slots=True)
class UnlikelyEnd:
    """The die that lost a ship.

    fate    the way in which the ship was lost
    thrown  the face that was thrown
    lost    the faces that would have lost her
    """

    fate: FateView
    thrown: Face
    lost: tuple[int, ...]

    @property
    def words(self) -> str:
        """The die in a sentence: ``Blücher was lost on an unlikely die: it showed 8 on a D100, where 1 to 25 lost her``."""
        low, high = self.lost[0], self.lost[-1]
        whole = high - low + 1 == len(self.lost) and low < high
        faces = f"{low} to {high}" if whole else listed(map(str, self.lost))
        shown = f"it showed {self.thrown.face} on a D{self.thrown.sides}"
        return f"{self.fate.ship} was lost on an unlikely die: {shown}, where only {faces} lost her"


def unlikely_ends(journal: Journal[Any], fates: Iterable[FateView]) -> Iterator[UnlikelyEnd]:
    """The ships that were lost to an unlikely die. Empty for a reader who may not know every order."""
    for fate in fates:
        if fate.lost and fate.line and not journal.side:
            record = journal.record(fate.line)
            number, throw = _last_throw(record, fate.ship)
            thrown = record.faces[number] if throw else None
            lost = _faces(journal, record, fate, number) if thrown and not thrown.instead_of else ()
            if thrown and 0 < len(lost) <= UNLIKELY * thrown.sides:
                yield UnlikelyEnd(fate, thrown, lost)


def _last_throw(record: Record, ship: str) -> tuple[int, Rolled | None]:
    """The last throw before a ship's last change in a line, after the number of dice that the line threw earlier. The throw is
    None unless it was a single die for a needed score.
    """
    number, throw, found = 0, None, None
    for event in record.events:
        if isinstance(event, Rolled):
            number, throw = number + (len(throw.faces) if throw else 0), event
        elif isinstance(event, Changed) and event.subject == ship:
            found = number, throw
    at, last = found or (0, None)
    return at, last if last and len(last.faces) == 1 and last.row and not last.table else None


def _faces(journal: Journal[Any], record: Record, fate: FateView, number: int) -> tuple[int, ...]:
    """The faces of a die that lose the ship. The order is carried out again with each face. A face with which the order needs
    further dice or another choice counts too.
    """
    thrown, lost = record.faces[number], list[int]()
    for face in range(1, thrown.sides + 1):
        faces = [*record.faces[:number], replace(thrown, face=face), *record.faces[number + 1 :]]
        other = with_faces(journal, record, faces) if face != thrown.face else None
        if other is None or any(card.name == fate.ship and card.lost for card in other.battle.to_come.cards()):
            lost.append(face)
    return tuple(lost)
