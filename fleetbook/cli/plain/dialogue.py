"""The dialogue itself: what now?, again and again, until the referee quits."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from fleetbook.cli.guard import DONE
from fleetbook.cli.inputs import read_inputs
from fleetbook.cli.plain import looking
from fleetbook.cli.plain import moves as moving
from fleetbook.cli.plain import proposals as proposing
from fleetbook.cli.plain.console import Console, Ended, Left, place_of
from fleetbook.cli.plain.orders import order
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import pick
from fleetbook.referee.offers import orders_now, referees_orders, what_it_does
from fleetbook.store.battle.battle_file import BattleFile

Run: TypeAlias = Callable[[PlainSession, str], None]
Kind: TypeAlias = type[Order[Any]]


COMMANDS: Mapping[str, tuple[str, Run]] = {
    "status": ("the step and all ships", looking.tell_status),
    "ship": ("all of one ship's card", looking.tell_ship),
    "why": ("the working of the last line, or of another: why 12", looking.tell_why),
    "log": (f"the last {looking.LAST} lines, or more: log 30, log all", looking.tell_log),
    "undo": ("take back the last order", moving.undo),
    "back": ("go back to a line: back 12", moving.go_back),
    "redo": ("bring back what was taken back", moving.redo),
    "die": ("change a die of the last order, with a reason", moving.change_die),
    "dice": ("have dice rolled, or type them in", moving.set_dice),
    "report": ("write the battle's report into a file", looking.write_report),
    "again": ("the last order again, by the next ship; again all: by each other ship", proposing.again),
    "measure": ("a range before an order asks for it: measure MTB 221, S 88, 14", proposing.measure),
}
"""Words, what the help says of each, and what it does with the words after it."""
HELP, QUIT, QUESTION = "help", "quit", "?"
WORDS = (*COMMANDS, HELP, QUIT)


def referee(file: BattleFile, talk: Console) -> int:
    """Referee an open battle until the referee quits or the answers end; the exit code. Every order is durable when it is told.

    A break of the keyboard's leaves the order that is being asked for; at the question what now it passes through.
    """
    dialogue = Dialogue(PlainSession(talk, file))
    try:
        dialogue.greet()
        while dialogue.turn():
            pass
    except Ended:
        dialogue.sitting.talk.say("the answers have ended; everything is kept")
    return DONE


class Dialogue:
    """What now?, what was meant by the answer, and what came of it."""

    def __init__(self, sitting: PlainSession) -> None:
        self.sitting, self.talk = sitting, sitting.talk

    def greet(self) -> None:
        """Say what is refereed, and how to go on."""
        file, setup = self.sitting.session.file, self.sitting.journal.setup
        self.talk.say(f"{setup.title}: {' against '.join(setup.sides)}, {len(setup.ships)} ships.")
        self.talk.say(f"Dice sealed by SHA-256 {file.commitment}.")
        if file.read_only:
            self.talk.say(f"Open for reading only: {file.damage or file.notice}.")
        self.talk.say("Answer with a number or a word; nothing typed lists them, help says more, a full stop leaves a question.")
        self.announce()

    def announce(self) -> None:
        """Say the step that begins and the orders that it has room for."""
        self.talk.say(f"{self.sitting.step}.", *self._listed(self.orders))

    @property
    def orders(self) -> list[Kind]:
        """The orders that can be given now."""
        if self.sitting.session.file.read_only:
            return []
        return self.sitting.session.cached_for_line("orders", (), lambda: list(orders_now(self.sitting.battle)))

    @staticmethod
    def _listed(orders: list[Kind]) -> list[str]:
        return [f"  {number} {kind.id}: {kind.title}" for number, kind in enumerate(orders, 1)]

    def turn(self) -> bool:
        """One answer and what comes of it; False to quit. Raises Ended."""
        try:
            answer = self.talk.ask("What now?")
        except Left:
            answer = ""
        before = self.sitting.step, len(self.sitting.journal.records)
        try:
            if not self._do(answer):
                return False
        except (Left, KeyboardInterrupt):
            self._broken_off(before[1])
        except FleetbookError as error:
            self.talk.say(f"{error}.")
        if self.sitting.step != before[0]:
            self.announce()
        return True

    def _broken_off(self, lines: int) -> None:
        """Say what was left; an order that was given before the break took effect is told."""
        given = self.sitting.journal.records[lines:]
        for record in given:
            self.sitting.tell(record)
        if not given:
            self.talk.say("Left; nothing was done.")

    def _do(self, answer: str) -> bool:
        """Do what was answered; False to quit."""
        word, _, rest = answer.partition(" ")
        if not answer:
            self._list()
            return True
        meant = self._meant(word)
        if not isinstance(meant, str):
            self._order(meant, rest)
        elif meant == HELP:
            self._help(rest.strip())
        elif meant != QUIT:
            COMMANDS[meant][1](self.sitting, rest.strip())
        return meant != QUIT

    def _list(self) -> None:
        """Say all that can be answered, with its number."""
        orders = self.orders
        words = [f"  {number} {word}" for number, word in enumerate(WORDS, len(orders) + 1)]
        self.talk.say(f"{self.sitting.step}.", *self._listed(orders), *words)

    def _meant(self, word: str) -> Kind | str:
        """The order or the command of a number, a word, an order's key, or a beginning. Raises InvalidInput."""
        orders = self.orders
        if word == QUESTION:
            return HELP
        place = place_of(word, [*(kind.id for kind in orders), *WORDS])
        if place is not None:
            return orders[place] if place < len(orders) else WORDS[place - len(orders)]
        known = {kind.id: kind for kind in referees_orders(self.sitting.battle.ruleset)}
        keys = {kind.key: kind.id for kind in known.values()}
        name = pick("answer", keys.get(word, word), [*known, *(word for word in WORDS if word not in known)])
        return known.get(name, name)

    def _order(self, kind: Kind, rest: str) -> None:
        """Give an order; ``name=value`` words after its name answer its questions beforehand."""
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise InvalidInput("answer", rest, f"name=value, quoted where it has spaces ({error})") from None
        self.sitting.tell(order(self.sitting, kind, read_inputs(words, None)))

    def _help(self, word: str) -> None:
        """Say what can be answered now, what cannot and why, and what the words do; of one order what it asks for."""
        meant = self._meant(word) if word else ""
        if not isinstance(meant, str):
            self._explain(meant)
            return
        for kind in referees_orders(self.sitting.battle.ruleset):
            self.talk.say(f"  {kind.id}, key {kind.key}: {what_it_does(kind)}{self._not_now(kind)}")
        self.talk.say(*(f"  {word}: {told}" for word, (told, _) in COMMANDS.items()), "  quit: leave; everything is kept")

    def _not_now(self, kind: Kind) -> str:
        why = self.sitting.session.refusal(kind)
        return f" Not now: {why}." if why else ""

    def _explain(self, kind: Kind) -> None:
        section = f", section {kind.section}" if kind.section else ""
        self.talk.say(f"{kind.title}{section}: {what_it_does(kind)}{self._not_now(kind)}")
        self.talk.say(
            *(f"  {name}: {field.label}{' in ' + field.unit if field.unit else ''}" for name, field in kind.declared.items())
        )
