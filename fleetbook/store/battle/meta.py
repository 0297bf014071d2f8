"""What a battle file keeps beside its lines: the setup, the rules and tables in force, the seed of the dice."""

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

META = "SELECT key, value FROM meta LIMIT 20"  # more than it may have

_LINK = "link"


class _KeptSetup(Setup, frozen=True):
    """A setup as a file keeps it: one without a word of its dice was begun when they were numbered by lines."""

    dice: Drawing = Drawing(numbered="by lines")


class Meta(msgspec.Struct, frozen=True):
    """What is settled before the first line.

    ruleset     id
    version     of the ruleset when the battle began
    tables      hash of the tables in force then, house rules included
    seed        of the dice
    commitment  hash of the seed, shown from the start
    created     when, UTC
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
        """The setup. Raises InvalidInput."""
        try:
            return Setup(**msgspec.structs.asdict(msgspec.json.decode(self.setup, type=_KeptSetup)))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise InvalidInput("setup", shown(self.setup), f"a setup ({error})") from None

    def is_in_force(self, journal: Journal[Any]) -> bool:
        """Whether the ruleset and the tables at hand are those that the battle began with."""
        return self.version == journal.ruleset.version and self.tables == journal.start.tables.hash


def new_meta(setup: Setup, journal: Journal[Any], created: str) -> Meta:
    """What is settled for a battle that begins with this journal. Raises UnicodeEncodeError for text that is none."""
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
    """Put it into a new file, with its hash."""
    rows = [*msgspec.structs.asdict(meta).items(), (_LINK, meta.link.hex())]
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows)


def read_meta(rows: Iterable[tuple[Any, ...]], where: str) -> tuple[Meta, Damage | None]:
    """What a file keeps, from the rows of its table, and what is wrong with it.

    Raises InvalidInput where something is missing, too much or no text.
    """
    found = dict(rows)
    strange = [key for key in found if key not in (*Meta.__struct_fields__, _LINK)]
    if strange:
        raise InvalidInput(f"{where}: meta", shown(strange[0]), "what fleetbook settles at a battle's start, and nothing else")
    try:
        meta = msgspec.convert(found, Meta)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"{where}: meta", "a damaged battle", f"what was settled at its start ({error})") from None
    if found.get(_LINK) != meta.link.hex() or Stream(meta.seed).commitment != meta.commitment:
        return meta, Damage(0, "what was settled at the start (the setup, the rules or the seed) is not what was recorded then")
    return meta, None
