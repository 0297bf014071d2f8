"""The progress of a long report, as reported to the user."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[str, int, int], None]
"""A function that gets the present task, the amount done and the total amount. It may raise an exception to end the work."""


def silent(what: str, done: int, of: int) -> None:
    """Ignore the progress."""
