"""Lines of the journal, as data and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from fleetbook.core.battle.events import Changed, Event, Marked
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import Face
from fleetbook.core.doctrines.intent_words import MODELS, REASON, intent_words
from fleetbook.core.play.going_back import step_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.working import working
from fleetbook.referee.telling import tell
from fleetbook.reports.journal.found_once import found_once
from fleetbook.reports.shape import NOT_EXPORTED, Shape
from fleetbook.reports.text_layout import GAP, printable


class Looked(Shape, frozen=True):
    """A look-up in the rules.

    kind         reading, figure, cell or modifier
    name         its id, or the id of its table or list
    row, column  its place there
    """

    kind: str
    name: str
    row: str
    column: str


class ProposedBy(Shape, frozen=True):
    """Who proposed an order.

    by      "phone", "doctrine" or "empty chair"
    name    the name of the player, the doctrine or the squadron; empty if there is none
    models  how to move the models that a doctrine steers; empty if it steers none
    reason  why a doctrine proposed the order; empty if it does not say
    """

    side: str
    by: str
    name: str
    models: str
    reason: str


class Line(Shape, frozen=True):
    """One line of the journal.

    kind         order, undo or redo
    on           the line whose outcome this line started from
    to           for an undo or redo: the line whose outcome it brings back; null for an order
    phase        the id of the step
    step         the step's number on the sheet
    given        names of the inputs that the referee entered; the program filled in the others
    faces        the dice. ``origin`` is rolled, typed, overruled or simulated; ``instead_of`` is the face before an overrule
    events       the events, each with its ``type``; core/battle/events.py has their other keys
    consulted    ids of the readings consulted
    looked_up    figures, cells and modifiers that were looked up; if a die was thrown on a table, the entry has no column
    stream       how many dice were in force before this line; its own dice are numbered from there. In a battle that numbers
                 dice by lines: the line whose dice it drew. Null for an undo or redo, and for a side
    reason       the reason for an overruled die
    fingerprint  a hash of the battle after this line
    in_force     whether the order still counts, because it was not taken back
    dice_seen    whether the order was taken back after its dice had been seen
    proposer     who proposed the order; null if the referee gave an order of his own. Before the battle has ended, only the
                 doctrine's side reads its ``models`` and ``reason``
    thrown_by    by side, the numbers in the line, from 1, of the dice that players typed on their phones
    """

    number: int
    kind: str
    on: int
    to: int | None
    turn: int
    phase: str
    step: str
    procedure: str
    headline: str
    inputs: dict[str, Any]
    given: tuple[str, ...]
    faces: tuple[Face, ...]
    choices: tuple[str, ...]
    events: tuple[Event, ...]
    consulted: tuple[str, ...]
    looked_up: tuple[Looked, ...]
    stream: int | None
    reason: str
    fingerprint: str
    in_force: bool
    dice_seen: bool
    proposer: ProposedBy | None
    thrown_by: dict[str, tuple[int, ...]]


@found_once
def records_in_force(journal: Journal[Any]) -> tuple[Record, ...]:
    """The orders in force, as data."""
    return tuple(journal.data(number) for number in journal.undo_history.line_to(journal.position))


def line_shapes(journal: Journal[Any]) -> tuple[Line, ...]:
    """All lines of a journal."""
    in_force = journal.undo_history.in_force
    return tuple(line_shape(journal, record, record.number in in_force) for record in journal.records)


def line_shape(journal: Journal[Any], record: Record, in_force: bool) -> Line:
    """One line of a journal."""
    return Line.of(
        record,
        to=None if record.is_order else record.to,
        step=step_number(journal, record),
        faces=_whole(record.faces),
        events=_whole(record.events),
        looked_up=_whole(record.looked_up),
        stream=journal.dice_number(record) if record.is_order and not journal.side else None,
        in_force=in_force,
        dice_seen=dice_seen(record, in_force),
        proposer=_proposed_by(journal, record),
    )


def _proposed_by(journal: Journal[Any], record: Record) -> ProposedBy | None:
    if record.proposer is None:
        return None
    meant = dict(intent_words(record, journal.battle_before(record.number)))
    by = record.proposer
    return ProposedBy(by.side, by.by, by.name, meant.get(MODELS, ""), meant.get(REASON, ""))


def _whole(value: Any) -> Any:
    """A value for JSON: each struct becomes an object with all its keys. If a struct has several kinds, a tag names the kind."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = {name: _whole(inner) for name, inner in msgspec.structs.asdict(value).items() if name not in NOT_EXPORTED}
        if isinstance(value, (Marked, Changed)):
            fields["by"] = ", ".join(names_of(value.by))
        return {"type": tag, **fields} if tag else fields
    return tuple(map(_whole, value)) if isinstance(value, (tuple, list)) else value


def dice_seen(record: Record, in_force: bool) -> bool:
    """Whether an order was taken back after its dice had been seen."""
    return record.is_order and not in_force and bool(record.faces)


def repeated_in(journal: Journal[Any]) -> dict[int, int]:
    """For each order that was repeated because the referee overruled a die: its line, with the line in force that repeats it."""
    orders = [record for record in map(journal.data, range(1, journal.next_number)) if record.is_order]
    in_force = journal.undo_history.in_force
    overruled = [record for record in orders if any(face.origin == "overruled" for face in record.faces)]
    again = [record for record in overruled if record.number in in_force]
    return {
        record.number: repeated.number
        for record in orders
        for repeated in again
        if record.number not in in_force
        and (record.on, record.procedure, record.given) == (repeated.on, repeated.procedure, repeated.given)
    }


def step_number(journal: Journal[Any], record: Record) -> str:
    """The number on the sheet of the step in which a line was written."""
    return journal.ruleset.sequence.phase(record.phase).number


def when(journal: Journal[Any], record: Record) -> str:
    """The turn and step of a line, such as ``T3.2``. In a campaign, the day."""
    called = journal.ruleset.sequence.called_turn(journal.battle_before(record.number))
    return called or f"T{record.turn}.{step_number(journal, record)}"


def result_texts(journal: Journal[Any], record: Record) -> list[str]:
    """The results of a line in sentences, each with its meaning. A result that only repeats the headline is left out. The text of
    an undo or redo says which lines it took back or brought back.
    """
    if not record.is_order:
        return [step_words(journal, record)]
    told = (result for result in journal.results(record) if result.means or not result.as_ordered)
    return [" ".join(filter(None, (result.words, result.means))) for result in told]


def outcome(journal: Journal[Any], record: Record) -> str:
    """The outcome of an order, to stand beside its headline in a table. Empty if it was only carried out."""
    telling = tell(journal, record)
    return telling.loud or (telling.quiet if telling.quiet.casefold() != record.headline.casefold() else "")


def log_lines(journal: Journal[Any], record: Record) -> Iterator[str]:
    """A journal line as text for a terminal, with its consequence first. If it began a step, a second text names the step.

    Nothing for a line without a text of its own, such as the end of a squadron's actions.
    """
    telling = tell(journal, record)
    if telling.is_line:
        words = GAP.join(filter(None, (telling.loud, telling.quiet, *record.hands)))
        yield f"{_place(journal, record)}{GAP}{printable(words)}"
    if telling.step:
        yield f"{'' if telling.is_line else record.number:>4}{GAP}── {printable(telling.step)} ──"


def working_text(journal: Journal[Any], record: Record) -> Iterator[str]:
    """A journal line with its working, as several lines of text for a terminal."""
    place = _place(journal, record)
    yield f"{place}  {printable(record.headline)}"
    yield from (f"{' ' * len(place)}  {printable(text)}" for text in result_texts(journal, record))
    for step in working(record, journal.battle_before(record.number)):
        yield f"{' ' * len(place)}    {'  ' * step.depth}{printable(step.text)}"
    if record.reason:
        yield f"{' ' * len(place)}    ruling: {printable(record.reason)}"
    meant = (words for heading, words in intent_words(record, journal.battle_before(record.number)) if heading == REASON)
    yield from (f"{' ' * len(place)}    {printable(words)}" for words in (*record.hands, *meant))


def _place(journal: Journal[Any], record: Record) -> str:
    return f"{record.number:>4}  {when(journal, record)}"
