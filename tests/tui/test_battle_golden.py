"""Every screen of a battle as text, in three sizes; ``python -m tests.tui.golden.regenerate`` draws them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from fleetbook.tui.kit.canvas import Canvas
from tests.tui.desk import Desk, desk
from tests.tui.golden.battle_screens import SCREENS, battle_drawn
from tests.tui.golden.screens import SIZES, path

CURSOR_SIGNS = ("▸", "›")
LIST_OR_PAGE = ("Enter take", "any other key")


@pytest.mark.parametrize("name", SCREENS)
async def test_screen(name: str, tmp_path: Path) -> None:
    for size, text in (await battle_drawn(name, tmp_path)).items():
        lines = text.removesuffix("\n").split("\n")
        assert len(lines) == size[1]
        assert max(map(cell_len, lines)) <= size[0]
        assert text == path(name, size).read_text(encoding="utf-8")
        if "any other key" not in lines[-1]:  # a page only scrolls: it has no cursor
            assert any(sign in text for sign in CURSOR_SIGNS)


def reversed_text(one: Desk) -> list[str]:
    """What the screen shows turned round, whatever the theme: the cursor among it."""
    canvas = one.app.screen.query_one(Canvas)
    found = []
    for row in range(canvas.size.height):
        found += [part.text.strip() for part in canvas.render_line(row) if part.style and part.style.reverse]
    return found


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
async def test_the_cursor_is_seen_wherever_it_goes(size: tuple[int, int], tmp_path: Path) -> None:
    async with desk(tmp_path / "a.battle", size=size) as one:
        for _ in range(2):
            for ship in one.session.battle.ships():
                one.battle_screen.referee._point(ship.name)
                one.battle_screen.redraw()
                assert f"▸ {ship.name}" in one.text
                assert ship.name in reversed_text(one)
            await one.press("n")
        await one.press("s")
        form = one.battle_screen.referee.view.form
        assert form is not None
        for _ in range(form.rows):
            form = one.battle_screen.referee.view.form
            assert form is not None
            label = form.entry.field.label if form.entry else "dice"
            assert any(line.startswith(f" ▸ {label}") for line in one.text.splitlines())
            await one.press("down")
        await one.press("escape", "tab")
        for number in (2, 1):
            assert any(line.startswith(f"▸   {number} T1") for line in one.text.splitlines())
            assert "Journal" in reversed_text(one)
            await one.press("up")


async def test_a_wide_screen_shows_the_working_of_the_selected_line(tmp_path: Path) -> None:
    async with desk(tmp_path / "a.battle", size=(160, 40)) as one:
        await one.press("n", "n")
        assert "Why? Line 2" in one.text and "Why? Line 1" not in one.text
        await one.press("tab", "up")
        assert "Why? Line 1" in one.text
        await one.press("x")
        assert "Help for this row" in one.text
        await one.pilot.resize_terminal(159, 40)
        await one.pilot.pause()
        assert "Help for this row" not in one.text
        assert "referee strikes 1 hull" in one.text
