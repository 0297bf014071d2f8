"""The page of docs that says what each column of a report's tables holds, from the shapes of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fleetbook.core.explained import docstring_lines, key_meanings
from fleetbook.reports.campaign.page import CampaignRow
from fleetbook.reports.season.summary import SeasonRow
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables.kinds import TABLES

TABLES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
HEAD = """\
# Tables for spreadsheets and scripts

`fleetbook report --table` writes one table, or all of them into a folder, as CSV, JSON or Parquet:

    fleetbook report club-night.battle --table shots -o shots.csv
    fleetbook report club-night.battle --table shots --spreadsheet -o shots.csv
    fleetbook report club-night.battle --table all -o tables
    fleetbook report club-night.battle --table all --format parquet -o tables
    fleetbook season --spreadsheet -o season.csv
    fleetbook campaign report port-arthur.campaign -o campaign.csv

| | CSV | JSON | Parquet |
| --- | --- | --- | --- |
| file | a line of names, then the rows | `table`, `version` and `rows` | table and version are metadata |
| yes or no | "yes" or "no" | true or false | true or false |
| no number | an empty cell | null | null |
| no text | an empty cell | "" | null |
| text | in quotes, and reworded | as it is | as it is |

CSV rewords a text that a spreadsheet would take for a date or a formula: "8+" is "8 or more", and a section "§ 8.1.6".
`--spreadsheet` separates CSV by semicolons and begins it with a byte-order mark, as spreadsheets of most countries expect.
Parquet keeps the type of a column, even of one without values. duckdb writes it: `pip install "fleetbook[parquet]"`.
`fleetbook schema shots` writes the schema of a table for programs, with an `$id` that holds the version.

**What later versions may change.** New columns may come at any place in a row, new keys in any JSON document, and new tables. The
schemas allow keys that they do not name. So read columns by their names, and ignore those that you do not know. A column that is
renamed or removed, or that means something else, gives all tables a new version. Other documents keep the same promise, each with
a version of its own. This is version 2 of the tables. Since version 1 no column has a name that SQL reserves: `left` and `full`
of marks are `boxes_left` and `boxes_full`, `left` of ships is `boxes_left`, `by` is `done_by` or `lost_by`, `why` is `reason`,
`order` is `procedure`, `range` is `distance`, and `table` of dice is `on_table`. `step` is the same in all tables. `how` is
`weapon`, if it is a weapon of the table of shots, and otherwise `cause`.

**How tables belong together.** `line` is a line of the journal in every table. `dice.line` and `dice.shot` are a shot's `line`
and `shot`. `marks.done_by` and `marks.weapon` are a shot's `firer` and `weapon`, `marks.ship` is its `target`.

**Questions in SQL.** SQLite and duckdb read the CSV files, and duckdb the Parquet files. This asks how many hits each side
scored, and how many were to be expected:

    SELECT side, sum(hits), round(sum(expected), 1) FROM 'tables/shots.parquet' GROUP BY side

How long did each turn take?

    SELECT turn, max(written_at::TIMESTAMP) - min(written_at::TIMESTAMP) FROM 'tables/orders.parquet' GROUP BY turn ORDER BY turn

At which range were ships spotted?

    SELECT floor(distance / 20) * 20 AS from_cm, count(*) AS tries, count(*) FILTER (WHERE found) AS seen
    FROM 'tables/looks.parquet' GROUP BY from_cm ORDER BY from_cm

How much did each weapon strike off?

    SELECT side, weapon, sum(boxes) FROM 'tables/marks.parquet' WHERE boxes > 0 GROUP BY side, weapon ORDER BY sum(boxes) DESC

<!-- python -m tests.reference -->
"""


def tables_page() -> str:
    """The page as it is to stand in docs."""
    kinds: dict[str, tuple[str, type[Shape]]] = {name: (f"report --table {name}", shape) for name, (shape, _) in TABLES.items()}
    kinds["season"] = "season", SeasonRow
    kinds["campaign"] = "campaign report --format csv", CampaignRow
    return HEAD + "".join(f"\n{part}\n" for name, (command, shape) in kinds.items() for part in _table(name, command, shape))


def _table(name: str, command: str, shape: type[Shape]) -> Iterator[str]:
    yield f"## {name.capitalize()}: `fleetbook {command}`"
    yield docstring_lines(shape).partition("\n")[0]
    meanings = key_meanings(shape)
    rows = [f"| `{field}` | {meanings[field]} |" for field in shape.__struct_fields__]
    yield "\n".join(("| column | holds |", "| --- | --- |", *rows))
