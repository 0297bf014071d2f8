"""The battle file. Every order is on disk before its result is shown. An opened battle continues after its last line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from fleetbook.core.battle.record import REFEREE, Hands, Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import DiceSource, Supply, TooManyFaces
from fleetbook.core.play.journal import Journal, Words
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.battle.create import begin, no_text, now
from fleetbook.store.battle.database import FAULTS, Database, forbids_writing, message_of, reading, why_unwritable, writing
from fleetbook.store.battle.journal_reader import Damaged, Line, read_lines
from fleetbook.store.battle.load import Opened, Place, existing, load
from fleetbook.store.battle.lock import WriterLock, is_taken
from fleetbook.store.battle.schema import INSERT
from fleetbook.store.battle.source import beside, is_plain, is_settled, mend_mode, reader
from fleetbook.store.errors import InUse, Unwritable, cause, shown_path

MORE = "has new lines: read them before you give another order"


class BattleFile:
    """An open battle file. Only one process may write to it; any number of others may read along.

    path        the path as it was given
    journal     the lines, with the battle after each
    times       when each line was written, UTC
    created     when the battle began, UTC
    commitment  the hash of the dice's seed
    identity    the hash of the battle's fixed data. A copy of the battle has the same; any other battle differs
    damaged     the first damage of the file; None if it is undamaged
    layout      the database's error message about the file when it was opened; empty if there was none
    notice      the difference between the installed rules and those of the battle's start; empty if there is none
    set_aside   the files that were renamed because they had names that the battle's file needs; empty if there are none
    elsewhere   for a battle opened to read along: who has it open for writing, or that nobody does any more; otherwise empty
    read_only   whether the file may only be read, as it always is if it is damaged or has a notice
    """

    def __init__(self, path: Path, place: Place, database: Database, opened: Opened, closing: ExitStack) -> None:
        self.path, self.read_only = path, True
        self.damaged, self.notice, self.layout = opened.damage, opened.notice, opened.layout
        self.created, self.commitment, self.identity = opened.meta.created, opened.meta.commitment, opened.meta.link.hex()
        self.journal: Journal[Any] = opened.reader.journal
        self.times: Sequence[str] = opened.reader.times
        self.set_aside, self.elsewhere, self._name = "", "", shown_path(path.name)
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

        If no seed is given, the operating system draws one. ``words`` are what sides said after they saw the seal of the seed.
        Raises Unwritable if the path exists or cannot be written, and InvalidInput if the setup or the house rules cannot be
        used.
        """
        found = begin(Path(path), setup, seed, house, words)
        file = cls.open(path)
        file.set_aside = "; ".join(f"{shown_path(was)} was there already: it is {shown_path(now)} now" for was, now in found)
        return file

    @classmethod
    def open(cls, path: str | Path, read_only: bool = False) -> BattleFile:
        """Open a battle after its last line. A battle that is damaged, or that began with other rules, is opened for reading
        only.

        Raises InvalidInput if the file is not a battle. Raises InUse if another process has it open for writing, and Unwritable.
        """
        path = Path(path)
        place = existing(path)
        with reading(path):
            try:
                written = None if read_only else cls._open_to_write(path, place)
            except FAULTS as error:
                if forbids_writing(error):
                    why = f"{why_unwritable(error)}; the battle may still be opened for reading"
                    raise Unwritable(f"{shown_path(path)} cannot be written: {why}") from None
                return cls._open_to_read(path, place, message_of(error))
            return written or cls._open_to_read(path, place)

    @classmethod
    def _open_to_write(cls, path: Path, place: Place) -> BattleFile | None:
        """Open the battle for writing. Returns None if it may only be read. Raises FAULTS."""
        with ExitStack() as stack:
            lock = WriterLock.take(place.real)
            stack.callback(lock.release)
            try:
                mend_mode(place.real)
            except OSError as error:
                raise Unwritable(
                    f"{shown_path(path)} cannot be written: {cause(error)}; the battle may still be opened for reading"
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
        """Whether the database can merge the files beside a battle, or change its old mode. It tries this with a copy."""
        with ExitStack() as stack:
            opened = load(reader(place.real, stack), path)
            return not opened.damage and not opened.notice

    @classmethod
    def _open_to_read(cls, path: Path, place: Place, damage: str = "") -> BattleFile:
        """Open the battle for reading. ``damage`` is the database's error message from an attempt to open it for writing. Raises
        FAULTS.
        """
        with ExitStack() as stack:
            database = reader(place.real, stack)
            database.damage = database.damage or damage
            return cls(path, place, database, load(database, path), stack.pop_all())

    @property
    def damage(self) -> str:
        """The first damage of the file in words; empty if it is undamaged."""
        return str(self.damaged) if self.damaged else ""

    def give(
        self, order: Order[Any], dice: DiceSource | None = None, choices: Words = (), given: Words = (), hands: Hands = REFEREE
    ) -> Record:
        """Check an order, carry it out in the present battle, and write its record to disk.

        After an error the battle is unchanged. Raises Refused if the rules forbid the order, and InputNeeded if a die or a choice
        is missing. Raises InvalidInput if the dice do not fit, and Unwritable if the disk refuses.
        """
        self._check_writable()
        try:
            record = self.journal.propose(order, dice, choices, given, hands)
        except UnicodeEncodeError as error:
            raise no_text(error) from None
        check_all_used(dice.typed if isinstance(dice, Supply) else (), record)
        return self._append(record)[0]

    def undo(self, to: int | None = None) -> Record:
        """Undo the last order, or go back to the line ``to`` (0 is the start). Raises Refused, InvalidInput, Unwritable."""
        self._check_writable()
        return self._append(self.journal.undo(to))[0]

    def redo(self) -> Record:
        """Bring back the order that was undone last, with its dice. Raises Refused, Unwritable."""
        self._check_writable()
        return self._append(self.journal.redo())[0]

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> tuple[Record, Record]:
        """Change one die of the last order. Returns two lines: the undo of the order, and the order with the changed die.

        The order keeps its choices unless others are given. Notes that were written after the order are written again after it.
        Raises Refused, InvalidInput, InputNeeded, Unwritable.
        """
        self._check_writable()
        back, again, *_ = self._append(*self.journal.overrule(die, face, reason, choices))
        return back, again

    @property
    def last_link(self) -> str:
        """A short hash of all lines so far, for players to write down."""
        return self.journal.last_link

    def follow(self) -> tuple[Record, ...]:
        """Read the lines that another process has added. If a line is damaged, reading ends there, and ``damage`` describes it.

        Raises InvalidInput if the file was moved or deleted.
        """
        if not self.read_only or self.damaged or self._closed:
            return ()
        if not self._place.is_as_it_was():
            raise InvalidInput(shown_path(self.path), "another file or none", "the battle that was opened")
        before = len(self.journal.records)
        with reading(self.path):
            self._read_on()
        if self.elsewhere and not is_taken(self._place.real):
            self.elsewhere = f"{self._name} is closed elsewhere: leave, and open it again to go on with it here"
        return tuple(self.journal.records[before:])

    def _read_on(self) -> None:
        """Read new lines. If a process was killed while it wrote a transaction, the next process that writes must recover the
        file first. Raises FAULTS.
        """
        if not is_plain(self._place.real):
            return
        try:
            if self._database.path != self._place.real:  # so far a copy was read
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
        """Close the file, so that another process may write to it. It may be closed twice.

        If a write has failed, what it left in the file is undone now, if the disk allows it.
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
        """Add records to the journal and write them in one transaction. If the write fails, the battle is unchanged."""
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
            raise InvalidInput(record.headline, "a fact that a journal cannot store", "text, finite numbers, yes or no") from None

    def _write(self, lines: Sequence[Line]) -> None:
        with writing(self.path), self._database.transaction():
            if self._database.version != self._version:
                raise Unwritable(f"{self._name} was written to by another program")
            for line in lines:
                self._database.run(INSERT, *line)

    def _read_again(self) -> bool:
        """Read lines that a failed write or another program left in the file. Returns whether there are any. Raises
        Unwritable.
        """
        lines = len(self.times)
        with writing(self.path), self._database.snapshot():
            found, missing = read_lines(self._database, lines)
            self._version, self._unsure = self._database.version, False
        self.damaged = self._reader.take_all(found) or missing
        self.read_only = bool(self.damaged)
        return len(self.times) > lines


def open_or_follow(path: str | Path) -> BattleFile:
    """Open a battle, or read along if another process has it open for writing. Raises InvalidInput and Unwritable."""
    try:
        return BattleFile.open(path)
    except InUse as in_use:
        file = BattleFile.open(path, read_only=True)
        file.elsewhere = f"{in_use}; orders given there are shown here"
        return file


def check_all_used(typed: Sequence[int | None], record: Record) -> None:
    """Raise InvalidInput if more faces were typed than the order throws dice. The referee then expects other dice than the rules
    do.
    """
    drawn = len(record.faces)
    if any(face is not None for face in typed[drawn:]):
        raise TooManyFaces(len(typed), drawn)
