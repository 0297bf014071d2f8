"""The fleets as lines: each a heading, then its cards in as much detail as fits, the ship with the cursor kept in view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.card_lines import Columns, Detail, Look, draw_card
from fleetbook.tui.cards.squadron_card import squadron_card, squadron_look
from fleetbook.tui.kit.grid import POINTING, beside, draw_rule, filled, window
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.style import ACTING, BOLD, QUIET, side_look

ROOMY = 12  # lines of a fleet from which on the ship with the cursor is whole, though squadrons are folded
WIDE = 100  # from here on fleets stand beside each other
UNSEEN = Look()


@dataclass
class Scroll:
    """Where the windows on the fleets begin: kept between drawings, so that they move as little as they must."""

    fleets: dict[str, int] = field(default_factory=dict)


def draw_fleets(view: View, width: int, height: int, scroll: Scroll) -> list[Line]:
    """All fleets in exactly so many lines: beside each other, or the one with the cursor in full and the others a line a ship."""
    if height <= 0:
        return []
    return (_side_by_side if width >= WIDE else _stacked)(_pictures(view), width, height, scroll)


@dataclass(frozen=True)
class FleetPicture:
    """What is to be seen of one side.

    title    the side's name
    words    what is to be said of it beside its name
    acting   whether it acts
    cards    its ships in their order, and how each is looked at by name
    cursor   the ship to be kept in view
    brief    whether a line a ship is enough
    pointer  whether the cursor is on this side
    sides    all sides in their order
    """

    title: str
    words: str
    acting: bool
    cards: tuple[CardView, ...]
    looks: Mapping[str, Look] = field(default_factory=dict)
    cursor: str = ""
    brief: bool = False
    pointer: bool = False
    sides: tuple[str, ...] = ()

    def look(self, card: CardView) -> Look:
        """How a ship is looked at."""
        return self.looks.get(card.name, UNSEEN)


Block: TypeAlias = tuple[str, tuple[Line, ...]]  # the name of a ship or a squadron, and its lines


def _draw_fleet(picture: FleetPicture, width: int, height: int, top: int) -> tuple[list[Line], int]:
    """The heading and the window on the cards that ``height`` leaves, moved as little as the cursor asks for from where it was at
    ``top``; the lines, and where the window begins now.
    """
    blocks = _blocks(picture, width, height - 1)
    top = _window(picture, blocks, height - 1, top)
    body = [line for _, block in blocks for line in block]
    hidden = top, max(len(body) - top - (height - 1), 0)
    return [_heading(picture, width, hidden), *body[top : top + height - 1]], top


def _blocks(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """The cards at the greatest detail at which all fit, squadrons folded otherwise; the ship with the cursor is whole."""
    blocks = _ship_by_ship(picture, width, room)
    folds = any(card.squadron for card in picture.cards)
    return _folded(picture, width, room) if folds and _lines(blocks) > room else blocks


def _lines(blocks: Iterable[Block]) -> int:
    return sum(len(lines) for _, lines in blocks)


def _ticks(picture: FleetPicture) -> int:
    return max((len(look.ticks) for look in picture.looks.values()), default=0)


def _ship_by_ship(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """All cards, at the greatest detail at which all fit, a line a ship otherwise."""
    columns = Columns.of(picture.cards, width, _ticks(picture))
    if picture.brief:
        return [(card.name, draw_card(card, columns, picture.look(card), width, Detail.BRIEF)) for card in picture.cards]
    room -= len({card.squadron for card in picture.cards if card.squadron})
    whole = [draw_card(card, columns, picture.look(card), width, Detail.FULL) for card in picture.cards]
    most = max((len(block) for block in whole), default=0)
    for detail in (Detail.FULL, Detail.COMPACT, Detail.BRIEF):
        blocks = [draw_card(card, columns, picture.look(card), width, detail) for card in picture.cards]
        # Room for the longest card, whichever has the cursor: the detail must not change as the cursor moves.
        spare = 0 if detail is Detail.FULL else most - detail
        if sum(map(len, blocks)) + spare <= room:
            break
    shown = [
        full if card.name == picture.cursor else block for card, block, full in zip(picture.cards, blocks, whole, strict=True)
    ]
    return _grouped(picture, shown, width)


def _grouped(picture: FleetPicture, blocks: list[tuple[Line, ...]], width: int) -> list[Block]:
    """Above the first ship of each squadron the squadron's name, where there are squadrons."""
    before = ""
    grouped = list[Block]()
    for card, block in zip(picture.cards, blocks, strict=True):
        begins = card.squadron and card.squadron != before
        grouped.append((card.name, (cut((ink(f" {card.squadron}", QUIET),), width), *block) if begins else block))
        before = card.squadron
    return grouped


def _folded(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """A line a squadron, and below it its ships where one of them is looked at, or as far as there is room."""
    groups = [(name, list(cards)) for name, cards in groupby(picture.cards, key=lambda card: card.squadron)]
    folded = {name: squadron_card(cards) for name, cards in groups if name}
    columns = Columns.of([*picture.cards, *folded.values()], width, _ticks(picture))

    def ship(card: CardView) -> Block:
        pointed = card.name == picture.cursor and not picture.brief
        detail = (Detail.FULL if room >= ROOMY else Detail.COMPACT) if pointed else Detail.BRIEF
        return card.name, draw_card(card, columns, picture.look(card), width, detail)

    opened = {name: [ship(card) for card in cards] for name, cards in groups if not name or _is_looked_at(picture, cards)}
    left = room - len(folded) - sum(map(_lines, opened.values()))
    for name, cards in groups:
        if name not in opened and not picture.brief and len(cards) <= left:
            opened[name] = [ship(card) for card in cards]
            left -= len(cards)
    blocks = list[Block]()
    for name, cards in groups:
        if name:
            look = squadron_look(cards, picture.looks)
            blocks.append((name, draw_card(folded[name], columns, look, width, Detail.BRIEF)))
        blocks += opened.get(name, ())
    return blocks


def _is_looked_at(picture: FleetPicture, cards: list[CardView]) -> bool:
    """Whether one of them has the cursor, or is named or was touched by an order."""
    looks = [picture.look(card) for card in cards]
    return any(look.cursor or look.touched for look in looks) or any(card.name == picture.cursor for card in cards)


def _window(picture: FleetPicture, blocks: list[Block], room: int, top: int) -> int:
    start = end = 0
    for name, block in blocks:
        start, end = end, end + len(block)
        if name == picture.cursor:
            break
    else:
        start, end = top, top + room
    return window(top, (start, end), _lines(blocks), room)


def _heading(picture: FleetPicture, width: int, hidden: tuple[int, int]) -> Line:
    style = ACTING if picture.acting else None
    above, below = hidden
    scroll = f" ↑{above} ↓{below} " if above and below else f" ↑{above} " if above else f" ↓{below} " if below else ""
    lost = sum(bool(card.fate) for card in picture.cards)
    count = f" {len(picture.cards) - lost} of {len(picture.cards)} fight "
    rule, sign = side_look(picture.sides, picture.title)
    title = (ink(f" {picture.title} ", style or rule), ink(f"{picture.words} " if picture.words else "", QUIET))
    return draw_rule(title, (ink(scroll, BOLD), ink(count, QUIET)), width, rule, sign)


def _pictures(view: View) -> list[FleetPicture]:
    session, cursor = view.session, view.cursor
    battle, cards, struck, ticks = session.battle, session.cards(), session.struck(), session.ticks()
    named = view.form.ships if view.form else []
    at = {cursor.ship, *named}
    looks = {
        card.name: Look(
            cursor=POINTING if card.name in at else "",
            pointed=card.name in at and not cursor.journal,
            touched=card.name in struck,
            ticks=ticks[card.name],
            fresh=tuple(sorted((track, boxes) for track, boxes in struck.get(card.name, {}).items() if track and boxes > 0)),
        )
        for card in cards
    }
    return [
        FleetPicture(
            title=side,
            words=battle.ruleset.side_words(battle, side),
            acting=session.acting == side,
            cards=tuple(card for card in cards if card.side == side),
            looks=looks,
            cursor=next((name for name in reversed(named) if battle.ship(name).side == side), cursor.ship),
            pointer=any(card.name == cursor.ship for card in cards if card.side == side),
            sides=battle.sides,
        )
        for side in battle.sides
    ]


def _side_by_side(pictures: list[FleetPicture], width: int, height: int, scroll: Scroll) -> list[Line]:
    each = (width - (len(pictures) - 1)) // len(pictures)
    return beside([(_drawn(picture, each, height, scroll), each) for picture in pictures], height)


def _stacked(pictures: list[FleetPicture], width: int, height: int, scroll: Scroll) -> list[Line]:
    """The fleet with the cursor in full, the others a line a ship."""
    lines: list[Line] = []
    brief = [picture for picture in pictures if not picture.pointer]
    spare = {picture.title: min(1 + len(picture.cards), max(height // 3, 2)) for picture in brief}
    for picture in pictures:
        if picture.pointer or not any(other.pointer for other in pictures):
            room = height - sum(spare.values()) if picture.pointer else height // len(pictures)
            lines += _drawn(picture, width, room, scroll)
        else:
            lines += _drawn(replace(picture, brief=True), width, spare[picture.title], scroll)
    return filled(lines, height)


def _drawn(picture: FleetPicture, width: int, height: int, scroll: Scroll) -> list[Line]:
    lines, top = _draw_fleet(picture, width, height, scroll.fleets.get(picture.title, 0))
    scroll.fleets[picture.title] = top
    return lines
