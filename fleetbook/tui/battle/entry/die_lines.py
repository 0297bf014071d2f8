"""Draw an open question of an order: a die, with a cell for each face, or a choice."""

from __future__ import annotations

from fleetbook.core.parsing import capital
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.entry.order_entry import ROLL_ON, AnswerField
from fleetbook.tui.kit.grid import draw_rule
from fleetbook.tui.kit.line import Line, cut, flow, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, KEY, PLAIN, POINT, QUIET


def draw_asking(answer: AnswerField, headline: str, width: int, height: int) -> list[Line]:
    """Draw an order's open question about a die or choice, below the answers so far."""
    head = draw_rule((ink(f" {capital(headline)} ", BOLD),), (), width, PLAIN)
    before: list[Line] = [(ink(f"   {line}", QUIET),) for throw in answer.asking.so_far for line in wrap(throw, width - 4)]
    wanted = _wanted(answer, width)
    return [head, *before[-max(height - 2 - len(wanted), 0) :], *wanted] if height > len(wanted) + 1 else [head, *wanted]


def _wanted(answer: AnswerField, width: int) -> list[Line]:
    wanted = answer.asking.needed
    if isinstance(wanted, ChoiceNeeded):
        who = f"{wanted.side}: " if wanted.side else ""
        options: list[Line] = [
            (ink(option, CURSOR if place == answer.picked else PLAIN),) for place, option in enumerate(wanted.options)
        ]
        return [
            *flow(options, width, 3, (ink(f" ▸ {who}{wanted.label}  ", POINT),)),
            (ink(" Enter", KEY), ink(" choose  "), ink("←→", KEY), ink(" another  "), ink("Esc", KEY), ink(" leave the order")),
        ]
    if isinstance(wanted, DieNeeded):
        lines: list[Line] = [(ink(f" {line}", POINT),) for line in wrap(f"▸ {wanted.die}", width - 8, 2)]
        lines[-1] = cut((*lines[-1], ink(" "), *answer.typing.draw()), width)
        lines[:0] = [(ink(f" {line}"),) for line in wrap(wanted.brings, width - 2)] if wanted.brings else []
        hint = (
            *(ink(" Enter", KEY), ink(" roll it, or take the face typed  ")),
            *(ink(ROLL_ON, KEY), ink(" roll all the rest  "), ink("Esc", KEY), ink(" leave")),
        )
        return [*lines, cut(hint, width)]
    return []
