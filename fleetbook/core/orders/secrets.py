"""The facts that a side may not know, or only in part, as their declarations say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.subject import Declared, Subject

MayKnow: TypeAlias = Callable[[Any, str, str, str], bool]


class Secrets:
    """The facts of some subjects that a side may not know, or only in part."""

    def __init__(self, subjects: Iterable[type[Subject]]) -> None:
        declared = [fact for subject in subjects for fact in subject.declared.values() if fact.is_stored]
        by_name = {(fact.name, bool(fact.key_name)): fact for fact in declared}
        self._knowers = {name: may_know for name, fact in by_name.items() if (may_know := _knowers(fact))}
        self._mixed = {name: fact.details["seen_as"] for name, fact in by_name.items() if "seen_as" in fact.details}

    def __bool__(self) -> bool:
        return bool(self._knowers or self._mixed)

    def are_about(self, key: Key) -> bool:
        """Whether a side may not know this fact at times, or only a part of its value."""
        name = key.name, bool(key.other)
        return name in self._knowers or name in self._mixed

    def may_know(self, battle: Battle[Any], key: Key, side: str) -> bool:
        """Whether a side may know a fact now."""
        may_know = self._knowers.get((key.name, bool(key.other)))
        return may_know is None or may_know(battle, key.subject, key.other, side)

    def is_mixed(self, key: Key) -> bool:
        """Whether a side may know only a part of this fact's value."""
        return (key.name, bool(key.other)) in self._mixed

    def seen_as(self, battle: Battle[Any], key: Key, value: FactValue, side: str) -> FactValue:
        """The part of a mixed fact's stored value that a side may know now."""
        seen: FactValue = self._mixed[key.name, bool(key.other)](battle, key.subject, key.other, value, side)
        return seen


def _knowers(fact: Declared[Any]) -> MayKnow | None:
    """A function that says whether a side may know a fact; None if the fact is not secret."""
    own = _of_either if getattr(fact, "of_both", False) else _own
    return fact.details.get("known_to") or (own if fact.details.get("secret") else None)


def _of_either(battle: Any, subject: str, other: str, side: str) -> bool:
    """Whether a side owns one of the two ships of a fact: a secret between two ships is known to both their sides."""
    return _own(battle, subject, other, side) or _own(battle, other, subject, side)


def _own(battle: Any, subject: str, other: str, side: str) -> bool:
    """Whether a secret fact belongs to a side. Its subject is then the side, or a ship or squadron of the side."""
    if battle.is_ship(subject):
        return str(battle.ship(subject).side) == side
    owners: dict[str, str] = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    return owners.get(subject, subject) == side
