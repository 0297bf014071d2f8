"""The results of an order carry the side that gave it, also in steps in which both sides act. It colours the rule above them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from tests.golden.playing import play

FIRED = {"dogger-bank": 20, "goeben": 10, "goeben-variant": 5, "convoy": 20, "tsushima": 10}
"""Recorded battles, and how many of their orders to fire are looked at at least."""


@pytest.mark.parametrize("battle", FIRED)
def test_fire_has_the_side_of_its_firer(battle: str, tmp_path: Path) -> None:
    play(battle, tmp_path / "a.battle")
    with BattleFile.open(tmp_path / "a.battle") as file:
        journal = file.journal
        sides = {ship.name: ship.side for ship in journal.setup.ships}
        fired = [record for record in journal.records if record.is_order and record.procedure == "fire"]
        found = {record.number: journal.results(record)[0].side for record in fired}
        assert found == {record.number: sides[str(record.inputs["firer"])] for record in fired}
        assert len(fired) >= FIRED[battle]
