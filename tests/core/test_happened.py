"""A ship's harm in words, for orders without results of their own."""

from __future__ import annotations

from typing import Any

from fleetbook.core.orders.effects import set_fact
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle


class Plug(Order[Boat]):
    """An order with worded changes and without results."""

    id, title, key = "plug", "Plug", "p"

    def resolve(self, battle: PondBattle) -> Any:
        boat = battle.ships()[0].name
        yield from set_fact(boat, "plugged", True, said=f"a leak of {boat} is plugged")


class LeakingPond(toy.Pond):
    """The pond, with leaks."""

    orders: tuple[type[Order[Boat]], ...] = (Plug,)


def test_a_result_that_names_its_ship_begins_without_her_name() -> None:
    journal: Journal[Any] = Journal(LeakingPond(), toy.setup(), toy.SEED)
    journal.append(journal.propose(Plug()))
    name = journal.battle.ships()[0].name
    assert [result.words for result in journal.results(journal.records[0])] == [f"A leak of {name} is plugged."]
