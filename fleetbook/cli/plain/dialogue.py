"""The main loop of the dialogue, which asks "What now?" until the referee quits."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from fleetbook.cli.guard import DONE
from fleetbook.cli.inputs import read_inputs
from fleetbook.cli.plain import looking, moves
from fleetbook.cli.plain import proposals as proposing
from fleetbook.cli.plain.console import Console, Ended, Left, place_of
from fleetbook.cli.plain.orders import order
from fleetbook.cli.plain.phones import Phones
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import pick
from fleetbook.referee.offers import orders_now, referees_orders, what_it_does
from fleetbook.store.battle.battle_file import BattleFile

Run: TypeAlias = Callable[[PlainSession, str], None]
Kind: TypeAlias = type[Order[Any]]


COMMANDS: Mapping[str, tuple[str, Run]] = {
    "status": ("the step and all ships", looking.show_status),
    "briefing": ("the story, the set-up, what comes in which turn, and what decides the battle", looking.show_briefing),
    "news": (f"the story so far: the last {looking.LAST} results of note, or more: news 30, news all", looking.show_news),
    "score": ("who would win now, the score, and what decides the battle", looking.show_score),
    "ranges": ("the ranges measured in this step, or those of one ship: ranges MTB 221", looking.show_ranges),
    "legend": ("what the short words on cards and the signs beside dice mean", looking.show_legend),
    "ship": ("all of one ship's card", looking.show_ship),
    "why": ("the working of the last line, or of another: why 12", looking.show_why),
    "log": (f"the last {looking.LAST} lines, or more: log 30, log all", looking.show_log),
    "undo": ("take back the last order", moves.undo),
    "back": ("go back to a line: back 12", moves.go_back),
    "redo": ("bring back the orders last taken back", moves.redo),
    "die": ("change a die of the last order, with a reason", moves.change_die),
    "dice": ("have dice rolled, type them in, or have players throw them on their phones: dice thrown", moves.set_dice),
    "report": ("write the battle's report into a file", looking.write_report),
    "again": ("the last order again, by the next ship; again all: by each other ship", proposing.again),
    "measure": ("give the range between two ships before an order asks for it: measure MTB 221, S 88, 14", proposing.measure),
}
"""The commands of the dialogue, each with its help and its function. The function gets the text after the command."""
PHONES: Mapping[str, tuple[str, Callable[[Phones, str], None]]] = {
    "share": (
        "links to pages for players, who may send orders from there: share, share lan, share off",
        Phones.share,
    ),
    "sent": ("the orders that players have sent", lambda phones, words: phones.list()),
    "give": (
        "give the oldest order that a player sent, or another: give 2",
        Phones.give,
    ),
    "send-back": ("send a player's order back: send-back 2 too far", Phones.send_back),
    "seal": ("keep the orders of each step sealed until every side is ready, or stop that", Phones.seal),
    "close": ("close sealed orders, so that they can be read and given", Phones.close),
    "chair": ("mark the chair of a side or squadron as empty, or as taken again: chair Royal Navy", Phones.mark_chair),
}
"""The commands for players' phones."""
HELP, QUIT, QUESTION = "help", "quit", "?"
WORDS = (*COMMANDS, *PHONES, HELP, QUIT)


def referee(file: BattleFile, console: Console, chairs: Mapping[str, str] | None = None) -> int:
    """Referee an open battle in a dialogue until the referee quits or the input ends. Returns the exit code. ``chairs`` has the
    doctrine of each side without a player.

    Every order is saved before it is shown. Ctrl-C abandons the present order; at "What now?" it ends the program.
    """
    dialogue = Dialogue(PlainSession(console, file))
    try:
        for side, doctrine in (chairs or {}).items():
            dialogue.phones.chairs.seat(side, doctrine)
        dialogue.greet()
        while dialogue.turn():
            pass
    except Ended:
        console.say("the answers have ended; everything is saved")
    finally:
        dialogue.phones.end()
    return DONE


class Dialogue:
    """Asks "What now?", runs the command or order that is the answer, and writes the results."""

    def __init__(self, session: PlainSession) -> None:
        self.session, self.console = session, session.console
        self.phones = Phones(session)

    def greet(self) -> None:
        """Write the name of the battle and how to answer questions."""
        file, setup = self.session.session.file, self.session.journal.setup
        self.console.say(f"{setup.title}: {' against '.join(setup.sides)}, {len(setup.ships)} ships.")
        self.console.say(f"Dice sealed by SHA-256 {file.commitment}.")
        if file.read_only:
            self.console.say(f"Open for reading only: {file.damage or file.notice or file.elsewhere}.")
        self.console.say("Answer with a number or a word. Enter lists them, help says more, a full stop leaves a question.")
        last = next((one for one in reversed(self.session.journal.records) if self.session.session.tell(one).is_news), None)
        self.console.say(
            f"Last: {looking.news_line(self.session, last)}" if last else "Type briefing for the story and what decides it."
        )
        self.announce()

    def announce(self) -> None:
        """Write the present phase and the orders that can be given in it."""
        self.console.say(f"{self.session.step}.", *self._listed(self.orders))

    @property
    def orders(self) -> list[Kind]:
        """The orders that can be given now."""
        if self.session.session.file.read_only:
            return []
        return self.session.session.cached_for_line("orders", (), lambda: list(orders_now(self.session.battle)))

    @staticmethod
    def _listed(orders: list[Kind]) -> list[str]:
        return [f"  {number} {kind.id}: {kind.title}" for number, kind in enumerate(orders, 1)]

    def turn(self) -> bool:
        """Ask "What now?" once and do what the answer says. False if the referee quits. Raises Ended if the input ends."""
        self.phones.tell_chairs()
        try:
            answer = self.console.ask("What now?")
        except Left:
            answer = ""
        step, lines = self.session.step, len(self.session.journal.records)
        try:
            lines += self._follow()
            self.phones.look()
            if not self._do(answer):
                return False
        except (Left, KeyboardInterrupt):
            self._broken_off(lines)
        except FleetbookError as error:
            self.console.say(f"{error}.")
        if self.session.step != step:
            self.announce()
        return True

    def _follow(self) -> int:
        """In a battle that is only read here, write the lines that another process has added, and say if that process has closed
        the battle. Returns the number of new lines.
        """
        file = self.session.session.file
        before, added = file.elsewhere, self.session.session.follow()
        for record in added:
            self.session.show(record)
        if file.elsewhere != before:
            self.console.say(f"{file.elsewhere}.")
        return len(added)

    def _broken_off(self, lines: int) -> None:
        """Say that Ctrl-C abandoned the order. If the order was given before Ctrl-C took effect, show it instead."""
        given = self.session.journal.records[lines:]
        for record in given:
            self.session.show(record)
        if not given:
            self.console.say("Left; nothing was done.")

    def _do(self, answer: str) -> bool:
        """Do what an answer to "What now?" says. False if it is ``quit``."""
        word, _, rest = answer.partition(" ")
        if not answer and self.phones.enter():
            return True
        if not answer:
            orders = self.orders
            words = [f"  {number} {word}" for number, word in enumerate(WORDS, len(orders) + 1)]
            self.console.say(f"{self.session.step}.", *self._listed(orders), *words)
            return True
        chosen = self._chosen(word)
        if not isinstance(chosen, str):
            self._order(chosen, rest)
        elif chosen == HELP:
            self._help(rest.strip())
        elif chosen in PHONES:
            PHONES[chosen][1](self.phones, rest.strip())
        elif chosen != QUIT:
            COMMANDS[chosen][1](self.session, rest.strip())
        return chosen != QUIT

    def _chosen(self, word: str) -> Kind | str:
        """The order or command that an answer means, by number, name, beginning or key. Raises InvalidInput if there is none."""
        orders = self.orders
        if word == QUESTION:
            return HELP
        place = place_of(word, [*(kind.id for kind in orders), *WORDS])
        if place is not None:
            return orders[place] if place < len(orders) else WORDS[place - len(orders)]
        known = {kind.id: kind for kind in referees_orders(self.session.battle.ruleset)}
        keys = {kind.key: kind.id for kind in known.values()}
        name = pick("answer", keys.get(word, word), [*known, *(word for word in WORDS if word not in known)])
        return known.get(name, name)

    def _order(self, kind: Kind, rest: str) -> None:
        """Ask for the inputs of an order and give it. ``rest`` may answer some of them as ``name=value``."""
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise InvalidInput("answer", rest, f"name=value, quoted where it has spaces ({error})") from None
        self.session.show(order(self.session, kind, read_inputs(words, None)))

    def _help(self, word: str) -> None:
        """Explain one order with its inputs. Without a word, list all orders and commands, with reasons if refused now."""
        chosen = self._chosen(word) if word else ""
        if not isinstance(chosen, str):
            self._explain(chosen)
            return
        for kind in referees_orders(self.session.battle.ruleset):
            self.console.say(f"  {kind.id}, key {kind.key}: {what_it_does(kind)}{self._not_now(kind)}")
        self.console.say(
            *(f"  {word}: {does}" for word, (does, _) in (*COMMANDS.items(), *PHONES.items())),
            "  quit: leave; everything is saved",
        )

    def _not_now(self, kind: Kind) -> str:
        why = self.session.session.refusal(kind)
        return f" Not now: {why}." if why else ""

    def _explain(self, kind: Kind) -> None:
        section = f", section {kind.section}" if kind.section else ""
        self.console.say(f"{kind.title}{section}: {what_it_does(kind)}{self._not_now(kind)}")
        for name, field in kind.declared.items():
            self.console.say(f"  {name}: {field.label}{' in ' + field.unit if field.unit else ''}")
