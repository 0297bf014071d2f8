"""Each thing is said once: no rule names a fact by a bare string; no word that a table prints stands twice in a system's code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import fleetbook.rules
from fleetbook.core.tables.bounds import is_dice
from fleetbook.core.tables.table import RuleTables
from fleetbook.store.catalogue import ruleset

RULES = Path(fleetbook.rules.__file__).parent
FOLDERS = {"aanda": "aanda", "coastal": "coastal", "fgdn": "fgdn", "gwas": "gwas", "gwas-variant": "gwas_variant"}

BY_NAME = ("fact", "has", "count", "word", "this_turn", "last_turn", "left", "full")
"""Methods that take a fact's or a track's name."""
EFFECTS = ("set_fact", "add", "clear", "Key", "strike_boxes", "lose", "restore_boxes")
"""Functions that take it after the subject."""


every_system = pytest.mark.parametrize("system", FOLDERS)


def modules(system: str) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((RULES / FOLDERS[system]).rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def bare_names(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls that name a fact or a track by a string, or by a constant: only its declaration does."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in BY_NAME and ast.unparse(node.func.value) != "InvalidInput":
            named = node.args[:1]
        elif isinstance(node.func, ast.Name) and node.func.id in EFFECTS:
            named = node.args[1:2]
        else:
            continue
        if any(_is_bare(argument) for argument in named):
            yield node


def _is_bare(argument: ast.expr) -> bool:
    constant = isinstance(argument, ast.Name) and argument.id.isupper()
    return constant or isinstance(argument, (ast.Constant, ast.JoinedStr))


@every_system
def test_no_fact_is_named_by_a_bare_string(system: str) -> None:
    found = [
        f"{path.relative_to(RULES)}:{call.lineno}: {ast.unparse(call)}"
        for path, tree in modules(system)
        for call in bare_names(tree)
    ]
    assert not found, "\n".join(found)


def test_a_bare_string_is_found() -> None:
    assert (
        len(list(bare_names(ast.parse("ship.has('turning')\nyield from set_fact(ship, FATE, 1)\nship.turning\nbook.add(x)"))))
        == 2
    )


def printed_words(tables: RuleTables) -> set[str]:
    """The words that cells, figures and readings say; letters are none, such as a class of guns. Labels of rows and columns name
    a place, and are not among them.
    """
    cells = {cell for table in tables.tables.values() if not table.faces_in_cells for row in table.cells for cell in row}
    values = {*(figure.value for figure in tables.figures.values()), *(reading.value for reading in tables.readings.values())}
    allowed = {word for reading in tables.readings.values() for word in reading.allowed}
    said = {word for word in cells | values | allowed if isinstance(word, str)}
    return {word for word in said if len(word) > 2 and not is_dice(word) and word != "yes"}


def strings(tree: ast.Module) -> Iterator[str]:
    """String literals that are no docstrings, no sentences and no parts of a longer text."""
    texts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Sentence")
    told |= {id(argument) for call in calls for argument in call.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts | told:
            yield node.value


@every_system
def test_no_word_that_a_table_prints_stands_twice(system: str) -> None:
    words = printed_words(ruleset(system).tables)
    met = Counter(word for _, tree in modules(system) for word in strings(tree) if word in words)
    twice = {word: times for word, times in met.items() if times > 1}
    assert not twice


@every_system
def test_every_reading_of_words_says_which_there_are(system: str) -> None:
    readings = ruleset(system).tables.readings.values()
    assert not [r.id for r in readings if isinstance(r.value, str) and not is_dice(r.value) and not r.allowed]


@every_system
def test_no_table_has_but_one_column_of_figures(system: str) -> None:
    """A table of a single column named for no quantity is a list of figures, each with a name and a section of its own."""
    tables = ruleset(system).tables.tables.values()
    assert not [table.id for table in tables if table.columns.labels in (("value",), ("words",), ("dice",), ("die",))]
