"""The reference is fresh, its examples run, and our own rules use nothing that it does not list."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal, get_origin

import pytest

from fleetbook.rules import kit
from fleetbook.rules.kit import doctrines
from tests.reference.page import PAGE, page
from tests.reference.sections import SECTIONS

ROOT = Path(__file__).resolve().parents[2]
OURS = ("coastal", "aanda", "fgdn", "gwas", "gwas_variant")
LISTED = {(module, name) for section in SECTIONS for module, names in section.names.items() for name in names}
APART = {("fleetbook.core.tables.bounds", "Value"), ("fleetbook.core.parsing", "counted")}
"""Names that another that is listed has too."""
MODULES = {module for module, _ in LISTED}


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "stale: run python -m tests.reference"


def test_every_example_runs() -> None:
    names: dict[str, Any] = {}
    for section in SECTIONS:
        exec(compile(section.example, section.title, "exec", dont_inherit=True), names)


def test_all_of_it_comes_from_one_place() -> None:
    apart = ("fleetbook.testing", "fleetbook.core.orders.fields")
    of_doctrines = {(module, name) for module, name in LISTED if module.startswith("fleetbook.core.doctrines")}
    assert sorted(name for _, name in of_doctrines) == sorted(doctrines.__all__)
    assert [name for module, name in of_doctrines if getattr(import_module(module), name) is not getattr(doctrines, name)] == []
    found = {name: getattr(import_module(module), name) for module, name in LISTED - APART - of_doctrines if module not in apart}
    found["fields"] = import_module("fleetbook.core.orders.fields")
    assert sorted(found) == sorted(kit.__all__)
    assert [name for name, value in found.items() if getattr(kit, name) is not value] == []


def test_every_name_is_documented() -> None:
    for module, name in LISTED:
        value = getattr(import_module(module), name)
        named = isinstance(value, type) or callable(value)
        words = isinstance(value, GenericAlias) or get_origin(value) is Literal or value.__doc__
        assert not named or words, f"{module}.{name} has no docstring"


def imported(folder: Path, own: tuple[str, ...]) -> set[tuple[str, str]]:
    """Module and name of everything of fleetbook that rules import, but what is their own."""
    found = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fleetbook"):
                found |= {(node.module, alias.name) for alias in node.names if not node.module.startswith(own)}
    return found


@pytest.mark.parametrize("system", OURS)
def test_our_rules_use_nothing_that_is_not_listed(system: str) -> None:
    varied = ("fleetbook.rules.gwas", f"fleetbook.rules.{system}") if system == "gwas_variant" else (f"fleetbook.rules.{system}",)
    used = imported(ROOT / "fleetbook/rules" / system, varied)
    modules = {("fleetbook.core.orders", "fields")} if "fleetbook.core.orders.fields" in MODULES else set()
    assert used - LISTED - modules == set()


def test_the_tutorial_and_the_scaffold_use_nothing_that_is_not_listed() -> None:
    texts = [(ROOT / "docs/rules-tutorial.md").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "fleetbook/cli/commands/packages/template").rglob("*.py.txt")]
    imports = re.compile(r"^from fleetbook\S* import (?:\([^)]*\)|[^\n]*)", re.MULTILINE)
    for line in (line for text in texts for line in imports.findall(text)):
        statement = ast.parse(line).body[0]
        assert isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names:
            of_kit = statement.module == "fleetbook.rules.kit" and alias.name in kit.__all__
            assert of_kit or {(statement.module, alias.name), (f"{statement.module}.{alias.name}", "ship")} & LISTED, line


def test_the_contract_forbids_every_other_room_and_nothing_that_is_listed() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in contracts if one["name"].startswith("Our rules use nothing that the reference does not list")]
    forbidden = contract["forbidden_modules"]
    rooms = {path.parent.name for path in (ROOT / "fleetbook").glob("*/__init__.py")} - {"core", "rules"}
    assert {f"fleetbook.{room}" for room in rooms} <= set(forbidden)
    assert [module for module in MODULES if module != "fleetbook.testing" and module.startswith(tuple(forbidden))] == []
    assert contract["source_modules"] == [f"fleetbook.rules.{system}" for system in OURS]
