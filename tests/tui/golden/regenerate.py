"""Draw the golden screens anew: ``python -m tests.tui.golden.regenerate``; then read the diff."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from fleetbook.store.library.paths import DATA_VARIABLE
from tests.tui.golden.battle_screens import SCREENS as BATTLE_SCREENS
from tests.tui.golden.battle_screens import battle_drawn
from tests.tui.golden.screens import SCREENS, drawn, path
from tests.tui.golden.system_screens import BATTLES, system_drawn


def main() -> None:
    """Draw all of them."""
    for name in (*SCREENS, *BATTLE_SCREENS, *BATTLES):
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv(DATA_VARIABLE, folder)  # the user's own stays as it is
            if name in BATTLES:
                for picture, size, text in system_drawn(name, Path(folder)):
                    path(picture, size).write_text(text, encoding="utf-8")
                continue
            draw = drawn if name in SCREENS else battle_drawn
            for size, text in draw(name, Path(folder)).items():
                path(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
