"""Readings: how a gap of the sheet is settled."""

from __future__ import annotations

from dataclasses import dataclass

from fleetbook.core.tables.bounds import Value


def value_text(value: object) -> str:
    """A figure, or the value of a reading, as a referee would say it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a gap of the sheet is settled: a value that house rules can change, with its text and reason."""

    id: str
    value: Value | bool
    text: str
    reason: str
    section: str
    changed: str = ""
    allowed: tuple[str, ...] = ()
    """The words that a house rule may choose from. It is empty for numbers and for free words."""
    several: bool = False
    """Whether a house rule may choose several of these words."""
    printed: Value | bool | None = None
    """The value in the rules' own files. The text describes this one."""

    @property
    def described(self) -> str:
        """The text, the value that it describes, and the value of a house rule: ``A tie is the defender's. [defender; here:
        boarder]``.
        """
        here = f"; here: {value_text(self.value)}" if self.printed not in (None, self.value) else ""
        return f"{self.text} [{value_text(self.value if self.printed is None else self.printed)}{here}]"
