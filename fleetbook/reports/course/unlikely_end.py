"""Ships that were lost to unlikely dice: the tests that could have lost them, and the throws that brought these on, such as those
for critical hits. The measure is the same for all: the chance that all dice thrown would lose her by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.events import Began, Changed, Rolled, worded
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.parsing import counted, listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.span import Span
from fleetbook.reports.damage.fired import Fired
from fleetbook.reports.damage.marks import FateView
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.journal.other_faces import with_faces

UNLIKELY = 0.25  # the chance of these dice or worse: more is no bad luck
WRECK = 0.1  # a ship with a smaller share of her boxes was lost without bad luck


@dataclass(frozen=True, slots=True)
class BroughtOn:
    """Throws on a table at a ship, such as those for critical hits. Some gave her the condition through which she was lost.

    words   the purpose of the throws, and the result that gave the condition
    row     the faces with that result, and ``share`` their share of all faces of the die
    times   how often it came
    lines   the line of each throw
    """

    words: tuple[str, str]
    row: str
    sides: int
    share: float
    times: int
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """A die that could have lost a ship: its line, its face, the faces that would have lost her, and the fact through which."""

    line: int
    thrown: Face
    lost: tuple[int, ...]
    through: str

    @property
    def chance(self) -> float:
        """The share of the faces that would have lost her."""
        return len(self.lost) / self.thrown.sides


@dataclass(frozen=True, slots=True)
class UnlikelyEnd:
    """The dice that lost a ship.

    fate    the way in which the ship was lost
    tests   all dice that could have lost her, up to the one that did
    before  the throws that brought the last of them on; None if no dice did
    """

    fate: FateView
    tests: tuple[Test, ...]
    before: BroughtOn | None = None

    @property
    def chance(self) -> float:
        """The chance that she would be lost by then, by all dice that were thrown."""
        sound, doomed = (1.0, 0.0) if self.before else (0.0, 1.0)
        throws: list[Test | int] = sorted((*self.tests, *(self.before.lines if self.before else ())), key=_line)
        for throw in throws:
            if isinstance(throw, Test):
                through = throw.through == self.tests[-1].through
                sound, doomed = sound * (1 if through else 1 - throw.chance), doomed * (1 - throw.chance)
            elif self.before:
                sound, doomed = sound * (1 - self.before.share), doomed + sound * self.before.share
        return 1 - sound - doomed

    @property
    def words(self) -> str:
        """The dice in a sentence: ``Target was lost on an unlikely die: it showed 8 on a D100, where only 1 to 25 lost her``."""
        last, ship, before = self.tests[-1], self.fate.ship, self.before
        low, high = last.lost[0], last.lost[-1]
        whole = high - low + 1 == len(last.lost) and low < high
        faces = f"{low} to {high}" if whole else listed(map(str, last.lost))
        thrown = f"{last.thrown.face} on a D{last.thrown.sides}"
        if before is None and len(self.tests) == 1:
            return f"{ship} was lost on an unlikely die: it showed {thrown}, where only {faces} lost her"
        passed = f", after {counted(len(self.tests) - 1, 'throw')} that spared her" if len(self.tests) > 1 else ""
        dice = f"{thrown}, where {faces} lost her{passed}"
        if before is not None:
            purpose, result = before.words
            enough = " (one was enough)" if before.times > 1 else ""
            came = f"{before.times} of {counted(len(before.lines), purpose)} on her{enough}"
            dice = f"{before.row} on a D{before.sides} ({result}) in {came}, then {dice}"
        return f"{ship} was lost on a chance of 1 in {round(1 / self.chance)}: {dice}"


def _line(throw: Test | int) -> int:
    return throw.line if isinstance(throw, Test) else throw


def unlikely_ends(journal: Journal[Any], fates: Iterable[FateView], fired: Sequence[Fired]) -> Iterator[UnlikelyEnd]:
    """The ships that were lost to unlikely dice, except wrecks. Empty for a reader who may not know every order."""
    cards = {card.name: card for card in journal.battle.cards()}
    for fate in fates:
        row = cards[fate.ship].first
        is_wreck = row is not None and row.left < WRECK * row.full
        if fate.lost and fate.line and not journal.side and not is_wreck:
            number, throw, through = _last_throw(journal.record(fate.line), fate.ship)
            tests = tuple(_tests(journal, fate, number, throw, through)) if throw else ()
            if tests and tests[-1].line == fate.line and tests[-1].chance < 1:
                end = UnlikelyEnd(fate, tests, _brought_on(journal, fate, through, fired))
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


def _tests(journal: Journal[Any], fate: FateView, number: int, last: Rolled, through: str) -> Iterator[Test]:
    """The dice that could have lost a ship, up to the die ``number`` of the line in which she was lost. They have the purpose of
    the ``last`` one. Dice that the referee chose are left out.
    """
    numbers = [one.number for one in records_in_force(journal) if _names(one, fate.ship)]
    for record in (journal.record(number) for number in numbers if number <= (fate.line or 0)):
        at = 0
        for event in record.events:
            if not isinstance(event, Rolled):
                continue
            alike = (event.dice, event.rule, event.said, event.label) == (last.dice, last.rule, last.said, last.label)
            ended, late = ((record.number, at) >= (fate.line, number), (record.number, at) > (fate.line, number))
            tried = alike and not late and not event.faces[0].instead_of
            if tried and (test := _test(journal, record, fate.ship, (at, event), through if ended else "")):
                yield test
            at += len(event.faces)


def _names(record: Record, ship: str) -> bool:
    """Whether an order or one of its parts names a ship in its inputs."""
    inputs = (record.inputs, *(event.inputs for event in record.events if isinstance(event, Began)))
    return any(ship in each.values() for each in inputs)


def _test(journal: Journal[Any], record: Record, ship: str, die: tuple[int, Rolled], through: str) -> Test | None:
    """A die of a line, by its number and its throw, with the faces that lose the ship. The other dice of the order stay as they
    were thrown. ``through`` is empty for a die that did not lose her. None if no face does.

    A throw for a score has two results, so one face with the other result answers for all of them.
    """
    number, throw = die
    thrown, alike, fact = record.faces[number], _alike(throw), through
    others = tuple(face for face in range(1, thrown.sides + 1) if face not in alike)
    faces = (*record.faces[:number], replace(thrown, face=others[0]), *record.faces[number + 1 :]) if others else ()
    other = with_faces(journal, record, faces) if faces else None
    lost = alike if through else ()
    if other and other.battle.to_come.card(ship).lost:
        lost = (*lost, *others)
        hers = (event for event in other.events if isinstance(event, Changed) and event.subject == ship)
        fact = fact or next((event.through for event in hers if event.through), "")
    return Test(record.number, thrown, lost, fact) if lost else None


def _alike(throw: Rolled) -> tuple[int, ...]:
    """The faces of a single die with the same result as the one thrown."""
    (face,), row = throw.faces, Span.parse(throw.row)
    shift = throw.total - face.face
    return tuple(other for other in range(1, face.sides + 1) if (other + shift in row) == (throw.total in row))


def _brought_on(journal: Journal[Any], fate: FateView, through: str, fired: Iterable[Fired]) -> BroughtOn | None:
    """The throws on a table in the shots at a ship that gave her a condition, and all such throws. None if no throw did, or if
    the referee chose one.
    """
    thrown, gave = list[tuple[int, Rolled]](), list[Rolled]()
    for shot in fired:
        last = None
        for event in shot.part.events if shot.aim.target == fate.ship and shot.record.number <= (fate.line or 0) else ():
            if isinstance(event, Rolled):
                last = event if event.table and event.row and len(event.faces) == 1 else None
                thrown += [(shot.record.number, last)] if last else []
            elif isinstance(event, Changed) and (event.subject, event.name) == (fate.ship, through) and last:
                gave.append(last)
    if not gave or any(throw.faces[0].instead_of for throw in gave):
        return None
    first = worded(gave[0], journal.start.wording)
    assert isinstance(first, Rolled)
    lines = tuple(line for line, throw in thrown if throw.table == first.table)
    sides = first.faces[0].sides
    return BroughtOn((first.label, first.result), first.row, sides, len(_alike(first)) / sides, len(gave), lines)
