"""The filters of the journal, and the search for its lines. The filter ``all`` folds lines that were taken back into one row.

It also leaves out squadrons that have finished, and steps without any order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import has_word
from fleetbook.referee.session import Session

ALL, RESULTS, SHIP, SIDE, STEP = "all", "results", "ship", "side", "step"
FILTERS = (ALL, RESULTS, SHIP, SIDE, STEP)
OF_HER = (SHIP, SIDE)  # filters about the ship with the cursor

Row: TypeAlias = tuple[int, ...]
"""The numbers of the journal's lines that share one row."""


class Rows:
    """The rows that a filter shows, newest first. A row is made only when it is needed, because making its words takes time."""

    def __init__(self, ending: Callable[[int], Row], lines: int) -> None:
        """``ending`` gives the row that ends with a line, empty if the filter hides the line. ``lines`` is the newest line."""
        self._ending, self._lines, self._next = ending, lines, lines
        self._found, self._none_fits = list[Row](), False

    def __iter__(self) -> Iterator[Row]:
        """All rows, the newest first."""
        place = 0
        while row := self.at(place):
            yield row
            place += 1

    def at(self, place: int) -> Row:
        """The row at this place, where 0 is the newest. Empty if there are fewer rows."""
        while len(self._found) <= place and self._finds():
            pass
        return self._found[place] if place < len(self._found) else ()

    def place(self, line: int) -> int:
        """The place of the row with a line, where 0 is the newest. If no row has the line, the place of the row before it."""
        while not (self._found and self._found[-1][0] <= line) and self._finds():
            pass
        return min(bisect_left(self._found, -line, key=lambda row: -row[0]), max(len(self._found) - 1, 0))

    @property
    def count(self) -> int:
        """The number of rows that fit."""
        rows = sum(1 for _ in self)
        return 0 if self._none_fits else rows

    def has(self, line: int) -> bool:
        return line in self.at(self.place(line))

    def _finds(self) -> bool:
        """Find one more row. Returns False if there is none. If no line fits the filter, the newest line is a row."""
        while self._next:
            row = self._ending(self._next)
            self._next = row[0] - 1 if row else self._next - 1
            if row:
                self._found.append(row)
                return True
        if self._found or not self._lines:
            return False
        self._found.append((self._lines,))
        self._none_fits = True
        return True


def shown_rows(session: Session, kind: str, ship: str, whole: bool, words: str = "") -> Rows:
    """The rows that a filter shows, of these only lines with all the ``words``. ``ship`` is the ship with the cursor. With
    ``whole``, lines taken back are not folded.
    """
    of = kind, ship if kind in OF_HER else "", whole
    lines = len(session.journal.records)

    def ending(line: int) -> Row:
        return _ending(session, *of, line) if _has_words(session, line, words) else ()

    return session.cached_for_line("journal rows", (of, words), lambda: Rows(ending, lines))


def filter_words(session: Session, kind: str, ship: str) -> str:
    """The filter in words. Empty for the filter that shows all lines."""
    side = session.battle.ship(ship).side if session.battle.is_ship(ship) else ""
    words: Mapping[str, str] = {RESULTS: "results", SHIP: ship, SIDE: side, STEP: "this step"}
    return words.get(kind, "")


def concerns(record: Record, ship: str) -> bool:
    """Whether a record's order names the ship or affected her."""
    touched = (getattr(event, "ship", "") or getattr(event, "subject", "") for event in record.events)
    return ship in record.named or ship in touched


def step_of(session: Session, record: Record) -> str:
    """The turn and the number of the step of a line; of a campaign the day."""
    sequence = session.battle.ruleset.sequence
    number = next((phase.number for phase in sequence.phases if phase.id == record.phase), "")
    called: str = sequence.called_turn(session.journal.battle_before(record.number))
    return called or (f"{record.turn}.{number}" if number else f"{record.turn}")


def _has_words(session: Session, line: int, words: str) -> bool:
    """Whether a line has all the words, in itself or in the sentences of its results."""
    if not words:
        return True
    record = session.journal.record(line)
    results = (result.words for result in session.journal.results(record))
    text = " ".join((str(line), step_of(session, record), session.tell(record).sentence, *results))
    return all(has_word(text, word) for word in words.split())


def _ending(session: Session, kind: str, ship: str, whole: bool, line: int) -> Row:
    """The row that ends with a line; empty if the filter hides the line. Usually a row is a single line.

    Successive lines that were taken back share a row with their undo and redo.
    """
    in_force = session.in_force
    if kind != ALL:
        return (line,) if line in in_force and _fits(session, session.journal.record(line), kind, ship) else ()
    if whole:
        return (line,)
    if line in in_force:
        telling = session.tell(session.journal.record(line))
        return (line,) if telling.is_line or (telling.step and not _is_passed(session, line)) else ()
    first = line
    while first > 1 and first - 1 not in in_force:
        first -= 1
    return tuple(range(first, line + 1))


def _is_passed(session: Session, line: int) -> bool:
    """Whether the step that a line begins has ended without another line to show."""
    for later in range(line + 1, len(session.journal.records) + 1):
        if later not in session.in_force:
            return False
        telling = session.tell(session.journal.record(later))
        if telling.is_line or telling.step:
            return not telling.is_line
    return False


def _fits(session: Session, record: Record, kind: str, ship: str) -> bool:
    battle = session.battle
    if kind == SHIP:
        return concerns(record, ship)
    if kind == STEP:
        return (record.turn, record.phase) == (battle.turn, battle.phase)
    if kind == RESULTS:
        return session.tell(record).is_news
    first = next((battle.ship(word).side for word in record.named if battle.is_ship(word)), "")
    telling = session.tell(record)
    if telling.step and not telling.is_line and _is_passed(session, record.number):
        return False
    return bool((first or session.journal.battle_before(record.number).acting) == battle.ship(ship).side)
