"""Draw the battle in large letters, to be read from two metres away."""

from __future__ import annotations

from unicodedata import normalize

from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.core.play.going_back import step_words
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import cell_width, clean, fit, wrap
from fleetbook.tui.battle.board import Scroll
from fleetbook.tui.battle.heading import present_title
from fleetbook.tui.battle.key_bar import draw_order_keys
from fleetbook.tui.battle.picture import draw_battle
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import POINTING, filled
from fleetbook.tui.kit.line import Line, cells, cut, ink, spread
from fleetbook.tui.kit.style import ACTING, BOLD, CURSOR, FREE, GONE, LOST, PLAIN, POINT, WARNING

FREE_CELLS, STRUCK_CELLS = "██", "░░"
FIRST, LAST, FULL_WIDTH = "!", "~", 0xFEE0
WIDE_BLANK = "  "  # two cells, as every letter
MOST_APART, MOST_LAST = 3, 3


def large(text: str) -> str:
    """The text in full-width characters, two cells each. A character without a full-width form stays as it is."""
    return "".join(
        WIDE_BLANK if sign == " " else chr(ord(sign) + FULL_WIDTH) if FIRST <= sign <= LAST else sign
        for sign in normalize("NFD", clean(text))
    )


def draw_board(view: View, size: tuple[int, int], scroll: Scroll) -> list[Line]:
    """Draw the whole screen for a width and height in cells. A form or the briefing is drawn in normal letters."""
    if view.form is not None or view.briefing is not None:
        return draw_battle(view, size, scroll)
    session, (width, height) = view.session, size
    end: Line = (ink(f" {view.shared[1]} ", BOLD),) if view.shared else ()
    step = large(f"Turn {session.battle.turn} {present_title(session.battle)}")
    title = spread((ink(fit(step, width - 1 - cells(end)), ACTING),), end, width)
    foot = [
        *_last(session, width),
        draw_message(view.message, (), width),
        *draw_order_keys(view.commands, session, view.cursor.ship, width),
    ]
    room = height - len(foot) - 2
    rows = _rows(session, view.cursor.ship, width)
    apart = min(max(room // max(len(rows), 1), 1), MOST_APART)
    cursor = next((place for place, (name, _) in enumerate(rows) if name == view.cursor.ship), 0)
    shown = max(room // apart, 1)
    top = max(min(cursor - shown // 2, len(rows) - shown), 0)
    body = [line for _, row in rows[top : top + shown] for line in (row, *[()] * (apart - 1))]
    return filled([*filled([title, (), *body[:room]], height - len(foot)), *foot], height)


def _rows(session: Session, cursor: str, width: int) -> list[tuple[str, Line]]:
    """The lines of the board: one for each side and each of its ships. Each comes with the ship's name, empty for a side."""
    cards = session.cards()
    size = min(max((cell_width(large(card.name)) for card in cards), default=0), width // 2)
    digits = max((len(str(card.first.left)) for card in cards if card.first), default=1)
    rows: list[tuple[str, Line]] = []
    for side in session.battle.sides:
        rows.append(("", (ink(fit(large(side), width - 1), BOLD),)))
        rows += [(card.name, _ship(card, card.name == cursor, (size, digits), width)) for card in cards if card.side == side]
    return rows


def _ship(card: CardView, pointed: bool, sizes: tuple[int, int], width: int) -> Line:
    size, digits = sizes
    name = fit(large(card.name), size)
    style = CURSOR if pointed else LOST if card.fate else BOLD
    head: Line = (ink(POINTING if pointed else " ", POINT), ink(name, style), ink(" " * (size - cell_width(name) + 2)))
    if card.fate:
        return cut((*head, ink(f"✗ {card.fate}", LOST)), width)
    conditions = large(" ".join(condition.short for condition in card.conditions))
    rest = width - size - 4 - cell_width(clean(conditions)) - 2
    return cut((*head, *_boxes(card.first, digits, rest), ink(f"  {conditions}", WARNING)), width)


def _boxes(track: Track | None, digits: int, room: int) -> Line:
    if track is None or room < 8:
        return ()
    count = f"{large(f'{track.left:>{digits}}')} "
    whole = max(min(track.full, (room - cell_width(count)) // 2), 1)
    free = -(-track.left * whole // max(track.full, 1))
    free = min(free, whole - (track.left < track.full and whole > 1))
    return ink(count, BOLD), ink(FREE_CELLS * free, FREE), ink(STRUCK_CELLS * (whole - free), GONE)


def _last(session: Session, width: int) -> list[Line]:
    last = session.last
    if last is None:
        return [()]
    results = session.journal.results(last)
    text = " ".join(result.words for result in results) or step_words(session.journal, last)
    lines = [large(line) for line in wrap(text, max((width - 2) // 2, 8))]
    if len(lines) > MOST_LAST:
        lines = wrap(text, max(width - 2, 8))[:2]
    return [(ink(f" {line}", PLAIN),) for line in lines]
