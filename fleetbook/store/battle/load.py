"""Reads a battle file when it is opened. It reads all lines before any damage, and describes the damage."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.database import Database
from fleetbook.store.battle.journal_reader import Damage, JournalReader, read_lines
from fleetbook.store.battle.meta import META, Meta, read_meta
from fleetbook.store.battle.schema import BATTLE, MOST_BYTES
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import cause, shown_path, within


class Opened(msgspec.Struct, frozen=True):
    """The content of an opened battle file.

    damage   the first damage; None for an undamaged file
    notice   the difference between the installed rules and those of the battle's start; empty if there is none
    layout   the database's error message about the pages of the file; empty if there is none
    version  the database's number for the state of the file that was read
    """

    meta: Meta
    reader: JournalReader
    damage: Damage | None
    notice: str
    layout: str
    version: int


def load(database: Database, path: Path) -> Opened:
    """Read a battle file up to the first damage.

    Raises InvalidInput if not even the start of the battle can be shown, and FAULTS if the database cannot read the file.
    """
    where = shown_path(path)
    with database.snapshot():
        meta, damage = read_meta(database.rows(META), where)
        lines, missing = read_lines(database)
        layout, version = database.damage or database.layout(), database.version
    with within(where):
        journal = _begin(meta, damage)
    reader = JournalReader(journal, meta.link)
    misplaced = Damage(0, f"the database says: {layout}") if layout else None
    damage = damage or reader.take_all(lines) or missing or misplaced
    notice = "" if meta.is_in_force(journal) else _other_rules(meta, journal)
    return Opened(meta, reader, damage, notice, layout, version)


def _begin(meta: Meta, damage: Damage | None) -> Journal[Any]:
    rules = ruleset(meta.ruleset)
    try:
        return Journal(rules, meta.parsed_setup(), meta.seed)
    except (RulesFault, LookupError, ValueError, TypeError, AttributeError, StopIteration) as error:
        if not damage and meta.version == rules.version:
            raise  # the mistake is in the ruleset
        why = str(damage) if damage else f"it was begun with version {meta.version} of {rules.title}"
        raise InvalidInput("setup", why, f"a setup that version {rules.version} can begin with") from error


def _other_rules(meta: Meta, journal: Journal[Any]) -> str:
    here = journal.ruleset
    then = "so the battle can only be read; fleetbook upgrade copies it into one that goes on"
    counted = meta.version.isdecimal() and here.version.isdecimal()  # only version numbers can be compared
    if counted and int(meta.version) > int(here.version):
        older = "which is older, so the battle can only be read; with the newer version it goes on as it is"
        return f"begun with version {meta.version} of {here.title}; this is version {here.version}, {older}"
    if meta.version != here.version:
        return f"begun with version {meta.version} of {here.title}; this is version {here.version}, {then}"
    return f"begun with other tables of {here.title} than these, {then}"


class Place(msgspec.Struct, frozen=True):
    """The path of a battle's file after links were followed, and the system's data about the file that was found there."""

    real: Path
    file: os.stat_result

    def is_as_it_was(self) -> bool:
        """Whether the path still leads to the same file."""
        try:
            return os.path.samestat(self.real.stat(), self.file)
        except OSError:
            return False


def existing(path: Path) -> Place:
    """The place of an existing battle file. Raises InvalidInput if there is none."""
    try:
        real = Path(os.path.realpath(path, strict=True))
        file = real.stat()
    except OSError as error:
        raise InvalidInput(shown_path(path), cause(error), BATTLE) from None
    except ValueError:
        raise InvalidInput(shown_path(path), str(path), "a path without null characters") from None
    if not stat.S_ISREG(file.st_mode):
        raise InvalidInput(shown_path(path), "a folder" if stat.S_ISDIR(file.st_mode) else "no regular file", BATTLE)
    if not file.st_size:  # it is not opened: reading a special file without a size may block
        raise InvalidInput(shown_path(path), "an empty file", BATTLE)
    if file.st_size > MOST_BYTES:
        raise InvalidInput(shown_path(path), f"{file.st_size:,} bytes", f"{BATTLE}, of at most {MOST_BYTES:,}")
    return Place(real, file)
