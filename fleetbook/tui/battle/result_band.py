"""The result of the newest line, or of the selected one, above the keys: what to say aloud, what it means, how it came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.verdict import outcome_words, verdict
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.parsing import capital
from fleetbook.core.play.wording import working_line
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.kit.banner import banner
from fleetbook.tui.kit.grid import as_many, draw_rule
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, DUE, PLAIN, QUIET, side_look

LEAST_RESULTS, LINES_A_RESULT = 3, 3  # told of several; more where the band has so many lines for each
MARGIN = 3
MOST_DICE = 2  # lines; more are told by why


def draw_band(session: Session, record: Record | None, width: int, most: int) -> list[Line]:
    """A heading, then what the line came to: its sentences whole, the rest as far as there is room in ``most`` lines; nothing
    before the first line.
    """
    if record is None or most <= 0:
        return []
    results = session.journal.results(record)
    style, sign = side_look(session.battle.sides, results[0].side if results else "")
    outcome = _outcome(session, record, style, width)
    shown = max(LEAST_RESULTS, most // LINES_A_RESULT)
    whole, short = ([*outcome, *_said(record, results[:shown], style, width, also)] for also in (shown, 1))
    said = whole if len(whole) < most else short
    said += [(ink(f"{' ' * MARGIN}… and {len(results) - shown} more: w", QUIET),)] if len(results) > shown else []
    head = draw_rule(
        (ink(f" {capital(record.headline)} ", BOLD),), (ink(f" {_place(session, record)} ", QUIET),), width, style, sign
    )
    return [head, *said, *as_many([*_beside(session, record, results[:shown], width)], most - 1 - len(said), width, ": w")]


def draw_due(session: Session, due: Sequence[str], again: str, width: int, most: int) -> list[Line]:
    """In the band's place: what is still due, before the step is left, and what the same key does when pressed ``again``."""
    style, sign = side_look(session.battle.sides, session.acting)
    head = draw_rule((ink(" Not yet ", DUE),), (ink(f" {again} ", BOLD),), width, style, sign)
    return [head, *as_many([line for text in due for line in _wrapped(text, BOLD, width)], most - 1, width)]


def _place(session: Session, record: Record) -> str:
    section = session.battle.ruleset.procedure(record.procedure).section if record.procedure else ""
    return f"line {record.number} · {section}" if section else f"line {record.number}"


def _outcome(session: Session, record: Record, style: Style, width: int) -> list[Line]:
    """Of the line that ends the battle, and of the last line of one that has ended: who has won, in large letters."""
    if record.procedure != EndBattle.id and not (session.battle.ended and record is session.last):
        return []
    drawn = banner(outcome_words(verdict(session.battle)), width - 2)
    return [(ink(f" {line}", style),) for line in drawn]


def _said(record: Record, results: Sequence[Result], style: Style, width: int, explained: int) -> list[Line]:
    """What to say aloud, never cut; of so many results what they mean, too."""
    if not results:
        return _wrapped(f"{capital(record.headline)}.", BOLD, width)
    lines = _wrapped(results[0].words, style + BOLD, width)
    lines += _wrapped(results[0].means, PLAIN, width)
    for place, result in enumerate(results[1:], 1):
        lines += _wrapped(result.words, BOLD, width)
        lines += _wrapped(result.means, PLAIN, width) if place < explained else []
    return lines


def _beside(session: Session, record: Record, results: Sequence[Result], width: int) -> Iterator[Line]:
    """The same part by part, then the dice."""
    rows = [row for result in results for row in result.rows]
    for row in rows:
        yield from _wrapped(row, QUIET, width)
    told = [_wrapped(text, QUIET, width) for short in (False, True) if (text := working_line(record, short))]
    dice = min(told, key=len, default=[])  # modifiers by their names where that takes no more room
    if not rows and len(dice) <= MOST_DICE:
        yield from dice


def _wrapped(text: str, style: Style, width: int) -> list[Line]:
    return [(ink(f"{' ' * MARGIN}{line}", style),) for line in wrap(text, max(width - MARGIN - 1, 8))] if text else []
