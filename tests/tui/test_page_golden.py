"""Every screen beside the battle, as text, in three sizes. ``python -m tests.tui.golden.regenerate`` draws them again."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.tui.golden.screens import SCREENS, drawn, path


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str, tmp_path: Path) -> None:
    for size, text in (drawn(name, tmp_path)).items():
        lines = text.removesuffix("\n").split("\n")
        assert len(lines) == size[1]
        assert max(map(cell_len, lines)) <= size[0]
        assert text == path(name, size).read_text(encoding="utf-8")
