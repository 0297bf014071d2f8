"""The fixed data at the start of a battle file: setup, rules, tables and the seed of the dice."""

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

META = "SELECT key, value FROM meta LIMIT 20"  # more rows than a battle has

_LINK = "link"


class _StoredSetup(Setup, frozen=True):
    """A setup as the file stores it. If it says nothing about dice, it is an old setup whose dice are numbered within
    each line.
    """

    dice: Drawing = Drawing(numbered="by lines")


class Meta(msgspec.Struct, frozen=True):
    """The fixed data of a battle, written before its first line.

    ruleset     the id of the ruleset
    version     the version of the ruleset when the battle began
    tables      the hash of the tables at that time, with house rules
    seed        the seed of the dice
    commitment  the hash of the seed, which players see from the start
    created     when the battle began, UTC
    setup       the setup of the battle as JSON
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
        """The hash of this data. The chain of hashes through the lines begins with it."""
        return first_link(msgspec.structs.asdict(self))

    def parsed_setup(self) -> Setup:
        """The setup of the battle. Raises InvalidInput if it cannot be read."""
        try:
            return Setup(**msgspec.structs.asdict(msgspec.json.decode(self.setup, type=_StoredSetup)))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise InvalidInput("setup", shown(self.setup), f"a setup ({error})") from None

    def is_in_force(self, journal: Journal[Any]) -> bool:
        """Whether the battle began with the ruleset version and the tables that are installed now."""
        tables = journal.start.tables
        known = tables.hash, tables.hash_with_words, *journal.ruleset.hashes_before
        return self.version == journal.ruleset.version and self.tables in known


def new_meta(setup: Setup, journal: Journal[Any], created: str) -> Meta:
    """The fixed data of a new battle. Raises UnicodeEncodeError for letters that cannot be written."""
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
    """Write the fixed data and its hash into a new file."""
    rows = [*msgspec.structs.asdict(meta).items(), (_LINK, meta.link.hex())]
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows)


def read_meta(rows: Iterable[tuple[Any, ...]], where: str) -> tuple[Meta, Damage | None]:
    """The fixed data from the rows of the file's table, and its damage; None if it is undamaged.

    Raises InvalidInput for missing keys, unknown keys and values that are not text.
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
