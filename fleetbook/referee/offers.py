"""What a referee can order as a battle stands, and what is against the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.rules import Rules
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.legality import Legality, Problem
from fleetbook.core.orders.order import Order


def referees_orders(ruleset: Rules) -> tuple[type[Order[Any]], ...]:
    """The orders that a referee may give; the others are given only by other orders."""
    return tuple(kind for kind in ruleset.orders if kind.key)


def what_it_does(kind: type[Any]) -> str:
    """What an order, or a part of one, does, in its own words."""
    return " ".join((kind.__doc__ or "").split())


def why_not(battle: Battle[Any], kind: type[Order[Any]]) -> Problem | None:
    """Why no order of a kind can be given now; None where one can be completed."""
    return Legality(battle, kind).why_not()


def reason(kind: type[Order[Any]], problem: Problem) -> str:
    """What is against a kind of orders in words; of an input that has nothing to choose from, what it would take."""
    field = kind.declared.get(problem.where) if isinstance(problem, InvalidInput) else None
    if field is None:
        return str(problem)
    return f"no {field.label} to choose{f': {field.help}' if field.help else ''}"


def offers(battle: Battle[Any]) -> dict[type[Order[Any]], Problem | None]:
    """All kinds of orders, each with what is against it."""
    return {kind: why_not(battle, kind) for kind in referees_orders(battle.ruleset)}


def orders_now(battle: Battle[Any]) -> tuple[type[Order[Any]], ...]:
    """The kinds of orders that can be completed now."""
    return tuple(kind for kind, against in offers(battle).items() if against is None)


def refused_candidates(entry: Entry, told: object = None) -> Iterator[str]:
    """The candidates of an input that may not be chosen now, with what is against them, those alike together; without what was
    ``told`` already, since it is against whatever is chosen.
    """
    alike: dict[str, list[str]] = {}
    for word, problem in entry.refused.items():
        if word != entry.value and str(problem) != str(told):
            alike.setdefault(str(problem).replace(word, "\0"), []).append(word)
    for words, (first, *others) in alike.items():
        against = words.replace("\0", first)
        if "\0" not in words or (entry.field.kind == "ship" and not words.startswith("\0")):  # whose reason it is stands first
            against = f"{first}: {against}"
        yield f"{against}; likewise {', '.join(others)}" if others else against


def draft(battle: Battle[Any], name: str, inputs: Mapping[str, Any]) -> Draft[Any]:
    """An order in the making on the battle as it stands. Raises InvalidInput for an unknown order or input."""
    known = {kind.id: kind for kind in referees_orders(battle.ruleset)}
    if name not in known:
        raise InvalidInput.word("procedure", name, known)
    return Draft(battle, known[name], inputs)
