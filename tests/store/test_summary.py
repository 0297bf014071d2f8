"""The summary of a battle agrees with the whole battle: after orders, steps back and forward, its end and notes after it."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.standard_orders import Annotate, EndBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import summarize
from fleetbook.store.library.build_setup import load_setup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "b.battle"


def agree(file: BattleFile) -> None:
    """The summary agrees with the open battle."""
    seen, battle = summarize(file.path), file.journal.battle
    phase = battle.ruleset.sequence.now(battle)
    assert (seen.turn, seen.step, seen.lines) == (battle.turn, phase.number, len(file.journal.records))
    assert seen.doing == battle.ruleset.sequence.title(phase, battle)
    assert bool(seen.ended) == battle.ended
    position = file.journal.position
    assert seen.last == (file.journal.record(position).headline if position else "")
    assert (seen.title, seen.sides, seen.ruleset) == (battle.setup.title, battle.sides, battle.ruleset.id)


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_the_battle_after_any_way_there(seed: int, path: Path) -> None:
    chance = random.Random(seed)
    with BattleFile.create(path, load_setup("coastal/convoy"), "7") as file:
        agree(file)
        for _ in range(40):
            try:
                way = chance.random()
                if way < 0.6:
                    file.give(file.journal.ruleset.order("next")())
                elif way < 0.7:
                    file.give(Annotate(words="so far"))
                elif way < 0.9:
                    file.undo(chance.choice([None, chance.randrange(len(file.journal.records) + 1)]))
                else:
                    file.redo()
            except FleetbookError:
                continue
            agree(file)


def test_an_ended_battle_tells_how_also_after_a_note(path: Path) -> None:
    with BattleFile.create(path, load_setup("coastal/convoy"), "7") as file:
        file.give(EndBattle.from_inputs({"reason": "dinner"}))
        file.give(Annotate(words="well fought"))
        agree(file)
        assert summarize(path).ended == "dinner"
        file.undo(1)
        assert summarize(path).ended == "dinner"
        file.undo(0)
        agree(file)


def test_what_is_no_battle_is_refused(path: Path) -> None:
    for content in (b"", b"no database", b"SQLite format 3\0" + b"x" * 200):
        path.write_bytes(content)
        with pytest.raises(InvalidInput):
            summarize(path)
    with pytest.raises(InvalidInput):
        summarize(path.with_name("none.battle"))


def test_a_damaged_battle_is_refused_in_words(path: Path) -> None:
    BattleFile.create(path, load_setup("coastal/convoy"), "7").close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '{}' WHERE key = 'setup'")
    connection.close()
    with pytest.raises(InvalidInput, match="damaged battle"):
        summarize(path)
