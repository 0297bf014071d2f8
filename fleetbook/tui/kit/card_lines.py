"""Ship cards as lines: boxes, systems, supplies and conditions, in as much detail as there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import ceil

from rich.style import Style

from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad, wrap
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, joined, pad_name
from fleetbook.tui.kit.style import BOLD, CURSOR, FREE, FRESH, GONE, GOOD, GRAVE, HURT, LOST, PLAIN, POINT, QUIET

FREE_BOX, STRUCK_BOX, FRESH_BOX = "■", "□", "▨"
LOADED, SPENT = "●", "○"
MARKS = {"sound": "✓", "damaged": "~", "destroyed": "✗"}
TOUCHED, LOST_MARK = "◆", "✗"
GRAVITY = {"grave": GRAVE, "good": GOOD}

UNCOUNTED = 3  # boxes seen at a glance
SHORT_BAR = 12
LEAST_BAR = 4
MOST_SUPPLIES = 8
GUTTER = 3
HEADING, WORDS = 12, 20  # cells of a heading beside text; of a track's label and count
TALL = 10  # lines from which on a card is shown a part a line


class Detail(IntEnum):
    """How much of a card is shown: one line, two, or all of it."""

    BRIEF = 1
    COMPACT = 2
    FULL = 3


@dataclass(frozen=True, slots=True)
class Look:
    """What else is to be seen on a card: the cursor's sign, whether the last order touched the ship, and for each track, by its
    id, how many boxes that order struck off.
    """

    cursor: str = ""
    pointed: bool = False
    touched: bool = False
    fresh: tuple[tuple[str, int], ...] = ()

    def struck(self, track: str) -> int:
        """How many boxes of a track the last order struck off."""
        return next((boxes for name, boxes in self.fresh if name == track), 0)


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths that all cards have in common, in cells."""

    name: int
    kind: int
    motion: int
    count: int

    @classmethod
    def of(cls, cards: Iterable[CardView], width: int) -> Columns:
        """Wide enough for these cards, yet leaving most of the width to boxes."""
        cards = list(cards)
        return cls(
            name=min(_widest(card.name for card in cards), width // 4),
            kind=min(_widest(card.kind for card in cards), width // 5),
            motion=min(_widest(card.motion for card in cards), width // 8),
            count=_widest(f"{track.label} {_count(track)}" for card in cards for track in card.tracks[:1]),
        )


def _widest(texts: Iterable[str]) -> int:
    return max((cell_width(clean(text)) for text in texts), default=0)


def _count(track: Track) -> str:
    return f"{track.left:>{len(str(track.full))}}/{track.full}"


@lru_cache(maxsize=1024)
def draw_card(card: CardView, columns: Columns, look: Look, width: int, detail: Detail) -> tuple[Line, ...]:
    """The card in lines of at most ``width`` cells; a lost ship takes one."""
    if card.fate:
        return (_lost(card, columns, look, width),)
    head = (*_head(card, columns, look), ink(GAP))
    if detail is Detail.BRIEF:
        return (_brief(card, columns, look, head, width),)
    first = (*head, *_main_track(card, columns, look, width - cells(head)))
    conditions = [draw_condition(condition) for condition in card.conditions]
    whole = (*first, *(ink(GAP) for _ in conditions[:1]), *joined(conditions))
    if cells(whole) <= width:
        first, conditions = whole, []
    parts = [*conditions, *_rest(card, look)]
    if detail is Detail.COMPACT:
        return (cut(first, width), *_second_line(card, parts, width))
    return (cut(first, width), *flow([*parts, *map(draw_system, card.systems)], width, GUTTER + 1))


def _signs(look: Look) -> Line:
    return ink(TOUCHED if look.touched else " ", FRESH), ink(f"{look.cursor or ' '} ", POINT)


def _head(card: CardView, columns: Columns, look: Look) -> Line:
    return (
        *_signs(look),
        ink(pad_name(card.name, columns.name), CURSOR if look.pointed else BOLD),
        ink(f" {pad(card.kind, columns.kind)} ", QUIET),
        ink(pad(card.motion, columns.motion, right=True)),
    )


def _lost(card: CardView, columns: Columns, look: Look, width: int) -> Line:
    name = ink(pad_name(card.name, columns.name), CURSOR if look.pointed else LOST)
    return cut((*_signs(look), name, ink(f" {LOST_MARK} {card.fate}", LOST)), width)


def _main_track(card: CardView, columns: Columns, look: Look, room: int) -> Line:
    """The first track of the card: its count in a column that all cards share, then its boxes."""
    if not card.tracks:
        return ()
    track = card.tracks[0]
    count = _count(track)
    label = track.label + " " * (columns.count - cell_width(clean(track.label)) - cell_width(count))
    return (
        ink(label, QUIET),
        ink(count, _strength(track)),
        *_bar(track, look.struck(track.id), room - columns.count),
    )


def _bar(track: Track, fresh: int, room: int) -> Line:
    """Boxes after a blank; where there are more than room, one stands for several and the line says so; none where that says
    nothing any more.
    """
    per = 1 if track.full < room else ceil(track.full / max(room - 4, 1))
    if track.full < per * LEAST_BAR and per > 1:
        return ()
    scale: Line = (ink(f" ×{per}", QUIET),) if per > 1 else ()
    return (ink(" "), *_boxes(track, fresh, per), *scale)


def draw_track(track: Track, look: Look, room: int = SHORT_BAR) -> Line:
    """A row of boxes with its label, in about ``room`` cells, and its count where there are too many to be seen at a glance."""
    label, fresh = ink(track.label, QUIET), look.struck(track.id)
    if track.full <= UNCOUNTED:
        return (label, *_bar(track, fresh, UNCOUNTED + 1))
    return label, ink(f" {_count(track)}", _strength(track)), *_bar(track, fresh, room)


def _strength(track: Track) -> Style:
    return GRAVE if track.left * 3 <= track.full else PLAIN


def _boxes(track: Track, fresh: int, per: int) -> Line:
    """Free, just struck and struck boxes. A row that is not whole never looks whole, nor one that is not empty empty."""
    whole = ceil(track.full / per)
    free = min(ceil(track.left / per), whole - (track.left < track.full and whole > 1))
    new = min(ceil(fresh / per), whole - free)
    boxes = ((FREE_BOX * free, FREE), (FRESH_BOX * new, FRESH), (STRUCK_BOX * (whole - free - new), GONE))
    return tuple(ink(text, style) for text, style in boxes if text)


def draw_system(system: System) -> Line:
    """A system with its state as a sign."""
    style = {"damaged": HURT, "destroyed": GRAVE}.get(system.state, FREE)
    return ink(f"{system.label} ", PLAIN if system.state == "sound" else style), ink(MARKS.get(system.state, "?"), style)


def _rest(card: CardView, look: Look) -> Iterator[Line]:
    yield from (draw_track(track, look) for track in card.tracks[1:])
    yield from (draw_supply(supply) for supply in card.supplies)


def draw_supply(supply: Track) -> Line:
    """A supply such as torpedoes: what is left as filled circles."""
    label = ink(f"{supply.label} ", QUIET)
    if supply.full > MOST_SUPPLIES:
        return label, ink(f"{supply.left}/{supply.full}")
    return label, ink(LOADED * supply.left), ink(SPENT * (supply.full - supply.left), GONE)


def draw_condition(condition: Condition) -> Line:
    """A condition as its short word."""
    return (ink(condition.short, GRAVITY.get(condition.gravity, QUIET)),)


def _second_line(card: CardView, parts: list[Line], width: int) -> list[Line]:
    """Everything but the names of the systems that are sound."""
    hurt: list[Line] = [draw_system(system) for system in card.systems if system.state != "sound"]
    sound: list[Line] = [(ink(f"{len(card.systems) - len(hurt)} ", QUIET), ink(MARKS["sound"], FREE))] if card.systems else []
    lines = flow([*parts, *hurt, *sound], width - 2, GUTTER + 1)
    return [cut((*lines[0], ink(" …")), width) if len(lines) > 1 else lines[0]] if lines else [()]


def _brief(card: CardView, columns: Columns, look: Look, head: Line, width: int) -> Line:
    states = [system.state for system in card.systems]
    marks = [(MARKS[state], states.count(state), style) for state, style in (("damaged", HURT), ("destroyed", GRAVE))]
    parts: list[Line] = [(ink(f"{count}{mark}", style),) for mark, count, style in marks if count]
    parts += [draw_track(track, look) for track in card.tracks[1:] if track.left < track.full]
    parts += [draw_supply(supply)[1:] for supply in card.supplies]
    parts += [draw_condition(condition) for condition in card.conditions]
    room = width - cells(head) - cells(joined(parts)) - len(GAP)
    room = min(max(room, columns.count), columns.count + SHORT_BAR)
    main = _main_track(card, columns, look, room)
    return cut((*head, *joined([(*main, ink(" " * (room - cells(main)))), *parts])), width)


def labelled(heading: str, text: str, width: int) -> list[Line]:
    """Text under a heading of its own."""
    wrapped = wrap(text, max(width - HEADING - 3, 8), 2)
    first = (ink(f" {heading:<{HEADING}} ", QUIET), ink(wrapped[0]))
    return [first, *((ink(" " * (HEADING + 2)), ink(line)) for line in wrapped[1:])]


def card_lines(card: CardView, width: int) -> list[Line]:
    """Everything on a ship's card, a part a line."""
    look = Look()
    lines = labelled("type", card.kind, width)
    if card.side:
        lines += labelled("side", card.side + (f", {card.squadron}" if card.squadron else ""), width)
    lines += labelled("now", card.fate or card.motion, width)
    if card.particulars:
        lines += labelled("particulars", ", ".join(map(str, card.particulars)), width)
    lines.append(())
    lines += [(ink(" "), *draw_track(track, look, max(width - WORDS, SHORT_BAR))) for track in card.tracks]
    lines += [(ink(" "), *draw_supply(supply), ink(f"  {supply.id}", QUIET)) for supply in card.supplies]
    lines.append(())
    lines += [(ink(" "), *draw_system(system), ink(f"  {system.detail}", QUIET)) for system in card.systems]
    if card.conditions:
        lines.append(())
        lines += [(ink(" "), *draw_condition(condition), ink(f"  {condition.text}")) for condition in card.conditions]
    if card.source:
        lines += [(), *labelled("source", card.source, width)]
    return lines


def about_card(card: CardView, width: int, height: int) -> list[Line]:
    """A ship's card with its boxes: a part a line where there is room."""
    if height >= TALL:
        return card_lines(card, width)
    return list(draw_card(card, Columns.of([card], width), Look(), width, Detail.FULL))
