"""Reads the table files that a rule system ships beside its code."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def table_files(package_file: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and the parsed content of each file ``tables/*.toml`` in a package's folder, sorted by name."""
    for path in sorted((Path(package_file).parent / "tables").glob("*.toml")):
        yield path.name, tomllib.loads(path.read_text(encoding="utf-8"))
