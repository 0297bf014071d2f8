"""Makes a new battle file. It is written under another name and then moved into place, so a crash leaves a complete
file or none.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.play.journal import Journal
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.battle.database import writing
from fleetbook.store.battle.journal_reader import Line, chained
from fleetbook.store.battle.lock import LOCK, WriterLock
from fleetbook.store.battle.meta import Meta, new_meta, write_meta
from fleetbook.store.battle.schema import INSERT, lay_out
from fleetbook.store.battle.seed import draw_seed, drawing
from fleetbook.store.battle.source import JOURNAL, LOG, SHARED
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable, cause, shown_path
from fleetbook.store.files import patiently, place

PRIVATE = 0o600
Moved: TypeAlias = tuple[tuple[Path, Path], ...]  # pairs of an old and a new path


def begin(path: Path, setup: Setup, seed: str | None, house: Iterable[HouseRules], words: Mapping[str, str]) -> Moved:
    """Begin a battle in a new file. Returns the files that had to be renamed, as ``make_file`` does.

    If no seed is given, the operating system draws one. ``words`` are what sides said after they saw the seal of the seed. Raises
    InvalidInput if the setup or the house rules cannot be used.
    """
    seed = draw_seed() if seed is None else seed
    for rules in (house := tuple(house)):
        if rules.ruleset != setup.ruleset:
            raise InvalidInput(f"house rules {shown(rules.title)}", f"rules for {rules.ruleset}", f"rules for {setup.ruleset}")
    setup = msgspec.structs.replace(setup, house=(*setup.house, *house), dice=drawing(seed, words, setup.sides))
    try:
        meta = new_meta(setup, Journal(ruleset(setup.ruleset), setup, seed), now())
    except UnicodeEncodeError as error:
        raise no_text(error) from None
    return make_file(path, meta)


def write_battle(path: Path, journal: Journal[Any], created: str = "", times: Iterable[str] = ()) -> Moved:
    """Write a journal that was made in memory as a battle file, in one transaction. Without ``times`` all its lines get the
    present time.

    It may be opened, checked and continued like any other battle. Raises Unwritable and InUse as ``make_file`` does.
    """
    at, kept = now(), journal.records.kept
    meta = new_meta(journal.setup, journal, created or at)
    return make_file(path, meta, list(chained(kept, times or [at] * len(kept), meta.link)))


def now() -> str:
    """The present time in UTC, as a line stores it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def no_text(error: UnicodeEncodeError) -> InvalidInput:
    """The error for letters that cannot be written to a file."""
    return InvalidInput("text", shown(error.object), "letters of Unicode")


def make_file(path: Path, meta: Meta, lines: Iterable[Line] = ()) -> Moved:
    """Make a battle file with its first lines. It is on disk before this returns, and only its owner may read it.

    Existing files with the names of the database's own companion files would be mixed into the battle. They are renamed, and
    their old and new names are returned. Raises Unwritable if the path exists or the disk refuses, and InUse if another process
    is making the battle.
    """
    real = Path(os.path.realpath(path))
    if not real.name:
        raise Unwritable(f"{shown_path(path)} cannot be made: it has no name")
    lock = WriterLock.take(real)
    try:
        if os.path.lexists(real):
            raise Unwritable(f"{shown_path(real)} exists already")
        if real.name.endswith((JOURNAL, LOG, SHARED, LOCK)):
            raise Unwritable(f"{shown_path(real)} cannot be made: a battle's own files have such names")
        with writing(real), closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            lay_out(connection)
            write_meta(connection, meta)
            connection.executemany(INSERT, lines)
            content = connection.serialize()
        return _place(real, content)
    except OSError as error:
        raise Unwritable(f"{shown_path(real)} cannot be made: {cause(error)}") from None
    finally:
        lock.release()


def _place(path: Path, content: bytes) -> Moved:
    found = tuple(_set_aside(path))
    try:
        place(path, content, PRIVATE)
    except OSError:
        for was, now_at in found:
            patiently(partial(now_at.rename, was))
        raise
    return found


def _set_aside(path: Path) -> Iterator[tuple[Path, Path]]:
    for ending in (JOURNAL, LOG, SHARED):
        left = path.with_name(path.name + ending)
        if os.path.lexists(left):
            number = 1
            while os.path.lexists(free := left.with_name(f"{left.name}.found{f'-{number}' if number > 1 else ''}")):
                number += 1
            yield left, patiently(partial(left.rename, free))
