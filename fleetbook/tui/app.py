"""The app: a battle, or the home screen from which everything is reached."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library.preferences import Preferences, read_preferences
from fleetbook.tui.battle.screen import BattleScreen
from fleetbook.tui.kit.canvas import Canvas
from fleetbook.tui.kit.commands import LOOK_KEY, check_keys, known_commands
from fleetbook.tui.kit.style import THEMES

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
LOWEST = 1  # Textual's own empty screen lies under the app's first


class FleetbookApp(App[int]):
    """Refereeing at the keyboard, in the terminal's own colours."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "fleetbook"
    BINDINGS: ClassVar = [Binding(LOOK_KEY, "next_look", "Colours", show=False, priority=True)]

    def __init__(self, battle: BattleFile | None = None) -> None:
        super().__init__(ansi_color=True)
        self.battle = battle
        self.preferences, self.trouble = _preferences()
        plain = "mono" if os.environ.get("NO_COLOR") else "terminal"
        self.look = THEMES[self.preferences.theme or plain]

    def on_mount(self) -> None:
        """Open the battle, or the home screen."""
        self._end_on_signals()
        if self.battle is not None:
            self.open_battle(self.battle)
        else:
            from fleetbook.tui.home.page import HomeDesk  # noqa: PLC0415 (start-up counts)
            from fleetbook.tui.kit.host import DeskScreen  # noqa: PLC0415

            screen = DeskScreen(HomeDesk)
            if self.trouble:
                screen.desk.say(self.trouble, warning=True)
            self.push_screen(screen)

    def action_next_look(self) -> None:
        """The next theme, on every screen."""
        names = list(THEMES)
        self.look = THEMES[names[(names.index(self.look.name) + 1) % len(names)]]
        for screen in self.screen_stack:
            screen.post_message(events.Resize(self.size, self.size))
            screen.refresh()
            for canvas in screen.query(Canvas):
                canvas.refresh()

    def open_battle(self, battle: BattleFile, typed_dice: bool | None = None) -> None:
        """Referee this battle; it is closed when it is left. ``typed_dice`` says how its dice come to be, None as before."""
        self.battle = battle
        session = Session(battle)
        if typed_dice is not None:
            session.typed_dice = typed_dice
        self.push_screen(BattleScreen(session))

    def open_report(self, journal: Journal[Any], path: Path, warning: str) -> None:
        """Read the report of a battle over the present screen."""
        from fleetbook.tui.kit.host import DeskScreen  # noqa: PLC0415
        from fleetbook.tui.report.page import ReportDesk  # noqa: PLC0415 (start-up counts)

        self.push_screen(DeskScreen(lambda pages: ReportDesk(pages, journal, path, warning)))

    def leave(self, screen: Screen[Any]) -> None:
        """From a screen back to the one below it; out of the app where there is none."""
        if isinstance(screen, BattleScreen) and self.battle is not None:
            self.battle.close()
            self.battle = None
        if len(self.screen_stack) > LOWEST + 1:
            self.pop_screen()
        else:
            self.exit()

    def on_unmount(self) -> None:
        """Let go of the battle's file."""
        if self.battle is not None:
            self.battle.close()

    @property
    def fault(self) -> Exception | None:
        """An error that nobody foresaw and that ended the app."""
        return self._exception

    def _fatal_error(self) -> None:
        """End at a fault without Textual's page of traceback: ``run`` raises it once the terminal is as it was."""
        self._close_messages_no_wait()

    def _end_on_signals(self) -> None:
        """A terminal that is closed, or a system that shuts down, ends the app in order."""
        loop = asyncio.get_running_loop()
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.exit)


def run(target: str | None) -> int:
    """Referee the battle in a file, or choose one; the exit code.

    Raises InvalidInput for a file that is no battle, InUse where another process writes it, and InvalidInput where there is no
    terminal: before the screen is taken over.
    """
    app = FleetbookApp(BattleFile.open(target) if target else None)
    try:
        require_terminal()
        code = app.run(mouse=False)
        if app.fault is not None:
            raise app.fault
        return code or app.return_code or 0
    finally:
        if app.battle is not None:
            app.battle.close()


def require_terminal() -> None:
    """Raise InvalidInput unless there is a terminal: Textual reads keys from stdin and paints on stderr."""
    for stream in (sys.__stdin__, sys.__stderr__):
        if stream is None or not stream.isatty():
            allowed = "a terminal; play --plain does without one, and fleetbook --help lists what else does"
            raise InvalidInput("keyboard and screen", "no terminal", allowed)


def _preferences() -> tuple[Preferences, str]:
    """What the user likes, or the defaults and what is wrong with the file."""
    try:
        liked = read_preferences()
        if liked.keys:
            orders = [ruleset(name).orders for name in ruleset_ids()]
            read_preferences(known_commands(orders))
            check_keys(liked.keys, orders)
    except InvalidInput as trouble:
        return Preferences(), str(trouble)
    return liked, ""
