"""Random battles of every system: how many are looked at, and what must hold in each of them whatever its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from fleetbook.testing.random_battles import Habits, copied, random_draft


def battles(every: Sequence[tuple[str, int]], few: Collection[tuple[str, int]]) -> pytest.MarkDecorator:
    """A test of each battle by its name and seed: a few belong to every run, all of them to a campaign (pytest -m campaign)."""
    assert set(few) <= set(every)
    cases: list[Any] = [pytest.param(*battle, marks=() if battle in few else pytest.mark.campaign) for battle in every]
    return pytest.mark.parametrize(("name", "seed"), cases)


def kept(battle: Battle[Any]) -> dict[tuple[str, str, str], Any]:
    """Every fact of a battle; of how a ship ended, what and when."""
    found = {(key.subject, key.name, key.other): value for key, value in battle.state.items()}
    return {
        key: f"{value[0]} T{value[1]}" if key[1] == "fate" and isinstance(value, tuple) else value for key, value in found.items()
    }


def check_states(journal: Journal[Any], wrong: Callable[[Battle[Any]], Iterable[str]]) -> None:
    """After no line is anything ``wrong`` with the battle."""
    for number in range(len(journal.records) + 1):
        assert list(wrong(journal.battle_after(number))) == [], number


def check_orders(journal: Journal[Any], wrong: Callable[[Battle[Any], Record], Iterable[str]]) -> None:
    """No order did to the battle before it what is ``wrong``."""
    for record in journal.records:
        if record.is_order:
            assert list(wrong(journal.battle_before(record.number), record)) == [], record.number


def check_derived(journal: Journal[Any]) -> None:
    """Every record is derived again from its inputs and dice."""
    assert {verify_record(journal, record) for record in journal.records} == {""}


def check_any_line(whole: Journal[Any], seed: int) -> None:
    """A step back to any line is taken back by a step forward."""
    journal, rng = copied(whole), Random(seed)
    for _ in range(30):
        before = journal.battle.state.fingerprint
        try:
            journal.append(journal.undo(to=rng.randint(0, len(journal.records))))
        except Refused:
            continue
        journal.append(journal.redo())
        assert journal.battle.state.fingerprint == before


def check_refused(journal: Journal[Any], seed: int, habits: Habits) -> None:
    """An order that is refused, as many are, is refused in words and changes nothing."""
    rng, refused, lines = Random(seed), 0, len(journal.records)
    for _ in range(120):
        battle = journal.battle_after(rng.randint(0, lines))
        before = battle.state.fingerprint
        try:
            random_draft(battle, rng.choice(journal.ruleset.all_orders), rng, habits).order()
        except (Refused, InvalidInput) as error:
            assert str(error)
            refused += 1
        assert (battle.state.fingerprint, len(journal.records)) == (before, lines)
    assert refused > 20


def check_forms(journal: Journal[Any]) -> None:
    """Whatever stands in the battle, an untouched form has values or says which one it wants."""
    for number in range(0, len(journal.records), 9):
        battle = journal.battle_after(number)
        for order in journal.ruleset.all_orders:
            problem = Draft[Any](battle, order).problem
            assert not isinstance(problem, InvalidInput) or problem.where in order.declared
