"""Whole battles of orders drawn by a seed. Most are allowed, so the battle goes on without a referee."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

from fleetbook.core.battle.setup import Setup
from fleetbook.core.play.journal import Journal
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing import random_battles
from fleetbook.testing.random_battles import Habits
from tests.rules.gwas.fleet import armoured, drawn_up, ship

OFTEN = {
    "fire": 30.0,
    "torpedo": 14,
    "search": 20,
    "combat": 30,
    "move": 12,
    "next": 4,
    "repair": 20,
    "steam": 3,
    "plot": 8,
    "gale-in-the-air": 99,
    "launch": 20,
    "recover": 40,
    "mtb": 40,
    "hold-fire": 99,
    "deploy": 15,
    "pursue": 40,
}
SELDOM = {
    "end": 0.0,
    "note": 0.1,
    "strike": 0.2,
    "set": 0.3,
    "light": 2,
    "leave": 1.5,
    "end-combat": 0.15,
    "sight": 0.3,
    "port": 0.3,
}
ORDERS = ("Move A1", "Move A1 A2", "Shell", "Pursue", "Fuel", "Mine", "Sweep", "Divide", "Move A2; Move A1", "Load", "Sing")
TEXTS = {"zones": ("A1", "A2", "A1 A2"), "zone": ("A1", "A2"), "hex": ("1", "2", "3"), "orders": ORDERS}
HABITS = Habits(
    weights=OFTEN | SELDOM, usual=4, drawn=0.3, flags=0.2, modifiers=0.1, several=0.7, attempts=80, back=0.05, overruled=0,
    number=lambda rng: rng.randint(0, 4), texts=TEXTS,
)  # fmt: skip

BATTLES = {"melee": (350, 1), "fleets": (350, 2), "gale": (120, 1), "gwas/black-sea-raid": (250, 1), "gwas/cape-sarych": (250, 1)}
"""For each battle how many orders it has and how many seeds."""
PLAYED = [(name, seed) for name, (_, seeds) in BATTLES.items() for seed in range(seeds)]


def melee() -> Setup:
    """A tactical combat of thin ships of every kind."""
    light: dict[str, Any] = {"hull": 4, "armour": armoured("light"), "speed": "2", "torpedo": 2}
    central = [
        ship("Goeben", nation="Germany", type="BC", italic=True),
        ship("Old", nation="Turkey", type="B", boxed_hull=True),
        ship("Oiler", nation="Turkey", type="OIL", armour={}),
        *(ship(f"Red {n}", nation="Turkey", type="DD", **{**light, "speed": "2+", "primary": 0}) for n in (1, 2)),
    ]
    allied = [
        ship("Lion", nation="Britain", type="BC", sixteen=True),
        ship("Minelayer", nation="Britain", type="ML", mines=2, **light),
        ship("Slow", nation="Britain", type="B", speed="1S", hull=7),
        *(ship(f"Blue {n}", nation="Britain", type="CL", **light) for n in (1, 2)),
    ]
    leaders = {"central fleet": {"leader": "A", "flagship": "Goeben"}, "allied fleet": {"leader": "B", "flagship": "Lion"}}
    return drawn_up(central, allied, leaders, begins="tactical combat", weather="Mist")


def fleets(weather: str = "Squall") -> Setup:
    """Game turns in rough weather for all types of ships, in two zones."""
    small: dict[str, Any] = {"hull": 2, "armour": {}, "speed": "2", "primary": 0, "secondary": 0, "fuel": 2}
    central = [
        ship("Goeben", "raid", nation="Germany", type="BC", speed="2", mines=2, fuel=4),
        ship("Nusret", "layers", nation="Turkey", type="ML", mines=3, **small),
        ship("Carrier", "free", nation="Turkey", type="CVS", aircraft=3, **small),
        ship("Airship", "free", nation="Germany", type="LZ", **small),
        ship("Supply", "free", nation="Turkey", type="COL", **small),
        ship("U 1", "boats", nation="Germany", type="SS", ace=True, **small),
        *(ship(f"Red {n}", "intercept", nation="Turkey", type="DD", **small) for n in (1, 2)),
    ]
    allied = [
        *(ship(f"Blue {n}", "line", nation="Russia", fuel=3, speed="1") for n in (1, 2)),
        *(ship(f"Escort {n}", "line", nation="Russia", type="DD", **small) for n in (1, 2, 3)),
        ship("Sweeper", "sweepers", nation="Russia", type="MS", **small),
        *(ship(f"MAS {n}", "mas", nation="Italy", type="MTB", **{**small, "hull": 4}) for n in (1, 2)),
        ship("Transport", "convoy", nation="Russia", type="TR", **small),
    ]
    details: dict[str, dict[str, Any]] = {
        "raid": {"mission": "Raid", "leader": "A", "flagship": "Goeben", "zone": "A1", "orders": ["Move A2", "Pursue"]},
        "layers": {"mission": "Minelaying", "zone": "A1", "orders": ["Mine"] * 9},
        "free": {"zone": "A1"},
        "boats": {"zone": "A1"},
        "intercept": {"mission": "Intercept", "zone": "A2", "orders": ["Move A1", "Pursue"]},
        "line": {"zone": "A1"},
        "sweepers": {"mission": "Minesweeping", "zone": "A1", "orders": ["Sweep"] * 9},
        "mas": {"zone": "A1"},
        "convoy": {"mission": "Transport", "zone": "A2", "orders": ["Divide", "Load", "Move A1"]},
    }
    return drawn_up(central, allied, details, weather=weather, theatre="Pacific Ocean")


@cache
def played(name: str, seed: int) -> Journal[GwasShip]:
    """A battle of random orders, with a step back and forward now and then."""
    made: dict[str, Callable[[], Setup]] = {"melee": melee, "fleets": fleets, "gale": partial(fleets, "Gale")}
    setup = made[name]() if name in made else load_setup(name)
    journal: Journal[GwasShip] = Journal(RULESET, setup, f"battle {seed}")
    return random_battles.played(journal, Random(f"{name} {seed}"), BATTLES[name][0], HABITS)
