"""The lines of a battle file taken into a journal, one after another, as far as they are whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.look_ups import LookUp
from fleetbook.store.battle.database import FAULTS, Database, said
from fleetbook.store.battle.hash_chain import next_link, short

_ROWS = "SELECT number, at, record, chain FROM journal WHERE number"
_LEAST = -(2**63)
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
    return _ENCODER.encode(record.as_kept())


def from_json(content: bytes) -> Record:
    """A record as a line keeps it. Raises msgspec.MsgspecError or RecursionError."""
    return _DECODER.decode(content)


class JournalReader:
    """A journal that grows from the lines of a file: ``times`` holds when each was written, ``links`` the hash of what is settled
    before the first line and of each line.
    """

    def __init__(self, journal: Journal[Any], link: bytes) -> None:
        self.journal, self.links = journal, [link]
        self.times: list[str] = []
        self._look_ups: dict[LookUp, LookUp] = {}
        self._tell_link()

    def take(self, line: Line) -> Record:
        """Take the next line in. Raises Damaged, and takes nothing in then."""
        wanted = self.journal.next_number
        if not _is_typed(line):
            raise Damaged(wanted, "it is not laid out like a line")
        if next_link(self.links[-1], line.at, line.record) != line.chain:
            raise Damaged(wanted, "its checksum is wrong: it, or a line before it, was changed after it was written")
        return self._follow(line)

    def _follow(self, line: Line) -> Record:
        """Take in a line whose checksum is right. Raises as ``take`` does."""
        wanted = self.journal.next_number
        try:
            record = self._sharing(from_json(line.record))
            self.journal.append(record)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Damaged(wanted, f"it cannot be read ({error})") from None
        except InvalidInput as error:
            raise Damaged(wanted, str(error)) from None
        self.times.append(line.at)
        self.links.append(line.chain)
        return record

    def _sharing(self, record: Record) -> Record:
        """The record with what it looked up as the same objects as others: it is much the same in all of them."""
        if not record.looked_up:
            return record
        same = self._look_ups.setdefault
        return msgspec.structs.replace(record, looked_up=tuple([same(one, one) for one in record.looked_up]))

    def take_all(self, lines: Iterable[Line]) -> Damage | None:
        """Take lines in as far as they are whole; what is wrong with the next, None when sound."""
        try:
            for line in lines:
                self.take(line)
        except Damaged as error:
            return error.damage
        finally:
            self._tell_link()
        return None

    def write(self, record: Record, at: str) -> Line:
        """The line that keeps a record, taken in as it will be read. Raises Damaged where that would not be the same battle,
        UnicodeEncodeError for text that is none.
        """
        content = to_json(record)
        line = Line(record.number, at, content, next_link(self.links[-1], at, content))
        self._follow(line)
        self._tell_link()
        return line

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """Let go again of what the block took in where it fails."""
        lines = len(self.times)
        try:
            with self.journal.on_trial():
                yield
        except BaseException:
            del self.times[lines:], self.links[lines + 1 :]
            self._tell_link()
            raise

    def _tell_link(self) -> None:
        self.journal.last_link = short(self.links[-1])


def _is_typed(line: Line) -> bool:
    return isinstance(line.at, str) and isinstance(line.record, bytes) and isinstance(line.chain, bytes)


def read_lines(database: Database, after: int = 0) -> tuple[list[Line], Damage | None]:
    """The lines of a file after a number, in order, and what is wrong with the next. To be called within a transaction."""
    lines: list[Line] = []
    with suppress(*FAULTS):
        for row in database.rows(f"{_ROWS} >= ? ORDER BY number", after + 1 if after else _LEAST):
            if row[0] != after + len(lines) + 1:
                break
            lines.append(Line(*row))
    try:
        # What is left is asked for one at a time: a scan of a damaged table may stop long before the damage.
        while rows := list(database.rows(f"{_ROWS} = ?", after + len(lines) + 1)):
            lines.append(Line(*rows[0]))
        return lines, _miscounted(database, after + len(lines))
    except FAULTS as error:
        return lines, Damage(after + len(lines) + 1, f"it cannot be read ({said(error)})")


def _miscounted(database: Database, read: int) -> Damage | None:
    """What is wrong where the lines that could be read are not those that the file counts."""
    ((least,),) = database.rows("SELECT min(number) FROM journal")
    ((most,),) = database.rows("SELECT max(number) FROM journal")
    counts = list(database.rows("SELECT name, seq FROM sqlite_sequence LIMIT 2"))
    count = counts[0][1] if counts else 0
    written = max(most or 0, count if isinstance(count, int) else 0)
    if written > read:
        return Damage(read + 1, f"it is missing, though {counted(written, 'line')} {'was' if written == 1 else 'were'} written")
    if least is not None and least < 1:
        return Damage(0, f"a line has the number {least}: lines are numbered from 1")
    if counts != ([("journal", read)] if read else []):
        return Damage(0, "the count of its lines was changed")
    return None
