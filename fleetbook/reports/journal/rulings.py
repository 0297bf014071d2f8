"""The referee's interventions: rulings, typed and overruled dice, and orders taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.standard_orders import SetByHand, StrikeByHand
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, LineNumber, Paragraph, grid
from fleetbook.reports.journal.dice import faces
from fleetbook.reports.journal.found_once import found_once
from fleetbook.reports.journal.lines import dice_seen, repeated_in
from fleetbook.reports.shape import Shape

BY_HAND = (StrikeByHand.id, SetByHand.id)
KINDS = {
    "by hand": "Ruled by hand",
    "modifiers": "Modifiers changed by the referee",
    "die overruled": "Dice overruled",
    "dice typed in": "Dice typed in",
    "taken back": "Orders taken back",
}
COUNTED = {
    "die overruled": ("die overruled", "dice overruled"),
    "dice typed in": ("die typed in", "dice typed in"),
    "by hand": ("ruling by hand", "rulings by hand"),
    "modifiers": ("change of modifiers", "changes of modifiers"),
    "taken back": ("order taken back", "orders taken back"),
}
"""The words for each kind where it is counted, in the singular and the plural."""
MOST_LINES = 6  # of a kind, by number


class Ruling(Shape, frozen=True):
    """An intervention by the referee.

    kind  by hand, modifiers, die overruled, dice typed in, or taken back
    """

    kind: str
    line: int
    turn: int
    text: str
    reason: str


class _Found(NamedTuple):
    """An intervention that is not yet put into words. ``more`` is to follow the headline of its line."""

    kind: str
    record: Record
    more: str = ""
    reason: str = ""


def rulings(journal: Journal[Any]) -> tuple[Ruling, ...]:
    """All interventions, line by line."""
    return tuple(
        Ruling(kind=kind, line=of.number, turn=of.turn, text=f"{journal.record(of.number).headline}{more}", reason=reason)
        for kind, of, more, reason in _found(journal)
    )


@found_once
def _found(journal: Journal[Any]) -> tuple[_Found, ...]:
    """All interventions, line by line. An order that was taken back counts only as taken back, whatever else the referee did in
    it. If it was repeated with an overruled die, it does not count at all.
    """
    in_force, repeated = journal.undo_history.in_force, repeated_in(journal)
    lines = (journal.data(number) for number in range(1, journal.next_number) if number not in repeated)
    return tuple(ruling for record in lines for ruling in _of_line(journal, record, record.number in in_force))


def interventions(journal: Journal[Any]) -> Iterator[str]:
    """The number of interventions of each kind in words, with the lines."""
    found = {kind: Counter[int]() for kind in COUNTED}
    for kind, record, *_ in _found(journal):
        found[kind][record.number] += len(_typed(record)) if kind == "dice typed in" else 1
    for kind, lines in found.items():
        number, places = sum(lines.values()), [str(line) for line in lines]
        more = [f"{len(places) - MOST_LINES} more"] if len(places) > MOST_LINES else []
        where = f"{'lines' if len(places) > 1 else 'line'} {listed([*places[:MOST_LINES], *more])}"
        seen = _dice_seen(journal, lines) if kind == "taken back" else ""
        if number:
            yield f"{number} {COUNTED[kind][number > 1]}{seen} ({where})"


def _dice_seen(journal: Journal[Any], lines: Collection[int]) -> str:
    """In words, how many of these orders were taken back after their dice had been seen. Empty for none."""
    seen = sum(bool(journal.data(line).faces) for line in lines)
    which = "" if seen == len(lines) else f", {seen} of them"
    return f"{which} after {'its' if seen == 1 else 'their'} dice were seen" if seen else ""


def _typed(record: Record) -> frozenset[int]:
    """The numbers of the dice that the referee typed in himself, not a player on a phone."""
    return frozenset(
        number for number, face in enumerate(record.faces, 1) if face.origin == "typed" and not record.thrower(number)
    )


def _of_line(journal: Journal[Any], record: Record, in_force: bool) -> Iterator[_Found]:
    if not record.procedure:  # an undo or redo, or an order sealed from this reader
        return
    if not in_force:
        shown = ", ".join(str(face.face) for face in record.faces)
        dice = "die" if len(record.faces) == 1 else "dice"
        yield _Found("taken back", record, f": its {dice} had shown {shown}" if dice_seen(record, False) else "")
        return
    if record.procedure in BY_HAND:
        yield _Found("by hand", record, reason=str(record.inputs.get("reason") or ""))
    declared = journal.ruleset.order(record.procedure).declared
    for name in record.given:
        if isinstance(field := declared.get(name), ModifierField):
            yield from _modifiers(journal, record, name, field)
    typed, by_referee = [], _typed(record)
    ruled = by_referee or any(face.origin == "overruled" for face in record.faces)
    for throw, number, face in faces(journal.record(record.number)) if ruled else ():
        if face.origin == "overruled":
            die = f": {throw.label}, die {number}: {face.face} for {face.instead_of} on a D{face.sides}"
            yield _Found("die overruled", record, die, record.reason)
        elif number in by_referee:
            typed.append(f"{face.face} on a D{face.sides} ({throw.label})")
    if typed:
        yield _Found("dice typed in", record, f": {', '.join(typed)}")


def _modifiers(journal: Journal[Any], record: Record, name: str, field: ModifierField) -> Iterator[_Found]:
    """The intervention of a referee who added modifiers to those that the program proposed, or left some out."""
    before = journal.battle_before(record.number)
    usual = set(field.default_value(before, journal.order_of(record)) or ())
    counted = set(record.inputs.get(name) or ())
    changed = [
        f"{'with' if line.id in counted else 'without'} {line.value:+d} {line.text}"
        for line in before.tables.modifier_list(field.list).lines.values()
        if (line.id in counted) != (line.id in usual)
    ]
    if changed:
        yield _Found("modifiers", record, f": {', '.join(changed)}")


def rulings_section(journal: Journal[Any]) -> Iterator[Block]:
    """The report's section on interventions: everything that neither the rules nor the dice decided."""
    yield Heading(2, "The referee's hand", "rulings")
    found = sorted(rulings(journal), key=lambda ruling: list(KINDS).index(ruling.kind))
    if not found:
        yield Paragraph("Nothing was ruled by hand. The referee typed in or overruled no die, and took back no order.")
    for kind, alike in groupby(found, key=lambda ruling: ruling.kind):
        yield Heading(3, KINDS[kind])
        rows = [(LineNumber(one.line), str(one.turn), one.text, one.reason) for one in alike]
        yield grid(("Line", "Turn", "What", "Reason"), rows, (0, 1))
