"""The undo history: which orders are in force, and which have been undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fleetbook.core.battle.record import ORDER, REDO, UNDO, Record
from fleetbook.core.errors import InvalidInput, Refused, require

NAMED = 6  # so many lines are listed; if there are more, their number is added


class UndoHistory:
    """Keeps account of the orders that lead to the present battle. ``follow`` takes each new line of the journal.

    An undo takes back orders. Notes between these orders stay in force, unless there are only notes to take back.

    position  the number of the order after which the battle now stands; 0 at the start
    """

    def __init__(self, records: Sequence[Record], is_note: Callable[[Record], bool]) -> None:
        self._records, self._is_note, self.position = records, is_note, 0
        self._ahead: list[int] = []
        self._kept = frozenset[int]()

    def place(self, number: int) -> int:
        """The index of the line with this number. Raises InvalidInput if there is none."""
        if not 1 <= number <= len(self._records):
            last = len(self._records)
            there = f"there is no line {number}; the last is {last}" if last else "the journal has no line yet"
            raise InvalidInput("line", number, f"1 to {last}" if last else "none yet", words=there)
        return number - 1

    def _record(self, number: int) -> Record:
        return self._records[self.place(number)]

    def line_to(self, number: int) -> list[int]:
        """The numbers of the orders that lead from the start to a line, in order. Raises InvalidInput if there is no such
        line.
        """
        path, records = list[int](), self._records
        place = self.place(number) if number else -1
        while place >= 0:
            path.append(place + 1)
            place = records[place].on - 1
        return path[::-1]

    @property
    def in_force(self) -> set[int]:
        """The numbers of the orders in force. They include notes that stayed in force when the orders around them were undone."""
        return {*self.line_to(self.position), *self._kept}

    @property
    def last_but_notes(self) -> int:
        """The number of the last order in force, leaving out notes; 0 if there is none."""
        number = self.position
        while number and self._is_note(self._record(number)):
            number = self._record(number).on
        return number

    @property
    def undone_next(self) -> int:
        """The number of the order that the next undo takes back; 0 if there is none. Usually it is the last order that is no
        note.

        It is a note if the last line of the journal wrote this note or brought it back, or if only notes are in force.
        """
        last = self._records[-1] if self._records else None
        fresh = last is not None and self.position == (last.to if last.kind == REDO else last.number)
        return self.position if fresh and self.position not in self._kept else self.last_but_notes or self.position

    def taken_back_by(self, target: int) -> list[int]:
        """The numbers of the orders that an undo to this line would take back, without the notes that stay. Raises InvalidInput
        if there is no such line.
        """
        target = self._order_at(target)
        kept = self.kept_by(target)
        return [number for number in self._apart(self.position, target) if number not in kept]

    def kept_by(self, target: int) -> tuple[int, ...]:
        """The numbers of the notes that stay in force after an undo to this order."""
        taken = self._apart(self.position, target)
        notes = [number for number in taken if self._is_note(self._record(number))]
        only_notes = len(notes) == len(taken) and not self._apart(target, self.position)
        return () if only_notes else tuple(notes)

    @property
    def can_redo(self) -> bool:
        """Whether an undone order can be brought back. It cannot if a new order was given after the undo."""
        return bool(self._ahead)

    def back(self, to: int | None) -> int:
        """The number of the line that an undo leads to: the line ``to``, or without it the line before the last order. Raises
        Refused if the undo would change nothing.
        """
        require(self._records and (to is not None or self.position), "nothing to take back")
        target = self._record(self.undone_next).on if to is None else self._order_at(to)
        require(target != self.position, f"the battle stands at line {target} already")
        return target

    def forward(self) -> int:
        """The number of the order that a redo brings back. Raises Refused if there is none."""
        if not self._ahead:
            raise Refused("nothing to bring back")
        return self._ahead[-1]

    def words(self, kind: str, target: int) -> str:
        """An undo or redo in words, with the numbers of its orders: "took back 4, 5"."""
        brought = [number for number in self._apart(target, self.position) if number not in self._kept]
        moved = brought if kind == REDO else self.taken_back_by(target)
        if not moved:
            return f"went to line {target}"
        lines = ", ".join(map(str, moved[:NAMED])) + (f" … ({len(moved)} in all)" if len(moved) > NAMED else "")
        return f"{'brought' if kind == REDO else 'took'} back {lines}"

    def moved(self, record: Record) -> list[int]:
        """The numbers of the orders that an undo took back or a redo brought back."""
        moved = self._apart(record.on, record.to) if record.kind == UNDO else self._apart(record.to, record.on)
        return [number for number in moved if number not in self._kept]

    def between(self, here: int, there: int) -> list[int]:
        """The numbers of the orders that lead to one of two lines but not to the other. Notes that stay in force are left out."""
        return sorted({*self._apart(here, there), *self._apart(there, here)} - self._kept)

    def check(self, record: Record) -> None:
        """Raise InvalidInput if this record cannot be the next line."""
        where, following = f"line {record.number}", len(self._records) + 1
        if record.number != following or record.on != self.position:
            raise InvalidInput(where, f"number {record.number} after line {record.on}", f"{following} after line {self.position}")
        if record.kind not in (ORDER, UNDO, REDO) or not 0 <= record.to < record.number:
            raise InvalidInput(where, record.kind, "an order, or an undo or redo that leads to an earlier line")
        if record.to and (record.is_order or not self._record(record.to).is_order):
            raise InvalidInput(where, f"a line that leads to line {record.to}", "an undo or redo that leads to an order")
        stays = self._apart(record.on, record.to) if record.kind == UNDO else ()
        if not all(number in stays and self._is_note(self._record(number)) for number in record.notes):
            raise InvalidInput(where, f"lines {', '.join(map(str, record.notes))} that stay", "notes that the undo takes back")
        if record.kind == REDO and self._ahead[-1:] != [record.to]:
            raise InvalidInput(where, f"a redo of line {record.to}", "a redo of the line that was undone last")

    def follow(self, record: Record) -> None:
        """Take account of a new line: an order, an undo or a redo."""
        if record.is_order:
            self._ahead.clear()
        elif record.kind == UNDO:
            self._ahead.append(self.position)
            self._kept |= frozenset(record.notes)
        else:
            self._ahead.pop()
        self.position = record.number if record.is_order else record.to

    def snapshot(self) -> tuple[int, list[int], frozenset[int]]:
        """A copy of this history, for ``restore``: its position, the undone orders, and the notes that stayed in force."""
        return self.position, [*self._ahead], self._kept

    def restore(self, snapshot: tuple[int, list[int], frozenset[int]]) -> None:
        """Return to the history that ``snapshot`` copied."""
        self.position, self._ahead, self._kept = snapshot

    def _order_at(self, number: int) -> int:
        if number == 0:
            return 0
        record = self._record(number)
        return number if record.is_order else record.to

    def _apart(self, here: int, there: int) -> list[int]:
        """The numbers of the orders that lead to ``there`` but not to ``here``, in order."""
        apart: list[int] = []
        while here != there:
            if here > there:
                apart.append(here)
                here = self._record(here).on
            else:
                there = self._record(there).on
        return apart[::-1]
