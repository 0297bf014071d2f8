"""CONTRIBUTING.md leads to files that are there, and to names that they have."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.[a-z]+)`")
NAMED = re.compile(r"`([A-Za-z_.]+)` (?:of [^`,|]+)?in `((?:[a-z_]+/)+[a-z_]+\.py)`")


def file_of(path: str) -> Path:
    """A file of the package or of the repository."""
    inside = ROOT / "fleetbook" / path
    return inside if inside.exists() else ROOT / path


def test_every_file_is_there() -> None:
    paths = PATH.findall(TEXT)
    assert len(paths) > 40
    assert [path for path in paths if not file_of(path).is_file()] == []


def test_every_name_stands_in_its_file() -> None:
    named = NAMED.findall(TEXT)
    assert len(named) > 8
    missing = [
        (name, path)
        for name, path in named
        if any(not re.search(rf"\b{part}\b", file_of(path).read_text(encoding="utf-8")) for part in name.split("."))
    ]
    assert missing == []


def test_the_examples_stand_where_it_says() -> None:
    torpedoes = file_of("rules/coastal/tables/torpedoes.toml").read_text(encoding="utf-8")
    assert all(words in TEXT and words in torpedoes for words in ("fast_target", '[figure."fast torpedo target"]', "12 cm"))
    assert "known_to" in file_of("rules/gwas/ground/facts.py").read_text(encoding="utf-8")
