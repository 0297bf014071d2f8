"""A battle being refereed: its file, every change of it, and state that is not saved in the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import Any, Self, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Tick, squadrons
from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import REDO, Hands, Proposer, Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.orders.turn_sequence import OfItself
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded, InputNeeded
from fleetbook.referee.asking import Giving, Thrown
from fleetbook.referee.damage_words import new_words
from fleetbook.referee.faces import each_apart
from fleetbook.referee.leaving import is_noted_by, note_shown
from fleetbook.referee.offers import reason, still_due, why_not, why_not_by
from fleetbook.referee.proposals.ranges import Ranges
from fleetbook.referee.proposals.roles import Role, chair_of
from fleetbook.referee.telling import Telling, tell
from fleetbook.store.battle.battle_file import BattleFile, check_all_used
from fleetbook.store.library.preferences import set_dice, types_dice

T = TypeVar("T")
ROLLED, TYPED = "dice rolled", "dice typed in"
SURE_THROWS = 2  # orders with dice that tell how dice are thrown in a battle
MOST_TRIED = 100  # combinations of choices tried in advance to find faces too many


class OneCommand:
    """Records which journal lines each command of the referee wrote. Those of the last command come after the line ``since``.

    All lines written while a command runs belong to it. A command that gives several orders may ask for dice between them.
    """

    def __init__(self, since: int) -> None:
        self.since, self._open, self._has_written = since, 0, False
        self._starts: list[int] = []

    def first_with(self, number: int) -> int:
        """The first line of the command that wrote this line. For a line that another session wrote, the line itself."""
        place = bisect_right(self._starts, number)
        return self._starts[place - 1] if place else number

    def __enter__(self) -> None:
        self._has_written = self._has_written and self._open > 0
        self._open += 1

    def __exit__(self, *error: object) -> None:
        self._open -= 1

    def wrote(self, before: int) -> None:
        """Note that a line was written. ``before`` is the number of lines before it."""
        if not (self._open and self._has_written):
            self.since, self._has_written = before, True
            self._starts.append(before + 1)


class Session:
    """An open battle. Every change is saved to the file before the method that makes it returns."""

    def __init__(self, file: BattleFile, whole: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        """``whole`` is a context manager that protects each change from an interrupt."""
        self.file, self._whole = file, whole
        self.typed_dice = _had_typed_dice(file)
        self.in_force: set[int] = file.journal.undo_history.in_force
        self.command = OneCommand(max(len(file.journal.records) - 1, 0))
        self.ranges = Ranges(lambda: self.journal.next_number)
        self.empty_chairs = set[Role]()  # sides and squadrons without a player, for whom the referee acts
        self.keys: Mapping[str, str] = {}  # keys of orders, by their ids; empty outside the app
        self._made: dict[str, tuple[Any, Any]] = {}
        self._told: dict[int, Telling] = {}

    @property
    def journal(self) -> Journal[Any]:
        """The journal of the battle."""
        return self.file.journal

    @property
    def battle(self) -> Battle[Any]:
        """The battle as it stands."""
        return self.cached_for_line("battle", (), lambda: self.file.journal.battle)

    @property
    def acting(self) -> str:
        """The side that acts in this phase. Empty if both do."""
        return self.cached_for_line("acting", (), lambda: self.battle.acting)

    def cached_for_line(self, name: str, of: Any, make: Callable[[], T]) -> T:
        """A cached value that depends on the battle as it stands and on ``of``. It is computed again after each journal line."""
        at = len(self.journal.records), of
        cached = self._made.get(name)
        if cached is None or cached[0] != at:
            cached = self._made[name] = at, make()
        made: T = cached[1]
        return made

    @property
    def dice(self) -> str:
        """Whether dice are rolled or typed in, in words."""
        return TYPED if self.typed_dice else ROLLED

    def have_dice(self, typed: bool) -> None:
        """Have dice typed in or rolled from now on, and save this as a preference.

        Raises Unwritable if the preference cannot be saved. The change holds for this session even then.
        """
        self.typed_dice = typed
        set_dice(typed)

    @property
    def barred(self) -> str:
        """The reason why no order can be given, such as a file that is open only for reading. Empty if orders can be given."""
        if not self.file.read_only:
            return ""
        return f"read only: {self.file.damage or self.file.notice or self.file.elsewhere or 'opened for reading'}"

    def cards(self) -> tuple[CardView, ...]:
        """The present cards of all ships, in an order in which ships under the same heading of the board stand together."""
        cards, heading = self.battle.cards, self.battle.ruleset.board_heading
        return self.cached_for_line("cards", (), lambda: tuple(one for ships in squadrons(cards(), heading) for one in ships))

    def ticks(self, ship: str) -> tuple[Tick, ...]:
        """The ticks of a ship: which orders she has given this turn and which she may give now. After the battle none is due.

        Ticks are computed for one ship at a time, because a screen shows few of a thousand ships.
        """
        found = self.cached_for_line("ticks", (), dict[str, tuple[Tick, ...]])
        if ship not in found:
            ticks = self.battle.ruleset.ticks(self.battle, self.battle.ship(ship))
            found[ship] = tuple(msgspec.structs.replace(tick, due=False) for tick in ticks) if self.battle.ended else ticks
        return found[ship]

    @property
    def last(self) -> Record | None:
        """The last line of the journal. None if there is none."""
        records = self.journal.records
        return records[-1] if records else None

    @property
    def latest(self) -> tuple[Record, ...]:
        """The lines that the last command wrote. A command may give several orders, with a line for each."""
        return tuple(self.journal.records[self.command.since :])

    @property
    def last_order(self) -> Record | None:
        """The last order in force. None if there is none."""
        return self.journal.record(self.journal.position) if self.journal.position else None

    @property
    def last_but_notes(self) -> Record | None:
        """The last order in force that is not a note, which can be repeated or have its dice changed. None if there is none."""
        return self.journal.record(self.journal.last_but_notes) if self.journal.last_but_notes else None

    def refusal(self, order: type[Order[Any]], ship: str = "") -> str:
        """The reason why orders of a kind cannot be given now, if possible one about ``ship``. Empty if they can be given."""
        against = self.cached_for_line(f"against {order.id}", (), lambda: why_not(self.battle, order))
        hers = against and self.suits(order) and self.refusal_by(order, ship)
        return hers or reason(order, against) if against else self.barred

    def refusal_by(self, order: type[Order[Any]], ship: str) -> str:
        """The reason why a ship or her squadron cannot give an order of a kind now, although others may. Empty if she can, or
        if ships do not give it.
        """
        against = self.cached_for_line(f"against {order.id} by", ship, lambda: why_not_by(self.legality(order), ship))
        return reason(order, against) if against else ""

    def legality(self, order: type[Order[Any]]) -> Legality[Any]:
        """The legality of orders of a kind now: which inputs are allowed, and why others are refused."""
        return self.cached_for_line(f"legality {order.id}", (), lambda: Legality(self.battle, order))

    def suits(self, order: type[Order[Any]]) -> bool:
        """Whether orders of a kind belong to the present phase, even if none can be given now."""
        return self.battle.phase in order.phases

    @property
    def due(self) -> tuple[str, ...]:
        """Reminders as texts, one for everything that is not done yet in this phase. Some of it is done by ending the phase."""
        return self.cached_for_line("due", (), lambda: still_due(self.battle, self.keys))

    @property
    def awaited(self) -> tuple[str, ...]:
        """The reminders of what must be done before this phase ends."""
        return tuple(duty for duty in self.due if not isinstance(duty, OfItself))

    @property
    def has_work(self) -> bool:
        """Whether anything is left to do that ending the phase does not do. Orders that are seldom given do not count."""
        now = self.battle.phase
        orders = (kind for kind in self.battle.ruleset.all_orders if not (kind.by_itself or kind.is_rare))
        return bool(self.awaited) or any(now in kind.phases and not self.refusal(kind) for kind in orders)

    def ordering(self, order: Order[Any], given: Sequence[str], typed: bool, proposer: Proposer | None = None) -> Giving:
        """A function that gives an order with dice and choices. If ``typed``, or once a face was typed, it asks for each die.

        If the function raises Refused, InvalidInput, InputNeeded or Unwritable, nothing has changed.
        """

        def attempt(faces: Sequence[int | None], choices: Sequence[str], thrown_by: Thrown) -> Record:
            supply = self.journal.supply(faces, typed or bool(faces))
            try:
                hands = Hands(proposer or chair_of(self.battle, order, self.empty_chairs), thrown_by)
                return self._changed(lambda: self.file.give(order, supply, choices, given, hands))
            except ChoiceNeeded as needed:
                ways = [(*choices, option) for option in needed.options]
                _refuse_surplus(lambda made: self.journal.propose(order, supply, made, given), faces, ways)
                raise

        def give(faces: Sequence[int | None], choices: Sequence[str], thrown_by: Thrown) -> Record:
            return each_apart(lambda apart: attempt(apart, choices, thrown_by), faces)

        return Giving(give, lambda needed: self._note_shown(order, needed))

    def overruling(self, die: int, face: int, reason: str) -> Giving:
        """A function that changes a die of the last order. Choices given to the function are added to those that the order had.

        The function raises the same errors as the function that ``ordering`` returns.
        """
        made = self.last_but_notes.choices if self.last_but_notes else ()
        return Giving(lambda faces, choices, thrown_by: self.overrule(die, face, reason, (*made, *choices) if choices else None))

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> Record:
        """Change a die of the last order. The order keeps its choices unless other ``choices`` are given.

        Raises Refused, InvalidInput, ChoiceNeeded or Unwritable.
        """
        try:
            return self._changed(lambda: self.file.overrule(die, face, reason, choices)[1])
        except ChoiceNeeded as needed:
            last = self.last_but_notes
            if last and sum(len(event.faces) for event in needed.events if isinstance(event, Rolled)) > len(last.faces):
                self._note_shown(self.journal.order_of(last), needed)
            raise

    def left(self, order: Order[Any], needed: InputNeeded | None) -> Record | None:
        """Note the dice of an order that is abandoned at a question. None if no die was shown. Raises Unwritable."""
        note = note_shown(order, self.battle, needed.events) if needed else None
        return self._write_note(note, lambda words, before: words == before) if note else None

    def _note_shown(self, order: Order[Any], needed: InputNeeded) -> None:
        """Write a note about the dice that were rolled, before a question shows them.

        In older battles the dice depend on the number of the line, so a note would change the order's dice. There the note is
        written only if the order is abandoned.
        """
        note = note_shown(order, self.battle, needed.events, rolled_only=True)
        if note and self.journal.setup.dice.numbered != "by lines":
            self._write_note(note, is_noted_by)

    def _write_note(self, note: Annotate, is_noted_by: Callable[[str, str], bool]) -> Record:
        """Write an automatic note into the journal, unless the same note already follows the last order."""
        number = self.journal.position
        while number > self.journal.last_but_notes:
            record = self.journal.record(number)
            if not record.given and is_noted_by(note.words, str(record.inputs.get("words"))):
                return record
            number = record.on
        return self.write(note)

    def write(self, order: Order[Any]) -> Record:
        """Write a line that the program makes itself. Raises Refused or Unwritable."""
        return self._changed(lambda: self.file.give(order))

    def undo(self, to: int | None = None) -> Record:
        """Take back the last order, or go to the line ``to``. Raises Refused, InvalidInput or Unwritable."""
        return self._changed(lambda: self.file.undo(to))

    def redo(self) -> Record:
        """Bring back the orders that were taken back last. Raises Refused or Unwritable."""
        return self._changed(self.file.redo)

    def _changed(self, change: Callable[[], Record]) -> Record:
        before = len(self.journal.records)
        with self._whole():
            record = change()
            self.command.wrote(before)
            self.in_force = self.journal.undo_history.in_force
            return record

    def follow(self) -> tuple[Record, ...]:
        """Read the lines that another process has added to a battle. Raises InvalidInput if the file was moved or deleted."""
        added = self.file.follow()
        if added:
            self.in_force = self.journal.undo_history.in_force
            self.command.since = len(self.journal.records) - len(added)
        return added

    def close(self) -> None:
        """Close the battle's file."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def tell(self, record: Record) -> Telling:
        """A line of the journal in a few words."""
        if record is self.last:  # what follows may change what it tells
            return self.cached_for_line("telling of the last", (), lambda: tell(self.journal, record))
        if record.number not in self._told:
            self._told[record.number] = tell(self.journal, record)
        return self._told[record.number]

    def struck(self) -> dict[str, frozenset[str]]:
        """The ships that the latest orders damaged, each with the words about her new damage."""
        return self.cached_for_line("struck", self.command.since, lambda: new_words(self.journal, self.latest))


def _had_typed_dice(file: BattleFile) -> bool:
    """Whether dice were typed in for the last two orders that threw dice. If the two differ, the user's preference decides."""
    throws = (record for record in reversed(file.journal.records) if record.is_order and record.faces)
    last = [all(face.origin == "typed" for face in record.faces) for record in islice(throws, SURE_THROWS)]
    preferred = types_dice(file.identity)
    agree = len(last) == SURE_THROWS and len({*last}) == 1
    return last[0] if last and (agree or preferred is None) else bool(preferred)


def _refuse_surplus(
    propose: Callable[[Sequence[str]], Record], faces: Sequence[int | None], ways: Sequence[tuple[str, ...]]
) -> None:
    """Raise InvalidInput if more faces were typed than the order throws dice, whatever the players choose."""
    if all(face is None for face in faces):
        return
    left, most = list(ways), None
    for _ in range(MOST_TRIED):
        if not left:
            break
        made = left.pop()
        try:
            record = propose(made)
        except ChoiceNeeded as needed:
            left += [(*made, option) for option in needed.options]
            continue
        except FleetbookError:  # another die is needed, or the choice will be refused
            return
        most = record if most is None or len(record.faces) > len(most.faces) else most
    if most is not None and not left:
        check_all_used(faces, most)


def undo_leads_to(session: Session) -> int | None:
    """The line to which an undo returns, if the last command gave several orders and the undo takes back all of them. Otherwise
    None.
    """
    journal, latest = session.journal, session.latest
    if latest and latest[-1].kind == REDO:
        return latest[0].on
    first = journal.record(session.command.first_with(journal.position))
    together = first.is_order and first.number < journal.position and first.number in session.in_force
    return first.on if together else None
