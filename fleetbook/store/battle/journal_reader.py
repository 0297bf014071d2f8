"""Reads the lines of a battle file into a journal, up to the first damaged line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from sys import intern
from typing import Any, NamedTuple, TypeVar

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.look_ups import LookUp
from fleetbook.core.words.sentence import Said
from fleetbook.store.battle.database import FAULTS, Database, message_of
from fleetbook.store.battle.hash_chain import next_link, short

P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")
_ROWS = "SELECT number, at, record, chain FROM journal WHERE number"
_LEAST = -(2**63)
FACES = "faces"
THROWN = (FACES, "adjustments")  # fields of a throw with parts of their own
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


class Line(NamedTuple):
    """One row of the journal table: a line of the journal as it is stored."""

    number: int
    at: str
    record: bytes
    chain: bytes


class Damage(NamedTuple):
    """Damage to a battle file: the first damaged line, and the reason. The line is 0 for damage before all lines."""

    line: int
    why: str

    def __str__(self) -> str:
        if not self.line:
            return self.why
        several = "line 1 is whole" if self.line == 2 else f"lines 1 to {self.line - 1} are whole"
        whole = several if self.line > 1 else "no line before it"
        return f"line {self.line}: {self.why}; {whole}"


class Damaged(Exception):
    """A line of the journal cannot be read."""

    def __init__(self, line: int, why: str) -> None:
        self.damage = Damage(line, why)
        super().__init__(why)


def to_json(record: Record) -> bytes:
    """A record as the file stores it. Raises UnicodeEncodeError for letters that cannot be written."""
    return _ENCODER.encode(record.as_kept())


def from_json(content: bytes) -> Record:
    """The record of a stored line. Raises msgspec.MsgspecError or RecursionError if it cannot be read."""
    return _DECODER.decode(content)


class JournalReader:
    """A journal, and the stored lines that were read into it.

    times  when each line was written
    links  the hash of the battle's fixed data, then the hash of each line
    """

    def __init__(self, journal: Journal[Any], link: bytes) -> None:
        self.journal, self.links = journal, [link]
        self.times: list[str] = []
        journal.times = self.times
        self._look_ups: dict[LookUp, LookUp] = {}  # most orders make the same look-ups, so their records share these objects
        self._tuples: dict[tuple[Any, ...], Any] = {}  # tuples of words and of faces, while a file is read
        self._parts: dict[tuple[type[msgspec.Struct], bytes], Any] = {}  # parts of events, as JSON, while a file is read
        self._show_link()

    def take(self, line: Line) -> Record:
        """Read the next line into the journal. If the line is damaged, raises Damaged, and the journal stays as it is."""
        wanted = self.journal.next_number
        if not (isinstance(line.at, str) and isinstance(line.record, bytes) and isinstance(line.chain, bytes)):
            raise Damaged(wanted, "it does not have the form of a line")
        if next_link(self.links[-1], line.at, line.record) != line.chain:
            raise Damaged(wanted, "its checksum is wrong: this line, or one before it, was changed after it was written")
        return self._follow(line)

    def _follow(self, line: Line) -> Record:
        """Read a line whose hash is right. Raises Damaged if it cannot be the next line."""
        wanted = self.journal.next_number
        try:
            record = from_json(line.record)
            looked_up = tuple([self._look_ups.setdefault(one, one) for one in record.looked_up])
            events = tuple([self._shared(event) for event in record.events])
            record = msgspec.structs.replace(
                record,
                phase=intern(record.phase),
                procedure=intern(record.procedure),
                inputs=_interned(record.inputs),
                given=self._same(record.given),
                consulted=self._same(record.consulted),
                faces=self._same(tuple([self._shared(face) for face in record.faces])),
                looked_up=looked_up,
                events=events,
            )
            self.journal.append(record)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Damaged(wanted, f"it cannot be read ({error})") from None
        except InvalidInput as error:
            raise Damaged(wanted, str(error)) from None
        self.times.append(line.at)
        self.links.append(line.chain)
        return record

    def _shared(self, part: P) -> P:
        """The equal part that was read first, in place of this part of an event. Equal parts and words are then stored once. Most
        orders name the same ships, facts and modifiers, so this halves the memory of a long battle. Parts are compared as JSON,
        which tells True from 1.
        """
        known = type(part), _ENCODER.encode(part)
        found: P | None = self._parts.get(known)
        if found is not None:
            return found
        self._parts[known] = part
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if not value:
                continue
            if isinstance(value, (str, dict)):
                msgspec.structs.force_setattr(part, name, _interned(value))
            elif isinstance(value, Said):
                msgspec.structs.force_setattr(part, name, self._shared(value))
            elif name in THROWN:
                parts = tuple([self._shared(one) for one in value])
                msgspec.structs.force_setattr(part, name, self._same(parts) if name == FACES else parts)
        return part

    def _same(self, values: tuple[T, ...]) -> tuple[T, ...]:
        """The equal tuple of words or faces that was read first, in place of this one. Equal tuples are then stored once. They
        may not hold values such as True and 1, which Python treats as equal.
        """
        found: tuple[T, ...] = self._tuples.setdefault(values, values)
        return found

    def take_all(self, lines: list[Line]) -> Damage | None:
        """Read lines up to the first damaged line. Returns the damage; None if there is none.

        Each line is removed from the list before it is read, so that its memory is free for later records.
        """
        lines.reverse()
        try:
            while lines:
                self.take(lines.pop())
        except Damaged as error:
            return error.damage
        finally:
            self._parts.clear()
            self._tuples.clear()
            self._show_link()
        return None

    def write(self, record: Record, at: str) -> Line:
        """Make the line for a record, and read it into the journal as a later reader would.

        Raises Damaged if a later reader could not read it, and UnicodeEncodeError for letters that cannot be written.
        """
        content = to_json(record)
        line = Line(record.number, at, content, next_link(self.links[-1], at, content))
        self._follow(line)
        self._parts.clear()
        self._tuples.clear()
        self._show_link()
        return line

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """A ``with`` block. If it fails, the lines that were read in it are removed from the journal."""
        lines = len(self.times)
        try:
            with self.journal.on_trial():
                yield
        except BaseException:
            del self.times[lines:], self.links[lines + 1 :]
            self._show_link()
            raise

    def _show_link(self) -> None:
        self.journal.last_link = short(self.links[-1])


def _interned(value: Any) -> Any:
    """An equal value. Words in it that also occur in other values are stored in memory only once."""
    if isinstance(value, str):
        return intern(value)
    if isinstance(value, list):
        return [_interned(one) for one in value]
    if isinstance(value, dict):
        return {name: _interned(one) for name, one in value.items()}
    return value


def chained(records: Iterable[Record], times: Iterable[str], link: bytes) -> Iterator[Line]:
    """The lines for these records, each with its hash. The chain begins with the hash of the battle's fixed data."""
    for record, at in zip(records, times, strict=True):
        content = to_json(record)
        link = next_link(link, at, content)
        yield Line(record.number, at, content, link)


def read_lines(database: Database, after: int = 0) -> tuple[list[Line], Damage | None]:
    """The lines after a number, in order, and the damage of the line after them; None if it is undamaged. Call it within a
    transaction.
    """
    lines: list[Line] = []
    with suppress(*FAULTS):
        for row in database.rows(f"{_ROWS} >= ? ORDER BY number", after + 1 if after else _LEAST):
            if row[0] != after + len(lines) + 1:
                break
            lines.append(Line(*row))
    try:
        # The rest is read line by line: a scan of a damaged table may stop long before the damage.
        while rows := list(database.rows(f"{_ROWS} = ?", after + len(lines) + 1)):
            lines.append(Line(*rows[0]))
        return lines, _miscounted(database, after + len(lines))
    except FAULTS as error:
        return lines, Damage(after + len(lines) + 1, f"it cannot be read ({message_of(error)})")


def _miscounted(database: Database, read: int) -> Damage | None:
    """The damage if the file does not have as many lines as were written to it; None if it has."""
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
