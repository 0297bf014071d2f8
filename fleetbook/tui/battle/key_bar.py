"""Draws the two lines of keys on the battle page: orders that can be given now, and other commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.verdict import turns_over, verdict
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import EndBattle, NextStep
from fleetbook.referee.proposals.next_order import MOST_ASKED, is_of_a_ship, is_usual, left_to_do
from fleetbook.referee.session import Session, undo_leads_to
from fleetbook.reports.text_layout import cell_width, pad
from fleetbook.tui.cards.ship_row import MAY_ACT
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.line import Line, cells, ink, spread
from fleetbook.tui.kit.style import KEY, PLAIN, QUIET

BETWEEN, GO_ON, ALL = "  ", "go-on", "all"
LEFT = (120, 24, 3), (100, 18, 2), (76, 17, 1), (0, 0, 0)
"""The room for the orders that are due. Each entry has the least width of the screen, the cells, and the most kinds of orders."""
PLACED = ("undo", "why", "filter", "repeat", "redo", ALL, "help", "quit", "tables", "report", "focus", "find")
KEPT = (GO_ON, ALL, "help", "quit")  # commands that even a narrow screen shows


def draw_order_keys(commands: Sequence[Command], session: Session, ship: str, width: int) -> list[Line]:
    """Draw two lines of keys. The first has the orders of this phase, then those of every phase. Orders without room are counted,
    if they can be given. The second line has the key to the next phase, then the other commands, then words on what is left to
    do.

    Each key keeps its place for the whole phase. It is faint while ``ship`` cannot give its order, or nobody can. Once the battle
    is decided or its turns are over, the orders that close it stand first. After its end only keys that do something are drawn.
    """
    of_orders = session.cached_for_line("orders placed", (session.barred, commands), lambda: _orders(commands, session))
    hers = tuple(one.can and not (one.order.phases and session.refusal_by(one.order, ship)) for one in of_orders)
    others = tuple((one, not one.refusal()) for one in commands if not one.order and one.short)
    more = next((one.shown_key for one in commands if one.id == ALL), "")
    return [
        session.cached_for_line("keys of orders", (hers, width), lambda: _orders_row(of_orders, hers, more, width)),
        session.cached_for_line("other keys", (others, width), lambda: _others_row(others, session, width)),
    ]


class Placed(NamedTuple):
    """An order with a place in the key bar. ``can`` says whether anybody can give it now, ``is_loud`` whether it belongs to this
    phase or closes a battle that is over.
    """

    command: Command
    order: type[Order[Any]]
    can: bool
    is_loud: bool


def _orders(commands: Sequence[Command], session: Session) -> list[Placed]:
    """The orders of this phase and those of every phase, as they stand in the key bar from left to right."""
    ended = session.battle.ended
    over = not ended and (turns_over(session.battle) or verdict(session.battle).over)
    found = [(one, one.order) for one in commands if one.order and one.order is not NextStep]
    closing = [one for one, order in found if over and (order.settles or order is EndBattle)]
    placed = [
        Placed(one, order, not one.refusal(), bool(order.phases) or one in closing)
        for one, order in found
        if session.suits(order) or not order.phases
    ]
    first = [one for one in placed if one.command in closing]
    rest = sorted((one for one in placed if one not in first), key=lambda one: (not one.order.phases, one.order.is_rare))
    return [one for one in (*first, *rest) if one.can or not ended]


def _orders_row(placed: Sequence[Placed], hers: Sequence[bool], key: str, width: int) -> Line:
    """The line of orders. ``hers`` says for each order whether the ship with the cursor can give it. ``key`` is the key that
    lists all orders.
    """
    words = [(one.command, one.command.short) for one in placed]
    parts = [_key(word, can, one.is_loud) for word, one, can in zip(words, placed, hers, strict=True)]
    for shown in range(len(parts), -1, -1):
        counted = f"{BETWEEN if shown else ' '}{key}", f" {len(parts) - shown} more"
        room = width - (cell_width("".join(counted)) if shown < len(parts) else 0)
        if sum(cells(part) + 1 for part in parts[:shown]) <= room:
            hidden = sum(one.can for one in placed[shown:])
            more: Line = (ink(counted[0], KEY), ink(f" {hidden} more", QUIET)) if hidden else ()
            return (*_row([(part, False) for part in parts[:shown]], room), *more)
    return ()


def _others_row(commands: Sequence[tuple[Command, bool]], session: Session, width: int) -> Line:
    """The line of the other commands, each paired with whether it can be run now. The command that goes on to the next phase
    stands first.
    """
    words = {GO_ON: _going_on(session)}
    _, left, most = next(at for at in LEFT if width >= at[0])
    left = max(left, len(BETWEEN) + _most_left(session)) if most else 0
    if most > 1:
        number = max(len(str(len(session.journal.records))), 3)
        words["undo"] = f"undo {pad(_undone(session), 2 * number + 1)}"
    ids = [GO_ON, "count-in", "next-scenario", *PLACED]
    held = [(one, can) for one, can in commands if can or (one.id in (GO_ON, *PLACED) and not session.battle.ended)]
    held.sort(key=lambda one: ids.index(one[0].id) if one[0].id in ids else len(ids))
    loud = not session.awaited
    parts = [(_key((one, words.get(one.id, one.short)), can, loud and one.id == GO_ON), one.id in KEPT) for one, can in held]
    row = _row(parts, width - left)
    for kept in range(0 if session.battle.ended else most, 0, -1):
        if (said := _left_words(session, kept)) and cells(row) + len(BETWEEN) + cell_width(said) <= width:
            return spread(row, (ink(said, QUIET),), width)
    return row


def _going_on(session: Session) -> str:
    """The effect of the key to the next phase, such as ``go on to turn 2``."""
    sequence, battle = session.battle.ruleset.sequence, session.battle
    step = sequence.coming(battle)
    turns = (sequence.now(battle), step) == (sequence.phases[-1], sequence.phases[0])
    turn = sequence.called_turn(battle, 1) or f"turn {battle.turn + 1}"
    return f"go on to {turn if turns else step.number}"


def _most_left(session: Session) -> int:
    """The cells of the longest words about the ships that may give an order of this step: ``• 12 may work out damage``."""
    ships = session.battle.setup.ships
    counted = {tick.sign for ship in ships[:MOST_ASKED] for tick in session.ticks(ship.name)}
    kinds = [kind for kind in session.battle.ruleset.all_orders if is_usual(kind) and is_of_a_ship(kind) and session.suits(kind)]
    shown = [kind for kind in kinds if kind.key in counted] or [kind for kind in kinds if not kind.is_aside][:1]
    return max((cell_width(f"{MAY_ACT} {'0' * len(str(len(ships)))} may {kind.title}") for kind in shown), default=0)


def _left_words(session: Session, most: int) -> str:
    """How many ships may still give each order of this step: ``• 4 may observe, 7 fire``, with ``most`` items at most. Ships with
    hits that wait for a later step are the last item.
    """
    left = {kind: ships for kind, ships in left_to_do(session).items() if is_of_a_ship(kind)}
    words = [f"{len(ships)} {kind.title[:1].lower()}{kind.title[1:]}" for kind, ships in left.items()]
    words = [f"{MAY_ACT} {words[0].replace(' ', ' may ', 1)}", *words[1:]] if words else []
    asked = {ship for ships in left.values() for ship in ships}
    held = [card for card in session.cards() if card.name not in asked and any(one.gravity == "due" for one in card.conditions)]
    sides = {card.side for card in held}
    whose = f"{sides.pop()}: " if session.acting and len(sides) == 1 and session.acting not in sides else ""
    words += [f"{whose}{len(held)} with hits due"] * bool(held)
    return ", ".join(words[:most])


def _undone(session: Session) -> str:
    """The numbers of the lines that an undo takes back, such as ``34–38``. Empty if there are none."""
    history = session.journal.undo_history
    if not session.journal.position:
        return ""
    to = undo_leads_to(session)
    taken = history.taken_back_by(to) if to is not None else [history.undone_next]
    return "–".join(map(str, dict.fromkeys((taken[0], taken[-1])))) if taken else ""


def _key(words: tuple[Command, str], can: bool, is_loud: bool) -> Line:
    """A key and its effect. It is faint if the key has no effect now."""
    command, does = words
    return ink(command.shown_key, KEY if can else QUIET), ink(f" {does}", PLAIN if can and is_loud else QUIET)


def _row(parts: Sequence[tuple[Line, bool]], width: int) -> Line:
    """The parts that fit on one line. Parts marked as kept are the last to be left out.

    The gaps between the parts are narrowed if all parts then fit.
    """
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
