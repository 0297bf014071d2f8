"""The lines of a battle file taken into a journal, one after another, as far as they are whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.hash_chain import next_link
from fleetbook.store.battle.schema import FAULTS, said, snapshot

_ROWS = "SELECT number, at, record, chain FROM journal WHERE number"
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


class Line(NamedTuple):
    """A row of the journal's table."""

    number: int
    at: str
    record: bytes
    chain: bytes


class Damage(NamedTuple):
    """What is wrong with a file: from which line on (0 for what comes before the first), and why."""

    line: int
    why: str

    def __str__(self) -> str:
        if not self.line:
            return self.why
        several = "line 1 is whole" if self.line == 2 else f"lines 1 to {self.line - 1} are whole"
        whole = several if self.line > 1 else "no line before it"
        return f"line {self.line}: {self.why}; {whole}"


class Damaged(Exception):
    """A line cannot be taken in."""

    def __init__(self, line: int, why: str) -> None:
        self.damage = Damage(line, why)
        super().__init__(why)


def to_json(record: Record) -> bytes:
    """A record as a line keeps it. Raises UnicodeEncodeError for text that is none."""
    return _ENCODER.encode(record)


def from_json(content: bytes) -> Record:
    """A record as a line keeps it. Raises msgspec.MsgspecError or RecursionError."""
    return _DECODER.decode(content)


class Intake:
    """A journal that grows from the lines of a file: ``times`` holds when each was written, ``link`` the hash of the last."""

    def __init__(self, journal: Journal[Any], link: bytes) -> None:
        self.journal, self.link = journal, link
        self.times: list[str] = []

    def take(self, line: Line) -> Record:
        """Take the next line in. Raises Damaged, and takes nothing in then."""
        wanted = self.journal.next_number
        if not _is_typed(line):
            raise Damaged(wanted, "it is not laid out like a line")
        if next_link(self.link, line.at, line.record) != line.chain:
            raise Damaged(wanted, "its chain does not fit: it, or a line before it, was changed after it was written")
        record = _record(line, wanted)
        try:
            self.journal.append(record)
        except InvalidInput as error:
            raise Damaged(wanted, str(error)) from None
        self.times.append(line.at)
        self.link = line.chain
        return record

    def take_all(self, connection: sqlite3.Connection) -> Damage | None:
        """Take in all lines that are new, as far as they are whole; what is wrong with the next, None when sound."""
        try:
            with snapshot(connection):
                for line in read_lines(connection, len(self.times)):
                    self.take(line)
        except Damaged as error:
            return error.damage
        return None


def _is_typed(line: Line) -> bool:
    return isinstance(line.at, str) and isinstance(line.record, bytes) and isinstance(line.chain, bytes)


def _record(line: Line, wanted: int) -> Record:
    try:
        return from_json(line.record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(wanted, f"it cannot be read ({error})") from None


def read_lines(connection: sqlite3.Connection, after: int) -> Iterator[Line]:
    """The lines of a file after a number, in order. Raises Damaged at the first that cannot be read or is missing."""
    number = after + 1
    for line in _scanned(connection, after):
        yield line
        number += 1
    try:
        # What is left is asked for one at a time: a scan of a damaged table may stop long before the damage.
        while row := connection.execute(f"{_ROWS} = ?", (number,)).fetchone():
            yield Line(*row)
            number += 1
        written = _highest(connection)
    except FAULTS as error:
        raise Damaged(number, f"it cannot be read ({said(error)})") from None
    if written >= number:
        raise Damaged(number, f"it is missing, though {counted(written, 'line')} {'was' if written == 1 else 'were'} written")


def _scanned(connection: sqlite3.Connection, after: int) -> Iterator[Line]:
    """The lines as one scan of the table gives them, up to the first gap or the first that it cannot read."""
    with suppress(*FAULTS):
        for number, row in enumerate(connection.execute(f"{_ROWS} > ? ORDER BY number", (after,)), after + 1):
            if row[0] != number:
                return
            yield Line(*row)


def _highest(connection: sqlite3.Connection) -> int:
    """The highest number ever written, by the lines that are there and by the database's own count."""
    there = connection.execute("SELECT max(number) FROM journal").fetchone()[0] or 0
    count = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
    return max(there, count[0] if count and isinstance(count[0], int) else 0)
