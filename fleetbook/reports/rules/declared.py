"""A rule system told from its declarations alone: tables, modifiers, readings, steps and procedures with their inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.field_kinds import ChoiceField, Field, FlagField, ModifierField, NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.tables.table import ModifierList, RuleTables, Table
from fleetbook.referee.offers import referees_orders, what_it_does
from fleetbook.reports.rules.readings import ReadingView, reading_views
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import Step, step_shape


class System(Shape, frozen=True):
    """A rule system at hand."""

    id: str
    title: str
    version: str


class TableView(Shape, frozen=True):
    """A table as printed: ``rows`` and ``columns`` name what runs along each side; ``die`` is thrown on it (empty: none)."""

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
    """A single number, dice or words of the sheet; ``reading`` says why where it is not printed."""

    id: str
    value: Any
    unit: str
    section: str
    reading: str


class FactView(Shape, frozen=True):
    """A fact that is kept of a ``subject``, for each of ``by`` if that is not empty: its sign on the card, if it has a fixed one,
    what that says, and whether a referee may set it.
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
    """A list of modifiers of one kind of throw."""

    id: str
    title: str
    section: str
    lines: tuple[ModifierView, ...]


class InputView(Shape, frozen=True):
    """An input of a procedure. Kinds: ship, number, choice, several, flag, modifiers, text. ``limits`` are the least and the most
    (null: the battle says); ``words`` those allowed (empty: any, or the battle says); ``modifiers`` the id of the list, each of
    whose modifiers is an input too; ``required`` where neither a value nor the battle fills it in; ``schema`` is JSON schema.
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
    """An order that a referee can give. ``steps`` are the numbers of the steps that it belongs to (empty: any)."""

    id: str
    title: str
    key: str
    section: str
    help: str
    steps: tuple[str, ...]
    inputs: tuple[InputView, ...]


class PartView(Shape, frozen=True):
    """An order inside others, which no referee gives."""

    id: str
    title: str
    section: str
    help: str


class Rules(Shape, frozen=True):
    """A rule system as declared."""

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


PARTS = ("figures", "tables", "modifiers", "readings", "procedures", "parts")


def system(ruleset: Ruleset[Any]) -> System:
    """A rule system in a line."""
    return System.of(ruleset)


def rules(ruleset: Ruleset[Any], tables: RuleTables | None = None) -> Rules:
    """The whole of a rule system as printed, or by other tables."""
    tables = tables or ruleset.tables
    return Rules.of(
        ruleset,
        sheet=tables.sheet,
        conditions={name: tuple(words) for name, words in ruleset.conditions.items()},
        options={name: tuple(words) for name, words in ruleset.options.items()},
        steps=tuple(step_shape(phase, phase.title, _acts(phase)) for phase in ruleset.sequence.phases),
        figures=tuple(map(FigureView.of, tables.figures.values())),
        facts=tuple(_facts(ruleset)),
        tables=tuple(_table(table) for table in tables.tables.values()),
        modifiers=tuple(_modifiers(modifiers) for modifiers in tables.modifiers.values()),
        readings=reading_views(tables),
        procedures=tuple(_procedure(procedure, ruleset) for procedure in referees_orders(ruleset)),
        parts=tuple(
            PartView.of(part, help=what_it_does(part))
            for part in (*ruleset.parts, *ruleset.procedures)
            if not getattr(part, "key", "")
        ),
    )


def only(whole: Rules, name: str) -> Rules:
    """The rules with nothing but what has this id: a table, modifiers, a reading or a procedure, or several of them.

    Raises InvalidInput with the nearest id.
    """
    parts: dict[str, tuple[Any, ...]] = {part: getattr(whole, part) for part in PARTS}
    found = {part: tuple(item for item in items if item.id == name) for part, items in parts.items()}
    if not any(found.values()):
        known = dict.fromkeys(item.id for part in PARTS for item in parts[part])
        raise InvalidInput.word(f"rules of {whole.id}", name, known)
    return msgspec.structs.replace(whole, conditions={}, options={}, steps=(), facts=(), **found)


def _acts(phase: Phase) -> str:
    return "" if phase.side is None else f"side {phase.side + 1}"


def _table(table: Table) -> TableView:
    die = table.die or table.columns.die or table.rows.die
    return TableView.of(
        table,
        die=str(die or ""),
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


def _modifiers(modifiers: ModifierList) -> ModifiersView:
    return ModifiersView.of(modifiers, lines=tuple(map(ModifierView.of, modifiers.lines.values())))


def _procedure(procedure: type[Order[Any]], ruleset: Ruleset[Any]) -> OrderView:
    return OrderView.of(
        procedure,
        help=what_it_does(procedure),
        steps=tuple(ruleset.sequence.phase(phase).number for phase in procedure.phases),
        inputs=tuple(_input(field) for field in procedure.declared.values()),
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
