"""The battle file: every order durable before anyone is told of it, and the battle as it was left when it is opened again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

import msgspec

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import DiceSource, Supply
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.battle.ahead import broken_ahead
from fleetbook.store.battle.create import make_file
from fleetbook.store.battle.hash_chain import next_link
from fleetbook.store.battle.journal_reader import Line, from_json, to_json
from fleetbook.store.battle.load import Opened, Place, existing, load
from fleetbook.store.battle.lock import WriterLock
from fleetbook.store.battle.meta import new_meta
from fleetbook.store.battle.schema import (
    FAULTS,
    INSERT,
    connect_reader,
    connect_writer,
    forbids_writing,
    reading,
    refused,
    said,
    transaction,
    writing,
)
from fleetbook.store.battle.seed import draw_seed, drawing
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable, told


class BattleFile:
    """An open battle. One process writes it, any number may follow it.

    path        as it was given
    journal     the lines, and the battle after each
    times       when each line was written, UTC
    created     when the battle was, UTC
    commitment  hash of the seed of its dice
    damaged     what is wrong with the file and from which line on; None when sound
    notice      how the rules at hand differ from those that the battle began with; empty when they do not
    read_only   as asked for, and always where there is damage or a notice
    """

    def __init__(self, path: Path, place: Place, connection: sqlite3.Connection, opened: Opened, closing: ExitStack) -> None:
        self.path, self.read_only = path, False
        self.damaged, self.notice = opened.damage, opened.notice
        self.created, self.commitment = opened.meta.created, opened.meta.commitment
        self.journal: Journal[Any] = opened.intake.journal
        self.times: Sequence[str] = opened.intake.times
        self._connection, self._intake, self._closing = connection, opened.intake, closing
        self._place = place
        self._closed = False

    @classmethod
    def create(
        cls,
        path: str | Path,
        setup: Setup,
        seed: str | None = None,
        house: Iterable[HouseRules] = (),
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> BattleFile:
        """Begin a battle in a new file and open it for writing. Without a seed the operating system draws one; ``words`` are what
        sides said when they had seen its seal.

        Raises Unwritable for a path that exists or cannot be written, InvalidInput for a setup or house rules that do not apply.
        """
        path, seed = Path(path), draw_seed() if seed is None else seed
        setup = msgspec.structs.replace(_with_house(setup, house), dice=drawing(seed, words, setup.sides))
        try:
            meta = new_meta(setup, Journal(ruleset(setup.ruleset), setup, seed), _now())
        except UnicodeEncodeError as error:
            raise _no_text(error) from None
        real = Path(os.path.realpath(path))
        lock = WriterLock.take(real)
        try:
            make_file(real, meta)
        finally:
            lock.release()
        return cls.open(path)

    @classmethod
    def open(cls, path: str | Path, read_only: bool = False) -> BattleFile:
        """Open a battle as it was left. One that is damaged, or was begun with other rules, opens for reading and says so.

        Raises InvalidInput for a file that is no battle, InUse where another process writes it, Unwritable where it cannot be
        written.
        """
        path = Path(path)
        place = existing(path)
        if read_only:
            return cls._open_to_read(path, place)
        try:
            return cls._open_to_write(path, place) or cls._open_to_read(path, place)
        except FAULTS as error:
            if forbids_writing(error):
                raise Unwritable(
                    f"{told(path)} cannot be written: {refused(error)}; it may still be opened for reading"
                ) from None
            return cls._open_to_read(path, place, said(error))

    @classmethod
    def _open_to_write(cls, path: Path, place: Place) -> BattleFile | None:
        """The battle open for writing; None where it may only be read. Raises FAULTS."""
        with ExitStack() as stack:
            stack.callback(WriterLock.take(place.real).release)
            if broken_ahead(place.real):
                return None
            connection = connect_writer(place.real)
            stack.callback(connection.close)
            opened = load(connection, path)
            if opened.damage or opened.notice:
                return None
            return cls(path, place, connection, opened, stack.pop_all())

    @classmethod
    def _open_to_read(cls, path: Path, place: Place, doubt: str = "") -> BattleFile:
        """The battle open for reading; ``doubt`` is what the database said when it was to be written."""
        with ExitStack() as stack, reading(path):
            broken = broken_ahead(place.real)
            connection, fault = connect_reader(place.real, untouched=bool(broken))
            stack.callback(connection.close)
            opened = load(connection, path, broken, fault or doubt)
            file = cls(path, place, connection, opened, stack.pop_all())
            file.read_only = True
            return file

    @property
    def damage(self) -> str:
        """What is wrong with the file and from which line on, in words; empty when sound."""
        return str(self.damaged) if self.damaged else ""

    def give(
        self,
        order: Order[Any],
        dice: DiceSource | None = None,
        choices: Sequence[str] = (),
        given: Sequence[str] = (),
    ) -> Record:
        """Check an order, resolve it on the battle as it stands and keep what came of it, durable before this returns.

        Raises Refused where the rules forbid it, InputNeeded while a die or a choice is missing, InvalidInput for dice that do
        not fit, Unwritable where the disk refuses. Nothing has happened then.
        """
        self._check_writable()
        battle = self.journal.battle
        order.require_legal(battle)
        try:
            record = self.journal.propose(order, dice, choices, given)
        except UnicodeEncodeError as error:
            raise _no_text(error) from None
        _check_all_used(dice, record)
        return self._append(record)[0]

    def undo(self, to: int | None = None) -> Record:
        """Take back the last order, or go to any line (0 is the start). Raises Refused, InvalidInput, Unwritable."""
        self._check_writable()
        return self._append(self.journal.undo(to))[0]

    def redo(self) -> Record:
        """Bring back what was last taken back, dice and all. Raises Refused, Unwritable."""
        self._check_writable()
        return self._append(self.journal.redo())[0]

    def overrule(self, die: int, face: int, reason: str, choices: Sequence[str] | None = None) -> tuple[Record, Record]:
        """Change one die of the last order: the lines that take it back and give it again, with the choices made then unless
        others are given. Raises Refused, InvalidInput, InputNeeded, Unwritable.
        """
        self._check_writable()
        back, again = self._append(*self.journal.overrule(die, face, reason, choices))
        return back, again

    def follow(self) -> tuple[Record, ...]:
        """The lines that a writer has added since, taken into the journal; damage among them ends it, and ``damage`` tells.

        Raises InvalidInput where the file is gone.
        """
        if not self.read_only or self.damaged or self._closed:
            return ()
        if not self._place.is_as_it_was():
            raise InvalidInput(told(self.path), "another file or none", "the battle that was opened")
        before = len(self.journal.records)
        with reading(self.path):
            self.damaged = self._intake.take_all(self._connection)
        return tuple(self.journal.records[before:])

    def integrity(self) -> str:
        """What the database itself finds wrong with the layout of the file; empty when nothing."""
        try:
            found = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        except FAULTS as error:
            return said(error)
        return "" if found == "ok" else str(found)

    def close(self) -> None:
        """Close the file, and let another process write it. Closing twice is no harm."""
        self._closed = True
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _check_writable(self) -> None:
        name = told(self.path.name)
        if self._closed:
            raise Unwritable(f"{name} is closed")
        if self.read_only:
            why = self.damage or self.notice
            raise Unwritable(f"{name} is open for reading only{': ' if why else ''}{why}")
        if not self._place.is_as_it_was():
            raise Unwritable(f"{name} was moved or deleted while it was open; what was kept in it before is there still")

    def _append(self, *records: Record) -> list[Record]:
        """Keep records in one transaction, then take them into the journal as they are kept."""
        lines: list[Line] = []
        link, now = self._intake.link, _now()
        for record in records:
            content = self._kept(record)
            link = next_link(link, now, content)
            lines.append(Line(record.number, now, content, link))
        with writing(self.path), transaction(self._connection):
            self._connection.executemany(INSERT, lines)
        return [self._intake.take(line) for line in lines]

    def _kept(self, record: Record) -> bytes:
        """A record as it is kept. Raises InvalidInput for one that would not lead to the same battle when it is read again."""
        try:
            content = to_json(record)
        except UnicodeEncodeError as error:
            raise _no_text(error) from None
        if record.is_order:
            before = self.journal.battle_after(record.on).state
            if before.with_changes(changes(from_json(content).events)).fingerprint != record.fingerprint:
                raise InvalidInput(record.headline, "a fact that a journal cannot keep", "text, finite numbers, yes or no")
        return content


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _with_house(setup: Setup, house: Iterable[HouseRules]) -> Setup:
    house = tuple(house)
    for rules in house:
        if rules.ruleset != setup.ruleset:
            raise InvalidInput(f"house rules {shown(rules.title)}", f"rules for {rules.ruleset}", f"rules for {setup.ruleset}")
    return msgspec.structs.replace(setup, house=(*setup.house, *house))


def _check_all_used(dice: DiceSource | None, record: Record) -> None:
    """Faces typed in that the order did not draw mean that the referee and the rules disagree about it."""
    if not isinstance(dice, Supply):
        return
    typed, drawn = len(dice.typed), len(record.faces)
    if any(face is not None for face in dice.typed[drawn:]):
        raise InvalidInput("dice", f"{typed} faces typed in", f"{drawn}, as many dice as this order throws")


def _no_text(error: UnicodeEncodeError) -> InvalidInput:
    return InvalidInput("text", shown(error.object), "letters that Unicode knows")
