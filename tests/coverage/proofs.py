"""The tests that prove a section: those named after it, and those that its entry in the sheet's list names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import takewhile
from pathlib import Path

from tests.coverage.declared import ROOT
from tests.coverage.sheet import Section, Sheet

TOKEN = re.compile(r"[cafgv]?\d+")


@dataclass(frozen=True, slots=True)
class Proof:
    """One test function of a rule system, and the sections that its name (else its module's) begins with."""

    module: str
    name: str
    sections: tuple[str, ...]

    @property
    def id(self) -> str:
        """As pytest names it within its folder."""
        return f"{self.module}::{self.name}"


def named_after(name: str) -> tuple[str, ...]:
    """The sections that begin a test's name: ``test_8_1_7_…`` is of 8.1.7, ``test_a3_a4_…`` of a3 and a4."""
    tokens = list(takewhile(TOKEN.fullmatch, name.removeprefix("test_").split("_")))
    letters = [token for token in tokens if not token.isdigit()]
    chapter = [token for token in tokens if token.isdigit()]
    numbers = ["6-4"] if chapter == ["6", "4"] else [".".join(chapter)]
    return (*letters, *(number for number in numbers if number))


def proofs(sheet: Sheet) -> tuple[Proof, ...]:
    """Every test of a rule system that runs in each run of the suite."""
    return _in_folder(sheet.tests)


@cache
def _in_folder(folder: Path) -> tuple[Proof, ...]:
    return tuple(_proofs(folder))


def _proofs(folder: Path) -> Iterator[Proof]:
    for path in sorted((ROOT / folder).glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _set_aside(node):
                yield Proof(path.name, node.name, named_after(node.name) or named_after(path.stem))


def _set_aside(node: ast.FunctionDef) -> bool:
    """Whether a mark keeps it out of the ordinary run."""
    marks = " ".join(ast.unparse(mark) for mark in node.decorator_list)
    return any(f"mark.{word}" in marks for word in ("campaign", "bench", "skip", "xfail"))


def proving(sheet: Sheet, section: Section) -> tuple[Proof, ...]:
    """The tests that prove a section, in the order of their files."""
    return _proving(sheet.tests, section)


@cache
def _proving(folder: Path, section: Section) -> tuple[Proof, ...]:
    return tuple(proof for proof in _in_folder(folder) if proves(proof, section))


def proves(proof: Proof, section: Section) -> bool:
    """Whether a test is named after a section or named by its entry."""
    return section.id.casefold() in proof.sections or any(matches(proof, pattern) for pattern in section.tests)


def matches(proof: Proof, pattern: str) -> bool:
    """Whether ``module.py::test_*`` or ``module.py`` means this test."""
    if "*" in pattern:
        return fnmatchcase(proof.id, pattern if "::" in pattern else f"{pattern}::*")
    return pattern in (proof.id, proof.module)
