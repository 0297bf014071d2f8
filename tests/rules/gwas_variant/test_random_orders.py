"""Random orders: each battle stays in a state that the variant allows, and derives again from its record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.side_view import SideView
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.invariants import check_folded, check_line, check_there_and_back
from fleetbook.testing.random_battles import BY_HAND, Habits, give, give_order, play_on, random_order
from tests.rules.battles import battles, check_orders, check_states
from tests.rules.gwas.invariants import leaks
from tests.rules.gwas.random_orders import HABITS as OF_THE_PLAYER_AID
from tests.rules.gwas.random_orders import fleets
from tests.rules.gwas_variant.fleet import destroyer, drawn_up, ship
from tests.rules.gwas_variant.invariants import wrong, wrong_order

SELDOM = dict.fromkeys(("tow", "cast-off", "ground", "mines", "refloat", "repair", "port", "set", "strike", "light"), 0.03)
OFTEN = dict.fromkeys(("shields-up", "friendly-fire", "move-enemy", "squadron-leader", "deploy"), 6.0)
IN_COMBAT = {
    **BY_HAND, **SELDOM, **OFTEN, "next": 2, "end-combat": 0.005, "fire": 2, "combined-fire": 2, "move-group": 3,
    "break-off": 0.5,
}  # fmt: skip
AT_SEA = {**BY_HAND, **SELDOM, "next": 1.5, "combat": 3, "search": 3, "end-combat": 0.2, "move": 4, "aerial-spotting": 0.2}
BATTLES: dict[str, tuple[int, int, dict[str, float]]] = {
    "melee": (300, 6, IN_COMBAT),
    "gwas-variant/goeben-and-the-line": (200, 1, IN_COMBAT),
    "gwas-variant/odessa-in-range": (250, 1, AT_SEA),
}
"""For each battle how many lines it has, how many seeds, and how often each order is tried."""
FIRST_EVENTS = ((6, 6), (5, 6), (1, 1), (6, 6), (4, 4), (5, 6))
"""The dice of the first event of each melee."""
PLAYED = [(name, seed) for name, (_, seeds, _) in BATTLES.items() for seed in range(seeds)]
every_battle = battles(PLAYED, few=(("melee", 0),))


def melee(**allies: Any) -> Setup:
    """Ships of every size, in several groups, with leaders and squadrons. Everything happens soon."""
    boats: dict[str, Any] = {"tertiary": 3, "torpedo": 4, "hull": 9}
    central = [
        *(ship(f"Kaiser {n}", type="BB", hull=30, primary=6) for n in (1, 2)),
        ship("Kreuzer", type="CL", primary=0, speed="2", hull=20),
        *(destroyer(f"V {n}", **boats) for n in (1, 2)),
    ]
    allied = [
        *(ship(f"Tsar {n}", type="B", nation="Russia", speed="1S", hull=30) for n in (1, 2, 3)),
        *(destroyer(f"Bui {n}", nation="Russia", **boats) for n in (1, 2)),
        destroyer("Leader", type="DL", nation="Russia", **boats),
    ]
    return drawn_up(central, allied, fleets={"central": {"leader": "an admiral", "flagship": "Kaiser 1"}, "allied": allies})


def _first_event(journal: Journal[GwasShip], rng: Random, dice: tuple[int, int]) -> None:
    """Go on to the first random event, which is this one."""
    while journal.battle.phase != "event-1":
        give_order(journal, NextStep(), rng)
    order, choices = Draft(journal.battle, RULESET.order("event")).order(), list[str]()
    while True:
        try:
            journal.append(journal.propose(order, journal.supply(dice), choices))
        except ChoiceNeeded as wanted:
            choices.append(wanted.options[-1])
        else:
            return


@cache
def played(name: str, seed: int) -> Journal[GwasShip]:
    """A battle of random orders, with steps back and dice overruled now and then."""
    setup = melee() if name == "melee" else load_setup(name)
    lines, _, weights = BATTLES[name]
    journal, rng = Journal(RULESET, setup, f"battle {seed}"), Random(f"{name} {seed}")
    if name == "melee":
        _first_event(journal, rng, FIRST_EVENTS[seed])
    for _ in play_on(journal, rng, lines, Habits(weights=weights)):
        pass
    return journal


@every_battle
def test_no_order_leads_to_a_state_that_the_variant_does_not_allow(name: str, seed: int) -> None:
    check_states(played(name, seed), wrong)


@every_battle
def test_no_order_does_what_the_variant_does_not_allow(name: str, seed: int) -> None:
    check_orders(played(name, seed), wrong_order)


@every_battle
def test_every_line_is_derived_again(name: str, seed: int) -> None:
    journal = played(name, seed)
    copy = Journal(journal.ruleset, journal.setup, journal.stream.seed)
    for record in journal.records:
        copy.append(record)
        if record.number % 8 == 0:
            check_line(copy, record)
    check_folded(copy)
    check_there_and_back(copy)


@every_battle
def test_no_side_reads_of_ships_that_it_has_not_met(name: str, seed: int) -> None:
    journal = played(name, seed)
    for side in journal.setup.sides:
        line = [0, *journal.undo_history.line_to(journal.position)]
        hidden = frozenset.intersection(*(RULESET.unseen(journal.battle_after(number), side) for number in line))
        view = SideView(journal, side)
        told = str([(record.headline, record.inputs, record.events) for record in view.records])
        assert [name for name in hidden if f"'{name}'" in told or f" {name} " in told] == []


@pytest.mark.campaign
def test_these_battles_see_everything() -> None:
    """Random orders without effect would prove little."""
    seen: Counter[str] = Counter()
    for name, seed in PLAYED:
        for record in played(name, seed).records:
            seen[record.procedure or record.kind] += 1
            seen.update(key.name for key, _ in changes(record.events))
    wanted = {"event", "move-group", "combined-fire", "fire", "torpedo", "friendly-fire", "shields-up", "strategic-event"}
    wanted |= {"break-off", "move-enemy", "confused", "fire control difficulties", "torpedo attack", "pinned", "visibility shift"}
    wanted |= {"smoke", "group", "squadron leader", "fire control hit", "faster", "known"}
    assert wanted - set(seen) == set()


# ------------------------------------------------------------ any seed


def campaign(weather: str = "Clear") -> Setup:
    """Game turns of raiders, minelayers, sweepers, submarines and boats, which plot orders."""
    return msgspec.structs.replace(fleets(weather), ruleset=RULESET.id)


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), tactical=st.booleans())
def test_any_seed_keeps_the_invariants_and_seals_what_is_plotted(seed: int, tactical: bool) -> None:
    rng = Random(seed)
    journal: Journal[GwasShip] = Journal(RULESET, melee() if tactical else campaign(), f"seed {seed}")
    for _ in range(30):
        before = journal.battle
        weights = IN_COMBAT if tactical else {**AT_SEA, "plot": 9}
        record = give(journal, random_order(before, rng, replace(OF_THE_PLAYER_AID, weights=weights, usual=1)), rng)
        assert list(wrong_order(before, record)) == []
        assert list(wrong(journal.battle)) == []
    assert list(leaks(journal)) == []
