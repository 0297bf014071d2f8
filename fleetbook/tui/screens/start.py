"""What there is to referee: battles to go on with, and scenarios to begin."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

from fleetbook.core.errors import FleetbookError
from fleetbook.store.battle_file import BattleFile
from fleetbook.store.library import battles, entries, new_battle_path
from fleetbook.store.scenario import load_setup
from fleetbook.tui.drawing.ink import ink, wrap
from fleetbook.tui.screens.page import Page
from fleetbook.tui.screens.picker import Picker

if TYPE_CHECKING:
    from fleetbook.tui.app import FleetbookApp


class StartScreen(Picker):
    """Battles by date, newest first, then scenarios by rule system. Typing filters; Enter opens."""

    def __init__(self) -> None:
        self._battles = {f"go on   {path.stem}": path for path in battles()}
        self._scenarios = {f"begin   {entry.full_name}   {entry.title}": entry.path for entry in entries("scenario")}
        super().__init__("fleetbook: what is refereed tonight?", [*self._battles, *self._scenarios], empty="nothing here fits")

    def dismiss(self, result: str | None = None) -> None:  # type: ignore[override]
        """Open what was taken; Escape leaves the app."""
        app = cast("FleetbookApp", self.app)
        if result is None:
            app.exit()
            return
        try:
            app.open_battle(self._opened(result))
        except (FleetbookError, OSError) as trouble:
            text = str(trouble)
            app.push_screen(Page("It cannot be opened", lambda width: [(ink(line),) for line in wrap(f" {text}", width, 1)]))

    def _opened(self, line: str) -> BattleFile:
        if line in self._battles:
            return BattleFile.open(self._battles[line])
        setup = load_setup(Path(self._scenarios[line]))
        return BattleFile.create(new_battle_path(setup, date.today()), setup)
