"""Draw the sheet of a group of ships, with a row for each ship. Values that repeat the row above are dim."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.reports.text_layout import cell_width, pad
from fleetbook.tui.battle.entry.sheet import Sheet, old_range_words
from fleetbook.tui.cards.boxes import count
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, cut, flow, ink, pad_name, text_lines
from fleetbook.tui.kit.style import BOLD, CURSOR, DUE, KEY, PLAIN, POINT, QUIET, WARNING

NAME, NUMBER, DICE, LEAST_RULE = 14, 4, 6, 5
ASKED, TAKEN = "?", "="  # behind a value: it must be confirmed before it counts; it is taken over from a row above
BRIEF = {"starboard": "stbd"}  # sides as the column has room for them
HOLDS, CANNOT = "holds fire", "✗ cannot fire"
KEYS = (  # as the help lists them
    ("Enter", "fires all, ends the squadron"), ("+", "fires, not done"), ("F1", "help"), ("letters", "target"),
    ("digits", "range"), ("←→", "side"), ("Space", "holds fire"), ("=", "as above"), ("*", "opposite numbers"),
    ("Tab", "this ship alone"), ("PgDn", "another squadron"), ("Esc", "leave"),
)  # fmt: skip
FIRST_KEYS = ("+", "not done"), ("Space", "holds fire"), ("Esc", "back"), ("F1", "help")  # behind Enter
MORE_KEYS = (
    ("letters", "target"), ("digits", ""), ("←→", "side"), ("=", "as above"), ("*", "opposite"), ("Tab", "one ship"),
    ("PgDn", "next"),
)  # fmt: skip
MOST_FOOT = 2


def draw_sheet(sheet: Sheet, width: int, height: int) -> list[Line]:
    """The sheet in exactly ``height`` lines, scrolled so that the cursor's row is visible. One line says what the last key
    changed, or what the row lacks. It stands below the rows, or if there is no room in place of the second line of keys.
    """
    foot, told = _foot(sheet, width), cut(_told(sheet), width)
    room = max(height - 1 - len(foot), 1)
    if len(sheet.rows) >= room and (sheet.said or sheet.is_old(sheet.at)):
        foot = [*foot[: MOST_FOOT - 1], told]
    top = max(min(sheet.at - room // 2, len(sheet.rows) - room), 0)
    last = min(top + room, len(sheet.rows))
    rows = [*(_row(sheet, place, width) for place in range(top, last)), told]
    return [_head(sheet, width, (top, len(sheet.rows) - last)), *filled(rows, room), *foot]


def _foot(sheet: Sheet, width: int) -> list[Line]:
    entries = sheet.drafts[sheet.at].entries.values()
    lacks = any(entry.problem and not entry.given for entry in entries)  # its cell shows a question mark
    if not (sheet.row.holds or lacks) and sheet.problem(sheet.at) is not None:
        return text_lines(sheet.problem_words(sheet.at), width - 2, WARNING)[:MOST_FOOT]
    keys = ("Enter", _enter_does(sheet)), *FIRST_KEYS
    more = ((key, words or _unit(sheet)) for key, words in MORE_KEYS)
    shown = ([(ink(key, KEY), ink(f" {words}")) for key, words in row] for row in (keys, more))
    return [flow(row, width, 1)[0] for row in shown]


def _enter_does(sheet: Sheet) -> str:
    """The effect of Enter now, in a few words."""
    places = [place for place, row in enumerate(sheet.rows) if not row.holds]
    lacking = sum(isinstance(sheet.problem(place), InvalidInput) for place in places)
    if lacking:
        return f"to what is missing: {lacking}"
    fire = sum(map(sheet.fires, places))
    return f"{fire} {'fires' if fire == 1 else 'fire'}, squadron done" if fire else "nobody fires"


def _told(sheet: Sheet) -> Line:
    """A line in words: the change by the last key, or else the missing or assumed value of the cursor's row. Empty if there is
    neither.
    """
    if sheet.said:
        return (ink(f"   {sheet.said}", BOLD),)
    if sheet.row.holds:
        return (ink("   holds fire: Space lets her fire", QUIET),)
    number = sheet.entry(sheet.at, sheet.number)
    if number.value is None and not number.given:
        target = sheet.drafts[sheet.at].values[sheet.target]
        return (ink(f"   type the {_unit(sheet)} to {target}: rows below take them over", QUIET),) if target else ()
    if sheet.is_old(sheet.at):
        return (ink(f"   {old_range_words(sheet, sheet.at)}: type the range measured now", DUE),)
    side = sheet.kind.own[-1]
    return (ink(f"   {_side(sheet, sheet.at)} is assumed: ←→ changes it", QUIET),) if sheet.is_assumed(sheet.at, side) else ()


def _side_width(sheet: Sheet) -> int:
    """The width of the column of sides: that of the longest side, so that the columns stay in place."""
    entry = sheet.entry(0, sheet.kind.own[-1])
    return max(cell_width(f"{_side_name(entry, word)}{ASKED}") for word in entry.words)


def _side_name(entry: Entry, value: str) -> str:
    words = entry.meanings.get(value, value)
    return BRIEF.get(words, words)


def _side(sheet: Sheet, place: int) -> str:
    entry = sheet.entry(place, sheet.kind.own[-1])
    return f"{_side_name(entry, entry.field.show(entry.value))}{ASKED * sheet.is_assumed(place, entry.field.name)}"


def _scores(scores: Sequence[str], width: int) -> str:
    """As many whole scores as fit, with a sign if some are left out."""
    for kept in range(len(scores), 0, -1):
        text = " ".join((*scores[:kept], *["…"] * (kept < len(scores))))
        if cell_width(text) <= width:
            return text
    return ""


def _head(sheet: Sheet, width: int, hidden: tuple[int, int]) -> Line:
    """A horizontal line with the group's name and the heads of the columns. ``hidden`` has the number of rows above and below."""
    side = pad("side", _side_width(sheet))
    target = pad(sheet.entry(0, sheet.target).label, NAME)
    heads = f"{target} {pad('hull', 5, right=True)} {pad(_unit(sheet), NUMBER, right=True)}  {side} {pad('dice', DICE)} to hit"
    more = "".join(f" {sign}{number}" for sign, number in zip("▲▼", hidden, strict=True) if number)
    name = f" {pad_name(sheet.group.upper(), NAME + 1 - len(more))}"
    words: Line = (ink(name + more, BOLD), ink(f" {heads} ", QUIET))
    right: Line = (ink(f" {sheet.kind.section} ", QUIET),) if sheet.kind.section else ()
    if cells(words) + cells(right) + LEAST_RULE > width:
        return cut((ink("─"), *words), width)
    return draw_rule(words, right, width, PLAIN)


def _unit(sheet: Sheet) -> str:
    return sheet.entry(0, sheet.number).field.unit or sheet.entry(0, sheet.number).label


def _row(sheet: Sheet, place: int, width: int) -> Line:
    row, here = sheet.rows[place], place == sheet.at
    mark = ink(" ▸ " if here else "   ", POINT)
    name = ink(pad_name(row.ship, NAME), CURSOR if here else PLAIN)
    if row.holds:
        return cut((mark, name, ink(f" {HOLDS}", QUIET)), width)
    draft = sheet.drafts[place]
    quiet = QUIET if sheet.as_above(place) and not here else PLAIN
    target = str(draft.values[sheet.target] or draft.raw.get(sheet.target, "") or "?")
    shown = pad(f"{pad_name(target, NAME - 1).rstrip()}{TAKEN}", NAME) if sheet.copies_target(place) else pad_name(target, NAME)
    is_wrong = bool(sheet.rows[place].entered.get(sheet.target)) and draft.entries[sheet.target].problem is not None
    card = next((card for card in sheet.session.cards() if card.name == target), None)
    hull = count(card.first) if card and card.first else ""
    pieces = [
        mark, name, ink(" "),
        ink(shown, WARNING if is_wrong else BOLD if _is_typed(sheet, place, sheet.target) else quiet),
        ink(f" {pad(hull, 5, right=True)} ", QUIET),
        *_number(sheet, place, quiet),
        ink(f" {pad(_side(sheet, place), _side_width(sheet))} ", quiet),
    ]  # fmt: skip
    if isinstance(draft.checked, SheetOrder):
        scores, dice = draft.checked.in_brief(sheet.battle)
        pieces.append(ink(f"{pad(dice, DICE)} ", QUIET))
        return cut((*pieces, ink(_scores(scores, width - cells(tuple(pieces))), quiet)), width)
    unknown = any(entry.value is None for entry in draft.entries.values() if entry.field.name in sheet.kind.own)
    return cut((*pieces, ink("" if unknown else CANNOT, QUIET)), width)


def _is_typed(sheet: Sheet, place: int, name: str) -> bool:
    return place == sheet.at and sheet.typing is not None and sheet.into == name


def _number(sheet: Sheet, place: int, style: Style) -> Line:
    """The number of a row and its mark. The caret takes the place of the mark while the referee types the number."""
    if _is_typed(sheet, place, sheet.number) and sheet.typing is not None:
        return cut((ink(" " * max(NUMBER - len(sheet.typing.text), 0)), *sheet.typing.draw()), NUMBER + 1)
    entry = sheet.entry(place, sheet.number)
    if entry.value is None:
        return (ink(f"{pad(ASKED, NUMBER, right=True)} ", DUE),)
    mark = ASKED if sheet.is_old(place) else TAKEN if sheet.is_taken_over(place) else " "
    return (ink(f"{pad(entry.field.show(entry.value), NUMBER, right=True)}{mark}", DUE if mark == ASKED else style),)
