"""The answer to *why?*: by what an order came to what it did."""

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
    """One line of an answer to *why?*: under which heading it stands, what it says, and how deep it lies in what stands above."""

    heading: str
    text: str
    depth: int = 0


def why(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> list[Reason]:
    """The whole working of a record: inputs, dice with table rows and sections and what they did, tables and readings gone by."""
    if not record.procedure:
        return [Reason("line", record.headline)]
    return [
        *_inputs(record, ruleset, before),
        *(Reason("working", told.text, told.depth) for told in working(record, before)),
        *_looked_up(record, before),
        *_readings(record, before),
        *([Reason("ruling", record.reason)] if record.reason else []),
    ]


def _inputs(record: Record, ruleset: Ruleset[Any], before: Battle[Any]) -> Iterator[Reason]:
    procedure = ruleset.order(record.procedure)
    for name, field in procedure.declared.items():
        value = record.inputs.get(name)
        shown = _modifiers_text(field, value, before) if isinstance(field, ModifierField) else field.show(value)
        source = "entered" if name in record.given else "from the battle"
        yield Reason("inputs", f"{field.label_in(before)}: {shown or 'none'}{' ' + field.unit if field.unit else ''} ({source})")


def _modifiers_text(field: ModifierField, chosen: Any, before: Battle[Any]) -> str:
    lines = before.tables.modifier_list(field.list).chosen(tuple(chosen or ()))
    return ", ".join(f"{modifier.value:+d} {modifier.text}" for modifier in lines)


def _looked_up(record: Record, before: Battle[Any]) -> Iterator[Reason]:
    """Figures and cells as they now stand; lines of tables that were thrown on are told with the dice."""
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
