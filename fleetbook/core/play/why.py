"""The answer to *why?*: how the outcome of an order came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.working import working
from fleetbook.core.tables.look_ups import CELL, FIGURE


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the answer to *why?*: its heading, its text, and how deeply it is indented."""

    heading: str
    text: str
    depth: int = 0


def why(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> list[Reason]:
    """Everything behind the outcome of an order: inputs, dice with rows and sections, look-ups and readings. For a changed die
    the referee's reason is added, and who proposed the order and threw its dice, if players did.
    """
    if not record.procedure:
        return [Reason("line", record.headline)]
    return [
        *(Reason("by", words) for words in record.hands),
        *_inputs(record, ruleset, before),
        *(Reason("working", line.text, line.depth) for line in working(record, before)),
        *_looked_up(record, before),
        *_readings(record, before),
        *([Reason("ruling", record.reason)] if record.reason else []),
    ]


def _inputs(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> Iterator[Reason]:
    for name, field in ruleset.order(record.procedure).declared.items():
        value = record.inputs.get(name)
        shown = field.show(value)
        if isinstance(field, ModifierField):
            modifiers = before.tables.modifier_list(field.list).chosen(tuple(value or ()))
            shown = ", ".join(f"{modifier.value:+d} {modifier.text}" for modifier in modifiers)
        source = "entered" if name in record.given else "filled in"
        yield Reason("inputs", f"{field.label_in(before)}: {shown or 'none'}{' ' + field.unit if field.unit else ''} ({source})")


def _looked_up(record: Record, before: Battle[Any]) -> Iterator[Reason]:
    """The figures and cells that were looked up, with their present values. Tables that dice were thrown on are left out, since
    they are shown with the dice.
    """
    figures, tables = before.tables.figures, before.tables.tables
    for found in record.looked_up:
        if found.kind == FIGURE and (figure := figures.get(found.name)):
            yield Reason("tables", f"{found.name}: {figure.value}{' ' + figure.unit if figure.unit else ''} [{figure.section}]")
        elif found.kind == CELL and (table := tables.get(found.name)) and (place := table.place(found.row, found.column)):
            value = table.cells[place[0]][place[1]]
            yield Reason("tables", f"{table.title}, {found.row}, {found.column}: {value} [{table.section}]")


def _readings(record: Record, before: Battle[Any]) -> Iterator[Reason]:
    for name in record.consulted:
        reading = before.tables.reading(name)
        changed = f" (house rule: {reading.changed})" if reading.changed else ""
        yield Reason("readings", f"{reading.section}: {reading.described}{changed}")
