"""The session of a battle refereed in a dialogue. Ctrl-C cannot stop an order half way."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeAlias

from fleetbook.cli.plain.console import Console
from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Proposer, Record
from fleetbook.core.doctrines.intent_words import intent_words
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.working import working
from fleetbook.referee.asking import Asking
from fleetbook.referee.session import Session
from fleetbook.reports.journal.lines import result_texts
from fleetbook.store.battle.battle_file import BattleFile

OnPhone: TypeAlias = Callable[[Asking, Order[Any], Proposer | None], tuple[str, str] | None]
"""Has the open question of an order answered on a phone. Returns the answer and its side; None if the referee is asked."""


class PlainSession:
    """The session of an open battle, and the console of its dialogue."""

    def __init__(self, console: Console, file: BattleFile) -> None:
        self.console, self.session = console, Session(file, whole)
        self.chooses: Callable[[ChoiceNeeded, Proposer | None], str] = lambda needed, proposer: ""  # the answer of a doctrine
        self.on_phone: OnPhone = lambda asking, order, proposer: None
        self.throws_on_phones = False  # whether phones are asked for dice and choices

    @property
    def journal(self) -> Journal[Any]:
        """The journal of the battle."""
        return self.session.journal

    @property
    def battle(self) -> Battle[Any]:
        """The battle as it stands."""
        return self.session.battle

    @property
    def step(self) -> str:
        """The present turn and phase in words."""
        battle = self.battle
        sequence = battle.ruleset.sequence
        phase = sequence.now(battle)
        return sequence.called_turn(battle) or f"Turn {battle.turn}, step {phase.number}: {sequence.title(phase, battle)}"

    def show(self, record: Record) -> None:
        """Write the results of a journal line, its headline, and how it came about."""
        self.console.say(*result_texts(self.journal, record), f"Line {record.number}: {record.headline}.")
        steps = working(record, self.journal.battle_before(record.number))
        self.console.say(*(f"  {'  ' * step.depth}{step.text}" for step in steps))
        if record.reason:
            self.console.say(f"  ruling: {record.reason}")
        meant = intent_words(record, self.journal.battle_before(record.number))
        self.console.say(*(f"  {words}" for words in (*record.hands, *(words for _, words in meant))))


@contextmanager
def whole() -> Iterator[None]:
    """Delay Ctrl-C until the block is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    broken: list[int] = []

    def later(number: int, frame: FrameType | None) -> None:
        broken.append(number)

    before = signal.signal(signal.SIGINT, later)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if broken:
            raise KeyboardInterrupt
