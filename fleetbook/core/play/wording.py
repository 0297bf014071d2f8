"""Records in words: one line for the journal, and the whole working for *why?*. Screens and reports all tell through here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Changed, Chosen, Event, Finished, Marked, Noted, Rolled, TookForce
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import sentence
from fleetbook.core.dice import Face

SHALLOW = 2
"""Orders inside an order down to this depth are told die by die on one line."""
FEW = 12
"""So many throws are told on one line however deep they lie."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event in words: how deep it lies in orders within orders, its kind (as its tag), and the text."""

    depth: int
    kind: str
    text: str


def tell(events: Sequence[Event], short: bool = False) -> list[Told]:
    """Events in words, in their order; those that only the rules keep are left out. ``short`` adds modifiers up."""
    return [told for told, _ in events_told(events, short)]


def events_told(events: Sequence[Event], short: bool = False) -> Iterator[tuple[Told, Event]]:
    """The same, each with its event."""
    depth = 0
    for event in events:
        if isinstance(event, Finished):
            depth -= 1
            continue
        text = rolled_text(event, short) if isinstance(event, Rolled) else event_text(event)
        if text:
            yield Told(depth, str(type(event).__struct_config__.tag), text), event
        depth += isinstance(event, Began)


def event_text(event: Event) -> str:
    """One event in words; empty where there is nothing to tell."""
    if isinstance(event, Rolled):
        return rolled_text(event)
    if isinstance(event, Marked):
        return _marked_text(event)
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
    """Dice with their modifiers, total and result: ``D6 5 +2 straddled = 7 → 1 hit``; ``short`` adds modifiers up. Throws that
    are ``alike`` but for their faces are told with it: ``D6 1, 2, 1 +2 straddled → no effect``.
    """
    faces = ", ".join("+".join(map(face_text, thrown.faces)) for thrown in (event, *alike))
    named = " ".join(f"{a.value:+d} {f'({a.text})' if a.text[:1].isdigit() else a.text}" for a in event.adjustments)
    shift = sum(a.value for a in event.adjustments)
    shifts = (f"{shift:+d}" if shift else "") if short else named
    summed = f" = {event.total}" if not alike and (event.adjustments or len(event.faces) > 1) else ""
    result = "" if event.result == str(event.total) else f" → {result_text(event.result)}"
    return f"{event.label}: {event.dice} {faces}{' ' + shifts if shifts else ''}{summed}{result}"


def result_text(result: str) -> str:
    """What a throw came to, in words: a table's dash is no effect."""
    return "no effect" if result == "-" else result


def face_text(face: Face) -> str:
    """A face, marked where it was typed in or overruled."""
    if face.origin == "overruled":
        return f"{face.face} (was {face.instead_of})"
    return f"{face.face}*" if face.origin == "typed" else str(face.face)


def changed_dice(record: Record) -> str:
    """An order's dice that the referee has changed, with why: ``Die 1 was changed from 1 to 9: cocked die.``; or empty."""
    changed = [
        f"die {number} was changed from {face.instead_of} to {face.face}"
        for number, face in enumerate(record.faces, 1)
        if face.origin == "overruled"
    ]
    return sentence(f"{'; '.join(changed)}: {record.reason}" if record.reason else "; ".join(changed)) if changed else ""


def _marked_text(event: Marked) -> str:
    change = event.before - event.after
    return f"{event.track} {-change:+d} ({event.after}/{event.full})"


def brief(record: Record, short: bool = False) -> str:
    """What came of an order, on one line; empty for one without anything to tell beyond its headline.

    Of orders deep inside it only what they changed is told, not every die. ``short`` adds modifiers up.
    """
    kept: list[Told] = []
    for told in reversed(tell(record.events, short)):
        leads_to_something = bool(kept) and kept[-1].depth > told.depth
        if _is_brief(told, leads_to_something):
            kept.append(told)
    return "; ".join(told.text for told in reversed(kept) if told.text != record.headline)


def working_line(record: Record, short: bool = False) -> str:
    """The dice of an order on one line, before them the part where several threw; of many those of orders deep inside it are left
    out. ``short`` adds modifiers up.
    """
    told = tell(record.events, short)
    few = sum(one.kind == "rolled" for one in told) <= FEW
    part, rolls = "", list[tuple[str, str]]()
    for one in told:
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


def line(record: Record) -> str:
    """An order and what came of it, on one line."""
    result = brief(record)
    return f"{record.headline}: {result}" if result else record.headline


def _is_brief(told: Told, leads_to_something: bool) -> bool:
    if told.kind == "began":
        return told.depth == 0 or leads_to_something
    if told.kind == "noted":
        return told.depth == 0
    return told.kind != "rolled" or told.depth < SHALLOW


def throw_text(event: Rolled, before: Battle[Any], alike: Sequence[Rolled] = ()) -> str:
    """A throw, and those ``alike`` but for their faces, with the table's row and the section that it went by."""
    return f"{rolled_text(event, alike=alike)}{_place(event, before)}"


def _place(event: Rolled, before: Battle[Any]) -> str:
    """The row of the table, and the section of the sheet."""
    parts = []
    if event.table:
        table = before.tables.table(event.table)
        parts.append(f"{table.title}, {event.line + ', ' if event.line else ''}row {event.row}")
    elif event.row:
        parts.append(f"on {event.row}")
    if event.rule:
        parts.append(event.rule)
    return f" [{'; '.join(parts)}]" if parts else ""
