"""Tables as Parquet and all tables of a battle in a folder."""

from __future__ import annotations

import builtins
import csv
import json
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from fleetbook.reports.render.parquet import rows_parquet
from fleetbook.reports.render.tables import table_file
from fleetbook.reports.tables.kinds import TABLES
from fleetbook.reports.tables.shot_rows import ShotRow
from tests.cli.battles import begun
from tests.cli.shell import fleetbook
from tests.reports.journals import Played


def read(path: Path) -> tuple[dict[str, str], list[tuple[Any, ...]]]:
    """The types of the columns of a Parquet file, and its rows."""
    with duckdb.connect(":memory:") as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(path)])
        kinds = {column[0]: str(column[1]) for column in found.description or ()}
        return kinds, found.fetchall()


@pytest.mark.parametrize("name", TABLES)
def test_a_parquet_file_has_the_rows_of_the_json(name: str, tmp_path: Path) -> None:
    played = Played().to("fire-1")
    played.shot(6)
    path = tmp_path / f"o'{name}.parquet"
    path.write_bytes(table_file("parquet", name, played.journal))
    kinds, rows = read(path)
    told = json.loads(table_file("json", name, played.journal))["rows"]
    assert list(kinds) == list(TABLES[name][0].__struct_fields__)
    wanted = [[None if cell == "" else cell for cell in row.values()] for row in told]
    assert [list(row) for row in rows] == wanted


def test_columns_keep_their_types_in_a_table_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "shots.parquet"
    path.write_bytes(rows_parquet("shots", ShotRow, (), 2))
    kinds, rows = read(path)
    assert rows == []
    found = {name: kinds[name] for name in ("line", "firer", "distance", "expected", "damage")}
    assert found == {"line": "BIGINT", "firer": "VARCHAR", "distance": "DOUBLE", "expected": "DOUBLE", "damage": "BIGINT"}


def test_a_parquet_file_names_its_table_and_its_version(tmp_path: Path) -> None:
    path = tmp_path / "looks.parquet"
    path.write_bytes(table_file("parquet", "looks", Played().journal))
    with duckdb.connect(":memory:") as database:
        found = database.execute("SELECT key, value FROM parquet_kv_metadata(?)", [str(path)]).fetchall()
    assert dict(found) == {b"table": b"looks", b"version": b"2"}


def test_without_duckdb_the_refusal_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tmp_path)
    found = builtins.__import__

    def lacking(name: str, *more: Any, **named: Any) -> Any:
        if name == "duckdb":
            raise ImportError(name)
        return found(name, *more, **named)

    monkeypatch.delitem(sys.modules, "duckdb")
    monkeypatch.setattr(builtins, "__import__", lacking)
    ran = table("report", "--table", "shots", "-o", str(tmp_path / "shots.parquet"))
    assert ran.code == 2
    assert 'pip install "fleetbook[parquet]"' in ran.err
    assert not (tmp_path / "shots.parquet").exists()


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_all_tables_go_into_a_folder(form: str, tmp_path: Path) -> None:
    table, folder = begun(tmp_path).to("3"), tmp_path / "new" / "tables"
    ran = table("report", "--table", "all", "--format", form, "-o", str(folder))
    assert ran.code == 0, ran.err
    assert {path.name for path in folder.iterdir()} == {f"{name}.{form}" for name in TABLES}
    alone = table("report", "--table", "orders", "--format", form, "-o", str(tmp_path / f"orders.{form}"))
    assert alone.code == 0
    assert (folder / f"orders.{form}").read_bytes() == (tmp_path / f"orders.{form}").read_bytes()


def test_all_tables_for_a_spreadsheet(tmp_path: Path) -> None:
    table = begun(tmp_path).to("3")
    assert table("report", "--table", "all", "--spreadsheet", "-o", str(tmp_path / "tables")).code == 0
    assert (tmp_path / "tables" / "ships.csv").read_text(encoding="utf-8").startswith('\ufeff"ship";"side";')


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--table", "all"], "found nothing, allowed: a folder for all tables, such as -o tables"),
        (["--table", "all", "-o", "all.csv"], "found all.csv, allowed: a folder for all tables"),
        (["--table", "shots", "--short"], "a table is always whole: leave out --short"),
        (["--table", "shots", "--part", "luck"], "a table is always whole"),
        (["--table", "shots", "--format", "html"], "allowed: csv, json or parquet: tables are data"),
        (["--table", "shots", "-o", "x.parquet", "--spreadsheet"], "csv: no other is for a spreadsheet"),
        (["--spreadsheet"], "only a table is for a spreadsheet: name it with --table"),
        (["-o", "x.parquet"], "parquet holds one table: name it with --table"),
        (["--table", "shots", "--format", "parquet"], "found nothing, allowed: a file, such as -o shots.parquet"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: list[str], told: str, tmp_path: Path) -> None:
    ran = begun(tmp_path)("report", *options)
    assert ran.code == 2
    assert told in ran.err


def test_a_side_s_tables_hold_what_the_side_knows(tmp_path: Path) -> None:
    """In CSV and in Parquet alike."""
    table = begun(tmp_path).to("3")
    for form in "csv", "parquet":
        assert table("report", "--table", "all", "--side", "Red", "--format", form, "-o", str(tmp_path / form)).code == 0
    for name in TABLES:
        _, rows = read(tmp_path / "parquet" / f"{name}.parquet")
        written = (tmp_path / "csv" / f"{name}.csv").read_text(encoding="utf-8")
        assert len(rows) == len(list(csv.reader(written.splitlines()))) - 1, name


def test_the_table_of_a_season_is_parquet_too(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table("order", "end", "winner=Red")
    path = tmp_path / "season.parquet"
    ran = fleetbook("season", str(table.path), "-o", str(path))
    assert ran.code == 0, ran.err
    kinds, rows = read(path)
    assert (kinds["side"], kinds["ships_lost"], len(rows)) == ("VARCHAR", "BIGINT", 2)
