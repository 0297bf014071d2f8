"""What rules on a section: orders, figures, tables, modifiers, readings and functions, by the section that each declares."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from tests.coverage.sheet import Section, Sheet

ROOT = Path(__file__).parent.parent.parent
KINDS = ("order", "figure", "table", "modifiers", "reading", "code")
NUMBERED = re.compile(r"(?<![\w.])(?:[CAFGV]\d+|\d+\.\d+(?:\.\d+)*|6-4)(?![\w%])")
"""How docstrings name a section: the id of a reading, or a chapter's number."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One thing that declares its sections: ``kind`` is one of KINDS, ``sections`` are in lower case."""

    kind: str
    id: str
    sections: frozenset[str]


def in_words(sections: str) -> frozenset[str]:
    """The single sections of a declaration such as ``5.7, 5.12``."""
    return frozenset(part.strip().casefold() for part in sections.split(",") if part.strip())


def declared(sheet: Sheet) -> tuple[Declared, ...]:
    """Everything of a rule system that declares a section, without what it shares with the one that it varies."""
    return _declared(sheet.ruleset, sheet.varies)


@cache
def _declared(name: str, varies: str) -> tuple[Declared, ...]:
    own = tuple(_figures(ruleset(name)))
    if varies:
        shared = set(_figures(ruleset(varies)))
        own = tuple(one for one in own if one not in shared)
    return (*own, *_documented(name))


def _figures(rules: Ruleset[Any]) -> Iterator[Declared]:
    for order in (*rules.orders, *rules.parts):
        yield Declared("order", order.id, in_words(order.section))
    for figure in rules.tables.figures.values():
        yield Declared("figure", figure.id, in_words(figure.section))
    for table in rules.tables.tables.values():
        yield Declared("table", table.id, in_words(table.section))
    for listed in rules.tables.modifiers.values():
        lines = frozenset().union(*(in_words(line.section) for line in listed.lines.values()))
        yield Declared("modifiers", listed.id, in_words(listed.section) | lines)
    for reading in (one for one in rules.tables.readings.values() if not one.campaign):  # no sheet has a campaign
        yield Declared("reading", reading.id, in_words(reading.section))


def _documented(name: str) -> Iterator[Declared]:
    """Modules and functions whose docstring names a section; procedures say theirs as orders."""
    for id_, words in functions(name).items():
        sections = frozenset(found.casefold() for found in NUMBERED.findall(words))
        if sections:
            yield Declared("code", id_, sections)


@cache
def functions(name: str) -> dict[str, str]:
    """Every module, class and function of a rule system's folder with its docstring."""
    found = {}
    for path in sorted((ROOT / "fleetbook" / "rules" / name.replace("-", "_")).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path.stem == "__init__" or path.parent.name == "words":
            continue
        found[path.stem] = ast.get_docstring(tree) or ""
        found.update(_within(path.stem, tree.body))
    return found


def _within(prefix: str, body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = f"{prefix}.{node.name}"
            yield name, ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                yield from _within(name, node.body)


def is_code(name: str, sheet: Sheet) -> bool:
    """Whether an entry may name this code: the rule system's own, or after a stroke that of the one that it varies."""
    system, stroke, varied = name.partition("/")
    return varied in functions(system) if stroke and system == sheet.varies else name in functions(sheet.ruleset)


def rulings(sheet: Sheet, section: Section) -> tuple[Declared, ...]:
    """What rules on a section, by kind: what declares it, and the code that its entry names."""
    named = set(section.names)
    found = [one for one in declared(sheet) if one.sections & named and (not section.by or one.id in section.by)]
    known = {one.id for one in found if one.kind == "code"}
    found += [Declared("code", name, frozenset(named)) for name in section.code if name not in known]
    return tuple(sorted(found, key=lambda one: KINDS.index(one.kind)))
