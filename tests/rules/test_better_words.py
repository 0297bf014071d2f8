"""Other words in the tables of a rule system make no other rules: battles begun with the former words go on."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.tables.loader import read_tables
from fleetbook.store.catalogue import ruleset, ruleset_ids

PROSE = {"title", "text", "reason", "reading"}


def reworded(content: Any) -> Any:
    """Content of a TOML file in which every sentence is another one."""
    if isinstance(content, dict):
        return {
            key: f"Other words for {key}." if key in PROSE and isinstance(value, str) else reworded(value)
            for key, value in content.items()
        }
    return [reworded(each) for each in content] if isinstance(content, list) else content


@pytest.mark.parametrize("system", ruleset_ids())
def test_other_words_make_no_other_rules(system: str) -> None:
    files = [*ruleset(system).table_files()]
    other = read_tables([(name, reworded(content)) for name, content in files])
    printed = read_tables(files)
    assert other.hash == printed.hash
    assert other.hash_with_words != printed.hash_with_words
