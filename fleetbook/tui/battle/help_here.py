"""Help for where the referee is: the present step with its orders, or the row of a form that has the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.fields import ModifierField
from fleetbook.referee.session import Session
from fleetbook.tui.battle.form import OrderForm
from fleetbook.tui.battle.heading import POINTER
from fleetbook.tui.kit.commands import Command
from fleetbook.tui.kit.line import Line, ink, wrap
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET

KEY_WIDTH = 5
TYPED = "Type the faces thrown, such as 5 3; a - has that die rolled. Left empty, all dice are rolled for you."


def step_help(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """What the present step has room for, with all that is said of it; then the steps of the turn."""
    battle, sequence = session.battle, session.battle.ruleset.sequence
    now = sequence.now(battle)
    here = [c for c in commands if c.procedure and now.id in c.procedure.phases]
    lines: list[Line] = [(ink(f" Turn {battle.turn}, step {now.number}: {sequence.title(now, battle)}", BOLD),), ()]
    for command in here:
        lines += _told(command.shown_key, f"{command.title}. {command.help}", command.refusal(session), width)
    if not here:
        lines += _said("This step has no orders of its own; what is due is done as it ends.", width)
    lines += [(), (ink(" The turn", BOLD),)]
    for phase in sequence.phases:
        sign, style = (POINTER, BOLD) if phase is now else (" ", PLAIN)
        lines.append((ink(f" {sign}{phase.number:>3}  ", QUIET), ink(sequence.title(phase, battle), style)))
    return lines


def _told(key: str, text: str, refusal: str, width: int) -> Iterator[Line]:
    wrapped = wrap(text, max(width - KEY_WIDTH - 4, 8))
    yield ink(f"  {key:<{KEY_WIDTH}}", KEY), ink(wrapped[0])
    yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line)) for line in wrapped[1:])
    if refusal:
        yield from ((ink(" " * (KEY_WIDTH + 2)), ink(line, QUIET)) for line in wrap(f"not now: {refusal}", max(width - 9, 8)))


def field_help(form: OrderForm, width: int) -> list[Line]:
    """What the order does, then what the row with the cursor takes."""
    procedure, entry = form.draft.procedure, form.entry
    section = f" ({procedure.section})" if procedure.section else ""
    lines = list(_said(f"{procedure.title}{section}. {' '.join((procedure.__doc__ or '').split())}", width))
    lines += [(), (ink(f" {entry.field.label if entry else 'dice'}", BOLD),)]
    for text in _takes(form, entry) if entry else [TYPED]:
        lines += _said(text, width)
    return lines


def _takes(form: OrderForm, entry: Entry) -> Iterator[str]:
    field = entry.field
    if field.help:
        yield field.help
    if field.section:
        yield f"See {field.section}."
    if entry.bounds is not None:
        low, high = entry.bounds
        yield f"A whole number from {low} to {high}{' ' + field.unit if field.unit else ''}."
    if isinstance(field, ModifierField):
        yield "Modifiers that the battle knows are ticked; space switches the one with the cursor, and * marks what you changed:"
        yield from (_modifier(field, entry, form, name) for name in entry.options or ())
    elif entry.options is not None:
        yield "One of: " + ", ".join(entry.options) if entry.options else "Nothing comes into question now."
    yield "Entered by you." if entry.given else "Filled in by the battle." if not entry.problem else "Must be said."


def _modifier(field: ModifierField, entry: Entry, form: OrderForm, name: str) -> str:
    line = form.draft.battle.tables.modifier_list(field.list).line(name)
    tick = "☑" if name in (entry.value or ()) else "☐"
    reading = f" ({line.reading})" if line.reading else ""
    return f"{tick} {line.value:+d} {line.text}{reading}"


def _said(text: str, width: int) -> Iterator[Line]:
    yield from ((ink(f" {line}"),) for line in wrap(text, max(width - 2, 8)))
