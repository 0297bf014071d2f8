"""The rules word a battle in the same way whatever its ships and squadrons are called. No word in their data has a name in it.

So a side reads a battle by rewording it under the names that it knows.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.reader_names import ReaderNames, Reading
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import BY_HAND, Habits, played
from tests.trust.games import RULESETS, scenario

HABITS = Habits(overruled=0.0, weights={**BY_HAND, "note": 0.0, "set": 0.3, "reveal": 0.5, "spot": 0.5, "search": 0.5})
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(1, 12))]


@cache
def at_random(system: str, seed: int) -> Journal[Any]:
    setup = load_setup(scenario(system))
    return played(Journal(ruleset(system), setup, str(seed)), Random(seed), 60, HABITS)


def all_names(journal: Journal[Any]) -> frozenset[str]:
    return frozenset((*(ship.name for ship in journal.setup.ships), *(each.name for each in journal.setup.squadrons)))


def texts(value: Any) -> list[str]:
    """All texts in a value, in order."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [text for each in inner for text in texts(each)]


def reading(names: ReaderNames[Any], record: Record) -> list[str]:
    """All texts of an order under some names."""
    read: Reading = names.reading(record)
    return [read.headline, *texts(msgspec.to_builtins((read.events, read.stated, read.beside)))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", RULESETS)
def test_the_words_are_the_same_under_other_names(system: str, seed: int) -> None:
    """Names that end in s or not, as the old one, since the verb goes by that."""
    journal = at_random(system, seed)
    called = {
        name: f"qq{number}z{'s' * (name.endswith('s') and not name.endswith('ss'))}"
        for number, name in enumerate(sorted(all_names(journal)))
    }
    true, other = ReaderNames(journal, frozenset(), {}), ReaderNames(journal, frozenset(called), called)
    back = re.compile("|".join(map(re.escape, sorted(called.values(), key=len, reverse=True))), re.IGNORECASE)
    names = {new: old for old, new in called.items()}
    for record in journal.records.kept:
        if record.is_order:
            again = [back.sub(lambda found: names[found[0].lower()], text) for text in reading(other, record)]
            assert [text.casefold() for text in again] == [text.casefold() for text in reading(true, record)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", RULESETS)
def test_a_name_in_the_data_of_a_line_is_a_value_by_itself(system: str, seed: int) -> None:
    """But in the words that the referee ticks for the initiative of A&A, which he reads in the form."""
    journal = at_random(system, seed)
    names = all_names(journal)
    inside = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
    for record in journal.records.kept:
        ticked = set(texts((record.inputs.get("first"), record.inputs.get("second"))))
        data = texts(msgspec.to_builtins((record.as_kept().events, record.inputs, record.choices)))
        assert [text for text in data if text not in names | ticked and inside.search(text)] == []
