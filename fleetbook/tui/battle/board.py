"""The board: both sides beside each other, in rows that stand still. It decides what gives way where there is no room for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import damage_words, is_hurt
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.ship_row import BAR, INDENT, LEAST_HALF, LEAST_WORDS, Look, columns_of, draw_ship, pace_unit, slowest
from fleetbook.tui.cards.ships_shown import HULL, SPEED
from fleetbook.tui.kit.grid import as_many, beside, filled, window
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, joined, pad_name
from fleetbook.tui.kit.style import BOLD, GRAVE, PLAIN, QUIET, side_look

MOST_FOOT = 3  # lines at the foot of a side
MANY = 2  # ships from which on sound ones stand in one line
ABOVE, BELOW = "▲", "▼"


@dataclass
class Scroll:
    """What the board remembers from one drawing to the next.

    tops    the first line of each side's window
    anchor  the ship with the cursor when no order was being filled in: it keeps its squadron open
    """

    tops: dict[str, int] = field(default_factory=dict)
    anchor: str = ""


def draw_sides(view: View, width: int, height: int, scroll: Scroll) -> list[Line]:
    """A line of heads, then the sides beside each other in the other lines. A narrow screen shows the cursor's side alone."""
    if height <= 0:
        return []
    session, sides = view.session, view.session.battle.sides
    if (view.form is None and view.sheet is None) or not scroll.anchor:
        scroll.anchor = view.cursor.ship
    half = (width - len(sides)) // len(sides)
    if half < LEAST_HALF:
        sides, half = (_side_with_cursor(session, view.cursor.ship),), width - 1
    looks = _looks(view)
    return beside([(_Side(view, side, half, looks, scroll).lines(height), half) for side in sides], height)


def _side_with_cursor(session: Session, ship: str) -> str:
    battle = session.battle
    side: str = battle.ship(ship).side if battle.is_ship(ship) else battle.sides[0]
    return side


def _looks(view: View) -> Callable[[CardView], Look]:
    """The look of each ship, by the cursor, the last order and the order that is filled in."""
    session, cursor = view.session, view.cursor
    struck = session.struck()
    named = _named(view)

    def look(card: CardView) -> Look:
        return Look(
            pointed=card.name == cursor.ship and not cursor.journal,
            named=named.get(card.name) is False,
            aimed=named.get(card.name, False),
            struck=card.name in struck,
            may_act=session.acting in ("", card.side) and any(tick.due for tick in session.ticks(card.name)),
            new=struck.get(card.name, frozenset()),
        )

    return look


def _named(view: View) -> dict[str, bool]:
    """The ships that the form names, and whether the order is aimed at them."""
    if view.sheet is not None:
        target = view.sheet.drafts[view.sheet.at].values[view.sheet.target]
        return {view.sheet.row.ship: False, **({target: True} if target else {})}
    if view.form is None:
        return {}
    battle, acting = view.session.battle, view.session.acting
    aims = bool(view.form.draft.kind.phases)  # a ruling by hand is not aimed at anybody
    return {
        name: aims and (battle.ship(name).side != acting if acting else place > 0) for place, name in enumerate(view.form.ships)
    }


@dataclass(frozen=True)
class _Group:
    """The ships of a squadron that stand beside each other, or ships without one. ``sums`` are their boxes left and in all."""

    name: str
    cards: tuple[CardView, ...]

    @cached_property
    def there(self) -> tuple[CardView, ...]:
        return tuple(card for card in self.cards if not card.fate)

    @cached_property
    def hurt(self) -> tuple[CardView, ...]:
        return tuple(card for card in self.there if is_hurt(card))

    @cached_property
    def sums(self) -> tuple[int, int]:
        firsts = [(card, card.first) for card in self.cards if card.first]
        return sum(track.left for card, track in firsts if not card.fate), sum(track.full for _, track in firsts)

    @cached_property
    def pace(self) -> str:
        return slowest(self.there)


Block: TypeAlias = tuple[str, Sequence[Line]]
"""The lines of a ship with her name, or other lines with none."""


def _height(blocks: Sequence[Block]) -> int:
    return sum(len(lines) for _, lines in blocks)


OPEN, FOLDED, SHORT = "open", "folded", "short"
"""A squadron with all its ships, in one line, and with its sound ships in one line."""


def _groups(cards: Sequence[CardView]) -> list[_Group]:
    return [_Group(name, tuple(of)) for name, of in groupby(cards, key=lambda card: card.squadron)]


class _Side:
    """One side on the board. What gives way, in this order: sunk ships, sound squadrons, sound ships, hurt squadrons."""

    def __init__(self, view: View, side: str, width: int, looks: Callable[[CardView], Look], scroll: Scroll) -> None:
        self._view, self._side, self._width, self._scroll = view, side, width, scroll
        session = view.session
        cards = session.cards()
        self._columns = columns_of(cards, session.battle.ruleset.board_columns)
        self._style, _ = side_look(session.battle.sides, side)
        self._looks = {card.name: looks(card) for card in cards if card.side == side}
        anchor = "" if view.cursor.journal else scroll.anchor
        kept = {name for name, look in self._looks.items() if look.struck or name == anchor}  # the same while a form is open
        chosen = view.cursor.shown
        shown = chosen.sorted(tuple(c for c in cards if c.side == side and (c.name in kept or (not c.fate and chosen.fits(c)))))
        self._lost = [card for card in cards if card.side == side and card.fate]
        self._groups = session.cached_for_line(f"groups of {side}", shown, lambda: _groups(shown))
        self._marked = {name for name, look in self._looks.items() if look.struck or name == scroll.anchor}
        self._unit = pace_unit(cards)

    def lines(self, height: int) -> list[Line]:
        """The line of heads, the ships, and the foot, in exactly so many lines."""
        most = max(height - 1 - len(self._looks), MOST_FOOT) if height > MOST_FOOT * 2 else 0
        foot = as_many(self._foot(), most, self._width, margin=1) if most else []
        room = height - 1 - len(foot)
        blocks = self._fitted(room)
        whole = [line for _, lines in blocks for line in lines]
        if len(whole) <= room:
            self._scroll.tops[self._side] = 0
            return [self._heads(), *filled(whole, room), *foot]
        return [*self._scrolled(blocks, whole, room), *foot]

    def _heads(self) -> Line:
        """The side's name and the heads of the columns."""
        columns, line = self._columns, ""
        places, at = list[tuple[int, str]](), 2 + columns.name
        for width, text, right in (
            (columns.kind, "", False), (columns.pace, self._marked_head(self._unit, SPEED), True),
            (BAR if columns.count else 0, self._marked_head(self._boxes_head(), HULL), False),
            (columns.count, "", True), (columns.supply, self._supply_head(), True),
        ):  # fmt: skip
            if width:
                places.append((at + 1 + (width - cell_width(text) if right else 0), text))
                at += 1 + width
        title = f" {clean(self._side).upper()} "
        heads = [(place, text) for place, text in places if text and place > cell_width(title)]  # the side's name stands whole
        room = heads[0][0] - 1 if heads else self._width
        for place, text in heads:
            line = f"{line}{' ' * (place - room - cell_width(line))}{text}"
        acting = self._view.session.acting == self._side
        name = ink(pad(title, room), self._style + BOLD if acting else self._style)
        return cut((name, ink(line, QUIET)), self._width)

    def _marked_head(self, head: str, order: str) -> str:
        """The head of a column, marked if the ships are sorted by it."""
        return f"{head}{BELOW}" if self._view.cursor.shown.order == order else head

    def _boxes_head(self) -> str:
        labels = [card.first.label for card in self._view.session.cards() if card.first]
        return max(set(labels), key=labels.count) if labels else ""

    def _supply_head(self) -> str:
        return next((card.supplies[0].label for card in self._view.session.cards() if card.supplies), "")

    def _fitted(self, room: int) -> list[Block]:
        """The blocks of lines, each with its ship, after as much as necessary gave way."""
        shown = [self._blocks(group, OPEN) for group in self._groups]
        from_foot = [*range(len(self._groups) - 1, -1, -1)]
        resting = [at for at in from_foot if self._groups[at].name and not self._is_held(self._groups[at])]
        sound = [at for at in resting if not self._groups[at].hurt]
        acting_last = sorted((at for at in from_foot if at not in sound), key=lambda at: self._acts(self._groups[at]))
        over = sum(map(_height, shown)) - room
        for at, state in (
            *((at, FOLDED) for at in sound), *((at, SHORT) for at in acting_last),
            *((at, FOLDED) for at in resting if at not in sound),
        ):  # fmt: skip
            if over <= 0:
                break
            fewer = self._blocks(self._groups[at], state)
            over -= _height(shown[at]) - _height(fewer)
            shown[at] = fewer
        return [block for blocks in shown for block in blocks]

    def _is_held(self, group: _Group) -> bool:
        """Whether a squadron stays open: it acts, or one of its ships is marked."""
        return self._acts(group) or any(card.name in self._marked for card in group.cards)

    def _acts(self, group: _Group) -> bool:
        return any(self._looks[card.name].may_act for card in group.cards)

    def _blocks(self, group: _Group, state: str) -> list[Block]:
        if state is FOLDED:
            return [("", (self._folded(group),))]
        heading: list[Block] = [("", self._squadron(group))] if group.name else []
        sound = [card for card in group.there if self._may_hide(card)] if state is SHORT else []
        hidden = sound if len(sound) >= MANY else []
        ships = [(card.name, self._ship(card)) for card in group.cards if card not in hidden]
        return [*heading, *ships, *([("", (self._sound(hidden),))] if hidden else [])]

    def _may_hide(self, card: CardView) -> bool:
        return not (is_hurt(card) or card.name in self._marked or self._looks[card.name].may_act)

    def _ship(self, card: CardView) -> tuple[Line, ...]:
        return draw_ship(card, self._columns, self._looks[card.name], self._width)

    # ------------------------------------------------------------------ squadrons

    def _squadron(self, group: _Group) -> tuple[Line, ...]:
        """Above its ships: its name, its boxes, and behind the columns of a wide board its speed and its conditions. Grave ones
        that find no room there have a line of their own.
        """
        style = self._style + BOLD if self._acts(group) else self._style
        line = self._with_sums((ink(f" {clean(group.name)}", style),), group)
        wide, pace = self._width - self._columns.whole > LEAST_WORDS, group.pace
        words = self._words(group)
        if wide:
            behind: Line = (*line, ink(" " * (self._columns.whole - cells(line) + 1)))
            whole = (*behind, *joined([*[(ink(pace, QUIET),)] * bool(pace), *words], GAP))
            if cells(whole) <= self._width:
                return (whole if pace or words else line,)
            line = behind
        whole, left = self._with_words(line, words, "" if wide else " ")
        grave = any(style == GRAVE for word in left for _, style in word)
        return (whole, *flow(left, self._width, INDENT)) if grave else (whole,)

    def _words(self, group: _Group) -> list[Line]:
        """The conditions of a squadron as a whole, the grave ones first."""
        session = self._view.session
        found = session.cached_for_line("squadrons", (), lambda: session.battle.ruleset.squadron_conditions(session.battle))
        worst_first = sorted(found.get(group.name, ()), key=lambda one: one.gravity != "grave")
        return [(ink(clean(one.short), GRAVE if one.gravity == "grave" else QUIET),) for one in worst_first]

    def _with_words(self, line: Line, words: Sequence[Line], gap: str = GAP) -> tuple[Line, Sequence[Line]]:
        """A line with as many words behind it as find room, each whole, and the words left over."""
        for place, word in enumerate(words):
            longer = (*line, ink(gap), *word)
            if cells(longer) > self._width:
                return line, words[place:]
            line, gap = longer, GAP
        return line, ()

    def _with_sums(self, name: Line, group: _Group) -> Line:
        """A name with the boxes of its ships, in the column of these."""
        columns = self._columns
        left, full = group.sums
        number = f"{left}/{full}" if full else ""
        room = columns.before_count + columns.count + 1 - cell_width(number)
        text, style = name[-1]
        short = pad_name(text, max(room - cells(name[:-1]) - 1, 1))
        return (*name[:-1], ink(short, style), ink(" " * (room - cells(name[:-1]) - cell_width(short))), ink(number, QUIET))

    def _folded(self, group: _Group) -> Line:
        """A squadron in one line: its sound ships counted, or its hurt ones with the worst in words, as far as there is room."""
        name: Line = (ink(f" {clean(group.name)}", self._style),)
        if not group.hurt:
            count = ink(f"{len(group.there)} sound", QUIET)
            left, full = group.sums
            whole = joined([name, (count,), (ink(f"{left}/{full}", QUIET),)], GAP)
            return self._with_words(cut(whole, self._width), self._words(group))[0]
        line: Line = (*name, ink(f" {len(group.hurt)} hurt", BOLD))
        worst = sorted(group.hurt, key=lambda card: not any(word.grave for word in damage_words(card)))
        for card in worst:
            first = next(iter(damage_words(card)), None)
            if first is None:
                continue
            part: Line = (ink(f"{clean(card.name)} "), ink(first.text, GRAVE if first.grave else PLAIN))
            longer = joined([line, part], "  ")
            if cells(longer) > self._width:
                short = joined([line, part[1:]], "  ")
                line = short if cells(short) <= self._width and card is worst[0] else cut(line, self._width)
                break
            line = longer
        return self._with_words(line, self._words(group))[0]

    def _sound(self, cards: Sequence[CardView]) -> Line:
        """Sound ships in one line: how many, and as many names as find room."""
        head = f" {len(cards)} sound: "
        for shown in range(len(cards), 0, -1):
            more = f" +{len(cards) - shown}" if shown < len(cards) else ""
            text = f"{head}{', '.join(clean(card.name) for card in cards[:shown])}{more}"
            if cell_width(text) <= self._width:
                return (ink(text, QUIET),)
        return cut((ink(f"{head}{clean(cards[0].name)}", QUIET),), self._width)

    # ------------------------------------------------------------------ the foot, and what is out of sight

    def _foot(self) -> list[Line]:
        """What the rules say of this side, what it has on the table besides ships, and its lost ships."""
        session = self._view.session
        found = session.cached_for_line("counters", (), lambda: session.battle.ruleset.counters(session.battle))
        parts: list[Line] = [(ink(clean(f"{one.name} {one.place}")),) for one in found if one.side == self._side]
        if words := session.battle.ruleset.side_words(session.battle, self._side):
            parts.insert(0, (ink(words, QUIET),))
        running = flow(parts, self._width, 1)
        return [*running, *self._gone()]

    def _gone(self) -> list[Line]:
        kinds: dict[str, list[str]] = {}
        for card in self._lost:
            kinds.setdefault(card.lost or "gone", []).append(card.name)
        return flow([(ink(f"{kind}: {', '.join(names)}", QUIET),) for kind, names in kinds.items()], self._width, 1)

    def _scrolled(self, blocks: list[Block], whole: list[Line], room: int) -> list[Line]:
        """A window on the lines with the marked ship in it, and at its end what is out of sight below. It stands still while an
        order is filled in.
        """
        kept, former, last = self._in_view(), self._scroll.tops.get(self._side, 0), len(whole)
        end = 0
        for name, lines in blocks:
            start, end = end, end + len(lines)
            if kept and name == kept:
                former = window(former, (max(start - 1, 0), min(end + 1, last)), last, room)
                break
        top = window(former, (former, former), last, room)
        self._scroll.tops[self._side] = top
        shown = whole[top : top + room]
        if top:
            shown[0] = (ink(f" {ABOVE} {top + 1} lines above", BOLD),)
        if top + room < last:
            shown[-1] = self._below(blocks, top + room - 1)
        return [self._heads(), *filled(shown, room)]

    def _in_view(self) -> str:
        """The ship that is kept in view: the one last struck, until the cursor is moved to another. None while an order is filled
        in.
        """
        if self._view.form is not None or self._view.sheet is not None:
            return ""
        struck = next((name for name, look in self._looks.items() if look.struck), "")
        pointed = next((name for name in self._looks if name == self._view.cursor.ship), "")
        return (pointed or struck) if self._view.cursor.by_hand else (struck or pointed)

    def _below(self, blocks: list[Block], first: int) -> Line:
        """How many ships are out of sight from a line on, how many of them hurt, and the worst."""
        cards = {card.name: card for group in self._groups for card in group.cards}
        at, hidden = 0, list[CardView]()
        for name, lines in blocks:
            at += len(lines)
            if name and at > first:
                hidden.append(cards[name])
        hurt = [card for card in hidden if is_hurt(card)]
        words = [word for card in hurt for word in damage_words(card)]
        worst = next((word for word in words if word.grave), None)
        text = f" {BELOW} {len(hidden) or 1} more{f', {len(hurt)} hurt' if hurt else ''}"
        tail: Line = (ink(f": {worst.text}", GRAVE),) if worst else ()
        line: Line = (ink(text, BOLD), *tail)
        return line if cells(line) <= self._width else cut((ink(text, BOLD),), self._width)


def zones(width: int, height: int, session: Session) -> tuple[int, int]:
    """The lines of the board with its heads, and those of the zone below it with the band. Few ships leave the zone more room."""
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
    beside_ships = (width - 2) // 2 - columns_of(session.cards(), session.battle.ruleset.board_columns).whole >= LEAST_WORDS
    lower = max(least, rest - 1 - longest - (longest // 3 if beside_ships else longest))  # rows for damage below the ships
    return rest - lower + 1, lower + 1


FIXED = 6  # lines: two of the head, one of heads, the band, two of keys
LOWER = (60, 12), (30, 7), (0, 6)
"""Lines of the zone below the band, from so many lines of the screen on."""
