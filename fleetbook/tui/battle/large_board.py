"""Draws the battle in large letters for readers two metres away: the side to act, the score, and damaged ships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import points, scores, verdict
from fleetbook.referee.damage_words import damage_words, is_hurt
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import clean
from fleetbook.tui.battle.board import Scroll
from fleetbook.tui.battle.heading import draw_sequence, leading, present_title
from fleetbook.tui.battle.key_bar import draw_order_keys
from fleetbook.tui.battle.picture import draw_battle
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.boxes import is_low
from fleetbook.tui.kit.banner import LINES, draw_large, parts_width, wrapped
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import AIMED, POINTING, beside, draw_rule, filled, window
from fleetbook.tui.kit.line import Line, Piece, cells, cut, flow, ink, spread
from fleetbook.tui.kit.style import BOLD, GRAVE, PLAIN, POINT, QUIET, side_look

BESIDE = 180  # the least width in cells at which each side has a column of its own
DOUBLED = 40  # the least height in lines at which the letters may be doubled
MARGIN = 2  # cells before a ship's name, for her mark
MOST_LAST = 2  # rows of large letters about the last order; a longer outcome is drawn small

Block: TypeAlias = tuple[str, Sequence[Line]]
"""The lines of one ship with her name, or other lines with an empty name."""


@dataclass(frozen=True)
class _Way:
    """A way to draw the ships: the size of letters, whether all ships are shown, and whether damage has lines of its own."""

    scale: int
    every_ship: bool
    words: bool


WAYS = _Way(2, True, True), _Way(2, False, True), _Way(1, True, True), _Way(1, False, True), _Way(1, False, False)
"""The ways to draw the ships. The first that fits is used; the last one scrolls."""


def draw_board(view: View, size: tuple[int, int], scroll: Scroll) -> list[Line]:
    """Draw the whole screen for a width and height in cells. Forms, long texts and a search are drawn in normal letters."""
    session, (width, height) = view.session, size
    if view.form or view.briefing or view.told or session.battle.ended or view.cursor.search.is_on:
        return draw_battle(view, size, scroll)
    end: Line = (ink(f" {view.shared[1]} ", BOLD),) if view.shared else ()
    head = [spread(draw_sequence(session.battle, width - cells(end) - 1), end, width), *_who(session, width, height)]
    foot = [
        *_last(session, width),
        draw_message(view.message, (), width),
        *draw_order_keys(view.commands, session, view.cursor.ship, width),
    ]
    room = height - len(head) - len(foot)
    if room <= LINES:
        return draw_battle(view, size, scroll)
    return filled([*head, *_fleets(view, width, room), *foot], height)


def _who(session: Session, width: int, height: int) -> list[Line]:
    """The side that acts, or the step if all act. The score follows as far as there is room, with the leader in bold."""
    battle, now = session.battle, session.acting
    who = ink(now or present_title(battle), side_look(battle.sides, now)[0] + BOLD)
    bare, named = list[Piece](), list[Piece]()
    counted = scores(battle) if battle.setup.victory else ()
    ahead = leading(battle, verdict(battle))
    for side in counted if any(side.parts for side in counted) else ():
        hue = side_look(battle.sides, side.side)[0] + (BOLD if side.side == ahead else PLAIN)
        named += [*([ink(":")] if named else []), ink(f"{side.side} {points(side.value)}", hue)]
        bare += [*([ink(":")] if bare else []), ink(points(side.value), hue)]
    for scale, score in ((2, bare), (1, named), (1, bare), (1, [])):
        left, right = parts_width([who], scale), parts_width(score, scale)
        if left + right + MARGIN + LINES * scale * bool(score) <= width and (scale == 1 or height >= DOUBLED):
            rows = zip(draw_large([who], scale), draw_large(score, scale) or [()] * LINES * scale, strict=True)
            return [spread((ink(" "), *row), (*end, ink(" ")), width) for row, end in rows]
    return [cut((ink(" "), who), width)]


def _last(session: Session, width: int) -> list[Line]:
    """The result of the last order, in large letters if it is short, with the order below."""
    last = session.last
    if last is None:
        return [()]
    telling = session.tell(last)
    loud, text = telling.loud, telling.quiet or telling.step
    rows = wrapped(loud, width - MARGIN) if loud else []
    large = [line for row in rows for line in draw_large([ink(row, BOLD)])] if len(rows) <= MOST_LAST else []
    small = text if large else "  ".join(filter(None, (loud, text)))
    rule = draw_rule((ink(f" {small} ", PLAIN if large else BOLD),), (ink(f" line {last.number} ", QUIET),), width)
    return [rule, *((ink(" "), *line) for line in large)]


def _fleets(view: View, width: int, room: int) -> list[Line]:
    """The sides in exactly ``room`` lines: beside each other on a wide screen, otherwise below each other."""
    sides = view.session.battle.sides
    columns = [(side,) for side in sides] if width >= BESIDE else [tuple(sides)]
    each = (width - len(columns) + 1) // len(columns)
    for way in WAYS:
        drawn = [[block for side in column for block in _side(view, side, each, way)] for column in columns]
        high = max(sum(len(lines) for _, lines in blocks) for blocks in drawn)
        wide = max(cells(line) for blocks in drawn for _, lines in blocks for line in lines)
        if high <= room and wide <= each:
            break
    return beside([(_in_view(view, blocks, room), each) for blocks in drawn], room)


def _side(view: View, side: str, width: int, way: _Way) -> list[Block]:
    session, struck = view.session, view.session.struck()
    cards = [card for card in session.cards() if card.side == side]
    shown = [card for card in cards if way.every_ship or is_hurt(card) or card.name == view.cursor.ship or card.name in struck]
    shown = [card for card in shown if not card.fate or card.name in struck]
    hue, sign = side_look(session.battle.sides, side)
    gone = sum(bool(card.fate) for card in cards if card not in shown)
    sound = len(cards) - len(shown) - gone
    rest = "".join(f" {number} {word} " for number, word in ((sound, "sound"), (gone, "gone")) if number)
    head = draw_rule((ink(f" {side.upper()} ", hue + BOLD), ink(rest)), (), width, hue, sign)
    return [("", (head,)), *((card.name, _ship(view, card, card.name in struck, width - MARGIN, way)) for card in shown)]


def _ship(view: View, card: CardView, struck: bool, room: int, way: _Way) -> list[Line]:
    """A ship's name and boxes in large letters. Her damage stands behind or below, in small letters if necessary."""
    mark = POINTING if card.name == view.cursor.ship and not view.cursor.journal else AIMED if struck else " "
    first, name = card.first, _fitting(card, room, way.scale)
    number = [] if card.fate or not first else [ink(f"{first.left}/{first.full}", GRAVE if is_low(first) else PLAIN)]
    head = [ink(name, GRAVE if struck else BOLD), *number]
    if parts_width(head, way.scale) > room:
        head = [ink(name, GRAVE if struck else BOLD), *(ink(str(first.left), style) for _, style in number if first)]
    words = [ink(word.text.upper(), GRAVE if word.grave else PLAIN) for word in damage_words(card)]
    words = [ink((card.lost or card.fate).upper(), GRAVE)] if card.fate else words
    rows = _rows(head, words, room, way.scale)
    fits = len(rows) == 1 or (way.words and all(parts_width(row, way.scale) <= room for row in rows))
    lines = [line for row in rows[: len(rows) if fits else 1] for line in draw_large(row, way.scale)]
    margin = [ink(f"{mark if place == 1 else ' ':<{MARGIN}}", POINT) for place in range(len(lines))]
    below = [] if fits else flow([(word,) for word in words], room, MARGIN)
    return [*((before, *line) for before, line in zip(margin, lines, strict=True)), *below, ()]


def _rows(head: list[Piece], words: Iterable[Piece], room: int, scale: int) -> list[list[Piece]]:
    """The name of a ship and her damage, as lines with as many whole words as fit."""
    rows = [head]
    for word in words:
        if parts_width([*rows[-1], word], scale) <= room:
            rows[-1] = [*rows[-1], word]
        else:
            rows.append([word])
    return rows


def _fitting(card: CardView, room: int, scale: int) -> str:
    """The ship's name. If it is too long, its first words are shortened to initials."""
    words = clean(card.name).split(" ")
    for kept in range(len(words)):
        name = " ".join((*(f"{word[:1]}." for word in words[:kept]), *words[kept:]))
        if parts_width([ink(f"{name} 00/00")], scale) <= room:
            return name
    return words[-1]


def _in_view(view: View, blocks: Sequence[Block], room: int) -> list[Line]:
    """``room`` of the lines, scrolled so that the ship that was hit last is visible. Once the referee moves the cursor, the ship
    with the cursor is.
    """
    struck = next(iter(view.session.struck()), "")
    kept = (view.cursor.ship or struck) if view.cursor.by_hand else (struck or view.cursor.ship)
    lines, start, end = list[Line](), 0, 0
    for name, drawn in blocks:
        if name and name == kept:
            start, end = len(lines), len(lines) + len(drawn)
        lines += drawn
    top = window(0, (start, end), len(lines), room)
    return lines[top : top + room]
