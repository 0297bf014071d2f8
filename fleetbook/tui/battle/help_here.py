"""The help of the battle page: for all keys, for the present phase, or for the form's current row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.standard_orders import title_in
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, InputNeeded
from fleetbook.referee.faces import WRITTEN
from fleetbook.referee.offers import refused_candidates, what_it_does
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.entry.form import OrderForm
from fleetbook.tui.battle.journal_lines import STEP_BACK, STEP_FORWARD, TAKEN_BACK
from fleetbook.tui.battle.key_bar import GO_ON
from fleetbook.tui.cards.boxes import FREE_BOX, GONE_CELL, LOADED, SPENT, STRUCK_BOX, WHOLE_CELL
from fleetbook.tui.cards.marks import SYSTEM_SIGNS
from fleetbook.tui.cards.ship_row import LOST_MARK, MAY_ACT, NONE_LEFT, SEEN, WAITS
from fleetbook.tui.kit.command import Command
from fleetbook.tui.kit.command_lines import command_lines, group_lines, help_lines, key_lines
from fleetbook.tui.kit.grid import AIMED, POINTING, SHARED
from fleetbook.tui.kit.line import Line, flow, ink
from fleetbook.tui.kit.style import BOLD, KEY, PLAIN, QUIET

if TYPE_CHECKING:
    from fleetbook.reports.odds.shape import OddsView
    from fleetbook.tui.battle.entry.sheet import Sheet

IN_A_FORM = (
    ("Enter", "give the order"),
    ("↑ ↓ Tab", "another row"),
    ("← →", "another option, a number one more or less, the next modifier"),
    ("space", "switch the modifier or weapon with the cursor"),
    ("dice", "in the last row type the faces thrown, such as 5 3; - rolls that die. Orders without dice have no such row"),
    ("Esc", "leave; the order's key brings back what was typed. A note names dice already shown"),
)
TYPED = (
    f"Type the faces thrown; for a - that die is rolled. {WRITTEN} Left empty, all dice are rolled for you, or asked for singly "
    "where players throw them (D)."
)

OF_A_SHEET = (
    "Each ship of the squadron that may still act has a row. Her target is proposed: the last one that she may still fire at, or "
    "else her opposite number.",
    "Enter gives the orders of all rows, one order for ships in succession with the same target, range and side. It then ends "
    "the squadron's actions in this step. It asks again before it takes a range with ?, passes over a ship that cannot fire, or "
    "ends actions that the squadron still has.",
)
SHEET_KEYS = {
    "+": " yet: the squadron may go on in this step",
    "letters": ": the beginning of a name or of its last word. Rows below take it over, up to the first one filled in",
    "digits": ": the one measured now. Rows below take it over, with = at another target",
    "=": ": target, range and side of the nearest row above that fires",
    "*": ": this ship keeps her target, those below take the next ships of its line",
    "Tab": ": her form, with each modifier and weapon",
    "PgDn": ": what is typed in this sheet stays for this step",
    "Esc": ": no order is given; what is typed stays for this step",
}
RANGE_COLUMN = (
    "the range. ? alone: to be measured. 30?: not measured in this step between these two ships, or measured otherwise; Enter "
    "asks once. 30=: typed in a row above for another target; Enter does not ask"
)
SHEET_COLUMNS = (
    ("target", "whom she fires at. = behind the name: taken over from a row above"),
    ("hull", "boxes that the target has left, of all"),
    ("side", "where the target lies from her. ?: proposed, not measured"),
    ("dice", "how many dice she throws, battery by battery, such as 1 + 7"),
    (
        "to hit",
        "what a die needs for each battery: 12in 5+ is a 5 or more. 12in – bears, but cannot fire at this range. … : more "
        "batteries",
    ),
)


def short_help(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """The keys of this moment and the signs of the board, briefly. The whole help is behind a search."""
    here, going = _here(commands, session), [one for one in commands if one.id == GO_ON and not one.refusal()]
    others = [one for one in commands if one.short and one.id not in (GO_ON, "help") and not one.order and not one.refusal()]
    keys: list[Line] = [(ink(f"{one.shown_key} ", KEY), ink(one.title.partition(",")[0])) for one in others]
    return [
        *([(ink(" Here and now", BOLD),), *(line for one in here for line in _briefly(one, width))] if here else []),
        *(line for one in going for line in key_lines(one.shown_key, f"{one.title}. {_first(one)}", width)),
        *flow(keys, width, 2),
        (ink("  / ", KEY), ink("here searches the whole help: all keys, forms, why a key does nothing", BOLD)),
        (),
        *_listed([*_of_board(), *_of_ships(session)], width),
    ]


def _briefly(command: Command, width: int) -> list[Line]:
    """An order with the first sentence of its help, or without it where that takes two lines."""
    section = f" [{command.order.section}]" if command.order and command.order.section else ""
    ways = f"{command.title}{section}. {_first(command)}", f"{command.title}{section}"
    drawn = [[*key_lines(command.shown_key, text, width)] for text in ways]
    return min(drawn, key=len)


def _first(command: Command) -> str:
    """The first sentence of a command's help."""
    return f"{command.help.removeprefix(f'{command.title}. ').partition('. ')[0].rstrip('.')}."


def _here(commands: Sequence[Command], session: Session) -> list[Command]:
    """The orders of this phase that can be given now."""
    return [one for one in commands if one.order and session.suits(one.order) and not one.refusal()]


def whole_help(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """The help of the battle page. It begins with the orders that can be given now and the signs of the board. The other keys
    that work follow by group, and at the end those that do nothing now.
    """
    here = _here(commands, session)
    form = group_lines("In a form", IN_A_FORM, width)
    board, others = _listed([*_of_board(), *_of_ships(session)], width), _listed(_elsewhere(), width)
    return [
        *([(ink(" Here and now", BOLD),), *(line for one in here for line in command_lines(one, width)), ()] if here else []),
        (ink(" The board", BOLD),),
        *board,
        (),
        *help_lines(sorted((one for one in commands if one not in here and not one.refusal()), key=_is_order), width),
        *form,
        (),
        (ink(" Other signs", BOLD),),
        *others,
        (),
        *_not_now([one for one in commands if one.refusal()], width),
    ]


def _is_order(command: Command) -> bool:
    return command.order is not None


def _not_now(commands: Sequence[Command], width: int) -> Iterator[Line]:
    """The keys that do nothing now, by reason. Each reason is named once."""
    yield (ink(" Not now", BOLD),)
    reasons: dict[str, list[Command]] = {}
    for one in commands:
        reasons.setdefault(one.refusal(), []).append(one)
    for reason, alike in reasons.items():
        first, *more = alike
        if more:
            keys = [(ink(f"{one.shown_key} ".lstrip(), BOLD), ink(one.short or one.title, QUIET)) for one in alike]
            yield from (*_paragraph(f" {reason}:", width), *flow(keys, width, 3))
        else:
            text = reason if reason.startswith(first.title) else f"{first.title}: {reason}"
            yield from key_lines(first.shown_key, text, width, QUIET)


def _listed(signs: Iterable[tuple[str, str]], width: int) -> list[Line]:
    shown: list[Line] = [(ink(f"{sign} ", BOLD), ink(text)) for sign, text in dict.fromkeys(signs)]
    return flow(shown, width, 3)


def _of_board() -> Iterator[tuple[str, str]]:
    yield from (
        (POINTING, "ship pointed at, or that gives the order"),
        (AIMED, "struck by the last order, or target"),
        (MAY_ACT, "may act now"),
        (WAITS, "acts in this step, after another squadron or side"),
        (f"{WHOLE_CELL * 4}{GONE_CELL * 2} 19/31", "boxes left; yellow: hurt, red: a third, broken: as good as lost"),
        (f"6{LOADED}", "torpedoes left"),
        (NONE_LEFT, "none left"),
        ("+3", "as many more words about her as the row has room for: see her card"),
        ("⚑", "flagship"),
        ("red words", "may lose her or cripple her"),
        ("underlined", "new by the last order"),
        (LOST_MARK, "lost"),
    )


def _of_ships(session: Session) -> Iterator[tuple[str, str]]:
    """The signs of the rules, and the conditions and signs that ships have now."""
    rules = session.journal.ruleset
    yield from rules.signs.items()
    if rules.board_guns:
        yield "·".join("54321"[: len(rules.board_guns)]), f"boxes left of {', '.join(rules.board_guns)} guns"
    for card in session.cards():
        yield from ((tick.sign, tick.words) for tick in session.ticks(card.name) if tick.sign == SEEN and tick.done)
    for card in session.cards():
        yield from ((f"{one.short} {one.figure or ''}".rstrip(), one.whole) for one in card.conditions if one.short != one.text)


def _elsewhere() -> Iterator[tuple[str, str]]:
    yield from (
        (FREE_BOX, "free box"),
        (STRUCK_BOX, "struck"),
        *((sign, state) for state, sign in SYSTEM_SIGNS.items()),
        (LOADED, "loaded"),
        (SPENT, "spent"),
        (TAKEN_BACK, "taken back"),
        (STEP_BACK, "step back"),
        (STEP_FORWARD, "step forward"),
        (SHARED, "the players' window is open: its readers, and their pages"),
        ("5*", "die typed in"),
        ("5 (was 2)", "die overruled"),
    )


def step_help(commands: Sequence[Command], session: Session, width: int) -> list[Line]:
    """The help for the orders of the present phase, then a list of the turn's phases."""
    battle, sequence = session.battle, session.battle.ruleset.sequence
    now = sequence.now(battle)
    here = [c for c in commands if c.order and now.id in c.order.phases]
    title = sequence.called_turn(battle) or f"Turn {battle.turn}, step {now.number}: {sequence.title(now, battle)}"
    lines: list[Line] = [(ink(f" {title}", BOLD),), ()]
    for command in here:
        lines += command_lines(command, width)
    if not here:
        lines += _paragraph("This step has no orders of its own. Its duties are done as it ends.", width)
    if session.due:
        lines += [(), (ink(" Still to do", BOLD),), *(line for text in session.due for line in _paragraph(text, width))]
    lines += [(), (ink(" The turn", BOLD),)]
    for phase in sequence.phases:
        sign, style = (POINTING, BOLD) if phase is now else (" ", PLAIN)
        lines.append((ink(f" {sign}{phase.number:>3}  ", QUIET), ink(sequence.title(phase, battle), style)))
    return lines


def field_help(form: OrderForm, needed: InputNeeded | None, odds: OddsView | None, width: int) -> list[Line]:
    """The help for a form: the order, the row with the cursor or the open question, then all odds and all rows."""
    from fleetbook.tui.battle.entry.form_lines import filled_in  # noqa: PLC0415 (start-up counts)
    from fleetbook.tui.battle.entry.odds_lines import draw_odds  # noqa: PLC0415

    procedure, entry = form.draft.kind, form.entry
    section = f" ({procedure.section})" if procedure.section else ""
    lines = list(_paragraph(f"{title_in(procedure, form.draft.battle)}{section}. {what_it_does(procedure)}", width))
    if isinstance(needed, ChoiceNeeded):
        label, texts = needed.label, [f"One of: {', '.join(needed.options)}"]
    elif isinstance(needed, DieNeeded):
        label, texts = needed.die, [*filter(None, (needed.brings,)), TYPED]
    else:
        label, texts = (entry.label, [*_takes(form, entry)]) if entry else ("dice", [TYPED])
    lines += [(), (ink(f" {label}", BOLD),)]
    for text in texts:
        lines += _paragraph(text, width)
    if needed is None and isinstance(form.trouble, Refused):
        lines += [(), (ink(" The problem", BOLD),), *_paragraph(f"{form.trouble}", width)]
        lines += [line for text in _readings(form, form.trouble.section) for line in _paragraph(text, width)]
    if needed is None and odds is not None:
        drawn = draw_odds(odds, form.draft.battle.tables, width, not form.takes_dice)
        lines += [(), (ink(" The odds", BOLD),), *drawn] if drawn else []
    if needed is None:
        rows = [filled_in(form, entry) for entry in form.entries]
        lines += [(), (ink(" All rows", BOLD),), *(line for row in rows for line in flow([row], width, 3, (ink("  "),)))]
    return lines


def sheet_help(sheet: Sheet, width: int) -> list[Line]:
    """The help for a squadron's sheet: its purpose, its keys and its columns. Any fault of the row with the cursor is named."""
    from fleetbook.tui.battle.entry.sheet_lines import KEYS  # noqa: PLC0415 (start-up counts)

    kind, number = sheet.kind, sheet.entry(sheet.at, sheet.number)
    section = f" ({kind.section})" if kind.section else ""
    lines = list(_paragraph(f"{kind.title}{section}. {what_it_does(kind)}", width))
    for text in OF_A_SHEET:
        lines += [(), *_paragraph(text, width)]
    lines += group_lines("Keys", [(key, f"{words}{SHEET_KEYS.get(key, '')}") for key, words in KEYS], width)
    lines += group_lines("Columns", [(number.field.unit or number.label, RANGE_COLUMN), *SHEET_COLUMNS], width)
    if not sheet.row.holds and sheet.problem(sheet.at) is not None:
        lines += [(), (ink(f" The problem of {sheet.row.ship}", BOLD),), *_paragraph(sheet.problem_words(sheet.at), width)]
    return lines


def _readings(form: OrderForm, section: str) -> Iterator[str]:
    """The readings in force for a section of the rules, with their reasons. Nothing for an empty section."""
    for reading in form.draft.battle.tables.readings.values():
        if section and reading.section == section:
            yield f"Reading {section}: {reading.described} {reading.reason}"


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
        yield "Modifiers that the battle knows are ticked. Space switches the one with the cursor; * marks your changes:"
        yield from (_modifier(field, entry, form, name) for name in entry.options or ())
    elif entry.options is not None:
        which = "Any of" if field.kind == "several" else "One of"
        meant = any(entry.meanings.get(word) for word in entry.options)
        yield f"{which}: {'' if meant else ', '.join(entry.options)}" if entry.options else "None is available now."
        yield from (entry.worded(word) for word in entry.options if meant)
    yield from (f"Not now: {text}" for text in refused_candidates(entry, form.trouble))
    yield "Entered by you." if entry.given else "Filled in by the battle." if not entry.problem else "Required."


def _modifier(field: ModifierField, entry: Entry, form: OrderForm, name: str) -> str:
    line = form.draft.battle.tables.modifier_list(field.list).line(name)
    tick = "☑" if name in (entry.value or ()) else "☐"
    reading = f" ({line.reading})" if line.reading else ""
    return f"{tick} {line.value:+d} {line.text}{reading}"


def _paragraph(text: str, width: int) -> Iterator[Line]:
    yield from ((ink(f" {line}"),) for line in wrap(text, max(width - 2, 8)))
