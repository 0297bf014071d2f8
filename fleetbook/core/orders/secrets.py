"""Finds the facts that a side may not know, or may know only in part. The declarations of the facts say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.subject import Declared, Subject

MayKnow: TypeAlias = Callable[[Any, str, str, str], bool]


class Secrets:
    """The facts of several classes of subjects that a side may not know, or may know only in part."""

    def __init__(self, subjects: Iterable[type[Subject]]) -> None:
        declared = [fact for subject in subjects for fact in subject.declared.values() if fact.is_stored]
        by_name = {(fact.name, bool(fact.key_name)): fact for fact in declared}
        self._knowers = {name: may_know for name, fact in by_name.items() if (may_know := _knowers(fact))}
        self._mixed = {name: fact.details["seen_as"] for name, fact in by_name.items() if "seen_as" in fact.details}

    def __bool__(self) -> bool:
        return bool(self._knowers or self._mixed)

    def are_about(self, key: Key) -> bool:
        """Whether this fact may be kept from a side at times, in whole or in part."""
        name = key.name, bool(key.other)
        return name in self._knowers or name in self._mixed

    def may_know(self, battle: Battle[Any], key: Key, side: str) -> bool:
        """Whether a side may know a fact now."""
        may_know = self._knowers.get((key.name, bool(key.other)))
        return may_know is None or may_know(battle, key.subject, key.other, side)

    def is_mixed(self, key: Key) -> bool:
        """Whether a side may know only its part of this fact's value. The value then mixes matters of several sides."""
        return (key.name, bool(key.other)) in self._mixed

    def seen_as(self, battle: Battle[Any], key: Key, value: FactValue, side: str) -> FactValue:
        """The part of a stored value that a side may know now, if the value mixes matters of several sides."""
        seen: FactValue = self._mixed[key.name, bool(key.other)](battle, key.subject, key.other, value, side)
        return seen


def _knowers(fact: Declared[Any]) -> MayKnow | None:
    """A function that says whether a side may know a fact; None if the fact is not secret."""
    own = _of_either if getattr(fact, "of_both", False) else _own
    return fact.details.get("known_to") or (own if fact.details.get("secret") else None)


def _of_either(battle: Any, subject: str, other: str, side: str) -> bool:
    """Whether one of the two ships of a secret fact belongs to a side. The sides of both ships know such a fact."""
    return _own(battle, subject, other, side) or _own(battle, other, subject, side)


def _own(battle: Any, subject: str, other: str, side: str) -> bool:
    """Whether a secret fact belongs to a side. Its subject is then the side, or a ship or squadron of the side."""
    if battle.is_ship(subject):
        return str(battle.ship(subject).side) == side
    owners: dict[str, str] = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    return owners.get(subject, subject) == side
