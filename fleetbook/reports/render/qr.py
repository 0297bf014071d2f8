"""Draw QR codes: with half blocks for a terminal, and as cards to print."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import segno
from markupsafe import Markup

from fleetbook.reports.render.template import render

BORDER = 2
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def code_rows(text: str) -> list[str]:
    """The rows of a QR code for a text, all equally wide. Blocks are the dark cells, so print them dark on light."""
    rows = [[*row] for row in segno.make(text, error="l", boost_error=False, micro=False).matrix_iter(border=BORDER)]
    light = [0] * len(rows[0])
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=light)
    return ["".join(_HALVES[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def code_cards(title: str, links: Sequence[tuple[str, str, str]]) -> str:
    """A page of cards to cut out and lay on the table. Each card has the code of a reader's link.

    links  for each card the name of the reader, a text that says what the reader may do, and the address
    """
    made = [(*link, Markup(segno.make(link[-1], error="m").svg_inline(border=2, omitsize=True))) for link in links]
    return render("codes.html.j2", title=title, links=made)
