"""Fifty thousand random orders of each system: each derives again and breaks no invariant, its odds take a second at most, and
nothing offered is refused.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from random import Random
from time import process_time
from typing import Any, NamedTuple

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.odds import order_odds
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import entries
from fleetbook.testing.invariants import check_all_the_way, check_line
from fleetbook.testing.offered import Findings
from fleetbook.testing.random_battles import BY_HAND, Habits, give_order, play_on
from tests.golden.playing import FOLDER
from tests.rules.fgdn import test_random_orders as fear_god
from tests.rules.gwas import random_orders as player_aid
from tests.rules.gwas_variant import test_random_orders as variant

ORDERS = int(os.environ.get("FLEETBOOK_ORDERS", "50000"))
"""Orders of each system in the campaign."""
FEW = 60
"""Orders of each system in every run."""
LINES = 200
"""Lines of one battle; then another scenario begins."""
WEATHERS = "Clear", "Gale"
"""In which game turns of Great War at Sea begin."""
AFTERWARDS = 40
"""Its last lines come after its end, where rules have orders for then: survivors, repairs."""
LONGEST, LONGEST_OF_99 = 2.0, 1.0
"""Seconds of work for the odds of an order: of any, and of 99 in a hundred."""
LOOKED_INTO = 12
"""Of those that took longest so many are printed."""
LOOKED_AT = 25
"""After so many lines everything that is offered is tried."""
USUAL = {**BY_HAND, "leave": 0.05, "end-combat": 0.05, "next": 0.1, "plot": 5.0}
OFTEN = 20
"""So many times given, a kind of order is tried half as often as one that was not, or those that are always possible would
crowd out the others.
"""


def recorded(name: str) -> Setup:
    """The scenario of a recorded battle."""
    return read_setup(FOLDER / name / "scenario.toml")


CROWDED: dict[str, tuple[Callable[[], Setup], ...]] = {
    "fgdn": (partial(fear_god.melee, 0, "1212"), partial(fear_god.melee, 1, "1212")),
    "gwas": (player_aid.melee, *(partial(player_aid.fleets, one) for one in WEATHERS), partial(recorded, "coal-convoy")),
    "gwas-variant": (
        variant.melee,
        partial(variant.melee, zone="A1", port=True),
        *(partial(variant.campaign, one) for one in WEATHERS),
        partial(recorded, "coal-convoy-variant"),
    ),
}
"""Battles in which everything happens soon, where those of the library seldom come to a combat and escort nobody."""


def went_on(journal: Journal[Any], rng: Random, habits: Habits) -> Iterator[Record]:
    """The battle goes on by a move, or ends for its last lines."""
    late = len(journal.records) >= LINES - AFTERWARDS and not journal.battle.ended
    if late and any(kind.closing for kind in journal.ruleset.orders):
        yield give_order(journal, EndBattle.from_inputs({"reason": "enough"}), rng)
    else:
        yield from play_on(journal, rng, 1, habits)


class Weighed(NamedTuple):
    """How long the odds of an order took, in seconds of work, and which it was: its battle's seed, its line, its headline."""

    seconds: float
    seed: int
    line: int
    headline: str


def weighed(journal: Journal[Any], record: Record, seed: int) -> Weighed:
    """How long the odds of a recorded order take."""
    battle, order = journal.battle_before(record.number), journal.order_of(record)
    began = process_time()
    order_odds(battle, order, undecided=True)
    return Weighed(process_time() - began, seed, record.number, record.headline)


def battles(rules: Ruleset[Any], orders: int) -> tuple[Counter[str], Findings, list[Weighed]]:
    """Battles of every shipped scenario in turn until so many orders were given: how many of each, what was offered, and how long
    the odds of each order took.
    """
    given, offered, weights, took = Counter[str](), Findings(), dict(USUAL), list[Weighed]()
    habits = Habits(weights=weights, texts={**player_aid.TEXTS, "port": ("A1", "A2")})
    shipped = [read_setup(entry.path) for entry in entries("scenario") if entry.ruleset == rules.id]
    setups = cycle([*shipped, *(made() for made in CROWDED.get(rules.id, ()))])
    for seed in count():
        rng, journal = Random(seed), Journal[Any](rules, next(setups), f"campaign {seed}")
        while len(journal.records) < LINES and given.total() < orders:
            for record in went_on(journal, rng, habits):
                check_line(journal, record)
                if record.is_order:
                    took.append(weighed(journal, record, seed))
                    given.update([record.procedure])
                    often = 1 + given[record.procedure] / OFTEN if record.procedure != "next" else 1
                    weights[record.procedure] = USUAL.get(record.procedure, 1.0) / often
            if len(journal.records) % LOOKED_AT == 0:
                offered.try_moment(journal.battle, rng, 1)
        check_all_the_way(journal)
        if given.total() >= orders:
            return given, offered, took
    raise AssertionError("there is no end of seeds")


@pytest.mark.parametrize("system", ruleset_ids())
def test_a_few_random_orders_of_each_system(system: str) -> None:
    given, *_ = battles(ruleset(system), FEW)
    assert given.total() >= FEW


@pytest.mark.campaign
@pytest.mark.parametrize("system", ruleset_ids())
def test_fifty_thousand_random_orders_of_each_system(system: str) -> None:
    rules = ruleset(system)
    given, offered, took = battles(rules, ORDERS)
    print(system, given.total(), dict(given.most_common()), dict(offered.counts))  # noqa: T201
    took.sort()
    median, nearly_all, longest = (took[int(len(took) * share)].seconds for share in (0.5, 0.99, 1 - 1e-9))
    print(f"odds: median {median:.4f} s, 99 in a hundred {nearly_all:.2f} s, longest {longest:.2f} s")  # noqa: T201
    print("the longest:", *took[-LOOKED_INTO:], sep="\n")  # noqa: T201
    assert nearly_all <= LONGEST_OF_99
    assert longest <= LONGEST
    assert not offered.faults, "\n".join(sorted(set(offered.faults))[:40])
    assert not {kind.id for kind in rules.orders if kind.key} - set(given)
