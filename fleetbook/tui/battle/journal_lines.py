"""Draw the lines of the journal, and explain in full how a line came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import DONE, NOTHING, Result
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.parsing import capital, counted
from fleetbook.core.play.going_back import called, step_words
from fleetbook.core.play.why import why
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import cell_width, pad
from fleetbook.tui.battle.briefing import briefing_lines
from fleetbook.tui.battle.entry.odds_lines import draw_odds
from fleetbook.tui.battle.entry.odds_worker import Weighing
from fleetbook.tui.battle.journal_filter import Row, filter_words
from fleetbook.tui.battle.view import Cursor
from fleetbook.tui.cards.card_lines import labelled
from fleetbook.tui.kit.grid import POINTING, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

TAKEN_BACK, STEP_BACK, STEP_FORWARD = "⟲", "↶", "↷"
HEAD_WIDTH = 12  # cells for the one word that sums up a result; a longer word is not cut
LEAST_STEP, LEAST_TURN = 6, 4  # cells for turn and phase together, such as T12.3, and for the turn alone


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as the journal shows it. ``in_force`` is False if it was taken back; ``step`` is its turn and phase, as T2.3."""

    record: Record
    in_force: bool
    step: str

    @property
    def sign(self) -> str:
        """The sign for an order taken back, for an undo or for a redo. A blank for an order in force."""
        if self.record.is_order:
            return " " if self.in_force else TAKEN_BACK
        return STEP_BACK if self.record.kind == "undo" else STEP_FORWARD


def entry_of(record: Record, in_force: bool, sequence: TurnSequence[Any]) -> Entry:
    """The entry that shows a record."""
    known = {phase.id: phase.number for phase in sequence.phases}
    step = f"T{record.turn}.{known.get(record.phase, '?')}"
    return Entry(record, in_force, pad(step, max(LEAST_STEP, LEAST_TURN + max(map(len, known.values()), default=1))))


def draw_entry(entry: Entry, results: Sequence[Result], width: int, digits: int, selected: str = "") -> Line:
    """Draw a record on one line: its first result in a word, then the order. ``selected`` is the cursor's sign or empty."""
    result = results[0] if results else None
    style = (BOLD if selected else PLAIN) if entry.in_force else QUIET
    number = pad(str(entry.record.number), digits, right=True)
    head = ink(f"{selected or ' '}{entry.sign}", POINT), ink(number, QUIET), ink(f" {entry.step} ", QUIET)
    label = result.head.upper() if result else ""
    word = pad(label, max(HEAD_WIDTH, cell_width(label)))
    strong = BOLD if entry.in_force and result and result.kind not in (NOTHING, DONE) else style
    text = pad(capital(_ordered(entry.record.headline, results)), width - cells(head) - cell_width(word) - 1).rstrip()
    return (*head, ink(f"{word} ", strong), ink(text, CURSOR if selected.strip() else style))


def _ordered(headline: str, results: Sequence[Result]) -> str:
    """The text for an order on its journal line. It adds what the word for the first result leaves out.

    For hits and other duties at the end of a phase, the text names the ships and counts the other results.
    """
    if not results:
        return headline
    first = results[0]
    if headline.casefold() == first.head.casefold():
        return first.words.removeprefix(f"{capital(first.head)}: ")
    if not first.subject or first.subject in headline:
        return headline
    alike = [result.subject for result in results if result.head == first.head]
    others = Counter(result.head for result in results if result.head != first.head and result.subject)
    also = [", ".join(f"{number} {head}" for head, number in others.items())] if others else []
    return " · ".join([", ".join(dict.fromkeys(filter(None, alike))), headline, *also])


def draw_journal(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    """Draw the journal in exactly ``height`` lines, scrolled to the selected line."""
    records, rows = session.journal.records, cursor.rows
    shown = sum(map(len, rows))
    count = counted(len(records), "line") if shown == len(records) else f"{shown} of {counted(len(records), 'line')}"
    words = filter_words(session, cursor.filter, cursor.ship)
    title = (
        ink(f" {POINTING} " if cursor.journal else " ", POINT),
        ink(f"Journal{f': {words}' if words else ''} ", BOLD if cursor.journal else QUIET),
    )
    lines = [draw_rule(title, (ink(f" {count} ", QUIET),) if records else (), width)]
    if not records:
        lines.append((ink("   No order yet. F3: the whole briefing. Orders stand below, n: next step.", QUIET),))
        return filled([*lines, *briefing_lines(session.journal, width)], height)
    return [*lines, *_window(session, cursor, width, height - 1)]


def _window(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    rows, place = cursor.rows, cursor.place
    digits = max(len(str(len(session.journal.records))), 3)
    pointed = POINTING if cursor.journal else ""
    below = min(len(rows) - 1 - place, max(height // 2, height - 1 - place))
    first = max(place + below - height + 1, 0)
    shown = enumerate(rows[first : first + height], first)
    return filled([_draw_row(session, row, width, digits, pointed if at == place else "") for at, row in shown], height)


def _draw_row(session: Session, row: Row, width: int, digits: int, pointed: str) -> Line:
    record = session.journal.record(row[-1])
    if len(row) > 1:
        orders = sum(session.journal.record(number).is_order for number in row)
        first = pad(str(row[0]), digits, right=True)
        taken = f"{counted(orders, 'order')} taken back" if orders else "taken back and brought back"
        text = f"{pointed or ' '}{TAKEN_BACK}{first} to {row[-1]}: {taken}"
        return (ink(pad(text, width - 1).rstrip(), QUIET),)
    in_force = row[0] in session.in_force or not record.is_order
    entry = entry_of(record, in_force, session.battle.ruleset.sequence)
    return draw_entry(entry, session.journal.results(record), width, digits, pointed)


class Working(Reader):
    """A page that explains a journal line in full. The odds that its order had are computed while the page is read."""

    def __init__(self, session: Session, record: Record, leads: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(f"Why? Line {record.number}: {record.headline}", self._lines, leads)
        self._session, self._record = session, record
        self._weighing = Weighing(self.work)

    def opened(self) -> None:
        journal, record = self._session.journal, self._record
        if record.is_order and record.faces:
            self._weighing.weigh(journal.battle_before(record.number), journal.order_of(record))

    def _lines(self, width: int) -> list[Line]:
        odds, note = self._weighing.odds, self._weighing.note
        drawn = draw_odds(odds, self._session.battle.tables, width) if odds and not note else []
        head = labelled("odds", note or "before the dice fell:", width) if drawn or note else []
        return why_lines(self._session, self._record, width, [*head, *drawn])


def why_lines(session: Session, record: Record, width: int, odds: Sequence[Line] = ()) -> list[Line]:
    """Explain a journal line under headings, with its result, ``odds``, dice and tables."""
    journal = session.journal
    lines: list[Line] = []
    if not record.is_order:
        lines += labelled("step", step_words(journal, record), width)
        for place, number in enumerate(journal.undo_history.moved(record)):
            moved = f"{number}  {capital(called(journal, journal.record(number)))}"
            lines += labelled("" if place else "lines", moved, width)
        return lines
    before = journal.battle_before(record.number)
    for result in journal.results(record):
        lines += labelled("" if lines else "result", " ".join(filter(None, (result.words, result.means))), width)
        lines += [line for row in result.rows for line in labelled("", row, width)]
    lines += [(), *odds] if odds and lines else odds
    last = ""
    for reason in why(record, journal.ruleset, before):
        heading = reason.heading if reason.heading != last else ""
        if heading and lines:
            lines.append(())
        last = reason.heading
        lines += labelled(heading, reason.text, width, reason.depth)
    if record.number not in session.in_force:
        lines += [(), (ink(" This line was taken back.", BOLD),)]
    return lines
