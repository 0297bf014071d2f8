"""Whole battles by doctrines: processor time of each beside the bare cost of resolving its orders; prints figures and asserts
nothing but that both come to the same battle. And kept battles in number, each of which verifies.
"""

from __future__ import annotations

import gc
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest

from fleetbook.balance.runs import RARELY, few_pairs, fought
from fleetbook.core.battle.battle import Battle
from fleetbook.core.play.driver import Recorded, resolve
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.verify import verified
from tests.balance.page import plan

BATTLES = 4  # of each of a scenario's pairs, after one that is not counted: the first works out the means of hits
KEPT = 200


def resolved(journal: Journal[Any]) -> Battle[Any]:
    """The battle after all its orders, carried out with their dice: no check, no doctrine, no plane, no record."""
    battle = journal.start
    for record in journal.records.kept:
        battle = resolve(journal.order_of(record), battle, Recorded(record.faces), record.choices).battle
    return battle


@pytest.mark.bench
@pytest.mark.parametrize("scenario", ["convoy", "ijmuiden", "yalu", "manila-bay"])
def test_seconds_a_battle_beside_the_bare_cost_of_its_orders(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    gc.set_threshold(RARELY)
    work, whole, bare, orders = plan(scenario, BATTLES + 1), list[float](), list[float](), 0
    for number in range(1, BATTLES + 2):
        for pair in few_pairs(work):
            began = process_time()
            journal = fought(work, pair, number).journal
            ended = process_time()
            assert resolved(journal).state == journal.battle.state
            if number > 1:
                whole.append(ended - began)
                bare.append(process_time() - ended)
                orders += len(journal.records)
    times = f"{median(whole):.2f} s a battle, {median(bare):.2f} s to resolve its orders alone (medians)"
    each = f"{1000 * sum(whole) / orders:.2f} and {1000 * sum(bare) / orders:.2f} ms an order"
    with capsys.disabled():
        print(f"\n{scenario}: {times}; {each}; {orders / len(whole):.0f} orders a battle, {len(whole)} battles")


@pytest.mark.campaign
@pytest.mark.parametrize("scenario", ["convoy", "yalu"])
def test_each_of_many_kept_battles_verifies(scenario: str, tmp_path: Path) -> None:
    work = plan(scenario, KEPT)
    pairs = few_pairs(work)
    for number in range(1, KEPT + 1):
        path = tmp_path / f"{number}.battle"
        write_battle(path, fought(work, pairs[number % len(pairs)], number).journal)
        with BattleFile.open(path) as file:
            assert file.journal.battle.ended
            assert verified(file) == []
        path.unlink()
