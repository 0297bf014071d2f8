"""Draw a QR code for a terminal, with half blocks."""

from __future__ import annotations

from itertools import zip_longest

import segno

BORDER = 2
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def code_rows(text: str) -> list[str]:
    """The rows of a QR code for a text, all equally wide. Blocks are the dark cells, so print them dark on light."""
    rows = [[*row] for row in segno.make(text, error="l", boost_error=False, micro=False).matrix_iter(border=BORDER)]
    light = [0] * len(rows[0])
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=light)
    return ["".join(_HALVES[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True)) for pair in pairs]
