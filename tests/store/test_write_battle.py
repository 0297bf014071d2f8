"""A journal made in memory is written as a battle file in one go; simulated dice stay simulated, and the battle verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fleetbook.core.dice import SIMULATED, Face
from fleetbook.core.doctrines.filled import filled
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup


class Sixes:
    """Dice that always show six."""

    def face(self, number: int, sides: int, label: str, within: object = ()) -> Face:
        return Face(sides, 6, SIMULATED)


def test_a_battle_fought_in_memory_verifies_and_says_that_its_dice_were_simulated(tmp_path: Path) -> None:
    journal: Journal[Any] = Journal(ruleset("coastal"), load_setup("convoy"), "a seed")
    while journal.battle.phase != "fire-1":
        journal.append(journal.propose(NextStep()))
    look = {"observer": "M 388", "target": "MTB 221", "range": 90}
    order = filled(journal.ruleset.order("observe"), journal.battle, look)
    journal.append(journal.propose(order, Sixes(), given=tuple(look)))
    path = tmp_path / "simulated.battle"
    write_battle(path, journal)
    with BattleFile.open(path) as file:
        assert not file.damage
        assert file.journal.battle.state.fingerprint == journal.battle.state.fingerprint
        assert [face.origin for face in file.journal.record(file.journal.position).faces] == ["simulated"]
        assert verified(file) == []
        file.give(NextStep())
