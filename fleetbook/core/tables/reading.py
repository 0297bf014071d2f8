"""Readings: decisions on points that the sheet leaves open."""

from __future__ import annotations

import msgspec

from fleetbook.core.tables.bounds import Value


def value_text(value: object) -> str:
    """The value of a figure or a reading as a referee would say it: ``yes`` for True."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Reading(msgspec.Struct, frozen=True):
    """A decision on a point that the sheet leaves open. It has a value that house rules can change, a text and a reason."""

    id: str
    value: Value | bool
    text: str
    reason: str
    section: str
    changed: str = ""
    allowed: tuple[str, ...] = ()
    """The words that a house rule may choose from; empty for numbers and for free words."""
    several: bool = False
    """Whether a house rule may choose several of the allowed words."""
    printed: Value | bool | None = None
    """The value in the files of the rule system, before house rules. The text describes this value."""
    on_page: bool = True
    """Whether the page for players without the program shows the reading."""
    campaign: bool = False
    """Whether the reading applies only between battles, so that it changes no battle."""

    @property
    def described(self) -> str:
        """The text with the value that it describes. If a house rule changes the value, the new value follows: ``A tie is the
        defender's. [defender; here: boarder]``.
        """
        here = f"; here: {value_text(self.value)}" if self.printed not in (None, self.value) else ""
        return f"{self.text} [{value_text(self.value if self.printed is None else self.printed)}{here}]"
