"""The orders that the referee can give now, and the reasons against the others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.rules import Rules
from fleetbook.core.errors import MOST_LISTED, InvalidInput, shown
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import ChoiceField, ShipField
from fleetbook.core.orders.legality import Legality, Place, Problem
from fleetbook.core.orders.order import Order

S = TypeVar("S", bound=Ship)
_ORDER = re.compile(r"\{([^{}]*)\}")  # an order's id in braces, in a text of the rules
ACTORS = ("ship", "choice")  # kinds of inputs that name who gives an order
MOST_REASONS = 3  # reasons that a message about a missing word lists


def referees_orders(ruleset: Rules) -> tuple[type[Order[Any]], ...]:
    """The kinds of orders that a referee gives. Parts of orders are left out."""
    return tuple(kind for kind in ruleset.all_orders if kind.key)


def what_it_does(kind: type[Any]) -> str:
    """The docstring of an order or part, which says what it does, on one line."""
    return " ".join((kind.__doc__ or "").split())


def why_not(battle: Battle[Any], kind: type[Order[Any]]) -> Problem | None:
    """The reason why no order of a kind can be given now. None if one can be."""
    return Legality(battle, kind).why_not()


def why_not_by(legality: Legality[Any], ship: str) -> Problem | None:
    """The reason why a ship or her squadron cannot give an order of a kind now. None if she can, or if ships do not give it."""
    battle, first = legality.battle, next(iter(legality.fields), None)
    if first is None or first.kind not in ACTORS or not battle.is_ship(ship):
        return None
    try:
        words = Place(legality, 0, {}).words
        name = next((name for name in (ship, battle.ship(ship).squadron) if name and name in words), "")
        return legality.searched(1, {first.name: name}).value if name else None
    except RulesFault as fault:
        return fault


def reason(kind: type[Order[Any]], problem: Problem) -> str:
    """The reason why an order of a kind cannot be given, in words. If an input has no candidates, the words say what a candidate
    would be.
    """
    field = kind.declared.get(problem.where) if isinstance(problem, InvalidInput) else None
    if field is None:
        return str(problem)
    return f"no {field.label} to choose{f': {field.help}' if field.help else ''}"


def offers(battle: Battle[Any]) -> dict[type[Order[Any]], Problem | None]:
    """All kinds of orders, each with the reason why it cannot be given now, or None if it can."""
    return {kind: why_not(battle, kind) for kind in referees_orders(battle.ruleset)}


def orders_now(battle: Battle[Any]) -> tuple[type[Order[Any]], ...]:
    """The kinds of orders that can be given now."""
    return tuple(kind for kind, against in offers(battle).items() if against is None)


def still_due(battle: Battle[Any], keys: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The duties of this phase that are not done yet, each as a text. Empty after the end.

    An order is named by its key in ``keys``. Without a key, it is named as on the command line.
    """
    if battle.ended:
        return ()
    given = {kind.id: f"order {kind.id}" for kind in referees_orders(battle.ruleset)} | dict(keys or {})
    lines = battle.ruleset.sequence.due(battle)
    return tuple(type(line)(_ORDER.sub(lambda named: given.get(named[1], named[0]), line)) for line in lines)


def wrong_word(problem: InvalidInput, entry: Entry) -> str:
    """A message about a wrong value in an input, with the values to choose from. A wrong name of a ship is repeated in it."""
    near = f"{problem.near}? " if problem.near else ""
    if entry.field.kind == "ship" and not problem.words:
        return f"{shown(problem.found)} is no {entry.label}. {near}Type letters of: {problem.allowed}"
    return f"{near}allowed: {problem.allowed}"


def refused_candidates(entry: Entry, known: object = None, most: int = sys.maxsize) -> Iterator[str]:
    """Lines that name the candidates of an input that are refused now, with the reasons. Candidates with the same reason share a
    line.

    A line names at most ``most`` candidates besides the first. Candidates refused for the reason ``known`` are left out, because
    it is shown elsewhere.
    """
    alike: dict[str, list[str]] = {}
    for word, problem in entry.refused.items():
        if word != entry.value and str(problem) != str(known):
            alike.setdefault(str(problem).replace(word, "\0"), []).append(word)
    for words, (first, *others) in alike.items():
        against = words.replace("\0", first)
        if "\0" not in words or (entry.field.kind == "ship" and not words.startswith("\0")):  # name the refused one first
            against = f"{first}: {against}"
        more = f" and {len(others) - most} more" if len(others) > most else ""
        yield f"{against}; likewise {', '.join(others[:most])}{more}" if others else against


def draft(battle: Battle[Any], name: str, inputs: Mapping[str, Any]) -> Draft[Any]:
    """The draft of an order with these inputs. Raises InvalidInput for an unknown order or input."""
    known = {kind.id: kind for kind in referees_orders(battle.ruleset)}
    if name not in known:
        raise InvalidInput.word("procedure", name, known)
    return Draft(battle, known[name], inputs)


def ordered(entered: Draft[S]) -> Order[S]:
    """The order that a draft describes. Raises the draft's first problem, if it has one.

    If a word is missing or wrong, the error also says why other words are refused now.
    """
    problem = entered.problem
    if not isinstance(problem, InvalidInput) or problem.near:
        return entered.order()
    entry = entered.entries.get(problem.where)
    if entry is None or not isinstance(entry.field, (ShipField, ChoiceField)):
        raise problem
    reasons = [*islice(refused_candidates(entry, most=MOST_LISTED), MOST_REASONS + 1)]
    more = ["and others"] if len(reasons) > MOST_REASONS else []
    raise problem.against("; ".join([*reasons[:MOST_REASONS], *more]))
