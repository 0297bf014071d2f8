"""A battle derived again from its orders and dice, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fleetbook.core.play.verify import TOLD_OTHERWISE, verify_record
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.packages.entries import OWN

REWORDED = (
    "only words differ, as where a package of rules was edited since: give those rules another version, and fleetbook upgrade "
    "makes a copy in the new words"
)
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
        return list(findings(file))


def findings(file: BattleFile) -> Iterator[Finding]:
    """What ``verify`` finds in an open file, one after another."""
    if file.notice:
        yield Finding(0, file.notice)
    lines = ((record.number, verify_record(file.journal, record)) for record in file.journal.records)
    differing = [Finding(number, difference) for number, difference in lines if difference]
    yield from differing
    if differing and not file.notice:
        reworded = all(finding.what.startswith(TOLD_OTHERWISE) for finding in differing)
        if reworded or file.journal.ruleset.id not in OWN:  # the program's own rules were not edited: the file was
            yield Finding(0, REWORDED if reworded else CHANGED)
    if file.damaged:
        yield Finding(*file.damaged)
    if file.layout and file.layout not in file.damage:
        yield Finding(0, f"the database says: {file.layout}")
