"""The first difference between the events of a line and those that its order comes to now. Words are no part of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from fleetbook.core.battle.events import Changed, Event, Marked, data_of, without_inputs
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import shown

CAUSE = {"by": "", "how": "", "through": ""}
"""A cause that an older line does not keep."""


def difference(record: Record, derived: Sequence[Event]) -> str:
    """The first event that is another than a record has, in brief; empty where the same happened."""
    now_kept = derived if record.whole else [*without_inputs(derived)]
    recorded = record.events if record.whole else [*without_inputs(record.events)]
    data = ([data for event in events if (data := data_of(event)) is not None] for events in (recorded, now_kept))
    for number, (then, now) in enumerate(zip_longest(*data), 1):
        if then != _as_full(now, then):
            return f"events differ, at number {number}: recorded {_in_brief(then, now)}, derived {_in_brief(now, then)}"
    return ""


def _as_full(derived: Event | None, recorded: Event | None) -> Event | None:
    """A derived event, without a cause where an older record keeps none."""
    if isinstance(derived, (Marked, Changed)) and type(derived) is type(recorded):
        keeps = any(getattr(recorded, name) for name in CAUSE)
        return derived if keeps else msgspec.structs.replace(derived, **CAUSE)
    return derived


def _in_brief(event: Event | None, other: Event | None) -> str:
    """What an event has and another has not."""
    if event is None:
        return "nothing"
    name = type(event).__name__.lower()
    if type(event) is not type(other):
        return name
    fields = [field for field in event.__struct_fields__ if getattr(event, field) != getattr(other, field)]
    return f"{name}, {', '.join(f'{field} {shown(repr(getattr(event, field)))}' for field in fields)}"
