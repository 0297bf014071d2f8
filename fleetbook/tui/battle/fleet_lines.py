"""Draw the fleets with ship cards in as much detail as fits. They are scrolled to the cursor's ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from fleetbook.core.battle.card_view import CardView, squadrons, strength
from fleetbook.tui.battle.view import View
from fleetbook.tui.cards.card_lines import ROOM_FOR_MARKS, Columns, Detail, Look, draw_card
from fleetbook.tui.cards.squadron_card import Looks, is_hurt
from fleetbook.tui.kit.grid import AIMED, POINTING, beside, draw_rule, filled, window
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.style import ACTING, BOLD, QUIET, side_look

ROOMY = 12  # from this many lines on, the cursor's ship is shown in full although squadrons are folded
LEAST_RULE = 6  # fewest cells of a heading left for its rule and blanks
WIDE = 100  # from this many cells on, fleets are drawn side by side


@dataclass
class Scroll:
    """The first line shown of each fleet, by side. It is kept between drawings, so that fleets scroll as little as possible."""

    fleets: dict[str, int] = field(default_factory=dict)


def draw_fleets(view: View, width: int, height: int, scroll: Scroll) -> list[Line]:
    """Draw all fleets in exactly ``height`` lines, side by side. On a narrow screen only the cursor's fleet is in full."""
    if height <= 0:
        return []
    pictures = _pictures(view)
    if width < WIDE:
        return _stacked(pictures, width, height, scroll)
    each = (width - (len(pictures) - 1)) // len(pictures)
    return beside([(_draw_fleet(picture, each, height, scroll), each) for picture in pictures], height)


@dataclass(frozen=True)
class FleetPicture:
    """One side, with all that is needed to draw it.

    title     the side's name
    words     text after the name in the heading; empty for none
    acting    whether the side acts now
    cards     the side's ships, in order
    look      returns the look of a ship's card
    squadron  combines several ships into one card, with its look
    cursor    the name of the ship to keep in view
    brief     whether each ship gets one line only
    pointer   whether the cursor is on this side
    sides     the names of all sides, in order
    """

    title: str
    words: str
    acting: bool
    cards: tuple[CardView, ...]
    look: Callable[[CardView], Look]
    squadron: Callable[[Sequence[CardView]], tuple[CardView, Look]]
    cursor: str = ""
    brief: bool = False
    pointer: bool = False
    sides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Block:
    """The lines of one ship or squadron. They are drawn only if visible: a screen shows few of a thousand ships."""

    name: str
    height: int
    draw: Callable[[], Sequence[Line]]

    @classmethod
    def drawn(cls, name: str, lines: Sequence[Line]) -> Block:
        return cls(name, len(lines), lambda: lines)

    def below(self, heading: Line) -> Block:
        return Block(self.name, self.height + 1, lambda: (heading, *self.draw()))


def _draw_fleet(picture: FleetPicture, width: int, height: int, scroll: Scroll) -> list[Line]:
    """Draw a side's heading and cards in ``height`` lines. The cards scroll no further than needed to show the cursor."""
    blocks = _blocks(picture, width, height - 1)
    top = scroll.fleets[picture.title] = _window(picture, blocks, height - 1, scroll.fleets.get(picture.title, 0))
    hidden = top, max(_lines(blocks) - top - (height - 1), 0)
    room = height - 1
    lines: list[Line] = []
    start = end = 0
    for block in blocks:
        start, end = end, end + block.height
        if end > top and start < top + room:
            lines += block.draw()[max(top - start, 0) :]
    return [_heading(picture, width, hidden), *(lines[:room])]


def _blocks(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """The cards in the greatest detail that fits. If they do not fit in any, each squadron is folded into one line."""
    folds = any(card.squadron for card in picture.cards)
    blocks = [] if folds and len(picture.cards) > room else _ship_by_ship(picture, width, room)
    return _folded(picture, width, room) if folds and (not blocks or _lines(blocks) > room) else blocks


def _lines(blocks: Iterable[Block]) -> int:
    return sum(block.height for block in blocks)


def _ticks(picture: FleetPicture) -> int:
    """How many ticks a card has. All ships have the same number."""
    return len(picture.look(picture.cards[0]).ticks) if picture.cards else 0


def _ship_by_ship(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """All cards in the greatest detail that fits. In the least detail a ship takes one line, a damaged ship two if that fits."""
    columns = Columns.of(picture.cards, width, _ticks(picture), ROOM_FOR_MARKS)
    if picture.brief:
        return [_brief(picture, card, columns, width) for card in picture.cards]
    room -= len({card.squadron for card in picture.cards if card.squadron})
    if len(picture.cards) > room:
        return _grouped(picture, [_ship(picture, card, columns, width, Detail.FULL) for card in picture.cards], width)
    for detail, marks in ((Detail.FULL, 0), (Detail.COMPACT, 0), (Detail.BRIEF, ROOM_FOR_MARKS)):
        columns = Columns.of(picture.cards, width, _ticks(picture), marks)
        whole = [draw_card(card, columns, picture.look(card), width, Detail.FULL) for card in picture.cards]
        most = max((len(block) for block in whole), default=0)
        blocks = [draw_card(card, columns, picture.look(card), width, detail) for card in picture.cards]
        # Reserve room for the longest card in full: the detail must not change as the cursor moves.
        spare = 0 if detail is Detail.FULL else most - detail
        if sum(map(len, blocks)) + spare <= room:
            break
    left = room - sum(map(len, blocks)) - spare
    for at, card in enumerate(picture.cards):
        longer = draw_card(card, columns, picture.look(card), width, Detail.COMPACT)
        if detail is Detail.BRIEF and is_hurt(card) and 0 < len(longer) - len(blocks[at]) <= left:
            left -= len(longer) - len(blocks[at])
            blocks[at] = longer
    shown = [
        Block.drawn(card.name, full if card.name == picture.cursor else block)
        for card, block, full in zip(picture.cards, blocks, whole, strict=True)
    ]
    return _grouped(picture, shown, width)


def _ship(picture: FleetPicture, card: CardView, columns: Columns, width: int, detail: Detail) -> Block:
    """A ship in one line. The ship with the cursor is shown in the detail given."""
    if card.name != picture.cursor or picture.brief:
        return _brief(picture, card, columns, width)
    return Block.drawn(card.name, draw_card(card, columns, picture.look(card), width, detail))


def _brief(picture: FleetPicture, card: CardView, columns: Columns, width: int) -> Block:
    def draw() -> tuple[Line, ...]:
        return draw_card(card, columns, picture.look(card), width, Detail.BRIEF)

    return Block.drawn(card.name, draw()) if card.fate else Block(card.name, 1, draw)  # a ship's fate may take several lines


def _grouped(picture: FleetPicture, blocks: list[Block], width: int) -> list[Block]:
    """The blocks of the ships, with the name of each squadron above its first ship."""
    before = ""
    grouped = list[Block]()
    for card, block in zip(picture.cards, blocks, strict=True):
        begins = card.squadron and card.squadron != before
        grouped.append(block.below(cut((ink(f" {card.squadron}", QUIET),), width)) if begins else block)
        before = card.squadron
    return grouped


def _folded(picture: FleetPicture, width: int, room: int) -> list[Block]:
    """One line for each squadron. The ships of the cursor's squadron follow it, and those of others as far as they fit."""
    groups = squadrons(picture.cards)
    folded = {number: picture.squadron(cards) for number, cards in enumerate(groups) if cards[0].squadron}
    columns = Columns.of([*picture.cards, *(card for card, _ in folded.values())], width, _ticks(picture), ROOM_FOR_MARKS)

    detail = Detail.FULL if room >= ROOMY else Detail.COMPACT

    def ships(cards: list[CardView]) -> list[Block]:
        return [_ship(picture, card, columns, width, detail) for card in cards]

    opened = {
        number: ships(cards) for number, cards in enumerate(groups) if number not in folded or _is_looked_at(picture, cards)
    }
    left = room - len(folded) - sum(map(_lines, opened.values()))
    for number, cards in enumerate(groups):
        if number not in opened and not picture.brief and len(cards) <= left:
            opened[number] = ships(cards)
            left -= len(cards)
    blocks = list[Block]()
    for number in range(len(groups)):
        if number in folded:
            card, look = folded[number]
            blocks.append(Block.drawn(card.name, draw_card(card, columns, look, width, Detail.BRIEF)))
        blocks += opened.get(number, ())
    return blocks


def _is_looked_at(picture: FleetPicture, cards: list[CardView]) -> bool:
    """Whether one of the ships has the cursor, or the form or the last order concerns one."""
    looks = [picture.look(card) for card in cards]
    return any(look.cursor or look.touched for look in looks) or any(card.name == picture.cursor for card in cards)


def _window(picture: FleetPicture, blocks: list[Block], room: int, top: int) -> int:
    start = end = 0
    for block in blocks:
        start, end = end, end + block.height
        if block.name == picture.cursor:
            break
    else:
        start, end = top, top + room
    return window(top, (start, end), _lines(blocks), room)


def _heading(picture: FleetPicture, width: int, hidden: tuple[int, int]) -> Line:
    style = ACTING if picture.acting else None
    above, below = hidden
    scroll = f" ↑{above} ↓{below} " if above and below else f" ↑{above} " if above else f" ↓{below} " if below else ""
    rule, sign = side_look(picture.sides, picture.title)
    right = (ink(scroll, BOLD), ink(f" {strength(picture.cards)} ", QUIET))
    name = ink(f" {picture.title} ", style or rule)
    room = width - cells((name, *right)) - LEAST_RULE
    words = next((f"{words} " for words in (picture.words, picture.words.partition(" ")[0]) if words and len(words) <= room), "")
    return draw_rule((name, ink(words, QUIET)), right, width, rule, sign)


def _pictures(view: View) -> list[FleetPicture]:
    session, cursor = view.session, view.cursor
    battle, cards = session.battle, session.cards()
    named, looks = view.form.ships if view.form else [], Looks(session)
    signs = {cursor.ship: POINTING, **_named(view)}

    def look(card: CardView) -> Look:
        seen, sign = looks.of(card), signs.get(card.name)
        return replace(seen, cursor=sign, pointed=not cursor.journal) if sign else seen

    return [
        FleetPicture(
            title=side,
            words=battle.ruleset.side_words(battle, side),
            acting=session.acting == side,
            cards=tuple(card for card in cards if card.side == side),
            look=look,
            squadron=looks.squadron,
            cursor=next((name for name in reversed(named) if battle.ship(name).side == side), cursor.ship),
            pointer=any(card.name == cursor.ship for card in cards if card.side == side),
            sides=battle.sides,
        )
        for side in battle.sides
    ]


def _named(view: View) -> dict[str, str]:
    """The ships that the form names, each with its sign. Targets have another sign than the ship that acts."""
    if view.form is None:
        return {}
    battle, acting = view.session.battle, view.session.acting
    others = [battle.ship(name).side != acting if acting else place > 0 for place, name in enumerate(view.form.ships)]
    aimed = view.form.draft.kind.phases  # a ruling by hand has no target
    return {name: AIMED if aimed and other else POINTING for name, other in zip(view.form.ships, others, strict=True)}


def _stacked(pictures: list[FleetPicture], width: int, height: int, scroll: Scroll) -> list[Line]:
    """Draw the fleets below each other. All but the cursor's fleet have one line for each ship."""
    lines: list[Line] = []
    brief = [picture for picture in pictures if not picture.pointer]
    spare = {picture.title: min(1 + len(picture.cards), max(height // 3, 2)) for picture in brief}
    for picture in pictures:
        if picture.pointer or not any(other.pointer for other in pictures):
            room = height - sum(spare.values()) if picture.pointer else height // len(pictures)
            lines += _draw_fleet(picture, width, room, scroll)
        else:
            lines += _draw_fleet(replace(picture, brief=True), width, spare[picture.title], scroll)
    return filled(lines, height)
