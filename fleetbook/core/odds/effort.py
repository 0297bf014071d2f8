"""How much work a computation may do before it gives up."""

from __future__ import annotations

from collections.abc import Callable


class TooMuch(Exception):
    """The work passed its budget, or was stopped."""


class Budget:
    """Work that is left, and whoever may stop it."""

    __slots__ = ("_stop", "left")

    def __init__(self, work: int, stop: Callable[[], bool]) -> None:
        self.left, self._stop = work, stop

    def spend(self, work: int) -> None:
        """Count work. Raises TooMuch where it is more than is left, or somebody says stop."""
        self.left -= work
        if self.left < 0 or self._stop():
            raise TooMuch
