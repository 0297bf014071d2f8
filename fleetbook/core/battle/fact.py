"""A declared fact: its key and the effects that change it. A fact may also have a value for each mount or each other ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, Self, TypeVar, overload

from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.fact_effects import Cause, Changing, SetFact
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.subject import Declared, Setting, Subject
from fleetbook.core.campaign.becomes import GONE
from fleetbook.core.words.sentence import Sentences, Words

T = TypeVar("T")
F = TypeVar("F", bound="Fact[Any]")


def key_of(subject: object) -> str:
    """The name under which a subject's facts are stored; empty for the battle itself."""
    return subject if isinstance(subject, str) else str(getattr(subject, "name", ""))


class Fact(Declared[T]):
    """A declared fact of a subject. The methods that change it take the subject, the subject's name, or the battle."""

    other = ""
    of_both = False
    """Whether two ships share one value of the fact."""

    def key(self, subject: object) -> Key:
        """The key under which the subject's value is stored. A value shared by two ships is stored under the name that is first
        in the alphabet.
        """
        one = key_of(subject)
        found = self._keys.get(one)
        if found is None:
            other = self.other
            found = Key(other, self.name, one) if self.of_both and other < one else Key(one, self.name, other)
            self._keys[one] = found
        return found

    @cached_property
    def _keys(self) -> dict[str, Key]:
        """A cache of the keys, by the names of their subjects, because most facts are read many times."""
        return {}

    @cached_property
    def _items(self) -> dict[str, Self]:
        """A cache of the facts for other items or ships."""
        return {}

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> T: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | T:
        if subject is None:
            return self
        return self.read(subject, self._keys.get(subject.name) or self.key(subject.name))

    def value(self, subject: Subject) -> T:
        """The subject's present value of the fact."""
        return self.read(subject, self._keys.get(subject.name) or self.key(subject.name))

    def read(self, subject: Subject, key: Key) -> T:
        """The value stored under a key, decoded."""
        return self.decoded(subject._battle.fact(key), subject)

    def decoded(self, stored: FactValue, subject: Subject) -> T:
        """The value made from its stored form."""
        raise NotImplementedError

    def encoded(self, value: T) -> FactValue:
        """The stored form of a value; None if nothing needs to be stored."""
        raise NotImplementedError

    def set(self, subject: object, value: T, said: Words = "", cause: Cause | None = None) -> Changing:
        """Set the fact to a value. ``said`` is the sentence for the journal. If the fact already has this value, nothing changes
        and the journal says nothing. Yield a ``note`` to say something all the same.
        """
        at = self.key(subject)
        yield SetFact(at.subject, at.name, self.encoded(value), at.other, said, cause)

    def start(self, subject: object, value: T) -> tuple[Key, FactValue]:
        """The fact's key and stored value for the start of a battle."""
        return self.key(subject), self.encoded(value)

    def clear(self, subject: object, said: Words = "") -> Changing:
        """Remove the stored value, so that the fact no longer holds."""
        at = self.key(subject)
        yield SetFact(at.subject, at.name, None, at.other, said)

    def between_ships(self) -> Pairwise[T, Self]:
        """Declare one value of the fact for each pair of ships, such as smoke. ``smoke = Flag(sign="SMOKE", words="smoke towards
        {key}").between_ships()`` declares it.

        ``ship.smoke[other]`` is the value. ``yield from Vessel.smoke[other].set(ship)`` and ``.clear(ship)`` change it; which of
        the two ships is named first does not matter. ``Vessel.smoke.holding(ship)`` lists the other ships. The cards of both
        ships show the fact, with the other ship as ``{key}``. With ``by_hand`` a referee may set it for either ship.

        ``until`` names a phase: the fact ends as that phase begins. If only one side acts in the phase, only the facts of that
        side's ships end. The journal says that a fact has ended, if the fact has ``words`` and is not secret. The function
        ``known_to`` gets the two names in alphabetical order. A ``secret`` fact is known to the sides of both ships.
        """
        return Pairwise(self, both=True)

    def toward_ships(self, back: str = "") -> Pairwise[T, Self]:
        """Declare one value of the fact for a ship and each other ship, such as a tow. ``tows = Flag(sign="TOW", words="tows
        {key}").toward_ships(back="towed by {key}")`` declares it. The first ship's card shows the fact. The other ship's card
        shows it in the words of ``back``, if they are given. The fact is read and changed like a fact between ships. In
        ``Vessel.tows[other].set(ship)`` the other ship is the one that is towed.
        """
        return Pairwise(self, both=False, back=back)

    def each(self, by: str, keys: Callable[[Any], Iterable[str]] | None = None) -> Keyed[T, Self]:
        """Declare one value of the fact for each item of a subject, such as each mount. ``by`` is the word for such an item.
        ``keys`` lists a subject's items.
        """
        return Keyed(self, by, keys)

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The settings of this fact that a referee may change by hand, each with its title. There are none if he may not set the
        fact.
        """
        where = self.details.get("where")
        offered = self.details.get("by_hand") and (where is None or where(subject))
        values = self.by_hand(subject) if offered else {}
        if values:
            title = self.details.get("title") or ("{name}: {key}" if self.other else "{name}")
            at = self.key(subject)
            whose = at.subject if at.subject != subject.name else ""
            yield title.format(name=self.name, key=self.other), Setting(at.name, tuple(values), values, at.other, whose=whose)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose from, each with its stored value."""
        return {}

    def at(self, other: object) -> Self:
        """The same fact for another item or ship: ``Vessel.smoke.one.at("Ajax")``."""
        name = str(other)
        found = self._items.get(name)
        if found is None:
            found = object.__new__(type(self))  # copy() takes three times as long
            found.__dict__.update(self.__dict__, other=name, _keys={}, _items={})
            self._items[name] = found
        return found

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions on the subject's card that this fact gives. There are none if the fact has no sign or does not hold."""
        if "sign" in self.details and (value := self.value(subject)):
            yield self._condition(subject, value, self.other)


class Keyed(Declared[Any], Generic[T, F]):
    """A fact with one value for each of several items, such as mounts. ``subject.fact[item]`` is the value for an item.
    ``Class.fact[item]`` is the fact for that item, with the methods that change it.
    """

    of_both = False
    """Whether the items are ships, and two ships share one value."""

    def __init__(self, one: F, by: str, keys: Callable[[Any], Iterable[str]] | None) -> None:
        super().__init__(one.name, **one.details)
        self.usually_at_once, self.usually_becomes = one.usually_at_once, one.usually_becomes
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
        """The fact for each item of the subject; empty if the declaration does not list the items."""
        return [self.one.at(other) for other in (self._keys(subject) if self._keys else ())]

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The settings that a referee may change by hand, for each item."""
        for fact in self.of(subject):
            yield from fact.settings(subject)

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions on the subject's card that the fact gives for each item."""
        if "sign" in self.details:
            for fact in self.of(subject):
                yield from fact.conditions(subject)

    def value(self, subject: Subject) -> bool:
        """Whether the fact holds for any of the items."""
        return any(fact.value(subject) for fact in self.of(subject))


class Pairwise(Keyed[T, F]):
    """A fact that a ship has toward each other ship. ``between_ships`` and ``toward_ships`` declare it."""

    def __init__(self, one: F, *, both: bool, back: str = "") -> None:
        one.of_both = both
        super().__init__(one, "ship", _other_ships)
        self.usually_becomes = one.usually_becomes = GONE  # it is about two ships that meet
        self.of_both, self._back = both, back

    def holding(self, subject: Subject) -> list[str]:
        """The names of the other ships toward which the fact holds, in the scenario's order."""
        return [fact.other for fact in self.of(subject) if fact.value(subject)]

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions on a ship's card for her facts toward other ships, and for the facts of other ships toward her."""
        yield from super().conditions(subject)
        if self._back and "sign" in self.details:
            hers = self.one.at(subject.name)
            for name in _other_ships(subject):
                other = Subject(subject._battle, name)
                if value := hers.value(other):
                    found = hers._condition(other, value, name)
                    yield Condition(found.short, self._back.format(value, key=name), found.gravity, found.secret)


def _other_ships(subject: Subject) -> list[str]:
    return [name for name in subject._battle.ship_names if name != subject.name]


class Values(Generic[T]):
    """The values of one subject for a fact that has several: ``values[item]`` is the value for an item."""

    __slots__ = ("_one", "_subject")

    def __init__(self, subject: Subject, one: Fact[T]) -> None:
        self._subject, self._one = subject, one

    def __getitem__(self, other: object) -> T:
        name = str(other)
        return (self._one._items.get(name) or self._one.at(name)).value(self._subject)


def over(subjects: Iterable[Subject], moment: str) -> Changing:
    """Clear all facts of these subjects that end at ``moment``, such as the id of a phase that begins."""
    for subject in subjects:
        for declared in subject._with["until"]:
            if moment in declared.until:
                for fact in declared.of(subject) if isinstance(declared, Keyed) else [declared]:
                    if isinstance(fact, Fact):
                        yield from fact.clear(subject, no_longer(fact, subject) if isinstance(declared, Pairwise) else "")


def no_longer(fact: Fact[Any], subject: Subject, value: Any = None) -> Words:
    """The sentence that a fact between two ships has ended; empty if the fact has no ``words``."""
    holds = value or fact.value(subject)
    if not holds or "words" not in fact.details:
        return ""
    words = fact._condition(subject, holds, fact.other).text if "sign" in fact.details else fact.name
    return Sentences.now_so(ship=subject.name, words=Sentences.no_longer(words=words))
