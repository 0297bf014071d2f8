"""Write tables, such as all shots, for a spreadsheet or a script.

In CSV a text that a spreadsheet would take for a number or date is reworded. So "8+" becomes "8 or more".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.render.csv import neutral
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.shape import Shape, to_json
from fleetbook.reports.tables.kinds import TABLES, table_document
from fleetbook.reports.tables.places import VERSION

_SPAN = re.compile(r"(-?\d+(?:\.\d+)?)(?:(\+)|-(\d+(?:\.\d+)?))|\.\.(\d+)")
_SECTION = re.compile(r"\d+(?:[.-]\d+)+|\d+")
BOM = "\ufeff"
TABLE_FORMATS = ("csv", "json", "parquet")
FORMATS_WITH_TABLES = tuple(dict.fromkeys((*FORMATS, *TABLE_FORMATS)))
"""The formats of reports and of tables."""


def table_file(form: str, name: str, journal: Journal[Any], spreadsheet: bool = False) -> bytes:
    """A table of a battle in one of ``TABLE_FORMATS``. Raises InvalidInput for another format."""
    check_table_format(form, spreadsheet)
    shape, rows = TABLES[name]
    if form == "json":
        return table_json(name, journal).encode()
    return rows_file(form, name, shape, rows(journal), spreadsheet)


def rows_file(form: str, name: str, shape: type[Shape], rows: Iterable[Shape], spreadsheet: bool) -> bytes:
    """Rows of one data type as CSV or Parquet."""
    if form == "csv":
        return rows_csv(shape, rows, spreadsheet).encode()
    from fleetbook.reports.render.parquet import rows_parquet  # noqa: PLC0415 (loaded on demand)

    return rows_parquet(name, shape, rows, VERSION)


def check_table_format(form: str, spreadsheet: bool) -> None:
    """Raise InvalidInput if a table is not written in this format."""
    if form not in TABLE_FORMATS:
        raise InvalidInput("format", form, f"{', '.join(TABLE_FORMATS[:-1])} or {TABLE_FORMATS[-1]}: tables are data")
    if spreadsheet and form != "csv":
        raise InvalidInput("format", form, "csv: no other is for a spreadsheet")


def table_csv(name: str, journal: Journal[Any], spreadsheet: bool = False) -> str:
    """A table as CSV, with a column for each field of its rows.

    For a ``spreadsheet`` it begins with a byte-order mark and has semicolons instead of commas.
    """
    shape, rows = TABLES[name]
    return rows_csv(shape, rows(journal), spreadsheet)


def rows_csv(shape: type[Shape], rows: Iterable[Shape], spreadsheet: bool = False) -> str:
    """Rows of one data type as CSV, with a header row."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";" if spreadsheet else ",", quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(shape.__struct_fields__)
    for row in rows:
        writer.writerow([_cell(key, value) for key, value in msgspec.structs.asdict(row).items()])
    return (BOM if spreadsheet else "") + out.getvalue()


def table_json(name: str, journal: Journal[Any]) -> str:
    """A table as JSON, with its name and version."""
    return to_json(table_document(name)(table=name, version=VERSION, rows=tuple(TABLES[name][1](journal)))).decode() + "\n"


def _cell(key: str, value: Any) -> str | int | float:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return ""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]
    return neutral(f"§ {value}" if key == "section" and _SECTION.fullmatch(value) else in_words(value))


def in_words(text: str) -> str:
    """A range of numbers in words: "8+" is "8 or more", "3-4" is "3 to 4", "..2" is "up to 2". Other text is unchanged."""
    found = _SPAN.fullmatch(text)
    if not found:
        return text
    low, above, high, most = found.groups()
    return f"up to {most}" if most else f"{low} or more" if above else f"{low} to {high}"
