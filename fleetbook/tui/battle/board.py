"""The board: the ships of both sides in two columns. If there is too little room, it decides which rows are folded or left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import damage_words, is_hurt
from fleetbook.referee.proposals.next_order import due_ships
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import cell_width, clean, pad
from fleetbook.tui.battle.heading import act_together
from fleetbook.tui.battle.journal_filter import concerns
from fleetbook.tui.battle.view import Cursor, View
from fleetbook.tui.cards.folding import Block, Folding, Folds
from fleetbook.tui.cards.ship_row import LEAST_HALF, SEEN, Look, columns_of, draw_ship, lines_below, pace_unit, says_the_worst
from fleetbook.tui.cards.ships_shown import HULL, SPEED, Shown
from fleetbook.tui.cards.squadron_row import Squadron, SquadronRows
from fleetbook.tui.kit.grid import BAR, as_many, beside, filled, window
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, joined
from fleetbook.tui.kit.style import BOLD, GRAVE, QUIET, side_look

MOST_FOOT = 3  # lines at the foot of a side
ABOVE, BELOW = "▲", "▼"
DAMAGE, GUNS = "damage", "guns"  # heads of columns
NONE_FITS = "no ship fits"  # shown if no ship has the searched words


@dataclass
class Scroll:
    """The board's memory from one drawing to the next.

    tops    the first line of each side's window
    folds   the folds of each side
    anchor  the ship that last had the cursor while no order was being filled in; her squadron stays open
    """

    tops: dict[str, int] = field(default_factory=dict)
    folds: dict[str, Folds] = field(default_factory=dict)
    anchor: str = ""


def draw_sides(view: View, width: int, height: int, scroll: Scroll) -> list[Line]:
    """The heads of the columns, then both sides beside each other. A narrow screen shows only the side of the cursor's ship."""
    if height <= 0:
        return []
    session, sides = view.session, view.session.battle.sides
    if not _is_filled_in(view) or not scroll.anchor:
        scroll.anchor = view.cursor.ship
    half = (width - len(sides)) // len(sides)
    if half < LEAST_HALF:
        sides, half = (_side_with_cursor(session, view.cursor.ship),), width - 1
    named = _named(view)
    drawn = [_draw_side(view, side, (half, height), named, scroll) for side in sides]
    first, *others = drawn
    for other in others:
        first = [(*line, BAR, *part) for line, part in zip(first, other, strict=True)]
    return [*first]


def _is_filled_in(view: View) -> bool:
    """Whether an order is being filled in. The board then stands still."""
    return view.form is not None or view.sheet is not None


def _side_with_cursor(session: Session, ship: str) -> str:
    battle = session.battle
    side: str = battle.ship(ship).side if battle.is_ship(ship) else battle.sides[0]
    return side


def _named(view: View) -> dict[str, bool]:
    """The ships that the form names. True means that the order is aimed at the ship."""
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


def _draw_side(view: View, name: str, size: tuple[int, int], named: Mapping[str, bool], scroll: Scroll) -> Sequence[Line]:
    """The lines of a side, each as wide as the side. They are drawn again only if a key has changed something on this side."""
    session, cursor, (width, height) = view.session, view.cursor, size
    since, shown, stands_still = session.command.since, cursor.shown, _is_filled_in(view)
    chosen = size, since, shown.search.text, shown.order
    side = session.cached_for_line(f"side {name}", chosen, lambda: Side(session, name, size, shown))
    pointed = () if cursor.journal else (cursor.ship,)
    looks = {
        ship: msgspec.structs.replace(look, pointed=ship in pointed, named=named.get(ship) is False, aimed=named.get(ship, False))
        for ship in (*pointed, *named) if (look := side.looks.get(ship))
    }  # fmt: skip
    own, anchor = (ship if ship in side.looks else "" for ship in (cursor.ship, scroll.anchor))
    marks = (*looks.items(),), own, anchor, cursor.journal, cursor.by_hand, cursor.line, stands_still
    return session.cached_for_line(
        f"lines of {name}",
        (chosen, marks, scroll.tops.get(name, 0), tuple(scroll.folds[name].made.items()) if name in scroll.folds else ()),
        lambda: beside(
            [(_Drawing(side, looks, (own, anchor), cursor, scroll, stands_still=stands_still).lines(height), width)], height
        ),
    )


class Side:
    """A side of the board, before the cursor and the form mark its ships. It is made only once for each journal line.

    looks      the appearance of each ship
    step       the turn and the phase
    none_fits  whether no ship of the battle is sought
    """

    def __init__(self, session: Session, name: str, size: tuple[int, int], shown: Shown) -> None:
        self.name, self._session, self._order, (self.width, height) = name, session, shown.order, size
        battle, self._every = session.battle, session.cards()
        self.step, self._heading = (battle.turn, battle.phase), battle.ruleset.board_heading
        self._own = shown.sorted(tuple(card for card in self._every if card.side == name), self._heading)
        rules = battle.ruleset
        self._columns = columns_of(self._every, rules.board_columns, self.width, rules.board_guns, rules.board_torpedoes)
        self._style, _ = side_look(battle.sides, name)
        conditions = session.cached_for_line("squadrons", (), lambda: battle.ruleset.squadron_conditions(battle))
        self.rows = SquadronRows(self._columns, self.width, self._style, conditions)
        struck, due = session.struck(), due_ships(session)
        self.looks = {
            name: Look(
                struck=name in struck,
                may_act=name in due,
                new=struck.get(name, frozenset()),
                waits=any(tick.due for tick in session.ticks(name)),
                seen=any(tick.sign == SEEN and tick.done for tick in session.ticks(name)),
            )
            for name in (card.name for card in self._own)
        }
        sought = shown.found(session)
        self.none_fits = not sought
        before, began = session.cached_for_line("this step began", (), lambda: _step_began(session))
        there = [card for card in self._own if not card.fate or not before.card(card.name).fate]
        rows = len(there) + len({card.squadron for card in there if card.squadron})
        keeps_rows = rows + MOST_FOOT < height  # then a ship that is lost keeps her row until the step ends
        lost = (card for card in self._own if card.fate and not shown.search.text)
        self._gone = [card for card in lost if not keeps_rows or before.card(card.name).fate]
        self._below = self._lines_below([began.card(card.name) for card in self._own if card.name in sought], height)
        at_foot = {card.name for card in self._gone if not self.looks[card.name].struck}
        self._left_out = {card.name for card in self._own if card.name in at_foot or card.name not in sought}
        self._squadrons: dict[str, list[Squadron]] = {}
        self._open: dict[Squadron, list[Block]] = {}

    def _lines_below(self, cards: Sequence[CardView], height: int) -> dict[str, int]:
        """The number of lines below each ship's row for her damage as the step began. The free rows of the side go to the worst
        ships first. A ship whose gravest word has no room in her row always gets a line.
        """
        there = sorted((card for card in cards if not card.fate), key=lambda card: not any(w.grave for w in damage_words(card)))
        heads = {self._heading(card) for card in there} - {""}
        foot, found = min(len(self.lost), max(height - 1 - len(self.looks), MOST_FOOT)), dict[str, int]()
        free = height - 2 - len(there) - len(heads) - foot
        for card in there:
            needed = lines_below(card, self._columns, self.width)
            least = 0 if says_the_worst(card, self._columns, self.width) else 1
            found[card.name] = max(min(needed, free), least)
            free -= found[card.name]
        return found

    def squadrons(self, kept: str) -> list[Squadron]:
        """The squadrons with the ships to show. Ships that are not sought are left out, and lost ones at the foot, except the
        ship ``kept``.
        """
        kept = kept if kept in self._left_out else ""
        if kept not in self._squadrons:
            shown = [card for card in self._own if card.name not in self._left_out - {kept}]
            groups = [(name, tuple(cards)) for name, cards in groupby(shown, key=self._heading)]
            self._squadrons[kept] = [
                Squadron(name, cards, any(self.looks[card.name].may_act for card in cards), self._whole(name))
                for name, cards in groups
            ]
        return self._squadrons[kept]

    def _whole(self, squadron: str) -> tuple[CardView, ...]:
        return tuple(card for card in self._own if self._heading(card) == squadron and not card.fate)

    def open_blocks(self, squadron: Squadron, changed: Mapping[str, Look]) -> list[Block]:
        """The lines of a squadron with all its ships. ``changed`` has the appearance of marked ships."""
        if squadron not in self._open:
            ships = [(card.name, self.ship(card, self.looks[card.name])) for card in squadron.cards]
            self._open[squadron] = [*self.heading(squadron), *ships]
        marked = {card.name: card for card in squadron.cards if card.name in changed}
        blocks = self._open[squadron]
        if not marked:
            return blocks
        return [(name, self.ship(marked[name], changed[name]) if name in marked else lines) for name, lines in blocks]

    def heading(self, squadron: Squadron) -> list[Block]:
        return [("", (self.rows.above(squadron),))] if squadron.name else []

    def ship(self, card: CardView, look: Look) -> tuple[Line, ...]:
        return draw_ship(card, self._columns, look, self.width, self._below.get(card.name, 0))

    @cached_property
    def heads(self) -> Line:
        """The side's name and the heads of the columns."""
        columns, line = self._columns, ""
        places, at = list[tuple[int, str]](), 2 + columns.name
        for width, text, right in (
            (columns.kind, "", False), (columns.pace, self._pace_head(), True),
            *self._heads_of_boxes(), (columns.guns, GUNS, False), (columns.supply, self._supply_head(), True),
            (self.width - columns.whole - 1, DAMAGE if self.width - columns.whole > len(DAMAGE) else "", False),
        ):  # fmt: skip
            if width:
                places.append((at + 1 + (width - cell_width(text) if right else 0), text))
                at += 1 + width
        title = f" {clean(self.name).upper()} "
        heads = [(place, text) for place, text in places if text and place > cell_width(title)]  # the side's name stands whole
        room = heads[0][0] - 1 if heads else self.width
        for place, text in heads:
            line = f"{line}{' ' * (place - room - cell_width(line))}{text}"
        acting = self._session.acting == self.name or act_together(self._session.battle)
        name = ink(pad(title, room), self._style + BOLD if acting else self._style)
        return cut((name, ink(line, QUIET)), self.width)

    def _pace_head(self) -> str:
        unit = pace_unit(self._every)
        return self._marked_head(unit[:2] if self._columns.is_now else unit, SPEED)

    def _heads_of_boxes(self) -> list[tuple[int, str, bool]]:
        """The head of the column of boxes, above the bars, or above the numbers if no bars are drawn."""
        columns, head = self._columns, self._marked_head(self._boxes_head(), HULL)
        return [(columns.bar, head, False), (columns.count, "", True)] if columns.bar else [(columns.count, head, False)]

    def _marked_head(self, head: str, order: str) -> str:
        """The head of a column, marked if the ships are sorted by it."""
        return f"{head}{BELOW}" if self._order == order else head

    def _boxes_head(self) -> str:
        labels = [card.first.label for card in self._every if card.first]
        return max(set(labels), key=labels.count) if labels else ""

    def _supply_head(self) -> str:
        rows = (track for card in self._every for track in (*card.supplies, *card.rows))
        torpedo = self._columns.torpedo
        supplies = {track.label for card in self._every for track in card.supplies[:1]}
        return next((track.label for track in rows if track.id == torpedo or (not torpedo and track.label in supplies)), "")

    @cached_property
    def foot(self) -> list[Line]:
        """The lines below the ships: words of the rules about this side, its counters on the table, and its lost ships."""
        session = self._session
        found = session.cached_for_line("counters", (), lambda: session.battle.ruleset.counters(session.battle))
        own = [one for one in found if one.side == self.name]
        parts: list[Line] = [(ink(clean(f"{one.name} {one.place}")),) for one in own if not one.course]
        running: list[Line] = [(ink(clean(one.course)),) for one in own if one.course]
        if words := session.battle.ruleset.side_words(session.battle, self.name):
            parts.insert(0, (ink(words, QUIET),))
        return [*flow(parts, self.width, 1), *self._in_one(running), *self.lost]

    def _in_one(self, parts: Sequence[Line]) -> list[Line]:
        """As many of the parts as fit into one line, then the number of parts left out."""
        for kept in range(len(parts), 0, -1):
            more: list[Line] = [(ink(f"+{len(parts) - kept}", QUIET),)] if kept < len(parts) else []
            line: Line = (ink(" "), *joined([*parts[:kept], *more]))
            if cells(line) <= self.width or kept == 1:
                return [cut(line, self.width)]
        return []

    @cached_property
    def lost(self) -> list[Line]:
        """The lost ships at the foot, each with the turn of her end; a campaign has days and no turns."""
        kinds, battle = dict[str, list[str]](), self._session.battle
        for card in self._gone:
            turn = f" T{card.end.turn}" if card.end and not battle.ruleset.sequence.called_turn(battle) else ""
            kinds.setdefault(card.lost or "gone", []).append(f"{clean(card.name)}{turn}")
        return flow([(ink(f"{kind}: {', '.join(names)}", QUIET),) for kind, names in kinds.items()], self.width, 1)


def _step_began(session: Session) -> tuple[Battle[Any], Battle[Any]]:
    """The battle before and after the line that began the present step."""
    battle, journal = session.battle, session.journal
    for record in reversed(journal.records):
        if (record.turn, record.phase) != (battle.turn, battle.phase):
            return journal.battle_before(record.number), journal.battle_after(record.number)
    start = journal.battle_before(1) if journal.records else battle
    return start, start


class _Drawing:
    """Draws a side with its marked ships, whose appearance is in ``looks``. ``own`` has the ship with the cursor and the ship
    that keeps its squadron open; the name of a ship of another side is empty. With ``stands_still`` nothing scrolls.
    """

    def __init__(
        self, side: Side, looks: Mapping[str, Look], own: tuple[str, str], cursor: Cursor, scroll: Scroll, *, stands_still: bool
    ) -> None:
        self._side, self._changed, self._cursor, self._scroll, self._stands_still = side, looks, cursor, scroll, stands_still
        self._looks = {**side.looks, **looks}
        self._pointed, self._anchor = own
        self._squadrons = side.squadrons("" if cursor.journal else self._anchor)  # the same while a form is open
        self._marked = {name for name, look in self._looks.items() if look.struck or name == self._anchor}

    def lines(self, height: int) -> list[Line]:
        """The heads of the columns, the ships, and the foot, in exactly ``height`` lines."""
        if self._side.none_fits:
            return [self._side.heads, *filled([(ink(f" {NONE_FITS}", QUIET),)], height - 1)]
        most = max(height - 1 - len(self._looks), MOST_FOOT) if height > MOST_FOOT * 2 else 0
        foot = as_many(self._side.foot, most, self._side.width, margin=1) if most else []
        room = height - 1 - len(foot)
        blocks = self._fitted(room, height)
        whole = [line for _, lines in blocks for line in lines]
        if len(whole) <= room:
            self._scroll.tops[self._side.name] = 0
            return [self._side.heads, *filled(whole, room), *foot]
        return [*self._scrolled(blocks, whole, room), *foot]

    def _fitted(self, room: int, height: int) -> list[Block]:
        """The lines to show, by ship, after as many as necessary were folded or left out."""
        side, folds = self._side, self._scroll.folds.setdefault(self._side.name, Folds())
        folding = Folding(
            side.rows, lambda squadron: side.open_blocks(squadron, self._changed), lambda card: card.name in self._marked,
            lambda card: self._looks[card.name].may_act,
        )  # fmt: skip
        return folding.fitted(self._squadrons, room, folds.of_step((side.step, side.width, height)))

    def _scrolled(self, blocks: list[Block], whole: list[Line], room: int) -> list[Line]:
        """The part of the lines that fits, scrolled so that the marked ship is visible. Its first and last line count the ships
        above and below.

        Nothing scrolls while an order is filled in.
        """
        kept, name, last, end = self._in_view(), self._side.name, len(whole), 0
        former = self._scroll.tops.get(name, 0)
        for ship, lines in blocks:
            start, end = end, end + len(lines)
            if kept and ship == kept:
                former = window(former, (max(start - 1, 0), min(end + 1, last)), last, room)
                break
        top = window(former, (former, former), last, room)
        self._scroll.tops[name] = top
        shown = whole[top : top + room]
        if top:
            shown[0] = self._out_of_sight(blocks, range(top + 1), ABOVE)
        if top + room < last:
            shown[-1] = self._out_of_sight(blocks, range(top + room - 1, last), BELOW)
        return [self._side.heads, *filled(shown, room)]

    def _in_view(self) -> str:
        """The ship to keep in view. After an order it is the ship that was hit, until the cursor moves.

        If several ships were hit, it is one that the selected line concerns. Empty while an order is filled in.
        """
        if self._stands_still:
            return ""
        line, every = self._cursor.record, [name for name, look in self._looks.items() if look.struck]
        struck = next((name for name in every if line and concerns(line, name)), next(iter(every), ""))
        return (self._pointed or struck) if self._cursor.by_hand else (struck or self._pointed)

    def _out_of_sight(self, blocks: list[Block], places: range, sign: str) -> Line:
        """A line that counts the ships above or below the visible part and the damaged ones among them, with the worst damage."""
        cards = {card.name: card for squadron in self._squadrons for card in squadron.cards}
        at, hidden = 0, list[CardView]()
        for name, lines in blocks:
            if name and at < places.stop and at + len(lines) > places.start:
                hidden.append(cards[name])
            at += len(lines)
        hurt = [card for card in hidden if is_hurt(card)]
        words = [word for card in hurt for word in damage_words(card)]
        worst = next((word for word in words if word.grave), None)
        text = f" {sign} {len(hidden) or 1} more{f', {len(hurt)} hurt' if hurt else ''}"
        tail: Line = (ink(f": {worst.text}", GRAVE),) if worst else ()
        line: Line = (ink(text, BOLD), *tail)
        return line if cells(line) <= self._side.width else cut((ink(text, BOLD),), self._side.width)
