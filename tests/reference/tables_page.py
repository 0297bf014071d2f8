"""The page of docs that says what each column of a report's tables holds, from the shapes of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fleetbook.core.explained import docs, explained
from fleetbook.reports.season import SeasonRow
from fleetbook.reports.shape import Shape
from fleetbook.reports.tables import TABLES

TABLES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
HEAD = """\
# Tables for spreadsheets and scripts

A report's `--table` writes a kind of thing a table and a thing a row, as CSV or, with `--format json`, as JSON:

    fleetbook report club-night.battle --table shots -o shots.csv
    fleetbook report club-night.battle --table shots --spreadsheet -o shots.csv
    fleetbook season --spreadsheet -o season.csv

`--spreadsheet` divides by semicolons and begins with a byte-order mark, as spreadsheets of most countries like it. Figures are
figures; everything else stays text: "8+" is written "8 or more", a section "§ 8.1.6". What is "yes" or "no" in CSV is true or
false in JSON, and what is left empty is null. `fleetbook schema shots`, and so on, writes the same for programs.

<!-- python -m tests.reference -->
"""


def tables_page() -> str:
    """The page as it is to stand in docs."""
    kinds: dict[str, tuple[str, type[Shape]]] = {name: (f"report --table {name}", shape) for name, (shape, _) in TABLES.items()}
    kinds["season"] = "season", SeasonRow
    return HEAD + "".join(f"\n{part}\n" for name, (command, shape) in kinds.items() for part in _table(name, command, shape))


def _table(name: str, command: str, shape: type[Shape]) -> Iterator[str]:
    yield f"## {name.capitalize()}: `fleetbook {command}`"
    yield docs(shape).partition("\n")[0]
    meanings = explained(shape)
    rows = [f"| `{field}` | {meanings[field]} |" for field in shape.__struct_fields__]
    yield "\n".join(("| column | holds |", "| --- | --- |", *rows))
