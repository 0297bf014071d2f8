"""Checks a rule system for mistakes that can be found without reading the sheet. It names file and line where possible."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from fleetbook.core.faults import OURS, home_of, place_of
from fleetbook.core.orders.field_kinds import ModifierField
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all, in_lines
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.store.packages.declarations import flaws, flaws_in_defaults, flaws_in_tables
from fleetbook.store.packages.places import place_in_tables, source_folder
from fleetbook.testing.between_battles import flaws_in_days, without_becomes
from fleetbook.testing.doctrines import flaws_in_doctrines
from fleetbook.testing.played import Played, Watch
from fleetbook.testing.sentences import flaws_in_sentences, never_said
from fleetbook.testing.source import flaws_in_source, sources

ORDERS = 200
KINDS = {
    "figures": ("figure", "figure"), "tables": ("table", "cell"), "modifiers": ("modifiers", "modifier"),
    "readings": ("reading", "reading"),
}  # fmt: skip
"""The kinds of entries in tables: each with its key in a file, and its kind of look-up."""


def check_rules(name: str, orders: int = ORDERS) -> list[str]:
    """The mistakes in the rules with this id. A test can assert that there are none. Raises InvalidInput if the rules cannot be
    used.

    The declarations of doctrines are checked too. Only the command ``fleetbook check-rules`` also lets doctrines fight.
    """
    return list(Conformance(ruleset(name), orders).flaws())


@dataclass
class Conformance:
    """The check of one rule system. ``orders`` is the number of random orders given in each of its scenarios."""

    rules: Ruleset[Any]
    orders: int = ORDERS
    played: list[Played] = field(default_factory=list)

    def flaws(self, watch: Watch = lambda what, done, of: None) -> Iterator[str]:
        """The mistakes, each once. Those in declarations come first, then those in source code, in files and in play.

        Last are the table entries that no rule uses, and the sections of the sheet without a test.
        """
        found = set[str]()
        declared = chain(flaws(self.rules), flaws_in_tables(self.rules), flaws_in_defaults(self.rules), self._without_section())
        in_source = chain(flaws_in_source(self.rules), flaws_in_sentences(self.rules), flaws_in_doctrines(self.rules))
        files = chain(self._in_campaign(), self._in_files())
        for flaw in chain(declared, in_source, files, self._in_play(watch), self._unused(), self._untested()):
            if flaw not in found:
                found.add(flaw)
                yield flaw

    def _without_section(self) -> Iterator[str]:
        """Mistakes: orders that name no section of the sheet. Every order must, because refusals and tests name its section."""
        for order in self.rules.orders:
            if not order.section.strip():
                yield f"{place_of(order)}: {order.__name__} has no section: name the place of the sheet that it follows"

    def _in_campaign(self) -> Iterator[str]:
        """Mistakes in the declarations of how facts change between two battles."""
        yield from without_becomes(self.rules)
        for path in self._entries(SCENARIO):
            if not check_all(path)[1]:
                yield from flaws_in_days(self.rules.begin(read_setup(path)))

    def _in_files(self) -> Iterator[str]:
        """Mistakes in rosters and scenarios. A mistake in a roster is reported once, not again for each scenario that uses the
        roster.
        """
        paths = self._entries()
        for path in paths:
            others = tuple(f"{shown_path(other)}: " for other in paths if other != path)
            yield from in_lines(path, (fault for fault in check_all(path)[1] if not fault.where.startswith(others)))

    def _entries(self, kind: str | None = None) -> list[Path]:
        return [entry.path for entry in entries(kind, self.rules.id) if not entry.own]

    def _in_play(self, watch: Watch) -> Iterator[str]:
        found = self._entries(SCENARIO)
        paths = [path for path in found if not check_all(path)[1]]
        if not found:
            yield f"{place_of(type(self.rules))}: there is no scenario for these rules: put one into rosters/{self.rules.id}/"
        for path in paths:
            run = set[str]().union(*(one.run for one in self.played))
            times = self.played[-1].times if self.played else Counter[str]()
            self.played.append(Played(self.rules, read_setup(path), run=run, times=times))
            yield from self.played[-1].flaws(self.orders, watch)

    def never_run(self) -> dict[str, list[str]]:
        """The orders and parts that the random battles never used, and therefore did not test."""
        run = set().union(*(one.run for one in self.played))
        kinds = {"orders never given": self.rules.orders, "parts never run": self.rules.parts}
        return {words: found for words, all_of in kinds.items() if (found := [kind.id for kind in all_of if kind.id not in run])}

    def never_said(self) -> list[str]:
        """The declared sentences that no rule uses."""
        return never_said(self._kinds)

    def _unused(self) -> Iterator[str]:
        """Entries of the tables that no rule names, no other table refers to and no battle has looked up."""
        read = [source for kind in self._kinds for source in sources(kind)]
        looked_up = set().union(*(one.looked_up for one in self.played))
        folder = source_folder(type(self.rules).__module__) or Path()
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("tables/*.toml")))
        fields = [field for order in self.rules.orders for field in order.declared.values()]
        words = {field.list for field in fields if isinstance(field, ModifierField)}
        words |= {fact.name for subject in self.rules.subjects for fact in subject.declared.values()}
        for kind, (key, looked) in KINDS.items():
            for name in getattr(self.rules.tables, kind):
                is_named = name in words or any(source.names(name) for source in read)
                if not is_named and (looked, name) not in looked_up and not re.search(rf'_of = "{re.escape(name)}"', text):
                    yield f"{place_in_tables(folder, key, name)}: {name} ({kind}) is used by no rule".removeprefix(": ")
        ticked = {field.list for field in fields if isinstance(field, ModifierField)}
        for name in self.rules.tables.modifiers.keys() - ticked:
            for line in self.rules.tables.modifier_list(name).lines:
                named = line in words or any(source.names(line, in_any_case=True) for source in read)
                if not named and (name, line) not in looked_up:
                    place = place_in_tables(folder, "modifiers", name)
                    yield f"{place}: {line} of {name} (modifiers) is named by no rule, and no order offers the list"

    @property
    def _kinds(self) -> list[type[Ruleset[Any]]]:
        """The class of the rules, and the classes of the rules that they are built on."""
        return [kind for kind in type(self.rules).__mro__ if issubclass(kind, Ruleset) and kind is not Ruleset]

    def _untested(self) -> Iterator[str]:
        """Sections of the sheet after which no test is named. Nothing if the package is installed without its tests."""
        if self.tests is None:
            return
        trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(self.tests.rglob("test_*.py")))
        functions = [
            node for tree in trees for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        names = [function.name.removeprefix("test") for function in functions if function.name.startswith("test_")]
        for section, place in self._sections().items():
            token = re.sub(r"[^a-z0-9]+", "_", section.casefold())
            if not any(f"_{token}_" in f"{name}_" for name in names):
                yield f"{place}: no test is named after section {section}: test_{token}_…"

    @property
    def tests(self) -> Path | None:
        """The folder of the package's tests. None if it is installed without tests. None for fleetbook's own rules too, since
        their tests are checked elsewhere.
        """
        home = home_of(type(self.rules).__module__)
        folder = None if home == OURS else source_folder(home)
        above = (folder.parent / "tests", folder.parent.parent / "tests") if folder else ()
        return next((path for path in above if path.is_dir()), None)

    def _sections(self) -> dict[str, str]:
        """The sections of the sheet that orders, parts and table entries name. Each section comes with the
        file and line that names it first.
        """
        tables, folder = self.rules.tables, source_folder(type(self.rules).__module__) or Path()
        found: dict[str, str] = {}
        for order in (*self.rules.orders, *self.rules.parts):
            for section in _numbered(order.section):
                found.setdefault(section, place_of(order))
        for kind, (key, _) in KINDS.items():
            for name, one in getattr(tables, kind).items():
                for section in _numbered(getattr(one, "section", "")):
                    found.setdefault(section, place_in_tables(folder, key, name))
        return found


def _numbered(sections: str) -> list[str]:
    """The sections in a declaration such as ``R1, R2``. Words without a digit are not a section."""
    return [section for section in sections.split(", ") if re.search(r"\d", section)]
