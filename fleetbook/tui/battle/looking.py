"""Looking around on the battle screen: cursor, journal, pages to read, the list of all commands."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from fleetbook.core.orders.order import Order
from fleetbook.core.play.wording import line
from fleetbook.referee.session import Session
from fleetbook.tui.battle.clock import Clock
from fleetbook.tui.battle.view import Message, View
from fleetbook.tui.kit.commands import Command, Deck, all_commands, by_key, order_command
from fleetbook.tui.kit.line import Line

PAGE = 8


class Pages(Protocol):
    """What lies over the battle screen for a while."""

    def show(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A page to read; ``lines`` draws it for a width."""

    def pick(self, title: str, options: Sequence[str], then: Callable[[str], None], free: bool = False) -> None:
        """One of several lines, or with ``free`` any text."""

    def next_look(self) -> None:
        """Other colours."""

    def read_report(self) -> None:
        """The report of the battle."""

    def leave(self) -> None:
        """Close the battle."""


class Looking(Deck):
    """What a referee can look at without giving an order. Knows no widget."""

    def __init__(self, session: Session, pages: Pages) -> None:
        self.session, self.pages = session, pages
        self.clock = Clock()
        self.commands: tuple[Command, ...] = all_commands(session.battle.ruleset.orders)
        self.keys = by_key(self.commands)
        first = next((card.name for card in session.cards()), "")
        self.view = View(ship=first)
        self._moved_by_hand = False

    def take_keys(self, keys: Mapping[str, str], trouble: str) -> None:
        """The keys that the user gave some commands; ``trouble`` is what is wrong with the file that says so."""
        self.commands = all_commands(self.session.battle.ruleset.orders, keys)
        self.keys = by_key(self.commands)
        if trouble:
            self.say(trouble, warning=True)

    def say(self, text: str, warning: bool = False) -> None:
        """Put a message above the keys."""
        self.view = replace(self.view, message=Message(text, warning))

    def why(self) -> None:
        """The whole working of the selected line."""
        from fleetbook.tui.battle.why_page import why_lines  # noqa: PLC0415 (start-up counts)

        record = self.session.journal.record(self.view.line or len(self.session.journal.records))
        self.pages.show(f"Why? Line {record.number}: {record.headline}", lambda width: why_lines(self.session, record, width))

    def look(self) -> None:
        """The whole card of the ship with the cursor, or the working of the selected line."""
        if self.view.journal:
            if self.session.journal.records:
                self.why()
            return
        from fleetbook.tui.battle.why_page import card_lines  # noqa: PLC0415 (start-up counts)

        card = next((card for card in self.session.cards() if card.name == self.view.ship), None)
        if card is not None:
            self.pages.show(card.name, lambda width: card_lines(card, width))

    def open_help(self) -> None:
        """Every key, and the signs on the cards."""
        from fleetbook.tui.battle.why_page import help_lines  # noqa: PLC0415 (start-up counts)

        self.pages.show("Help", lambda width: help_lines(self.commands, self.session, width))

    def open_palette(self) -> None:
        """All orders and commands by name."""
        orders = [procedure for procedure in self.session.battle.ruleset.orders if procedure.key or procedure.phases]
        named = {f"{command.title}  ({command.shown_key})": command for command in self.commands}
        named |= {p.title: self._keyless(p) for p in orders if not p.key}
        listed = {name: command for name, command in named.items() if not command.refusal(self.session)}
        refused = {f"{name}  ✗ {c.refusal(self.session)}": c for name, c in named.items() if c.refusal(self.session)}
        every = listed | refused
        self.pages.pick("All orders and commands", list(every), lambda name: self._run(every[name]))

    def help_here(self) -> None:
        """What the present step is for, or what the row of the form with the cursor takes."""
        from fleetbook.tui.battle.help_here import field_help, step_help  # noqa: PLC0415 (start-up counts)

        form = self.view.form
        if form is not None:
            self.pages.show(f"Help: {form.draft.procedure.title}", lambda width: field_help(form, width))
        else:
            title = self.session.battle.ruleset.sequence.present(self.session.battle)
            self.pages.show(f"Help: {title}", lambda width: step_help(self.commands, self.session, width))

    def open_tables(self) -> None:
        """The tables, modifiers and readings in force; those that the selected line went by come first, their rows marked."""
        from fleetbook.tui.battle.table_browser import Elbow  # noqa: PLC0415 (start-up counts)

        records = self.session.journal.records
        elbow = Elbow(self.session.battle, records[(self.view.line or len(records)) - 1] if records else None)
        self.pages.pick("Tables and readings", elbow.titles, lambda title: self.pages.show(title, elbow.drawn(title)))

    def search_journal(self) -> None:
        """Go to a line by a part of it."""
        lines = {f"{record.number}  T{record.turn}  {line(record)}": record.number for record in self.session.journal.records}
        self.pages.pick("Journal", [*reversed(lines)], lambda chosen: self._open_line(lines[chosen]))

    def _open_line(self, number: int) -> None:
        self.view = replace(self.view, journal=True)
        self._to_line(number)

    def toggle_clock(self) -> None:
        """The clock on or off."""
        self.clock = self.clock.toggled(time.monotonic())

    def next_look(self) -> None:
        """Other colours."""
        self.pages.next_look()

    def read_report(self) -> None:
        """The report of the battle as it stands."""
        self.pages.read_report()

    def _keyless(self, procedure: type[Order[Any]]) -> Command:
        return order_command(procedure)

    def _run(self, command: Command) -> None:
        refusal = command.refusal(self.session)
        if refusal:
            self.say(f"{command.title}: {refusal}", warning=True)
        else:
            command.run(self)

    def find_ship(self) -> None:
        """Move the cursor to a ship by its name."""
        self.pages.pick("Find a ship", [card.name for card in self.session.cards()], self._point)

    def _point(self, ship: str) -> None:
        self._moved_by_hand = True
        self.view = replace(self.view, ship=ship, journal=False)

    def move(self, across: int, down: int) -> None:
        """Move the cursor among the ships, or the lines of the journal."""
        if self.view.journal and down:
            self._to_line((self.view.line or len(self.session.journal.records)) + down)
            return
        sides = self._ships_by_side()
        place = next((p for p, ships in enumerate(sides) if self.view.ship in ships), 0)
        row = sides[place].index(self.view.ship) if self.view.ship in sides[place] else 0
        place = (place + across) % len(sides)
        if sides[place]:
            self._point(sides[place][min(max(row + down, 0), len(sides[place]) - 1)])

    def _ships_by_side(self) -> list[list[str]]:
        return [[card.name for card in self.session.cards() if card.side == side] for side in self.session.battle.sides]

    def _to_line(self, number: int) -> None:
        last = len(self.session.journal.records)
        number = min(max(number, 1), last)
        self.view = replace(self.view, line=None if number == last else number)

    def page(self, pages: int) -> None:
        """Turn the journal's pages."""
        self._to_line((self.view.line or len(self.session.journal.records)) + pages * PAGE)

    def to_end(self, last: bool) -> None:
        """The first or last line, or ship of the fleet."""
        if self.view.journal:
            self._to_line(len(self.session.journal.records) if last else 1)
        else:
            self.move(0, 999 if last else -999)

    def switch_focus(self) -> None:
        """From the fleets to the journal and back."""
        self.view = replace(self.view, journal=not self.view.journal)
        self.say("in the journal: ↑↓ another line, w why, U back to it; Tab to the fleets" if self.view.journal else "")

    def leave(self) -> None:
        """Close the battle; everything is kept."""
        self.pages.leave()
