"""The pictures in ``screenshots/``, made from the real app: ``python -m tests.screenshots``."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.tui.desk import NARROW, WIDE, Desk, desk

FOLDER = Path(__file__).parent.parent / "screenshots"
SHOT = ("n", "n", "s", "1", "2", "enter")


async def _save(one: Desk, name: str) -> None:
    await one.app.workers.wait_for_complete()
    await one.pilot.pause()
    one.app.save_screenshot(name, str(FOLDER))


async def _fight(one: Desk) -> None:
    """Two turns in which boats come in, are seen and fired at."""
    await one.press("n", "m", "1", "0", "enter", "m", "9", "enter", "n")
    for distance in ("12", "14", "18"):
        await one.press("s", *distance, "enter")
        await one.press("f", *distance, "enter")
    await one.press("n", "n", "n", "n", "s", "1", "6", "enter", "f", "1", "6", "enter", "n", "n", "n", "n")
    for distance in ("11", "13"):
        await one.press("s", *distance, "enter", "f", *distance, "enter")


async def _draw(folder: Path) -> None:
    for size, words in ((WIDE, "120x40"), (NARROW, "80x24")):
        async with desk(folder / f"{words}.battle", size=size) as one:
            await _fight(one)
            await _save(one, f"battle-{words}.svg")
            await one.press("s", "1", "9", "enter", "f")
            await _save(one, f"order-{words}.svg")
            await one.press("enter", "w")
            await _save(one, f"why-{words}.svg")


def main() -> None:
    """Draw all of them anew; the same each time."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_draw(Path(folder)))


if __name__ == "__main__":
    main()
