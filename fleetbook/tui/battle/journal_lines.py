"""Lines of the journal: number, step, what was ordered and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.turn_sequence import TurnSequence
from fleetbook.core.play.wording import brief
from fleetbook.reports.text_layout import pad, wrap
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET

TAKEN_BACK, STEP_BACK, STEP_FORWARD = "⟲", "↶", "↷"
SELECTED = "▸"
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


def draw_entry(entry: Entry, width: int, digits: int, newest: bool) -> Line:
    """The record on one line; what does not fit is cut."""
    style = QUIET if not entry.in_force else BOLD if newest else PLAIN
    head = _head(entry, " ", digits, style)
    result = brief(entry.record, short=True)
    text = f"{entry.record.headline}  →  {result}" if result else entry.record.headline
    return (*head, ink(pad(text, width - cells(head)).rstrip(), style))


def draw_open_entry(entry: Entry, width: int, digits: int, focused: bool, most: int) -> list[Line]:
    """The selected record: its headline, and all that came of it on as many lines as it takes, up to ``most`` in all."""
    head = _head(entry, SELECTED if focused else " ", digits, CURSOR if focused else BOLD)
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
