"""File and line of a package's classes."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from inspect import getsourcelines
from pathlib import Path

from fleetbook.core.faults import short_path


def place_of(declared: type) -> str:
    """File and line of a class as a message shows them; empty without its source."""
    module = sys.modules.get(declared.__module__)
    try:
        line = getsourcelines(declared)[1]
    except (OSError, TypeError):
        return ""
    return f"{short_path(getattr(module, '__file__', None) or '', declared.__module__)}:{line}"


def place_of_field(declared: type, name: str) -> str:
    """File and line of a class's field. The field may be declared in a base class."""
    owner = next((one for one in declared.__mro__ if name in vars(one).get("__annotations__", ())), declared)
    place = place_of(owner)
    with suppress(OSError, TypeError):
        lines, first = getsourcelines(owner)
        at = next((number for number, line in enumerate(lines, first) if re.match(rf"\s+{re.escape(name)}\s*:", line)), first)
        return f"{place.rpartition(':')[0]}:{at}"
    return place


def source_folder(module: str) -> Path | None:
    """The folder of an imported module."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).parent if file else None
