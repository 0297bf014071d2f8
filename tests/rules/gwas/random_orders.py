"""Whole battles of orders drawn by a seed: most of them allowed, so that they go on without a referee."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.fields import Field, FlagField, ModifierField, NumberField, SeveralField, evaluate
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.rules.gwas import RULESET
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.store.library.scenario import load_setup
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
WEIGHTS = OFTEN | SELDOM
TRIES = 80
ORDERS = ("Move A1", "Move A1 A2", "Shell", "Pursue", "Fuel", "Mine", "Sweep", "Divide", "Move A2; Move A1", "Load", "Sing")
TEXTS = {"zones": ("A1", "A2", "A1 A2"), "zone": ("A1", "A2"), "hex": ("1", "2", "3"), "orders": ORDERS}

BATTLES = {"melee": (350, 3), "fleets": (350, 3), "gale": (120, 1), "gwas/black-sea-raid": (250, 1), "gwas/cape-sarych": (250, 1)}
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
    """Game turns in rough weather: raiders, minelayers, sweepers, carriers, submarines and boats, all in two zones."""
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


def random_draft(battle: Battle[Any], procedure: type[Order[Any]], rng: Random) -> Draft[Any]:
    """A draft of which some fields are left as the battle fills them and some are drawn; the rules may forbid it."""
    draft = Draft(battle, procedure)
    for name, field in procedure.declared.items():
        if draft.entries[name].problem or rng.random() < 0.3:
            raw = _drawn(field, draft, rng)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def _drawn(field: Field, draft: Draft[Any], rng: Random) -> Any:
    options = draft.entries[field.name].options
    if isinstance(field, NumberField):
        low, high = (evaluate(limit, draft.battle, draft.values) for limit in (field.low, field.high))
        return min(max(rng.randint(0, 4), low), high)
    if isinstance(field, FlagField):
        return rng.random() < 0.2
    if isinstance(field, SeveralField):
        share = 0.1 if isinstance(field, ModifierField) else 0.7
        return [name for name in options or () if rng.random() < share]
    if options is None:
        return rng.choice(TEXTS.get(field.name, ("by order", "Division")))
    return rng.choice(options) if options else None


def random_order(battle: Battle[Any], rng: Random) -> Draft[Any]:
    """A draft that the rules allow now; the next step where none is found."""
    for _ in range(TRIES):
        procedure = rng.choices(RULESET.orders, [WEIGHTS.get(each.id, 4) * bool(each.key) for each in RULESET.orders])[0]
        try:
            procedure.open(battle)
            draft = random_draft(battle, procedure, rng)
            draft.order()
        except (Refused, InvalidInput):
            continue
        return draft
    return Draft(battle, RULESET.procedure("next"))


@cache
def played(name: str, seed: int) -> Journal[GwasShip]:
    """A battle of random orders, with a step back and forward now and then."""
    made: dict[str, Callable[[], Setup]] = {"melee": melee, "fleets": fleets, "gale": partial(fleets, "Gale")}
    setup = made[name]() if name in made else load_setup(name)
    journal, rng = Journal(RULESET, setup, f"battle {seed}"), Random(f"{name} {seed}")
    while len(journal.records) < BATTLES[name][0]:
        if journal.position and rng.random() < 0.02:
            journal.append(journal.undo())
            if rng.random() < 0.5:
                journal.append(journal.redo())
            continue
        draft = random_order(journal.battle, rng)
        journal.append(journal.propose(draft.order(), given=draft.given))
    return journal
