"""No rule and no report cuts a sentence up: words are made of data. Whatever else is cut up, is named here with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fleetbook

SOURCE = Path(fleetbook.__file__).parent
ROOMS = ("rules", "core/battle", "core/play", "core/orders", "reports")
CUTTING = {"removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit", "replace"}
SEARCHING = {"startswith", "endswith", "find", "index", "count"}
PATTERNS = {"compile", "sub", "search", "match", "fullmatch", "split", "finditer"}

PRINTED = "a cell, a figure or a reading that holds several words"
TYPED = "words that a person typed"
OLDER = "a form of earlier versions"
LAYOUT = "text is laid out for a page, a terminal or a format"
KEYS = "ids, keys, file names and step numbers"

WHY: dict[str, str] = {
    "rules/coastal/gunnery.py": PRINTED,
    "rules/fgdn/airships.py": PRINTED,
    "rules/fgdn/criticals/criticals.py": PRINTED,
    "rules/fgdn/criticals/weapon_hits.py": "the year of a date",
    "rules/fgdn/ground/sinking.py": KEYS,
    "rules/gwas/checks.py": PRINTED,
    "rules/gwas/ground/fleets.py": f"{PRINTED}; {TYPED}",
    "rules/gwas/strategic/contact.py": PRINTED,
    "rules/gwas/strategic/plotting.py": TYPED,
    "rules/gwas/tactical.py": PRINTED,
    "rules/gwas/weapons/damage.py": PRINTED,
    "rules/gwas_variant/orders.py": TYPED,
    "rules/gwas_variant/tactical_events.py": PRINTED,
    "rules/kit/said.py": "names of weapons that begin alike",
    "rules/kit/warship.py": OLDER,
    "core/battle/facts.py": KEYS,
    "core/battle/subject.py": KEYS,
    "core/play/knowledge.py": "paragraphs of a scenario",
    "core/orders/condition_words.py": KEYS,
    "core/orders/field_kinds.py": TYPED,
    "core/orders/happened.py": "the plus behind a score",
    "reports/render": LAYOUT,
    "reports/schema.py": "the first line of a docstring",
    "reports/shape.py": "lines of JSON",
    "reports/course": f"{KEYS}; {TYPED}",
    "reports/damage/kept_hits.py": KEYS,
    "reports/damage/marks.py": KEYS,
    "reports/tables/ship_rows.py": KEYS,
    "reports/sheets": LAYOUT,
    "reports/text_layout.py": LAYOUT,
}


WORDS = {"words", "text", "headline", "brief", "means", "fate", "reason", "how"}
"""Names of attributes and variables that hold sentences."""
SEARCHED: dict[str, str] = {
    "rules/gwas/weapons/damage.py": PRINTED,
    "rules/gwas_variant/strategic_rules/raiders.py": PRINTED,
    "core/battle/result.py": "a full stop is added to a sentence without one",
    "core/orders/draft.py": "a list of words",
    "reports/schema.py": "a map of docstrings",
}


def searches(path: Path) -> Iterator[ast.expr]:
    """The places of a module that look for something in a variable that is named like a sentence."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            yield from (
                text
                for search, text in zip(node.ops, node.comparators, strict=True)
                if isinstance(search, (ast.In, ast.NotIn)) and _is_sentence(text)
            )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHING:
            yield from [node.func.value] * _is_sentence(node.func.value)


def _is_sentence(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in WORDS


def cuts(path: Path) -> Iterator[ast.Call]:
    """The calls of a module that cut a text up, or that search it by a pattern."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = ast.unparse(node.func.value)
            if node.func.attr in (PATTERNS if of == "re" else CUTTING if of not in ("msgspec.structs", "dataclasses") else ()):
                yield node


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_cut_up_is_no_sentence(room: str) -> None:
    places = {path.relative_to(SOURCE).as_posix() for path in (SOURCE / room).rglob("*.py") if any(cuts(path))}
    assert {place for place in places if not place.startswith(tuple(WHY))} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_looked_for_in_a_sentence(room: str) -> None:
    assert {
        place: ast.unparse(found)
        for path in (SOURCE / room).rglob("*.py")
        for place in (path.relative_to(SOURCE).as_posix(),)
        if place not in SEARCHED
        for found in searches(path)
    } == {}


def test_nothing_is_named_that_searches_nothing() -> None:
    assert [place for place in SEARCHED if not any(searches(SOURCE / place))] == []


def test_nothing_is_named_that_cuts_nothing_up() -> None:
    named = {place: sorted(SOURCE.glob(f"{place}/*.py")) or [SOURCE / place] for place in WHY}
    assert [place for place, paths in named.items() if not any(any(cuts(path)) for path in paths)] == []
