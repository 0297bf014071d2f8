"""A battle on the screen, for tests: the app with a battle file, keys typed and counted, the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from fleetbook.core.battle.setup import Setup
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.app import FleetbookApp
from fleetbook.tui.battle.screen import BattleScreen
from fleetbook.tui.kit.canvas import Canvas

NARROW, WIDE = (80, 24), (120, 40)


class Desk:
    """The app under way."""

    def __init__(self, app: FleetbookApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot
        self.pressed = 0

    async def press(self, *keys: str) -> None:
        """Type keys; a word of several letters is a key's name."""
        self.pressed += len(keys)
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type the characters of a text."""
        await self.press(*(NAMES.get(character, character) for character in text))

    @property
    def battle_screen(self) -> BattleScreen:
        """The battle screen, also while a page lies over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, BattleScreen))

    @property
    def session(self) -> Session:
        """The battle that is refereed."""
        return self.battle_screen.session

    @property
    def text(self) -> str:
        """The screen as text."""
        return self.app.screen.query_one(Canvas).text


NAMES = {" ": "space", ".": "full_stop", "-": "minus"}


@asynccontextmanager
async def desk(
    path: Path, setup: Setup | str = "convoy", size: tuple[int, int] = WIDE, seed: str = "7", *, read_only: bool = False
) -> AsyncIterator[Desk]:
    """A battle opened in the app: that in the file, or a new one of the scenario."""
    setup = load_setup(setup) if isinstance(setup, str) else setup
    file = BattleFile.open(path, read_only) if path.exists() else BattleFile.create(path, setup, seed)
    app = FleetbookApp(file)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Desk(app, pilot)
    file.close()
