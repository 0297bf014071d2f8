"""docs/tables.md says of every column of every table what it holds."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from fleetbook.reports.tables.kinds import TABLES
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.reference.tables_page import TABLES_PAGE, tables_page

PAGE = TABLES_PAGE.read_text(encoding="utf-8")


def test_it_stands_as_it_is_written() -> None:
    assert tables_page() == PAGE


def test_it_has_the_columns_that_are_written_in_their_order(table: Table) -> None:
    for name in TABLES:
        part = PAGE.partition(f"\n## {name.capitalize()}:")[2].partition("\n## ")[0]
        written = fleetbook("report", str(table.path), "--table", name).out.splitlines()[0]
        assert re.findall(r"^\| `(\w+)` \| \S", part, re.MULTILINE) == next(csv.reader([written]))


def test_its_commands_are_the_shell_s(tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^    fleetbook (report .+)$", PAGE, re.MULTILINE):
        words = [str(table.path) if word == "club-night.battle" else word for word in line.split()]
        assert fleetbook(*words).code == 0
    assert {path.suffix for path in (tmp_path / "tables").iterdir()} == {".csv", ".parquet"}
