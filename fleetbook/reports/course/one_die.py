"""The single die that decided a battle: with another face, a side would have reached its aim and won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.verdict import Verdict, count_by_ship, is_met, scores
from fleetbook.core.battle.victory import Aim, Victory
from fleetbook.core.dice import Face
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.journal.other_faces import with_faces

LEAST_CHANCE = 0.5  # of the die's faces: fewer would have been a stroke of luck
MOST_FACES = 20  # of a die whose faces are all tried
MOST_TRIES = 600  # orders carried out again with another face


@dataclass(frozen=True, slots=True)
class OneDie:
    """A die that would have changed the winner.

    turn, line  the order that threw it
    ship        the ship that would have counted for the aim
    purpose     the purpose of the throw
    side        the side that would have won
    thrown      the face that was thrown
    won         the faces with which that side would have won
    """

    turn: int
    line: int
    ship: str
    purpose: str
    side: str
    thrown: Face
    won: tuple[int, ...]

    @property
    def chance(self) -> float:
        """The chance of a face with which that side does not win."""
        return 1 - len(self.won) / self.thrown.sides

    @property
    def words(self) -> str:
        """A sentence about the die, without its turn: ``victory for Side hung on one die …: it needed 3 or more …``."""
        low, high, sides = self.won[0], self.won[-1], self.thrown.sides
        whole = high - low + 1 == len(self.won)
        more = f"{low} or more" if whole and high == sides and low < high else ""
        less = f"{high} or less" if whole and low == 1 and low < high else ""
        wanted = more or less or listed(map(str, self.won))
        needed = f"it needed {wanted} of a D{sides} and was {self.thrown.face}"
        return f"victory for {self.side} hung on one die for {self.ship} ({self.purpose}): {needed}"


def robbed(die: OneDie, fired: Iterable[Shot]) -> str:
    """The ship that this die robbed of her success: of the side that would have won, the last ship that hit ``die.ship``. Empty
    if none did.
    """
    hits = [shot for shot in fired if (shot.side, shot.target) == (die.side, die.ship) and shot.hits and shot.line <= die.line]
    return max(hits, key=lambda shot: shot.line).firer if hits else ""


def one_die(journal: Journal[Any], result: Verdict) -> OneDie | None:
    """The last die of the battle whose other faces would have reached a missed aim. At least half of its faces must do so.

    None if there is no such die, and for a reader who may not know every order.
    """
    victory = journal.setup.victory
    if victory is None or journal.side or not (result.kind == "otherwise" and result.over):
        return None
    aims = [aim for aim in victory.aim if aim.side != result.winner and _ships(victory, aim, journal.battle)]
    tries = MOST_TRIES
    for record in reversed(records_in_force(journal)):
        touched = {event.subject for event in record.events if isinstance(event, Changed)}
        touched |= {event.ship for event in record.events if isinstance(event, Marked)}
        for aim in (aim for aim in aims if not touched.isdisjoint(_ships(victory, aim, journal.battle))):
            tries -= sum(face.sides for face in record.faces)
            if tries < 0:
                return None
            if found := next(_of_line(journal, aim, record), None):
                return found
    return None


def _ships(victory: Victory, aim: Aim, battle: Battle[Any]) -> set[str]:
    """The ships that an aim counts by their boxes, their loss or their flight."""
    needs = {need.count for need in aim.needs if need.least is not None}
    return {ship for count in victory.count if count.name in needs for ship in count_by_ship(count, battle)}


def _of_line(journal: Journal[Any], aim: Aim, record: Record) -> Iterator[OneDie]:
    """The dice of a line that would have reached the aim, in their order."""
    for throw, number, thrown in faces(journal.record(record.number)):
        if thrown.instead_of:  # the referee chose this face
            continue
        won, named = list[int](), ""
        for face in range(1, thrown.sides + 1) if thrown.sides <= MOST_FACES else ():
            others = [*record.faces[: number - 1], replace(thrown, face=face), *record.faces[number:]]
            other = with_faces(journal, record, others) if face != thrown.face else None
            if other and (ship := _reached(aim, other.battle.to_come, journal.battle)):
                won.append(face)
                named = ship
        if len(won) >= LEAST_CHANCE * thrown.sides:
            yield OneDie(record.turn, record.number, named, throw.label or throw.table, aim.side, thrown, tuple(won))


def _reached(aim: Aim, other: Battle[Any], end: Battle[Any]) -> str:
    """The ship that would have counted for an aim if an order had the outcome ``other``. Empty if the aim would still have been
    missed at the ``end`` of the battle.
    """
    numbers = {part.name: part.number for side in scores(end) for part in side.parts}
    gained = ""
    for count in end.setup.victory.count if end.setup.victory else ():
        was, now = count_by_ship(count, end), count_by_ship(count, other)
        more = {ship: now[ship] - was[ship] for ship in was if now[ship] > was[ship]}
        numbers[count.name] += sum(more.values())
        if any(need.count == count.name and need.least is not None for need in aim.needs):
            gained = gained or next(iter(more), "")
    return gained if all(is_met(need, numbers) for need in aim.needs) else ""
