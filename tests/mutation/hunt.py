"""The hunt: each change with the tests that claim to prove what it changes, and what survives."""

from __future__ import annotations

import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from tests.coverage.declared import declared, rulings
from tests.coverage.proofs import proving
from tests.coverage.sheet import Sheet
from tests.mutation.mutants import Mutant, mutants, whole
from tests.mutation.runner import Tests

ACCEPTED = Path(__file__).parent / "accepted.toml"
COPIES = "/test_tables"
"""Tests that hold tables against figures written out, without play."""


@dataclass(frozen=True)
class Accepted:
    """A change that may survive: of which system, which it is (a pattern), and why."""

    system: str
    change: str
    reason: str


def accepted(system: str) -> list[Accepted]:
    """The changes of a system that may survive."""
    listed = tomllib.loads(ACCEPTED.read_text(encoding="utf-8")).get("survivor", [])
    return [one for one in (Accepted(**raw) for raw in listed) if one.system == system]


class Hunt:
    """A plugin for pytest: it collects the tests of a sheet, and runs them as the hunt wants them.

    counts     changes by what became of them: fell in play, fell to a copy, refused by the loader, accepted, survived
    survivors  the changes that no test saw; ``open`` those of them, and the accepted ones, about which something is to be done
    copied     the changes that only a copy of the figures saw, and no play
    """

    def __init__(self, sheet: Sheet, only: str = "") -> None:
        self._sheet, self._only = sheet, only
        self._rules = ruleset(sheet.ruleset)
        self._accepted = accepted(sheet.ruleset)
        self._killers: list[str] = []
        self.counts = Counter[str]()
        self.survivors: list[Mutant] = []
        self.copied: list[Mutant] = []
        self.failing: list[str] = []
        self.took = 0.0

    @cached_property
    def raw(self) -> dict[str, Any]:
        """The system's files as one."""
        return whole(self._rules.table_files())

    @cached_property
    def claims(self) -> dict[tuple[str, str], set[str]]:
        """For each thing that is declared the tests, ``module.py::test``, of the sections that it rules on."""
        cells = {self._sheet.cells} - {""}
        found = {(one.kind, one.id): cells.copy() if one.kind == "table" else set() for one in declared(self._sheet)}
        for section in self._sheet.sections:
            tests = {proof.id for proof in proving(self._sheet, section)}
            for one in rulings(self._sheet, section):
                found.setdefault((one.kind, one.id), set()).update(tests)
        return found

    @cached_property
    def hunted(self) -> list[Mutant]:
        """The changes of what the system itself declares."""
        every = [one for one in mutants(self.raw) if (one.kind, one.id) in self.claims and self._only in ("", one.id)]
        return [one for one in every if not self._is_varied(one)]

    def _is_varied(self, mutant: Mutant) -> bool:
        """Whether a change is of a line of modifiers that the system shares with the one that it varies: it is hunted there."""
        lines = self._below["modifiers"].get(mutant.id, {"line": ()})["line"]
        return mutant.kind == "modifiers" and any(
            self.raw["modifiers"][mutant.id]["line"][path[1]] in lines for path in mutant.changes
        )

    @cached_property
    def _below(self) -> dict[str, Any]:
        """The files of the system that this one varies as one; empty where it varies none."""
        return whole(ruleset(self._sheet.varies).table_files()) if self._sheet.varies else whole(())

    @cached_property
    def claiming(self) -> set[str]:
        """The tests, ``module.py::test``, that claim to prove something of what is changed."""
        return set().union(*(self.claims[one.kind, one.id] for one in self.hunted))

    @property
    def files(self) -> list[str]:
        """The files that these tests stand in."""
        return sorted({str(self._sheet.tests / name.split("::")[0]) for name in self.claiming})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The hunt instead of a run of every test."""
        began = time.monotonic()
        tests = Tests(self._rules, [item for item in session.items if function_of(item) in self.claiming])
        self.failing = tests.failing
        try:
            for thing, changes in groupby(self.hunted, key=lambda one: (one.kind, one.id)):
                self._try_all(" ".join(thing), list(changes), tests)
        finally:
            tests.restore()
        self.took = time.monotonic() - began
        return True

    def _try_all(self, thing: str, changes: list[Mutant], tests: Tests) -> None:
        began, before = time.monotonic(), self.counts.copy()
        for mutant in changes:
            self._try(mutant, tests)
        told = ", ".join(f"{number} {what}" for what, number in (self.counts - before).items())
        sys.stderr.write(f"{thing}: {told} ({time.monotonic() - began:.1f} s)\n")

    def _try(self, mutant: Mutant, tests: Tests) -> None:
        names = tests.names(self.claims[mutant.kind, mutant.id])
        copies = [name for name in names if COPIES in name]
        asking = [name for name in tests.asking(names, mutant) if COPIES not in name]
        first = [name for name in self._killers if name in set(asking)]
        try:
            raw = mutant.applied(self.raw)
            killer = tests.fell(raw, dict.fromkeys([*first, *asking])) or tests.fell(raw, copies)
        except InvalidInput:
            self.counts["refused when loaded"] += 1
            return
        if killer:
            self.copied += [mutant] * (killer in copies)
            self.counts["fell to a copy" if killer in copies else "fell in play"] += 1
            self._killers = [killer, *(name for name in self._killers if name != killer)][:50]
        else:
            self.survivors.append(mutant)
            self.counts["accepted" if self._reason(mutant) else "survived"] += 1

    def _reason(self, mutant: Mutant) -> str:
        return next((one.reason for one in self._accepted if fnmatchcase(str(mutant), one.change)), "")

    @property
    def open(self) -> list[str]:
        """Survivors that nobody accepts, accepted changes that fell, and tests that fail as things are."""
        found = [f"survived: {mutant}" for mutant in self.survivors if not self._reason(mutant)]
        listed = self._accepted if not self._only else []
        idle = [one for one in listed if not any(fnmatchcase(str(mutant), one.change) for mutant in self.survivors)]
        found += [f"accepted and fell: {one.change}" for one in idle]
        return [*found, *(f"fails unchanged: {name}" for name in self.failing)]

    def told(self) -> str:
        """What became of the changes, and what is open."""
        counts = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        head = f"{self._sheet.ruleset}: {self.counts.total()} changes in {self.took:.0f} s: {counts}"
        return "".join(f"{line}\n" for line in (head, *(f"only a copy: {mutant}" for mutant in self.copied), *self.open))


def function_of(item: pytest.Item) -> str:
    """The function of a collected test, ``module.py::test``."""
    return f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
