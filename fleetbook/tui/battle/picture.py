"""Arrange the battle page. Other modules draw its parts, such as the fleets, the journal and the form."""

from __future__ import annotations

from dataclasses import replace

from fleetbook.referee.proposals.measured import measured
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.entry.form_lines import draw_asking, draw_form
from fleetbook.tui.battle.fleet_lines import WIDE, Scroll, draw_fleets
from fleetbook.tui.battle.heading import draw_head
from fleetbook.tui.battle.help_here import field_help
from fleetbook.tui.battle.journal_lines import draw_journal, why_lines
from fleetbook.tui.battle.key_bar import draw_order_keys
from fleetbook.tui.battle.result_band import draw_band, draw_due
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import beside, draw_rule, filled
from fleetbook.tui.kit.line import Line, cut, flow, ink
from fleetbook.tui.kit.style import BOLD, IN_THE_WATER, NOTICE, QUIET, side_look

VERY_WIDE, ASIDE = 160, 60  # on a screen this wide, a column of 60 cells at the right explains the selected line
LEAST_JOURNAL, LEAST_FLEETS, LEAST_BAND = 3, 6, 4
COUNTERS_INDENT, MOST_COUNTERS = 3, 4


def draw_battle(view: View, size: tuple[int, int], scroll: Scroll) -> list[Line]:
    """Draw the whole battle page for a width and height in cells. The result has exactly that many lines."""
    width, height = size
    head = draw_head(view, width)
    if view.briefing is not None:
        message = _message(view, width) if view.message.text else []
        return filled([*head, *view.briefing.draw(width, max(height - len(head) - len(message), 2)), *message], height)
    foot = [*_message(view, width), *([] if view.form is not None else draw_order_keys(view.commands, view.session, width))]
    room = max(height - len(head) - len(foot), 2)
    if width >= VERY_WIDE:
        left = width - ASIDE - 1
        middle = beside([(_middle(view, left, room, scroll), left), (_aside(view, ASIDE, room), ASIDE)], room)
    else:
        middle = _middle(view, width, room, scroll)
    return filled([*head, *middle, *foot], height)


def _message(view: View, width: int) -> list[Line]:
    """The message, wrapped. If there is none: why no order can be given, or the seed of a battle that has ended."""
    session = view.session
    if view.message.text:
        return [draw_message(replace(view.message, text=line), (), width) for line in wrap(view.message.text, max(width - 2, 8))]
    if session.barred:
        return [cut((ink(f" {session.barred} ", NOTICE),), width)]
    return [cut((ink(f" seed {session.journal.revealed_seed}", QUIET),), width)] if session.battle.ended else [()]


def _middle(view: View, width: int, room: int, scroll: Scroll) -> list[Line]:
    """The fleets and counters, and below them the journal, the form or the open question."""
    counters = [] if view.form is not None else _counters(view, width)
    lower = _lower(view, width, room - len(counters))
    return [*draw_fleets(view, width, room - len(counters) - len(lower), scroll), *counters, *lower]


def _counters(view: View, width: int) -> list[Line]:
    """The counters on the table other than ships, such as torpedoes. Each has its side's colour."""
    session = view.session
    found = session.cached_for_line("counters", (), lambda: session.battle.ruleset.counters(session.battle))
    if not found:
        return []
    head = draw_rule((ink(" On the table ", IN_THE_WATER),), (), width, IN_THE_WATER, "~")
    parts: list[Line] = [
        (ink(marker.name, side_look(session.battle.sides, marker.side)[0]), ink(f" {marker.place}")) for marker in found
    ]
    return [head, *flow(parts, width, COUNTERS_INDENT)[:MOST_COUNTERS]]


def _lower(view: View, width: int, room: int) -> list[Line]:
    most = max(room - LEAST_FLEETS, LEAST_JOURNAL)
    if view.answer is not None:
        return draw_asking(view.answer, view.form.headline if view.form else "", width, most)
    if view.form is not None:
        most = min(most, max(room * 3 // 4, LEAST_JOURNAL))
        before, asks = measured(view.session, view.form.draft), view.session.typed_dice
        return draw_form(view.form, (view.odds, view.note), width, most, before=before, asks=asks)
    most = max(min(room // 2, room - LEAST_FLEETS - LEAST_JOURNAL), LEAST_BAND)
    band = (draw_due(view.session, view.due, view.again, width, most) if view.due
            else draw_band(view.session, view.cursor.record, width, most))  # fmt: skip
    journal = _journal_height(view, width, room - len(band))
    return [*draw_journal(view.session, view.cursor, width, journal), *band]


def _journal_height(view: View, width: int, room: int) -> int:
    """The height of the journal: a third of the lines, or more or fewer if the fleets or the journal are short."""
    lines = len(view.session.journal.records)
    fleets = max(len(view.session.cards()) * (1 if width < WIDE else 2), LEAST_FLEETS) + 2
    height = min(max(room // 3, room - fleets * 2, LEAST_JOURNAL), room - LEAST_FLEETS)
    return min(height, max(lines + 1, LEAST_JOURNAL)) if lines else height


def _aside(view: View, width: int, height: int) -> list[Line]:
    """The column at the right. It explains the selected journal line, or helps with the form's current row."""
    record = view.cursor.record
    if view.form is not None and view.answer is None:
        title, lines, more = "Help for this row", field_help(view.form, width), "F1"
    elif record is not None:
        title, lines, more = f"Why? Line {record.number}", why_lines(view.session, record, width), "w"
    else:
        return []
    if len(lines) > height - 1:
        lines = [*lines[: height - 2], (ink(f" more: {more}", BOLD),)]
    return [draw_rule((ink(f" {title} ", QUIET),), (), width), *(cut(line, width) for line in lines)]
