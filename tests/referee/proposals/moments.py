"""Recorded battles, moment by moment, with what each side knows then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.store.battle.battle_file import BattleFile
from tests.golden.playing import play


@cache
def recorded(battle: str) -> Journal[Any]:
    """The journal of a recorded battle."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{battle}.battle"
        ran = play(battle, path)
        assert ran.code == 0, ran.err
        with BattleFile.open(path, read_only=True) as file:
            return file.journal


def copied(whole: Journal[Any], lines: int) -> Journal[Any]:
    """A journal with the first lines of another."""
    journal: Journal[Any] = Journal(whole.ruleset, whole.setup, whole.stream.seed)
    for record in whole.records[:lines]:
        journal.append(record)
    return journal


class Moment:
    """A battle at one line: the journal so far, and what each side knows."""

    def __init__(self, journal: Journal[Any], known: dict[str, Knowledge[Any]]) -> None:
        self.journal, self.known = journal, known
        self.battle: Battle[Any] = journal.battle


class Recorded(Moment):
    """A moment of a recorded battle, with the order that follows."""

    def __init__(self, journal: Journal[Any], known: dict[str, Knowledge[Any]], record: Record) -> None:
        super().__init__(journal, known)
        self.record = record


def moments(battle: str) -> Iterator[Recorded]:
    """The moments before the orders of a recorded battle. What a side knows is carried forward from one to the next."""
    whole = recorded(battle)
    journal = copied(whole, 0)
    known = {side: Knowledge(journal, side) for side in whole.setup.sides} if whole.ruleset.keeps_secrets else {}
    for record in whole.records:
        if record.is_order and record.on == journal.position:
            yield Recorded(journal, known, record)
        journal.append(record)


def moment_before(battle: str, line: int) -> Recorded:
    """The moment before the order with this number."""
    return next(moment for moment in moments(battle) if moment.record.number == line)


def by_his_names(moment: Moment, side: str, kind: Any, inputs: dict[str, Any]) -> dict[str, Any]:
    """Inputs with the names that a side knows for squadrons behind markers."""
    called = moment.journal.ruleset.called(moment.battle, side)

    def seen(value: Any) -> Any:
        return [seen(word) for word in value] if isinstance(value, (list, tuple)) else called.get(value, value)

    return {name: seen(value) if kind.declared[name].listed else value for name, value in inputs.items()}
