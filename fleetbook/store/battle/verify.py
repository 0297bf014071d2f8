"""Verifying a battle: every line is derived again from its order and dice."""

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
    """A fault of a battle: the line (0 for the file as a whole), and a description."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


def verify(path: str | Path) -> list[Finding]:
    """All faults of a battle file, in the order of its lines. Empty for a sound battle.

    The file is read afresh: the chain, the fingerprints, and every order from its recorded dice. Raises InvalidInput for a file
    that is no battle.
    """
    with BattleFile.open(path, read_only=True) as file:
        return verified(file)


def verified(file: BattleFile) -> list[Finding]:
    """All faults of an open battle file."""
    compared = ((record.number, verify_record(file.journal, record)) for record in file.journal.records.kept)
    differing = [Finding(number, found) for number, found in compared if found]
    edited = differing and not file.notice and file.journal.ruleset.id not in OWN  # nobody edits the program's own rules
    return [
        *([Finding(0, file.notice)] if file.notice else []),
        *differing,
        *([Finding(0, CHANGED)] if edited else []),
        *([Finding(*file.damaged)] if file.damaged else []),
        *([Finding(0, f"the database says: {file.layout}")] if file.layout and file.layout not in file.damage else []),
    ]
