"""Random orders for both sides through whole turns and combats, by the program and by the second computation."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.journal import Journal
from fleetbook.testing.random_battles import Habits, give, random_order
from tests.rules.gwas.random_orders import ORDERS
from tests.rules.gwas.whole_orders import Combat, Inputs
from tests.rules.gwas.whole_turns import GUNS, Forbidden

FEW = 125
"""Orders of each system in every run."""
MANY = int(os.environ.get("FLEETBOOK_WHOLE_TURNS", "20000"))
"""Orders of each system in the campaign."""
LINES = 150
"""Orders of one battle; then another begins."""
OFTEN = 400
"""So many times given, a kind of order is tried half as often as one that was not."""
TEXTS = {
    "orders": (
        *ORDERS,
        "Escort",
        "Recover",
        "Launch",
        "Detect",
        "Shell; Shell; Shell",
        "Move A2,A1",
        "Move A2; Move A1; Move A2",
    ),
    "port": ("A1", "A2"),
}


@dataclass
class Seen:
    """Orders given, orders tried beside them that were allowed and refused, and what differed."""

    given: Counter[str] = field(default_factory=Counter)
    allowed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def different(journal: Journal[Any], sheet: Combat) -> list[str]:
    """Facts that the program and the second computation keep otherwise."""
    kept = {(key.subject, key.name, key.other): value for key, value in journal.battle.state.items()}
    keys = [key for key in sorted({*kept, *sheet.facts}) if kept.get(key) != sheet.facts.get(key)]
    return [f"{key}: {kept.get(key)!r}, by the sheet {sheet.facts.get(key)!r}" for key in keys]


def compared(journal: Journal[Any], sheet: Combat, record: Record) -> list[str]:
    """The difference between an order and the sheet."""
    given = {**record.inputs, "given": record.given, "choices": record.choices}
    try:
        sheet.do(record.procedure, given, [face.face for face in record.faces])
    except Forbidden as forbidden:
        return [f"the sheet forbids it: {forbidden}"]
    except IndexError:
        return ["the sheet throws more dice"]
    return different(journal, sheet)


class AnyDice(list[int]):
    """As many dice as are asked for."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def pop(self, *_: Any) -> int:
        """One of them."""
        return self._rng.randint(1, 6)


def at_random(sheet: Combat, rng: Random) -> tuple[str, Inputs]:
    """An order at random, mostly one that nobody would give."""
    ships, fleets = list(sheet.cards), sheet.fleets()
    one, other = rng.choice(ships), rng.choice(ships)
    shot: Inputs = {"firer": one, "target": other, "range": rng.randint(0, 4), "modifiers": ()}
    guns = tuple(gun for gun in GUNS if rng.random() < 0.5)
    zones = " ".join(rng.choice(("A1", "A2", "D8", "E8")) for _ in range(rng.randint(1, 3)))
    orders: dict[str, Inputs] = {"tow": {"ship": one, "other": other}}
    if sheet.phase.startswith("gunfire"):
        orders = {"fire": {**shot, "weapons": guns or GUNS[:1]}, "hold-fire": {"ship": one}}
    elif sheet.phase.startswith("torpedo"):
        orders = {"torpedo": shot}
    elif sheet.round and "-move-" in sheet.phase:
        orders |= sheet.moves_at_random(rng)
    elif len(fleets) > 1:
        orders["move"] = {"fleet": rng.choice(fleets), "zones": zones, "port": False}
        orders["pursue"] = {"fleet": rng.choice(fleets), "other": rng.choice(fleets), "modifiers": ()}
    name = rng.choice(list(orders))
    return name, orders[name]


def tried(journal: Journal[Any], sheet: Combat, rng: Random, seen: Seen) -> list[str]:
    """An order at random that the program refuses and the sheet allows, or the other way round."""
    name, inputs = at_random(sheet, rng)
    kind = journal.ruleset.order(name)
    if journal.battle.phase not in kind.phases:
        return []
    refused = Draft(journal.battle, kind, inputs).problem
    copy = deepcopy(sheet)
    try:
        copy.faces = AnyDice(rng)
        getattr(copy, f"do_{name.replace('-', '_')}")({**inputs, "given": tuple(inputs)})
    except Forbidden as forbidden:
        seen.refused[name] += 1
        return [] if refused else [f"{name} {inputs} in {sheet.phase} is allowed, and the sheet forbids it: {forbidden}"]
    seen.allowed[name] += 1
    return [f"{name} {inputs} in {sheet.phase} is refused, and the sheet allows it: {refused}"] if refused else []


def played(
    rules: Ruleset[Any], sheet_of: type[Combat], setups: Sequence[Callable[[], Setup]], habits: Habits, orders: int
) -> Seen:
    """Battles of these setups in turn, until so many orders were given. A battle that differs ends."""
    seen, usual = Seen(), dict(habits.weights)
    weights = dict(usual)
    for seed in count():
        if seen.given.total() >= orders:
            return seen
        setup, rng = setups[seed % len(setups)](), Random(f"whole turns {seed}")
        journal, sheet = Journal(rules, setup, f"whole turns {seed}"), sheet_of(setup)
        found = different(journal, sheet)
        for _ in range(min(LINES, orders)):
            if found or journal.battle.ended:
                break
            found = tried(journal, sheet, rng, seen)
            record = give(
                journal, random_order(journal.battle, rng, replace(habits, weights=weights, texts={**habits.texts, **TEXTS})), rng
            )
            seen.given[record.procedure] += 1
            weights[record.procedure] = usual.get(record.procedure, habits.usual) / (1 + seen.given[record.procedure] / OFTEN)
            if record.procedure == "next":
                weights["next"] = usual.get("next", habits.usual)
            dice = [face.face for face in record.faces]
            told = f"battle {seed}, line {record.number}: {record.procedure} {record.inputs}, dice {dice}, in {record.phase}"
            found = [*found, *(f"{told}: {what}" for what in compared(journal, sheet, record))]
        seen.differences += found
    return seen


def check_all(rules: Ruleset[Any], seen: Seen) -> None:
    """Nothing differs from the sheet, and a whole campaign has given every kind of order."""
    print(seen.given.total(), dict(seen.given.most_common()), "allowed", dict(seen.allowed), "refused", dict(seen.refused))  # noqa: T201
    assert seen.differences == []
    if MANY >= 20000:
        wanted = {kind.id for kind in rules.orders if kind.key} - {"end", "note", "set", "strike"}
        assert wanted - set(seen.given) == set()
