"""The battle screen as lines: heading, both fleets, journal or form, message, keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from fleetbook.referee.session import Session
from fleetbook.tui.battle.clock import Clock
from fleetbook.tui.battle.fleet_lines import FleetPicture, draw_fleet, wanted_height
from fleetbook.tui.battle.form_lines import draw_asking, draw_form
from fleetbook.tui.battle.heading import draw_rule, draw_sequence, draw_title
from fleetbook.tui.battle.journal_lines import draw_entry, draw_open_entry, entry_of
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.card_lines import Look
from fleetbook.tui.kit.commands import Command
from fleetbook.tui.kit.key_bar import draw_key_bar
from fleetbook.tui.kit.line import Line, Piece, cells, cut, ink, spread
from fleetbook.tui.kit.style import ACTING, BOLD, NOTICE, PLAIN, QUIET, WARNING

WIDE = 100
VERY_WIDE, ASIDE = 160, 60  # from the first on, so many cells at the right show the working of the selected line
LEAST_JOURNAL, LEAST_FLEETS = 4, 6
POINTING = "▸"


@dataclass
class Scroll:
    """Where the windows on the fleets begin: kept between drawings, so that they move as little as they must."""

    fleets: dict[str, int] = field(default_factory=dict)


def draw_battle(session: Session, view: View, commands: Sequence[Command], size: tuple[int, int], scroll: Scroll) -> list[Line]:
    """The whole screen for a width and height in cells: exactly so many lines."""
    width, height = size
    head = session.cached_for_line("head", (width, session.dice), lambda: _head(session, width))
    foot = [_message(session, view, width), *_keys(session, view, commands, width)]
    room = max(height - len(head) - len(foot), 2)
    if width >= VERY_WIDE:
        middle = _beside(_middle(session, view, width - ASIDE - 1, room, scroll), _aside(session, view, ASIDE, room), width)
    else:
        middle = _middle(session, view, width, room, scroll)
    lines = [*head, *middle, *foot]
    return [*lines[:height], *([()] * (height - len(lines)))]


def _head(session: Session, width: int) -> list[Line]:
    return [draw_title(session.battle, session.dice, width), draw_sequence(session.battle, width)]


def with_clock(session: Session, lines: list[Line], clock: Clock, width: int) -> list[Line]:
    """The screen with the clock at the right end of its second line; without the sides' names where they would cost the step."""
    battle = session.battle
    named, bare = ((ink(f" ⏱ {times} ", BOLD),) for times in clock.shown(battle.sides, session.acting))
    least = cells(draw_sequence(battle, 0, cut_short=False)) if lines[1] else 0
    times = named if least + cells(named) < width else bare
    steps = draw_sequence(battle, width - cells(times) - 1) if lines[1] else ()
    return [lines[0], spread(steps, times, width), *lines[2:]]


def _middle(session: Session, view: View, width: int, room: int, scroll: Scroll) -> list[Line]:
    """The fleets, and below them the journal or the form."""
    lower = _lower(session, view, width, room)
    return [*_fleets(session, view, width, room - len(lower), scroll), *lower]


def _beside(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Two columns with a line between them."""
    room = width - ASIDE - 1
    return [
        (*line, ink(" " * (room - cells(line)), PLAIN), ink("│", QUIET), *beside)
        for line, beside in zip_longest(left, right, fillvalue=())
    ]


def _aside(session: Session, view: View, width: int, height: int) -> list[Line]:
    """The working of the selected line; beside a form, help for the row with the cursor."""
    from fleetbook.tui.battle.help_here import field_help  # noqa: PLC0415 (start-up counts)
    from fleetbook.tui.battle.why_page import why_lines  # noqa: PLC0415 (start-up counts)

    records = session.journal.records
    if view.form is not None and view.asking is None:
        title, lines, more = "Help for this row", field_help(view.form, width), "F1: all"
    elif records:
        number = min(view.line or len(records), len(records))
        title, lines, more = f"Why? Line {number}", why_lines(session, records[number - 1], width), "w: all"
    else:
        return []
    if len(lines) > height - 1:
        lines = [*lines[: height - 2], (ink(f" … {more}", BOLD),)]
    return [draw_rule((ink(f" {title} ", QUIET),), (), width), *(cut(line, width) for line in lines)]


def _keys(session: Session, view: View, commands: Sequence[Command], width: int) -> list[Line]:
    if view.form is not None or view.asking is not None:
        return []
    return draw_key_bar(commands, session, width)


def _message(session: Session, view: View, width: int) -> Line:
    if view.message.text:
        return cut((ink(f" {view.message.text}", WARNING if view.message.warning else BOLD),), width)
    if session.barred:
        return cut((ink(f" {session.barred} ", NOTICE),), width)
    if session.battle.ended:
        return cut((ink(f" seed of the dice: {session.journal.revealed_seed}", QUIET),), width)
    return ()


def _lower(session: Session, view: View, width: int, room: int) -> list[Line]:
    """The form, or what an order asks for, or the journal."""
    most = max(room - LEAST_FLEETS, LEAST_JOURNAL)
    if view.asking is not None:
        headline = view.form.headline if view.form else ""
        return draw_asking(view.asking, headline, width, most)
    if view.form is not None:
        return draw_form(view, width, min(most, max(room * 3 // 4, LEAST_JOURNAL)))
    return _journal(session, view, width, _journal_height(session, width, room))


def _journal_height(session: Session, width: int, room: int) -> int:
    """A third of the room, more where the fleets do not need it."""
    cards = len(session.cards())
    fleets = max(cards * (1 if width < WIDE else 2), LEAST_FLEETS) + 2
    return min(max(room // 3, room - fleets * 2, LEAST_JOURNAL), room - LEAST_FLEETS)


def _journal(session: Session, view: View, width: int, height: int) -> list[Line]:
    records = session.journal.records
    right: Line = (ink(f" {len(records)} {'line' if len(records) == 1 else 'lines'} ", QUIET),) if records else ()
    title = (ink(" Journal ", ACTING if view.journal else QUIET),)
    lines = [draw_rule(title, right, width)]
    if not records:
        lines.append((ink("   The journal is empty. The keys of the orders stand below; n is the next step.", QUIET),))
        return [*lines, *([()] * (height - len(lines)))][:height]
    selected = min(view.line or len(records), len(records))
    return [*lines, *_window(session, view, selected, width, height - 1)]


def _window(session: Session, view: View, selected: int, width: int, height: int) -> list[Line]:
    """The selected line whole, those before it above and those after it below."""
    records, sequence = session.journal.records, session.battle.ruleset.sequence
    digits = max(len(str(len(records))), 3)

    def entry(number: int) -> Line:
        shown = entry_of(records[number - 1], _in_force(session, number), sequence)
        return draw_entry(shown, width, digits, newest=False)

    opened = entry_of(records[selected - 1], _in_force(session, selected), sequence)
    middle = draw_open_entry(opened, width, digits, view.journal, max(height - 1, 1))[:height]
    below = [entry(number) for number in range(selected + 1, min(selected + height - len(middle), len(records)) + 1)]
    below = below[: max((height - len(middle)) // 2, height - len(middle) - (selected - 1))]
    above_room = height - len(middle) - len(below)
    above = [entry(number) for number in range(max(selected - above_room, 1), selected)]
    lines = [*above, *middle, *below]
    return [*lines, *([()] * (height - len(lines)))]


def _in_force(session: Session, number: int) -> bool:
    return number in session.in_force or not session.journal.records[number - 1].is_order


def _fleets(session: Session, view: View, width: int, height: int, scroll: Scroll) -> list[Line]:
    if height <= 0:
        return []
    pictures = _pictures(session, view)
    if width >= WIDE:
        return _side_by_side(pictures, width, height, scroll)
    return _stacked(pictures, width, height, scroll)


def _pictures(session: Session, view: View) -> list[FleetPicture]:
    battle = session.battle
    cards = session.cards()
    struck = session.struck()
    named = view.form.ships if view.form else []
    at = {view.ship, *named}
    looks = {
        card.name: Look(
            cursor=POINTING if card.name in at else "",
            pointed=card.name in at and not view.journal,
            touched=card.name in struck,
            fresh=tuple(sorted((track, boxes) for track, boxes in struck.get(card.name, {}).items() if track and boxes > 0)),
        )
        for card in cards
    }
    return [
        FleetPicture(
            title=side,
            acting=session.acting == side,
            cards=tuple(card for card in cards if card.side == side),
            looks=looks,
            cursor=next((name for name in reversed(named) if battle.ship(name).side == side), view.ship),
            pointer=any(card.name == view.ship for card in cards if card.side == side),
        )
        for side in battle.sides
    ]


def _side_by_side(pictures: list[FleetPicture], width: int, height: int, scroll: Scroll) -> list[Line]:
    each = (width - (len(pictures) - 1)) // len(pictures)
    columns = [_drawn(picture, each, height, scroll) for picture in pictures]
    joined: list[Line] = []
    for row in range(height):
        line: list[Piece] = []
        for place, column in enumerate(columns):
            part = column[row] if row < len(column) else ()
            fill = each - cells(part)
            line += [*part, ink(" " * fill, PLAIN)]
            if place < len(columns) - 1:
                line.append(ink("│", QUIET))
        joined.append(tuple(line))
    return joined


def _stacked(pictures: list[FleetPicture], width: int, height: int, scroll: Scroll) -> list[Line]:
    """The fleet with the cursor in full, the others a line a ship."""
    lines: list[Line] = []
    brief = [picture for picture in pictures if not picture.pointer]
    spare = {picture.title: min(wanted_height(picture, width), max(height // 3, 2)) for picture in brief}
    for picture in pictures:
        if picture.pointer or not any(other.pointer for other in pictures):
            room = height - sum(spare.values()) if picture.pointer else height // len(pictures)
            lines += _drawn(picture, width, room, scroll)
        else:
            short = FleetPicture(picture.title, picture.acting, picture.cards, picture.looks, picture.cursor, True)
            lines += _drawn(short, width, spare[picture.title], scroll)
    return [*lines[:height], *([()] * (height - len(lines)))]


def _drawn(picture: FleetPicture, width: int, height: int, scroll: Scroll) -> list[Line]:
    lines, top = draw_fleet(picture, width, height, scroll.fleets.get(picture.title, 0))
    scroll.fleets[picture.title] = top
    return lines
