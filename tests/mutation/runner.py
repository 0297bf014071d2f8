"""The tests of a system, collected once and run in this process while the tables under them are changed."""

from __future__ import annotations

import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cached_property
from types import FrameType
from typing import Any, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.table import Axis, RuleTables, Table
from tests.mutation.mutants import Mutant

PATIENCE = 20
"""Seconds after which a test has failed: with a figure changed it may never end."""
ANY = (None, None)
Asked: TypeAlias = dict[tuple[str, str], set[tuple[str | None, str | None]]]
"""By kind and id of what tables were asked for, the row and the column; None for any."""
ASKED = {"table": "table", "figure": "figure", "modifier_list": "modifiers", "reading": "reading"}
"""The ways to ask tables, and the kinds of what is asked for."""


class Tests:
    """The tests of a folder. Each is run once as things are: what it asks the tables for is known then, and how long it takes."""

    def __init__(self, rules: Ruleset[Any], items: Iterable[pytest.Item]) -> None:
        self._rules, self._files = rules, list(rules.table_files())
        self._caches = [*_caches()]
        self._asks: dict[str, Asked] = {}
        self._items: dict[str, Any] = {}
        self._took: dict[str, float] = {}
        self.failing: list[str] = []
        for item in items:
            self._first(item)

    def _first(self, item: Any) -> None:
        began, name = time.perf_counter(), item.nodeid
        self._forget()
        with _asked() as asked:
            passed = _passes(item)
        self._took[name] = time.perf_counter() - began
        if passed:
            self._items[name], self._asks[name] = item, asked
        else:
            self.failing.append(name)

    def names(self, functions: Collection[str]) -> list[str]:
        """The tests of these functions, ``module.py::test``, the quick ones first."""
        found = [name for name in self._items if name.split("[")[0].rsplit("/", 1)[-1] in functions]
        return sorted(found, key=self._took.__getitem__)

    def asking(self, names: Iterable[str], mutant: Mutant) -> list[str]:
        """Those of some tests that ask for what a change concerns."""
        return [
            name for name in names if any(_concerns(mutant, *ask) for ask in self._asks[name].get((mutant.kind, mutant.id), ()))
        ]

    def fell(self, raw: Mapping[str, Any], names: Iterable[str]) -> str:
        """The first test that fails with the tables changed; empty where none does."""
        self._put(read_tables([("changed", raw)]), lambda: [("changed", raw)])
        return next((name for name in names if not _passes(self._items[name])), "")

    def restore(self) -> None:
        """The tables as printed."""
        self._put(read_tables(self._files), lambda: self._files)

    def _put(self, tables: RuleTables, files: Callable[[], Any]) -> None:
        """Tables in the place of those that rules and tests hold already."""
        for field in fields(RuleTables):
            object.__setattr__(self._rules.tables, field.name, getattr(tables, field.name))
        vars(self._rules)["table_files"] = files
        self._forget()

    def _forget(self) -> None:
        for clear in self._caches:
            clear()
        for name in set(vars(self._rules)) - {"tables", "table_files"}:
            if isinstance(getattr(type(self._rules), name, None), cached_property):
                del vars(self._rules)[name]


def _caches() -> Iterator[Callable[[], None]]:
    """What empties each cache of the rules and of their tests."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tests.rules", "fleetbook.rules")):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear"):
                    yield thing.cache_clear


def _concerns(mutant: Mutant, row: str | None, column: str | None) -> bool:
    """Whether a change concerns a cell, or a line of cells, that was asked for."""
    hits_row = mutant.rows is None or row is None or row in mutant.rows
    return hits_row and (mutant.columns is None or column is None or column in mutant.columns)


@contextmanager
def _asked() -> Iterator[Asked]:
    """What any tables are asked for meanwhile."""
    asked: Asked = defaultdict(set)
    with pytest.MonkeyPatch.context() as patch:
        for method, kind in ASKED.items():
            patch.setattr(RuleTables, method, _noting(getattr(RuleTables, method), kind, asked))
        patch.setattr(Table, "cell", _noting_cell(Table.cell, asked))
        patch.setattr(Table, "_line", _noting_line(Table._line, asked))
        yield asked
    for thing in asked:  # of a table that is asked in other ways any line may have been meant
        asked[thing] = asked[thing] - {ANY} or {ANY}


def _noting(method: Callable[..., Any], kind: str, asked: Asked) -> Callable[..., Any]:
    def asking(self: RuleTables, name: str) -> Any:
        asked[kind, name].add(ANY)
        return method(self, name)

    return asking


def _noting_cell(method: Callable[..., Any], asked: Asked) -> Callable[..., Any]:
    def asking(self: Table, row: str | float, column: str | float) -> Any:
        value = method(self, row, column)
        across, down = self.rows.index(row, self.title), self.columns.index(column, self.title)
        asked["table", self.id].add((self.rows.labels[across], self.columns.labels[down]))
        return value

    return asking


def _noting_line(method: Callable[..., Any], asked: Asked) -> Callable[..., Any]:
    def asking(self: Table, across: Axis, key: str | float | None) -> Any:
        place = method(self, across, key)
        label = across.labels[place] if across.labels else None
        asked["table", self.id].add((label, None) if across is self.rows else (None, label))
        return place

    return asking


def _passes(item: Any) -> bool:
    """Whether a test passes; one that takes too long does not."""
    item._initrequest()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        return all(report.passed or report.skipped for report in runtestprotocol(item, log=False, nextitem=None))
    finally:
        signal.alarm(0)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"after {PATIENCE} s")
