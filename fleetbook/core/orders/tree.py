"""An order as a tree of its parts. Each part has the battle before and after it, and its events."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Began, BeganInline, Event, Finished, FinishedInline, changes, worded
from fleetbook.core.battle.facts import State
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.field_kinds import METADATA
from fleetbook.core.orders.part import Part, field_names

S = TypeVar("S", bound=Ship)
MOST_DEEP = 60  # how many parts may be nested in one another


def plain_inputs(part: Part[Any]) -> dict[str, Any]:
    """The inputs of a part as JSON stores them. Empty if JSON cannot store one of them."""
    try:
        return _plain(part.inputs())
    except TypeError:
        return {}


def _plain(inputs: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(inputs))
    return found


class UsualInputs:
    """The expected inputs of the parts of one order. The events leave out inputs that have the expected value.

    The expected value of an input is the value in the last part of the same class. If there is none, it is the value in the part
    around it, or else the default.
    """

    def __init__(self) -> None:
        self._last: dict[str, Mapping[str, Any]] = {}

    def without(self, part: Part[Any], around: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs of the next part that are to be stored in its event, because they differ from the expected values."""
        inputs, usual = plain_inputs(part), self._of(type(part), around)
        self._last[part.id] = inputs
        return {name: value for name, value in inputs.items() if name not in usual or not _same(usual[name], value)}

    def restored(self, part: type[Part[Any]], around: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
        """All inputs of the next part: those stored in its event, and the expected values."""
        kind: Any = part
        usual = self._of(part, around)
        inputs = {**{name: usual[name] for name in field_names(kind) if name in usual}, **given}
        self._last[part.id] = inputs
        return inputs

    def _of(self, part: Any, around: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**_defaults(part), **around, **self._last.get(part.id, {})}


@cache
def _defaults(part: type[Any]) -> Mapping[str, Any]:
    """The defaults of a part's fields. Inputs of an order are left out, because their defaults may depend on the battle."""
    declared = (one for one in dataclasses.fields(part) if METADATA not in one.metadata)
    return _plain({one.name: one.default for one in declared if one.default is not dataclasses.MISSING})


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON, where 1, 1.0 and true are three different values."""
    return type(one) is type(other) and bool(one == other) and (isinstance(one, str) or repr(one) == repr(other))


@dataclass
class Done(Generic[S]):
    """A part that was carried out, or the whole order, with the battle before and after it and its events.

    inputs  the inputs in their JSON form; empty for an order without parts, because nothing reads them there
    steps  its own events and its parts, in the order of play
    """

    part: Part[S]
    inputs: Mapping[str, Any]
    before: Battle[S]
    inline: bool = False
    steps: list[Event | Done[S]] = field(default_factory=list)
    after: Battle[S] = field(init=False)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events in the order of play, including those of its parts."""
        found: list[Event] = []
        for step in self.steps:
            found += step.events if isinstance(step, Done) else [step]
        return tuple(found)

    def parts(self) -> Iterator[Part[S]]:
        """The part itself, then all parts inside it, in the order of their beginnings."""
        yield self.part
        for step in self.steps:
            if isinstance(step, Done):
                yield from step.parts()


def tree(order: Part[S], before: Battle[S], events: Sequence[Event], after: Battle[S] | None = None) -> Done[S]:
    """The tree of an order, made from its events. ``after`` is the battle after it, if the caller knows it.

    Raises InvalidInput if the events that begin and end parts do not match.
    """
    has_parts = any(isinstance(event, (Began, BeganInline)) for event in events)
    top = Done(order, plain_inputs(order) if has_parts else {}, before)
    open_parts, state, usual, wording = [top], before.state, UsualInputs(), before.wording
    since: list[Event] = []
    for event in events:
        innermost = open_parts[-1]
        if isinstance(event, (Began, BeganInline)):
            state, since = _moved(state, since), []
            begun = _begun(event, innermost, before.at(state), usual)
            innermost.steps += [_with_headline(event, begun), begun]
            open_parts.append(begun)
            _require(len(open_parts) <= MOST_DEEP, f"parts nested {MOST_DEEP} deep")
        elif isinstance(event, (Finished, FinishedInline)):
            is_its_end = len(open_parts) > 1 and isinstance(event, FinishedInline) == innermost.inline
            _require(is_its_end, "the end of a part that did not begin")
            state, since = _moved(state, since), []
            innermost.after = before.at(state)
            open_parts.pop()
            open_parts[-1].steps.append(event)
        else:
            innermost.steps.append(worded(event, wording))
            since.append(event)
    _require(len(open_parts) == 1, "a part without its end")
    top.after = after or before.at(_moved(state, since))
    return top


def _begun(event: Began | BeganInline, around: Done[S], before: Battle[S], usual: UsualInputs) -> Done[S]:
    try:
        kind = before.ruleset.part(event.procedure)
        inputs = usual.restored(kind, around.inputs, event.inputs)
        return Done(kind.from_inputs(inputs), inputs, before, isinstance(event, BeganInline))
    except InvalidInput as error:
        raise RulesFault(before.ruleset.id, f"a part cannot be made again from the line that stores it: {error}") from error


def _with_headline(event: Began | BeganInline, begun: Done[S]) -> Event:
    """The event that begins a part, with the part's headline filled in."""
    if isinstance(event, BeganInline) or begun.part.silent:
        return event
    return msgspec.structs.replace(event, headline=begun.part.headline(begun.before))


def _moved(state: State, events: Sequence[Event]) -> State:
    return state.with_changes(changes(events)) if events else state


def _require(sound: bool, found: str) -> None:
    if not sound:
        raise InvalidInput("events of an order", found, "each part between its beginning and its end")
