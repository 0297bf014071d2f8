"""The data type of an error, which a command with --json writes if it did nothing."""

from __future__ import annotations

from msgspec.structs import replace

from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.reports.shape import Shape


class Refusal(Shape, frozen=True):
    """The reason why a command did nothing. A key that this kind of error does not use is empty or null.

    kind                     refused (by the rules), die wanted, choice wanted, unreadable, or other
    message                  the whole error as a sentence for people
    reason, section          why the rules refuse, and the section of the rules that says so
    where, found, allowed, near    wrong input: its place, the text found, what is allowed, and the nearest allowed word
    label, sides, options    a missing die or choice: its purpose, the sides of the die, or the options of the choice
    line                     the number of the failed line of a batch, from 1; otherwise null
    """

    kind: str
    message: str
    reason: str = ""
    section: str = ""
    where: str = ""
    found: str = ""
    allowed: str = ""
    near: str = ""
    label: str = ""
    sides: int | None = None
    options: tuple[str, ...] = ()
    line: int | None = None


def refusal(error: FleetbookError) -> Refusal:
    """The data that describes an error."""
    return replace(_refusal(error), line=error.line or None)


def _refusal(error: FleetbookError) -> Refusal:
    message = str(error)
    if isinstance(error, Refused):
        return Refusal(kind="refused", message=message, reason=error.reason, section=error.section)
    if isinstance(error, DieNeeded):
        return Refusal(kind="die wanted", message=message, label=error.label, sides=error.sides)
    if isinstance(error, ChoiceNeeded):
        return Refusal(kind="choice wanted", message=message, label=error.label, options=tuple(error.options))
    if isinstance(error, InvalidInput):
        found, near = str(error.found), error.near or ""
        return Refusal(kind="unreadable", message=message, where=error.where, found=found, allowed=error.allowed, near=near)
    return Refusal(kind="other", message=message)
