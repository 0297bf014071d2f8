"""What the app sends to the terminal after a key: only the span of each line that changed, and no change is missed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

from fleetbook.tui.kit.host import CellsUpdate
from tests.tui.app import Running, running

KEYS = ("down", "up", "tab", "escape", ">", "w", "f", "1", "4", "遠", "a", "/", "?", "f4", "C")
"""They move the cursor, open pages and forms, give orders, change the colours, and type letters of one cell and of two."""


@pytest.mark.parametrize(
    ("start", "end", "sent"),
    [(0, 4, "\x1b[3;1Hleft"), (5, 9, "\x1b[3;6H\x1b[1mside\x1b[0m"), (3, 7, "\x1b[3;4Ht \x1b[1msi\x1b[0m")],
)
def test_no_cell_beside_a_span_is_sent(start: int, end: int, sent: str) -> None:
    line = Strip([Segment("left "), Segment("side", Style(bold=True))])
    update = CellsUpdate([{}, {}, {0: line}], [(2, start, end)], [[], [], [9]])
    assert update.render_segments(Console(color_system="truecolor")) == sent


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in (1, 2))])
async def test_after_each_key_the_terminal_shows_what_a_whole_repaint_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async with running(tmp_path / "a.battle") as one:
        terminal = pyte.Screen(*one.app.size)
        stream = pyte.Stream(terminal)
        stream.feed(_whole(one))

        def display(_: object, update: CompositorUpdate | None) -> None:
            stream.feed(update.render_segments(one.app.console) if update else "")

        monkeypatch.setattr(one.app, "_display", display)
        for key in Random(seed).choices(KEYS, k=40):
            await one.press(key)
            await one.done()
            repainted = pyte.Screen(*one.app.size)
            pyte.Stream(repainted).feed(_whole(one))
            assert terminal.display == repainted.display, key
            assert _cells(terminal) == _cells(repainted), key


def _whole(one: Running) -> str:
    canvas, console = one.app.host.canvas, one.app.console
    strips = canvas.render_lines(canvas.size.region)
    return "".join(f"\x1b[{row};1H{strip.render(console)}" for row, strip in enumerate(strips, 1))


def _cells(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    """Each cell with its character and its style."""
    return [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
