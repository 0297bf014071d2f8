"""The shapes of a rule system as declared, for ``fleetbook rules --json``."""

from __future__ import annotations

from typing import Any

from fleetbook.reports.shapes.battle import ReadingTold, Step
from fleetbook.reports.shapes.fight import Difference
from fleetbook.reports.views.json_text import Shape


class System(Shape, frozen=True):
    """A rule system at hand."""

    id: str
    title: str
    version: str


class TableTold(Shape, frozen=True):
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


class FigureTold(Shape, frozen=True):
    """A single number, dice or words of the sheet; ``reading`` says why where it is not printed."""

    id: str
    value: Any
    unit: str
    section: str
    reading: str


class FactTold(Shape, frozen=True):
    """A fact that is kept of a ``subject``, for each of ``by`` if that is not empty: its sign on the card, if it has a fixed one,
    what that says, and whether a referee may set it.
    """

    subject: str
    name: str
    by: str
    sign: str
    words: str
    by_hand: bool


class ModifierTold(Shape, frozen=True):
    """One modifier of a list."""

    id: str
    value: int
    text: str
    section: str
    reading: str


class ModifiersTold(Shape, frozen=True):
    """A list of modifiers of one kind of throw."""

    id: str
    title: str
    section: str
    lines: tuple[ModifierTold, ...]


class InputTold(Shape, frozen=True):
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


class ProcedureTold(Shape, frozen=True):
    """An order that a referee can give. ``steps`` are the numbers of the steps that it belongs to (empty: any)."""

    id: str
    title: str
    key: str
    section: str
    help: str
    steps: tuple[str, ...]
    inputs: tuple[InputTold, ...]


class PartTold(Shape, frozen=True):
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
    figures: tuple[FigureTold, ...]
    facts: tuple[FactTold, ...]
    tables: tuple[TableTold, ...]
    modifiers: tuple[ModifiersTold, ...]
    readings: tuple[ReadingTold, ...]
    procedures: tuple[ProcedureTold, ...]
    parts: tuple[PartTold, ...]


class RulesDiff(Shape, frozen=True):
    """What a file of house rules changes: ``printed`` and ``in_force`` are hashes of the tables without and with it; ``repeated``
    are the places where it states what is printed already.
    """

    ruleset: str
    rules: str
    title: str
    printed: str
    in_force: str
    changes: tuple[Difference, ...]
    repeated: tuple[str, ...]
