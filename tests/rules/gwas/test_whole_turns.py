"""Whole game turns and combats of random orders, every fact held against a second computation of the player aid."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.rules.gwas import RULESET
from tests.rules.gwas.fleet import armoured, drawn_up, ship
from tests.rules.gwas.random_orders import HABITS, fleets, melee
from tests.rules.gwas.whole_orders import Combat
from tests.rules.gwas.whole_play import FEW, MANY, Seen, check_all, played

WEIGHTS = {
    **HABITS.weights,
    "strike": 0.0,
    "set": 0.0,
    "tow": 3.0,
    "hold-fire": 3.0,
    "pursue": 60.0,
    "steam": 8.0,
    "combine": 1.0,
}
AT_RANDOM = replace(HABITS, weights=WEIGHTS, back=0, overruled=0)


def convoy(weather: str = "Clear") -> Setup:
    """A convoy with its escort, chased by cruisers and by battleships that bombard, in two zones."""
    small: dict[str, Any] = {"hull": 3, "armour": armoured("light"), "speed": "2", "fuel": 3, "torpedo": 2}
    central = [
        *(ship(f"Coal {n}", "colliers", nation="Turkey", type="COL", **{**small, "primary": 0}) for n in (1, 2)),
        *(ship(f"Guard {n}", "guard", nation="Turkey", type="CL", **small) for n in (1, 2)),
        ship("Breslau", "raiders", nation="Germany", type="CL", **small),
    ]
    allied = [
        *(ship(f"Tsar {n}", "bombarders", nation="Russia", speed="1S", primary=1, fuel=2) for n in (1, 2)),
        *(ship(f"Kagul {n}", "hunters", nation="Russia", type="CL", **small) for n in (1, 2, 3)),
    ]
    details: dict[str, dict[str, Any]] = {
        "colliers": {"mission": "Transport", "zone": "A1", "orders": ["Move A2", "Load", "Move A1", "Fuel"]},
        "guard": {"mission": "Escort", "zone": "A1", "orders": ["Escort colliers", "Escort", "Escort", "Escort"]},
        "raiders": {"mission": "Raid", "leader": "K", "flagship": "Breslau", "zone": "A2", "orders": ["Move A1", "Pursue"]},
        "bombarders": {"mission": "Bombard", "zone": "A2", "orders": ["Shell", "Move A1", "Shell", "Divide"]},
        "hunters": {"zone": "A2"},
    }
    return drawn_up(central, allied, details, weather=weather)


def bombardment() -> Setup:
    """A combat of ships on a mission to bombard, some with one box, and of their enemies in port."""
    central = [ship(f"Red {n}", nation="Turkey", primary=n, tertiary=1, speed="2", torpedo=2) for n in (1, 2, 3, 5)]
    allied = [ship(f"Blue {n}", speed="1", hull=5, italic=n == 1) for n in (1, 2, 3, 4)]
    details: dict[str, dict[str, Any]] = {
        "central fleet": {"mission": "Bombard", "orders": ["Shell"]},
        "allied fleet": {"zone": "A1"},
    }
    return drawn_up(central, allied, details, begins="tactical combat", weather="Clear", theatre="North Sea/Baltic")


SETUPS = (
    melee,
    partial(fleets, "Clear"),
    bombardment,
    convoy,
    partial(fleets, "Gale"),
    partial(convoy, "Squall"),
    partial(fleets, "Storm"),
)


def whole_turns(orders: int) -> Seen:
    """So many orders of these battles."""
    return played(RULESET, Combat, SETUPS, AT_RANDOM, orders)


def test_whole_turns_of_a_few_random_orders_come_out_by_the_sheet() -> None:
    assert whole_turns(FEW).differences == []


@pytest.mark.campaign
def test_whole_turns_of_twenty_thousand_random_orders_come_out_by_the_sheet() -> None:
    check_all(RULESET, whole_turns(MANY))
