"""The sections of each sheet, as lists kept by hand under ``sheets/``: the sheet's own numbers or heads, with short titles."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "sheets"


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a sheet, or one reading where the sheet is silent.

    names    under which rules declare it: its id, and others that mean the same
    by       where a declared section is wider than this one, which of its declarations rule on this; empty for all
    code     functions and modules that rule on it beside what declares it
    tests    patterns of tests that prove it beside those named after it: ``module.py::test_name``
    referee  why it is left to the referee; empty where it is not
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    referee: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that rules declare it by, in lower case."""
        return tuple(name.casefold() for name in (self.id, *self.also))


@dataclass(frozen=True, slots=True)
class Group:
    """Sections that belong together, one line of the short table."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One rule system's sheet.

    varies   the rule system that it builds on and whose sections its rules may declare too
    cells    the test that holds every cell of its tables; it proves no section by itself
    """

    ruleset: str
    title: str
    groups: tuple[Group, ...]
    varies: str = ""
    cells: str = ""

    @property
    def sections(self) -> Iterator[Section]:
        """All sections, in the sheet's order."""
        return (section for group in self.groups for section in group.sections)

    @property
    def tests(self) -> Path:
        """The folder of its tests."""
        return Path("tests/rules") / self.ruleset.replace("-", "_")


ORDER = ("coastal", "aanda", "fgdn", "gwas", "gwas-variant")


@cache
def sheets() -> tuple[Sheet, ...]:
    """Every sheet, in the order in which the tables show them."""
    return tuple(_read(name) for name in ORDER)


def _read(name: str) -> Sheet:
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    groups = tuple(Group(group["title"], tuple(map(_section, group["sections"]))) for group in raw.pop("group"))
    return Sheet(ruleset=name, groups=groups, **raw)


def _section(raw: dict[str, Any]) -> Section:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    return Section(**values)
