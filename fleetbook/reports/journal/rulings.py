"""The referee's hand: rulings, dice typed in and overruled, orders taken back."""

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

BY_HAND = (StrikeByHand.id, SetByHand.id)
KINDS = {
    "by hand": "Ruled by hand",
    "modifiers": "Modifiers changed by the referee",
    "die overruled": "Dice overruled",
    "dice typed in": "Dice typed in",
    "taken back": "Orders taken back",
}


class Ruling(Shape, frozen=True):
    """An intervention by the referee.

    kind  by hand, modifiers, die overruled, dice typed in, or taken back
    """

    kind: str
    line: int
    turn: int
    text: str
    reason: str


def rulings(journal: Journal[Any]) -> tuple[Ruling, ...]:
    """All rulings, line by line. An order that was taken back has only that one."""
    in_force = journal.undo_history.in_force
    return tuple(ruling for record in journal.records for ruling in _of_line(journal, record, record.number in in_force))


def _of_line(journal: Journal[Any], record: Record, in_force: bool) -> Iterator[Ruling]:
    if not record.procedure:  # an undo or redo, or an order sealed from this reader
        return
    if not in_force:
        seen = ", ".join(str(face.face) for face in record.faces)
        yield _ruling(record, "taken back", f", its dice seen ({seen})" if dice_seen(record, False) else "")
        return
    if record.procedure in BY_HAND:
        yield _ruling(record, "by hand", reason=str(record.inputs.get("reason") or ""))
    for name, field in journal.ruleset.order(record.procedure).declared.items():
        if isinstance(field, ModifierField) and name in record.given:
            yield from _modifiers(journal, record, name, field)
    typed = []
    for throw, number, face in faces(record):
        if face.origin == "overruled":
            die = f": {throw.label}, die {number}: {face.face} for {face.instead_of} on a D{face.sides}"
            yield _ruling(record, "die overruled", die, record.reason)
        elif face.origin == "typed":
            typed.append(f"{face.face} on a D{face.sides} ({throw.label})")
    if typed:
        yield _ruling(record, "dice typed in", f": {', '.join(typed)}")


def _ruling(record: Record, kind: str, more: str = "", reason: str = "") -> Ruling:
    return Ruling(kind=kind, line=record.number, turn=record.turn, text=f"{record.headline}{more}", reason=reason)


def _modifiers(journal: Journal[Any], record: Record, name: str, field: ModifierField) -> Iterator[Ruling]:
    """The modifiers that the referee added or left out against the battle's own choice."""
    before = journal.battle_before(record.number)
    usual = set(field.default_value(before, journal.order_of(record)) or ())
    counted = set(record.inputs.get(name) or ())
    changed = [
        f"{'with' if line.id in counted else 'without'} {line.value:+d} {line.text}"
        for line in before.tables.modifier_list(field.list).lines.values()
        if (line.id in counted) != (line.id in usual)
    ]
    if changed:
        yield _ruling(record, "modifiers", f": {', '.join(changed)}")


def rulings_section(journal: Journal[Any]) -> Iterator[Block]:
    """Everything that neither the rules nor the dice decided."""
    yield Heading(2, "The referee's hand", "rulings")
    found = sorted(rulings(journal), key=lambda ruling: list(KINDS).index(ruling.kind))
    if not found:
        yield Paragraph("Nothing was ruled by hand, no die typed in or overruled, no order taken back.")
    for kind, alike in groupby(found, key=lambda ruling: ruling.kind):
        yield Heading(3, KINDS[kind])
        rows = [(LineNumber(one.line), str(one.turn), one.text, one.reason) for one in alike]
        yield grid(("Line", "Turn", "What", "Reason"), rows, (0, 1))
