"""The words of the tables: runs of ids, things by kind, tests by file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from tests.coverage.declared import KINDS, Declared
from tests.coverage.proofs import Proof
from tests.coverage.sheet import Sheet

PLURAL = {
    "order": "orders",
    "figure": "figures",
    "table": "tables",
    "modifiers": "modifiers",
    "reading": "readings",
    "code": "code",
}
COUNTED = {"order": "orders", "figure": "figures", "table": "tables", "modifiers": "lists of modifiers", "reading": "readings"}
ONE = {
    "orders": "order",
    "figures": "figure",
    "tables": "table",
    "lists of modifiers": "list of modifiers",
    "readings": "reading",
}
FEW = 4
"""Tests of one file that are named one by one; more are counted."""


def runs(ids: Iterable[str]) -> str:
    """Ids with neighbours drawn together: ``F1–59``, ``tactical 1–18``, ``8.3 (22 heads)``."""
    parts = (_numbers(list(found)) if not head else _heads(head, list(found)) for head, found in groupby(ids, _head))
    return ", ".join(parts)


def _head(id_: str) -> str:
    """The chapter of an id that names a head within it."""
    found = re.fullmatch(r"(\d\S*) [A-Z].*", id_)
    return found[1] if found else ""


def _heads(chapter: str, ids: list[str]) -> str:
    return f"{chapter} ({len(ids)} heads)"


def _numbers(ids: list[str]) -> str:
    found: list[tuple[str, int, int]] = []
    for id_ in ids:
        prefix, number = _split(id_)
        if found and number >= 0 and found[-1][0] == prefix and found[-1][2] == number - 1:
            found[-1] = (prefix, found[-1][1], number)
        else:
            found.append((prefix, number, number))
    return ", ".join(_run(*one) for one in found)


def _split(id_: str) -> tuple[str, int]:
    """An id without its last number, and that number; -1 for an id without one."""
    found = re.fullmatch(r"(.*?)(\d+)", id_)
    return (found[1], int(found[2])) if found else (id_, -1)


def _run(prefix: str, first: int, last: int) -> str:
    if first < 0:
        return prefix
    return f"{prefix}{first}" if first == last else f"{prefix}{first}–{last}"


def by_kind(found: Iterable[Declared]) -> str:
    """Everything that rules on a section, by name."""
    found = tuple(found)
    lines = {kind: [f"`{one.id}`" for one in found if one.kind == kind] for kind in KINDS}
    return "; ".join(f"{_kind(kind, ids)} {', '.join(ids)}" for kind, ids in lines.items() if ids)


def _kind(kind: str, ids: list[str]) -> str:
    return PLURAL[kind] if len(ids) > 1 else kind


def in_numbers(found: Iterable[Declared]) -> str:
    """The same counted, orders by name; code where nothing else rules."""
    found = set(found)
    orders = [f"`{id_}`" for id_ in sorted(one.id for one in found if one.kind == "order")]
    numbers = [_number(COUNTED[kind], sum(one.kind == kind for one in found)) for kind in KINDS[1:4]]
    return "; ".join(part for part in (", ".join(orders), ", ".join(filter(None, numbers))) if part) or "code"


def _number(words: str, count: int) -> str:
    return f"{count} {ONE[words] if count == 1 else words}" if count else ""


def by_file(sheet: Sheet, found: Iterable[Proof], root: str) -> str:
    """Tests by file with links from ``root``: named where they are few, counted where they are many."""
    lines = []
    for module, proofs in groupby(found, key=lambda proof: proof.module):
        names = [proof.name for proof in proofs]
        told = ", ".join(f"`{name}`" for name in names) if len(names) <= FEW else f"{len(names)} tests"
        lines.append(f"[{module}]({root}{sheet.tests.as_posix()}/{module}): {told}")
    return "; ".join(lines)
