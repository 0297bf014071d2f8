"""The tree of a line: every part as it ran, between the battles before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from fleetbook.core.battle.events import Began, BeganInline, Event, Finished, FinishedInline
from fleetbook.core.dice import Stream
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.effects import Effects, run, set_fact
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.tree import MOST_DEEP, Done, tree
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.testing.invariants import check_tree
from fleetbook.testing.random_battles import play_on
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle

TARGET = toy.Shot(firer="Duck", target="Swan", range=3)


class Stow(Part[Boat]):
    """Something is stowed by the part around it, by whose boat it is."""

    id, title, section, inline = "stow", "Stow", "P9", True
    boat: str
    what: tuple[tuple[str, int], ...] = ()
    depth: float = 1.0

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact(battle.ship(self.boat), "fender", "up", said=f"{self.boat} stows")


class Tidy(Part[Boat]):
    """Several things are stowed."""

    id, title, section = "tidy", "Tidy", "P9"
    boat: str
    first: Stow

    def resolve(self, battle: PondBattle) -> Effects:
        yield from run(self.first, Stow(boat="Swan", depth=2.0), Stow(boat="Swan", depth=2.0))


class Tidying(toy.Pond):
    """A pond where things are stowed."""

    parts = (*toy.Pond.parts, Stow, Tidy)


def tidied() -> tuple[Tidy, PondBattle, tuple[Event, ...]]:
    battle = Tidying().begin(toy.setup())
    order = Tidy(boat="Duck", first=Stow(boat="Duck", what=(("rope", 2),)))
    return order, battle, resolve(order, battle, Supply(Stream("none"))).events


@pytest.mark.parametrize("seed", range(5))
def test_random_orders_read_back_as_they_were_run(seed: int) -> None:
    journal = toy.journal()
    for record in play_on(journal, Random(seed), 60):
        check_tree(journal, record)


def test_parts_that_are_inline_read_back_too() -> None:
    order, battle, events = tidied()
    done = tree(order, battle, events)
    swan = Stow(boat="Swan", depth=2.0)
    assert list(done.parts()) == [order, order.first, swan, swan]
    assert [step.inline for step in done.steps if isinstance(step, Done)] == [True, True, True]


def test_an_event_keeps_no_input_that_is_usual() -> None:
    *_, events = tidied()
    inputs = [event.inputs for event in events if isinstance(event, BeganInline)]
    assert inputs == [{"what": [["rope", 2]]}, {"boat": "Swan", "what": [], "depth": 2.0}, {}]


def test_a_part_stands_between_the_battles_before_and_after_it() -> None:
    order, battle, events = tidied()
    ducks, swans, _ = (step for step in tree(order, battle, events).steps if isinstance(step, Done))
    assert [done.before.ship("Duck").fact("fender") for done in (ducks, swans)] == [None, "up"]
    assert [swans.before.ship("Swan").fact("fender"), swans.after.ship("Swan").fact("fender")] == [None, "up"]


DEEP = (Began("shot", "", inputs={"firer": "Duck", "target": "Swan", "range": 1}),) * (MOST_DEEP + 1)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((Finished(),), "the end of a part that did not begin"),
        ((BeganInline("shot"), Finished()), "the end of a part that did not begin"),
        ((Began("shot", ""), FinishedInline()), "the end of a part that did not begin"),
        ((Began("shot", ""),), "a part without its end"),
        (DEEP, f"parts nested {MOST_DEEP} deep"),
    ],
    ids=["none began", "another began inline", "another began", "no end", "too deep"],
)
def test_events_that_are_no_tree_are_refused(events: Sequence[Event], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        tree(TARGET, toy.battle(), events)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Began("broadside", ""), "broadside"),
        (Began("shot", "", inputs={"range": "far"}), "range|int"),
        (Began("shot", "", inputs={"speed": 1}), "speed"),
        (Began("leak", "", inputs={}), "boat"),
    ],
    ids=["no such part", "a value of another type", "no such input", "an input that is missing"],
)
def test_a_part_that_cannot_be_read_back_is_a_fault_of_the_rules(event: Event, said: str) -> None:
    with pytest.raises(RulesFault, match=said):
        tree(TARGET, toy.battle(), (event, Finished()))
