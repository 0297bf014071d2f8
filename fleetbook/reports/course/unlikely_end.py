"""Ships that were lost to an unlikely die: the last throw before the loss, if few of its faces would have caused it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.events import Changed, Rolled
from fleetbook.core.dice import Face
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.span import Span
from fleetbook.reports.damage.marks import FateView

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
            throw = _last_throw(journal, fate.ship, fate.line)
            lost = _faces(throw) if throw and not throw.faces[0].instead_of else ()
            if throw and 0 < len(lost) <= UNLIKELY * throw.faces[0].sides:
                yield UnlikelyEnd(fate, throw.faces[0], lost)


def _last_throw(journal: Journal[Any], ship: str, line: int) -> Rolled | None:
    """The throw that decided a ship's last change in a line, if it was a single die for a needed score."""
    throw, found = None, None
    for event in journal.record(line).events:
        if isinstance(event, Rolled):
            throw = event
        elif isinstance(event, Changed) and event.subject == ship:
            found = throw
    return found if found and len(found.faces) == 1 and found.row and not found.table else None


def _faces(throw: Rolled) -> tuple[int, ...]:
    """The faces that would have had the same result, in a throw for a needed score."""
    try:
        needed = Span.parse(throw.row)
    except InvalidInput:
        return ()
    (face,) = throw.faces
    reached, more = throw.total in needed, throw.total - face.face
    return tuple(other for other in range(1, face.sides + 1) if (other + more in needed) is reached)
