"""The battle as it stands, for everybody who watches: its file is followed in a thread of its own, and pages are made once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.clock import ClockReading
from fleetbook.reports.render.html import html_report
from fleetbook.share.page import Shown, shown, whole_journal
from fleetbook.store.battle.battle_file import BattleFile

T = TypeVar("T")
OFTEN = 0.05  # seconds between two looks at the file
GONE, DAMAGED = "the battle's file cannot be read at the moment", "the battle's file is damaged"


class Present:
    """The pages of a battle as they are now.

    pages    the page of each reader, but for the clock
    changed  for each of them set, and made anew, when his page changes: another's change must not show in when his stream beats
    """

    def __init__(self, path: Path, readers: Sequence[str | None]) -> None:
        """Raises as BattleFile.open does, and InvalidInput for a reader who is no side."""
        self._path, self._readers = path, readers
        self._thread = ThreadPoolExecutor(1, "battle")
        self._file = self._thread.submit(BattleFile.open, path, True).result()
        self._seal, self._sides = self._file.commitment, self._file.journal.setup.sides
        self._clock: tuple[ClockReading, float] | None = None  # and when it was told
        self._state: object = None
        self._written: dict[tuple[str, str | None], str] = {}
        self._kept: dict[str | None, dict[int, frozenset[str]]] = {side: {} for side in readers}
        self.pages: dict[str | None, Shown] = self._thread.submit(self._made, "").result()
        self.changed = {side: asyncio.Event() for side in readers}

    def page(self, side: str | None) -> Shown:
        """The page of a reader as it is to be sent now."""
        page = self.pages[side]
        if self._clock is None:
            return page
        clock, told = self._clock
        if clock.side:
            passed = clock.seconds.get(clock.side, 0.0) + time.monotonic() - told
            clock = ClockReading({**clock.seconds, clock.side: passed}, clock.side)
        return page.with_clock(clock, self._sides)

    def hear(self, line: str) -> None:
        """Take what the app says of its clock: a reading in JSON, null while it is off."""
        with suppress(msgspec.DecodeError):
            clock = msgspec.json.decode(line, type=ClockReading | None)
            self._clock = (clock, time.monotonic()) if clock else None
            for side in self._readers:
                self._wake(side)

    def _wake(self, side: str | None) -> None:
        self.changed[side].set()
        self.changed[side] = asyncio.Event()

    async def follow(self) -> None:
        """Take in what is written, for as long as the window is open."""
        while True:
            await asyncio.sleep(OFTEN)
            before, found = self.pages, await self._in_thread(self._look)
            self.pages = found or before
            for side in self._readers:
                if self.pages[side] != before[side]:
                    self._wake(side)

    async def report(self, side: str | None) -> str | None:
        """The report for a reader, once the battle has ended; None before."""
        return await self._in_thread(lambda: self._report(side)) if self.pages[side].ended else None

    async def journal(self, side: str | None, css: str) -> str:
        """The page of the whole journal for a reader."""

        def write() -> str:
            return whole_journal(self._file.journal, side, css, self._kept[side])

        return await self._in_thread(lambda: self._once("journal", side, write))

    def close(self) -> None:
        """Let go of the file."""
        self._thread.submit(self._file.close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _look(self) -> dict[str | None, Shown] | None:
        """The pages, where the file has changed."""
        try:
            self._file.follow()
            gone = False
        except FleetbookError:
            gone = not self._is_found_again()
        state = id(self._file), len(self._file.times), self._file.damaged, gone
        if state == self._state:
            return None
        self._state = state
        return self._made(GONE if gone else "")

    def _is_found_again(self) -> bool:
        """Whether a file that was put into the place of the other is the same battle; then it is gone on with."""
        with suppress(FleetbookError):
            again = BattleFile.open(self._path, read_only=True)
            one, other = (self._file, again) if again.commitment == self._seal else (again, self._file)
            one.close()
            self._file = other
            self._kept = {side: {} for side in self._readers}
            return other is again
        return False

    def _made(self, trouble: str) -> dict[str | None, Shown]:
        self._written.clear()
        trouble = trouble or (DAMAGED if self._file.damaged else "")
        return {side: shown(self._file.journal, side, trouble, self._kept[side]) for side in self._readers}

    def _report(self, side: str | None) -> str | None:
        if not self._file.journal.battle.ended:
            return None
        return self._once("report", side, lambda: html_report(SideView(self._file.journal, side), self._file.damage))

    def _once(self, what: str, side: str | None, write: Callable[[], str]) -> str:
        """A document of the battle as it stands, written when it is first asked for."""
        if (what, side) not in self._written:
            self._written[what, side] = write()
        return self._written[what, side]
