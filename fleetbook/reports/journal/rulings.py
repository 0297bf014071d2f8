"""The referee's hand: boxes and conditions set by hand, dice typed in and overruled, orders taken back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.standard_orders import SetByHand, StrikeByHand
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, LineNumber, Paragraph, grid
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.lines import dice_seen
from fleetbook.reports.shape import Shape


class Ruling(Shape, frozen=True):
    """Where the referee's hand was. ``kind``: by hand, modifiers, die overruled, dice typed in, taken back."""

    kind: str
    line: int
    turn: int
    text: str
    reason: str


BY_HAND = (StrikeByHand.id, SetByHand.id)


def rulings(journal: Journal[Any]) -> tuple[Ruling, ...]:
    """All of them, line by line; of orders that were taken back only that they were."""
    in_force = journal.undo_history.in_force
    return tuple(ruling for record in journal.records for ruling in _of_line(journal, record, record.number in in_force))


def _of_line(journal: Journal[Any], record: Record, in_force: bool) -> Iterator[Ruling]:
    if not record.procedure:  # a step back or forward, or an order sealed from this reader
        return
    if not in_force:
        yield _ruling(record, "taken back", _taken_back(record))
        return
    if record.procedure in BY_HAND:
        yield _ruling(record, "by hand", record.headline, str(record.inputs.get("reason") or ""))
    for name, field in journal.ruleset.procedure(record.procedure).declared.items():
        if isinstance(field, ModifierField) and name in record.given:
            yield from _modifiers(journal, record, name, field)
    for throw, number, face in faces(record):
        if face.origin == "overruled":
            text = f"{record.headline}: {throw.label}, die {number}: {face.face} for {face.instead_of} on a D{face.sides}"
            yield _ruling(record, "die overruled", text, record.reason)
    typed = ", ".join(
        f"{face.face} on a D{face.sides} ({throw.label})" for throw, _, face in faces(record) if face.origin == "typed"
    )
    if typed:
        yield _ruling(record, "dice typed in", f"{record.headline}: {typed}")


def _ruling(record: Record, kind: str, text: str, reason: str = "") -> Ruling:
    return Ruling(kind=kind, line=record.number, turn=record.turn, text=text, reason=reason)


def _taken_back(record: Record) -> str:
    seen = ", ".join(str(face.face) for face in record.faces)
    return f"{record.headline}, its dice seen ({seen})" if dice_seen(record, False) else record.headline


def _modifiers(journal: Journal[Any], record: Record, name: str, field: ModifierField) -> Iterator[Ruling]:
    """Modifiers that the referee counted otherwise than the battle would have."""
    before = journal.battle_before(record.number)
    known = set(field.default_value(before, journal.order_of(record)) or ())
    counted = set(record.inputs.get(name) or ())
    lines = before.tables.modifier_list(field.list).lines.values()
    changed = [
        f"{'with' if line.id in counted else 'without'} {line.value:+d} {line.text}"
        for line in lines
        if (line.id in counted) != (line.id in known)
    ]
    if changed:
        yield _ruling(record, "modifiers", f"{record.headline}: {', '.join(changed)}")


KINDS = {
    "by hand": "Ruled by hand",
    "modifiers": "Modifiers counted otherwise than the battle knew",
    "die overruled": "Dice overruled",
    "dice typed in": "Dice typed in",
    "taken back": "Orders taken back",
}


def rulings_section(journal: Journal[Any]) -> Iterator[Block]:
    """Everything that is neither the rules' nor the dice's doing."""
    yield Heading(2, "The referee's hand", "rulings")
    found = sorted(rulings(journal), key=lambda ruling: list(KINDS).index(ruling.kind))
    if not found:
        yield Paragraph("Nothing was ruled by hand, no die typed in or overruled, no order taken back.")
    for kind, alike in groupby(found, key=lambda ruling: ruling.kind):
        yield Heading(3, KINDS[kind])
        told = list(alike)
        if any(ruling.reason for ruling in told):
            yield grid(
                ("Line", "Turn", "What", "Reason"), [(LineNumber(r.line), str(r.turn), r.text, r.reason) for r in told], (0, 1)
            )
        else:
            yield grid(("Line", "Turn", "What"), [(LineNumber(r.line), str(r.turn), r.text) for r in told], (0, 1))
