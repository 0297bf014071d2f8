"""The key bar: the orders valid now, then the keys of every battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.referee.session import Session
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import KEY, PLAIN, QUIET

BETWEEN = "  "


def draw_order_keys(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """Two lines: the orders of this step, then those of every step as far as there is room; the next step, then the rest."""
    valid = [command for command in commands if command.order and not command.refusal()]
    of_step = [command for command in valid if command.order and command.order.phases]
    always = [command for command in valid if command not in of_step and command.order is not NextStep]
    coming = [command for command in valid if command.order is NextStep]
    rest = [command for command in commands if not command.order and command.short and not command.refusal()]
    return [
        _row([(c, c.short) for c in (*of_step, *always)], len(of_step), width),
        _row([*((c, _coming(session)) for c in coming), *((c, _short(c, session)) for c in rest)], len(coming), width),
    ]


def _coming(session: Session) -> str:
    """The next step, or that it begins a turn."""
    battle, sequence = session.battle, session.battle.ruleset.sequence
    coming = sequence.coming(battle)
    turns = (sequence.now(battle), coming) == (sequence.phases[-1], sequence.phases[0])
    return f"go on to turn {battle.turn + 1}" if turns else f"go on to {coming.number}"


def _short(command: Command, session: Session) -> str:
    order = session.last_order
    return f"{command.short} {order.number}" if command.id == "undo" and order else command.short


def _row(commands: Iterable[tuple[Command, str]], strong: int, width: int) -> Line:
    """Commands one after another, none cut. They stand closer if that shows all. The first ``strong`` stand out."""
    parts: list[Line] = [
        (ink(command.shown_key, KEY), ink(f" {words}", PLAIN if place < strong else QUIET))
        for place, (command, words) in enumerate(commands)
    ]
    whole = 1 + sum(map(cells, parts)) + len(BETWEEN) * (len(parts) - 1)
    closer = whole - len(parts) + 1
    between = BETWEEN[:1] if closer <= width < whole else BETWEEN
    line: Line = ()
    for part in parts:
        longer = (*line, ink(between if line else " "), *part)
        if cells(longer) > width:
            break
        line = longer
    return line
