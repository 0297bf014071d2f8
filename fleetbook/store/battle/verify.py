"""Verifies a battle. Every order is carried out again with its inputs and dice, and must give the recorded result."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from fleetbook.core.play.verify import verify_record
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.packages.entries import OWN

CHANGED = (
    "the installed rules have the same version and give another result. Their package was probably edited: give its rules "
    "another version, and the battle can be read as it was"
)


class Finding(NamedTuple):
    """A mistake in a battle file: its line (0 for the file as a whole) and a description."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


def verify(path: str | Path) -> list[Finding]:
    """All mistakes in a battle file, in the order of its lines; empty if there are none.

    The file is read again, and the hashes, the fingerprints and every order are checked. Raises InvalidInput if it is not a
    battle file.
    """
    with BattleFile.open(path, read_only=True) as file:
        return verified(file)


def verified(file: BattleFile) -> list[Finding]:
    """All mistakes in an open battle file, in the order of its lines; empty if there are none."""
    compared = ((record.number, verify_record(file.journal, record)) for record in file.journal.records.kept)
    differing = [Finding(number, found) for number, found in compared if found]
    edited = differing and not file.notice and file.journal.ruleset.id not in OWN  # fleetbook's own rules are not edited
    return [
        *([Finding(0, file.notice)] if file.notice else []),
        *differing,
        *([Finding(0, CHANGED)] if edited else []),
        *([Finding(*file.damaged)] if file.damaged else []),
        *([Finding(0, f"the database says: {file.layout}")] if file.layout and file.layout not in file.damage else []),
    ]
