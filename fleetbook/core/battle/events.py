"""Frozen records of what happened. Folding them gives the battle; nothing else changes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.fact_effects import Names
from fleetbook.core.battle.facts import Change, FactValue, Key, held
from fleetbook.core.dice import Face
from fleetbook.core.words.sentence import Said, Sentences
from fleetbook.core.words.wording import NO_VALUES, Wording


class Adjustment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A modifier that counted. ``place`` is its list and id. A modifier that rules made has its words in ``said``."""

    value: int
    text: str = ""
    place: str = ""
    said: Said | None = None


class Rolled(msgspec.Struct, frozen=True, tag="rolled", omit_defaults=True):
    """Dice were thrown. ``result`` is the outcome by the table or by the needed score. ``said`` is the purpose of the throw.
    Without it the throw is named after its table.
    """

    dice: str
    faces: tuple[Face, ...]
    total: int
    result: str
    label: str = ""
    said: Said | None = None
    adjustments: tuple[Adjustment, ...] = ()
    table: str = ""
    line: str = ""  # the line across the table: a factor, a type of vessel
    row: str = ""  # the faces that led to the result
    rule: str = ""
    side: str = ""  # the only side that may read it; empty if both may


class Chosen(msgspec.Struct, frozen=True, tag="chosen", omit_defaults=True):
    """A player chose."""

    side: str
    choice: str
    options: tuple[str, ...]
    label: str = ""
    said: Said | None = None


class Marked(msgspec.Struct, frozen=True, tag="marked", omit_defaults=True):
    """Boxes of a track were struck off (after is less than before) or restored. ``by``, ``how`` and ``through`` are the fields of
    a Cause.
    """

    ship: str
    track: str
    before: int
    after: int
    full: int
    why: str = ""
    said: Said | None = None
    by: Names = ""
    how: str = ""
    through: str = ""


class Changed(msgspec.Struct, frozen=True, tag="changed", omit_defaults=True):
    """A condition was set, changed or cleared. ``text`` describes it, and is empty for a fact of the rules alone. ``by``, ``how``
    and ``through`` are the fields of a Cause.
    """

    subject: str
    name: str
    before: Any  # a FactValue; msgspec reads no recursive types
    after: Any
    other: str = ""
    text: str = ""
    said: Said | None = None
    by: Names = ""
    how: str = ""
    through: str = ""

    def __post_init__(self) -> None:
        """JSON gives lists back for tuples."""
        for name in ("before", "after"):
            if isinstance(getattr(self, name), list):
                msgspec.structs.force_setattr(self, name, _frozen(getattr(self, name)))


class HeldMark(Marked, frozen=True, tag="marked later", omit_defaults=True):
    """Boxes are struck off or restored at the end of the simultaneous step."""


class HeldChange(Changed, frozen=True, tag="changed later", omit_defaults=True):
    """A condition is set, changed or cleared at the end of the simultaneous step."""


class TookForce(msgspec.Struct, frozen=True, tag="took force", omit_defaults=True):
    """A held-back change of a track or a condition counts from now on. ``text`` is as in Changed."""

    subject: str
    name: str
    after: Any
    other: str = ""
    text: str = ""
    said: Said | None = None

    def __post_init__(self) -> None:
        """JSON gives lists back for tuples."""
        msgspec.structs.force_setattr(self, "after", _frozen(self.after))


class Noted(msgspec.Struct, frozen=True, tag="noted", omit_defaults=True):
    """A remark that changes nothing."""

    text: str = ""
    rule: str = ""
    said: Said | None = None


class Scored(msgspec.Struct, frozen=True, tag="scored", omit_defaults=True):
    """A count for the odds and the report. Whole numbers add up, words replace each other."""

    name: str
    value: int | str
    who: str = ""


class Began(msgspec.Struct, frozen=True, tag="began", omit_defaults=True):
    """A part inside the order begins. It lasts until its Finished. Only ``side`` may read it (empty: both may). ``inputs`` are
    those of the part, ready for JSON, except defaults.
    """

    procedure: str
    headline: str = ""
    side: str = ""
    inputs: dict[str, Any] = {}


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The innermost part is done."""


class BeganInline(msgspec.Struct, frozen=True, tag="inline", omit_defaults=True):
    """An inline part begins. Until its FinishedInline its events belong to the part around it, for the journal."""

    procedure: str
    inputs: dict[str, Any] = {}


class FinishedInline(msgspec.Struct, frozen=True, tag="inline done"):
    """The innermost inline part is done."""


Event: TypeAlias = (
    Rolled | Chosen | Marked | Changed | HeldMark | HeldChange | TookForce | Noted | Scored
    | Began | Finished | BeganInline | FinishedInline
)  # fmt: skip


def changes(events: Iterable[Event]) -> Iterator[Change]:
    """The changes of facts that events make, in their order."""
    for event in events:
        if isinstance(event, HeldMark):
            left = Sentences.boxes_left(track=event.track, after=event.after, full=event.full)
            yield held(Key(event.ship, event.track)), (event.after, left.as_fact())
        elif isinstance(event, HeldChange):
            yield (
                held(Key(event.subject, event.name, event.other)),
                (event.after, event.said.as_fact() if event.said else event.text),
            )
        elif isinstance(event, TookForce):
            key = Key(event.subject, event.name, event.other)
            yield from ((key, event.after), (held(key), None))
        elif isinstance(event, Marked):
            yield Key(event.ship, event.track), event.after
        elif isinstance(event, Changed):
            yield Key(event.subject, event.name, event.other), event.after


def without_inputs(events: Iterable[Event]) -> Iterator[Event]:
    """Events without inputs of parts and without inline parts, as older lines store them and as a side reads them."""
    for event in events:
        if isinstance(event, Began):
            yield msgspec.structs.replace(event, inputs={}) if event.inputs else event
        elif not isinstance(event, (BeganInline, FinishedInline)):
            yield event


def data_of(event: Event) -> Event | None:
    """An event without its words and sentences, since later versions may improve those. It is None for an event that only says
    something. Ids stay: those of facts, tracks, causes, tables, choices and counts.
    """
    if isinstance(event, Noted):
        return None
    if isinstance(event, Rolled):
        values = tuple(Adjustment(each.value) for each in event.adjustments)
        return msgspec.structs.replace(event, label="", said=None, result="", rule="", adjustments=values)
    if isinstance(event, Began):
        return msgspec.structs.replace(event, headline="")
    words = word_field(event)
    return msgspec.structs.replace(event, said=None, **{words: ""}) if words else event


def word_field(event: Event) -> str:
    """The field with the words of an event that says a sentence; empty for any other event."""
    return next((name for kind, name in _WORDS if isinstance(event, kind)), "")


_WORDS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((Rolled, Chosen), "label"),
    ((Marked,), "why"),
    ((Changed, TookForce, Noted), "text"),
)  # fmt: skip


def worded(event: Event, wording: Wording) -> Event:
    """An event with its words. An event without a sentence, from an older line, stays as it is."""
    if isinstance(event, Rolled):
        if any(each.place or each.said for each in event.adjustments):
            adjustments = tuple(
                msgspec.structs.replace(each, text=wording.words(each.said) if each.said else wording.modifier(each.place))
                if each.place or each.said
                else each
                for each in event.adjustments
            )
            event = msgspec.structs.replace(event, adjustments=adjustments)
        if event.said is None and event.table:
            return event if event.label else msgspec.structs.replace(event, label=wording.table(event.table))
    said: Said | None = getattr(event, "said", None)
    if said is None:
        return event
    return msgspec.structs.replace(event, **{word_field(event): wording.words(said, about(event))})


def without_words(event: Event) -> Event:
    """An event as a line stores it: without words that can be made from it again."""
    if isinstance(event, Rolled):
        values = tuple(
            Adjustment(each.value, "" if each.place or each.said else each.text, each.place, each.said)
            for each in event.adjustments
        )
        bare = msgspec.structs.replace(event, adjustments=values) if event.adjustments else event
        return msgspec.structs.replace(bare, label="") if event.said or event.table else bare
    if isinstance(event, Began):
        return msgspec.structs.replace(event, headline="")
    return msgspec.structs.replace(event, **{word_field(event): ""}) if getattr(event, "said", None) else event


def about(event: Event) -> Mapping[str, Any]:
    """Values of an event for its sentence, for those that the sentence lacks."""
    if isinstance(event, Marked):
        track = {"track": event.track, "before": event.before, "after": event.after, "full": event.full}
        return {"ship": event.ship, "by": event.by, **track}
    if isinstance(event, Changed):
        return {"ship": event.subject, "other": event.other, "before": event.before, "after": event.after, "by": event.by}
    if isinstance(event, TookForce):
        return {"ship": event.subject, "other": event.other, "after": event.after}
    return NO_VALUES


def _frozen(value: FactValue) -> FactValue:
    return tuple(_frozen(v) for v in value) if isinstance(value, (list, tuple)) else value
