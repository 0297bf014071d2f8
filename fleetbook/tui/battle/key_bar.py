"""Draws the two lines of keys on the battle page: orders that can be given now, and other commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.verdict import turns_over, verdict
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import EndBattle, NextStep
from fleetbook.referee.proposals.next_order import left_to_do
from fleetbook.referee.session import Session, undo_leads_to
from fleetbook.reports.text_layout import cell_width
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import KEY, PLAIN, QUIET

BETWEEN, GO_ON, ALL = "  ", "go-on", "all"
MOST_LEFT = (100, 3), (76, 1), (0, 0)  # the width of a screen, and how many things left to do it names from there on
FIRST = ("count-in", "undo", "redo", "why", "repeat", "filter", ALL, "help", "quit")  # of the other commands
KEPT = (ALL, "help", "quit")  # commands that even a narrow screen shows


def draw_order_keys(commands: Sequence[Command], session: Session, ship: str, width: int) -> list[Line]:
    """Draw two lines of keys. The first has the orders of this phase, then those of every phase; orders without room are
    counted.

    Orders that ``ship`` or nobody can give now are faint and come last. If the battle is decided or its turns are over, the
    orders that end it come first. The second line has the key to the next phase, then the other commands.
    """
    offered = session.cached_for_line("orders offered", (session.barred, commands), lambda: _offered(commands, session))
    hers = tuple(not session.refusal_by(order, ship) for _, order in offered.of_step)
    others = tuple(one for one in commands if not one.order and one.short and not one.refusal())
    return [
        session.cached_for_line("keys of orders", (offered, hers, width), lambda: _orders_row(offered, hers, width)),
        session.cached_for_line("other keys", (others, width), lambda: _others_row(others, session, width)),
    ]


class Offered(NamedTuple):
    """Commands for orders, as the key bar shows them.

    closing  those that end a battle that is decided or past its last turn
    of_step  those of this phase
    always   those of every phase
    nobodys  those of this phase that nobody can give now
    all      the key of the list with all orders
    """

    closing: tuple[Command, ...]
    of_step: tuple[tuple[Command, type[Order[Any]]], ...]
    always: tuple[Command, ...]
    nobodys: tuple[Command, ...]
    all: str


def _offered(commands: Sequence[Command], session: Session) -> Offered:
    orders = [(one, one.order, one.refusal()) for one in commands if one.order]
    always = [(one, order) for one, order, refused in orders if not refused and not order.phases and order is not NextStep]
    over = not session.battle.ended and (turns_over(session.battle) or verdict(session.battle).over)
    closing = [one for one, order in always if over and (order.settles or order is EndBattle)]
    always.sort(key=lambda one: one[1].is_rare)
    return Offered(
        tuple(closing),
        tuple((one, order) for one, order, refused in orders if not refused and order.phases),
        tuple(one for one, _ in always if one not in closing),
        tuple(one for one, order, refused in orders if refused and session.suits(order) and not session.battle.ended),
        next((one.shown_key for one in commands if one.id == ALL), ""),
    )


def _orders_row(offered: Offered, hers: Sequence[bool], width: int) -> Line:
    """The line of orders. ``hers`` says for each order of the step whether the ship with the cursor can give it."""
    of_ship = [one for (one, _), can in zip(offered.of_step, hers, strict=True) if can]
    not_hers = [one for (one, _), can in zip(offered.of_step, hers, strict=True) if not can]
    first = _faint(offered.nobodys[:1], width // 4)
    faint = (*_faint(not_hers, width // 2), *first)
    strong = len(offered.closing) + len(of_ship)
    row = _counted([*offered.closing, *of_ship, *offered.always], strong, width - cells(faint), offered.all)
    line = (*row, *faint)
    return (*line, *_faint(offered.nobodys[bool(first) :], width - cells(line)))


def _counted(commands: Sequence[Command], strong: int, width: int, key: str) -> Line:
    """As many commands as fit, and the ``key`` for the list of all, with the number of those left out."""
    widths = [cell_width(f"{one.shown_key} {one.short}") + 1 for one in commands]
    for shown in range(len(commands), -1, -1):
        others = len(commands) - shown
        more: Line = (ink(f"{BETWEEN if shown else ' '}{key}", KEY), ink(f" {others} more", QUIET)) if others else ()
        if sum(widths[:shown]) + cells(more) <= width:
            return (*_row([(one, one.short) for one in commands[:shown]], strong, width - cells(more)), *more)
    return ()


def _others_row(commands: Sequence[Command], session: Session, width: int) -> Line:
    """The line of the other commands, those that go on to the next phase first."""
    coming = [one for one in commands if one.id == GO_ON]
    rest = [one for one in commands if one not in coming]
    rest.sort(key=lambda command: FIRST.index(command.id) if command.id in FIRST else len(FIRST))
    battle, sequence = session.battle, session.battle.ruleset.sequence
    step = sequence.coming(battle)
    turns = (sequence.now(battle), step) == (sequence.phases[-1], sequence.phases[0])
    turn = sequence.called_turn(battle, 1) or f"turn {battle.turn + 1}"
    left = _left_words(session, next(most for least, most in MOST_LEFT if width >= least)) if coming else ""
    words = [(c, f"go on to {turn if turns else step.number}{left}") for c in coming]
    words += [(c, f"{c.short} {_undone(session)}".rstrip() if c.id == "undo" else c.short) for c in rest]
    return _row(words, 0 if session.awaited else len(coming), width)


def _left_words(session: Session, most: int) -> str:
    """The number of ships that may still give the orders of this step: `` (4 may observe, 7 fire)``. Damage that waits for a
    later step comes last.
    """
    left = left_to_do(session) if most else {}
    words = [f"{len(ships)} {kind.title[:1].lower()}{kind.title[1:]}" for kind, ships in left.items()]
    words = [words[0].replace(" ", " may ", 1), *words[1:]] if words else []
    asked = {ship for ships in left.values() for ship in ships}
    held = [card for card in session.cards() if card.name not in asked and any(one.gravity == "due" for one in card.conditions)]
    words += [f"{len(held)} with hits due"] * bool(held)
    return f" ({', '.join(words[:most])})" if words[:most] else ""


def _undone(session: Session) -> str:
    """The numbers of the lines that an undo takes back, such as ``34–38``. Empty if there are none."""
    history = session.journal.undo_history
    if not session.journal.position:
        return ""
    to = undo_leads_to(session)
    taken = history.taken_back_by(to) if to is not None else [history.undone_next]
    return "–".join(map(str, dict.fromkeys((taken[0], taken[-1])))) if taken else ""


def _faint(commands: Iterable[Command], width: int) -> Line:
    """As many whole commands as fit, faint because they cannot be run now."""
    line: Line = ()
    for command in commands:
        longer = (*line, ink(f"{BETWEEN}{command.shown_key} {command.short}", QUIET))
        if cells(longer) > width:
            break
        line = longer
    return line


def _row(commands: Iterable[tuple[Command, str]], strong: int, width: int) -> Line:
    """As many whole commands as fit on one line. The first ``strong`` are not dim. Those of ``KEPT`` are left out last.

    The gaps are narrowed if then all fit.
    """
    parts: list[tuple[Line, bool]] = [
        ((ink(command.shown_key, KEY), ink(f" {words}", PLAIN if place < strong else QUIET)), command.id in KEPT)
        for place, (command, words) in enumerate(commands)
    ]
    whole = 1 + sum(cells(part) for part, _ in parts) + len(BETWEEN) * (len(parts) - 1)
    closer = whole - len(parts) + 1
    between = BETWEEN[:1] if closer <= width < whole else BETWEEN
    kept = sum(cells(part) + len(between) for part, is_kept in parts if is_kept)
    line: Line = ()
    given_way = False
    for part, is_kept in parts:
        kept -= cells(part) + len(between) if is_kept else 0
        longer = (*line, ink(between if line else " "), *part)
        given_way = given_way or (bool(line) and not is_kept and cells(longer) + kept > width)
        if cells(longer) <= width and (is_kept or not given_way):
            line = longer
    return line
