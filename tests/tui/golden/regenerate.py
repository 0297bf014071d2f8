"""Draw the golden screens anew: ``python -m tests.tui.golden.regenerate``; then read the diff."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.tui.golden.battle_screens import SCREENS as BATTLE_SCREENS
from tests.tui.golden.battle_screens import battle_drawn
from tests.tui.golden.screens import SCREENS, drawn, path


def main() -> None:
    """Draw all of them."""
    for name in (*SCREENS, *BATTLE_SCREENS):
        with tempfile.TemporaryDirectory() as folder:
            draw = drawn if name in SCREENS else battle_drawn
            for size, text in draw(name, Path(folder)).items():
                path(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
