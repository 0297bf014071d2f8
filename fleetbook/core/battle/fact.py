"""A declared fact: its place in the state, its effects, and the same fact as it concerns each of several others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, Generic, Self, TypeVar, overload

from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.fact_effects import Cause, Changing, SetFact
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.subject import Declared, Setting, Subject

T = TypeVar("T")
F = TypeVar("F", bound="Fact[Any]")


def key_of(subject: object) -> str:
    """The name that a subject's facts are kept under; the battle's have none."""
    return subject if isinstance(subject, str) else str(getattr(subject, "name", ""))


class Fact(Declared[T]):
    """One fact of a subject. Effects take the subject, or its name; the battle stands for itself."""

    other = ""

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> T: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | T:
        if subject is None:
            return self
        return self.read(subject, Key(subject.name, self.name))

    def value(self, subject: Subject) -> T:
        """The value as it stands."""
        return self.read(subject, Key(subject.name, self.name, self.other))

    def read(self, subject: Subject, key: Key) -> T:
        """The value under its own key, or under that of one of several."""
        return self.decoded(subject._battle.fact(key), subject)

    def decoded(self, kept: FactValue, subject: Subject) -> T:
        """The value that is kept so."""
        raise NotImplementedError

    def encoded(self, value: T) -> FactValue:
        """The value as it is kept; None where nothing is."""
        raise NotImplementedError

    def set(self, subject: object, value: T, text: str = "", cause: Cause | None = None) -> Changing:
        """Set it."""
        yield SetFact(key_of(subject), self.name, self.encoded(value), self.other, text, cause)

    def start(self, subject: object, value: T) -> tuple[Key, FactValue]:
        """What holds at the start of a battle."""
        return Key(key_of(subject), self.name, self.other), self.encoded(value)

    def clear(self, subject: object, text: str = "") -> Changing:
        """Clear it."""
        yield SetFact(key_of(subject), self.name, None, self.other, text)

    def each(self, by: str, keys: Callable[[Any], Iterable[str]] | None = None) -> Keyed[T, Self]:
        """One such fact for each of others, such as mounts: ``keys`` finds them for a subject."""
        return Keyed(self, by, keys)

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The words that a referee may choose from, where it may be set by hand."""
        where = self.details.get("where")
        offered = self.details.get("by_hand") and (where is None or where(subject))
        values = self.by_hand(subject) if offered else {}
        if values:
            title = self.details.get("title") or ("{name}: {key}" if self.other else "{name}")
            yield title.format(name=self.name, key=self.other), Setting(self.name, tuple(values), values, self.other)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """What is kept for each of those words."""
        return {}

    def at(self, other: object) -> Self:
        """The same fact as it concerns another."""
        found = copy(self)
        found.other = str(other)
        return found

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """What the card says of it."""
        if "sign" in self.details:
            value = self.value(subject)
            if value:
                yield self._condition(subject, value, self.other)


class Keyed(Declared[Any], Generic[T, F]):
    """A fact kept for each of others. On a subject, ``[other]`` gives the value; on the class, the fact with its effects."""

    def __init__(self, one: F, by: str, keys: Callable[[Any], Iterable[str]] | None) -> None:
        super().__init__(one.name, **one.details)
        self.usually_at_once = one.usually_at_once
        self.one, self.key_name, self._keys = one, by, keys

    def __set_name__(self, owner: type, attribute: str) -> None:
        super().__set_name__(owner, attribute)
        self.one.name = self.name

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> Values[T]: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | Values[T]:
        return self if subject is None else Values(subject, self.one)

    def __getitem__(self, other: object) -> F:
        return self.one.at(other)

    def of(self, subject: Subject) -> list[F]:
        """The fact for each of the others that it may concern."""
        return [self.one.at(other) for other in (self._keys(subject) if self._keys else ())]

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The words for each of the others."""
        for fact in self.of(subject):
            yield from fact.settings(subject)

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """What the card says of each."""
        if "sign" in self.details:
            for fact in self.of(subject):
                yield from fact.conditions(subject)

    def value(self, subject: Subject) -> bool:
        """Whether it holds for any of the others."""
        return any(fact.value(subject) for fact in self.of(subject))


class Values(Generic[T]):
    """The values of a keyed fact of one subject."""

    __slots__ = ("_one", "_subject")

    def __init__(self, subject: Subject, one: Fact[T]) -> None:
        self._subject, self._one = subject, one

    def __getitem__(self, other: object) -> T:
        subject = self._subject
        return self._one.read(subject, Key(subject.name, self._one.name, str(other)))


def over(subjects: Iterable[Subject], moment: str) -> Changing:
    """What is over at a moment is cleared, for each of these subjects."""
    for subject in subjects:
        for declared in subject.declared.values():
            if moment in declared.until:
                for fact in declared.of(subject) if isinstance(declared, Keyed) else [declared]:
                    if isinstance(fact, Fact):
                        yield from fact.clear(subject)
