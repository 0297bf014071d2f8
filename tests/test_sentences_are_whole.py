"""No rule and no report cuts a sentence up: words are made of data. Whatever else is cut up, is named here with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fleetbook

SOURCE = Path(fleetbook.__file__).parent
ROOMS = ("rules", "core/play", "core/orders", "reports")
CUTTING = {"removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit", "replace"}
PATTERNS = {"compile", "sub", "search", "match", "fullmatch", "split", "finditer"}

PRINTED = "a cell, a figure or a reading that holds several words"
TYPED = "words that a person typed"
OLDER = "a form of earlier versions"
LAYOUT = "text is laid out for a page, a terminal or a format"
KEYS = "ids, keys, file names and step numbers"
FATE = "a fate in words, where only its turn is wanted: it is to be worded from the fate's data"

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
    "core/play/hidden_names.py": "names are searched in words: a side's results are not yet worded for the side",
    "core/play/knowledge.py": "paragraphs of a scenario",
    "core/play/results.py": "a ship's name is searched in phrases about her; the place of a fault in a stranger's rules",
    "core/orders/condition_words.py": KEYS,
    "core/orders/field_kinds.py": TYPED,
    "core/orders/happened.py": "the plus behind a score",
    "reports/damage/section.py": FATE,
    "reports/forces.py": "the first half of a ship's pace",
    "reports/render": LAYOUT,
    "reports/schema.py": "the first line of a docstring",
    "reports/course": f"{KEYS}; {TYPED}",
    "reports/damage/kept_hits.py": KEYS,
    "reports/tables/ship_rows.py": KEYS,
    "reports/sheets": LAYOUT,
    "reports/text_layout.py": LAYOUT,
}


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


def test_nothing_is_named_that_cuts_nothing_up() -> None:
    named = {place: sorted(SOURCE.glob(f"{place}/*.py")) or [SOURCE / place] for place in WHY}
    assert [place for place, paths in named.items() if not any(any(cuts(path)) for path in paths)] == []
