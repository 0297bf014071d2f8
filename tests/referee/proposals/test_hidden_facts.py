"""Two battles that differ in one fact hidden from a side offer it the same orders, refuse the same in the same words, and fill in
the same values.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed
from fleetbook.core.battle.facts import Change, FactValue, Key
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_battle import side_battle
from tests.referee.proposals.forms import forms
from tests.referee.proposals.moments import copied, recorded

FEW = {"black-sea-raid": 8, "coal-convoy": 6, "coal-convoy-variant": 6, "tsushima": 3, "yalu": 3}
MANY = {"black-sea-raid": 4_000, "coal-convoy": 2_500, "coal-convoy-variant": 2_500, "tsushima": 500, "yalu": 500}
"""The battles in which something is hidden, each with the number of pairs that are tried: together 10,000."""
SLICE = 250  # pairs of one test
SLICES = [(battle, number) for battle, pairs in MANY.items() for number in range(pairs // SLICE)]


def is_hidden(battle: Battle[Any], key: Key, side: str) -> bool:
    """Whether a side may not know a fact: it is withheld, or a ship or fleet that it does not see is named in it."""
    rules = battle.ruleset
    unnamed = rules.unseen(battle, side) - rules.called(battle, side).keys()
    return bool({key.subject, key.other} & unnamed) or rules.withheld(battle, key, side)


def knowledge(battle: Battle[Any], keys: list[Key], side: str) -> tuple[Any, ...]:
    """Which names and facts a side may know."""
    rules = battle.ruleset
    return rules.unseen(battle, side), rules.called(battle, side), [rules.withheld(battle, key, side) for key in keys]


def noted(journal: Journal[Any], *changes: Change) -> Journal[Any]:
    """A journal with one more line, a note, that also sets these facts."""
    before, record = journal.battle, journal.propose(Annotate(words="fog"))
    events = (Changed(key.subject, key.name, before.fact(key), value, key.other) for key, value in changes)
    after = before.with_changes(changes).state.fingerprint
    again = copied(journal, len(journal.records))
    again.append(msgspec.structs.replace(record, events=(*record.events, *events), fingerprint=after))
    return again


class Hidden:
    """The facts of a recorded battle, to be changed one at a time."""

    def __init__(self, battle: str) -> None:
        self.whole = recorded(battle)
        states = [self.whole.battle_after(line).state for line in range(self.whole.next_number)]
        self.keys = sorted({key for state in states for key, _ in state.items()})
        self.values: dict[str, dict[str, FactValue]] = {}
        for state in states:
            for key, value in state.items():
                self.values.setdefault(key.name, {})[repr(value)] = value

    def another(self, key: Key, value: FactValue, rng: Random) -> FactValue:
        """Another value of a fact, one that such facts have at times; None if there is no other."""
        found = [*self.values[key.name].values(), *([value + 1, value - 1] if type(value) is int and value else [])]
        others = [other for other in found if other != value and (value is None or type(other) is type(value))]
        return rng.choice([*others, *([None] if value is not None else [])] or [value])


def pairs(battle: str, number: int, at_a_moment: int, seed: int = 0) -> Iterator[tuple[str, Journal[Any], Journal[Any], Key]]:
    """Pairs of journals whose last line differs in one fact that a side may not know, with the side and the fact's key."""
    hidden, rng, found = Hidden(battle), Random(f"{battle} {seed}"), 0
    while found < number:
        line, side = rng.randrange(hidden.whole.next_number), rng.choice(hidden.whole.setup.sides)
        now = hidden.whole.battle_after(line)
        keys = [key for key in hidden.keys if is_hidden(now, key, side)] if not now.ended else []
        journal = copied(hidden.whole, line if keys else 0)
        plain = noted(journal)
        for key in rng.sample(keys, min(at_a_moment, number - found, len(keys))):
            value = hidden.another(key, now.fact(key), rng)
            other = now.with_changes([(key, value)])
            if value != now.fact(key) and knowledge(now, hidden.keys, side) == knowledge(other, hidden.keys, side):
                found += 1
                yield side, plain, noted(journal, (key, value)), key


def check(battle: str, number: int, at_a_moment: int, seed: int = 0) -> None:
    """Compare the forms of so many pairs."""
    seen: dict[tuple[int, str], list[Any]] = {}
    for side, one, other, key in pairs(battle, number, at_a_moment, seed):
        moment = len(one.records), side
        if moment not in seen:
            seen = {moment: forms(side_battle(one, side), moment)}
        assert forms(side_battle(other, side), moment) == seen[moment], (moment, key)


@pytest.mark.parametrize("battle", FEW)
def test_a_hidden_fact_changes_nothing_that_a_player_is_offered(battle: str) -> None:
    check(battle, FEW[battle], 2)


@pytest.mark.campaign
@pytest.mark.parametrize(("battle", "seed"), SLICES)
def test_ten_thousand_hidden_facts_change_nothing_that_a_player_is_offered(battle: str, seed: int) -> None:
    check(battle, SLICE, 20, seed)


def test_the_referee_is_offered_other_things_in_some_of_these_pairs() -> None:
    assert any(forms(one.battle, 0) != forms(other.battle, 0) for _, one, other, _ in pairs("black-sea-raid", 60, 3))
