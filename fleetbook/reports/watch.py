"""The progress of a long report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[str, int, int], None]
"""Called with the present task, how much of it is done, and of how much. An exception that it raises ends the work."""


def silent(what: str, done: int, of: int) -> None:
    """Show nothing."""
