"""Draw the lines of the journal, and explain in full how a line came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import DONE, GRAVE, MISSED, NOTHING, Result
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.parsing import capital, counted
from fleetbook.core.play.going_back import called, step_words
from fleetbook.core.play.why import why
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import cell_width, clean, pad
from fleetbook.tui.battle.briefing import briefing_lines
from fleetbook.tui.battle.entry.odds_lines import draw_odds
from fleetbook.tui.battle.entry.odds_worker import Weighing
from fleetbook.tui.battle.journal_filter import Row
from fleetbook.tui.battle.view import Cursor
from fleetbook.tui.cards.card_lines import labelled
from fleetbook.tui.kit.grid import POINTING, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

TAKEN_BACK, STEP_BACK, STEP_FORWARD = "⟲", "↶", "↷"
LEAST_ORDER = 8  # cells for the order behind its consequence
MOST_SHIPS = 3  # hurt by one order, with their names


def draw_record(session: Session, record: Record, width: int, digits: int, selected: str = "") -> Line:
    """A record on one line: its consequence first, then the order. ``selected`` is the cursor's sign, if any. A step begun is a
    thin rule, unless it brought something.
    """
    in_force = record.number in session.in_force or not record.is_order
    results = session.journal.results(record)
    if record.procedure == NextStep.id and in_force and not session.is_news(record) and not selected.strip():
        return _step(session, record, width)
    sign = (STEP_BACK if record.kind == "undo" else STEP_FORWARD) if not record.is_order else " " if in_force else TAKEN_BACK
    head: Line = (ink(f"{selected or ' '}{sign}", POINT), ink(f"{pad(str(record.number), digits, right=True)} ", QUIET))
    loud, text = consequence(session, record, results)
    strong, style = (BOLD, PLAIN) if in_force else (QUIET, QUIET)
    said = f"{loud}  " if loud else ""
    room = width - cells(head) - cell_width(clean(said))
    if room < LEAST_ORDER:
        return cut((*head, ink(said.rstrip(), CURSOR if selected.strip() else strong)), width)
    detail = pad(capital(text), room).rstrip()
    return (*head, ink(said, strong), ink(detail, CURSOR if selected.strip() else QUIET if loud else style))


def _step(session: Session, record: Record, width: int) -> Line:
    battle = session.journal.battle_after(record.number)
    sequence = battle.ruleset.sequence
    step = sequence.now(battle)
    return draw_rule((ink(f" {battle.turn}.{step.number} {sequence.title(step, battle)} ", QUIET),), (), width)


def consequence(session: Session, record: Record, results: Sequence[Result]) -> tuple[str, str]:
    """What an order brought, in a few words, and the order. Ships that it hurt come first, the gravest before the others; then
    the result; a move or a ruling has nothing of the kind.
    """
    harm = session.harm(record)
    if harm:
        said = "  ".join(f"{one.ship.upper()} {', '.join(word.text for word in one.words)}" for one in harm[:MOST_SHIPS])
        event = next((result.words for result in results if result.kind == GRAVE and not result.subject), record.headline)
        return f"{said}{f' +{len(harm) - MOST_SHIPS} more' if len(harm) > MOST_SHIPS else ''}", event
    first = results[0] if results else None
    if first and first.head.casefold() == record.headline.casefold():
        return "", first.words
    if first is None or first.kind in (NOTHING, DONE):
        return "", record.headline
    if record.procedure == NextStep.id:
        return first.head.upper(), first.words
    return first.head if first.kind == MISSED else first.head.upper(), record.headline


def draw_journal(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    """The journal in exactly so many lines, with the selected line among them."""
    if not session.journal.records:
        first: Line = (ink(" F3: the whole briefing. Orders stand below, n: next step.", QUIET),)
        return filled([cut(first, width), *briefing_lines(session.journal, width)], height)
    return _window(session, cursor, width, height)


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
    return draw_record(session, record, width, digits, pointed)


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
