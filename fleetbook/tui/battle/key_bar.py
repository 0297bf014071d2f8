"""Draw the key bar of the battle page, with orders that can be given now and the commands of every battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.referee.session import Session
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import KEY, PLAIN, QUIET

BETWEEN, GO_ON = "  ", "go-on"


def draw_order_keys(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """Draw two lines of keys. The first has the orders of this phase, then orders of every phase, as far as they fit.

    The second has the key to the next phase, then the other commands.
    """
    valid = [command for command in commands if command.order and not command.refusal()]
    of_step = [command for command in valid if command.order and command.order.phases]
    always = [command for command in valid if command not in of_step and command.order is not NextStep]
    coming = [command for command in commands if command.id == GO_ON and not command.refusal()]
    rest = [c for c in commands if not c.order and c.short and c not in coming and not c.refusal()]
    battle, sequence, last = session.battle, session.battle.ruleset.sequence, session.last_order
    step = sequence.coming(battle)
    turns = (sequence.now(battle), step) == (sequence.phases[-1], sequence.phases[0])
    words = [(c, f"go on to turn {battle.turn + 1}" if turns else f"go on to {step.number}") for c in coming]
    words += [(c, f"{c.short} {last.number}" if c.id == "undo" and last else c.short) for c in rest]
    return [_row([(c, c.short) for c in (*of_step, *always)], len(of_step), width), _row(words, len(coming), width)]


def _row(commands: Iterable[tuple[Command, str]], strong: int, width: int) -> Line:
    """Draw commands on one line, as many as fit whole. The first ``strong`` commands are not dimmed.

    The gaps between commands are narrowed if all commands then fit.
    """
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
