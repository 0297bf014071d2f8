"""The text styles of the app, and the themes that change them. No meaning is shown by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.style import Style

PLAIN = Style()
BOLD = Style(bold=True)
QUIET = Style(dim=True)
KEY = Style(bold=True, color="cyan")
ACTING = Style(bold=True, reverse=True)
CURSOR = Style(bold=True, reverse=True)
POINT = Style(bold=True, color="cyan")
FOUND = Style(bold=True, underline=True)
FREE = Style(color="green")
GONE = Style(dim=True)
HURT = Style(color="yellow")
GRAVE = Style(bold=True, color="red")
GOOD = Style(bold=True, color="green")
LOST = Style()
STRUCK_NAME = Style(strike=True)
SINKING = Style(bold=True, reverse=True, color="red")
STRUCK = Style(bold=True, color="default")  # no other style has this value, so that it alone can flash
NEW = Style(underline=True)
WEIGHTS = (PLAIN, BOLD, GRAVE, SINKING)
"""Styles for the outcome of an order, from the quietest: no damage, damage, a crippled ship, a lost ship."""
DUE = Style(bold=True, color="red")
WARNING = Style(bold=True, color="red")
NOTICE = Style(bold=True, reverse=True)
SIDE_STYLES = (Style(color="cyan"), Style(color="magenta"))
SIDE_RULES = "═━"
"""The characters of the horizontal lines in each side's headings, for readers who cannot tell the colours of ``SIDE_STYLES``."""


LOOK_KEY = "f4"  # changes to the next theme, on every page


class Theme(msgspec.Struct, frozen=True):
    """A colour theme. ``styles`` replaces styles of the app, and ``ground`` is the style under all text.

    ``large`` is a theme to be read from two metres away; ``plain`` uses only characters that every font has.
    """

    name: str
    ground: Style = PLAIN
    styles: Mapping[Style, Style] = {}
    coloured: bool = True
    large: bool = False
    plain: bool = False

    def style(self, style: Style) -> Style:
        """The theme's replacement for a style of the app."""
        shown = self.styles.get(style, style) if self.coloured else style.without_color
        return self.ground + shown if self.ground else shown


def _strong(ink: str, paper: str, point: str, warning: str) -> Mapping[Style, Style]:
    """The style replacements of a theme with strong contrast, few colours and no dim text."""
    turned = Style(bold=True, color=paper, bgcolor=point)
    return {
        QUIET: Style(color=ink),
        KEY: Style(bold=True, color=point),
        ACTING: turned,
        FREE: Style(bold=True, color=ink),
        HURT: Style(bold=True, underline=True, color=ink),
        GRAVE: Style(bold=True, reverse=True, color=warning),
        GOOD: Style(bold=True, color=ink),
        SIDE_STYLES[0]: Style(bold=True, color=point),
        SIDE_STYLES[1]: Style(bold=True, color=warning),
    }


_WHITE_ON_BLACK = Style(color="bright_white", bgcolor="black")
_BLACK_ON_WHITE = Style(color="black", bgcolor="bright_white")
_BLACKBOARD = _strong("bright_white", "black", "bright_yellow", "bright_white")

THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme("terminal"),
        Theme("contrast", _WHITE_ON_BLACK, _BLACKBOARD),
        Theme("paper", _BLACK_ON_WHITE, _strong("black", "bright_white", "blue", "red")),
        Theme("mono", coloured=False),
        Theme("large", _WHITE_ON_BLACK, _BLACKBOARD, large=True),
        Theme("plain", plain=True),
    )
}


def side_look(sides: Sequence[str], side: str) -> tuple[Style, str]:
    """The colour of a side, and the character of the horizontal lines in its headings."""
    place = sides.index(side) if side in sides else -1
    return (QUIET, "─") if place < 0 else (SIDE_STYLES[place % len(SIDE_STYLES)], SIDE_RULES[place % len(SIDE_RULES)])
