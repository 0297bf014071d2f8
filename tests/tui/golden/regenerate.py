"""Draw the golden screens anew: ``python -m tests.tui.golden.regenerate``; then read the diff."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.tui.golden.screens import SCREENS, drawn, path


def main() -> None:
    """Draw all of them."""
    for name in SCREENS:
        with tempfile.TemporaryDirectory() as folder:
            for size, text in asyncio.run(drawn(name, Path(folder))).items():
                path(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
