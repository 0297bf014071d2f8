"""Lines of the journal: number, step, what was ordered and what came of it; and the whole working of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.parsing import counted
from fleetbook.core.play.wording import brief, why
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import pad, wrap
from fleetbook.tui.battle.view import Cursor
from fleetbook.tui.kit.card_lines import labelled
from fleetbook.tui.kit.grid import POINTING, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import ACTING, BOLD, CURSOR, PLAIN, POINT, QUIET

TAKEN_BACK, STEP_BACK, STEP_FORWARD = "⟲", "↶", "↷"
LEAST_STEP, LEAST_TURN = 6, 4  # cells of a step, and of what stands before its number


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as the journal shows it: whether it is still in force, and the number of its step."""

    record: Record
    in_force: bool
    step: str

    @property
    def sign(self) -> str:
        """Told by a sign: taken back, a step back, a step forward."""
        if self.record.is_order:
            return " " if self.in_force else TAKEN_BACK
        return STEP_BACK if self.record.kind == "undo" else STEP_FORWARD


def entry_of(record: Record, in_force: bool, sequence: TurnSequence[Any]) -> Entry:
    """How a record is shown."""
    known = {phase.id: phase.number for phase in sequence.phases}
    step = f"T{record.turn}.{known.get(record.phase, '?')}"
    return Entry(record, in_force, pad(step, max(LEAST_STEP, LEAST_TURN + max(map(len, known.values()), default=1))))


def draw_entry(entry: Entry, width: int, digits: int) -> Line:
    """The record on one line; what does not fit is cut."""
    style = PLAIN if entry.in_force else QUIET
    head = _head(entry, " ", digits, style)
    result = brief(entry.record, short=True)
    text = f"{entry.record.headline}  →  {result}" if result else entry.record.headline
    return (*head, ink(pad(text, width - cells(head)).rstrip(), style))


def draw_open_entry(entry: Entry, width: int, digits: int, focused: bool, most: int) -> list[Line]:
    """The selected record: its headline, and all that came of it on as many lines as it takes, up to ``most`` in all."""
    head = _head(entry, POINTING if focused else " ", digits, CURSOR if focused else BOLD)
    indent = cells(head)
    result = brief(entry.record)
    text = f"{entry.record.headline}  →  {result}" if result else entry.record.headline
    style = BOLD if entry.in_force or not entry.record.is_order else QUIET
    texts = wrap(text, max(width - indent, 8), 2)
    if len(texts) > most:
        texts = [*texts[: most - 1], f"{pad(texts[most - 1], max(width - indent, 8) - 10).rstrip()} … w: all"]
    return [
        (*head, ink(texts[0], style)),
        *((ink(" " * indent), ink(line, style)) for line in texts[1:]),
    ]


def _head(entry: Entry, cursor: str, digits: int, style: object) -> Line:
    number = pad(str(entry.record.number), digits, right=True)
    return (
        ink(f"{cursor}{entry.sign}", POINT),
        ink(number, QUIET),
        ink(f" {entry.step} ", QUIET),
    )


def draw_journal(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    """The journal in exactly so many lines: the selected line whole, those before it above and those after it below."""
    records = session.journal.records
    right: Line = (ink(f" {counted(len(records), 'line')} ", QUIET),) if records else ()
    title = (ink(" Journal ", ACTING if cursor.journal else QUIET),)
    lines = [draw_rule(title, right, width)]
    if not records:
        lines.append((ink("   The journal is empty. The keys of the orders stand below; n is the next step.", QUIET),))
        return filled(lines, height)
    return [*lines, *_window(session, cursor, width, height - 1)]


def _window(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    records, sequence = session.journal.records, session.battle.ruleset.sequence
    digits, selected = max(len(str(len(records))), 3), cursor.number

    def entry(number: int) -> Line:
        shown = entry_of(records[number - 1], _in_force(session, number), sequence)
        return draw_entry(shown, width, digits)

    opened = entry_of(records[selected - 1], _in_force(session, selected), sequence)
    middle = draw_open_entry(opened, width, digits, cursor.journal, max(height - 1, 1))[:height]
    below = [entry(number) for number in range(selected + 1, min(selected + height - len(middle), len(records)) + 1)]
    below = below[: max((height - len(middle)) // 2, height - len(middle) - (selected - 1))]
    above_room = height - len(middle) - len(below)
    above = [entry(number) for number in range(max(selected - above_room, 1), selected)]
    return filled([*above, *middle, *below], height)


def _in_force(session: Session, number: int) -> bool:
    return number in session.in_force or not session.journal.records[number - 1].is_order


def why_lines(session: Session, record: Record, width: int) -> list[Line]:
    """The working of a line, heading by heading."""
    journal = session.journal
    before = journal.battle_before(record.number)
    lines: list[Line] = []
    last = ""
    for reason in why(record, journal.ruleset, before):
        heading = reason.heading if reason.heading != last else ""
        if heading and lines:
            lines.append(())
        last = reason.heading
        lines += labelled(heading, reason.text, width)
    if record.is_order and record.number not in session.in_force:
        lines += [(), (ink(" This line was taken back.", BOLD),)]
    return lines
