"""The journal of a battle: every order, undo and redo, and the battle after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Generic, TypeAlias, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import Marker
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import REDO, REFEREE, UNDO, Hands, Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import last_turn
from fleetbook.core.battle.victory import Victory
from fleetbook.core.dice import Stream, no_such_die
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.tree import Done
from fleetbook.core.play.driver import DiceSource, Supply
from fleetbook.core.play.lines import Lines
from fleetbook.core.play.recording import new_record
from fleetbook.core.play.results import Told, told_by_rules
from fleetbook.core.play.suborders import SubOrder, suborders
from fleetbook.core.play.undo_history import UndoHistory

S = TypeVar("S", bound=Ship)
Words: TypeAlias = Sequence[str]


class Journal(Generic[S]):
    """The journal of a battle: its lines, and the facts after each line. Lines are never removed. Methods such as ``propose`` and
    ``undo`` make records. ``append`` adds a record as a new line.

    side       the side that reads it; empty for the referee, who reads everything
    last_turn  the number of the scenario's last turn; 0 if it has no limit
    last_link  a hash of all lines so far, which players may write down; empty without a file and for a side
    markers    the squadrons that a side sees as markers on the table
    times      the times at which the lines were written, in UTC; empty without a file
    """

    side = last_link = ""
    times: Sequence[str] = ()
    markers: tuple[Marker, ...] = ()

    def __init__(self, ruleset: Ruleset[S], setup: Setup, seed: str) -> None:
        words = tuple(setup.dice.words.get(side, "") for side in setup.sides) if setup.dice.words else ()
        self.ruleset, self.setup, self.stream = ruleset, setup, Stream(seed, words)
        self.start, self.last_turn = ruleset.begin(setup), last_turn(setup)
        self.records = Lines(self)
        self.undo_history = UndoHistory(self.records.kept, self._is_note)
        self._states: list[State] = [self.start.state]
        self._thrown = [0]
        self._told: dict[int, Told[S]] = {}
        self._parts: dict[int, tuple[SubOrder[S], ...]] = {}

    @property
    def position(self) -> int:
        """The number of the order after which the battle stands now; 0 at the start."""
        return self.undo_history.position

    @property
    def victory(self) -> Victory | None:
        """The scenario's victory conditions, as far as the reader may read them. The score itself may be hidden from a side."""
        return self.setup.victory

    @property
    def last_but_notes(self) -> int:
        """The number of the last order in force, leaving out notes; 0 if there is none."""
        return self.undo_history.last_but_notes

    def _is_note(self, record: Record) -> bool:
        return bool(record.procedure) and self.ruleset.order(record.procedure).is_note

    @property
    def battle(self) -> Battle[S]:
        """The battle as it stands now."""
        return self.battle_after(self.position)

    def battle_after(self, number: int) -> Battle[S]:
        """The battle after the line with this number; 0 gives the start."""
        return self.start.at(self._states[number])

    def battle_before(self, number: int) -> Battle[S]:
        """The battle before the order with this number."""
        return self.battle_after(self.data(number).on)

    def record(self, number: int) -> Record:
        """The line with this number. Raises InvalidInput if there is none."""
        return self.records[self.undo_history.place(number)]

    def data(self, number: int) -> Record:
        """A line as it is stored: without words, and so quicker to read than ``record``. Only lines of an earlier version have
        words.
        """
        kept = self.records.kept[self.undo_history.place(number)]
        return kept if kept.whole else self.record(number)

    @property
    def next_number(self) -> int:
        """The number of the next line to be written."""
        return len(self.records) + 1

    def supply(self, typed: Sequence[int | None] = (), typed_only: bool = False) -> Supply:
        """The dice for the next order, with the faces typed for it."""
        return self._dice(self.next_number, self.position, typed, typed_only)

    def _dice(self, line: int, on: int, typed: Sequence[int | None] = (), typed_only: bool = False) -> Supply:
        """The dice for an order that follows the line ``on``. ``line`` is the order's own number, which matters only if each line
        numbers its own dice.
        """
        if self._by_lines:
            return Supply(msgspec.structs.replace(self.stream, line=line), 0, typed, typed_only)
        return Supply(self.stream, self._thrown[on], typed, typed_only)

    @property
    def _by_lines(self) -> bool:
        return self.setup.dice.numbered == "by lines"

    def dice_number(self, record: Record) -> int:
        """The number of dice thrown before an order. If each line numbers its own dice, it is the number of the line that the
        order took its dice from.
        """
        return record.drawn_by if self._by_lines else self._thrown[record.on]

    def dice_of(self, record: Record) -> Supply:
        """The dice with which a recorded order is carried out again. Typed and overruled faces stay the same. The stream rolls
        the other dice.
        """
        return self._dice(record.drawn_by, record.on).again(record.faces)

    def propose(
        self, order: Order[S], dice: DiceSource | None = None, choices: Words = (), given: Words = (), hands: Hands = REFEREE
    ) -> Record:
        """The record that an order would give. The journal stays as it is. Raises Refused if the order is not legal.

        Raises InvalidInput if the rules do not list the order, and InputNeeded if a die or choice is missing.
        """
        numbers, dice = (self.next_number, self.position), dice or self.supply()
        return new_record(numbers, self.battle, order, given=given, dice=dice, choices=choices, **hands.fields)

    def undo(self, to: int | None = None) -> Record:
        """The record of an undo. It takes back the last order, or all orders after the line ``to`` (0 is the start). Notes stay
        in force. Raises Refused if the undo would change nothing.
        """
        target = self.undo_history.back(to)
        return msgspec.structs.replace(self._moved(UNDO, target), notes=self.undo_history.kept_by(target))

    def redo(self) -> Record:
        """The record of a redo, which brings back the order that was undone last, with its dice. Raises Refused if there is
        none.
        """
        return self._moved(REDO, self.undo_history.forward())

    def _moved(self, kind: str, target: int) -> Record:
        now = self.battle
        return Record(
            number=self.next_number,
            kind=kind,
            on=self.position,
            to=target,
            turn=now.turn,
            phase=now.phase,
            headline=self.undo_history.words(kind, target),
            fingerprint=self._states[target].fingerprint,
        )

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> tuple[Record, ...]:
        """The records that change one die of the last order. The order is undone and carried out again; its other dice stay the
        same. Its earlier choices are used again if it asks for them, unless ``choices`` are given. Notes after the order are
        repeated.

        Raises Refused without a last order or a reason, and InvalidInput for an unknown die or an impossible face. Raises
        ChoiceNeeded if the order now asks for more choices.
        """
        require(self.last_but_notes, "there is no order whose die could be changed")
        require(reason.strip(), "a changed die needs a reason")
        last = self.record(self.last_but_notes)
        if not 1 <= die <= len(last.faces):
            raise no_such_die(die, len(last.faces))
        require(choices is not None or face != last.faces[die - 1].face, f"die {die} shows {face} already")
        back = self._moved(UNDO, last.on)  # the notes are repeated on the changed order
        order, supply = self.order_of(last), self.dice_of(last)
        supply = replace(supply, overruled={**supply.overruled, die: face})
        again = new_record(
            (self.next_number + 1, last.on), self.battle_after(last.on), order, given=last.given, dice=supply,
            choices=last.choices if choices is None else choices, spare=choices is None,
            reason=reason, stream=last.drawn_by if self._by_lines else 0, proposer=last.proposer, thrown_by=last.thrown_by,
        )  # fmt: skip
        return back, again, *self._noted_again(last, again)

    def _noted_again(self, last: Record, again: Record) -> Iterator[Record]:
        """Records that repeat the notes after a changed order."""
        then = self.start.at(self._states[last.on].with_changes(changes(again.events)))
        notes = [self.record(number) for number in self.undo_history.line_to(self.position) if number > last.number]
        for number, note in enumerate(notes, again.number + 1):
            yield new_record((number, number - 1), then, self.order_of(note), given=note.given, dice=Supply(None))

    def results(self, record: Record) -> tuple[Result, ...]:
        """The results of a line, the most serious first; empty for an undo or redo."""
        if not record.is_order:
            return ()
        return self.told(record).all

    def told(self, record: Record) -> Told[S]:
        """The results that the rules give for an order, and the events that these results do not cover. They are computed only
        once.
        """
        told = self._told.get(record.number) or told_by_rules(record, self.battle_after(record.on), lambda: self.tree(record))
        return self._told.setdefault(record.number, told)

    def parts(self, record: Record) -> tuple[SubOrder[S], ...]:
        """The parts of an order that threw dice. Raises FleetbookError if the reader may not know the whole order."""
        parts = self._parts.get(record.number) or tuple(suborders(self.tree(record)))
        return self._parts.setdefault(record.number, parts)

    def tree(self, record: Record) -> Done[S]:
        """The order as a tree of its parts. Raises FleetbookError if the reader may not know the whole order."""
        return self.records.tree(record)

    def order_of(self, record: Record) -> Order[S]:
        """The recorded order as it was given."""
        return self.ruleset.order(record.procedure).from_inputs(record.inputs)

    def append(self, record: Record) -> None:
        """Add a record as a new line. If it cannot be the next line, raise InvalidInput and add nothing."""
        self.undo_history.check(record)
        before = self._states[record.on if record.is_order else record.to]
        state = before.with_changes(changes(record.events)) if record.is_order else before
        if state.fingerprint != record.fingerprint:
            raise InvalidInput(f"line {record.number}", "events that lead to another battle", "events that fit its fingerprint")
        self.records.kept.append(record)
        self._states.append(state)
        self._thrown[record.number :] = [self._thrown[record.on] + len(record.faces)]
        self.undo_history.follow(record)

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """A ``with`` block for adding records. If the block fails, the records that it added are removed."""
        lines, stood = len(self.records), self.undo_history.snapshot()
        try:
            yield
        except BaseException:
            self.records.cut(lines)
            del self._states[lines + 1 :]
            self._told.clear()
            self._parts.clear()
            self.undo_history.restore(stood)
            raise

    @property
    def revealed_seed(self) -> str | None:
        """The seed of the dice if the battle has ended; None before that."""
        return self.stream.seed if self.battle.ended else None
