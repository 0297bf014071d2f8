"""Whatever a player can read in the forms of his orders."""

from __future__ import annotations

from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.legality import Legality
from fleetbook.referee.offers import referees_orders


def form(draft: Draft[Any]) -> tuple[Any, ...]:
    """All that a form of this draft shows: offers, refusals, defaults, explanations and the whole order's problem."""
    return str(draft.problem), *(_input(entry) for entry in draft.entries.values())


def _input(entry: Entry) -> tuple[Any, ...]:
    refused = [(word, str(problem)) for word, problem in entry.refused.items()] if entry.field.listed else []
    shown = entry.label, entry.is_shown, entry.is_open, repr(entry.value), str(entry.problem), entry.bounds
    return *shown, entry.words, entry.options, refused, dict(entry.meanings)


def forms(battle: Battle[Any], seed: object) -> list[Any]:
    """The forms of all orders that are open in a battle: as they open, and with some words chosen in the first inputs."""
    rng, found = Random(str(seed)), list[Any]()
    for kind in referees_orders(battle.ruleset):
        legality = Legality(battle, kind)
        found.append((kind.id, str(legality.why_not())))
        if legality.out_of_place() is None:
            opened = Draft(battle, kind, None, legality)
            begun = _chosen(opened, rng, 3)
            further = (draft for first in begun for draft in _chosen(first, rng, 2))
            found += [form(draft) for draft in (opened, *begun, *further)]
    return found


def _chosen(draft: Draft[Any], rng: Random, most: int) -> list[Draft[Any]]:
    """The draft with some of the words of its first open list of words that nothing is entered for."""
    lists = (e for e in draft.entries.values() if e.words and e.field.kind in ("ship", "choice", "several") and not e.given)
    entry = next(lists, None)
    words = rng.sample(entry.words, min(most, len(entry.words))) if entry else []
    as_list = entry is not None and entry.field.kind == "several"
    return [draft.with_input(entry.field.name, [word] if as_list else word) for word in words if entry]
