"""The battle page, and the effect of each key on it. An order is saved before it is shown."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import LOST
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep, title_in
from fleetbook.referee.clock import Clock
from fleetbook.referee.offers import what_it_does
from fleetbook.referee.session import Session
from fleetbook.store.library.preferences import Preferences, preferences_or_defaults
from fleetbook.tui.battle.board import Scroll
from fleetbook.tui.battle.briefing import CLOSING, Briefing, briefing_lines
from fleetbook.tui.battle.entry.counting import Counting
from fleetbook.tui.battle.entry.odds_worker import Weighing
from fleetbook.tui.battle.entry.order_entry import OrderEntry
from fleetbook.tui.battle.entry.players_window import PlayersWindow
from fleetbook.tui.battle.entry.season_commands import SeasonCommands
from fleetbook.tui.battle.entry.sheet_entry import SheetEntry
from fleetbook.tui.battle.going_on import GoingOn
from fleetbook.tui.battle.journal_lines import Working
from fleetbook.tui.battle.ordering import Ordering
from fleetbook.tui.battle.picture import draw_battle
from fleetbook.tui.battle.ranges_page import Measuring
from fleetbook.tui.battle.result_band import capital_ends, decides
from fleetbook.tui.battle.rulings import Rulings
from fleetbook.tui.battle.view import BATTLE, ORDERS, Cursor, View, battle_command
from fleetbook.tui.kit.command import Command, declared
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.page import Message, Page, Pages, Stop
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import NOTICE, STRUCK

HELP = "?"  # asks for help in a form too
FLASHES, SECONDS = 4, 0.15  # colours reversed and restored, twice
STILL = "NO_MOTION"  # an environment variable: if it is set, nothing flashes
KEEP_DUTIES = ("go-on", NextStep.id, "all")


def fixed_commands(keys: Mapping[str, str]) -> list[Command]:
    """The commands that every battle has. ``keys`` maps a command's id to the key that the user has chosen."""
    parts = (GoingOn, Ordering, Rulings, BattlePage, Counting, SeasonCommands, PlayersWindow, Measuring, Cursor)
    return with_keys([one for part in parts for one in declared(part)], keys)


def with_keys(commands: Sequence[Command], keys: Mapping[str, str]) -> list[Command]:
    """The commands with the keys that the user has chosen. ``keys`` maps a command's id to its key."""
    return [msgspec.structs.replace(one, key=keys[one.id], also=()) if one.id in keys else one for one in commands]


def _no_line(page: BattlePage) -> str:
    return "" if page.session.journal.records else "the journal is empty"


def _drawing(large: bool) -> Callable[[View, tuple[int, int], Scroll], list[Line]]:
    """The function that draws the page. ``large`` means large letters for readers two metres away."""
    if large:
        from fleetbook.tui.battle.large_board import draw_board  # noqa: PLC0415 (start-up counts)

        return draw_board
    return draw_battle


class Signals:
    """Flashes new damage, and rings the bell for a lost ship. ``pages`` returns the host of the battle page."""

    def __init__(self, session: Session, preferences: Preferences, pages: Callable[[], Pages]) -> None:
        self._session, self._pages = session, pages
        self._rings, self._flashes = preferences.bell, preferences.flash and not os.environ.get(STILL)
        self._left = 0
        self.stop: Stop = lambda: None

    def given(self, record: Record) -> None:
        """Ring the bell and begin to flash, if the order just given calls for it and the preferences allow it."""
        if self._rings and any(result.kind == LOST for result in self._session.journal.results(record)):
            self._pages().ring()
        if self._flashes and self._session.struck():
            self.stop()
            self._left, self.stop = FLASHES, self._pages().every(SECONDS, self._next)

    def _next(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self.stop()

    def shown(self, lines: list[Line]) -> list[Line]:
        """The screen's lines. While new damage flashes, its boxes have reversed colours."""
        if self._left % 2 or not self._left:
            return lines
        return [tuple((text, NOTICE if style == STRUCK or style.underline else style) for text, style in line) for line in lines]


class BattlePage(Page):
    """The page on which the referee runs a battle."""

    lists = "?"

    def __init__(self, session: Session, briefing: bool = False) -> None:
        """With ``briefing``, a battle without any order shows its briefing first."""
        self.session, self.name = session, f"the {session.battle.ruleset.contest}"
        self.briefing = Briefing(session.journal) if briefing and not session.journal.records else None
        self.cursor = Cursor(session, self.say)
        preferences, trouble = preferences_or_defaults()
        self.signals = Signals(session, preferences, lambda: self.pages)
        self.entry = OrderEntry(session, self._say, self._given)
        self.sheets = SheetEntry(session, self.entry, self._say)
        self.ordering = Ordering(session, self.cursor, self.entry, self.sheets, self._say)
        self.weighing, self.clock = Weighing(self.work), Clock()
        self._stop_clock: Stop = lambda: None
        self._scroll = Scroll()
        self.window = PlayersWindow(self, session, self.entry)
        self.going_on = GoingOn(session, self.entry, self.window)
        self._refused = ""
        self.told: Record | None = None
        rulings, measuring = Rulings(self, session, self.cursor), Measuring(self, session, self.cursor)
        self._counting = Counting(self, session, self._given)
        season = SeasonCommands(self, session, self._counting)
        super().__init__(self.going_on, self.ordering, rulings, self, self._counting, season, self.window, measuring, self.cursor)
        orders = [self._order_command(order) for order in session.battle.ruleset.all_orders if order.key]
        self.take_commands(with_keys([*orders, *self.commands], preferences.keys))
        session.keys = {one.id: one.shown_key for one in self.commands if one.order}
        self.say("; ".join(filter(None, (trouble, self.window.chairs.follow()))), warning=True)

    def opened(self) -> None:
        """Follow the battle's file once a second if this process only reads the battle."""
        if self.session.file.read_only:
            self._stops.append(self.pages.every(1.0, partial(self.attempt, self.session.follow)))

    def _given(self, record: Record) -> None:
        tells = capital_ends(self.session, record) or decides(self.session, record)
        self.told = record if tells else self.told
        self.cursor.after_order(record)
        self.signals.given(record)
        self.sheets.given(record)
        self.window.given(record)

    def may_quit(self) -> bool:
        """Note the dice that an open question has shown. The page stays open if the note cannot be saved."""
        return self.entry.leave_question()

    def common(self) -> Sequence[Command]:
        """No commands: the battle page declares its own help, list and leaving."""
        return ()

    def _order_command(self, order: type[Order[Any]]) -> Command:
        run, here = partial(self.begin, order), partial(self.session.suits, order)
        refusal = lambda: self.session.refusal(order, self.cursor.ship)  # noqa: E731 (the cursor moves)
        title, says = title_in(order, self.session.battle), what_it_does(order)
        return Command(order.key, title, run, title, says, ORDERS, refusal, (), order.id, order, here)

    def closed(self) -> None:
        """Close the battle's file. Every order is already saved in it."""
        super().closed()
        self.signals.stop()
        self.session.close()

    # ------------------------------------------------------------------ keys in, lines out

    def press(self, key: str, character: str | None) -> None:
        """Handle a key. The time since the last key is added to the clock of the acting side."""
        self._tick()
        if self.briefing is not None and self.briefing.scrolls(key):
            return
        closes = key in CLOSING and (self.briefing or self.told)
        self.briefing = self.told = None
        if closes:
            return
        self._refused = self.message.text if self.message.warning else ""
        self._as_one(lambda: super(BattlePage, self).press(key, character))
        self._tell_clock()

    def run(self, command: Command) -> None:
        """Run a command, from its key or from the list. All journal lines that it writes belong together.

        Reminders that were shown are forgotten, unless the command ends the phase.
        """
        if command.id not in KEEP_DUTIES:
            self.going_on.forget()
        self._as_one(lambda: super(BattlePage, self).run(command))

    def _as_one(self, action: Callable[[], object]) -> None:
        """Run an action as one command. Of the journal lines that it writes, select the one with the most serious result."""
        lines = len(self.session.journal.records)
        with self.session.command:
            action()
        if len(self.session.journal.records) > lines:
            self.cursor.to_gravest()

    def take(self, key: str, character: str | None) -> bool:
        """Pass a key to the open form or sheet. If none is open, the key may search for ships, begin a sheet, or leave the
        journal.
        """
        if not self.ordering.is_open:
            if self.cursor.seeks(key, character) or self.ordering.takes(key, character, self.keys):
                return True
            return self.cursor.leaves_journal(key)
        if key == "f1" or (character == HELP and not self.entry.takes_text):
            self.help_here()
        else:
            self.attempt(partial(self.ordering.press, key, character))
        return True

    def paste(self, text: str) -> None:
        self.entry.paste(text)

    def draw(self, size: tuple[int, int]) -> list[Line]:
        self.weighing.weigh(self.session.battle, self.entry.order)
        view = View(
            self.session, self.commands, self.cursor, self.message, self.entry.form, self.entry.answer,
            self.weighing.odds, self.weighing.note, self.clock if self.clock.running else None,
            self.going_on.asked, self.going_on.again if self.going_on.asked else "",
            self.window.standing, self.briefing, self.told, self.sheets.sheet, self.window.line,
        )  # fmt: skip
        return self.signals.shown(_drawing(self.pages.large)(view, size, self._scroll))

    def _say(self, message: Message) -> None:
        self.message = message

    # ------------------------------------------------------------------ orders

    @property
    def about(self) -> str:
        return self.cursor.ship

    def begin(self, order: type[Order[Any]]) -> None:
        """Begin an order. If the order ends the phase and something is left to do, show that first instead."""
        if any(field.kind == "data" for field in order.declared.values()):  # the program fills it in
            self._counting.choose_battle()
        elif order is not NextStep or self.going_on.may_pass(self.session.due):
            self.ordering.begin(order)

    @battle_command("why", "why", "The whole working of the selected line, with inputs, dice, tables and readings.", BATTLE,
                    refusal=_no_line)  # fmt: skip
    def why(self) -> None:
        """Why?"""
        if (record := self.cursor.record) is not None:
            tables = {one.key: one.run for one in self.commands if one.id == "tables"}
            self.pages.put(Working(self.session, record, tables))

    # ------------------------------------------------------------------ looking

    @battle_command(
        "tables", "tables", "The rule sheet; the tables of a refusal or the selected line come first, with the row used.", BATTLE
    )
    def open_tables(self) -> None:
        """Tables and readings."""
        from fleetbook.tui.battle.table_browser import TableBrowser  # noqa: PLC0415 (start-up counts)

        browser = TableBrowser(self.session.battle, self.cursor.record, self._refused)
        self.pages.pick("Tables and readings", browser.titles, lambda title: self.pages.show(title, browser.drawn(title)))

    @battle_command("clock", help="Shows how long each side takes, or hides it. Times are not saved.")
    def toggle_clock(self) -> None:
        """Clock."""
        self.clock = self.clock.toggled(time.monotonic())
        self._stop_clock()
        self._stop_clock = self.pages.every(1.0, self._tick) if self.clock.running else lambda: None

    def _tick(self) -> None:
        self.clock = self.clock.ticked(time.monotonic(), self.session.acting)
        self._tell_clock()

    def _tell_clock(self) -> None:
        self.window.tell(self.clock.read(self.session.acting))

    @battle_command("here", help="In a form or a sheet: for the row with the cursor.")
    def help_here(self) -> None:
        """Help for this step."""
        from fleetbook.tui.battle.help_here import field_help, sheet_help, step_help  # noqa: PLC0415 (start-up counts)

        form, needed, sheet, battle = self.entry.form, self.entry.needed, self.sheets.sheet, self.session.battle
        if sheet is not None:
            self.pages.show(f"Help: {sheet.kind.title}", partial(sheet_help, sheet))
        elif form is not None:
            title = title_in(form.draft.kind, battle)
            self.pages.show(f"Help: {title}", lambda width: field_help(form, needed, self.weighing.odds, width))
        else:
            self.pages.show(f"Help: {battle.ruleset.sequence.present(battle)}", partial(step_help, self.commands, self.session))

    @battle_command("briefing", help="Story, set-up, conditions, how the battle is decided, the seal of the dice.")
    def brief(self) -> None:
        """Briefing."""
        self.pages.show("Briefing", lambda width: briefing_lines(self.session.journal, width))

    @battle_command("look", help="The terminal's own, high contrast, paper, none, large letters or plain signs.")
    def next_look(self) -> None:
        """Other colours."""
        self.pages.next_look()

    @battle_command("all", "orders", "Type a part of the name, then Enter.")
    def open_list(self) -> None:
        """All orders and commands."""
        super().open_list()

    @battle_command("help", "help", "Every key, and the signs on the cards.")
    def open_help(self) -> None:
        """Help."""
        from fleetbook.tui.battle.help_here import short_help, whole_help  # noqa: PLC0415 (start-up counts)

        short, whole = (partial(lines, self.commands, self.session) for lines in (short_help, whole_help))
        self.pages.put(Reader("Help", short, searched=whole))

    @battle_command("quit", "leave", "Every order is saved already. Ctrl-C leaves fleetbook, on every page.")
    def leave(self) -> None:
        """Leave."""
        if (waiting := self.window.inbox.of_phones) and self._refused != (asked := f"{waiting}: again leaves all the same"):
            self.say(asked, warning=True)
        else:
            self.pages.leave()

    @battle_command("report", "report", "Read it here, search it, export it to a file.", BATTLE)
    def read_report(self) -> None:
        """Read the report."""
        from fleetbook.tui.report.page import ReportPage  # noqa: PLC0415 (start-up counts)

        file = self.session.file
        self.pages.put(ReportPage(self.session.journal, file.path, file.damage or file.notice))

    @battle_command("open", help="The whole card of the ship whose card is shown, as on her sheet, or the working of the line.")
    def look(self) -> None:
        """Look closer."""
        ship = self.cursor.ship if self.pages.large else self.cursor.card  # large letters show no card
        if self.cursor.journal:
            self.why()
        elif ship:
            from fleetbook.tui.battle.ship_page import ShipPage  # noqa: PLC0415 (start-up counts)

            self.pages.put(ShipPage(self.session, ship, self.commands, self.press))

    @battle_command("focus", "journal")
    def switch_focus(self) -> None:
        """From the fleets to the journal and back."""
        self.cursor.journal = not self.cursor.journal
        self.say("in the journal: ↑↓ another line, w why, U back to it; Tab to the fleets" if self.cursor.journal else "")
