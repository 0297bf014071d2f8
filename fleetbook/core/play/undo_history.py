"""The undo history: the orders in force, the orders taken back, and the ways between them."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.core.battle.record import ORDER, REDO, UNDO, Record
from fleetbook.core.errors import InvalidInput, Refused, require

NAMED = 6  # lines that are named; more are counted


class UndoHistory:
    """The way through a journal's lines to the present battle. It follows new lines, and never changes one.

    position  the order with the present battle as its outcome; 0 is the start
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self._records, self.position = records, 0
        self._ahead: list[int] = []

    def place(self, number: int) -> int:
        """The index of a line's record. Raises InvalidInput for an unknown line."""
        if not 1 <= number <= len(self._records):
            last = len(self._records)
            there = f"there is no line {number}; the last is {last}" if last else "the journal has no line yet"
            raise InvalidInput("line", number, f"1 to {last}" if last else "none yet", words=there)
        return number - 1

    def _record(self, number: int) -> Record:
        return self._records[self.place(number)]

    def line_to(self, number: int) -> list[int]:
        """The orders from the start to a line. Raises InvalidInput for an unknown line."""
        path, records = list[int](), self._records
        place = self.place(number) if number else -1
        while place >= 0:
            path.append(place + 1)
            place = records[place].on - 1
        return path[::-1]

    @property
    def in_force(self) -> set[int]:
        """Numbers of the orders in force."""
        return set(self.line_to(self.position))

    def taken_back_by(self, target: int) -> list[int]:
        """The orders in force that a step to this line would take back. Raises InvalidInput for an unknown line."""
        return self._apart(self.position, self._order_at(target))

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and no order has followed."""
        return bool(self._ahead)

    def back(self, to: int | None) -> int:
        """The target of a step back: the line asked for, or the one before the last order. Raises Refused for no change."""
        require(self._records and (to is not None or self.position), "nothing to take back")
        target = self._record(self.position).on if to is None else self._order_at(to)
        require(target != self.position, f"the battle stands at line {target} already")
        return target

    def forward(self) -> int:
        """The line that was last taken back. Raises Refused if there is none."""
        if not self._ahead:
            raise Refused("nothing to bring back")
        return self._ahead[-1]

    def words(self, kind: str, target: int) -> str:
        """A step back or forward to a line in words."""
        moved = self._apart(target, self.position) if kind == REDO else self.taken_back_by(target)
        if not moved:
            return f"went to line {target}"
        lines = ", ".join(map(str, moved[:NAMED])) + (f" … ({len(moved)} in all)" if len(moved) > NAMED else "")
        return f"{'brought' if kind == REDO else 'took'} back {lines}"

    def moved(self, record: Record) -> list[int]:
        """The orders that a step took back or brought back, in their order."""
        return self._apart(record.on, record.to) if record.kind == UNDO else self._apart(record.to, record.on)

    def between(self, here: int, there: int) -> list[int]:
        """The orders on the way to one of two lines but not to both, in their order."""
        return sorted((*self._apart(here, there), *self._apart(there, here)))

    def check(self, record: Record) -> None:
        """Raise InvalidInput for a line that cannot follow here."""
        where, following = f"line {record.number}", len(self._records) + 1
        if record.number != following or record.on != self.position:
            raise InvalidInput(where, f"number {record.number} on {record.on}", f"{following} on {self.position}")
        if record.kind not in (ORDER, UNDO, REDO) or not 0 <= record.to < record.number:
            raise InvalidInput(where, record.kind, "an order, or a step back or forward to an earlier line")
        if record.to and (record.is_order or not self._record(record.to).is_order):
            raise InvalidInput(where, f"a step to line {record.to}", "a step to an order, by a step back or forward only")
        if record.kind == REDO and self._ahead[-1:] != [record.to]:
            raise InvalidInput(where, f"a step forward to {record.to}", "the line last taken back")

    def follow(self, record: Record) -> None:
        """Move on by a new line."""
        if record.is_order:
            self._ahead.clear()
        elif record.kind == UNDO:
            self._ahead.append(self.position)
        else:
            self._ahead.pop()
        self.position = record.number if record.is_order else record.to

    def snapshot(self) -> tuple[int, list[int]]:
        """The present state, for ``restore``."""
        return self.position, [*self._ahead]

    def restore(self, snapshot: tuple[int, list[int]]) -> None:
        """Return to an earlier state."""
        self.position, self._ahead = snapshot

    def _order_at(self, number: int) -> int:
        if number == 0:
            return 0
        record = self._record(number)
        return number if record.is_order else record.to

    def _apart(self, here: int, there: int) -> list[int]:
        """The orders on the way to one line that are not on the way to another, in their order."""
        apart: list[int] = []
        while here != there:
            if here > there:
                apart.append(here)
                here = self._record(here).on
            else:
                there = self._record(there).on
        return apart[::-1]
