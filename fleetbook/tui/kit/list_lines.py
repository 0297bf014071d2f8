"""Draw a list of rows, scrolled so that the row with the cursor is visible."""

from __future__ import annotations

from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.kit.grid import POINTING, draw_rule, with_more
from fleetbook.tui.kit.line import Line, cells, cut, ink
from fleetbook.tui.kit.list_form import ListForm, Row, Section
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET, WARNING
from fleetbook.tui.kit.text_field import TextField

LEAST_LABEL, LEAST_VALUE, DEEPER = 4, 8, 2


def draw_list(form: ListForm, width: int, height: int, top: int) -> tuple[list[Line], int]:
    """Draw ``height`` lines of a list, and return them with the number of the first line shown.

    The list scrolls from ``top`` no further than needed to show the cursor's row and the indented rows below that row.
    """
    lines: list[Line] = []
    at = heading = last = 0
    focused = form.row
    for section in form.sections:
        start = len(lines)
        if section.title:
            right: Line = (ink(f" {section.right} ", QUIET),) if section.right else ()
            lines.append(draw_rule((ink(f" {section.title} ", BOLD),), right, width))
        sizes = _sizes(section, width)
        for row in section.rows:
            if row is focused:
                at, heading = len(lines), start
            if row is focused or (row.indent and last == len(lines) - 1):
                last = len(lines)
            lines.append(_row(row, form.typing if row is focused else None, row is focused, sizes, width))
    wanted = heading if at - heading < height else at  # the heading too, where both fit
    top = min(max(top, last - height + 1), wanted)
    top = max(min(top, len(lines) - height), 0)
    shown = with_more(lines[top : top + height], (top, max(len(lines) - top - height, 0)), width)
    return [*shown, *([()] * (height - len(shown)))], top


def rows_within(form: ListForm, top: int, height: int) -> int:
    """The number of rows visible in ``height`` lines from the line ``top`` on. Headings are not counted."""
    rows = [kind for section in form.sections for kind in (*([False] if section.title else []), *(True for _ in section.rows))]
    return sum(rows[top : top + height])


def _sizes(section: Section, width: int) -> tuple[int, int]:
    """The widths of two columns in cells: the labels, and the values of rows without a label."""
    labels = [cell_width(clean(row.label)) for row in section.rows if row.label]
    values = [cell_width(clean(row.value)) + DEEPER * row.indent for row in section.rows if not row.label and row.note]
    label = min(max([LEAST_LABEL, *labels]), width // 3)
    return label, min(max([LEAST_VALUE, *values]), width * 2 // 5)


def _row(row: Row, typing: TextField | None, focused: bool, sizes: tuple[int, int], width: int) -> Line:
    start: Line = (ink(f" {POINTING if focused else ' '} {' ' * DEEPER * row.indent}", POINT),)
    if row.label:
        start = (*start, ink(f"{pad(row.label, sizes[0])}  ", POINT if focused else QUIET))
    value = _value(row, typing, focused)
    if not row.label and row.note:
        value = (*value, ink(" " * (sizes[1] - DEEPER * row.indent - cells(value))))
    room = width - cells(start) - (sizes[1] if not row.label and row.note else 0)
    if not row.label and row.note and typing is None:
        value = cut(value, sizes[1] - DEEPER * row.indent)
    parts: list[Line] = []
    if row.typed and row.options and focused and row.chosen != row.value:
        parts.append((ink("  ‹ ", QUIET), ink(row.chosen or "none", BOLD), ink(" ›", QUIET)))
    if row.problem:
        parts.append((ink(f"  ✗ {row.problem}", WARNING),))
    behind = tuple(piece for part in parts for piece in part)
    line = (*start, *value)
    left = max(width - cells(line) - cells(behind), 0) if room > 0 else 0
    note: Line = (ink(f"{GAP}{_columns(row.note, left - len(GAP))}", QUIET),) if row.note else ()
    return cut((*line, *(cut(note, left) if left > 3 else ()), *behind), width)


def _columns(note: str, width: int) -> str:
    """As many columns of a remark as fit whole, two blanks apart. The first column is never left out."""
    text = clean(note)
    while cell_width(text) > width and GAP in text:
        text = text.rpartition(GAP)[0].rstrip()
    return text


def _value(row: Row, typing: TextField | None, focused: bool) -> Line:
    if not focused:
        return (ink(row.value or ("?" if row.problem else ""), BOLD if row.strong else QUIET if row.usual else PLAIN),)
    if typing is not None and row.typed:
        return typing.draw()
    if row.options and (not row.typed or row.chosen == row.value):
        typed: Line = (ink(f" {typing.text}", QUIET),) if typing else ()
        return ink("‹ ", QUIET), ink(row.value or "?", CURSOR), ink(" ›", QUIET), *typed
    return (ink(row.value or " ", CURSOR),)
