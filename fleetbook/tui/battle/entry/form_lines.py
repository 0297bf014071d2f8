"""Draw the form of an order and its questions."""

from __future__ import annotations

from typing import Any

from rich.style import Style

from fleetbook.core.battle.result import sentence
from fleetbook.core.doctrines.intent_words import models_words
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import capital, unit_of
from fleetbook.referee.asking import NOT_THROWN
from fleetbook.referee.offers import refused_candidates, wrong_word
from fleetbook.referee.proposals.measured import Measured
from fleetbook.reports.odds.shape import UNCOUNTED, OddsView
from fleetbook.reports.text_layout import GAP, cell_width, pad, wrap
from fleetbook.tui.battle.entry.form import SHIP, TICKED, OrderForm, counting
from fleetbook.tui.battle.entry.form_keys import shown
from fleetbook.tui.battle.entry.odds_lines import LEAST_LABEL, MOST_LABEL, draw_odds, draw_odds_in_brief, label_line
from fleetbook.tui.kit.grid import draw_rule, filled, with_more
from fleetbook.tui.kit.line import Line, Piece, cells, cut, flow, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, DUE, KEY, PLAIN, POINT, QUIET, WARNING

ON, OFF, NOT = "☑", "☐", "✗"
ROLLED, ASKED, RECORDED = "roll for me", "asked for later", "rolled for the record"
AS_DICE = "as the die says; nothing else is counted"
SHORT = 4  # letters of a meaning that stands in a row, such as +2 or FPS
FEW_TICKS = 6  # of a longer list, only the ticked words and the one with the cursor are shown
UNDER_CURSOR = 2  # lines from the word with the cursor to the line that counts the words below
MOST_REFUSED = 2  # lines of candidates that may not be chosen
MORE_IN_HELP = ink(" … F1: all", BOLD)
FILLED_IN, MORE_BELOW = "filled in", "{} more: ↓"
ASSUMED = "?"  # behind a value that nobody has measured
LOW = 9  # lines of a form of 80x24: one for the odds, one for what is filled in, two for a refusal
LEAST_RULE = 4  # cells of a horizontal line beside its words
MANY = 2  # from this number of ticked words on, a row without room says only how many are ticked
HINTS = {
    "number": "type a number, ←→ one less or more",
    "ship": "←→ or type a part of the name",
    "choice": "←→ or type its beginning",
    "flag": "space or y/n",
    "several": "←→ or type its beginning, space ticks it",
    "modifiers": "←→ and space",
    "text": "type",
    "dice": "type faces, or leave it empty",
}
SPACED = ("flag", *TICKED)  # kinds of rows in which Space changes the value, unless it gives a waiting order


def draw_form(
    form: OrderForm,
    odds_and_note: tuple[OddsView | None, str],
    width: int,
    height: int,
    *,
    before: Measured | None = None,
    asks: bool = False,
) -> list[Line]:
    """The form in exactly ``height`` lines. Its rows scroll around the cursor's row.

    If there is not enough room, the odds are shortened to one line, and the rows that the battle fills in share another line.
    ``odds_and_note`` has the odds, or a note to show instead. ``before`` is the number measured last. ``asks`` says that missing
    dice are asked for, not rolled.
    """
    whose = f"{form.proposer.words}: " if form.proposer else ""
    head = draw_headline(f"{whose}{form.headline}", form.draft.kind.section, width)
    entries = form.entries
    shown = [entry for entry in entries if not is_filled_in(form, entry) or (before and before.field == entry.field.name)]
    sizes = {entry.field.name: cell_width(entry.label) + 6 for entry in entries}
    label = min(max([LEAST_LABEL, *(size for size in sizes.values() if size <= MOST_LABEL)]), width // 2)
    rows, cursor = list[Line](), 0
    for row in form.in_order:
        cursor = len(rows) if row == form.row else cursor
        if row == len(entries):
            rows += _dice_row(form, asks, label, width)
        elif (entry := entries[row]) in shown:
            own = min(max(label, sizes[entry.field.name]), width // 2)  # a longer label moves no other row
            rows += _row(form, entry, before if before and before.field == entry.field.name else None, own, width)
    against = _refused(form, form.entry, width) if form.entry else []
    foot = [trouble] if (trouble := _trouble(form, width)) else []
    foot.append(_hint(form, width))
    first = _read_first(form, width)
    room = max(height - 1 - len(foot) - len(against) - len(first), 1)
    seen = [entry for entry in entries if entry not in shown and not (_is_said(form, entry) or _is_nought(entry))]
    odds, others = _odds(form, *odds_and_note, label, width, brief=False), _others(form, seen, label, width)
    if height <= LOW or len(rows) + len(odds) + len(others) > room:
        odds, others = _odds(form, *odds_and_note, label, width, brief=True), _others_in_brief(form, seen, label, width)
    left = max(room - len(others) - len(odds), 1)
    top = _top(rows, cursor, left)
    lines = with_more(rows[top : top + left], (top, max(len(rows) - top - left, 0)), width, whole=True)
    return [head, *first, *filled([*lines, *odds, *others, *against], room + len(against)), *foot]


def _read_first(form: OrderForm, width: int) -> list[Line]:
    """How players move the models of a doctrine's order, in full, and the order's remark. Empty without either."""
    order, battle, intent = form.draft.checked, form.draft.battle, form.proposer.intent if form.proposer else None
    if not isinstance(order, Order):
        return []
    models = sentence(models_words(order, battle, intent.helm, intent.turn)) if intent and intent.helm else ""
    said = ((models, BOLD), (order.remark(battle), QUIET))
    return [(ink(" "), ink(line, style)) for text, style in said if text for line in wrap(text, max(width - 1, 8))]


def draw_headline(headline: str, section: str, width: int) -> Line:
    """A horizontal line with an order in words and its section. The section is left out if there is no room for both."""
    words: Line = (ink(f" {capital(headline)} ", BOLD),)
    right: Line = (ink(f" {section} ", QUIET),) if section else ()
    return draw_rule(words, right if cells(words) + cells(right) + LEAST_RULE <= width else (), width, PLAIN)


def is_filled_in(form: OrderForm, entry: Entry) -> bool:
    """Whether the battle fills in this row. False for a row in which the cursor was, and for a ship if the order has a target."""
    is_ship = entry.field.kind == SHIP and _aim(form) is not None
    seen = entry is form.entry or entry.field.name in form.seen
    return not (seen or entry.given or entry.problem or _is_refused(entry) or is_ship)


def _aim(form: OrderForm) -> Entry | None:
    """The row of the order's target: the last of two or more rows that ask for a ship."""
    ships = [entry for entry in form.entries if entry.field.kind == SHIP]
    return ships[-1] if len(ships) > 1 else None


def _others(form: OrderForm, entries: list[Entry], label: int, width: int) -> list[Line]:
    """The rows that the battle fills in, as dim text on as many lines as they need."""
    parts = [filled_in(form, entry) for entry in entries]
    return flow(parts, width, label, label_line(FILLED_IN, label)) if parts else []


def _others_in_brief(form: OrderForm, entries: list[Entry], label: int, width: int) -> list[Line]:
    """The rows that the battle fills in, on one line. Modifiers come first; rows without room are counted."""
    parts, left = dict[int, Line](), width - label - cell_width(MORE_BELOW.format(len(entries)))
    for short in (True, False):
        for place in sorted(range(len(entries)), key=lambda place: _weight(entries[place])):
            part = filled_in(form, entries[place], short=short)
            size = cells(part) - cells(parts[place]) if place in parts else cells(part) + len(GAP)
            if size <= left and (short or place in parts):
                parts[place], left = part, left - size
    hidden = len(entries) - len(parts)
    shown = [parts[place] for place in sorted(parts)] + ([(ink(MORE_BELOW.format(hidden), BOLD),)] if hidden else [])
    return flow(shown, width, label, label_line(FILLED_IN, label))[:1] if shown else []


def _weight(entry: Entry) -> int:
    if entry.field.kind == "modifiers":
        return 0
    return 1 if entry.field.show(entry.value) not in ("", "no", "0") else 2


def _is_said(form: OrderForm, entry: Entry) -> bool:
    """Whether the screen already names the ship in this row: in the headline, or as the marked ship on the board."""
    return entry.field.kind == SHIP and (_aim(form) is not None or shown(form, entry) in form.headline)


def _is_nought(entry: Entry) -> bool:
    """Whether a row has the number 0, as that of hits rolled again: it says nothing beside those that count."""
    return entry.field.kind == "number" and entry.value == 0


def filled_in(form: OrderForm, entry: Entry, *, short: bool = False) -> Line:
    """A row in a few words: its label and value. With ``short``, several words become a count, and several modifiers only their
    values.
    """
    unit = f" {unit_of(shown(form, entry), entry.field.unit)}" if entry.field.unit else ""
    if entry.field.kind not in TICKED:
        text = shown(form, entry) or "none"
        words = entry.worded(text) if len(text) == 1 and text in entry.meanings else text  # P (port)
        return (ink(f"{entry.label} {words}{unit}", QUIET),)
    options = counting(entry)
    ticked = [entry.worded(option, SHORT) for option in options if option in (entry.value or ())]
    if not short or len(ticked) < MANY:
        words = ", ".join(ticked) or "none"
    elif entry.field.kind == "modifiers":
        words = " ".join(text.partition(" ")[0] for text in ticked)
    else:
        number = f"all {len(ticked)}" if len(ticked) == len(options) else f"{len(ticked)} of {len(options)}"
        return (ink(f"{number} {entry.label}", QUIET),)
    return (ink(f"{entry.label} {words}", QUIET),)


def _top(rows: list[Line], start: int, height: int) -> int:
    """The first line to show: the line above the cursor's row, or a later one if the word with the cursor would be out of
    sight.
    """
    marked = next((place for place, line in enumerate(rows) if any(style is CURSOR for _, style in line)), start)
    return max(min(max(start - 1, marked + UNDER_CURSOR - height), len(rows) - height), 0)


def _label(words: str, focused: bool, size: int) -> Piece:
    return ink(f" {'▸' if focused else ' '} {pad(words, size - 4)} ", POINT if focused else QUIET)


def _row(form: OrderForm, entry: Entry, before: Measured | None, size: int, width: int) -> list[Line]:
    focused = entry is form.entry
    if entry.field.kind in TICKED:
        return _ticks(form, entry, focused, size, width)
    kept = before is not None and not before.holds and not entry.given  # measured between other ships, or earlier
    value: list[Any] = [_label(entry.label, focused, size), *_value(form, entry, focused, QUIET if kept else PLAIN)]
    if entry.field.unit:
        value.append(ink(f" {unit_of(shown(form, entry), entry.field.unit)}"))
    if kept:
        value.append(ink(ASSUMED, QUIET))
    above = form.entries[: form.entries.index(entry)]
    is_said_above = any(other.given and str(other.problem) == str(entry.problem) for other in above)
    if (entry.problem and (entry.given or focused) and not is_said_above) or _is_refused(entry):
        return _with_problem(tuple(value), entry, size, width)
    if before:
        value.append(ink(f"  {before.words}", DUE if before.doubt else QUIET))
    return [cut(tuple(value), width)]


def _is_refused(entry: Entry) -> bool:
    """Whether the rules refuse the chosen word of a row, although the row itself reports no problem."""
    return entry.given and entry.field.kind == "choice" and not entry.problem and entry.value in entry.refused


def _with_problem(value: Line, entry: Entry, size: int, width: int) -> list[Line]:
    """The value followed by its problem. A long problem goes on below; no text is cut."""
    style = WARNING if entry.given else QUIET
    whole = (*value, ink(f"  {_problem(entry)}", style))
    if cells(whole) <= width:
        return [whole]
    below = wrap(_problem(entry), max(width - size - 1, 8), 2)
    return [cut(value, width), *((ink(" " * size), ink(line, style)) for line in below)]


def _problem(entry: Entry) -> str:
    problem = entry.refused[entry.value] if _is_refused(entry) else entry.problem
    if not isinstance(problem, InvalidInput):
        return str(problem)
    if not entry.given:
        why = f": {entry.field.help}" if entry.field.help else ""
        return "required" if entry.options != () else f"required; none is available now{why}"
    return wrong_word(problem, entry)


def _refused(form: OrderForm, entry: Entry, width: int) -> list[Line]:
    """Lines with the refused words of the cursor's row and the reasons, after its options if none is chosen yet. They stand below
    all rows, so that no row moves.
    """
    against = [f"{NOT} {text}" for text in refused_candidates(entry, form.trouble)]
    if entry.field.kind in ("choice", "ship") and entry.value is None and not entry.given and entry.options:
        against.insert(0, f"one of: {', '.join(map(entry.worded, entry.options))}")
    reasons = [line for text in against for line in wrap(text, width - 1, 2)]
    lines: list[Line] = [(ink(" "), ink(line, QUIET)) for line in reasons[:MOST_REFUSED]]
    if len(reasons) > MOST_REFUSED:
        words = _whole_words(reasons[MOST_REFUSED - 1], width - 1 - cells((MORE_IN_HELP,)))
        lines[-1] = (ink(" "), ink(words, QUIET), MORE_IN_HELP)
    return lines


def _whole_words(line: str, room: int) -> str:
    """The line, or as many of its comma-separated words as fit."""
    if cell_width(line) <= room:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    begun = wrap(line.lstrip(), max(room - len(indent), 8))[0]
    whole = begun.endswith(",") or ", " not in begun
    return indent + (begun.rstrip(",") if whole else begun.rpartition(", ")[0])


def _value(form: OrderForm, entry: Entry, focused: bool, filled_in: Style) -> list[Any]:
    text = shown(form, entry)
    if not focused:
        return [ink(text or "?", BOLD if entry.given else filled_in)]
    if entry.options is not None and form.typing is None:
        return [ink("‹ ", QUIET), ink(text or "?", CURSOR), ink(" ›", QUIET)]
    if form.typing is None:
        return [ink(text or " ", CURSOR)]
    after = [ink(f"  {text}", QUIET)] if entry.options is not None and text != form.typing.text else []
    return [*form.typing.draw(), *after]


def _ticks(form: OrderForm, entry: Entry, focused: bool, size: int, width: int) -> list[Line]:
    """A row of words to tick. Of numbered or many words, only the ticked ones and the one with the cursor are shown.

    Numbered words without the cursor are shortened if they do not fit in one line.
    """
    label = _label(entry.label, focused, size - 2)  # the flow sets a gap behind it
    options, chosen = counting(entry), set(entry.value or ())
    if not focused:
        parts: list[Line] = [(ink(entry.worded(o, SHORT), BOLD if entry.given else PLAIN),) for o in options if o in chosen]
        return flow(parts or [(ink("none", QUIET),)], width, size, (label,))
    marked = options[form.mark % len(options)] if options else ""
    numbered = all(entry.worded(option, SHORT)[:1] in "+-" for option in options)
    shown = [one for one in options if (len(options) <= FEW_TICKS and not numbered) or one in chosen or one == marked]

    def drawn(short: bool) -> list[Line]:
        ticks: list[Line] = []
        for one in shown:
            words, style = entry.worded(one, SHORT), CURSOR if one == marked else PLAIN if one in chosen else QUIET
            words = words.partition(": ")[0] if short and one != marked else words
            ticks.append((ink(f"{ON if one in chosen else OFF} {words}{_changed(entry, one)}", style),))
        if others := len(options) - len(shown):
            ticks.append((ink(f"{others} others: ←→", QUIET),))
        return flow(ticks or [(ink("none", QUIET),)], width, size, (label,))

    whole = drawn(False)
    return drawn(True) if numbered and len(whole) > 1 else whole


def _changed(entry: Entry, option: str) -> str:
    """An asterisk if the referee has changed this modifier, otherwise empty."""
    return (
        "*" if isinstance(entry.field, ModifierField) and (option in entry.suggested) != (option in (entry.value or ())) else ""
    )


def _dice_row(form: OrderForm, asks: bool, size: int, width: int) -> list[Line]:
    """The row for dice: the typed faces, or else whether dice are rolled or asked for, and what the first die decides.

    No text is cut.
    """
    focused = form.entry is None
    label, otherwise = _label("dice", focused, size), ASKED if asks else ROLLED
    if focused and form.typing is not None:
        return [cut((label, *form.typing.draw()), width)]
    if form.dice:
        return [cut((label, ink(form.dice, CURSOR if focused else BOLD)), width)]
    idle = [die for die in form.first_dice if not die.matters]
    if idle and form.first_dice[-1].matters is False:
        does = idle[0].answers if len(idle) == 1 else f"none of {len(idle)} can do anything"
        said = f"{NOT_THROWN if asks else RECORDED}: {does}"
        short = said if cells((label,)) + cell_width(said) <= width else said.partition(" (")[0]  # the modifiers are shown below
        return [cut((label, ink(short, CURSOR if focused else PLAIN)), width)]
    die, rolled = next(iter(form.first_dice[-1:]), None), ink(otherwise, CURSOR if focused else PLAIN)
    faces = die.thrown if die else "the faces thrown: 5 3"
    if die and idle:
        faces = f"from {die.place or die.die} on {faces}"
    or_here = "  or now" if asks else "  or"
    fits = cells((label, rolled)) + cell_width(f"{or_here} {faces}") <= width
    offered = f"{otherwise}{or_here} {faces if fits else faces.partition(' (')[0]}"  # the modifiers are already shown above
    first, *more = wrap(offered, max(width - size, 8))
    return [(label, rolled, ink(first.removeprefix(otherwise), QUIET)), *((ink(" " * size), ink(line, QUIET)) for line in more)]


def _odds(form: OrderForm, odds: OddsView | None, note: str, label: int, width: int, *, brief: bool) -> list[Line]:
    """The odds, or a note with the same number of lines, so that no row moves."""
    given = form.draft.battle.tables, width, not form.takes_dice, label
    lines = [] if odds is None else [draw_odds_in_brief(odds, *given)] if brief else draw_odds(odds, *given)
    lines = [line for line in lines if line]
    if odds and form.takes_dice and not lines and not note:  # the rules have no odds to show: the row of the dice is enough
        note = AS_DICE if any(die.faces for die in form.first_dice[-1:]) else UNCOUNTED
    if not note:
        return lines
    noted = flow([(ink(note, QUIET),)], width, label, label_line("odds", label))
    return (
        [cut((*noted[0], ink("…", QUIET)), width)] if brief and len(noted) > 1 else [*noted, *((),) * (len(lines) - len(noted))]
    )


def _trouble(form: OrderForm, width: int) -> Line:
    """The line that shows the form's problem. Empty if the row with the problem shows it already."""
    trouble = form.trouble
    entry = next((e for e in form.entries if e.problem), None)
    if any(_is_refused(other) and str(other.refused[other.value]) == str(trouble) for other in form.entries):
        return ()
    if entry is not None and (entry.given or entry is form.entry):
        return ()
    if entry is not None and isinstance(entry.problem, InvalidInput):
        return cut((ink(f" required: {entry.label}", QUIET),), width)
    return cut((ink(f" {NOT} {trouble}", WARNING),), width) if isinstance(trouble, Refused) else ()


def _hint(form: OrderForm, width: int) -> Line:
    kind = form.entry.field.kind if form.entry else "dice"
    parts: list[Line] = [
        (ink(" Space" if form.as_sent else " Enter", KEY), ink(" give the order")),
        (ink("↑↓", KEY), ink(" row")),
        (ink("←→ changes it" if form.as_sent and kind in SPACED else HINTS.get(kind, ""), QUIET),),
        (ink("Esc", KEY), ink(" leave")),
        (ink("F1", KEY), ink(" help")),
    ]
    return flow(parts, width)[0]
