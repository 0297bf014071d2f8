"""The battle file. Every order is durable before anyone hears of it, and a battle opens again as it was left."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.dice import counted_dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import DiceSource, Supply
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.battle.create import begin, no_text, now
from fleetbook.store.battle.database import FAULTS, Database, forbids_writing, message_of, reading, why_unwritable, writing
from fleetbook.store.battle.journal_reader import Damaged, Line, read_lines
from fleetbook.store.battle.load import Opened, Place, existing, load
from fleetbook.store.battle.lock import WriterLock
from fleetbook.store.battle.schema import INSERT
from fleetbook.store.battle.source import beside, is_plain, is_settled, mend_mode, reader
from fleetbook.store.errors import Unwritable, cause, shown_path

MORE = "has more lines now: look at them before you order again"


class BattleFile:
    """An open battle. One process writes it, any number may follow it.

    path        as it was given
    journal     the lines, and the battle after each
    times       the time of writing of each line, UTC
    created     the time when the battle began, UTC
    commitment  hash of the seed of its dice
    identity    hash of everything settled before the first line; a copy has the same, another battle has not
    damaged     the damage of the file and its first line; None for a sound file
    layout      the database's complaint about the file when it was opened; empty for a sound file
    notice      how the installed rules differ from those that the battle began with; empty if they do not
    set_aside   files under the battle's own names that were renamed when it was begun; empty if there were none
    read_only   as asked for, and always with damage or a notice
    """

    def __init__(self, path: Path, place: Place, database: Database, opened: Opened, closing: ExitStack) -> None:
        self.path, self.read_only = path, True
        self.damaged, self.notice, self.layout = opened.damage, opened.notice, opened.layout
        self.created, self.commitment, self.identity = opened.meta.created, opened.meta.commitment, opened.meta.link.hex()
        self.journal: Journal[Any] = opened.reader.journal
        self.times: Sequence[str] = opened.reader.times
        self.set_aside, self._name = "", shown_path(path.name)
        self._place, self._database, self._reader, self._closing = place, database, opened.reader, closing
        self._version = opened.version
        self._lock: WriterLock | None = None
        self._closed = self._unsure = False

    @classmethod
    def create(
        cls,
        path: str | Path,
        setup: Setup,
        seed: str | None = None,
        house: Iterable[HouseRules] = (),
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> BattleFile:
        """Begin a battle in a new file and open it for writing.

        The operating system draws the seed if none is given. ``words`` are the words that sides said when they had seen its
        seal. Raises Unwritable for a path that exists or cannot be written, InvalidInput for a setup or house rules that do not
        apply.
        """
        found = begin(Path(path), setup, seed, house, words)
        file = cls.open(path)
        file.set_aside = "; ".join(f"{shown_path(was)} was there already: it is {shown_path(now)} now" for was, now in found)
        return file

    @classmethod
    def open(cls, path: str | Path, read_only: bool = False) -> BattleFile:
        """Open a battle as it was left. A damaged battle, and a battle of other rules, opens for reading and says so.

        Raises InvalidInput for a file that is no battle, InUse while another process writes it, and Unwritable.
        """
        path = Path(path)
        place = existing(path)
        with reading(path):
            try:
                written = None if read_only else cls._open_to_write(path, place)
            except FAULTS as error:
                if forbids_writing(error):
                    why = f"{why_unwritable(error)}; it may still be opened for reading"
                    raise Unwritable(f"{shown_path(path)} cannot be written: {why}") from None
                return cls._open_to_read(path, place, message_of(error))
            return written or cls._open_to_read(path, place)

    @classmethod
    def _open_to_write(cls, path: Path, place: Place) -> BattleFile | None:
        """The battle open for writing. None if it may only be read. Raises FAULTS."""
        with ExitStack() as stack:
            lock = WriterLock.take(place.real)
            stack.callback(lock.release)
            try:
                mend_mode(place.real)
            except OSError as error:
                raise Unwritable(
                    f"{shown_path(path)} cannot be written: {cause(error)}; it may still be opened for reading"
                ) from None
            if not is_settled(place.real) and not cls._may_be_settled(path, place):
                return None
            database = stack.enter_context(Database.to_write(place.real))
            opened = load(database, path)
            if opened.damage or opened.notice:
                return None
            file = cls(path, place, database, opened, stack.pop_all())
            file._lock, file.read_only = lock, False
            return file

    @staticmethod
    def _may_be_settled(path: Path, place: Place) -> bool:
        """Whether a battle can take in its companions, or leave its old mode. A copy tries it."""
        with ExitStack() as stack:
            opened = load(reader(place.real, stack), path)
            return not opened.damage and not opened.notice

    @classmethod
    def _open_to_read(cls, path: Path, place: Place, damage: str = "") -> BattleFile:
        """The battle open for reading. ``damage`` is the database's error when it was to be written. Raises FAULTS."""
        with ExitStack() as stack:
            database = reader(place.real, stack)
            database.damage = database.damage or damage
            return cls(path, place, database, load(database, path), stack.pop_all())

    @property
    def damage(self) -> str:
        """The damage of the file and its first line, in words; empty for a sound file."""
        return str(self.damaged) if self.damaged else ""

    def give(
        self,
        order: Order[Any],
        dice: DiceSource | None = None,
        choices: Sequence[str] = (),
        given: Sequence[str] = (),
    ) -> Record:
        """Check an order, resolve it on the battle as it stands and write its record, durable before this returns.

        The battle is unchanged after an error. Raises Refused if the rules forbid the order, InputNeeded while a die or a choice
        is missing, InvalidInput for dice that do not fit, Unwritable if the disk refuses.
        """
        self._check_writable()
        try:
            record = self.journal.propose(order, dice, choices, given)
        except UnicodeEncodeError as error:
            raise no_text(error) from None
        check_all_used(dice.typed if isinstance(dice, Supply) else (), record)
        return self._append(record)[0]

    def undo(self, to: int | None = None) -> Record:
        """Take back the last order, or go to any line (0 is the start). Raises Refused, InvalidInput, Unwritable."""
        self._check_writable()
        return self._append(self.journal.undo(to))[0]

    def redo(self) -> Record:
        """Bring back the order that was last taken back, dice and all. Raises Refused, Unwritable."""
        self._check_writable()
        return self._append(self.journal.redo())[0]

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> tuple[Record, Record]:
        """Change one die of the last order. Return the line that takes the order back, and the line that gives it again.

        The choices stay as they were unless others are given. The notes on the order follow it. Raises Refused, InvalidInput,
        InputNeeded, Unwritable.
        """
        self._check_writable()
        back, again, *_ = self._append(*self.journal.overrule(die, face, reason, choices))
        return back, again

    @property
    def last_link(self) -> str:
        """The short hash that players write down to recognize every line so far."""
        return self.journal.last_link

    def follow(self) -> tuple[Record, ...]:
        """Read the lines that a writer has added since. Damage ends the following, and ``damage`` says it.

        Raises InvalidInput if the file is gone.
        """
        if not self.read_only or self.damaged or self._closed:
            return ()
        if not self._place.is_as_it_was():
            raise InvalidInput(shown_path(self.path), "another file or none", "the battle that was opened")
        before = len(self.journal.records)
        with reading(self.path):
            self._read_on()
        return tuple(self.journal.records[before:])

    def _read_on(self) -> None:
        """Read new lines. A killed writer's half-done transaction waits for the next writer, who settles it. Raises FAULTS."""
        if not is_plain(self._place.real):
            return
        try:
            if self._database.path != self._place.real:  # a copy was read
                self._database, self._version = reader(self._place.real, self._closing), 0
            if (version := self._database.version) == self._version:
                return
            with self._database.snapshot():
                lines, missing = read_lines(self._database, len(self.times))
        except sqlite3.OperationalError as error:
            if not forbids_writing(error):
                raise
            return
        self._version = version
        self.damaged = self._reader.take_all(lines) or missing

    def close(self) -> None:
        """Close the file, so that another process may write it. Closing twice does no harm.

        The leftovers of a failed write are taken back, if the disk allows it now.
        """
        if self._unsure and not self._closed:
            with suppress(Unwritable):
                self._read_again()
        self._closed = True
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _check_writable(self) -> None:
        name = self._name
        if self._closed:
            raise Unwritable(f"{name} is closed")
        if self.read_only:
            why = self.damage or self.notice
            raise Unwritable(f"{name} is open for reading only{': ' if why else ''}{why}")
        if not self._place.is_as_it_was():
            raise Unwritable(f"{name} was moved or deleted while it was open; the moved file still has every line")
        if self._lock and not self._lock.is_held:
            raise Unwritable(f"{name}.lock was taken away while the battle was open; open the battle again")
        if self._unsure and self._read_again():
            raise Unwritable(f"{name} {MORE}")
        if beside(self._place.real):
            raise Unwritable(f"{shown_path(beside(self._place.real)[0].name)} appeared beside {name}; open the battle again")

    def _append(self, *records: Record) -> Sequence[Record]:
        """Read records into the journal, then write them in one transaction. A failure leaves the battle unchanged."""
        lines, at = len(self.times), now()
        try:
            with self._reader.on_trial():
                written = [self._line(record, at) for record in records]
                self._unsure = True
                self._write(written)
                self._unsure = False
        except Unwritable as error:
            more = False
            with suppress(Unwritable):
                more = self._read_again()
            raise Unwritable(f"{error}{f'; it {MORE}' if more else ''}") from None
        return self.journal.records[lines:]

    def _line(self, record: Record, at: str) -> Line:
        try:
            return self._reader.write(record, at)
        except UnicodeEncodeError as error:
            raise no_text(error) from None
        except Damaged:
            raise InvalidInput(record.headline, "a fact that a journal cannot keep", "text, finite numbers, yes or no") from None

    def _write(self, lines: Sequence[Line]) -> None:
        with writing(self.path), self._database.transaction():
            if self._database.version != self._version:
                raise Unwritable(f"{self._name} was written to by another program")
            for line in lines:
                self._database.run(INSERT, *line)

    def _read_again(self) -> bool:
        """Read lines that the file has after a failed write or another's. Return whether there are any. Raises Unwritable."""
        lines = len(self.times)
        with writing(self.path), self._database.snapshot():
            found, missing = read_lines(self._database, lines)
            self._version, self._unsure = self._database.version, False
        self.damaged = self._reader.take_all(found) or missing
        self.read_only = bool(self.damaged)
        return len(self.times) > lines


def check_all_used(typed: Sequence[int | None], record: Record) -> None:
    """Raise InvalidInput for typed faces that the order did not draw: the referee and the rules disagree about it."""
    drawn = len(record.faces)
    if any(face is not None for face in typed[drawn:]):
        found = f"{len(typed)} faces typed in" if len(typed) > 1 else "a face typed in"
        most = f"{drawn}, as many dice as this order throws"
        raise InvalidInput("dice", found, most, words=f"{found}, but this order throws {counted_dice(drawn)}")
