"""Wording for phones where the referee's is too short: names of orders, words to choose from, and reasons against an input."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fleetbook.core.errors import InvalidInput, NotYetKnown, shown
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import ChoiceField, NumberField
from fleetbook.core.orders.order import Order

PASSES = "Hand over the turn"
UNITS = {"cm": "centimetres", "mm": "millimetres", "kt": "knots", "yds": "yards", "lb": "pounds", "%": "per cent"}
LONGEST_ABBREVIATION = 2  # letters


def title_of(kind: type[Order[Any]]) -> str:
    """The name of an order. An order that only ends the side's part of the turn is called "Hand over the turn"."""
    return PASSES if kind.is_pass else kind.title


def read_word(word: str, entry: Entry) -> str:
    """A word of an input, or its meaning if it is an abbreviation, such as "port" for P."""
    is_short = isinstance(entry.field, ChoiceField) and len(word) <= LONGEST_ABBREVIATION
    return entry.meanings.get(word, word) if is_short else word


def problem_of(draft: Draft[Any]) -> str:
    """The first problem of an order, such as "abc is no range: type centimetres, 0 to 60". Empty if it has none."""
    problem = draft.problem
    entry = draft.entries.get(problem.where) if isinstance(problem, InvalidInput) else None
    if not isinstance(problem, InvalidInput) or entry is None or (problem.words and entry.given):
        return str(problem or "")
    near = f"; did you mean {shown(problem.near)}?" if problem.near else ""
    wanted = _number_wanted(draft, entry, problem.allowed) or (
        f"choose {problem.allowed}" if entry.field.listed else f"type {problem.allowed}"
    )
    against = f"{shown(problem.found)} is no {entry.label}" if entry.given else f"the {entry.label} is missing"
    return f"{against}: {wanted}{near}"


def _number_wanted(draft: Draft[Any], entry: Entry, allowed: str) -> str:
    """The numbers that may be typed. Empty if the input takes no number, or if ``allowed`` already says more."""
    field, order = entry.field, draft.kind.partial(draft.known)
    if isinstance(field, NumberField):
        with suppress(NotYetKnown):
            low, high = field.bounds(draft.battle, order)
            unit = UNITS.get(field.unit, field.unit) or "a number"
            steps = f" in steps of {field.step:g}" if field.step not in (0, 1) else ""
            return f"type {unit}, {low} to {high}{steps}" if allowed == field.allowed(draft.battle, order) else ""
    return ""
