"""The app from its home screen, for tests: a library of a few files, a data folder of its own, keys, the screen as text."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library import paths as library
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.app import FleetbookApp
from fleetbook.tui.kit.host import DeskScreen
from fleetbook.tui.kit.page import Desk as AnyDesk
from tests.tui.desk import WIDE, Desk

FILES = (
    "coastal/convoy", "coastal/royal-navy", "coastal/kriegsmarine", "coastal/merchants", "aanda/yalu", "aanda/yalu-fleets",
)  # fmt: skip
SHIPPED = library.library_folder()


@contextmanager
def table(folder: Path) -> Iterator[Path]:
    """A folder to work in, with the library and the data in it under short names; the data folder."""
    for name in FILES:
        path = folder / "library" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SHIPPED / f"{name}.toml", path)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv(library.DATA_VARIABLE, "data")
        patch.setattr(library, "library_folder", lambda: Path("library"))
        Path("data").mkdir(exist_ok=True)
        yield Path("data")


@asynccontextmanager
async def home(size: tuple[int, int] = WIDE) -> AsyncIterator[Keyboard]:
    """The app without a battle."""
    app = FleetbookApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Keyboard(app, pilot)
    if app.battle is not None:
        app.battle.close()


class Keyboard(Desk):
    """The app under way, begun at its home screen."""

    @property
    def desk(self) -> AnyDesk:
        """The desk on top, also while a page or a list lies over it."""
        return next(screen.desk for screen in reversed(self.app.screen_stack) if isinstance(screen, DeskScreen))

    async def done(self) -> None:
        """Wait for what is being worked out beside the keys."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def filter(self, text: str) -> None:
        """Type at the home screen."""
        await self.type(text)


def battle(path: Path, orders: int = 0, scenario: str = "coastal/convoy", seed: str = "7") -> None:
    """A battle file with so many steps taken."""
    with BattleFile.create(path, load_setup(scenario), seed) as file:
        for _ in range(orders):
            file.give(file.journal.ruleset.procedure("next")())
