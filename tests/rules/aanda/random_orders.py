"""Whole battles of orders drawn by a seed: most of them allowed, so that they go on without a referee."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.fields import Field, FlagField, ModifierField, NumberField, SeveralField, evaluate
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.core.play.journal import Journal
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.store.library.build_setup import load_setup
from tests.rules.aanda.fleet import drawn_up, gun, ship, tubes

OFTEN = {"fire": 14.0, "torpedo": 14, "volley": 3, "ram": 2, "mine": 2, "spot": 8, "move": 8, "next": 3, "done": 2}
SELDOM = {"leave": 0.15, "note": 0.15, "strike": 0.15, "set": 0.3, "weather": 0.3, "reveal": 0.5, "end": 0.0}
WEIGHTS = OFTEN | SELDOM
DISTANCES = (5, 10, 20, 45, 70, 120)
TRIES = 60

BATTLES = {"melee": (350, 4), "aanda/yalu": (300, 1), "aanda/tsushima": (300, 1)}
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


def random_draft(battle: Battle[Any], procedure: type[Order[Any]], rng: Random) -> Draft[Any]:
    """A draft of which some fields are left as the battle fills them and some are drawn; the rules may forbid it."""
    draft = Draft(battle, procedure)
    for name, field in procedure.declared.items():
        if draft.entries[name].problem or rng.random() < 0.35:
            raw = _drawn(field, draft, rng)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def _drawn(field: Field, draft: Draft[Any], rng: Random) -> Any:
    options = draft.entries[field.name].options
    if isinstance(field, NumberField):
        low, high = (evaluate(limit, draft.battle, draft.values) for limit in (field.low, field.high))
        return min(max(rng.choice(DISTANCES) - rng.randint(0, 4), low), high)
    if isinstance(field, FlagField):
        return rng.random() < 0.3
    if isinstance(field, SeveralField):
        share = 0.15 if isinstance(field, ModifierField) else 0.8
        return [name for name in options or () if rng.random() < share]
    if options is None:
        return "by order"
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


def proposed(journal: Journal[AandaShip], draft: Draft[Any], rng: Random) -> Record:
    """The record of a random order, with whatever its players choose."""
    choices: list[str] = []
    while True:
        try:
            return journal.propose(draft.order(), choices=choices, given=draft.given)
        except ChoiceNeeded as wanted:
            choices.append(rng.choice(wanted.options))


@cache
def played(name: str, seed: int) -> Journal[AandaShip]:
    """A battle of random orders, with a step back and forward now and then."""
    setup = melee() if name == "melee" else load_setup(name)
    journal, rng = Journal(RULESET, setup, f"battle {seed}"), Random(f"{name} {seed}")
    while len(journal.records) < BATTLES[name][0]:
        if journal.position and rng.random() < 0.02:
            journal.append(journal.undo())
            if rng.random() < 0.5:
                journal.append(journal.redo())
            continue
        journal.append(proposed(journal, random_order(journal.battle, rng), rng))
    return journal


def again(journal: Journal[AandaShip]) -> Journal[AandaShip]:
    """The same journal, to go on from."""
    copy = Journal(journal.ruleset, journal.setup, journal.stream.seed)
    for record in journal.records:
        copy.append(record)
    return copy
