"""The dice and changes of a record in words, for results, for lists of dice and for the answer to *why?*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Changed, Chosen, Event, Finished, Marked, Noted, Rolled, TookForce
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import sentence
from fleetbook.core.dice import Face

SHALLOW = 2
"""The deepest nesting of a part whose dice still appear on the order's single line of dice."""
FEW = 12
"""The most throws that the single line of dice shows in full."""


class EventText(msgspec.Struct, frozen=True):
    """One event in words, with its type and the depth of the part in which it happened."""

    depth: int
    kind: str
    text: str


def event_texts(events: Sequence[Event], short: bool = False) -> Iterator[tuple[EventText, Event]]:
    """Each event with its words, in order. Events without words are left out. ``short`` gives only the sum of a throw's
    modifiers. If boxes of several ships change and no headline of a part names the ships, the words do.
    """
    depth = 0
    ships = {event.ship for event in events if isinstance(event, Marked)}
    named = len(ships) > 1 and not any(isinstance(event, Began) for event in events)
    for event in events:
        if isinstance(event, Finished):
            depth -= 1
            continue
        text = rolled_text(event, short) if isinstance(event, Rolled) else event_text(event)
        if named and isinstance(event, Marked):
            text = f"{event.ship}: {text}"
        if text:
            yield EventText(depth, str(type(event).__struct_config__.tag), text), event
        depth += isinstance(event, Began)


def describe(events: Sequence[Event], short: bool = False) -> list[EventText]:
    """The words of each event, in order. Events without words are left out."""
    return [text for text, _ in event_texts(events, short)]


def event_text(event: Event) -> str:
    """One event in words. Empty for an event that only serves the rules."""
    if isinstance(event, Rolled):
        return rolled_text(event)
    if isinstance(event, Marked):
        return f"{event.track} {event.after - event.before:+d} ({event.after}/{event.full})"
    if isinstance(event, Chosen):
        return f"{event.side + ' chooses ' if event.side else ''}{event.label}: {event.choice}"
    if isinstance(event, Began):
        return event.headline
    if isinstance(event, TookForce):
        return f"in force: {event.text}" if event.text else ""
    if isinstance(event, (Changed, Noted)):
        return event.text
    return ""


def rolled_text(event: Rolled, short: bool = False, alike: Sequence[Rolled] = ()) -> str:
    """A throw in words, with modifiers, total and result: ``D6 5 +2 straddled = 7 → 1 hit``. ``short`` gives only the sum of the
    modifiers.

    ``alike`` are further throws that differ from this one only in their faces. The text then has the faces of all throws: ``D6 1,
    2, 1 +2 straddled → no effect``.
    """
    faces = ", ".join("+".join(map(face_text, thrown.faces)) for thrown in (event, *alike))
    named = " ".join(f"{a.value:+d} {f'({a.text})' if a.text[:1].isdigit() else a.text}" for a in event.adjustments)
    shift = sum(a.value for a in event.adjustments)
    shifts = (f"{shift:+d}" if shift else "") if short else named
    summed = f" = {event.total}" if not alike and (event.adjustments or len(event.faces) > 1) else ""
    result = "" if event.result == str(event.total) else f" → {result_text(event.result)}"
    return f"{event.label}: {event.dice} {faces}{' ' + shifts if shifts else ''}{summed}{result}"


def result_text(result: str) -> str:
    """The result of a throw in words. The dash of a table becomes "no effect"."""
    return "no effect" if result == "-" else result


def face_text(face: Face) -> str:
    """The face of a die; ``5*`` if it was typed in, ``5 (was 2)`` if it was overruled."""
    if face.origin == "overruled":
        return f"{face.face} (was {face.instead_of})"
    return f"{face.face}*" if face.origin == "typed" else str(face.face)


def throw_text(event: Rolled, before: Battle[Any], alike: Sequence[Rolled] = ()) -> str:
    """A throw in words, with the place in its table and its section. ``alike`` are further throws that differ only in their
    faces.
    """
    places = []
    if event.table:
        table = before.tables.table(event.table)
        places.append(f"{table.title}, {table.thrown_place(event.line, event.row)}")
    elif event.row:
        places.append(f"on {event.row}")
    if event.rule:
        places.append(event.rule)
    words = rolled_text(event, alike=alike)
    return f"{words} [{'; '.join(places)}]" if places else words


def changed_dice(record: Record) -> str:
    """The dice that the referee has changed: ``Die 1 was changed from 1 to 9: cocked die.`` Empty if none was changed."""
    changed = [
        f"die {number} was changed from {face.instead_of} to {face.face}"
        for number, face in enumerate(record.faces, 1)
        if face.origin == "overruled"
    ]
    return sentence(f"{'; '.join(changed)}: {record.reason}" if record.reason else "; ".join(changed)) if changed else ""


def working_line(record: Record, short: bool = False) -> str:
    """The dice of an order on one line. If several parts threw dice, each part is named before its dice. If there are many
    throws, those in deeply nested parts are left out.

    ``short`` gives only the sum of a throw's modifiers.
    """
    texts = describe(record.events, short)
    few = sum(one.kind == "rolled" for one in texts) <= FEW
    part, rolls = "", list[tuple[str, str]]()
    for one in texts:
        if one.kind == "began" and not one.depth:
            part = one.text
        elif one.kind == "rolled" and (few or one.depth < SHALLOW):
            rolls.append((part if one.depth else "", one.text))
    several, before = len({thrower for thrower, _ in rolls}) > 1, ""
    pieces = []
    for thrower, text in rolls:
        pieces.append(f"{thrower}, {text}" if several and thrower not in ("", before) else text)
        before = thrower
    return "; ".join(pieces)
