"""Every command of the battle screen, declared once: the key bar, the palette and the help are drawn from these declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Protocol

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.referee.session import Session

ORDERS, BATTLE, SCREEN = "Orders", "The battle", "The screen"
GROUPS = (ORDERS, BATTLE, SCREEN)
LOOK_KEY = "f4"


class Deck(Protocol):  # what each does is said once, where it is done
    """What commands ask of the battle screen."""

    def begin(self, procedure: type[Order[Any]]) -> None: ...
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
    def open_tables(self) -> None: ...
    def search_journal(self) -> None: ...
    def toggle_clock(self) -> None: ...
    def help_here(self) -> None: ...
    def next_look(self) -> None: ...
    def read_report(self) -> None: ...
    def leave(self) -> None: ...


def _never(session: Session) -> str:
    return ""


@dataclass(frozen=True)
class Command:
    """Something that a key does.

    id         by which preferences name it: an order's is that of its procedure
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

    id: str
    key: str
    title: str
    short: str
    help: str
    group: str
    run: Callable[[Deck], None]
    refusal: Callable[[Session], str] = _never
    also: tuple[str, ...] = ()
    procedure: type[Order[Any]] | None = None

    @property
    def shown_key(self) -> str:
        """The key as the bar and the help print it."""
        return KEY_NAMES.get(self.key, self.key)


KEY_NAMES = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "tab": "Tab", "enter": "Enter", "escape": "Esc",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    "space": "Space", "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End",
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
    Command("undo", "u", "Take back the last order", "undo",
            "It stays in the journal, marked, and can be brought back.", BATTLE,
            lambda deck: deck.undo(), _nothing_to_undo),
    Command("back", "U", "Go back to the selected line", "",
            "Shows first what that takes back; select the line in the journal.", BATTLE,
            lambda deck: deck.undo_to_line(), _no_order),
    Command("redo", "R", "Bring back what was taken back", "redo", "With the same dice.", BATTLE,
            lambda deck: deck.redo(), _nothing_to_redo),
    Command("why", "w", "Why?", "why", "The whole working of the selected line: inputs, dice, tables, readings.", BATTLE,
            lambda deck: deck.why(), _no_line),
    Command("repeat", ".", "Repeat the last kind of order", "repeat",
            "With what was entered then, where the battle still allows it.",
            BATTLE, lambda deck: deck.repeat(), _no_order, also=("·",)),
    Command("die", "!", "Change a die of the last order", "",
            "A ruling: the order is derived again with the other dice as they fell.",
            BATTLE, lambda deck: deck.overrule(), _no_dice),
    Command("dice", "D", "Dice: rolled, or typed in by the players", "",
            "For all orders from now on; a form can type in its own.",
            BATTLE, lambda deck: deck.toggle_dice(), _barred),
    Command("tables", "T", "Tables and readings", "tables",
            "Those of the selected line first, with the row that it went by.", BATTLE,
            lambda deck: deck.open_tables()),
    Command("journal", "J", "Search the journal", "", "Type a part of a line, then Enter goes to it.", BATTLE,
            lambda deck: deck.search_journal(), _no_line),
    Command("clock", "C", "Clock", "", "How long each side takes, on or off; it is nowhere kept.", SCREEN,
            lambda deck: deck.toggle_clock()),
    Command("here", "f1", "Help for this step", "", "In a form: for the row with the cursor.", SCREEN,
            lambda deck: deck.help_here()),
    Command("look", LOOK_KEY, "Other colours", "", "Those of the terminal, high contrast, paper, none, large letters.", SCREEN,
            lambda deck: deck.next_look()),
    Command("all", ":", "All orders and commands", "orders", "Type a part of the name, then Enter.", SCREEN,
            lambda deck: deck.open_palette()),
    Command("help", "?", "Help", "help", "Every key, and the signs on the cards.", SCREEN, lambda deck: deck.open_help()),
    Command("quit", "q", "Leave", "leave", "Everything is kept already; the battle goes on where it was left.", SCREEN,
            lambda deck: deck.leave()),
    Command("report", "f5", "Read the report", "report", "With all that it says; from there it is exported.", BATTLE,
            lambda deck: deck.read_report()),
    Command("find", "/", "Find a ship", "", "Type a part of its name, then Enter.", SCREEN, lambda deck: deck.find_ship()),
    Command("up", "up", "Ship or line above", "", "A ship pointed at is the one that the next order begins with.", SCREEN,
            lambda deck: deck.move(0, -1)),
    Command("down", "down", "Ship or line below", "", "", SCREEN, lambda deck: deck.move(0, 1)),
    Command("left", "left", "Fleet before", "", "On a narrow screen the fleet with the cursor is shown in full.", SCREEN,
            lambda deck: deck.move(-1, 0)),
    Command("right", "right", "Fleet after", "", "", SCREEN, lambda deck: deck.move(1, 0)),
    Command("open", "enter", "Look closer", "", "The whole card of the ship, or the working of the line.", SCREEN,
            lambda deck: deck.look()),
    Command("focus", "tab", "From the fleets to the journal and back", "journal", "", SCREEN, lambda deck: deck.switch_focus(),
            also=("shift+tab",)),
    Command("page-back", "pageup", "Journal: a page back", "", "", SCREEN, lambda deck: deck.page(-1)),
    Command("page-on", "pagedown", "Journal: a page on", "", "", SCREEN, lambda deck: deck.page(1)),
    Command("first", "home", "The first line or ship", "", "", SCREEN, lambda deck: deck.to_end(last=False)),
    Command("last", "end", "The last line or ship", "", "", SCREEN, lambda deck: deck.to_end(last=True)),
)  # fmt: skip


def order_command(procedure: type[Order[Any]]) -> Command:
    """The command that begins an order of a kind, from its declaration."""
    doc = " ".join((procedure.__doc__ or "").split())
    return Command(
        id=procedure.id,
        key=procedure.key,
        title=procedure.title,
        short=procedure.title,
        help=doc,
        group=ORDERS,
        run=lambda deck: deck.begin(procedure),
        refusal=lambda session: session.refusal(procedure),
        procedure=procedure,
    )


def all_commands(orders: Iterable[type[Order[Any]]], keys: Mapping[str, str] | None = None) -> tuple[Command, ...]:
    """The orders that have a key, then the commands of every battle; ``keys`` are those that the user gave some of them."""
    given = [order_command(procedure) for procedure in orders if procedure.key]
    return tuple(replace(c, key=keys[c.id], also=()) if keys and c.id in keys else c for c in (*given, *FIXED))


def by_key(commands: Iterable[Command]) -> dict[str, tuple[Command, ...]]:
    """Each key with what it does: a command of every battle before any order, orders of different steps one after another."""
    keys: dict[str, list[Command]] = {}
    for command in sorted(commands, key=lambda command: command.procedure is not None):
        for key in (command.key, *command.also):
            keys.setdefault(key, []).append(command)
    return {key: tuple(found) for key, found in keys.items()}


def check_keys(keys: Mapping[str, str], systems: Iterable[Iterable[type[Order[Any]]]]) -> None:
    """Raise InvalidInput where a key that the user gave a command is that of another, in any step of any of the rule systems."""
    for orders in systems:
        commands = all_commands(orders, keys)
        for command, other in permutations(commands, 2):
            if command.id in keys and command.key in (other.key, *other.also) and _together(command, other):
                allowed = f"a key of its own, or another one for {other.id} as well"
                raise InvalidInput(f"keys, {command.id}", f"{command.key}, which is that of {other.id}", allowed)


def _together(one: Command, other: Command) -> bool:
    """Whether both can be meant in the same step."""
    phases = [set(command.procedure.phases) if command.procedure else set() for command in (one, other)]
    return not all(phases) or bool(phases[0] & phases[1])


def known_commands(systems: Iterable[Iterable[type[Order[Any]]]]) -> list[str]:
    """The names of all commands that have a key."""
    orders = (procedure.id for orders in systems for procedure in orders if procedure.key)
    return list(dict.fromkeys([*(fixed.id for fixed in FIXED), *orders]))


def meant(commands: Iterable[Command], session: Session) -> Command:
    """Of commands with the same key the one that can be done now, otherwise the first."""
    commands = list(commands)
    return next((command for command in commands if not command.refusal(session)), commands[0])
