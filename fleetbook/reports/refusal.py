"""The shape of a refusal: the reason why a command with --json did nothing."""

from __future__ import annotations

from msgspec.structs import replace

from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.reports.shape import Shape


class Refusal(Shape, frozen=True):
    """The reason why nothing was done. A key that the kind does not use is empty, or null.

    kind                     refused (by the rules), die wanted, choice wanted, unreadable, or other
    message                  the sentence for a person
    reason, section          of a refusal by the rules
    where, found, allowed, near    of unreadable input; ``near`` is the nearest word that is allowed
    label, sides, options    of a missing die or choice; ``label`` is its purpose
    line                     of a batch of orders: the line that failed, from 1; otherwise null
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
    """An error as data."""
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
