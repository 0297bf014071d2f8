"""A ship's row on the board: a line in fixed columns, coloured by her state. The last column has her damage in words. Words
without room there stand in lines below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from rich.style import Style

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import DamageWord, boxes_words, damage_words, other_words
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.cards.boxes import LOADED, count, is_low, share_bar, strength
from fleetbook.tui.cards.marks import is_sign
from fleetbook.tui.kit.grid import AIMED, POINTING
from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink, joined, pad_name
from fleetbook.tui.kit.style import BOLD, CURSOR, GRAVE, LOST, NEW, PLAIN, POINT, QUIET, SINKING, STRUCK, STRUCK_NAME

MAY_ACT, WAITS, SEEN, LOST_MARK, NONE_LEFT = "•", "◦", "°", "✗", "–"
LEAST_HALF = 39
"""The width of half a board on a screen of 80 columns, in cells."""
BAR, TORPEDOES, MOST_NAME, LEAST_NAME = 6, 3, 14, 10
BAR_BEFORE, KIND_BEFORE, BAR_BEHIND, LEAST_WORDS = 16, 10, 7, 4
"""The cells that must be left for words of damage before a row gets a bar before the number, the kind of ship, a bar at its end,
or long names.
"""
INDENT, MOST_BELOW = 3, 6
"""The indent of a line below a ship's row in cells, and the most such lines for a ship."""


class Look(msgspec.Struct, frozen=True):
    """The parts of a ship's row that may change while her card stays the same.

    pointed  whether the cursor is on her
    named    whether the order that is filled in is hers
    aimed    whether that order is aimed at her
    struck   whether the last order touched her
    may_act  whether something is left for her to do in this step
    waits    whether she has something to do in this step when her side's turn comes
    seen     whether the enemy has seen her this turn, in rules that ask
    new      damage that the last order brought
    """

    pointed: bool = False
    named: bool = False
    aimed: bool = False
    struck: bool = False
    may_act: bool = False
    waits: bool = False
    seen: bool = False
    new: frozenset[str] = frozenset()

    @property
    def mark(self) -> str:
        """The sign before the ship's name on the board."""
        if self.aimed or not (self.pointed or self.named):
            return AIMED if self.struck or self.aimed else MAY_ACT if self.may_act else WAITS if self.waits else " "
        return POINTING


class Columns(msgspec.Struct, frozen=True):
    """The widths of a row in cells; 0 for a column that no ship needs, or for which there is no room.

    behind   the width of the bar at the end of the row; a row with much damage leaves this bar out
    guns     the width of the boxes of guns, such as ``5·3·1``
    is_now   whether the pace is a ship's present speed alone, without her highest
    rows     the ids of the rows of boxes that count as guns
    torpedo  the id of the row of boxes that counts as torpedoes
    """

    name: int
    kind: int
    pace: int
    bar: int
    count: int
    supply: int
    behind: int = 0
    guns: int = 0
    is_now: bool = False
    rows: tuple[str, ...] = ()
    torpedo: str = ""

    @property
    def before_count(self) -> int:
        """The width of the columns before the number of boxes, in cells."""
        return 2 + self.name + sum(width + 1 for width in (self.kind, self.pace, self.bar) if width)

    @property
    def whole(self) -> int:
        """The width of all columns but the damage, in cells."""
        return self.before_count + sum(width + 1 for width in (self.count, self.guns, self.supply) if width)


@lru_cache(maxsize=32)
def columns_of(
    cards: tuple[CardView, ...], shown: Sequence[str], width: int, guns: tuple[str, ...] = (), torpedo: str = ""
) -> Columns:
    """The columns for the cards of a battle in rows of ``width`` cells. ``shown`` has the columns behind the name: ``kind``,
    ``pace``, or ``speed`` for the present speed alone. If there is too little room for words of damage, the bar goes to the end
    of the row, then the kind of ship is left out, then the highest speed. At last long names are shortened.
    """
    kind = max((cell_width(clean(card.kind)) for card in cards), default=0) if "kind" in shown else 0
    pace = max((_most_pace(card) for card in cards), default=0) if "pace" in shown else 0
    speed = max((cell_width(pace_of(card).rpartition("/")[2]) for card in cards), default=0) if pace or "speed" in shown else 0
    number = max((2 * len(str(card.first.full)) + 1 for card in cards if card.first), default=0)
    tubes = any(card.supplies or any(track.id == torpedo for track in card.rows) for card in cards)
    widest = max(min(max((cell_width(clean(card.name)) for card in cards), default=0), MOST_NAME), LEAST_NAME)
    bar = BAR if number else 0
    before = Columns(
        widest, kind, pace or speed, bar, number, TORPEDOES if tubes else 0, 0,
        max((cell_width(guns_left(card, guns)) for card in cards), default=0), not pace, guns, torpedo,
    )  # fmt: skip
    behind = msgspec.structs.replace(before, bar=0, behind=bar)
    no_kind = msgspec.structs.replace(behind, kind=0)
    least = msgspec.structs.replace(no_kind, pace=speed, is_now=True)
    for columns, room in ((before, BAR_BEFORE), (behind, KIND_BEFORE), (no_kind, BAR_BEHIND), (least, LEAST_WORDS)):
        if width - columns.whole - 1 >= room:
            return columns
    return msgspec.structs.replace(least, name=max(min(widest, width - 1 - LEAST_WORDS - least.whole + widest), LEAST_NAME))


def pace_of(card: CardView) -> str:
    """The figures of a ship's speed, now and at most, without their unit: ``8/16``. One figure if both are the same."""
    return next((word for word in card.pace.split() if word[:1].isdigit()), "")


def _most_pace(card: CardView) -> int:
    """The width of the ship's figures of speed at full speed, in cells. The column has this width all the time, so that it does
    not move when a ship goes faster.
    """
    now = pace_of(card)
    return max(cell_width(now), 2 * cell_width(now.rpartition("/")[2]) + 1) if now else 0


def pace_unit(cards: Sequence[CardView]) -> str:
    """The unit or word beside the figures of speed. It is the head of their column."""
    return next((word for card in cards for word in card.pace.split() if not word[:1].isdigit()), "")


def slowest(cards: Sequence[CardView]) -> str:
    """The speed of the slowest ship that can still move. If no ship can, the lowest speed of all."""
    going = [card for card in cards if (not card.first or card.first.left) and _speeds(card)[:1] != [(0, 0)]]
    return min(going or cards, key=_speeds).pace if cards else ""


def speed_now(card: CardView) -> tuple[int, int]:
    """A ship's present speed, in a form that can be compared with the speeds of other ships of the same rules."""
    return next(reversed(_speeds(card)), (0, 0))


def _speeds(card: CardView) -> list[tuple[int, int]]:
    """A ship's full speed, then her present speed, as pairs that can be compared: ``2+`` is more than 2, ``1S`` less than 1."""
    found = re.findall(r"(\d+)([+S]?)", card.pace)
    return [(int(number), {"S": -1, "+": 1}.get(more, 0)) for number, more in reversed(found)]


@lru_cache(maxsize=2048)
def draw_ship(card: CardView, columns: Columns, look: Look, width: int, below: int = 0) -> tuple[Line, ...]:
    """A ship's row, and ``below`` lines for words of damage that have no room in it. Words that have no room there either are
    only counted; her card shows them.
    """
    if card.fate:
        return _lost(card, columns, look, width), *[()] * below
    style = standing_style(card)
    words: list[Line] = [(ink(text, _word_style(one, look, style)),) for text, one in _words(card, columns, width).items()]
    first, *lines = _damage(card, columns, words, [width - columns.whole - 1, *[width - INDENT] * below])
    return (*_head(card, columns, look, style), ink(" "), *first), *((ink(" " * INDENT), *line) for line in lines)


def lines_below(card: CardView, columns: Columns, width: int, most: int = MOST_BELOW) -> int:
    """The number of lines below a ship's row that her words of damage need, ``most`` at most."""
    words = [(ink(text),) for text in _words(card, columns, width)]
    rooms = [width - columns.whole - 1, *[width - INDENT] * most]
    return next((lines for lines in range(most) if sum(map(len, _flowed(words, rooms[: lines + 1]))) == len(words)), most)


def says_the_worst(card: CardView, columns: Columns, width: int) -> bool:
    """Whether a ship's row has room for the gravest word of her damage. True if no word is grave."""
    worst = next(iter(damage_words(card)), None)
    return worst is None or not worst.grave or cell_width(worst.text) <= width - columns.whole - 1


def standing_style(card: CardView) -> Style:
    """The style of a ship's row. It is more striking the worse her state is."""
    words = damage_words(card)
    if card.standing:
        return SINKING
    if any(word.grave for word in words) or (card.first and is_low(card.first)):
        return GRAVE
    return PLAIN


def _words(card: CardView, columns: Columns, width: int) -> dict[str, DamageWord | None]:
    """The words for the ship's damage that no column shows, the worst first, each with its details. Words that are no damage
    follow, each with None. In a narrow row ``bridge 0 of 1`` is written ``bridge 0/1``.
    """
    of = " of " if width - columns.whole - 1 >= BAR_BEFORE else "/"
    in_columns = {boxes_words(track) for track in card.rows if track.id in (*columns.rows, columns.torpedo)}
    words: dict[str, DamageWord | None] = {
        one.whole.replace(" of ", of): one for one in damage_words(card, width - INDENT) if one.text not in in_columns
    }
    return words | dict.fromkeys(other_words(card))


def _damage(card: CardView, columns: Columns, words: Sequence[Line], rooms: Sequence[int]) -> list[Line]:
    """The words of a ship's damage that fit whole into her row and the lines below it, the worst first, and the number of words
    left out. A bar at the end of the row is left out if words need its room.
    """
    room, *lower = rooms
    beside = room - columns.behind - 1
    kept, without_bar = (sum(map(len, _flowed(words, [first, *lower]))) for first in (beside, room))
    if columns.behind and card.first and beside >= 0 and (kept == len(words) or (lower and kept == without_bar)):
        first, *others = _counted(words, [beside, *lower])
        gap = ink(" " * (room - columns.behind - cells(first)))
        return [
            (*first, gap, *share_bar(card.first, columns.behind, bool(card.standing), standing_style(card) != PLAIN)),
            *others,
        ]
    return _counted(words, rooms)


def _flowed(words: Sequence[Line], rooms: Sequence[int]) -> list[list[Line]]:
    """As many of the words as fit whole into lines of these widths, in their order."""
    lines: list[list[Line]] = [[] for _ in rooms]
    at = 0
    for word in words:
        while at < len(rooms) and cells(joined([*lines[at], word])) > rooms[at]:
            at += 1
        if at == len(rooms):
            break
        lines[at].append(word)
    return lines


def _counted(words: Sequence[Line], rooms: Sequence[int]) -> list[Line]:
    """Words in lines of these widths, with the number of words left out behind the last. If not even the worst word fits, it is
    shortened: ``CATASTROPHE 5+`` to ``CATASTROPHE``.
    """
    lines = _flowed(words, rooms)
    if (kept := sum(map(len, lines))) == len(words):
        return [joined(line) for line in lines]
    if not kept and (short := _shortened(words[0])) != words[0]:
        return _counted([short, *words[1:]], rooms)
    last = lines[-1]
    while True:
        left = len(words) - sum(map(len, lines))
        style = words[-left][0][1]
        for text in (f"+{left} more", f"+{left}"):
            if cells(line := joined([*last, (ink(text, GRAVE if style in (GRAVE, GRAVE + NEW) else QUIET),)])) <= rooms[-1]:
                return [*map(joined, lines[:-1]), line]
        if len(last) <= 1 and (len(rooms) == 1 or not last):
            return [joined(line) for line in lines]
        last.pop()


def _shortened(word: Line) -> Line:
    (text, style), *_ = word
    return (ink(re.sub(r"(:.*| \d+\+| \d+ kt| \d+)$", "", text), style),)


def _word_style(word: DamageWord | None, look: Look, style: Style) -> Style:
    if word is None:
        return QUIET
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
    sign = next((one.short for one in card.conditions if is_sign(one.short)), SEEN if look.seen else " ")
    name = CURSOR if look.pointed else style
    detail = GRAVE if style != PLAIN else QUIET
    parts: list[Line] = [(_mark(look), ink(sign), ink(pad_name(card.name, columns.name), name))]
    if columns.kind:
        parts.append((ink(pad(card.kind, columns.kind), detail),))
    if columns.pace:
        pace = pace_of(card).partition("/")[0] if columns.is_now else pace_of(card)
        parts.append((ink(pad(pace, columns.pace, right=True), detail),))
    if columns.count:
        parts += _boxes(card, columns, look)
    if columns.guns:
        parts.append((ink(pad(guns_left(card, columns.rows), columns.guns), detail),))
    if columns.supply:
        torpedoes = pad(supply_count(card, columns.torpedo), columns.supply, right=True)
        parts.append((ink(torpedoes, GRAVE if style != PLAIN else PLAIN),))
    return joined(parts, " ")


def _boxes(card: CardView, columns: Columns, look: Look) -> list[Line]:
    """The bar, if it has a column, and the number of boxes, underlined if the last order struck some."""
    track = card.first
    if track is None:
        return [(ink(" " * width),) for width in (columns.bar, columns.count) if width]
    grave = standing_style(card) != PLAIN
    number, style = count(track), GRAVE if grave else strength(track)
    boxes = ink(" " * (columns.count - cell_width(number))), ink(number, style + NEW if look.struck else style)
    return [*[share_bar(track, columns.bar, dead=bool(card.standing), grave=grave)] * bool(columns.bar), boxes]


def guns_left(card: CardView, rows: Sequence[str]) -> str:
    """The boxes left of each row of guns, such as ``5·–·1``; a dash for guns that the ship never had."""
    left = {track.id: str(track.left) for track in card.rows if track.id in rows}
    return "·".join(left.get(row, NONE_LEFT) for row in rows) if left else ""


def supply_count(card: CardView, torpedo: str = "") -> str:
    """The number of torpedoes left, such as ``6●``. A dash if all are spent; empty if the ship never had any. ``torpedo`` is a
    row of boxes that counts as torpedoes.
    """
    supplies = card.supplies or [track for track in card.rows if track.id == torpedo]
    alike = [supply for supply in supplies if supply.label == supplies[0].label]
    left = sum(supply.left for supply in alike)
    return f"{left}{LOADED}" if left else NONE_LEFT if alike else ""
