"""An order's form as lines: its inputs, the modifiers, the odds beside them, the dice, and what stands in the way."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from fleetbook.core.dice import thrown_as
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.fields import ModifierField
from fleetbook.core.play.driver import ChoiceNeeded, DieNeeded
from fleetbook.tui.battle.asking import Asking
from fleetbook.tui.battle.form import TICKED, OrderForm
from fleetbook.tui.battle.form_keys import shown
from fleetbook.tui.battle.heading import draw_rule
from fleetbook.tui.battle.odds_lines import draw_odds, exactness
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.line import Line, Piece, cut, fit, flow, ink, pad, wrap
from fleetbook.tui.kit.style import BOLD, CURSOR, KEY, PLAIN, POINT, QUIET, WARNING

LEAST_LABEL = 14
ON, OFF = "☑", "☐"
HINTS = {
    "number": "type a number, ←→ one less or more",
    "ship": "←→ or type a part of the name",
    "choice": "←→ or type a beginning",
    "flag": "space or y/n",
    "several": "←→ and space",
    "modifiers": "←→ and space",
    "text": "type",
    "dice": "type the faces thrown; left empty, they are rolled",
}


def draw_form(view: View, width: int, height: int) -> list[Line]:
    """The form in at most ``height`` lines; the row with the cursor is always among them."""
    form = view.form
    if form is None:
        return []
    section = form.draft.procedure.section
    head = draw_rule((ink(f" {form.headline} ", BOLD),), (ink(f" {section} ", QUIET),) if section else (), width, PLAIN)
    foot = [_trouble(form, width), _hint(form, width)]
    rows: list[Line] = []
    starts: list[int] = []
    label = min(max([LEAST_LABEL, *(cell_len(entry.field.label) + 6 for entry in form.entries)]), width // 2)
    for place, entry in enumerate(form.entries):
        starts.append(len(rows))
        rows += _row(form, entry, place == form.row, label, width)
    if form.takes_dice:
        starts.append(len(rows))
        rows.append(_dice_row(form, form.entry is None, label, width))
    odds = _odds(view, width)
    room = height - 1 - len(foot)
    if len(rows) + len(odds) > room:
        odds = odds[: max(room - len(rows), min(len(odds), 2))]
    kept = room - len(odds)
    top = max(min(starts[form.row], len(rows) - kept), 0) if len(rows) > kept else 0
    return [head, *rows[top : top + kept], *odds, *foot]


def _label(words: str, focused: bool, size: int) -> Piece:
    return ink(f" {'▸' if focused else ' '} {pad(words, size - 4)} ", POINT if focused else QUIET)


def _row(form: OrderForm, entry: Entry, focused: bool, size: int, width: int) -> list[Line]:
    label = _label(entry.field.label, focused, size)
    if entry.field.kind in TICKED:
        return _ticks(form, entry, focused, size, width)
    value: list[Any] = [label, *_value(form, entry, focused)]
    if entry.field.unit:
        value.append(ink(f" {entry.field.unit}"))
    if entry.problem and (entry.given or focused):
        value.append(ink("  " + _allowed(entry), WARNING if entry.given else QUIET))
    elif not entry.given and not entry.problem:
        value.append(ink("  from the battle", QUIET))
    return [cut(tuple(value), width)]


def _allowed(entry: Entry) -> str:
    problem = entry.problem
    if problem is None or isinstance(problem, Refused):
        return str(problem or "")
    if not entry.given:
        why = f": {entry.field.help}" if entry.field.help else ""
        return "must be said" if entry.options != () else f"must be said; nothing comes into question now{why}"
    near = f"{problem.near}? " if problem.near else ""
    return f"{near}allowed: {problem.allowed}"


def _value(form: OrderForm, entry: Entry, focused: bool) -> list[Any]:
    text = shown(form, entry)
    if not focused:
        return [ink(text or "?", BOLD if entry.given else PLAIN)]
    if entry.options is not None and form.typing is None:
        return [ink("‹ ", QUIET), ink(text or "?", CURSOR), ink(" ›", QUIET)]
    if form.typing is None:
        return [ink(text or " ", CURSOR)]
    caret = form.typing.caret
    typed = form.typing.text
    after = [ink(f"  {text}", QUIET)] if entry.options is not None and text != typed else []
    return [ink(typed[:caret], BOLD), ink(typed[caret : caret + 1] or " ", CURSOR), ink(typed[caret + 1 :], BOLD), *after]


def _ticks(form: OrderForm, entry: Entry, focused: bool, size: int, width: int) -> list[Line]:
    label = _label(entry.field.label, focused, size - 2)  # the flow sets a gap behind it
    options, chosen = entry.options or (), set(entry.value or ())
    if not focused:
        parts: list[Line] = [(ink(_option(form, entry, o), BOLD if entry.given else PLAIN),) for o in options if o in chosen]
        return flow(parts or [(ink("none", QUIET),)], width, size, (label,))
    marked = options[form.mark % len(options)] if options else ""
    ticks: list[Line] = [
        (
            ink(
                f"{ON if option in chosen else OFF} {_option(form, entry, option)}{_changed(entry, option)}",
                CURSOR if option == marked else PLAIN if option in chosen else QUIET,
            ),
        )
        for option in options
    ]
    return flow(ticks or [(ink("none", QUIET),)], width, size, (label,))


def _option(form: OrderForm, entry: Entry, option: str) -> str:
    if isinstance(entry.field, ModifierField):
        line = form.draft.battle.tables.modifier_list(entry.field.list).line(option)
        return f"{line.value:+d} {line.text}"
    return option


def _changed(entry: Entry, option: str) -> str:
    """A sign for a modifier that the referee has changed from what the battle says."""
    return (
        "*" if isinstance(entry.field, ModifierField) and (option in entry.suggested) != (option in (entry.value or ())) else ""
    )


def _dice_row(form: OrderForm, focused: bool, size: int, width: int) -> Line:
    label = _label("dice", focused, size)
    if focused and form.typing is not None:
        caret = form.typing.caret
        typed = form.typing.text
        value: Line = (ink(typed[:caret], BOLD), ink(typed[caret : caret + 1] or " ", CURSOR), ink(typed[caret + 1 :], BOLD))
    elif form.dice:
        value = (ink(form.dice, CURSOR if focused else BOLD),)
    else:
        value = (ink("roll for me", CURSOR if focused else PLAIN), ink("  (or type the faces thrown: 5 3)", QUIET))
    return cut((label, *value), width)


def _odds(view: View, width: int) -> list[Line]:
    if view.odds is None:
        return [(ink(f" odds        {view.odds_note}", QUIET),)] if view.odds_note else []
    certain = view.form is not None and not view.form.takes_dice
    lines = draw_odds(view.odds, width, certain)
    if not lines or certain:
        return lines
    return [cut((*lines[0], ink(f"  ({exactness(view.odds)})", QUIET)), width), *lines[1:]]


def _trouble(form: OrderForm, width: int) -> Line:
    trouble = form.trouble
    if isinstance(trouble, Refused):
        return cut((ink(f" ✗ {trouble}", WARNING),), width)
    entry = next((e for e in form.entries if e.problem), None)
    if isinstance(trouble, InvalidInput) and entry is not None and not entry.given:
        return cut((ink(f" {entry.field.label} must be said", QUIET),), width)
    return ()  # told beside its field


def _hint(form: OrderForm, width: int) -> Line:
    kind = form.entry.field.kind if form.entry else "dice"
    parts: list[Line] = [
        (ink(" Enter", KEY), ink(" give the order")),
        (ink("↑↓", KEY), ink(" row")),
        (ink(HINTS.get(kind, ""), QUIET),),
        (ink("Esc", KEY), ink(" leave")),
        (ink("F1", KEY), ink(" help")),
    ]
    return flow(parts, width)[0]


def draw_asking(asking: Asking, headline: str, width: int, height: int) -> list[Line]:
    """What an order asks for: the answers so far, and the die or the choice that is wanted now."""
    head = draw_rule((ink(f" {headline} ", BOLD),), (), width, PLAIN)
    told = [f"{answer.label}: {answer.told}" for answer in asking.answers]
    before = [(ink(f"   {fit(line, width - 4)}", QUIET),) for line in told]
    wanted = _wanted(asking, width)
    return [head, *before[-max(height - 2 - len(wanted), 0) :], *wanted] if height > len(wanted) + 1 else [head, *wanted]


def _wanted(asking: Asking, width: int) -> list[Line]:
    wanted = asking.wanted
    if isinstance(wanted, ChoiceNeeded):
        who = f"{wanted.side}: " if wanted.side else ""
        options: list[Line] = [
            (ink(option, CURSOR if place == asking.picked else PLAIN),) for place, option in enumerate(wanted.options)
        ]
        return [
            *flow(options, width, 3, (ink(f" ▸ {who}{wanted.label}  ", POINT),)),
            (ink(" Enter", KEY), ink(" choose  "), ink("←→", KEY), ink(" another  "), ink("Esc", KEY), ink(" leave the order")),
        ]
    if isinstance(wanted, DieNeeded):
        caret = asking.typing.text or " "
        asked = f"▸ die {wanted.number}: {thrown_as(wanted.sides)} for {wanted.label}"
        lines: list[Line] = [(ink(f" {line}", POINT),) for line in wrap(asked, width - 8, 2)]
        lines[-1] = cut((*lines[-1], ink(" "), ink(caret, CURSOR)), width)
        hint = (ink(" Enter", KEY), ink(" take the face, or roll it where none is typed  "), ink("Esc", KEY), ink(" leave"))
        return [*lines, cut(hint, width)]
    return []
