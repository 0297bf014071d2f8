"""A ship's row on the board: one line in fixed columns, coloured by her state. The last column has her damage in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from rich.style import Style

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import DamageWord, damage_words, other_words
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.cards.boxes import LOADED, count, is_low, share_bar, strength
from fleetbook.tui.cards.marks import is_sign
from fleetbook.tui.kit.grid import AIMED, POINTING
from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink, joined, pad_name
from fleetbook.tui.kit.style import BOLD, CURSOR, GRAVE, LOST, NEW, PLAIN, POINT, QUIET, SINKING, STRUCK, STRUCK_NAME

MAY_ACT, WAITS, LOST_MARK, NONE_LEFT = "•", "◦", "✗", "–"
LEAST_HALF = 39
"""The width of half a board on a screen of 80 columns, in cells."""
BAR, TORPEDOES, MOST_NAME, LEAST_NAME = 6, 3, 14, 10
LEAST_WORDS, FEWEST_WORDS = 18, 10
"""The cells that words of damage need. With fewer than the first number, the bar is left out, then the kind of ship. With fewer
than the second number, long names are shortened.
"""


class Look(msgspec.Struct, frozen=True):
    """The parts of a ship's row that may change while her card stays the same.

    pointed  whether the cursor is on her
    named    whether the order that is filled in is hers
    aimed    whether that order is aimed at her
    struck   whether the last order touched her
    may_act  whether something is left for her to do in this step
    waits    whether she has something to do in this step when her side's turn comes
    new      damage that the last order brought
    """

    pointed: bool = False
    named: bool = False
    aimed: bool = False
    struck: bool = False
    may_act: bool = False
    waits: bool = False
    new: frozenset[str] = frozenset()

    @property
    def mark(self) -> str:
        """The sign before the ship's name on the board."""
        if self.aimed or not (self.pointed or self.named):
            return AIMED if self.struck or self.aimed else MAY_ACT if self.may_act else WAITS if self.waits else " "
        return POINTING


class Columns(msgspec.Struct, frozen=True):
    """The widths of a row in cells; 0 for a column that no ship needs, or for which there is no room."""

    name: int
    kind: int
    pace: int
    bar: int
    count: int
    supply: int

    @property
    def before_count(self) -> int:
        """The width of the columns before the number of boxes, in cells."""
        return 2 + self.name + sum(width + 1 for width in (self.kind, self.pace, self.bar) if width)

    @property
    def whole(self) -> int:
        """The width of all columns but the damage, in cells."""
        return self.before_count + sum(width + 1 for width in (self.count, self.supply) if width)


@lru_cache(maxsize=32)
def columns_of(cards: tuple[CardView, ...], shown: Sequence[str], width: int) -> Columns:
    """The columns for the cards of a battle in rows of ``width`` cells. ``shown`` has the columns behind the name: ``kind``,
    ``pace``. If there is too little room for words of damage, the bar is left out, but not its number. Then the kind of ship is
    left out, and at last long names are shortened.
    """
    kind = max((cell_width(clean(card.kind)) for card in cards), default=0) if "kind" in shown else 0
    pace = max((_most_pace(card) for card in cards), default=0) if "pace" in shown else 0
    number = max((2 * len(str(card.first.full)) + 1 for card in cards if card.first), default=0)
    supply = TORPEDOES if any(card.supplies for card in cards) else 0
    widest = max(min(max((cell_width(clean(card.name)) for card in cards), default=0), MOST_NAME), LEAST_NAME)
    bar = BAR if number else 0
    for columns in (
        Columns(widest, kind, pace, bar, number, supply), Columns(widest, kind, pace, 0, number, supply),
        Columns(widest, 0, pace, 0, number, supply),
    ):  # fmt: skip
        if width - columns.whole - 1 >= LEAST_WORDS:
            return columns
    return msgspec.structs.replace(columns, name=max(min(widest, width - 1 - FEWEST_WORDS - columns.whole + widest), LEAST_NAME))


def pace_of(card: CardView) -> str:
    """The figures of a ship's speed, now and at most, without their unit: ``8/16``."""
    return next((word for word in card.pace.split() if "/" in word), "")


def _most_pace(card: CardView) -> int:
    """The width of the ship's figures of speed at full speed, in cells. The column is that wide, so it does not move when a ship
    goes faster.
    """
    now = pace_of(card)
    return max(cell_width(now), 2 * cell_width(now.partition("/")[2]) + 1) if now else 0


def pace_unit(cards: Sequence[CardView]) -> str:
    """The unit or word beside the figures of speed. It is the head of their column."""
    return next((word for card in cards for word in card.pace.split() if "/" not in word), "")


def slowest(cards: Sequence[CardView]) -> str:
    """The speed of the slowest ship that can still move. If no ship can, it is the speed of any ship."""
    going = [card for card in cards if (not card.first or card.first.left) and _speeds(card)[:1] != [(0, 0)]]
    return min(going or cards, key=_speeds).pace if cards else ""


def speed_now(card: CardView) -> tuple[int, int]:
    """A ship's present speed, in a form that can be compared with the speeds of other ships of the same rules."""
    return next(reversed(_speeds(card)), (0, 0))


def _speeds(card: CardView) -> list[tuple[int, int]]:
    """A ship's full speed, then her present speed, as values that can be compared: ``2+`` is more than 2, ``1S`` less than 1."""
    found = re.findall(r"(\d+)([+S]?)", card.pace)
    return [(int(number), {"S": -1, "+": 1}.get(more, 0)) for number, more in reversed(found)]


@lru_cache(maxsize=2048)
def draw_ship(card: CardView, columns: Columns, look: Look, width: int) -> Line:
    """A ship's row. Words of damage without room are left out and counted; her card shows them."""
    if card.fate:
        return _lost(card, columns, look, width)
    style = standing_style(card)
    room = width - columns.whole - 1
    return (*_head(card, columns, look, style), ink(" "), *_damage(card, look, style, room))


def standing_style(card: CardView) -> Style:
    """The style of a ship's row. It is more striking the worse her state is."""
    words = damage_words(card)
    if card.standing:
        return SINKING
    if any(word.grave for word in words) or (card.first and is_low(card.first)):
        return GRAVE
    return PLAIN


def _damage(card: CardView, look: Look, style: Style, room: int) -> Line:
    """As many words of her damage as fit whole, the worst first, and the number of those left out. If not even the first fits, it
    is cut. In a narrow row ``bridge 0 of 1`` is ``bridge 0/1``.
    """
    of = " of " if room >= LEAST_WORDS else "/"
    words: list[Line] = [(ink(one.text.replace(" of ", of), _word_style(one, look, style)),) for one in damage_words(card)]
    words += [(ink(text, QUIET),) for text in other_words(card)]
    for kept in range(len(words), 0, -1):
        left = len(words) - kept
        for counted in (f"+{left} more", f"+{left}"):
            line = joined([*words[:kept], *[(ink(counted, QUIET),)] * bool(left)])
            if cells(line) <= room:
                return line
    if not words:
        return ()
    (text, worst), *_ = words[0]
    first = words[0] if cells(words[0]) <= room else (ink(text.partition(":")[0], worst),)  # ``DUE`` of ``DUE: disabled``
    return cut((*first, *[ink("…", QUIET)] * (len(words) > 1 and cells(first) < room)), room)


def _word_style(word: DamageWord, look: Look, style: Style) -> Style:
    shown = GRAVE if style == SINKING or word.grave else BOLD if word.due else style
    return shown + NEW if word.text in look.new else shown


def _lost(card: CardView, columns: Columns, look: Look, width: int) -> Line:
    """A ship that is gone, with her fate."""
    style = SINKING if look.struck else CURSOR if look.pointed else STRUCK_NAME
    name = ink(pad_name(card.name, columns.name), style)
    return cut((_mark(look), ink(" "), name, ink(GAP), ink(f"{LOST_MARK} {card.fate}", GRAVE if look.struck else LOST)), width)


def _mark(look: Look) -> Piece:
    return ink(look.mark, STRUCK if look.struck and look.mark == AIMED else POINT)


def _head(card: CardView, columns: Columns, look: Look, style: Style) -> Line:
    sign = next((one.short for one in card.conditions if is_sign(one.short)), " ")
    name = CURSOR if look.pointed else style
    detail = GRAVE if style != PLAIN else QUIET
    parts: list[Line] = [(_mark(look), ink(sign), ink(pad_name(card.name, columns.name), name))]
    if columns.kind:
        parts.append((ink(pad(card.kind, columns.kind), detail),))
    if columns.pace:
        parts.append((ink(pad(pace_of(card), columns.pace, right=True), detail),))
    if columns.count:
        parts += _boxes(card, columns, look)
    if columns.supply:
        parts.append((ink(pad(supply_count(card), columns.supply, right=True), GRAVE if style != PLAIN else PLAIN),))
    return joined(parts, " ")


def _boxes(card: CardView, columns: Columns, look: Look) -> list[Line]:
    """The bar, if it has a column, and the number of boxes, underlined if the last order struck some."""
    track = card.first
    if track is None:
        return [(ink(" " * width),) for width in (columns.bar, columns.count) if width]
    number, style = count(track), GRAVE if standing_style(card) != PLAIN else strength(track)
    boxes = ink(" " * (columns.count - cell_width(number))), ink(number, style + NEW if look.struck else style)
    return [*[share_bar(track, columns.bar, dead=bool(card.standing))] * bool(columns.bar), boxes]


def supply_count(card: CardView) -> str:
    """The number of torpedoes left, such as ``6●``. A dash if all are spent; empty if the ship never had any."""
    alike = [supply for supply in card.supplies if supply.label == card.supplies[0].label]
    left = sum(supply.left for supply in alike)
    return f"{left}{LOADED}" if left else NONE_LEFT if alike else ""
