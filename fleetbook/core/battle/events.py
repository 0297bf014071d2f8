"""Frozen records of what happened. Folding them gives the battle; nothing else changes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.facts import Change, FactValue, Key, boxes_text, held
from fleetbook.core.dice import Face


class Adjustment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A modifier that counted: its value and its words."""

    value: int
    text: str


class Rolled(msgspec.Struct, frozen=True, tag="rolled", omit_defaults=True):
    """Dice were thrown: faces, modifiers, total, and what the table or the score needed made of it."""

    label: str
    dice: str
    faces: tuple[Face, ...]
    total: int
    result: str
    adjustments: tuple[Adjustment, ...] = ()
    table: str = ""
    line: str = ""  # the line across the table: a factor, a type of vessel
    row: str = ""  # the faces that led to the result
    rule: str = ""
    side: str = ""  # that alone may read it; empty where both may


class Chosen(msgspec.Struct, frozen=True, tag="chosen", omit_defaults=True):
    """A player chose."""

    label: str
    side: str
    choice: str
    options: tuple[str, ...]


class Marked(msgspec.Struct, frozen=True, tag="marked", omit_defaults=True):
    """Boxes of a track were struck off (after is less than before) or restored. ``by``, ``how`` and ``through`` as of a Cause."""

    ship: str
    track: str
    before: int
    after: int
    full: int
    why: str = ""
    by: str = ""
    how: str = ""
    through: str = ""


class Changed(msgspec.Struct, frozen=True, tag="changed", omit_defaults=True):
    """A condition was set, changed or cleared; ``text`` says it in words, and is empty for what only the rules keep. ``by``,
    ``how`` and ``through`` as of a Cause.
    """

    subject: str
    name: str
    before: Any  # a FactValue; msgspec does not read recursive types
    after: Any
    other: str = ""
    text: str = ""
    by: str = ""
    how: str = ""
    through: str = ""

    def __post_init__(self) -> None:
        """JSON gives lists back where tuples went in."""
        for name in ("before", "after"):
            if isinstance(getattr(self, name), list):
                msgspec.structs.force_setattr(self, name, _frozen(getattr(self, name)))


class HeldMark(Marked, frozen=True, tag="marked later", omit_defaults=True):
    """Boxes are struck off or restored as the simultaneous step is left."""


class HeldChange(Changed, frozen=True, tag="changed later", omit_defaults=True):
    """A condition is set, changed or cleared as the simultaneous step is left."""


class TookForce(msgspec.Struct, frozen=True, tag="took force", omit_defaults=True):
    """What was held back of a track or a condition counts from now on; ``text`` as of a change."""

    subject: str
    name: str
    after: Any
    other: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """JSON gives lists back where tuples went in."""
        msgspec.structs.force_setattr(self, "after", _frozen(self.after))


class Noted(msgspec.Struct, frozen=True, tag="noted", omit_defaults=True):
    """Something worth telling that changes nothing."""

    text: str
    rule: str = ""


class Scored(msgspec.Struct, frozen=True, tag="scored", omit_defaults=True):
    """A figure that the odds and the report count: whole numbers add up, words replace each other."""

    name: str
    value: int | str
    who: str = ""


class Began(msgspec.Struct, frozen=True, tag="began", omit_defaults=True):
    """A part inside the order begins. What follows, up to its Finished, is its doing, which only ``side`` may read (empty: both
    may). ``inputs`` are those of the part, ready for JSON, without the usual ones.
    """

    procedure: str
    headline: str
    side: str = ""
    inputs: dict[str, Any] = {}


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The innermost part that began is done."""


class BeganInline(msgspec.Struct, frozen=True, tag="inline", omit_defaults=True):
    """A part begins whose doing, up to its FinishedInline, the journal tells as that of the part around it."""

    procedure: str
    inputs: dict[str, Any] = {}


class FinishedInline(msgspec.Struct, frozen=True, tag="inline done"):
    """The innermost part that began inline is done."""


Event: TypeAlias = (
    Rolled | Chosen | Marked | Changed | HeldMark | HeldChange | TookForce | Noted | Scored
    | Began | Finished | BeganInline | FinishedInline
)  # fmt: skip


def changes(events: Iterable[Event]) -> Iterator[Change]:
    """The changes of facts that events make, in their order."""
    for event in events:
        if isinstance(event, HeldMark):
            yield held(Key(event.ship, event.track)), (event.after, boxes_text(event.ship, event.track, event.after, event.full))
        elif isinstance(event, HeldChange):
            yield held(Key(event.subject, event.name, event.other)), (event.after, event.text)
        elif isinstance(event, TookForce):
            key = Key(event.subject, event.name, event.other)
            yield from ((key, event.after), (held(key), None))
        elif isinstance(event, Marked):
            yield Key(event.ship, event.track), event.after
        elif isinstance(event, Changed):
            yield Key(event.subject, event.name, event.other), event.after


def without_inputs(events: Iterable[Event]) -> Iterator[Event]:
    """Events as older lines keep them and as a side reads them: without the inputs of parts, and without inline parts."""
    for event in events:
        if isinstance(event, Began):
            yield msgspec.structs.replace(event, inputs={}) if event.inputs else event
        elif not isinstance(event, (BeganInline, FinishedInline)):
            yield event


def data_of(event: Event) -> Event | None:
    """An event without the words for people, which may be bettered; None for one that is words alone.

    Ids stay: of facts, tracks, causes, tables, choices and counts.
    """
    if isinstance(event, Noted):
        return None
    if isinstance(event, Rolled):
        values = tuple(Adjustment(each.value, "") for each in event.adjustments)
        return msgspec.structs.replace(event, label="", result="", rule="", adjustments=values)
    words = next((name for kind, name in _WORDS if isinstance(event, kind)), "")
    return msgspec.structs.replace(event, **{words: ""}) if words else event


_WORDS: tuple[tuple[type, str], ...] = (
    (Chosen, "label"),
    (Marked, "why"),
    (Changed, "text"),
    (TookForce, "text"),
    (Began, "headline"),
)  # fmt: skip


def _frozen(value: FactValue) -> FactValue:
    return tuple(_frozen(v) for v in value) if isinstance(value, (list, tuple)) else value
