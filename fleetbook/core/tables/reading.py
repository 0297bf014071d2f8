"""How a gap of the sheet is read: its value in force, and the one that its text tells."""

from __future__ import annotations

from dataclasses import dataclass

from fleetbook.core.tables.bounds import Value


def value_text(value: object) -> str:
    """A figure, or the value of a reading, as a referee would say it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a gap in the sheet is read: a value that a house-rule file can change, what it says and why it is needed."""

    id: str
    value: Value | bool
    text: str
    reason: str
    section: str
    changed: str = ""
    allowed: tuple[str, ...] = ()
    """The words that a house rule may choose from; empty where it is no word, or any."""
    several: bool = False
    """Whether it may choose several of them."""
    printed: Value | bool | None = None
    """What stands in the rules' own files: the value that the text tells."""

    @property
    def told(self) -> str:
        """The text with the value that it tells, and behind it the one that a house rule put in its place, so that neither is
        taken for the other: ``A tie is the defender's. [defender; here: boarder]``.
        """
        here = f"; here: {value_text(self.value)}" if self.printed not in (None, self.value) else ""
        return f"{self.text} [{value_text(self.value if self.printed is None else self.printed)}{here}]"
