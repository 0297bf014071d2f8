"""The pages of a battle, kept up to date. A thread follows the battle's file; each page is rendered once for all readers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import reader_name
from fleetbook.referee.clock import ClockReading
from fleetbook.referee.proposals.post import ForPhones, FromPhones
from fleetbook.referee.proposals.roles import Role, all_roles
from fleetbook.reports.render.formats import report
from fleetbook.share.desk import Desk, SideOrders
from fleetbook.share.due import DueList, finding_list
from fleetbook.share.orders import OrderPage, Seat, order_page, proposals
from fleetbook.share.page import PAGE, Page, as_read, journal_page, page_values, render
from fleetbook.share.story import readable
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.side_season import SideSeason

T = TypeVar("T")
OFTEN, AGAIN = 0.025, 1.0  # seconds between two looks at the file, and between two attempts to open a file that has replaced it
BEATEN = 0.25  # new documents are sent at multiples of this many seconds, so that timing does not reveal the battle's work
PULSE = 0.05  # pages of orders are answered at multiples of this many seconds, for the same reason
AT_IT = 30.0  # seconds for which the other phones of a side see that a player is filling in an order of a unit
SLICE, MOST_PAGES = 500, 40  # journal lines read at a time, and documents cached for a reader
GONE, DAMAGED = "the battle's file cannot be read at the moment", "the battle's file is damaged"


class ReaderPages:
    """The pages of one reader, and ``view``, the journal as the reader may read it. Documents are cached until the reader's
    knowledge changes.
    """

    def __init__(self, journal: Journal[Any], side: str | None) -> None:
        self.side, self._journal = side, journal
        self.known = Knowledge(journal, reader_name(journal.setup.sides, side)) if journal.ruleset.keeps_secrets else None
        self._values: object = None
        self._stamp: object = 0
        self.documents: dict[object, str] = {}
        self.page: Page | None = None
        self.view = as_read(journal, side, self.known)

    def look(self, trouble: str) -> Page:
        """The reader's page now. It is rendered again only if its content has changed. ``trouble`` is a fault of the file."""
        self.view = as_read(self._journal, self.side, self.known)
        values = page_values(self.view, self.side, trouble)
        stamp = self.view.records if isinstance(self.view, SideSeason) else self.known.stamp if self.known else 0
        if (values, stamp) != (self._values, self._stamp):
            self.documents = {}
        if values != self._values:
            page = render(values)
            self.page = self.page if page == self.page else page
        self._values, self._stamp = values, stamp
        assert self.page
        return self.page

    def document(self, what: object, write: Callable[[], str | None]) -> str | None:
        """A document of the reader. If it is not cached, ``write`` makes it."""
        if what not in self.documents and (text := write()) is not None:
            if len(self.documents) >= MOST_PAGES:
                self.documents.pop(next(iter(self.documents)))
            self.documents[what] = text
        return self.documents.get(what)


class LivePages:
    """The pages of a battle, kept up to date. While a campaign goes on, the table has no page.

    sides    the sides that have a page of their own
    pages    the page of each reader, without the clock
    desk     the orders and dice that phones send, and what the referee's program answers
    changed  an event for each reader, set when that reader's page changes and at no other time
    """

    def __init__(self, path: Path, wanted: Sequence[str], send: Callable[[FromPhones], None] = lambda message: None) -> None:
        """Open the battle and make pages for the sides ``wanted``, for all sides if it is empty. ``send`` passes a phone's
        messages to the referee's program.

        Raises the errors of BattleFile.open, and InvalidInput for an unknown side.
        """
        self.desk = Desk(send)
        self._path, self._thread = path, ThreadPoolExecutor(1, "battle")
        self._file = self._thread.submit(BattleFile.open, path, True).result()
        try:
            every = self._file.journal.setup.sides
            self.sides = [*dict.fromkeys(pick("side", side, every) for side in wanted)] or [*every]
            self._every = every
            self._squadrons = self._file.journal.battle.rules.squadrons
            self._heard = 0.0  # when the clock was read
            self._state: object = None
            self._refused: tuple[object, float] | None = None
            self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}  # for each unit: the timer that ends its order
            self._reports = not self._file.journal.ruleset.read_by_sides
            goes_on = self._reports and not self._file.journal.battle.ended
            readers = self.sides if goes_on else (*self.sides, None)
            self._readers = {side: ReaderPages(self._file.journal, side) for side in readers}
            self.pages: dict[str | None, Page] = self._thread.submit(self._made, "").result()
        except BaseException:
            self.close()
            raise
        self.changed = {side: asyncio.Event() for side in self._readers}
        self._turns = {side: asyncio.Lock() for side in self.sides}
        self._due: dict[str | None, DueList] = {}
        self._due_on: dict[str | None, Page] = {}  # for each side: the page for which its due orders were found
        self._made_for: dict[Role, tuple[tuple[Page, SideOrders, DueList | None, bool], Page]] = {}
        self._changed_for = [*self.sides]  # the sides whose due orders must be found again

    def roles(self, every: bool) -> list[Role]:
        """The roles that have links: each side and the table, and with ``every`` also the squadrons and the spectators."""
        roles = all_roles(self._file.journal.setup, self.sides)
        return [role for role in roles if role.side in self._readers and (every or role == Role(role.side))]

    def page(self, role: Role) -> Page:
        """The page of a role, with its orders and with the clock as it is now."""
        page = self._with_orders(role)
        if role.looks_on:
            page = page.looked_on()
        if self.desk.post.clock is None:
            return page
        clock, since = self.desk.post.clock, self._heard
        if clock.side:
            passed = clock.seconds.get(clock.side, 0.0) + time.monotonic() - since
            clock = ClockReading({**clock.seconds, clock.side: passed}, clock.side)
        return page.with_clock(clock, self._every)

    def _with_orders(self, role: Role) -> Page:
        """The page of a role with its orders. It is rendered once for all who have it open."""
        page, orders, due = self.pages[role.side], self.desk.of(role), self._due.get(role.side)
        of = page, orders, due, page is self._due_on.get(role.side)
        if orders == SideOrders():
            return page
        if role not in self._made_for or self._made_for[role][0] != of:
            if due is not None and role.squadron:
                due = due.of(frozenset((role.squadron, *self._squadrons.get(role.squadron, ()))))
            self._made_for[role] = of, page.with_orders(orders, due, of[-1])
        return self._made_for[role][1]

    def hear(self, line: str) -> None:
        """Take over a line of JSON from the referee's program: the clock, orders and dice."""
        with suppress(msgspec.DecodeError):
            post, clock = msgspec.json.decode(line, type=ForPhones), self.desk.post.clock
            with self.telling():
                self.desk.receive(post)
            if post.clock != clock:
                self._heard = time.monotonic()
                for side in self._readers:
                    self.wake(side)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Wake the readers whose orders or dice change inside the ``with`` block, and no others."""
        roles = self.roles(every=True)
        before = {role: self.desk.of(role) for role in roles}
        try:
            yield
        finally:
            for side in dict.fromkeys(role.side for role in roles if self.desk.of(role) != before[role]):
                self.wake(side)

    def wake(self, side: str | None) -> None:
        """Wake the open streams of a reader's pages."""
        self.changed[side].set()
        self.changed[side] = asyncio.Event()

    async def follow(self) -> None:
        """Follow the battle's file until cancelled, and wake the readers whose pages change."""
        while True:
            await asyncio.sleep(OFTEN)
            before, found = self.pages, await self._in_thread(self._look)
            self.pages = found or before
            for side in self._readers:
                if self.pages[side] != before[side]:
                    self.wake(side)
            if found:
                self._changed_for = sorted(self.sides, key=lambda side: self.pages[side].yours)
                continue  # the pages that change are sent first
            if self._changed_for and self.desk.post.takes:
                await self._find_due(self._changed_for.pop())

    async def _find_due(self, side: str) -> None:
        """Find the orders that a side may propose now. No page waits for this: it runs one side at a time, after all pages are
        made. If the file changes meanwhile, the work stops and begins again later.
        """
        steps, looked_at = finding_list(self._seat(Role(side))), _signature(self._path)

        def step() -> DueList | None:
            try:
                return DueList() if self.pages[side].ended else next(steps)
            except Exception as error:
                logging.getLogger(__name__).debug("the orders cannot be offered", exc_info=error)
                return DueList()

        while (found := await self._in_thread(step)) is None:
            if _signature(self._path) != looked_at:
                self._changed_for.append(side)
                return
        page, before = self.pages[side], (self._due.get(side), self._due_on.get(side))
        self._due[side], self._due_on[side] = found, page
        if found != before[0] or (page.yours and page is not before[1]):
            self.wake(side)

    async def report(self, side: str | None) -> str | None:
        """The report of a battle for a reader. None before the battle has ended. A campaign has a report on each day."""

        def write() -> str | None:
            view = self._readers[side].view
            return report("html", view, self._file.damage) if self._reports or view.battle.ended else None

        return await self._document(side, "report", write) if self._reports or self.pages[side].ended else None

    async def journal(self, side: str | None, number: int, css: str) -> str | None:
        """One page of the whole journal for a reader. None if there is no such page."""
        last, found = self._readers[side].view.next_number - 1, 0
        for end in range(last, 0, -SLICE):  # a few lines at a time, so that other readers' pages are not delayed
            if number in self._readers[side].documents or found > number * PAGE:
                break
            lines = range(max(end - SLICE, 0) + 1, end + 1)
            found += await self._in_thread(lambda lines=lines: readable(self._readers[side].view, lines))  # type: ignore[misc]
        return await self._document(side, number, lambda: journal_page(self._readers[side].view, number, css))

    async def order_page(self, role: Role, order: str, entered: Mapping[str, str], ask: str, who: str) -> OrderPage:
        """The page of an order that a player fills in. For a while, the side's other phones show his name at this ship or
        squadron.

        Raises FleetbookError if there is no such order or input.
        """
        side = role.side or ""
        memory = self.desk.memory(side, order)
        page = await self._at_a_beat(side, lambda: order_page(self._seat(role), order, entered, ask, memory))
        if page.unit:
            self.desk.begin(side, page.unit, who)
            self.wake(side)
            if (leaving := self._leaving.pop((side, page.unit), None)) is not None:
                leaving.cancel()
            self._leaving[side, page.unit] = asyncio.get_running_loop().call_later(AT_IT, self.leave, side, page.unit)
        return page

    def leave(self, side: str, unit: str) -> None:
        """End the filling in of an order of a ship or squadron. Nothing happens if nobody fills one in."""
        if (leaving := self._leaving.pop((side, unit), None)) is not None:
            leaving.cancel()
            self.desk.leave(side, unit)
            self.wake(side)

    def _seat(self, role: Role) -> Seat:
        return Seat(self._file.journal, role.side or "", self._readers[role.side].known, role.squadron)

    async def send(self, role: Role, words: Mapping[str, Any], id: str) -> bool:  # noqa: A002
        """Send the orders that a phone has filled in. Returns False if they were sent before.

        Raises FleetbookError if the role sends too many, or if the side knows that the rules refuse one.
        """
        found = await self._at_a_beat(role.side or "", lambda: proposals(self._seat(role), words))
        with self.telling():
            return self.desk.send(role, id, found)

    async def _at_a_beat(self, side: str, work: Callable[[], T]) -> T:
        """Do a side's work in the battle's thread. A side's pieces of work follow one another, so that other sides need not wait
        long. The answer comes at a multiple of ``PULSE`` seconds, so that its time reveals nothing.
        """
        try:
            async with self._turns[side]:
                return await self._in_thread(work)
        finally:
            await asyncio.sleep(PULSE - asyncio.get_running_loop().time() % PULSE)

    async def _document(self, side: str | None, what: object, write: Callable[[], str | None]) -> str | None:
        """A document of a reader. If it is not cached, ``write`` makes it in the battle's thread."""
        if what in self._readers[side].documents:
            return self._readers[side].documents[what]
        text = await self._in_thread(lambda: self._readers[side].document(what, write))
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(BEATEN - now % BEATEN)
        return text

    def close(self) -> None:
        """Close the battle's file and end its thread."""
        self._thread.submit(self._file.close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _look(self) -> dict[str | None, Page] | None:
        """The new pages if the file has changed, otherwise None. If the file is damaged, the sharing still goes on."""
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
        """Whether another file with the same battle has replaced the battle's file. If so, the new file is followed."""
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
    """A value that changes whenever the file at a path is changed or replaced. None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_dev, found.st_size, found.st_mtime_ns
