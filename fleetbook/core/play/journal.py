"""The journal: every order, the battle after each, and the way back to any of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import Marker
from fleetbook.core.battle.damage_words import Harm, harm_by
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import REDO, UNDO, Record
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.setup import Setup
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


class Journal(Generic[S]):
    """Records and the states between them. It only grows: proposing makes a record, appending takes it in.

    side       the reader's side; empty for the referee, who reads everything
    last_link  a seal of all lines so far, for players to write down; empty without a file, and for a side
    markers    what a side that reads sees on the table of squadrons whose ships it need not know
    """

    side = last_link = ""
    markers: tuple[Marker, ...] = ()

    def __init__(self, ruleset: Ruleset[S], setup: Setup, seed: str) -> None:
        words = tuple(setup.dice.words.get(side, "") for side in setup.sides) if setup.dice.words else ()
        self.ruleset, self.setup, self.stream = ruleset, setup, Stream(seed, words)
        self.start = ruleset.begin(setup)
        self.records = Lines(self)
        self.undo_history = UndoHistory(self.records.kept)
        self._states: list[State] = [self.start.state]
        self._thrown = [0]
        self._told: dict[int, Told[S]] = {}
        self._parts: dict[int, tuple[SubOrder[S], ...]] = {}
        self._harm: dict[int, tuple[Harm, ...]] = {}

    @property
    def position(self) -> int:
        """The order on whose outcome the battle stands; 0 is the start."""
        return self.undo_history.position

    @property
    def last_but_notes(self) -> int:
        """The last order in force that is no note; 0 if there is none."""
        number = self.position
        while number and (kind := self.record(number).procedure) and self.ruleset.order(kind).is_note:
            number = self.record(number).on
        return number

    @property
    def battle(self) -> Battle[S]:
        """The battle as it stands."""
        return self.battle_after(self.position)

    def battle_after(self, number: int) -> Battle[S]:
        """The battle after a line of the journal; 0 is the start."""
        return self.start.at(self._states[number])

    def battle_before(self, number: int) -> Battle[S]:
        """The battle before an order."""
        return self.battle_after(self.record(number).on)

    def record(self, number: int) -> Record:
        """A line by its number. Raises InvalidInput for one that does not exist."""
        return self.records[self.undo_history.place(number)]

    def data(self, number: int) -> Record:
        """A line as it is kept, which is quicker to read than its words. Lines of an earlier version have words."""
        kept = self.records.kept[self.undo_history.place(number)]
        return kept if kept.whole else self.record(number)

    @property
    def next_number(self) -> int:
        """The number that the next record will have."""
        return len(self.records) + 1

    def supply(self, typed: Sequence[int | None] = (), typed_only: bool = False) -> Supply:
        """Dice for the next order."""
        return self._dice(self.next_number, self.position, typed, typed_only)

    def _dice(self, line: int, on: int, typed: Sequence[int | None] = (), typed_only: bool = False) -> Supply:
        """Dice for an order on the outcome of another. Its line matters only for dice numbered by lines."""
        if self._by_lines:
            return Supply(replace(self.stream, line=line), 0, typed, typed_only)
        return Supply(self.stream, self._thrown[on], typed, typed_only)

    @property
    def _by_lines(self) -> bool:
        return self.setup.dice.numbered == "by lines"

    def dice_number(self, record: Record) -> int:
        """The number before an order's first die. It counts the dice in force before it, or is the line that drew them."""
        return record.drawn_by if self._by_lines else self._thrown[record.on]

    def dice_of(self, record: Record) -> Supply:
        """The dice of a record again. Rolled faces come from the stream; typed and overruled ones stay."""
        return self._dice(record.drawn_by, record.on).again(record.faces)

    def propose(
        self,
        order: Order[S],
        dice: DiceSource | None = None,
        choices: Sequence[str] = (),
        given: Sequence[str] = (),
    ) -> Record:
        """The record that an order would make. Raises Refused for an illegal order, InputNeeded for a missing die or choice."""
        numbers = self.next_number, self.position
        return new_record(numbers, self.battle, order, given=given, dice=dice or self.supply(), choices=choices)

    def undo(self, to: int | None = None) -> Record:
        """The record that takes back the last order, or goes to any line (0 is the start).

        Raises Refused for a step that changes nothing.
        """
        return self._moved(UNDO, self.undo_history.back(to))

    def redo(self) -> Record:
        """The record that brings back the last order taken back, with its dice. Raises Refused if there is none."""
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
        """The records that change one die of the last order. It is taken back and resolved again with the same other dice. The
        choices are the same, as far as the order still asks for them, or others. The notes that stood on it follow.

        Raises Refused without a last order or a reason, and InvalidInput for an unknown die or an impossible face. ChoiceNeeded
        is raised if the order now asks for more choices.
        """
        require(self.last_but_notes, "there is no order whose die could be changed")
        require(reason.strip(), "a changed die needs a reason")
        last = self.record(self.last_but_notes)
        if not 1 <= die <= len(last.faces):
            raise no_such_die(die, len(last.faces))
        require(choices is not None or face != last.faces[die - 1].face, f"die {die} shows {face} already")
        back = self.undo(last.on)
        order, supply = self.order_of(last), self.dice_of(last)
        supply = replace(supply, overruled={**supply.overruled, die: face})
        again = new_record(
            (self.next_number + 1, last.on), self.battle_after(last.on), order, given=last.given, dice=supply,
            choices=last.choices if choices is None else choices, spare=choices is None,
            reason=reason, stream=last.drawn_by if self._by_lines else 0,
        )  # fmt: skip
        return back, again, *self._noted_again(last, again)

    def _noted_again(self, last: Record, again: Record) -> Iterator[Record]:
        """The notes that stand on an order, moved to the same order given again."""
        then = self.start.at(self._states[last.on].with_changes(changes(again.events)))
        notes = [self.record(number) for number in self.undo_history.line_to(self.position) if number > last.number]
        for number, note in enumerate(notes, again.number + 1):
            yield new_record((number, number - 1), then, self.order_of(note), given=note.given, dice=Supply(None))

    def results(self, record: Record) -> tuple[Result, ...]:
        """The results of a line, the worst first; none for a step back or forward."""
        if not record.is_order:
            return ()
        return self.told(record).all

    def told(self, record: Record) -> Told[S]:
        """The stated results of an order and its other events. They are worked out once."""
        told = self._told.get(record.number) or told_by_rules(record, self.battle_after(record.on), lambda: self.tree(record))
        return self._told.setdefault(record.number, told)

    def harm(self, record: Record) -> tuple[Harm, ...]:
        """The ships that an order hurt, with their new damage; none for a step back or forward. It is worked out once."""
        if record.number not in self._harm:
            before, after = self.battle_after(record.on), self.battle_after(record.number)
            self._harm[record.number] = harm_by(record.events, before, after) if record.is_order else ()
        return self._harm[record.number]

    def parts(self, record: Record) -> tuple[SubOrder[S], ...]:
        """The parts of an order that threw dice. Raises FleetbookError for a reader who does not know all of it."""
        parts = self._parts.get(record.number) or tuple(suborders(self.tree(record)))
        return self._parts.setdefault(record.number, parts)

    def tree(self, record: Record) -> Done[S]:
        """The tree of an order. Raises FleetbookError for a reader who does not know all of it."""
        return self.records.tree(record)

    def order_of(self, record: Record) -> Order[S]:
        """The order of a record, as it was given."""
        return self.ruleset.order(record.procedure).from_inputs(record.inputs)

    def append(self, record: Record) -> None:
        """Take a record in. Raises InvalidInput, and takes nothing in, for one that cannot follow here."""
        self.undo_history.check(record)
        before = self._states[record.on if record.is_order else record.to]
        state = before.with_changes(changes(record.events)) if record.is_order else before
        if state.fingerprint != record.fingerprint:
            raise InvalidInput(
                f"line {record.number}", "a battle that its events do not lead to", "the fingerprint of the record"
            )
        self.records.kept.append(record)
        self._states.append(state)
        self._thrown[record.number :] = [self._thrown[record.on] + len(record.faces)]
        self.undo_history.follow(record)

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """Drop the records that the block appended if it fails."""
        lines, stood = len(self.records), self.undo_history.snapshot()
        try:
            yield
        except BaseException:
            self.records.cut(lines)
            del self._states[lines + 1 :]
            self._told.clear()
            self._parts.clear()
            self._harm.clear()
            self.undo_history.restore(stood)
            raise

    @property
    def revealed_seed(self) -> str | None:
        """The seed, once the battle has ended."""
        return self.stream.seed if self.battle.ended else None
