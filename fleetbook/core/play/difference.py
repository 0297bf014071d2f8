"""Compares the events that a journal line stores with the events of the same order, carried out again. Words are not compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from fleetbook.core.battle.events import Began, BeganInline, Changed, Event, Marked, data_of, without_inputs
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.rules import Rules
from fleetbook.core.errors import shown
from fleetbook.core.orders.part import field_names

CAUSE = {"by": "", "how": "", "through": ""}
"""The empty fields for the cause of a change. Older lines have no cause."""


def difference(record: Record, derived: Sequence[Event], rules: Rules) -> str:
    """The first difference between the recorded events and the events that the order gives now, in brief. Empty if there is
    none.
    """
    derived_now = derived if record.whole else [*without_inputs(derived)]
    recorded = record.events if record.whole else [*without_inputs(record.events)]
    data = ([data for event in events if (data := data_of(event)) is not None] for events in (recorded, derived_now))
    for number, (then, now) in enumerate(zip_longest(*data), 1):
        if then != (now := _as_recorded(now, then, record.whole, rules)):
            return f"events differ, at number {number}: recorded {_in_brief(then, now)}, derived {_in_brief(now, then)}"
    return ""


def _as_recorded(derived: Event | None, recorded: Event | None, whole: bool, rules: Rules) -> Event | None:
    """An event of an order carried out again, in the form that an older version recorded. It gets the recorded names, weapon,
    values or inputs, where both events mean the same. Its cause is dropped if the recorded event has none.
    """
    if isinstance(recorded, (Began, BeganInline)) and type(derived) is type(recorded) and derived.procedure == recorded.procedure:
        same = _agree(recorded.inputs, derived.inputs) or not _are_known(recorded, rules)
        return msgspec.structs.replace(derived, inputs=recorded.inputs) if same else derived
    if not isinstance(recorded, (Marked, Changed)) or type(derived) is not type(recorded):
        return derived
    assert isinstance(derived, (Marked, Changed))
    if not any(getattr(recorded, name) for name in CAUSE):
        derived = msgspec.structs.replace(derived, **CAUSE)
    elif not whole:
        derived = msgspec.structs.replace(derived, how=recorded.how)
    if recorded.by == ", ".join(names_of(derived.by)):
        derived = msgspec.structs.replace(derived, by=recorded.by)
    if isinstance(derived, Changed) and isinstance(recorded, Changed):
        values = {name: getattr(recorded, name) for name in ("before", "after") if _same(recorded, derived, name, rules)}
        return msgspec.structs.replace(derived, **values)
    return derived


def _are_known(begun: Began | BeganInline, rules: Rules) -> bool:
    """Whether the present version of a part has all the inputs that were recorded for it."""
    kind: Any = rules.part(begun.procedure)
    return set(begun.inputs) <= set(field_names(kind))


def _agree(one: Any, other: Any) -> bool:
    """Whether two inputs are equal. A list or an object also counts as equal to anything of another type."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_agree(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_agree, one, other))
    return (
        type(one) is not type(other) if isinstance(one, (list, dict)) or isinstance(other, (list, dict)) else bool(one == other)
    )


def _same(recorded: Changed, derived: Changed, name: str, rules: Rules) -> bool:
    """Whether a recorded change and a new change of a fact have values that mean the same. ``name`` is "before" or "after": the
    value before or after the change.
    """
    one, other = getattr(recorded, name), getattr(derived, name)
    if one == other:
        return True
    facts = (fact for subject in rules.subjects for fact in subject.declared.values())
    return any(fact.same(one, other) for fact in facts if fact.name == recorded.name)


def _in_brief(event: Event | None, other: Event | None) -> str:
    """An event in brief: its type, and the fields that differ from the other event."""
    if event is None:
        return "nothing"
    name = type(event).__name__.lower()
    if type(event) is not type(other):
        return name
    fields = [field for field in event.__struct_fields__ if getattr(event, field) != getattr(other, field)]
    return f"{name}, {', '.join(f'{field} {shown(repr(getattr(event, field)))}' for field in fields)}"
