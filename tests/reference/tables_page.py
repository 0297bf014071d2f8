"""The page of docs that says what each column of a report's tables holds, from the shapes of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fleetbook.core.explained import docstring_lines, key_meanings
from fleetbook.reports.season.summary import SeasonRow
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.kinds import TABLES

TABLES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
HEAD = """\
# Tables for spreadsheets and scripts

`fleetbook report --table` writes a table as CSV, or as JSON with `--format json`:

    fleetbook report club-night.battle --table shots -o shots.csv
    fleetbook report club-night.battle --table shots --spreadsheet -o shots.csv
    fleetbook season --spreadsheet -o season.csv

The JSON of a table is an object with its name (`table`), the `version` of the tables and its `rows`.
`--spreadsheet` separates by semicolons and begins with a byte-order mark, as spreadsheets of most countries expect.
Figures are figures, and everything else is text: "8+" is written "8 or more", and a section "§ 8.1.6".
"yes" and "no" in CSV are true and false in JSON, and an empty cell is null.
`fleetbook schema shots` writes the schema of a table for programs, with an `$id` that holds the version.

**What later versions may change.** New columns may come at any place in a row, new keys in any JSON document, and new tables. The
schemas allow keys that they do not name. So read columns by their names, and ignore those that you do not know. A column that is
renamed or removed, or that means something else, gives all tables a new version. This is version 2: since version 1 no column
has a name that SQL reserves (`left` is `boxes_left`, `by` is `done_by` or `lost_by`, `order` is `procedure`, `range` is
`distance`), `step` is the same in all tables, and `how` is `weapon` or `cause`.

**How tables belong together.** `line` is a line of the journal in every table. `dice.line` and `dice.shot` are a shot's `line`
and `shot`. `marks.done_by` and `marks.weapon` are a shot's `firer` and `weapon`, `marks.ship` is its `target`. SQLite and duckdb
read the CSV files. This asks how many hits each side scored, and how many were to be expected:

    SELECT side, sum(hits), round(sum(expected), 1) FROM shots GROUP BY side

<!-- python -m tests.reference -->
"""


def tables_page() -> str:
    """The page as it is to stand in docs."""
    kinds: dict[str, tuple[str, type[Shape]]] = {name: (f"report --table {name}", shape) for name, (shape, _) in TABLES.items()}
    kinds["season"] = "season", SeasonRow
    return HEAD + "".join(f"\n{part}\n" for name, (command, shape) in kinds.items() for part in _table(name, command, shape))


def _table(name: str, command: str, shape: type[Shape]) -> Iterator[str]:
    yield f"## {name.capitalize()}: `fleetbook {command}`"
    yield docstring_lines(shape).partition("\n")[0]
    meanings = key_meanings(shape)
    rows = [f"| `{field}` | {meanings[field]} |" for field in shape.__struct_fields__]
    yield "\n".join(("| column | holds |", "| --- | --- |", *rows))
