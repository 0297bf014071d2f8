"""Pages to read: the working of a line, a ship's whole card, the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.record import Record
from fleetbook.core.play.wording import why
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.journal_lines import STEP_BACK, STEP_FORWARD, TAKEN_BACK
from fleetbook.tui.kit.card_lines import (
    FREE_BOX,
    FRESH_BOX,
    LOADED,
    LOST_MARK,
    MARKS,
    SHORT_BAR,
    SPENT,
    STRUCK_BOX,
    TOUCHED,
    Look,
    draw_condition,
    draw_supply,
    draw_system,
    draw_track,
)
from fleetbook.tui.kit.commands import GROUPS, Command
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET, WARNING

HEADING = 12
WORDS = 20  # cells of a track's label and count
KEY_WIDTH = 8


def why_lines(session: Session, record: Record, width: int) -> list[Line]:
    """The working of a line, heading by heading."""
    journal = session.journal
    before = journal.battle_before(record.number)
    lines: list[Line] = []
    last = ""
    for reason in why(record, journal.ruleset, before):
        heading = reason.heading if reason.heading != last else ""
        if heading and lines:
            lines.append(())
        last = reason.heading
        lines += _told(heading, reason.text, width)
    if record.is_order and record.number not in session.in_force:
        lines += [(), (ink(" This line was taken back.", BOLD),)]
    return lines


def _told(heading: str, text: str, width: int) -> list[Line]:
    wrapped = wrap(text, max(width - HEADING - 3, 8), 2)
    first = (ink(f" {heading:<{HEADING}} ", QUIET), ink(wrapped[0]))
    return [first, *((ink(" " * (HEADING + 2)), ink(line)) for line in wrapped[1:])]


def card_lines(card: CardView, width: int) -> list[Line]:
    """Everything on a ship's card, a part a line."""
    look = Look()
    lines = _told("type", card.kind, width)
    if card.side:
        lines += _told("side", card.side + (f", {card.squadron}" if card.squadron else ""), width)
    lines += _told("now", card.fate or card.motion, width)
    lines.append(())
    lines += [(ink(" "), *draw_track(track, look, max(width - WORDS, SHORT_BAR))) for track in card.tracks]
    lines += [(ink(" "), *draw_supply(supply), ink(f"  {supply.id}", QUIET)) for supply in card.supplies]
    lines.append(())
    lines += [(ink(" "), *draw_system(system), ink(f"  {system.detail}", QUIET)) for system in card.systems]
    if card.conditions:
        lines.append(())
        lines += [(ink(" "), *draw_condition(condition), ink(f"  {condition.text}")) for condition in card.conditions]
    if card.source:
        lines += [(), *_told("source", card.source, width)]
    return lines


def help_lines(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """Every key by group, with why it is off where it is, then the signs."""
    lines: list[Line] = []
    for group in GROUPS:
        lines += [(), (ink(f" {group}", BOLD),)] if lines else [(ink(f" {group}", BOLD),)]
        for command in commands:
            if command.group == group:
                lines += _command(command, session, width)
    return [*lines, (), (ink(" In a form", BOLD),), *_form_help(width), (), (ink(" Signs", BOLD),), *flow(_signs(), width, 3)]


def _command(command: Command, session: Session, width: int) -> Iterator[Line]:
    refusal = command.refusal(session)
    section = f" [{command.procedure.section}]" if command.procedure and command.procedure.section else ""
    stop = "" if command.title.endswith("?") else "."
    text = f"{command.title}{section}{stop + ' ' + command.help if command.help else ''}"
    wrapped = wrap(text, max(width - KEY_WIDTH - 4, 8), 2)
    yield ink(f"  {command.shown_key:<{KEY_WIDTH}}", KEY), ink(wrapped[0], QUIET if refusal else PLAIN)
    yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line, QUIET if refusal else PLAIN)) for line in wrapped[1:])
    if refusal:
        told = wrap(f"not now: {refusal}", max(width - KEY_WIDTH - 4, 8), 2)
        yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line, WARNING)) for line in told)


def _form_help(width: int) -> Iterable[Line]:
    told = (
        ("Enter", "give the order"),
        ("↑ ↓ Tab", "another row"),
        ("← →", "another choice, or one more or less; among modifiers the next"),
        ("space", "switch the modifier or weapon with the cursor; a digit switches that one"),
        ("dice", "in the last row type the faces thrown, such as 5 3; - rolls that die; orders that throw none have no such row"),
        ("Esc", "leave; nothing happens"),
    )
    for key, text in told:
        wrapped = wrap(text, max(width - KEY_WIDTH - 4, 8), 2)
        yield ink(f"  {key:<{KEY_WIDTH}}", KEY), ink(wrapped[0])
        yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line)) for line in wrapped[1:])


def _signs() -> list[Line]:
    signs = (
        (FREE_BOX, "free box"),
        (STRUCK_BOX, "struck"),
        (FRESH_BOX, "struck just now"),
        (f"{FREE_BOX} ×2", "each box stands for two"),
        *((sign, state) for state, sign in MARKS.items()),
        (LOADED, "loaded"),
        (SPENT, "spent"),
        (TOUCHED, "touched by the last order"),
        (LOST_MARK, "lost"),
        (TAKEN_BACK, "taken back"),
        (STEP_BACK, "step back"),
        (STEP_FORWARD, "step forward"),
        ("5*", "die typed in"),
        ("5 (was 2)", "die overruled"),
    )
    return [(ink(f"{sign} ", BOLD), ink(text)) for sign, text in signs]
