"""A new battle file: made beside its place and moved there whole, so that a crash leaves either none or a sound one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from fleetbook.store.battle.journal_reader import Line
from fleetbook.store.battle.meta import Meta, write_meta
from fleetbook.store.battle.schema import INSERT, lay_out, make_durable, transaction, writing
from fleetbook.store.errors import Unwritable, cause, told

_COMPANIONS = ("-wal", "-shm", "-journal")  # files that the database keeps beside its own


def make_file(path: Path, meta: Meta, lines: Iterable[Line] = ()) -> None:
    """Make a battle's file with its first lines, durable before this returns. The caller holds the writer's lock of this path.

    Raises Unwritable where something of that name exists already, or where the disk refuses.
    """
    if os.path.lexists(path):
        raise Unwritable(f"{told(path)} exists already")
    beside = path.with_name(f".{path.name}.new")
    try:
        # Left behind by a crash, or by a battle whose main file alone was deleted: the database would mix them into the new one.
        _remove(*_companions(path), beside, *_companions(beside))
        try:
            with writing(path):
                _fill(beside, meta, lines)
            beside.replace(path)
        finally:
            _remove(beside, *_companions(beside))
        _sync_folder(path.parent)
    except OSError as error:
        raise Unwritable(f"{told(path)} cannot be made: {cause(error)}") from None


def _fill(path: Path, meta: Meta, lines: Iterable[Line]) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        with transaction(connection):
            lay_out(connection)
            write_meta(connection, meta)
            connection.executemany(INSERT, lines)
        make_durable(connection)
    finally:
        connection.close()


def _companions(path: Path) -> list[Path]:
    return [path.with_name(path.name + ending) for ending in _COMPANIONS]


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where the system has a way to say so."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
