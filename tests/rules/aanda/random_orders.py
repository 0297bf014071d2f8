"""Whole battles of orders drawn by a seed: most of them allowed, so that they go on without a referee."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from fleetbook.core.battle.setup import Setup
from fleetbook.core.play.journal import Journal
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing import random_battles
from fleetbook.testing.random_battles import Habits
from tests.rules.aanda.fleet import drawn_up, gun, ship, tubes

OFTEN = {"fire": 14.0, "torpedo": 14, "volley": 3, "ram": 2, "mine": 2, "spot": 8, "move": 8, "next": 3, "done": 2}
SELDOM = {"leave": 0.15, "note": 0.15, "strike": 0.15, "set": 0.3, "weather": 0.3, "reveal": 3, "play-out": 0.0, "end": 0.0}
DISTANCES = (5, 10, 20, 45, 70, 120)
HABITS = Habits(
    weights=OFTEN | SELDOM, usual=4, drawn=0.35, flags=0.3, modifiers=0.15, several=0.8, attempts=60, back=0.08, overruled=0,
    number=lambda rng: rng.choice(DISTANCES) - rng.randint(0, 4),
)  # fmt: skip

BATTLES = {"melee": (300, 3), "aanda/yalu": (150, 1), "aanda/tsushima": (150, 1)}
"""For each battle how many orders it has and how many seeds."""
PLAYED = [(name, seed) for name, (_, seeds) in BATTLES.items() for seed in range(seeds)]


def melee() -> Setup:
    """Every type of vessel, thin hulls, torpedoes with reloads, contact markers and dummies: all that can happen happens soon."""
    heavy = {"main": [gun("fore", 12.0, 2, "FPS"), gun("aft", 12.0, 2, "APS")], "hull": 14, "knots": 16}
    broad = [gun("port", 6.0, 4, "P"), gun("starboard", 6.0, 4, "S")]
    light = {"main": [gun("bow", 8.0, 1, "FPS")], "secondary": [gun("beam", 4.7, 3, "PS")], "hull": 9, "knots": 23}
    boat = {"main": [], "secondary": [gun("popgun", 3.0, 2)], "torpedoes": [tubes("pair", 2, "FAPS", reloads=2)], "hull": 4}
    red = [
        *(ship(f"Red {t}", "red battle", type=t, secondary=broad, torpedoes=[tubes()], **heavy) for t in ("B", "CB", "ACL")),
        *(ship(f"Red {t}", "red scouts", type=t, **light) for t in ("AC", "C", "CL")),
        *(ship(f"Red {t}", "red boats", type=t, knots=28, **boat) for t in ("DD", "TB")),
    ]
    blue = [
        *(ship(f"Blue {t}", "blue battle", type=t, secondary=broad, **heavy) for t in ("B", "TSL", "TS")),
        *(ship(f"Blue {t}", "blue scouts", type=t, crew="Inferior", **light) for t in ("GB", "C")),
        *(ship(f"Blue boat {n}", "blue boats", type="TB", knots=26, **boat) for n in (1, 2, 3)),
    ]
    squadrons: dict[str, dict[str, Any]] = {
        "red battle": {"crew": "Superior", "flagship": "Red B"},
        "red boats": {"contact": True},
        "red dummy": {"dummy": True},
        "blue battle": {"flagship": "Blue B"},
        "blue scouts": {"contact": True, "flagship": "Blue C"},
        "blue dummy": {"dummy": True},
    }
    return drawn_up(red, blue, squadrons)


@cache
def played(name: str, seed: int) -> Journal[AandaShip]:
    """A battle of random orders, with a step back and forward now and then."""
    setup = melee() if name == "melee" else load_setup(name)
    journal: Journal[AandaShip] = Journal(RULESET, setup, f"battle {seed}")
    return random_battles.played(journal, Random(f"{name} {seed}"), BATTLES[name][0], HABITS)
