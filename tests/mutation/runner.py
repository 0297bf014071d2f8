"""The tests of a system, collected once and run in this process while the tables under them are changed."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cached_property
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.loader import read_tables
from fleetbook.core.tables.table import RuleTables

PATIENCE = 20
"""Seconds after which a test has failed: with a figure changed it may never end."""
ASKED = {"table": "table", "figure": "figure", "modifier_list": "modifiers", "reading": "reading"}
"""The ways to ask tables, and the kinds of what is asked for."""


class Tests:
    """The tests of a folder. Each is run once as things are: what it asks the tables for is known then, and how long it takes."""

    def __init__(self, rules: Ruleset[Any], items: Iterable[pytest.Item]) -> None:
        self._rules, self._files = rules, list(rules.table_files())
        self._caches = [*_caches()]
        self.asks: dict[str, set[tuple[str, str]]] = {}
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
            self._items[name], self.asks[name] = item, asked
        else:
            self.failing.append(name)

    def names(self, functions: Collection[str]) -> list[str]:
        """The tests of these functions, ``module.py::test``, the quick ones first."""
        found = [name for name in self._items if name.split("[")[0].rsplit("/", 1)[-1] in functions]
        return sorted(found, key=self._took.__getitem__)

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


@contextmanager
def _asked() -> Iterator[set[tuple[str, str]]]:
    """What any tables are asked for meanwhile."""
    asked: set[tuple[str, str]] = set()
    with pytest.MonkeyPatch.context() as patch:
        for method, kind in ASKED.items():
            patch.setattr(RuleTables, method, _noting(getattr(RuleTables, method), kind, asked))
        yield asked


def _noting(method: Callable[..., Any], kind: str, asked: set[tuple[str, str]]) -> Callable[..., Any]:
    def asking(self: RuleTables, name: str) -> Any:
        asked.add((kind, name))
        return method(self, name)

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
