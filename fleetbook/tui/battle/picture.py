"""The battle page as lines: two lines at the top, the board, result and journal, and keys. No row of the board ever moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.referee.proposals.measured import measured
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.board import MOST_FOOT, Scroll, draw_sides
from fleetbook.tui.battle.heading import draw_head
from fleetbook.tui.battle.journal_filter import OF_HER, filter_words
from fleetbook.tui.battle.journal_lines import draw_journal, why_lines
from fleetbook.tui.battle.key_bar import draw_order_keys
from fleetbook.tui.battle.result_band import draw_band, draw_due, draw_ends, news
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.card_lines import panel_lines
from fleetbook.tui.cards.ship_row import LEAST_HALF
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import BAR, as_many, beside, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.style import BOLD, KEY, NOTICE, QUIET

KEYS, LEAST_JOURNAL, AIRY = 2, 2, 12  # lines; the last is the least height at which a blank line stands above the journal
SENT = "✉"  # the sign of an order from a phone or a doctrine
LEAST_FOR_KEYS = 100  # the least width at which the keys for such an order are named
BANDS = (16, 8), (13, 7), (10, 6), (8, 5), (0, 4)
"""Pairs: the least number of lines below the board, and the lines of the result from this number on."""
FORM, BESIDE = 79, 118  # cells of a form beside a card, and the least width of the screen for both
WIDE = 160  # the least width at which the explanation of a line stands beside the card
FIXED = 6  # lines: two at the top, one for heads of columns, one above the result, two of keys
LOWER = (60, 12), (30, 7), (0, 6)
"""Pairs: the least height of the screen, and the lines below the board from this height on."""


def draw_battle(view: View, size: tuple[int, int], scroll: Scroll) -> list[Line]:
    """Draw the whole battle page for a width and height in cells. The result has exactly that many lines."""
    width, height = size
    head = draw_head(view, width)
    if view.briefing is not None:
        message = _message(view, width)
        return filled([*head, *view.briefing.draw(width, max(height - len(head) - len(message), 2)), *message], height)
    fills_in = view.form is not None or view.sheet is not None  # these have a line of keys of their own
    keys = [] if fills_in else draw_order_keys(view.commands, view.session, view.cursor.ship, width)
    rows, zone = zones(width, height, view.session)
    below = [*_message(view, width), *_sent(view, width)]
    covers = fills_in or view.told is not None or view.session.battle.ended  # then the last lines are not the journal's
    lower = _lower(view, width, (zone, 0 if covers else len(below)), KEYS - len(keys))
    lower = [*lower[: zone + KEYS - len(keys) - len(below)], *below]
    return filled([*head, *draw_sides(view, width, rows, scroll), *lower, *keys], height)


def _message(view: View, width: int) -> list[Line]:
    """The message in full. If there is none, the searched words, or the reason why nothing can be ordered, or after the end the
    seed.
    """
    session = view.session
    if view.message.text:
        return [
            draw_message(msgspec.structs.replace(view.message, text=line), (), width)
            for line in wrap(view.message.text, max(width - 2, 8))
        ]
    if view.cursor.search.is_on and view.form is None and view.sheet is None:  # a form has its own keys there
        return [cut(view.cursor.search.draw(view.cursor.found), width)]
    if session.barred:
        return [cut((ink(f" {line} ", NOTICE),), width) for line in wrap(session.barred, max(width - 2, 8))]
    return [cut((ink(f" seed {session.journal.revealed_seed}", QUIET),), width)] if session.battle.ended else []


def _sent(view: View, width: int) -> list[Line]:
    """The line about the oldest waiting order of a player, with its keys and the reason against it, if any."""
    sent = view.sent
    if sent is None or view.told is not None:
        return []
    several = sent.count > 1 or (sent.goes_on and width >= LEAST_FOR_KEYS)
    named = [("Space", sent.space)] * bool(sent.space) + [("+", "all")] * (several and bool(sent.space))
    if sent.count and (width >= LEAST_FOR_KEYS or not named):
        named += [("F8", "open"), ("-", sent.minus)]
    keys: Line = tuple(piece for key, does in named for piece in (ink(f"  {key}", KEY), ink(f" {does}", QUIET)))
    head: Line = (ink(f" {SENT} {sent.count} " if sent.count > 1 else f" {SENT} ", BOLD), ink(sent.words))
    remark: Line = (ink(f"  ({sent.remark})", QUIET),) if sent.remark else ()
    against: Line = (ink(f"  ✗ {sent.problem}", NOTICE),) if sent.problem else remark
    takes_keys = view.form is None and view.sheet is None
    room = width - (cells(keys) if takes_keys else 0)
    line = cut((*head, *against), room)
    return [cut((*line, *keys), width) if room < width else line]


def zones(width: int, height: int, session: Session) -> tuple[int, int]:
    """The lines for the board, and the lines below it for result, journal and card. Few ships leave more lines below."""
    return session.cached_for_line("zones", (width, height), lambda: _zones(width, height, session))


def _zones(width: int, height: int, session: Session) -> tuple[int, int]:
    rest = height - FIXED
    least = min(next(lines for size, lines in LOWER if height >= size), max(rest // 2, 1))
    sides = session.battle.sides
    cards = session.battle.setup.ships
    longest = max(
        (len(own) + len({ship.squadron for ship in own if ship.squadron}) for side in sides
         if (own := [ship for ship in cards if ship.side == side])), default=0,
    )  # fmt: skip
    if width < 2 * LEAST_HALF + 2:
        return rest - least + 1, least + 1
    lower = max(least, rest - 1 - longest - MOST_FOOT)
    return rest - lower + 1, lower + 1


class Panes(NamedTuple):
    """The parts of the screen below the board. At a given size of screen they never move.

    left   the width of the left part: the result above the journal, or an open form or question
    card   the width of a ship's card; 0 for none
    why    the width of the explanation of the selected line; 0 for none
    zone   the height of all parts, with the horizontal line at the top
    band   the height of the result with its horizontal line; the journal has the rest
    """

    left: int
    card: int
    why: int
    zone: int
    band: int

    @property
    def journal(self) -> int:
        return self.zone - self.band


def panes(width: int, zone: int) -> Panes:
    """The parts for a screen of this width, if ``zone`` lines are below the board."""
    band = min(next(lines for least, lines in BANDS if zone >= least), max(zone - LEAST_JOURNAL, 1))
    if width < 2 * LEAST_HALF + 1:
        return Panes(width, 0, 0, zone, band)
    if width < BESIDE:
        left = width * 5 // 8
        return Panes(left, width - left - 1, 0, zone, band)
    if width < WIDE:
        return Panes(FORM, width - FORM - 1, 0, zone, band)
    left = width // 2 - 1
    card = (width - left - 2) // 2
    return Panes(left, card, width - left - card - 2, zone, band)


def _lower(view: View, width: int, lines: tuple[int, int], keys: int) -> list[Line]:
    """The lines below the board. The verdict and the loss of a capital ship take the whole width.

    ``lines`` has their number, and how many of them at the foot are messages; messages cover no journal lines. ``keys`` is the
    height of the key bar, which a form or a question may cover.
    """
    (whole, taken), session = lines, view.session
    zone = max(whole - taken, 1)
    parts = panes(width, whole)._replace(zone=zone)
    ends = session.battle.ended and view.cursor.record is session.last
    asks = view.form is not None or view.sheet is not None or view.told is not None or ends
    if ends or view.told is not None or (asks and width < BESIDE):
        parts = parts._replace(left=width, card=0, why=0)
    head, *left = _left(view, parts, width, keys) if asks or view.due else _resting(view, parts, width)
    body = left[: zone - 1]
    if parts.card:
        card = filled(_panel(view, _shown_ship(view), parts.card, whole - 1), whole - 1)[: zone - 1]
        if parts.why:
            record = view.cursor.record
            why = _why(session, record, parts.why, zone - 1) if record else []
            card = beside([(card, parts.card), (why, parts.why)], zone - 1)
        body = [(*line, BAR, *other) for line, other in zip(body, card, strict=True)]
    return [head, *body, *left[zone - 1 :]]


def _resting(view: View, parts: Panes, width: int) -> list[Line]:
    """The left part while no form or question is open. It is drawn again only if another line is selected or shown."""
    cursor = view.cursor
    of = cursor.filter, cursor.ship if cursor.filter in OF_HER else "", cursor.journal, cursor.number, cursor.place
    return view.session.cached_for_line("left pane", (of, cursor.lines.text, parts, width), lambda: _left(view, parts, width, 0))


def _left(view: View, parts: Panes, width: int, keys: int) -> list[Line]:
    """First the dividing line across the screen. Then the left pane: news or reminders above, the journal below; a form or a
    question takes the lines that it needs. Last, the lines of a form or question that cover the key bar.
    """
    journal = partial(draw_journal, view.session, view.cursor, parts.left)
    head, *upper = _upper(view, parts, width, keys)
    fills_in, height = view.form is not None or view.sheet is not None, parts.zone - 1
    if fills_in or view.told is not None or view.session.battle.ended:
        # the rows of a form come and go, and the journal below them stands still
        lines = covered(upper, journal, height, (height if height < AIRY else height * 2 // 3) if fills_in else 0)
    else:
        above = max(parts.band - 1, len(upper))  # long reminders cover lines of the journal
        lines = [*filled(upper, above), *journal(max(parts.zone - 1 - above, 0))]
    return [head, *beside([(lines, parts.left)], parts.zone - 1), *lines[parts.zone - 1 :]]


def covered(upper: list[Line], journal: Callable[[int], list[Line]], height: int, kept: int = 0) -> list[Line]:
    """The lines ``upper`` in at least ``kept`` lines, and below them the journal in the rest of the height. Lines beyond
    ``height`` come last.
    """
    body, foot = upper[:height], upper[height:]
    used = max((place + 1 for place, line in enumerate(body) if line), default=0)
    used = max(used, kept)
    free = height - used - (used > 0 and height >= AIRY)
    shown = journal(free) if free >= LEAST_JOURNAL else []
    return [*filled(body[:used], height - len(shown)), *shown, *foot]


def _upper(view: View, parts: Panes, width: int, keys: int) -> list[Line]:
    """The dividing line across the screen, and below it the form, the question, the reminders or the news. ``keys`` is the number
    of lines of the key bar that a form or a question may cover.
    """
    session, zone = view.session, parts.zone
    if view.told is not None:
        return _told(session, view.told, parts.left, zone + keys)
    if view.form is not None:
        return _across(_entry(view, parts.left, zone + keys), parts.left, width)
    if view.sheet is not None:
        from fleetbook.tui.battle.entry.sheet_lines import draw_sheet  # noqa: PLC0415 (start-up counts)

        return _across(draw_sheet(view.sheet, parts.left, zone + keys), parts.left, width)
    if view.due:
        return draw_due(session, view.due, view.again, (width, parts.left), zone)
    filtered = filter_words(session, view.cursor.filter, view.cursor.ship)
    height = zone - 1 if session.battle.ended else parts.band  # the seed stands below the end
    record = view.cursor.record
    records = [record] if record and view.cursor.journal else news(session, record)
    of = [one.number for one in records], width, height, filtered
    band = session.cached_for_line("band", of, lambda: draw_band(session, records, (width, parts.left), height, filtered))
    return band or [draw_rule((ink(" No order yet ", QUIET),), (), width)]


def _across(lines: list[Line], left: int, width: int) -> list[Line]:
    """The lines, with the first one, a horizontal line, continued across the screen."""
    head, *rest = lines
    text, style = head[-1]
    return [(*head, ink(text[-1] * (width - left), style)), *rest] if left < width else lines


def _shown_ship(view: View) -> str:
    """The ship whose card is shown: the target of the order being filled in, or the ship with the cursor."""
    if view.form is not None and view.form.ships:
        return view.form.ships[-1]
    if view.sheet is not None:
        return str(view.sheet.drafts[view.sheet.at].values[view.sheet.target] or view.sheet.row.ship)
    return view.cursor.card


def _why(session: Session, record: Record, width: int, height: int) -> list[Line]:
    """The explanation of the selected line, as far as there is room. A key shows the rest."""
    lines = session.cached_for_line("why", (record.number, width), lambda: why_lines(session, record, width))
    return as_many([*lines], height, width, ": w")


def _told(session: Session, record: Record, width: int, zone: int) -> list[Line]:
    """The loss of a capital ship or the decision of the battle. It replaces everything below the board until a key is pressed."""
    band = draw_ends(session, record, width, zone - 1)
    keys: Line = (ink(" Enter", KEY), ink(" goes on   ", QUIET), ink("any other key", KEY), ink(" acts in the battle", QUIET))
    return [*filled(band, zone - 1), cut(keys, width)]


def _entry(view: View, width: int, height: int) -> list[Line]:
    """The form or the open question in exactly ``height`` lines."""
    from fleetbook.tui.battle.entry.die_lines import draw_asking  # noqa: PLC0415 (start-up counts)
    from fleetbook.tui.battle.entry.form_lines import draw_form  # noqa: PLC0415

    form = view.form
    assert form is not None
    if view.answer is not None:
        return filled(draw_asking(view.answer, form.headline, form.draft.kind.section, width, height), height)
    before, asks = measured(view.session, form.draft), view.session.typed_dice
    return draw_form(form, (view.odds, view.note), width, height, before=before, asks=asks)


def _panel(view: View, ship: str, width: int, height: int) -> Sequence[Line]:
    """The card of a ship in at most ``height`` lines, then the newest lines of the journal about her."""
    session = view.session
    return session.cached_for_line("card", (ship, width, height), lambda: _draw_panel(session, ship, width, height))


def _draw_panel(session: Session, ship: str, width: int, height: int) -> Sequence[Line]:
    from fleetbook.tui.battle.ship_page import last_lines  # noqa: PLC0415 (start-up counts)

    card = next((card for card in session.cards() if card.name == ship), None)
    shown = panel_lines(card, width, height, session.ticks(ship)) if card else []
    return [*shown, *last_lines(session, ship, width, height - len(shown))]
