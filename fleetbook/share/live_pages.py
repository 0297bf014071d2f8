"""The pages of a battle as it stands. A thread follows its file, and each page is made once for all who read it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView, reader_name
from fleetbook.referee.clock import ClockReading
from fleetbook.reports.render.html import html_report
from fleetbook.share.page import PAGE, Page, journal_page, page_values, render
from fleetbook.share.story import readable
from fleetbook.store.battle.battle_file import BattleFile

T = TypeVar("T")
OFTEN, AGAIN = 0.025, 1.0  # seconds between two looks at the file, and between two at a strange file in its place
BEATEN = 0.25  # seconds; a new document is sent at a multiple of it, so its time does not tell how busy the battle is
SLICE, MOST_PAGES = 500, 40  # lines read at once for an old page of the journal, and documents kept for a reader
GONE, DAMAGED = "the battle's file cannot be read at the moment", "the battle's file is damaged"


class ReaderPages:
    """The pages of one reader. Written documents are kept until the reader's story changes."""

    def __init__(self, journal: Journal[Any], side: str | None) -> None:
        self.side, self._journal = side, journal
        self._known = Knowledge(journal, reader_name(journal.setup.sides, side)) if journal.ruleset.keeps_secrets else None
        self._values: object = None
        self._stamp = 0
        self.documents: dict[object, str] = {}
        self.page: Page | None = None

    @property
    def view(self) -> SideView[Any]:
        """The journal as the reader may read it now."""
        return SideView(self._journal, self.side, self._known)

    def look(self, trouble: str) -> Page:
        """The page as it is now. It is rendered again only if its values have changed."""
        values = page_values(self._journal, self.side, trouble, self._known)
        stamp = self._known.stamp if self._known else 0
        if (values, stamp) != (self._values, self._stamp):
            self.documents = {}
        if values != self._values:
            page = render(values)
            self.page = self.page if page == self.page else page
        self._values, self._stamp = values, stamp
        assert self.page
        return self.page


class LivePages:
    """The pages of a battle as they are now.

    sides    the sides that have a page of their own
    pages    the page of each reader, without the clock
    changed  an event for each reader; one reader's change must not show in the rhythm of another's stream
    """

    def __init__(self, path: Path, wanted: Sequence[str]) -> None:
        """Raises as BattleFile.open does, and InvalidInput for an unknown side."""
        self._path, self._thread = path, ThreadPoolExecutor(1, "battle")
        self._file = self._thread.submit(BattleFile.open, path, True).result()
        try:
            every = self._file.journal.setup.sides
            self.sides = [*dict.fromkeys(pick("side", side, every) for side in wanted)] or [*every]
            self._every = every
            self._clock: tuple[ClockReading, float] | None = None  # and the time of its reading
            self._state: object = None
            self._refused: tuple[object, float] | None = None
            self._readers = {side: ReaderPages(self._file.journal, side) for side in (*self.sides, None)}
            self.pages: dict[str | None, Page] = self._thread.submit(self._made, "").result()
        except BaseException:
            self.close()
            raise
        self.changed = {side: asyncio.Event() for side in self._readers}

    def page(self, side: str | None) -> Page:
        """The page of a reader as it is to be sent now."""
        page = self.pages[side]
        if self._clock is None:
            return page
        clock, since = self._clock
        if clock.side:
            passed = clock.seconds.get(clock.side, 0.0) + time.monotonic() - since
            clock = ClockReading({**clock.seconds, clock.side: passed}, clock.side)
        return page.with_clock(clock, self._every)

    def set_clock(self, line: str) -> None:
        """Take a reading of the app's clock from a line of JSON. It is null while the clock is off."""
        with suppress(msgspec.DecodeError):
            clock = msgspec.json.decode(line, type=ClockReading | None)
            self._clock = (clock, time.monotonic()) if clock else None
            for side in self._readers:
                self._wake(side)

    def _wake(self, side: str | None) -> None:
        self.changed[side].set()
        self.changed[side] = asyncio.Event()

    async def follow(self) -> None:
        """Read new lines for as long as the window is open."""
        while True:
            await asyncio.sleep(OFTEN)
            before, found = self.pages, await self._in_thread(self._look)
            self.pages = found or before
            for side in self._readers:
                if self.pages[side] != before[side]:
                    self._wake(side)

    async def report(self, side: str | None) -> str | None:
        """The report for a reader, after the end of the battle. None before it."""

        def write() -> str | None:
            journal = self._file.journal
            return html_report(SideView(journal, side), self._file.damage) if journal.battle.ended else None

        return await self._document(side, "report", write) if self.pages[side].ended else None

    async def journal(self, side: str | None, number: int, css: str) -> str | None:
        """A page of the whole journal for a reader. None past the last page."""
        last, found = len(self._file.times), 0
        for end in range(last, 0, -SLICE):  # some lines at a time, so that other readers' changes come in between
            if number in self._readers[side].documents or found > number * PAGE:
                break
            lines = range(max(end - SLICE, 0) + 1, end + 1)
            found += await self._in_thread(lambda lines=lines: readable(self._readers[side].view, lines))  # type: ignore[misc]
        return await self._document(side, number, lambda: journal_page(self._readers[side].view, number, css))

    async def _document(self, side: str | None, what: object, write: Callable[[], str | None]) -> str | None:
        """A document. One that is written already is there at once, whatever the battle's thread does."""

        def written() -> str | None:
            kept = self._readers[side].documents
            if what not in kept and (text := write()) is not None:
                if len(kept) >= MOST_PAGES:
                    kept.pop(next(iter(kept)))
                kept[what] = text
            return kept.get(what)

        if what in self._readers[side].documents:
            return self._readers[side].documents[what]
        text = await self._in_thread(written)
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(BEATEN - now % BEATEN)
        return text

    def close(self) -> None:
        """Close the file."""
        self._thread.submit(self._file.close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _look(self) -> dict[str | None, Page] | None:
        """The pages if the file has changed, otherwise None. The sharing survives any fault of the file."""
        try:
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
        except Exception as error:
            logging.getLogger(__name__).debug("the battle cannot be shown", exc_info=error)
            return None

    def _is_found_again(self) -> bool:
        """Whether a new file in the place of the old one is the same battle. It is followed then."""
        lies_there, tried = _signature(self._path), time.monotonic()
        if lies_there is None or (self._refused and self._refused[0] == lies_there and tried - self._refused[1] < AGAIN):
            return False
        self._refused = lies_there, tried
        with suppress(FleetbookError):
            again = BattleFile.open(self._path, read_only=True)
            if again.identity == self._file.identity:
                self._file.close()
                self._file, self._refused = again, None
                for side, pages in self._readers.items():
                    self._readers[side] = ReaderPages(again.journal, side)
                    self._readers[side].page = pages.page
                return True
            again.close()
        return False

    def _made(self, trouble: str) -> dict[str | None, Page]:
        trouble = trouble or (DAMAGED if self._file.damaged else "")
        return {side: pages.look(trouble) for side, pages in self._readers.items()}


def _signature(path: Path) -> object:
    """A value that changes with the file at a path. None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_dev, found.st_size, found.st_mtime_ns
