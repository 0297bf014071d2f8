"""Draw a rule system as text, such as its tables, and its orders with their inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fleetbook.cli.drawing import CELLS
from fleetbook.core.parsing import numbered, unit_words
from fleetbook.core.tables.reading import value_text
from fleetbook.reports.rules.declared import (
    DoctrineView,
    FigureView,
    InputView,
    ModifiersView,
    OrderView,
    PartView,
    Rules,
    System,
    TableView,
)
from fleetbook.reports.rules.readings import ReadingView
from fleetbook.reports.text_layout import columns, printable, wrapped

MOST_WORDS = 12  # a condition with more possible values lists only some of them


def systems_text(systems: Iterable[System]) -> Iterator[str]:
    """A list of the installed rule systems."""
    yield from columns([(printable(s.id), printable(s.title), f"version {printable(s.version)}") for s in systems])


def rules_text(rules: Rules) -> Iterator[str]:
    """The contents of a rule system, with one line for each table, order and so on."""
    yield printable(f"{rules.title} ({rules.id}), version {rules.version}; distances in {unit_words(rules.unit)}")
    yield printable(f"from: {rules.sheet}")
    yield from _listed("order of play", ((step.number, step.title, step.side) for step in rules.steps))
    for heading, settings in (("conditions of a scenario", rules.conditions), ("optional rules", rules.options)):
        yield from _listed(heading, ((name, _words(words)) for name, words in settings.items()))
    yield from _listed("signs on the card", ((_open(fact.sign), _open(fact.words)) for fact in rules.facts if fact.sign))
    yield from _listed("orders", ((p.id, p.section, p.title) for p in rules.procedures))
    yield from _listed("parts of them", ((p.id, p.section, p.title) for p in rules.parts))
    figures = ((f.id, f.section, numbered(str(f.value), f.unit).strip() + _marked(f.reading)) for f in rules.figures)
    yield from _listed("figures", figures)
    yield from _listed("tables", ((t.id, t.section, t.title + _marked(t.reading)) for t in rules.tables))
    yield from _listed("modifiers", ((m.id, m.section, m.title) for m in rules.modifiers))
    yield from _listed("readings", ((r.id, r.section, value_text(r.value)) for r in rules.readings))
    yield from _listed("doctrines", ((d.id, d.help) for d in rules.doctrines))


def _listed(title: str, rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A heading with its rows; nothing if there are no rows."""
    lines = [["  " + first, *rest] for first, *rest in ([printable(cell) for cell in row] for row in rows)]
    if lines:
        yield ""
        yield title
        yield from columns(lines)


def _words(words: Sequence[str]) -> str:
    """The words allowed, as one text. A long list is cut to the first three words, the last one, and the number of words."""
    if len(words) <= MOST_WORDS:
        return ", ".join(words)
    return f"{', '.join(words[:3])} … {words[-1]}, {len(words)} in all"


def _open(words: str) -> str:
    """The sign of a fact, or the meaning of a sign, with dots in place of the values."""
    return words.replace("{}", "…").replace("{key}", "…")


def _figure(figure: FigureView) -> Iterator[str]:
    yield printable(f"figure {figure.id} ({figure.section}): {numbered(str(figure.value), figure.unit)}".strip())
    yield from wrapped(printable(figure.reading), CELLS, "  ")


def _marked(reading: str) -> str:
    return " (a reading)" if reading else ""


def part_text(rules: Rules) -> Iterator[str]:
    """Draw all parts of ``rules``, such as tables and orders, in full."""
    blocks: list[Iterator[str]] = [
        *(_figure(figure) for figure in rules.figures),
        *(_table(table) for table in rules.tables),
        *(_modifiers(modifiers) for modifiers in rules.modifiers),
        *(_reading(reading) for reading in rules.readings),
        *(_order(order) for order in rules.procedures),
        *(_part(part) for part in rules.parts),
        *(_doctrine(doctrine) for doctrine in rules.doctrines),
    ]
    for place, block in enumerate(blocks):
        if place:
            yield ""
        yield from block


def _part(part: PartView) -> Iterator[str]:
    yield printable(f"part {part.id}: {part.title}" + (f" ({part.section})" if part.section else ""))
    yield from wrapped(printable(part.help), CELLS, "  ")


def _doctrine(doctrine: DoctrineView) -> Iterator[str]:
    yield printable(f"doctrine {doctrine.id}: {doctrine.title}")
    yield from wrapped(printable(doctrine.help), CELLS, "  ")


def _table(table: TableView) -> Iterator[str]:
    die = f", throw {table.die}" if table.die else ""
    yield printable(f"table {table.id}: {table.title} ({table.section}){die}")
    yield from wrapped(printable(table.reading), CELLS, "  ")
    head = [f"{table.rows} \\ {table.columns}", *table.column_labels]
    lines = [
        [label, *(str(cell) for cell in cells)] for label, cells in zip(table.row_labels, table.cells, strict=True)
    ]  # fmt: skip
    yield from columns([["  " + first, *rest] for first, *rest in ([printable(c) for c in line] for line in (head, *lines))])


def _modifiers(modifiers: ModifiersView) -> Iterator[str]:
    yield printable(f"modifiers {modifiers.id}: {modifiers.title} ({modifiers.section})")
    rows = []
    for line in modifiers.lines:
        reading = f" (reading: {line.reading})" if line.reading else ""
        rows.append((f"  {printable(line.id)}", f"{line.value:+d}", printable(f"{line.text}{reading}")))
    yield from columns(rows, right=(1,))


def _reading(reading: ReadingView) -> Iterator[str]:
    yield printable(f"reading {reading.id} ({reading.section}): {value_text(reading.value)}")
    yield from wrapped(printable(reading.text), CELLS, "  ")
    yield from wrapped(printable(f"Why: {reading.reason}"), CELLS, "  ")


def _order(order: OrderView) -> Iterator[str]:
    section = f" ({order.section})" if order.section else ""
    yield printable(f"order {order.id}: {order.title}{section}, key {order.key}")
    yield from wrapped(printable(order.help), CELLS, "  ")
    if order.steps:
        yield printable(f"  in step {', '.join(order.steps)}")
    rows = [(f"  {one.name}=", _allowed(one), f"{one.label}{' (must be given)' if one.required else ''}") for one in order.inputs]
    yield from columns([[printable(cell) for cell in row] for row in rows])


def _allowed(one: InputView) -> str:
    """The values allowed for an input, in words."""
    if one.limits:
        least, most = ("…" if limit is None else str(limit) for limit in one.limits)
        step = one.schema.get("multipleOf")
        return f"{least} to {most} {one.unit}".strip() + (f", in steps of {step:g}" if step and step != 1 else "")
    if one.words:
        return " or ".join(one.words)
    kinds = {"several": "words divided by ;", "modifiers": f"ids of modifiers {one.modifiers}, divided by ;", "choice": "a word"}
    return kinds.get(one.kind, one.kind)
