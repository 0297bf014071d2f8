"""Draw ship cards in columns. Conditions and other parts without a column are drawn after the columns or below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from rich.style import Style

from fleetbook.core.battle.card_view import CardView, System, Tick
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad, wrap
from fleetbook.tui.cards.boxes import count, draw_supply, draw_track, share_bar, strength, supply_marks
from fleetbook.tui.cards.marks import draw_condition, draw_signs, draw_system, fitting, marks_in_short, marks_in_words
from fleetbook.tui.kit.line import Line, Piece, cells, flow, ink, joined, pad_name
from fleetbook.tui.kit.style import (
    BOLD,
    CURSOR,
    DUE,
    FRESH,
    LOST,
    PLAIN,
    POINT,
    QUIET,
    STRUCK_NAME,
)  # fmt: skip

TOUCHED, LOST_MARK = "◆", "✗"

BAR_WIDTH, LEAST_BAR_WIDTH = 10, 5
LEAST_KIND, LEAST_NAME = 4, 8
ROOM_FOR_MARKS = 11  # cells kept after the columns for marks of damage, where each ship has one line; bars get shorter
GUTTER = 3
HEADING, WORDS = 12, 20  # cells for a heading beside text; for the label and count of a track
TALL = 10  # from this many lines on, each part of a card is drawn on its own line


class Detail(IntEnum):
    """The detail in which a card is shown: one line, two lines, or all of it."""

    BRIEF = 1
    COMPACT = 2
    FULL = 3


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a ship's card on the board, such as its cursor and fresh hits.

    cursor   the sign before the ship's name; empty for none
    hue      the colour of that sign
    pointed  whether the cursor is on the ship
    touched  whether the last order affected the ship
    fresh    how many boxes of each track the last order hit, by the track's id
    ticks    the ship's orders of this turn: given, due or open
    """

    cursor: str = ""
    hue: Style = POINT
    pointed: bool = False
    touched: bool = False
    fresh: tuple[tuple[str, int], ...] = ()
    ticks: tuple[Tick, ...] = ()

    def hits(self, track: str) -> int:
        """How many boxes of a track the last order hit."""
        return next((boxes for name, boxes in self.fresh if name == track), 0)


@dataclass(frozen=True, slots=True)
class Columns:
    """The widths of the columns in cells, the same for all cards, so that columns stay in place. Zero hides a column."""

    name: int
    kind: int
    pace: int
    bar: int
    count: int
    ticks: int
    supply: int

    @classmethod
    def of(cls, cards: Iterable[CardView], width: int, ticks: int = 0, marks: int = 0) -> Columns:
        """The column widths for these cards on lines of ``width`` cells.

        If the columns are too wide, the torpedoes go to a line below. Then bars, ship types and names are narrowed.
        ``marks`` is how many cells stay free after the columns.
        """
        return _needed(tuple(cards), ticks)._within(width, marks)

    @property
    def whole(self) -> int:
        """The width of all columns together, with the gaps between them."""
        columns = (self.name, self.kind, self.pace, self.bar, self.count, self.ticks, self.supply)
        return GUTTER + sum(columns) + sum(bool(column) for column in columns[1:])

    def _within(self, width: int, marks: int) -> Columns:
        fitted = self if self.whole <= width else replace(self, supply=0)
        for column, least, behind in (
            ("bar", LEAST_BAR_WIDTH, marks), ("kind", LEAST_KIND, 0), ("name", LEAST_NAME, 0), ("kind", 0, 0),
        ):  # fmt: skip
            now, over = getattr(fitted, column), fitted.whole + behind - width
            fitted = replace(fitted, **{column: max(now - max(over, 0), min(now, least))})
        return fitted


@lru_cache(maxsize=64)
def _needed(cards: tuple[CardView, ...], ticks: int) -> Columns:
    """The widths at which no part of these cards is cut."""
    return Columns(
        name=_widest(card.name for card in cards),
        kind=_widest(card.kind for card in cards),
        pace=_widest(_pace(card) for card in cards),
        bar=BAR_WIDTH if any(card.first for card in cards) else 0,
        count=_widest("0" * (2 * len(str(track.full)) + 1) for card in cards for track in card.rows[:1]),
        ticks=ticks,
        supply=max((cells(_supplies(card)) for card in cards), default=0),
    )


def _widest(texts: Iterable[str]) -> int:
    return max((cell_width(clean(text)) for text in texts), default=0)


def _pace(card: CardView) -> str:
    return card.pace or card.motion


def _supplies(card: CardView) -> Line:
    return joined([supply_marks(supply) for supply in card.supplies], " ")


@lru_cache(maxsize=1024)
def draw_card(card: CardView, columns: Columns, look: Look, width: int, detail: Detail) -> tuple[Line, ...]:
    """Draw a card in lines of at most ``width`` cells, without cutting text. A lost ship shows only her name and fate."""
    if card.fate:
        name = (*_signs(look), ink(pad_name(card.name, columns.name), CURSOR if look.pointed else STRUCK_NAME))
        indent = cells(name) + len(GAP)
        fate = wrap(f"{LOST_MARK} {card.fate}", max(width - indent, 8), 2)
        more = ((ink(" " * indent), ink(line, LOST)) for line in fate[1:])
        return ((*name, ink(GAP), ink(fate[0], LOST)), *more)
    head = _head(card, columns, look)
    room = width - cells(head) - len(GAP)
    if detail is Detail.BRIEF:
        return (_brief(card, columns, look, width),)
    conditions = [draw_condition(condition, whole=True) for condition in card.conditions]
    short = draw_signs(card.conditions)
    behind = fitting([conditions] if detail is Detail.FULL else [conditions, short], room)
    first = (*head, ink(GAP), *joined(behind)) if behind else head
    rest = [] if behind else conditions
    rest += [draw_track(track, look.hits(track.id)) for track in card.rows[1:]]
    rest += [draw_supply(supply) for supply in card.supplies] if not columns.supply else []
    rest += _systems(card.systems, detail)
    return (first, *flow(rest, width, GUTTER + 2)) if rest else (first,)


def _brief(card: CardView, columns: Columns, look: Look, width: int) -> Line:
    """Draw a card on one line. If it is too long, the torpedoes are left out before any mark of damage."""

    def drawn(grid: Columns, variants: Iterable[list[Line]]) -> Line:
        head = _head(card, grid, look)
        parts = fitting(variants, width - cells(head) - len(GAP))
        return (*head, ink(GAP), *joined(parts)) if parts else ()

    unarmed = replace(columns, supply=0)
    whole = marks_in_words(card, with_supplies=not columns.supply)
    return drawn(columns, whole) or drawn(unarmed, marks_in_short(card)) or _head(card, columns, look)


def _systems(systems: Sequence[System], detail: Detail) -> list[Line]:
    """Draw all systems in full detail. Otherwise draw the damaged systems, and count the undamaged ones."""
    if detail is Detail.FULL:
        return [draw_system(system) for system in systems]
    hurt = [draw_system(system) for system in systems if system.state != "sound"]
    sound = len(systems) - len(hurt)
    words = f"and {sound} sound" if hurt else "all systems sound"
    return [*hurt, *([(ink(words, QUIET),)] if sound else [])]


def _signs(look: Look) -> Line:
    return ink(TOUCHED, FRESH) if look.touched else ink(" "), ink(f"{look.cursor or ' '} ", look.hue)


def _head(card: CardView, columns: Columns, look: Look) -> Line:
    parts: list[Line] = [(*_signs(look), ink(pad_name(card.name, columns.name), CURSOR if look.pointed else BOLD))]
    if columns.kind:
        parts.append((ink(pad(card.kind, columns.kind), QUIET),))
    parts.append((ink(pad(_pace(card), columns.pace, right=True)),))
    if columns.bar:
        parts.append(_bar(card, columns, look))
    if columns.ticks:
        parts.append(tuple(map(draw_tick, look.ticks)))
    if columns.supply:
        marks = _supplies(card)
        parts.append((*marks, ink(" " * (columns.supply - cells(marks)))))
    return joined(parts, " ")


def _bar(card: CardView, columns: Columns, look: Look) -> Line:
    track = card.first
    if track is None:
        return (ink(" " * (columns.bar + columns.count + 1)),)
    number = ink(f" {pad(count(track), columns.count, right=True)}", PLAIN if track.left == track.full else strength(track))
    return (*share_bar(track, look.hits(track.id), columns.bar), number)


def draw_tick(tick: Tick) -> Piece:
    """Draw a tick: the sign of an order. It is a capital if the order can be given now, and small once it is given."""
    if tick.due:
        return ink(tick.sign.upper(), DUE)
    return ink(tick.sign, PLAIN) if tick.done else ink(tick.undone, QUIET)


def labelled(heading: str, text: str, width: int, depth: int = 0, size: int = HEADING) -> list[Line]:
    """Text beside a heading of ``size`` cells. The text is wrapped, and indented by ``depth`` levels."""
    inner = "  " * depth
    wrapped = [inner + line for line in wrap(text, max(width - size - 3 - len(inner), 8), 2)]
    first = (ink(f" {pad(heading, size)} ", QUIET), ink(wrapped[0]))
    return [first, *((ink(" " * (size + 2)), ink(line)) for line in wrapped[1:])]


def card_lines(card: CardView, width: int, more: Sequence[Line] = ()) -> list[Line]:
    """Draw everything on a ship's card, one part per line. The lines ``more`` and the source follow."""
    lines = labelled("type", card.kind, width)
    if card.side:
        lines += labelled("side", card.side + (f", {card.squadron}" if card.squadron else ""), width)
    lines += labelled("now", card.fate or card.motion, width)
    if card.pace and not card.fate:
        lines += labelled("speed", f"{card.pace}: now and at most", width)
    if card.particulars:
        lines += labelled("particulars", ", ".join(map(str, card.particulars)), width)
    lines.append(())
    lines += [(ink(" "), *draw_track(track, room=max(width - WORDS, BAR_WIDTH))) for track in card.rows]
    lines += [(ink(" "), *draw_supply(supply), ink(f"  {supply.id}", QUIET)) for supply in card.supplies]
    lines.append(())
    lines += [(ink(" "), *draw_system(system), ink(f"  {system.detail}", QUIET)) for system in card.systems]
    if card.conditions:
        lines.append(())
        lines += [(ink(" "), *draw_condition(condition), ink(f"  {condition.text}")) for condition in card.conditions]
    lines += more
    if card.source:
        lines += [(), *((ink(f" {line}", QUIET),) for line in wrap(f"source: {card.source}", max(width - 2, 8), 2))]
    return lines


def about_card(card: CardView, width: int, height: int) -> list[Line]:
    """Draw a ship's card, with one part per line if ``height`` allows that, otherwise in few lines."""
    if height >= TALL:
        return card_lines(card, width)
    return list(draw_card(card, Columns.of([card], width), Look(), width, Detail.FULL))
