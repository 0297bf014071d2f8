"""The whole app under Textual, for the few tests that need it and for the pictures: keys, the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from fleetbook.core.battle.setup import Setup
from fleetbook.tui.app import FleetbookApp
from fleetbook.tui.battle.page import BattlePage
from tests.tui.keyboard import WIDE, opened

NAMES = {" ": "space", ".": "full_stop", "-": "minus", "/": "slash", "?": "question_mark", ":": "colon", "=": "equals_sign"}


class Running:
    """The app under way."""

    def __init__(self, app: FleetbookApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Type keys; a word of several letters is a key's name."""
        await self.pilot.press(*(NAMES.get(key, key) for key in keys))
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type the characters of a text."""
        await self.press(*text)

    async def done(self) -> None:
        """Wait for what is worked on beside the keys."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def resize(self, size: tuple[int, int]) -> None:
        """Another size."""
        await self.pilot.resize_terminal(*size)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        """The screen as text."""
        return self.app.host.canvas.text

    @property
    def battle(self) -> BattlePage:
        """The battle's page."""
        return next(page for page in self.app.host.pages.stack if isinstance(page, BattlePage))


@asynccontextmanager
async def running(
    path: Path | None = None, setup: Setup | str = "convoy", size: tuple[int, int] = WIDE, seed: str = "7"
) -> AsyncIterator[Running]:
    """The app on a battle: that in the file, or a new one of the scenario; without a file on its home page."""
    app = FleetbookApp(None if path is None else opened(path, setup, seed))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Running(app, pilot)
