"""Facts that not everybody at the table may know: which these are, and which side may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fleetbook.core.battle.subject import Declared


def knowers(fact: Declared[Any]) -> Callable[[Any, str, str, str], bool] | None:
    """Whether a side may know of a fact, as it was declared; None where everybody may."""
    own = _of_either if getattr(fact, "of_both", False) else _own
    return fact.details.get("known_to") or (own if fact.details.get("secret") else None)


def _of_either(battle: Any, subject: str, other: str, side: str) -> bool:
    """A secret of two ships is for the sides of both."""
    return _own(battle, subject, other, side) or _own(battle, other, subject, side)


def _own(battle: Any, subject: str, other: str, side: str) -> bool:
    """A secret is for the side whose ship or squadron it concerns, or which it concerns itself."""
    if battle.is_ship(subject):
        return str(battle.ship(subject).side) == side
    owners: dict[str, str] = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    return owners.get(subject, subject) == side
