"""A table as a Parquet file: columns keep their types. duckdb writes it; the extra ``parquet`` installs duckdb."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.shape import Shape

NOT_INSTALLED = 'Parquet needs the package duckdb: install it with pip install "fleetbook[parquet]", or write csv'
_TYPES = {bool: "BOOLEAN", float: "DOUBLE", int: "BIGINT"}


def rows_parquet(name: str, shape: type[Shape], rows: Iterable[Shape], version: int) -> bytes:
    """Rows of one data type as a Parquet file, with the table's name and version as its metadata. An empty text is null.

    Raises InvalidInput if duckdb is not installed.
    """
    try:
        import duckdb  # noqa: PLC0415 (an extra)
    except ImportError:
        raise InvalidInput("format", "parquet", "csv or json", words=NOT_INSTALLED) from None
    columns = ", ".join(f"{field.name}: '{_column_type(field.type)}'" for field in msgspec.structs.fields(shape))
    with TemporaryDirectory(prefix="fleetbook-") as folder, duckdb.connect(":memory:") as database:
        lines, written = Path(folder, "rows.json"), Path(folder, "rows.parquet")
        lines.write_bytes(b"\n".join(map(_line, rows)))
        database.execute(
            f"COPY (SELECT * FROM read_json(?, format = 'newline_delimited', columns = {{{columns}}})) TO ? "
            f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{'table': '{name}', 'version': '{version}'}})",
            [str(lines), str(written)],
        )
        return written.read_bytes()


def _column_type(kind: Any) -> str:
    kinds = get_args(kind) or (kind,)
    return next((name for type_, name in _TYPES.items() if type_ in kinds), "VARCHAR")


def _line(row: Shape) -> bytes:
    return msgspec.json.encode({key: None if value == "" else value for key, value in msgspec.structs.asdict(row).items()})
