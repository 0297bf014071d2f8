"""Every command of the battle screen, declared once: the key bar, the palette and the help are drawn from these declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from fleetbook.core.procedure import Procedure
from fleetbook.tui.session import Session

ORDERS, BATTLE, SCREEN = "Orders", "The battle", "The screen"
GROUPS = (ORDERS, BATTLE, SCREEN)


class Deck(Protocol):  # what each does is said once, where it is done
    """What commands ask of the battle screen."""

    def begin(self, procedure: type[Procedure[Any]]) -> None: ...
    def undo(self) -> None: ...
    def undo_to_line(self) -> None: ...
    def redo(self) -> None: ...
    def repeat(self) -> None: ...
    def overrule(self) -> None: ...
    def toggle_dice(self) -> None: ...
    def why(self) -> None: ...
    def look(self) -> None: ...
    def move(self, across: int, down: int) -> None: ...
    def page(self, pages: int) -> None: ...
    def to_end(self, last: bool) -> None: ...
    def switch_focus(self) -> None: ...
    def find_ship(self) -> None: ...
    def open_palette(self) -> None: ...
    def open_help(self) -> None: ...
    def leave(self) -> None: ...


def _never(session: Session) -> str:
    return ""


@dataclass(frozen=True)
class Command:
    """Something that a key does.

    key        as it is typed, or the terminal's name of a key such as ``pageup``
    title      in the palette and the help
    short      in the key bar; empty where the bar leaves it out
    help       one sentence more
    group      under which the help lists it
    run        what it does
    refusal    why it cannot be done now; empty where it can
    also       other keys that do the same
    procedure  of a command that begins an order
    """

    key: str
    title: str
    short: str
    help: str
    group: str
    run: Callable[[Deck], None]
    refusal: Callable[[Session], str] = _never
    also: tuple[str, ...] = ()
    procedure: type[Procedure[Any]] | None = None

    @property
    def shown_key(self) -> str:
        """The key as the bar and the help print it."""
        return KEY_NAMES.get(self.key, self.key)


KEY_NAMES = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "tab": "Tab", "enter": "Enter", "escape": "Esc",
    "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End",
}  # fmt: skip


def _nothing_to_undo(session: Session) -> str:
    return session.barred or ("" if session.journal.position else "nothing to take back")


def _nothing_to_redo(session: Session) -> str:
    return session.barred or ("" if session.journal.can_redo else "nothing to bring back")


def _no_line(session: Session) -> str:
    return "" if session.journal.records else "the journal is empty"


def _no_order(session: Session) -> str:
    return session.barred or ("" if session.last_order else "no order was given yet")


def _no_dice(session: Session) -> str:
    order = session.last_order
    return _no_order(session) or ("" if order and order.faces else "the last order threw no dice")


def _barred(session: Session) -> str:
    return session.barred


FIXED: tuple[Command, ...] = (
    Command("u", "Take back the last order", "undo", "It stays in the journal, marked, and can be brought back.", BATTLE,
            lambda deck: deck.undo(), _nothing_to_undo),
    Command("U", "Go back to the selected line", "", "Shows first what that takes back; select the line in the journal.", BATTLE,
            lambda deck: deck.undo_to_line(), _no_order),
    Command("R", "Bring back what was taken back", "redo", "With the same dice.", BATTLE,
            lambda deck: deck.redo(), _nothing_to_redo),
    Command("w", "Why?", "why", "The whole working of the selected line: inputs, dice, tables, readings.", BATTLE,
            lambda deck: deck.why(), _no_line),
    Command(".", "Repeat the last kind of order", "repeat", "With what was entered then, where the battle still allows it.",
            BATTLE, lambda deck: deck.repeat(), _no_order, also=("·",)),
    Command("!", "Change a die of the last order", "", "A ruling: the order is derived again with the other dice as they fell.",
            BATTLE, lambda deck: deck.overrule(), _no_dice),
    Command("D", "Dice: rolled, or typed in by the players", "", "For all orders from now on; a form can type in its own.",
            BATTLE, lambda deck: deck.toggle_dice(), _barred),
    Command(":", "All orders and commands", "orders", "Type a part of the name, then Enter.", SCREEN,
            lambda deck: deck.open_palette()),
    Command("?", "Help", "help", "Every key, and the signs on the cards.", SCREEN, lambda deck: deck.open_help()),
    Command("q", "Leave", "quit", "Everything is kept already; the battle goes on where it was left.", SCREEN,
            lambda deck: deck.leave()),
    Command("/", "Find a ship", "", "Type a part of its name, then Enter.", SCREEN, lambda deck: deck.find_ship()),
    Command("up", "Ship or line above", "", "A ship pointed at is the one that the next order begins with.", SCREEN,
            lambda deck: deck.move(0, -1)),
    Command("down", "Ship or line below", "", "", SCREEN, lambda deck: deck.move(0, 1)),
    Command("left", "Fleet before", "", "On a narrow screen the fleet with the cursor is shown in full.", SCREEN,
            lambda deck: deck.move(-1, 0)),
    Command("right", "Fleet after", "", "", SCREEN, lambda deck: deck.move(1, 0), also=("v",)),
    Command("enter", "Look closer", "", "The whole card of the ship, or the working of the line.", SCREEN,
            lambda deck: deck.look()),
    Command("tab", "From the fleets to the journal and back", "", "", SCREEN, lambda deck: deck.switch_focus(),
            also=("shift+tab",)),
    Command("pageup", "Journal: a page back", "", "", SCREEN, lambda deck: deck.page(-1)),
    Command("pagedown", "Journal: a page on", "", "", SCREEN, lambda deck: deck.page(1)),
    Command("home", "The first line or ship", "", "", SCREEN, lambda deck: deck.to_end(last=False)),
    Command("end", "The last line or ship", "", "", SCREEN, lambda deck: deck.to_end(last=True)),
)  # fmt: skip


def order_command(procedure: type[Procedure[Any]]) -> Command:
    """The command that begins an order of a kind, from its declaration."""
    doc = " ".join((procedure.__doc__ or "").split())
    return Command(
        key=procedure.key,
        title=procedure.title,
        short=procedure.title,
        help=doc,
        group=ORDERS,
        run=lambda deck: deck.begin(procedure),
        refusal=lambda session: session.refusal(procedure),
        procedure=procedure,
    )


def all_commands(orders: Iterable[type[Procedure[Any]]]) -> tuple[Command, ...]:
    """The orders that have a key, then the commands of every battle. Where both want a key, the order has it."""
    given = tuple(order_command(procedure) for procedure in orders if procedure.key)
    return (*given, *FIXED)


def by_key(commands: Iterable[Command]) -> dict[str, Command]:
    """Each key with what it does."""
    keys: dict[str, Command] = {}
    for command in commands:
        for key in (command.key, *command.also):
            keys.setdefault(key, command)
    return keys
