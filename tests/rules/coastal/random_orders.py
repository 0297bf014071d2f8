"""Orders drawn at random by a seed: most of them valid, so that whole battles can be played without a referee."""

from __future__ import annotations

from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.fields import Field, FlagField, ModifierField, NumberField, SeveralField, ShipField, evaluate
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal

WEIGHTS = {"fire": 12.0, "next": 4, "note": 0.2, "strike": 0.2, "set": 0.2, "leave": 0.03, "spent": 0.3, "end": 0}
TRIES = 40


def random_draft(battle: Battle[Any], procedure: type[Order[Any]], rng: Random) -> Draft[Any]:
    """A draft whose inputs are in part the battle's and in part drawn; it may break the rules."""
    draft = Draft(battle, procedure)
    for name, field in procedure.declared.items():
        entry = draft.entries[name]
        if entry.problem or rng.random() < 0.4:
            raw = _drawn(field, draft, rng)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def _drawn(field: Field, draft: Draft[Any], rng: Random) -> Any:
    battle, values = draft.battle, draft.values
    options = list(draft.entries[field.name].options or ())
    if isinstance(field, NumberField):
        low, high = evaluate(field.low, battle, values), evaluate(field.high, battle, values)
        return rng.randint(low, max(low, min(high, rng.choice((20, 45, 130)))))
    if isinstance(field, FlagField):
        return rng.random() < 0.2
    if isinstance(field, ModifierField):
        return [name for name in options if rng.random() < 0.15]
    if isinstance(field, SeveralField):
        return [name for name in options if rng.random() < 0.7] or None
    if isinstance(field, ShipField) and rng.random() < 0.1:
        return rng.choice(battle.ships()).name
    if not field.listed:
        return "some words"
    return rng.choice(options) if options else None


def random_order(journal: Journal[Any], rng: Random) -> Draft[Any]:
    """A draft that the rules allow now; the next step where none is found."""
    battle, given = journal.battle, _open(journal)
    for _ in range(TRIES):
        procedure = rng.choices(given, [WEIGHTS.get(each.id, 6) for each in given])[0]
        try:
            draft = random_draft(battle, procedure, rng)
            draft.order()
        except (Refused, InvalidInput):
            continue
        return draft
    return Draft(battle, battle.ruleset.procedure("next"))


def _open(journal: Journal[Any]) -> list[type[Order[Any]]]:
    """The procedures that belong to the present step."""
    found = []
    for procedure in journal.ruleset.orders:
        try:
            procedure.open(journal.battle)
        except Refused:
            continue
        if procedure.key:
            found.append(procedure)
    return found
