"""One side's ships as lines: a heading, then the cards in as much detail as fits, the ship with the cursor kept in view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fleetbook.core.battle.card_view import CardView
from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.kit.card_lines import Columns, Detail, Look, draw_card
from fleetbook.tui.kit.line import Line, cut, ink
from fleetbook.tui.kit.style import ACTING, BOLD, QUIET

UNSEEN = Look()


@dataclass(frozen=True)
class FleetPicture:
    """What is to be seen of one side.

    title    the side's name, and what it does in this step if it acts
    acting   whether it acts
    cards    its ships in their order, and how each is looked at by name
    cursor   the ship to be kept in view
    brief    whether a line a ship is enough
    pointer  whether the cursor is on this side
    """

    title: str
    acting: bool
    cards: tuple[CardView, ...]
    looks: Mapping[str, Look] = field(default_factory=dict)
    cursor: str = ""
    brief: bool = False
    pointer: bool = False

    def look(self, card: CardView) -> Look:
        """How a ship is looked at."""
        return self.looks.get(card.name, UNSEEN)


def draw_fleet(picture: FleetPicture, width: int, height: int, top: int) -> tuple[list[Line], int]:
    """The heading and the window on the cards that ``height`` leaves, moved as little as the cursor asks for from where it was at
    ``top``; the lines, and where the window begins now.
    """
    blocks = _blocks(picture, width, height - 1)
    top = _window(picture, blocks, height - 1, top)
    body = [line for block in blocks for line in block]
    hidden = top, max(len(body) - top - (height - 1), 0)
    return [_heading(picture, width, hidden), *body[top : top + height - 1]], top


def wanted_height(picture: FleetPicture, width: int) -> int:
    """Lines for the heading and a line a ship."""
    return 1 + len(picture.cards)


def _blocks(picture: FleetPicture, width: int, room: int) -> list[tuple[Line, ...]]:
    """The cards at the greatest detail at which all fit, a line a ship otherwise; the ship with the cursor is whole."""
    columns = Columns.of(picture.cards, width)
    if picture.brief:
        return [draw_card(card, columns, picture.look(card), width, Detail.BRIEF) for card in picture.cards]
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


def _grouped(picture: FleetPicture, blocks: list[tuple[Line, ...]], width: int) -> list[tuple[Line, ...]]:
    """Above the first ship of each squadron the squadron's name, where there are squadrons."""
    before = ""
    grouped = []
    for card, block in zip(picture.cards, blocks, strict=True):
        begins = card.squadron and card.squadron != before
        grouped.append((cut((ink(f" {card.squadron}", QUIET),), width), *block) if begins else block)
        before = card.squadron
    return grouped


def _window(picture: FleetPicture, blocks: list[tuple[Line, ...]], room: int, top: int) -> int:
    start, end = 0, 0
    for card, block in zip(picture.cards, blocks, strict=True):
        start, end = end, end + len(block)
        if card.name == picture.cursor:
            top = min(max(top, end - room), start)
            break
    whole = sum(map(len, blocks))
    return max(min(top, whole - room), 0)


def _heading(picture: FleetPicture, width: int, hidden: tuple[int, int]) -> Line:
    style = ACTING if picture.acting else BOLD
    above, below = hidden
    scroll = f" ↑{above} ↓{below} " if above and below else f" ↑{above} " if above else f" ↓{below} " if below else ""
    lost = sum(bool(card.fate) for card in picture.cards)
    count = f" {len(picture.cards) - lost} of {len(picture.cards)} " if lost else f" {len(picture.cards)} "
    return draw_rule((ink(f" {picture.title} ", style),), (ink(scroll, BOLD), ink(count, QUIET)), width)
