"""A ship's row on the board: the same columns at every size, with her damage in words behind or below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from rich.style import Style

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import DamageWord, damage_words, other_words
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad, wrap
from fleetbook.tui.cards.boxes import LOADED, count, is_low, share_bar
from fleetbook.tui.kit.grid import AIMED, POINTING
from fleetbook.tui.kit.line import Line, cells, flow, ink, joined, pad_name
from fleetbook.tui.kit.style import BOLD, CURSOR, GRAVE, LOST, NEW, PLAIN, POINT, QUIET, STRUCK, STRUCK_NAME

MAY_ACT, LOST_MARK, NONE_LEFT = "•", "✗", "–"
LEAST_HALF = 39
"""Cells of half a board at 80 columns. The columns of a row fit into it, and are the same on every wider screen."""
BAR, TORPEDOES, MOST_NAME, USUAL_NAME, LEAST_NAME = 6, 3, 14, 12, 8
LEAST_WORDS = 18
"""Cells behind the columns from which on damage stands in the ship's own row."""
INDENT = 3


class Look(msgspec.Struct, frozen=True):
    """What changes about a ship's row while her card stays the same.

    pointed  whether the cursor is on her
    named    whether the order that is filled in is hers
    aimed    whether that order is aimed at her
    struck   whether the last order touched her
    may_act  whether something is left for her to do in this step
    new      damage that the last order brought
    """

    pointed: bool = False
    named: bool = False
    aimed: bool = False
    struck: bool = False
    may_act: bool = False
    new: frozenset[str] = frozenset()

    @property
    def mark(self) -> str:
        """The sign before her name."""
        if self.aimed or not (self.pointed or self.named):
            return AIMED if self.struck or self.aimed else MAY_ACT if self.may_act else " "
        return POINTING


class Columns(msgspec.Struct, frozen=True):
    """The widths of a row in cells; 0 for a column that no ship needs."""

    name: int
    kind: int
    pace: int
    count: int
    supply: int

    @property
    def before_count(self) -> int:
        """Cells up to the number of boxes."""
        return 2 + self.name + sum(width + 1 for width in (self.kind, self.pace) if width) + (BAR + 1 if self.count else 0)

    @property
    def whole(self) -> int:
        """Cells of all columns."""
        return self.before_count + sum(width + 1 for width in (self.count, self.supply) if width)


@lru_cache(maxsize=16)
def columns_of(cards: tuple[CardView, ...], shown: Sequence[str]) -> Columns:
    """The columns for the cards of a battle. ``shown`` has the columns behind the name: ``kind``, ``pace``. Long names are
    shortened first. If that is not enough, the kind goes.
    """
    pace = max(map(_most_pace, cards), default=0) if "pace" in shown else 0
    kind = max((cell_width(clean(card.kind)) for card in cards), default=0) if "kind" in shown else 0
    number = max((2 * len(str(card.first.full)) + 1 for card in cards if card.first), default=0)
    supply = TORPEDOES if any(card.supplies for card in cards) else 0
    widest = min(max((cell_width(clean(card.name)) for card in cards), default=0), MOST_NAME)
    widest = max(widest, USUAL_NAME)
    for columns in (Columns(widest, kind, pace, number, supply), Columns(widest, 0, pace, number, supply)):
        room = LEAST_HALF - columns.whole + widest
        if room >= min(LEAST_NAME, widest):
            break
    return Columns(max(min(widest, room), min(LEAST_NAME, widest)), columns.kind, columns.pace, number, supply)


def pace_of(card: CardView) -> str:
    """The figures of a ship's speed, now and at most, without their unit: ``8/16``."""
    return next((word for word in card.pace.split() if "/" in word), "")


def _most_pace(card: CardView) -> int:
    """Cells of these figures at full speed, so that no column moves when a ship goes faster."""
    now = pace_of(card)
    return max(cell_width(now), 2 * cell_width(now.partition("/")[2]) + 1) if now else 0


def pace_unit(cards: Sequence[CardView]) -> str:
    """The word beside these figures: the head of their column."""
    return next((word for card in cards for word in card.pace.split() if "/" not in word), "")


def slowest(cards: Sequence[CardView]) -> str:
    """The speed of the slowest ship that still goes; of any, if none does."""
    going = [card for card in cards if (not card.first or card.first.left) and _speeds(card)[:1] != [(0, 0)]]
    return min(going or cards, key=_speeds).pace if cards else ""


def speed_now(card: CardView) -> tuple[int, int]:
    """A ship's speed now, to be compared with that of others of her rules."""
    return next(reversed(_speeds(card)), (0, 0))


def _speeds(card: CardView) -> list[tuple[int, int]]:
    """Full speed, then the speed now: ``2+`` is more than 2, ``1S`` less than 1."""
    found = re.findall(r"(\d+)([+S]?)", card.pace)
    return [(int(number), {"S": -1, "+": 1}.get(more, 0)) for number, more in reversed(found)]


@lru_cache(maxsize=2048)
def draw_ship(card: CardView, columns: Columns, look: Look, width: int) -> tuple[Line, ...]:
    """A ship's row and her damage, each word whole, in lines of at most ``width`` cells."""
    if card.fate:
        return _lost(card, columns, look, width)
    head, room = _head(card, columns, look), width - columns.whole - 1
    words: list[Line] = [(ink(word.text, _style(word, look)),) for word in damage_words(card)]
    beside = list[Line]()
    while room >= LEAST_WORDS and words and cells(joined((*beside, words[0]))) <= room:
        beside.append(words.pop(0))
    lines = [(*head, ink(" "), *joined(beside)) if beside else head, *flow(words, width, INDENT)]
    for text in other_words(card):  # not worth a line of their own
        longer = (*lines[-1], ink(" " if lines[-1] is head else GAP), ink(text, QUIET))
        if (len(lines) > 1 or room >= LEAST_WORDS) and cells(longer) <= width:
            lines[-1] = longer
    return tuple(lines)


def _style(word: DamageWord, look: Look) -> Style:
    style = GRAVE if word.grave else PLAIN
    return style + NEW if word.text in look.new else style


def _lost(card: CardView, columns: Columns, look: Look, width: int) -> tuple[Line, ...]:
    """A ship that is gone, with her fate on as many lines as it needs."""
    style = STRUCK if look.struck else CURSOR if look.pointed else STRUCK_NAME
    name = (ink(f"{look.mark} "), ink(pad_name(card.name, columns.name), style))
    indent = cells(name) + len(GAP)
    first, *more = wrap(f"{LOST_MARK} {card.fate}", max(width - indent, 8), 2)
    fate = GRAVE if look.struck else LOST
    return ((*name, ink(GAP), ink(first, fate)), *((ink(" " * indent), ink(line, fate)) for line in more))


def is_sign(short: str) -> bool:
    """Whether a condition is one sign, such as ``*``: it stands before the name. A letter would be read as a part of it."""
    return len(short) == 1 and not short.isalnum()


def _head(card: CardView, columns: Columns, look: Look) -> Line:
    words = damage_words(card)
    danger = card.standing or any(word.grave for word in words)
    name = STRUCK if look.struck else CURSOR if look.pointed else BOLD if danger or look.named or look.aimed else PLAIN
    sign = next((one.short for one in card.conditions if is_sign(one.short)), " ")
    parts: list[Line] = [(ink(look.mark, POINT), ink(sign), ink(pad_name(card.name, columns.name), name))]
    if columns.kind:
        parts.append((ink(pad(card.kind, columns.kind), QUIET),))
    if columns.pace:
        parts.append((ink(pad(pace_of(card), columns.pace, right=True), QUIET),))
    if columns.count:
        parts.append(_boxes(card, columns))
    if columns.supply:
        parts.append((ink(pad(supply_count(card), columns.supply, right=True)),))
    return joined(parts, " ")


def _boxes(card: CardView, columns: Columns) -> Line:
    track = card.first
    if track is None:
        return (ink(" " * (BAR + 1 + columns.count)),)
    number = QUIET if track.left == track.full else GRAVE if is_low(track) else PLAIN
    return (*share_bar(track, BAR, dead=bool(card.standing)), ink(" "), ink(pad(count(track), columns.count, right=True), number))


def supply_count(card: CardView) -> str:
    """How many torpedoes are left: ``6●``, a dash if she had some, nothing if she never had any."""
    alike = [supply for supply in card.supplies if supply.label == card.supplies[0].label]
    left = sum(supply.left for supply in alike)
    return f"{left}{LOADED}" if left else NONE_LEFT if alike else ""
