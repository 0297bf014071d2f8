"""The Textual app. It opens on a battle, or on the home page, which leads to everything else."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event

from textual.app import App

from fleetbook.core.errors import InvalidInput
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile, open_or_follow
from fleetbook.store.library.preferences import are_signs_plain, preferences_or_defaults
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.kit.host import HostScreen
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import THEMES

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGBREAK")
SCREEN = "stdout" if sys.platform == "win32" else "stderr"  # where Textual paints
CLOSED, LOGGED_OFF, SHUT_DOWN = 2, 5, 6  # Windows' events for a console whose programs it is about to end
PATIENCE = 4.0  # seconds to wait for an orderly end; Windows kills the program after five


class FleetbookApp(App[int]):
    """The full-screen app for refereeing battles with the keyboard."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "fleetbook"

    def __init__(self, battle: BattleFile | None = None, message: str = "", chairs: Mapping[str, str] | None = None) -> None:
        super().__init__(ansi_color=True)
        preferences, _ = preferences_or_defaults()
        plain = "mono" if os.environ.get("NO_COLOR") else "terminal"
        self.host = HostScreen(
            _first_page(battle, message, chairs), THEMES[preferences.theme or plain], are_signs_plain(preferences)
        )
        self.over = Event()

    def on_mount(self) -> None:
        """Show the first page. From now on, a signal such as SIGTERM ends the app in good order."""
        loop = asyncio.get_running_loop()
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(RuntimeError, ValueError):
                    try:
                        loop.add_signal_handler(number, self.exit)
                    except NotImplementedError:  # on Windows
                        signal.signal(number, lambda *_: loop.call_soon_threadsafe(self.exit))
        self.push_screen(self.host)

    def on_ready(self) -> None:
        """Turn garbage collection on once the first page is painted. Objects from start-up are never collected."""
        gc.freeze()
        gc.enable()

    def on_unmount(self) -> None:
        """Close every page. The page of a battle releases its file."""
        self.host.pages.close()
        self.over.set()

    @property
    def fault(self) -> Exception | None:
        """The unexpected error that ended the app. None if there was none."""
        return self._exception

    def _fatal_error(self) -> None:
        """End the app without Textual's traceback. ``run`` raises the error after the terminal is restored."""
        self._close_messages_no_wait()

    def on_console_event(self, event: int) -> bool:
        """Handle an event of Windows' console; Windows calls this in its own thread.

        True if the console is closing. The app has then ended, or had ``PATIENCE`` seconds to end.
        """
        if event not in (CLOSED, LOGGED_OFF, SHUT_DOWN):
            return False
        with suppress(RuntimeError):  # not yet under way, or over already
            self.call_from_thread(self.exit)
        self.over.wait(PATIENCE)
        return True


def _first_page(battle: BattleFile | None, message: str = "", chairs: Mapping[str, str] | None = None) -> Page:
    """The page of the battle, showing the message. The home page if there is no battle. ``chairs`` has the id of each doctrine
    that fills a side's chair.
    """
    if battle is not None:
        page = BattlePage(Session(battle), briefing=True)
        for side, doctrine in (chairs or {}).items():
            page.attempt(partial(page.window.chairs.seat, side, doctrine))
        if message:
            page.say(message)
        return page
    from fleetbook.tui.home.page import HomePage  # noqa: PLC0415 (start-up counts)

    return HomePage()


def run(target: str | None, message: str = "", chairs: Mapping[str, str] | None = None) -> int:
    """Run the app on the battle in the file ``target``, or on the home page if there is none. Returns the exit code.

    ``message`` is shown first; ``chairs`` has the doctrine of each side without a player. A battle that another process is
    writing is opened for reading only. Raises InvalidInput if the file is not a battle or there is no terminal; the screen then
    stays untouched.
    """
    app = FleetbookApp(open_or_follow(target) if target else None, message, chairs)
    try:
        require_terminal()
        with _listening_to_console(app.on_console_event):
            code = app.run(mouse=False)
        if app.fault is not None:
            raise app.fault
        return code or app.return_code or 0
    finally:
        app.host.pages.close()


@contextmanager
def _listening_to_console(heard: Callable[[int], bool]) -> Iterator[None]:
    """Report events of Windows' console to ``heard``. Windows sends no signal when the window is closed."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 (start-up counts)

        handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)(heard)
        ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, True)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, False)
    else:
        yield


def require_terminal() -> None:
    """Raise InvalidInput unless there is a terminal: Textual reads keys from stdin and paints on SCREEN."""
    for stream in (sys.__stdin__, getattr(sys, f"__{SCREEN}__")):
        if stream is None or not stream.isatty():
            allowed = "a terminal; play --plain does without one, and fleetbook --help lists what else does"
            raise InvalidInput("keyboard and screen", "no terminal", allowed)
