"""A rule system as data, read from its declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.field_kinds import ChoiceField, Field, FlagField, ModifierField, NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.referee.offers import referees_orders, what_it_does
from fleetbook.reports.rules.readings import ReadingView, reading_views
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import Step


class System(Shape, frozen=True):
    """An installed rule system."""

    id: str
    title: str
    version: str


class TableView(Shape, frozen=True):
    """A table as printed.

    die            the die thrown on the table; empty if none is thrown
    rows, columns  the name of the quantity along the rows and along the columns
    """

    id: str
    title: str
    section: str
    die: str
    rows: str
    row_labels: tuple[str, ...]
    columns: str
    column_labels: tuple[str, ...]
    cells: tuple[tuple[Any, ...], ...]
    reading: str


class FigureView(Shape, frozen=True):
    """A single value of the rules: a number, dice or words. ``reading`` gives the reason for a value that the sheet does
    not print.
    """

    id: str
    value: Any
    unit: str
    section: str
    reading: str


class FactView(Shape, frozen=True):
    """A fact that the rules keep about a ship or another subject.

    by       what tells several such facts of one subject apart, such as another ship; empty if a subject has only one
    sign     the sign of the fact on the card; empty if it has none or the sign varies
    words    the meaning of the sign
    by_hand  whether a referee may set the fact by hand
    """

    subject: str
    name: str
    by: str
    sign: str
    words: str
    by_hand: bool


class ModifierView(Shape, frozen=True):
    """One modifier of a list."""

    id: str
    value: int
    text: str
    section: str
    reading: str


class ModifiersView(Shape, frozen=True):
    """The list of modifiers for one kind of throw."""

    id: str
    title: str
    section: str
    lines: tuple[ModifierView, ...]


class InputView(Shape, frozen=True):
    """An input of an order.

    kind       ship, number, choice, several, flag, modifiers or text
    limits     the lowest and the highest number; null for a limit that the battle sets, and for an input that is not a number
    words      the words allowed; empty if any text is allowed, or if the battle sets the words
    modifiers  the id of a list of modifiers, if each modifier of the list can be entered as an input of its own; otherwise empty
    required   true if the input has neither a default nor a value from the battle
    schema     the JSON Schema of the input
    """

    name: str
    label: str
    kind: str
    unit: str
    limits: tuple[int | None, int | None] | None
    words: tuple[str, ...]
    modifiers: str
    required: bool
    help: str
    section: str
    schema: dict[str, Any]


class OrderView(Shape, frozen=True):
    """An order that a referee can give. ``steps`` are the numbers of the phases in which it fits; empty if it fits in all."""

    id: str
    title: str
    key: str
    section: str
    help: str
    steps: tuple[str, ...]
    inputs: tuple[InputView, ...]


class PartView(Shape, frozen=True):
    """An order that is given only inside other orders, such as a shot. A referee cannot give it alone."""

    id: str
    title: str
    section: str
    help: str


class DoctrineView(Shape, frozen=True):
    """A doctrine, which gives a side's orders without a player. ``help`` says what it does."""

    id: str
    title: str
    help: str


class Rules(Shape, frozen=True):
    """A whole rule system."""

    id: str
    title: str
    version: str
    sheet: str
    unit: str
    conditions: dict[str, tuple[str, ...]]
    options: dict[str, tuple[str, ...]]
    steps: tuple[Step, ...]
    figures: tuple[FigureView, ...]
    facts: tuple[FactView, ...]
    tables: tuple[TableView, ...]
    modifiers: tuple[ModifiersView, ...]
    readings: tuple[ReadingView, ...]
    procedures: tuple[OrderView, ...]
    parts: tuple[PartView, ...]
    doctrines: tuple[DoctrineView, ...]


PARTS = ("figures", "tables", "modifiers", "readings", "procedures", "parts", "doctrines")


def rules(ruleset: Ruleset[Any], tables: RuleTables | None = None) -> Rules:
    """A whole rule system as data, with its printed tables or with other tables."""
    tables = tables or ruleset.tables
    sides = {phase: "" if phase.side is None else f"side {phase.side + 1}" for phase in ruleset.sequence.phases}
    inner = (part for part in (*ruleset.parts, *ruleset.orders) if not getattr(part, "key", ""))
    lists = tables.modifiers.values()
    doctrines = doctrines_of(ruleset).values() if ruleset.doctrines else ()
    return Rules.of(
        ruleset,
        sheet=tables.sheet,
        conditions={name: tuple(words) for name, words in ruleset.conditions.items()},
        options={name: tuple(words) for name, words in ruleset.options.items()},
        steps=tuple(Step.of(phase, side=side) for phase, side in sides.items()),
        figures=tuple(map(FigureView.of, tables.figures.values())),
        facts=tuple(_facts(ruleset)),
        tables=tuple(map(_table, tables.tables.values())),
        modifiers=tuple(ModifiersView.of(one, lines=tuple(map(ModifierView.of, one.lines.values()))) for one in lists),
        readings=reading_views(tables),
        procedures=tuple(_order(order, ruleset) for order in referees_orders(ruleset)),
        parts=tuple(PartView.of(part, help=what_it_does(part)) for part in inner),
        doctrines=tuple(DoctrineView.of(one, help=one.about()) for one in doctrines),
    )


def only(whole: Rules, name: str) -> Rules:
    """The rules reduced to the table, order or other part with this id. Raises InvalidInput if there is none."""
    parts: dict[str, tuple[Any, ...]] = {part: getattr(whole, part) for part in PARTS}
    found = {part: tuple(item for item in items if item.id == name) for part, items in parts.items()}
    if not any(found.values()):
        known = dict.fromkeys(item.id for part in PARTS for item in parts[part])
        raise InvalidInput.word(f"rules of {whole.id}", name, known)
    return msgspec.structs.replace(whole, conditions={}, options={}, steps=(), facts=(), **found)


def _table(table: Table) -> TableView:
    return TableView.of(
        table,
        die=str(table.die or table.columns.die or table.rows.die or ""),
        rows=table.rows.by,
        row_labels=table.rows.labels,
        columns=table.columns.by,
        column_labels=table.columns.labels,
    )


def _facts(ruleset: Ruleset[Any]) -> Iterator[FactView]:
    for subject in ruleset.subjects:
        for declared in subject.declared.values():
            sign, words = (declared.details.get("sign", ""), declared.details.get("words", declared.name))
            yield FactView(
                subject=subject.__name__,
                name=declared.name,
                by=declared.key_name,
                sign="" if callable(sign) else sign,
                words="" if callable(words) else words,
                by_hand=bool(declared.details.get("by_hand")),
            )


def _order(order: type[Order[Any]], ruleset: Ruleset[Any]) -> OrderView:
    return OrderView.of(
        order,
        help=what_it_does(order),
        steps=tuple(ruleset.sequence.phase(phase).number for phase in order.phases),
        inputs=tuple(map(_input, order.declared.values())),
    )


def _input(field: Field) -> InputView:
    return InputView.of(
        field,
        limits=(_fixed(field.low), _fixed(field.high)) if isinstance(field, NumberField) else None,
        words=_words(field),
        modifiers=field.list if isinstance(field, ModifierField) else "",
        required=field.default is None,
    )


def _fixed(limit: Any) -> int | None:
    return None if callable(limit) else int(limit)


def _words(field: Field) -> tuple[str, ...]:
    if isinstance(field, FlagField):
        return ("yes", "no")
    among = field.among if isinstance(field, ChoiceField) else ()
    return () if callable(among) else tuple(among)
