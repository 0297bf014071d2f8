"""A battle derived again from its orders and dice, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from fleetbook.core.play.verify import verify_record
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.packages.entries import OWN

CHANGED = (
    "the rules at hand, of the same version, come to something else, as where a package of rules was edited since: give those "
    "rules another version, and the battle can be read as it was told"
)


class Finding(NamedTuple):
    """Something wrong: the line (0 where it is not in one), and what."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


def verify(path: str | Path) -> list[Finding]:
    """Everything wrong with a battle file, in the order of its lines; empty when it is sound and comes out the same again.

    The file is read afresh: the chain, the fingerprints, and every order derived from its inputs, dice and choices.
    Raises InvalidInput for a file that is no battle.
    """
    with BattleFile.open(path, read_only=True) as file:
        return verified(file)


def verified(file: BattleFile) -> list[Finding]:
    """What ``verify`` finds in an open file."""
    compared = ((record.number, verify_record(file.journal, record)) for record in file.journal.records.kept)
    differing = [Finding(number, found) for number, found in compared if found]
    edited = differing and not file.notice and file.journal.ruleset.id not in OWN  # its own rules the program does not edit
    return [
        *([Finding(0, file.notice)] if file.notice else []),
        *differing,
        *([Finding(0, CHANGED)] if edited else []),
        *([Finding(*file.damaged)] if file.damaged else []),
        *([Finding(0, f"the database says: {file.layout}")] if file.layout and file.layout not in file.damage else []),
    ]
