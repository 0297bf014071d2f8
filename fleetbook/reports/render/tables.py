"""Write tables, such as all shots, for a spreadsheet or a script.

Text that a spreadsheet would take for a number or date is reworded. So "8+" becomes "8 or more".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Any

import msgspec

from fleetbook.core.play.journal import Journal
from fleetbook.reports.render.csv import neutral
from fleetbook.reports.shape import Shape, to_json
from fleetbook.reports.tables.kinds import TABLES, table_document
from fleetbook.reports.tables.places import VERSION

_SPAN = re.compile(r"(-?\d+(?:\.\d+)?)(?:(\+)|-(\d+(?:\.\d+)?))|\.\.(\d+)")
_SECTION = re.compile(r"\d+(?:[.-]\d+)+|\d+")
BOM = "\ufeff"


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
