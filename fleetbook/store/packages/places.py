"""Where in a package's files something stands: file and line of classes."""

from __future__ import annotations

import sys
from inspect import getsourcelines
from pathlib import Path

from fleetbook.core.faults import short_path


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
