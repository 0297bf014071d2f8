"""Draw an order's open question: a choice, or a die with a cell for each face."""

from __future__ import annotations

import re

from rich.style import Style

from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, Run
from fleetbook.reports.text_layout import cell_width, pad, wrap
from fleetbook.tui.battle.entry.form_lines import draw_headline
from fleetbook.tui.battle.entry.order_entry import ROLL_ON, AnswerField
from fleetbook.tui.kit.line import Line, cut, flow, ink
from fleetbook.tui.kit.style import CURSOR, KEY, PLAIN, POINT, QUIET, SINKING

SO_FAR = "so far  "  # stands before the throws that an unfinished order has made
MOST_CELL = 13  # cells of the screen for one face
MOST_ROWS, MOST_WORDS = 4, 3  # rows of faces; lines of words below a face
NO_MATTER = re.compile(r"(no|not|none|nothing|misses|holds|stays)\b|-$")  # the beginning of an outcome that changes nothing
LOSS = re.compile(r"sink|sunk|explod|catastroph|broken in two")


def draw_asking(answer: AnswerField, headline: str, section: str, width: int, height: int) -> list[Line]:
    """Draw an order's open question about a die or choice, below the answers so far."""
    head = draw_headline(headline, section, width)
    wanted = _wanted(answer, width, height - 1)
    room = max(height - 2 - len(wanted), 0)
    before: list[str] = []
    for throw in reversed(answer.asking.so_far):
        lines = wrap(throw, width - 4 - len(SO_FAR))
        if len(before) + len(lines) > room:  # half a sentence says nothing
            break
        before = [*lines, *before]
    told: list[Line] = [(ink(f"   {'' if at else SO_FAR:{len(SO_FAR)}}{line}", QUIET),) for at, line in enumerate(before)]
    return [head, *told, *wanted]


def _wanted(answer: AnswerField, width: int, height: int) -> list[Line]:
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
        hint = (
            *(ink(" Enter", KEY), ink(" roll it, or take the face typed  ")),
            *(ink(ROLL_ON, KEY), ink(" roll all the rest  "), ink("Esc", KEY), ink(" leave")),
        )
        return [*_outcomes(wanted, width, height - len(lines) - 1), *lines, cut(hint, width)]
    return []


def _outcomes(wanted: DieNeeded, width: int, height: int) -> list[Line]:
    """The purpose of the throw, and the outcome of each face in a cell. If there is no room for cells, the outcomes are written
    as text.
    """
    about = ": ".join(filter(None, (wanted.about, f"{wanted.asks}?" if wanted.asks else "")))
    said = wanted.counted[1:-1] if wanted.counted.startswith("(") else wanted.counted
    counted = [(ink(f" {line}", QUIET),) for line in wrap(said, width - 2)] if said else []
    sides = wanted.runs[-1][1] if wanted.runs else 0
    drawn = [_in_rows(wanted.runs, -(-sides // rows), width) for rows in range(1, MOST_ROWS + 1)] if sides else []
    cells = min(filter(None, drawn), key=len, default=[])
    above = [(ink(f" {line}"),) for line in wrap(about, width - 2)] if about else []
    if cells and len(above) + len(cells) + len(counted) <= height:
        return [*above, *cells, *counted]
    return [(ink(f" {line}"),) for line in wrap(wanted.brings, width - 2)] if wanted.brings else []


def _in_rows(runs: tuple[Run, ...], most: int, width: int) -> list[Line]:
    """The faces in rows of ``most`` cells. Empty if some words do not fit into their cell."""
    size, lines = min((width - 2) // most, MOST_CELL), list[Line]()
    if size < len(str(runs[-1][1])) + 2:  # a blank before the number and the gap behind it
        return []
    for start in range(1, runs[-1][1] + 1, most):
        here = [(max(first, start), min(last, start + most - 1), said) for first, last, said in runs]
        blocks = [_block(one, size) for one in here if one[0] <= one[1]]
        if any(not block or len(block) > MOST_WORDS + 1 for block in blocks):
            return []
        for number in range(max(map(len, blocks))):
            lines.append((ink(" "), *(piece for block in blocks for piece in _line_of(block, number))))
    return lines


Block = list[tuple[str, Style]]


def _block(run: Run, size: int) -> Block:
    """The faces with one outcome, and the words of this outcome below them. Empty if a word is too long."""
    first, last, said = run
    width = (last - first + 1) * size - 1
    if any(cell_width(word) >= width for word in said.split()):
        return []
    style = SINKING if LOSS.search(said) else QUIET if NO_MATTER.match(said) else CURSOR
    numbers = "".join(pad(f" {face}", size) for face in range(first, last + 1))[:width]
    return [(numbers, style), *((pad(f" {line}", width), style) for line in wrap(said, width - 1))]


def _line_of(block: Block, number: int) -> Line:
    """A line of a cell with the gap behind it. Blank below the cell's last line."""
    text, style = block[number] if number < len(block) else (" " * cell_width(block[0][0]), PLAIN)
    return ink(text, style), ink(" ")
