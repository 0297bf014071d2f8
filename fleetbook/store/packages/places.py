"""Where in a package's files something stands: file and line of classes and of what a table's error speaks of."""

from __future__ import annotations

import re
import sys
from inspect import getsourcelines
from pathlib import Path

from fleetbook.core.faults import short_path

_PARTS = re.compile(r"[:,] ")


def place_of(declared: type) -> str:
    """File and line of a class as a message shows them; empty where its source is not there."""
    module = sys.modules.get(declared.__module__)
    try:
        line = getsourcelines(declared)[1]
    except (OSError, TypeError):
        return ""
    return f"{short_path(getattr(module, '__file__', None) or '', declared.__module__)}:{line}"


def source_folder(module: str) -> Path | None:
    """The folder in which a module that was imported lies."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).parent if file else None


def place_in_tables(folder: Path, where: str) -> str:
    """File and line of the table, reading, figure or list that the place of an error names; empty where it is not found."""
    names = [part.removeprefix("reading ") for part in _PARTS.split(where)]
    for path in sorted(folder.glob("tables/*.toml")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            if any(f'"{name}"' in line or f".{name}]" in line for name in names if name):
                return f"tables/{path.name}:{number}"
    return ""
