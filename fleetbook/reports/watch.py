"""Whoever watches a long report being written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[str, int, int], None]
"""Is told what is done now, how much of it is done, and of how much; whatever it raises ends the work."""


def silent(what: str, done: int, of: int) -> None:
    """Tell nobody how far it is."""
