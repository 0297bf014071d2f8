"""Events: frozen records of what happened in a battle. The facts of a battle follow from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.fact_effects import Names
from fleetbook.core.battle.facts import Change, FactValue, Key, held
from fleetbook.core.dice import Face
from fleetbook.core.words.sentence import Said, Sentences
from fleetbook.core.words.wording import NO_VALUES, Wording


class Adjustment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A modifier that was added to a die. ``place`` is its list and its id in the tables. A modifier that is not in the tables,
    because the code of the rules made it, has its words in ``said`` instead.
    """

    value: int
    text: str = ""
    place: str = ""
    said: Said | None = None


class Rolled(msgspec.Struct, frozen=True, gc=False, tag="rolled", omit_defaults=True):
    """Dice were thrown. ``result`` is the outcome by the table or by the needed score. ``said`` is the purpose of the throw; if
    it is missing, the throw is named after its table.
    """

    dice: str
    faces: tuple[Face, ...]
    total: int
    result: str
    label: str = ""
    said: Said | None = None
    adjustments: tuple[Adjustment, ...] = ()
    table: str = ""
    line: str = ""  # the column or line of the table that was used: a factor, a type of vessel
    row: str = ""  # the range of faces in the table that gave the result
    rule: str = ""
    side: str = ""  # the only side that may read the throw; empty if both may


class Chosen(msgspec.Struct, frozen=True, gc=False, tag="chosen", omit_defaults=True):
    """A player chose one of several options."""

    side: str
    choice: str
    options: tuple[str, ...]
    label: str = ""
    said: Said | None = None


class Marked(msgspec.Struct, frozen=True, gc=False, tag="marked", omit_defaults=True):
    """Boxes of a track were struck off (``after`` is less than ``before``) or restored. ``by``, ``how`` and ``through`` are the
    fields of a Cause.
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


class Changed(msgspec.Struct, frozen=True, gc=False, tag="changed", omit_defaults=True):
    """A fact was set, changed or cleared. ``text`` describes the change; it is empty for a fact that only the rules use. ``by``,
    ``how`` and ``through`` are the fields of a Cause.
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
        """Turn the lists that JSON gives into tuples."""
        for name in ("before", "after"):
            if isinstance(getattr(self, name), list):
                msgspec.structs.force_setattr(self, name, _frozen(getattr(self, name)))


class HeldMark(Marked, frozen=True, gc=False, tag="marked later", omit_defaults=True):
    """Boxes of a track will be struck off or restored at the end of the simultaneous phase."""


class HeldChange(Changed, frozen=True, gc=False, tag="changed later", omit_defaults=True):
    """A fact will be set, changed or cleared at the end of the simultaneous phase."""


class TookForce(msgspec.Struct, frozen=True, gc=False, tag="took force", omit_defaults=True):
    """A held-back change of a track or another fact counts from now on. ``text`` describes the change; it is empty for a fact
    that only the rules use.
    """

    subject: str
    name: str
    after: Any
    other: str = ""
    text: str = ""
    said: Said | None = None

    def __post_init__(self) -> None:
        """Turn the lists that JSON gives into tuples."""
        msgspec.structs.force_setattr(self, "after", _frozen(self.after))


class Noted(msgspec.Struct, frozen=True, gc=False, tag="noted", omit_defaults=True):
    """A remark for the journal. It changes no fact."""

    text: str = ""
    rule: str = ""
    said: Said | None = None


class Scored(msgspec.Struct, frozen=True, gc=False, tag="scored", omit_defaults=True):
    """A count for the odds and the report. Whole numbers with the same name are added up; a word replaces an earlier word."""

    name: str
    value: int | str
    who: str = ""


class Began(msgspec.Struct, frozen=True, gc=False, tag="began", omit_defaults=True):
    """A part of the order begins. Its events follow, up to the Finished that ends it. Only ``side`` may read them; if ``side`` is
    empty, both sides may. ``inputs`` are the inputs of the part in their JSON form, without defaults.
    """

    procedure: str
    headline: str = ""
    side: str = ""
    inputs: dict[str, Any] = {}


class Finished(msgspec.Struct, frozen=True, gc=False, tag="finished"):
    """The part that began last, and is not finished yet, ends here."""


class BeganInline(msgspec.Struct, frozen=True, gc=False, tag="inline", omit_defaults=True):
    """An inline part begins. Its events follow, up to the FinishedInline that ends it. The journal shows them as events of the
    part around it.
    """

    procedure: str
    inputs: dict[str, Any] = {}


class FinishedInline(msgspec.Struct, frozen=True, gc=False, tag="inline done"):
    """The inline part that began last, and is not finished yet, ends here."""


Event: TypeAlias = (
    Rolled | Chosen | Marked | Changed | HeldMark | HeldChange | TookForce | Noted | Scored
    | Began | Finished | BeganInline | FinishedInline
)  # fmt: skip


def changes(events: Iterable[Event]) -> Iterator[Change]:
    """The changes of facts that the events make, in the same order."""
    for event in events:  # by the exact type: every line that is read comes here, and most events change nothing
        if type(event) is Changed:
            yield Key(event.subject, event.name, event.other), event.after
        elif type(event) is Marked:
            yield Key(event.ship, event.track), event.after
        elif type(event) is HeldMark:
            left = Sentences.boxes_left(track=event.track, after=event.after, full=event.full)
            yield held(Key(event.ship, event.track)), (event.after, left.as_fact())
        elif type(event) is HeldChange:
            yield (
                held(Key(event.subject, event.name, event.other)),
                (event.after, event.said.as_fact() if event.said else event.text),
            )
        elif type(event) is TookForce:
            key = Key(event.subject, event.name, event.other)
            yield from ((key, event.after), (held(key), None))


def without_inputs(events: Iterable[Event]) -> Iterator[Event]:
    """The events without the inputs of parts and without inline parts. Older lines of the journal store events like this, and a
    side reads them like this.
    """
    for event in events:
        if isinstance(event, Began):
            yield msgspec.structs.replace(event, inputs={}) if event.inputs else event
        elif not isinstance(event, (BeganInline, FinishedInline)):
            yield event


def data_of(event: Event) -> Event | None:
    """The event without its words and sentences, since a later version may word the same event differently. Events are compared
    in this form. Ids, such as those of facts and tables, are kept. None for an event that is only a remark.
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
    """The name of the event's field that holds its words; empty if events of this type have no such field."""
    return next((name for kind, name in _WORDS if isinstance(event, kind)), "")


_WORDS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((Rolled, Chosen), "label"),
    ((Marked,), "why"),
    ((Changed, TookForce, Noted), "text"),
)  # fmt: skip


def worded(event: Event, wording: Wording) -> Event:
    """The event with its words filled in. An event of an older journal, which has words but no sentence, stays as it is."""
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
    """The event as the journal stores it: without the words that can be made again from its other fields."""
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
    """Values of the event, such as the ship, which fill the gaps in its sentence."""
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
