"""The line in which a filter is typed."""

from __future__ import annotations

from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, KEY, QUIET
from fleetbook.tui.kit.text_field import LineEdit


def draw_filter(typed: LineEdit, hint: str) -> Line:
    """What is typed; what typing does where nothing is."""
    shown = draw_typed(typed)
    return shown if typed.text else (*shown, ink(f" {hint}", QUIET))


def draw_typed(typed: LineEdit, mark: str = " › ") -> Line:
    """Text being typed, with its caret."""
    text, caret = typed.text, typed.caret
    before, at, after = text[:caret], text[caret : caret + 1] or " ", text[caret + 1 :]
    return ink(mark, KEY), ink(before, BOLD), ink(at, CURSOR), ink(after, BOLD)
