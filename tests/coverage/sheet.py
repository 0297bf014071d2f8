"""The sections of each sheet, as lists kept by hand under ``sheets/``: the sheet's own numbers or heads, with short titles."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
FOLDER = Path(__file__).parent / "sheets"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of rule in a section, in short.

    by      which of the section's rulings rule on it
    tests   patterns of the tests that prove it
    partly  what of it is left to the referee; empty where nothing is
    """

    section: str
    about: str
    by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    partly: str = ""


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
    sentences  the sentences of rule of its sections, where they are told one by one
    """

    ruleset: str
    title: str
    groups: tuple[Group, ...]
    varies: str = ""
    cells: str = ""
    sentences: tuple[Sentence, ...] = ()

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
    sentences = tuple(_made(Sentence, one) for one in raw.pop("sentence", ()))
    groups = tuple(_group(group["title"], group["sections"], sentences) for group in raw.pop("group"))
    return Sheet(ruleset=name, groups=groups, sentences=sentences, **raw)


def _group(title: str, listed: list[dict[str, Any]], sentences: tuple[Sentence, ...]) -> Group:
    """A group whose sections are proved by the tests of their sentences too."""
    sections = [_made(Section, one) for one in listed]
    named = {one.id: dict.fromkeys(test for s in sentences if s.section == one.id for test in s.tests) for one in sections}
    return Group(title, tuple(replace(one, tests=tuple({**dict.fromkeys(one.tests), **named[one.id]})) for one in sections))


def _made(kind: type[T], raw: dict[str, Any]) -> T:
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()})
