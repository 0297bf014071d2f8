"""The battle page of every rule system, as text. ``python -m tests.tui.golden.regenerate`` draws it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.tui.golden.screens import path
from tests.tui.golden.system_screens import BATTLES, system_drawn


@pytest.mark.parametrize("system", BATTLES)
def test_moments_of_a_recorded_battle(system: str, tmp_path: Path) -> None:
    for name, size, text in system_drawn(system, tmp_path):
        lines = text.removesuffix("\n").split("\n")
        assert len(lines) == size[1]
        assert max(map(cell_len, lines)) <= size[0]
        assert text == path(name, size).read_text(encoding="utf-8"), (name, size)
