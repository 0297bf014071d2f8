"""The state of the battle page, such as the cursor and the order being filled in."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.referee.clock import Clock
from fleetbook.referee.proposals.next_order import due_ships
from fleetbook.referee.session import Session
from fleetbook.store.command_keys import COMMAND_KEYS
from fleetbook.tui.battle.entry.form import OrderForm
from fleetbook.tui.battle.entry.order_entry import AnswerField
from fleetbook.tui.battle.entry.sheet import Sheet
from fleetbook.tui.battle.journal_filter import ALL, FILTERS, Rows, concerns, shown_rows
from fleetbook.tui.cards.ships_shown import ORDERED, Shown
from fleetbook.tui.kit.command import Command, M, command
from fleetbook.tui.kit.keys import FAR, PAGE, STEPS
from fleetbook.tui.kit.page import Message
from fleetbook.tui.kit.text_field import Search

if TYPE_CHECKING:
    from fleetbook.reports.odds.shape import OddsView
    from fleetbook.tui.battle.briefing import Briefing

ORDERS, BATTLE, SCREEN = "Orders", "The battle", "The screen"


def battle_command(
    name: str,
    short: str = "",
    help: str = "",  # noqa: A002 (as in Command)
    group: str = SCREEN,
    **more: Any,
) -> Callable[[M], M]:
    """Declare a command of the battle page. ``name`` is its name in the preferences, where its key can be changed."""
    key, *also = COMMAND_KEYS[name] or ("",)
    return command(key, short, help, also=tuple(also), group=group, id=name, **more)


def _no_line(cursor: Cursor) -> str:
    return "" if cursor.rows.at(0) else "the journal has no line yet"


class SentLine(msgspec.Struct, frozen=True):
    """The line above the keys: about the oldest order that a player has sent, sealed orders, or a doctrine's questions.

    count    how many orders wait; 0 while orders are sealed, or while a doctrine asks for ranges
    words    the order with its side and player; or how many sides are ready; or the doctrine's questions; or the doctrine's words
             about ships without an order
    problem  the reason why the order cannot be given as it was sent; empty if it can
    remark   the facts that have changed since the order was sent, or the turn that it waits for
    space    the word for the key Space; empty if there is nothing to give or answer now
    minus    the word for the key ``-``
    goes_on  whether another order may follow this one, as a doctrine gives one after another
    """

    count: int
    words: str
    problem: str = ""
    remark: str = ""
    space: str = "give"
    minus: str = "send back"
    goes_on: bool = False


class Cursor:
    """The cursor of the battle page, which is on a ship or in the journal.

    ship     the name of the ship with the cursor
    journal  whether the cursor is in the journal rather than on a ship
    line     the number of the selected journal line; None for the newest
    by_hand  whether the referee chose the ship since the last order
    filter   which lines the journal shows
    lines    the search for lines of the journal
    shown    which ships the board shows, and in which order
    """

    def __init__(self, session: Session, say: Callable[[str], object] = str) -> None:
        self._session, self._say = session, say
        self.ship, self.journal, self.by_hand = "", False, False
        self._to_due(session.last_but_notes)
        self.line: int | None = None
        self.filter, self.lines = FILTERS[0], Search()
        self.shown = Shown()
        self._before: tuple[bool, str, bool, int | None] = (False, "", False, None)

    @property
    def rows(self) -> Rows:
        """The rows of the journal that the filter shows."""
        return shown_rows(self._session, self.filter, self.ship, self.journal, self.lines.text if self.journal else "")

    @property
    def place(self) -> int:
        """The number of the row with the selected line. If no row has the line, that of the row before it."""
        return self.rows.place(self._kept)

    @property
    def _last(self) -> int:
        return len(self._session.journal.records)

    @property
    def number(self) -> int:
        """The number of the journal line with the cursor. 0 before the first line."""
        row = self.rows.at(self.place) if self.journal else ()
        return row[-1] if row else self._kept

    @property
    def _kept(self) -> int:
        return min(self.line or self._last, self._last)

    @property
    def record(self) -> Record | None:
        return self._session.journal.record(self.number) if self.number else None

    @property
    def card(self) -> str:
        """The ship whose card is shown: after an order the ship that was hit, until the cursor moves. If several were hit, it is
        one that the selected line concerns.
        """
        struck, record = self._session.struck(), self.record
        if self.by_hand or self.journal or not struck:
            return self.ship
        return next((name for name in struck if record and concerns(record, name)), next(iter(struck)))

    def point(self, ship: str) -> None:
        self.ship, self.journal, self.by_hand = ship, False, True

    def leaves_journal(self, key: str) -> bool:
        """If the key is Escape, move the cursor from the journal to the ships. Returns whether the key is Escape."""
        self.journal = self.journal and key != "escape"
        return key == "escape"

    def to_line(self, number: int) -> None:
        """Select a line of the journal. A filter and a search that hide the line are turned off."""
        number = min(max(number, 1), self._last)
        if not self.rows.has(number):
            self.filter, self.lines = ALL, Search()
        self.line = None if number == self._last else number

    def to_gravest(self) -> None:
        """Of the lines that the last command wrote, select the one with the most serious result, or the last of equal ones. Lines
        that the filter hides do not count.
        """
        latest = [line for line in self._session.latest if self.rows.has(line.number)]
        weights = [(self._session.tell(line).gravity, line.number) for line in latest]
        number = max(weights, default=(0, self._last))[1]
        self.line = None if number == self._last else number

    def _turn(self, down: int) -> None:
        """Move the selection by ``down`` rows in the journal."""
        rows = self.rows
        if row := rows.at(max(self.place - down, 0)) or next(reversed([*rows]), ()):
            self.to_line(row[-1])

    def _move(self, across: int, down: int) -> None:
        if self.journal and down:
            self._turn(down)
            return
        sides = [self.shown.of_side(self._session, side) for side in self._session.battle.sides]
        place = next((p for p, ships in enumerate(sides) if self.ship in ships), 0)
        row = sides[place].index(self.ship) if self.ship in sides[place] else 0
        place = (place + across) % len(sides)
        if sides[place]:
            self.point(sides[place][min(max(row + down, 0), len(sides[place]) - 1)])

    @property
    def search(self) -> Search:
        """The search of the place with the cursor: for ships, or for lines of the journal."""
        return self.lines if self.journal else self.shown.search

    @property
    def found(self) -> str:
        """The number of ships or lines found."""
        if self.journal:
            return f"{self.rows.count} of {self._last} lines"
        return f"{len(self.shown.found(self._session))} of {len(self._session.cards())} ships"

    @battle_command(
        "find", "find", "Ships by a piece of the name of the ship, her squadron or her side; if none has it, by damage, such as "
        "fire. In the journal its lines, by their words. Enter goes on with what was found, Esc shows all again and, while words "
        "are typed, returns the cursor."
    )  # fmt: skip
    def find(self) -> None:
        """Find ships, or lines of the journal."""
        self._begin_search(of_journal=self.journal)

    @battle_command("journal", "", "Its lines are found where they stand, as by Tab and the key that finds.", BATTLE,
                    refusal=_no_line)  # fmt: skip
    def search_journal(self) -> None:
        """Search the journal."""
        self._begin_search(of_journal=True)

    def _begin_search(self, *, of_journal: bool) -> None:
        self._before = self.journal, self.ship, self.by_hand, self.line
        self.journal = of_journal
        self.search.begin()

    @battle_command("sort", help="By hull, the worst first; by speed, the fastest first; or in the order of the cards. A mark "
                    "stands at the head of that column.")  # fmt: skip
    def sort(self) -> None:
        """Sort the ships of each squadron."""
        self.shown.sort_on(self._session)
        self._say(f"the ships of each squadron stand {ORDERED[self.shown.order]}")

    def seeks(self, key: str, character: str | None) -> bool:
        """Use a key in the search, if it belongs there. Escape while words are typed returns the cursor to where it was."""
        search, was_typing, text = self.search, self.search.typing, self.search.text
        if was_typing and key in STEPS:
            self._move(0, STEPS[key])
            return True
        belongs = search.press(key, character)
        if was_typing and key == "escape":
            self.journal, self.ship, self.by_hand, self.line = self._before
        elif search.text != text and search.is_on:
            self._to_first()
        return belongs

    def _to_first(self) -> None:
        """Leave the cursor where it was before the search if that is found. Otherwise move it to the first ship found, or to the
        newest line.
        """
        _, ship, _, line = self._before
        if self.journal:
            self.to_line(line if line and self.rows.has(line) else next(iter(self.rows))[-1])
            return
        found = [ship for side in self._session.battle.sides for ship in self.shown.of_side(self._session, side)]
        if found:
            self.point(ship if ship in found else found[0])

    @battle_command("up", help="A ship pointed at is the one that the next order begins with.")
    def up(self) -> None:
        """Ship or line above."""
        self._move(0, -1)

    @battle_command("down")
    def down(self) -> None:
        """Ship or line below."""
        self._move(0, 1)

    @battle_command("left", help="On a narrow screen the fleet with the cursor is shown in full.")
    def left(self) -> None:
        """Previous fleet."""
        self._move(-1, 0)

    @battle_command("right")
    def right(self) -> None:
        """Next fleet."""
        self._move(1, 0)

    @battle_command("page-back")
    def page_back(self) -> None:
        """Journal: a page back."""
        self._turn(-PAGE)

    @battle_command("page-on")
    def page_on(self) -> None:
        """Journal: a page on."""
        self._turn(PAGE)

    @battle_command(
        "filter", "filter", "All lines, results only (no moves, sightings and misses), the ship with the cursor, her side, this "
        "step.", BATTLE, refusal=_no_line
    )  # fmt: skip
    def next_filter(self) -> None:
        """Journal: next filter."""
        self.filter = FILTERS[(FILTERS.index(self.filter) + 1) % len(FILTERS)]

    @battle_command("first")
    def first(self) -> None:
        """The first line or ship."""
        self._move(0, -FAR)

    @battle_command("last")
    def last(self) -> None:
        """The last line or ship."""
        self._move(0, FAR)

    def after_order(self, record: Record) -> None:
        """Select the newest line, and move the cursor to a ship that has something to do."""
        self.line, self.by_hand = None, False
        self._to_due(record)

    def _to_due(self, record: Record | None) -> None:
        """Move the cursor to the ship that is due after this line.

        It stays on the ship that gave the order if she is still due. If not, it goes to the next due ship below her on the board,
        or else to the first due ship above. When the step or the acting side has changed, it goes to the first due ship. If no
        ship is due, it only leaves a ship that is lost or does not belong to the acting side.
        """
        session = self._session
        due, cards = due_ships(session), {card.name: card for card in session.cards()}
        begins = record is None or self._begins(record)
        here = self._last_in(record, cards) if record and not begins else ""
        if due:
            places = [*cards]
            at = places.index(here) if here in cards else -1
            self.ship = min(due, key=lambda ship: (bool(here) and cards[ship].side != cards[here].side, places.index(ship) < at))
            return
        sides = {session.acting} - {""} or {*session.battle.sides}
        afloat = [name for name, card in cards.items() if not card.fate]
        there = [name for name in afloat if cards[name].side in sides] or afloat
        if self.ship not in there:
            self.ship = here if here in there else next(iter(there), self.ship or next(iter(cards), ""))

    def _begins(self, record: Record) -> bool:
        """Whether the step or the acting side began with this line."""
        before, now = self._session.journal.battle_before(record.number), self._session.battle
        return (before.turn, before.phase, before.acting) != (now.turn, now.phase, now.acting)

    def _last_in(self, record: Record, cards: Container[str]) -> str:
        """The ship from which the cursor goes on: the first ship that the order names, or the first of the squadron that it
        names. For an undo, the order taken back counts. If no ship is named, the ship with the cursor.
        """
        journal, battle = self._session.journal, self._session.battle
        moved = [] if record.is_order else journal.undo_history.moved(record)
        words = map(str, (journal.record(min(moved)) if moved else record).inputs.values())
        named = (ship for word in words for ship in (word, *battle.squadron(word)[:1]) if ship in cards)
        return next(named, self.ship)


@dataclass(frozen=True)
class View:
    """Everything that the battle page shows.

    answer    the open question of an order; None if there is none
    sheet     the open sheet for several ships; None if none is open
    sent      the line about waiting orders, sealed orders or a doctrine's questions; None if there is none
    odds      the odds of the order in the form; None while they are unknown
    note      a text in place of missing odds; empty if there are odds
    clock     the clock of the sides; None while it is off
    due       the reminders before the phase ends; empty for none
    again     the effect of pressing the key that ends the phase again
    shared    the readers of the players' window, as a long and a short text; None while the window is closed
    briefing  the briefing in place of the board; None if it is closed
    told      the order that cost a capital ship or decided the battle, shown in large letters until the next key; None for none
    """

    session: Session
    commands: Sequence[Command]
    cursor: Cursor
    message: Message = field(default_factory=Message)
    form: OrderForm | None = None
    answer: AnswerField | None = None
    odds: OddsView | None = None
    note: str = ""
    clock: Clock | None = None
    due: tuple[str, ...] = ()
    again: str = ""
    shared: tuple[str, str] | None = None
    briefing: Briefing | None = None
    told: Record | None = None
    sheet: Sheet | None = None
    sent: SentLine | None = None
