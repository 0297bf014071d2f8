"""What is worked out of a journal's lines: the same each time, so that whoever can may keep it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class WorkedOut:
    """Keeps nothing: what is asked for is worked out anew. Whoever has a place for it derives from it."""

    def of(self, number: int, what: str, shape: Any, work_out: Callable[[], T]) -> T:
        """What, such as ``results``, comes of the line of this number, or of the start, which is 0: a value of this shape, never
        None, and nothing that the line and those before it do not settle. What ``work_out`` raises is not kept.
        """
        return work_out()


NOTHING_KEPT = WorkedOut()
