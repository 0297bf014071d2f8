"""The settled start of a battle file: its setup, rules and tables, and the seed of its dice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

from fleetbook.core.battle.setup import Drawing, Setup
from fleetbook.core.dice import Stream
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.hash_chain import first_link
from fleetbook.store.battle.journal_reader import Damage

META = "SELECT key, value FROM meta LIMIT 20"  # more than a battle has

_LINK = "link"


class _StoredSetup(Setup, frozen=True):
    """A setup as a file keeps it. A setup that says nothing about its dice is from the time when they were numbered by lines."""

    dice: Drawing = Drawing(numbered="by lines")


class Meta(msgspec.Struct, frozen=True):
    """Everything that is settled before the first line.

    ruleset     id
    version     of the ruleset when the battle began
    tables      hash of the tables in force then, with house rules
    seed        of the dice
    commitment  hash of the seed, shown from the start
    created     time, UTC
    setup       as JSON
    """

    ruleset: str
    version: str
    tables: str
    seed: str
    commitment: str
    created: str
    setup: str

    @property
    def link(self) -> bytes:
        """The hash that the first line is chained to."""
        return first_link(msgspec.structs.asdict(self))

    def parsed_setup(self) -> Setup:
        """Parse the setup. Raises InvalidInput."""
        try:
            return Setup(**msgspec.structs.asdict(msgspec.json.decode(self.setup, type=_StoredSetup)))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise InvalidInput("setup", shown(self.setup), f"a setup ({error})") from None

    def is_in_force(self, journal: Journal[Any]) -> bool:
        """Whether the battle began with the installed ruleset and tables."""
        tables = journal.start.tables
        return self.version == journal.ruleset.version and self.tables in (tables.hash, tables.hash_with_words)


def new_meta(setup: Setup, journal: Journal[Any], created: str) -> Meta:
    """The settled start of a battle with this journal. Raises UnicodeEncodeError for letters that cannot be written."""
    return Meta(
        ruleset=journal.ruleset.id,
        version=journal.ruleset.version,
        tables=journal.start.tables.hash,
        seed=journal.stream.seed,
        commitment=journal.stream.commitment,
        created=created,
        setup=msgspec.json.encode(setup).decode(),
    )


def write_meta(connection: sqlite3.Connection, meta: Meta) -> None:
    """Write the settled start into a new file, with its hash."""
    rows = [*msgspec.structs.asdict(meta).items(), (_LINK, meta.link.hex())]
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows)


def read_meta(rows: Iterable[tuple[Any, ...]], where: str) -> tuple[Meta, Damage | None]:
    """The settled start in the rows of a file's table, and its damage.

    Raises InvalidInput for missing keys, unknown keys and values that are no text.
    """
    found = dict(rows)
    strange = [key for key in found if key not in (*Meta.__struct_fields__, _LINK)]
    if strange:
        raise InvalidInput(f"{where}: meta", shown(strange[0]), "the keys of a battle's start, and no others")
    try:
        meta = msgspec.convert(found, Meta)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"{where}: meta", "a damaged battle", f"the keys of a battle's start ({error})") from None
    if found.get(_LINK) != meta.link.hex() or Stream(meta.seed).commitment != meta.commitment:
        return meta, Damage(0, "the start (the setup, the rules or the seed) was changed after it was recorded")
    return meta, None
