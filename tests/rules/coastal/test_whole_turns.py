"""Whole turns of random orders for both sides, every fact of the battle compared after every order with a second computation."""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from random import Random

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.testing.random_battles import Habits, play_on
from tests.rules.battles import kept
from tests.rules.coastal.second_table import Table
from tests.rules.coastal.test_whole_battles import melee, scenario

FEW = 400
"""Orders of every run."""
ORDERS = int(os.environ.get("FLEETBOOK_ORDERS", "20000"))
"""Orders of the campaign."""
LINES = 250
WEIGHTS = {"fire": 10.0, "observe": 10, "next": 3, "strike": 0, "set": 0, "note": 0.1, "leave": 0.05, "spent": 0.2, "end": 0}
HABITS = Habits(
    weights=WEIGHTS, usual=5, drawn=0.4, flags=0.3, modifiers=0.1, several=0.7, attempts=40, back=0, overruled=0,
    number=lambda rng: rng.randint(0, rng.choice((20, 45, 130))),
)  # fmt: skip
KNOWN = {"observe", "fire", "torpedo"}
"""Orders whose modifiers the battle fills in."""


def setups(rng: Random) -> Setup:
    """A melee or a scenario by night and by day, in any weather and sea, whoever is aware."""
    base = melee() if rng.random() < 0.7 else scenario(rng.choice(("convoy", "ijmuiden", "barfleur")))
    words = {
        "light": rng.choice(("night", "day")),
        "weather": rng.choice(("clear", "poor")),
        "sea": rng.choice(("calm", "medium", "rough")),
        "aware": rng.choice(("both", "attacker", "defender", "neither")),
    }
    return msgspec.structs.replace(base, conditions=words)


def second(setup: Setup) -> Table:
    """The same ships on a second table."""
    return Table(setup.sides, {ship.name: (ship.side, ship.card) for ship in setup.ships}, setup.conditions)


def compare(table: Table, before: Battle[CoastalShip], record: Record, after: Battle[CoastalShip]) -> None:
    """What the battle fills in, then what the order came to."""
    if record.procedure in KNOWN:
        named = {name: value for name, value in record.inputs.items() if name not in ("modifiers", "totalled", "measured_now")}
        filled = Draft(before, RULESET.order(record.procedure), named).values["modifiers"]
        assert set(filled) == set(getattr(table, f"{record.procedure}_modifiers")(record.inputs))
    table.give(record.procedure, record.inputs, [(face.sides, face.face) for face in record.faces])
    assert table.facts == kept(after)


def whole_turns(orders: int) -> Counter[str]:
    """Battles of whole turns, until so many orders were given: how many of each."""
    given = Counter[str]()
    for seed in count():
        rng = Random(f"whole turns {seed}")
        journal: Journal[CoastalShip] = Journal(RULESET, setups(rng), f"whole turns {seed}")
        table = second(journal.setup)
        assert table.facts == kept(journal.battle)
        while len(journal.records) < LINES:
            before = journal.battle
            for record in play_on(journal, rng, 1, HABITS):
                try:
                    compare(table, before, record, journal.battle)
                except AssertionError as error:
                    told = f"seed {seed}, line {record.number}: {record.headline}, {record.inputs}, {record.faces}"
                    raise AssertionError(f"{told}\n{error}") from error
                given.update([record.procedure, *([f"{record.procedure} at a torpedo"] * ("torpedo" in str(record.inputs)))])
            if sum(1 for ship in journal.battle.ships() if ship.afloat) < 2 or given.total() >= 2 * orders:
                break
        if sum(number for name, number in given.items() if " " not in name) >= orders:
            return given
    raise AssertionError("there is no end of seeds")


def test_every_fact_after_every_order_of_whole_turns_is_that_of_the_second_table() -> None:
    given = whole_turns(FEW)
    assert given["observe at a torpedo"]


@pytest.mark.campaign
def test_every_fact_after_every_order_of_twenty_thousand_is_that_of_the_second_table() -> None:
    given = whole_turns(ORDERS)
    print(dict(given.most_common()))  # noqa: T201
    assert not {kind.id for kind in RULESET.orders} - set(given)
