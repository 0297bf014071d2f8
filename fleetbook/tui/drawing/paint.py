"""The styles of the app, in the terminal's own colours: light stays light. None says what no sign says."""

from __future__ import annotations

from rich.style import Style

PLAIN = Style()
BOLD = Style(bold=True)
QUIET = Style(dim=True)
KEY = Style(bold=True, color="cyan")
RULE = Style(dim=True)
ACTING = Style(bold=True, reverse=True)
CURSOR = Style(bold=True, reverse=True)
POINT = Style(bold=True, color="cyan")
FREE = Style(color="green")
GONE = Style(dim=True)
FRESH = Style(bold=True, color="red")
HURT = Style(bold=True, color="yellow")
GRAVE = Style(bold=True, color="red")
GOOD = Style(bold=True, color="green")
LOST = Style(dim=True)
BAR = Style(color="cyan")
WARNING = Style(bold=True, color="red")
NOTICE = Style(bold=True, reverse=True)
