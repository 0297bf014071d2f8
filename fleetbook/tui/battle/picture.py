"""The battle page as lines: head, board, the zone below it, keys. What opens below moves no row of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.referee.proposals.measured import measured
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.board import Scroll, draw_sides, zones
from fleetbook.tui.battle.heading import draw_head
from fleetbook.tui.battle.journal_filter import filter_words
from fleetbook.tui.battle.journal_lines import draw_journal, draw_latest, why_lines
from fleetbook.tui.battle.key_bar import draw_order_keys
from fleetbook.tui.battle.result_band import draw_band, draw_due, draw_ends
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.card_lines import card_lines, least_lines, panel_lines
from fleetbook.tui.cards.ship_row import LEAST_HALF
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import as_many, beside, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.style import BOLD, KEY, NOTICE, QUIET

KEYS, LEAST_JOURNAL = 2, 2  # lines
SENT, LEAST_FOR_KEYS = "✉", 100  # the sign of an order from a phone, and the least width at which its keys are named
BRIEF_BAND = 2  # lines of the band above the lines of a key that brought several
LEAST_SPARE = 8  # empty lines of a form from which on the journal stands in them
WIDE = 160  # from here on a form stands beside the card of its target, and the working of a line beside the journal


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
    zone += KEYS - len(keys)
    lower = filled(_lower(view, width, zone), zone)
    if below := [*_message(view, width), *_sent(view, width)]:
        lower = [*lower[: -len(below)], *below]
    return filled([*head, *draw_sides(view, width, rows, scroll), *lower, *keys], height)


def _message(view: View, width: int) -> list[Line]:
    """The message on as many lines as it takes, or why nothing can be ordered, or the seed after the end."""
    session = view.session
    if view.message.text:
        return [
            draw_message(msgspec.structs.replace(view.message, text=line), (), width)
            for line in wrap(view.message.text, max(width - 2, 8))
        ]
    if (view.cursor.shown.typing or view.cursor.shown.sought) and view.form is None and view.sheet is None:
        return [_sought(view, width)]  # a form has its own keys there
    if session.barred:
        return [cut((ink(f" {line} ", NOTICE),), width) for line in wrap(session.barred, max(width - 2, 8))]
    return [cut((ink(f" seed {session.journal.revealed_seed}", QUIET),), width)] if session.battle.ended else []


def _sent(view: View, width: int) -> list[Line]:
    """The oldest order that a player has sent, on one line with its keys and the reason against it."""
    sent = view.sent
    if sent is None or view.told is not None:
        return []
    named = (("  Space", " give"), ("  F8", " open"), ("  -", " send back"))
    keys = tuple(piece for key, does in named for piece in (ink(key, KEY), ink(does, QUIET)))
    head: Line = (ink(f" {SENT} {sent.count} " if sent.count > 1 else f" {SENT} ", BOLD), ink(sent.words))
    against: Line = (ink(f"  ✗ {sent.problem}", NOTICE),) if sent.problem else ()
    takes_keys = width >= LEAST_FOR_KEYS and view.form is None and view.sheet is None
    room = width - (cells(keys) if takes_keys else 0)
    line = cut((*head, *against), room)
    return [cut((*line, *keys), width) if room < width else line]


def _sought(view: View, width: int) -> Line:
    """The words that the ships on the board have, and how many ships these are."""
    shown, cards = view.cursor.shown, view.session.cards()
    words = shown.words.draw() if shown.typing else (ink(shown.sought, BOLD),)
    found = sum(map(shown.fits, cards))
    keys: Line = (
        *((ink("Enter", KEY), ink(" goes on  ", QUIET)) if shown.typing else ()),
        ink("Esc", KEY),
        ink(" shows all", QUIET),
    )
    return cut((ink(" / ", KEY), *words, ink(f"  {found} of {len(cards)} ships   ", QUIET), *keys), width)


def _lower(view: View, width: int, zone: int) -> list[Line]:
    """The band with what it is about, then the form, the question, or the journal beside a ship's card."""
    session = view.session
    if view.told is not None:
        return _told(session, view.told, width, zone)
    if view.form is not None:
        return _entry(view, width, zone)
    if view.sheet is not None:
        from fleetbook.tui.battle.entry.sheet_lines import draw_sheet  # noqa: PLC0415 (start-up counts)

        return _with_journal(view, draw_sheet(view.sheet, width, zone), width)
    filtered = filter_words(session, view.cursor.filter, view.cursor.ship)
    if view.due:
        band = draw_due(session, view.due, view.again, width, zone)
    else:
        most = zone - (0 if session.battle.ended else LEAST_JOURNAL)
        of = view.cursor.number, width, most, filtered
        band = session.cached_for_line("band", of, lambda: draw_band(session, view.cursor.record, width, most, filtered))
    band = band or [draw_rule((ink(" No order yet ", QUIET),), (), width)]
    left = zone - len(band)
    if not (view.cursor.journal or view.due) and (latest := draw_latest(session, width, zone - BRIEF_BAND)):
        return [*band[:BRIEF_BAND], *latest]
    half = (width - 2) // 2
    if half < LEAST_HALF or not session.journal.records:
        return [*band, *draw_journal(session, view.cursor, width, left)]
    record = view.cursor.record
    thirds = width >= WIDE and record is not None
    each = (width - 3) // 3 if thirds else half
    columns = [(draw_journal(session, view.cursor, each, left), each), (_panel(view, view.cursor.ship, each, left), each)]
    if thirds and record is not None:
        columns.append((_why(session, record, each, left), each))
    return [*band, *beside(columns, left)]


def _why(session: Session, record: Record, width: int, height: int) -> list[Line]:
    """How the selected line came about, as far as there is room; the key leads to the rest."""
    lines = session.cached_for_line("why", (record.number, width), lambda: why_lines(session, record, width))
    return as_many([*lines], height, width, ": w")


def _told(session: Session, record: Record, width: int, zone: int) -> list[Line]:
    """The loss of a capital ship in place of all else below the board, until a key goes on."""
    band = draw_ends(session, record, width, zone - 1)
    keys: Line = (ink(" Enter", KEY), ink(" goes on   ", QUIET), ink("any other key", KEY), ink(" acts on it at once", QUIET))
    return [*filled(band, zone - 1), cut(keys, width)]


def _entry(view: View, width: int, zone: int) -> list[Line]:
    """The form or the open question; on a wide screen beside the card of the ship that it is about."""
    from fleetbook.tui.battle.entry.die_lines import draw_asking  # noqa: PLC0415 (start-up counts)
    from fleetbook.tui.battle.entry.form_lines import draw_form  # noqa: PLC0415

    form = view.form
    assert form is not None
    half = (width - 2) // 2
    aside = width >= WIDE and form.ships
    each = half if aside else width
    if view.answer is not None:
        lines = draw_asking(view.answer, form.headline, form.draft.kind.section, each, zone)
    else:
        before, asks = measured(view.session, form.draft), view.session.typed_dice
        lines = draw_form(form, (view.odds, view.note), each, zone, before=before, asks=asks)
    lines = _with_journal(view, filled(lines, zone), each)
    if not aside:
        return lines
    head, *rest = lines
    return [head, *beside([(rest, half), (_panel(view, form.ships[-1], half, zone - 1), half)], zone - 1)]


def _with_journal(view: View, lines: list[Line], width: int) -> list[Line]:
    """The lines of a form, a sheet or a question, with the journal in the place of many empty ones."""
    start, spare = max(((at, len([*run])) for at, run in _empty(lines)), key=lambda run: run[1], default=(0, 0))
    if spare < LEAST_SPARE or not view.session.journal.records:
        return lines
    journal = draw_journal(view.session, view.cursor, width, spare - 2)
    rule = draw_rule((ink(" journal ", QUIET),), (), width)
    return [*lines[: start + 1], rule, *journal, *lines[start + spare :]]


def _empty(lines: list[Line]) -> Iterator[tuple[int, list[Line]]]:
    """The runs of empty lines, each with its first place."""
    for empty, run in groupby(enumerate(lines), key=lambda line: not line[1]):
        if empty:
            (first, line), *others = run
            yield first, [line, *(other for _, other in others)]


def _panel(view: View, ship: str, width: int, height: int) -> Sequence[Line]:
    """The card of a ship in so many lines, whole if there is room for that."""
    card = next((card for card in view.session.cards() if card.name == ship), None)
    if card is None:
        return []
    whole = card_lines(card, width) if least_lines(card) < height else ()
    return whole if 0 < len(whole) < height else panel_lines(card, width, height, view.session.ticks(ship))
