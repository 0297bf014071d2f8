"""A report is read off the battle alone: nothing else is written, and nothing that an earlier report left is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import process
from tests.trust.games import begun


@pytest.mark.parametrize("words", [("report",), ("report", "--short"), ("report", "--format", "json"), ("log",), ("verify",)])
def test_reading_a_long_battle_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = begun("coastal", tmp_path / "club.battle", lines=80)
    command, *others = words
    assert process(command, str(path), *others).code == 0
    assert list(tmp_path.iterdir()) == [path]
