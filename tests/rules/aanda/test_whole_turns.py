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
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import Habits, play_on
from tests.rules.aanda.fleet import WEATHERS
from tests.rules.aanda.random_orders import melee
from tests.rules.aanda.second_table import Table
from tests.rules.battles import kept

FEW = 300
"""Orders of every run."""
ORDERS = int(os.environ.get("FLEETBOOK_ORDERS", "20000"))
"""Orders of the campaign."""
LINES = 250
WEIGHTS = {"fire": 14.0, "torpedo": 14, "volley": 8, "ram": 3, "mine": 3, "spot": 8, "move": 8, "next": 3, "done": 2, "reveal": 2}
SELDOM = {"leave": 0.15, "note": 0.1, "strike": 0, "set": 0, "weather": 0.3, "end": 0}
DISTANCES = (5, 10, 20, 45, 70, 120)
HABITS = Habits(
    weights=WEIGHTS | SELDOM, usual=4, drawn=0.35, flags=0.3, modifiers=0.15, several=0.8, attempts=20, back=0, overruled=0,
    number=lambda rng: rng.choice(DISTANCES) - rng.randint(0, 4),
)  # fmt: skip
KNOWN = {"fire", "torpedo", "mine", "spot"}
"""Orders whose modifiers the battle fills in."""


def setups(rng: Random) -> Setup:
    """A melee or a scenario, by day and by night, in any weather."""
    base = melee() if rng.random() < 0.75 else load_setup(f"aanda/{rng.choice(('yalu', 'tsushima', 'yellow-sea'))}")
    return msgspec.structs.replace(base, conditions={"weather": rng.choice(WEATHERS), "light": rng.choice(("day", "night"))})


def second(setup: Setup) -> Table:
    """The same squadrons on a second table."""
    ships = [(ship.name, ship.side, ship.squadron, ship.card) for ship in setup.ships]
    return Table(setup.sides, ships, [(s.name, s.side, s.details) for s in setup.squadrons], setup.conditions)


def compare(table: Table, before: Battle[AandaShip], record: Record, after: Battle[AandaShip]) -> None:
    """What the battle fills in, then what the order came to."""
    if record.procedure in KNOWN:
        named = {name: value for name, value in record.inputs.items() if name not in ("modifiers", "rerolls")}
        filled = Draft(before, RULESET.order(record.procedure), named).values
        assert set(filled["modifiers"]) == getattr(table, f"{record.procedure}_modifiers")(record.inputs)
        if "rerolls" in filled:
            assert filled["rerolls"] == table.rerolls(record.inputs["firer"], record.inputs["target"])
    table.give(record.procedure, record.inputs, [(face.sides, face.face) for face in record.faces], record.choices)
    assert table.facts == kept(after)


def whole_turns(orders: int) -> Counter[str]:
    """Battles of whole turns, until so many orders were given: how many of each."""
    given = Counter[str]()
    for seed in count():
        rng = Random(f"whole turns {seed}")
        journal: Journal[AandaShip] = Journal(RULESET, setups(rng), f"whole turns {seed}")
        table = second(journal.setup)
        assert table.facts == kept(journal.battle)
        while len(journal.records) < LINES and given.total() < orders:
            before = journal.battle
            for record in play_on(journal, rng, 1, HABITS):
                try:
                    compare(table, before, record, journal.battle)
                except AssertionError as error:
                    told = f"seed {seed}, line {record.number}: {record.headline}, {record.inputs}, {record.faces}"
                    raise AssertionError(f"{told}\n{error}") from error
                given.update([record.procedure])
        if given.total() >= orders:
            return given
    raise AssertionError("there is no end of seeds")


def test_every_fact_after_every_order_of_whole_turns_is_that_of_the_second_table() -> None:
    given = whole_turns(FEW)
    assert {"volley", "ram", "spot", "torpedo", "mine"} <= set(given)


@pytest.mark.campaign
def test_every_fact_after_every_order_of_twenty_thousand_is_that_of_the_second_table() -> None:
    given = whole_turns(ORDERS)
    print(dict(given.most_common()))  # noqa: T201
    assert not {kind.id for kind in RULESET.orders if kind.key} - {"strike", "set", "end"} - set(given)
