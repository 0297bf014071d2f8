"""Every screen of a battle, as text, in three sizes. ``python -m tests.tui.golden.regenerate`` draws them again."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.tui.golden.battle_screens import SCREENS, battle_drawn
from tests.tui.golden.screens import SIZES, path
from tests.tui.keyboard import Keyboard, refereeing

CURSOR_SIGNS = ("▸", "›", "> ")
LIST_OR_PAGE = ("Enter take", "any other key", "Esc Enter back")


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str, tmp_path: Path) -> None:
    for size, text in (battle_drawn(name, tmp_path)).items():
        lines = text.removesuffix("\n").split("\n")
        assert len(lines) == size[1]
        assert max(map(cell_len, lines)) <= size[0]
        assert text == path(name, size).read_text(encoding="utf-8")
        if "PgUp PgDn scroll" not in lines[-1]:  # a page only scrolls: it has no cursor
            assert any(sign in text for sign in CURSOR_SIGNS)


def reversed_text(one: Keyboard) -> list[str]:
    """What the screen shows turned round, whatever the theme: the cursor among it."""
    return [text.strip() for line in one.page.draw(one.size) for text, style in line if one.look.style(style).reverse]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
def test_the_cursor_is_seen_wherever_it_goes(size: tuple[int, int], tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", size=size) as one:
        for _ in range(2):
            for ship in one.session.battle.ships():
                one.battle.cursor.point(ship.name)
                assert f"▸ {ship.name}" in one.text
                assert ship.name in reversed_text(one)
            one.press(">")
        one.press("s")
        form = one.battle.entry.form
        assert form is not None
        for _ in range(form.rows):
            form = one.battle.entry.form
            assert form is not None
            label = form.entry.field.label if form.entry else "dice"
            assert any(line.startswith(f" ▸ {label}") for line in one.text.splitlines())
            one.press("down")
        one.press("escape", "tab")
        for number in (2, 1):
            assert any(line.startswith(f"▸   {number} ") for line in one.text.splitlines())
            step = one.session.tell(one.session.journal.record(number)).step
            assert any(step in text for text in reversed_text(one))  # the line
            assert not any(one.battle.cursor.ship in text for text in reversed_text(one))  # only one thing has the cursor
            one.press("up")
