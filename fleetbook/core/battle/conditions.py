"""Kinds of facts. Each is declared once in a subject's class, then read as an attribute and changed by its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NoReturn, Self, TypeVar, Unpack, overload

from fleetbook.core.battle.fact import Fact, Pairwise, key_of, no_longer
from fleetbook.core.battle.fact_effects import Add, Append, Cause, Changing, Losing, Mark, SetFact, Striking
from fleetbook.core.battle.facts import FactValue, Key, is_nought
from fleetbook.core.battle.subject import Declared, Details, Subject
from fleetbook.core.words.sentence import Said, Sentences, Words

T = TypeVar("T")
YES_NO = ("yes", "no")


class Flag(Fact[bool]):
    """A fact that is true or false."""

    def decoded(self, stored: FactValue, subject: Subject) -> bool:
        """True if anything is stored."""
        return bool(stored)

    def encoded(self, value: bool) -> FactValue:
        """True, or nothing."""
        return value or None

    def set(self, subject: object, value: bool = True, said: Words = "", cause: Cause | None = None) -> Changing:
        """Set it, or clear it."""
        return super().set(subject, value, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes or no."""
        return dict(zip(YES_NO, (True, None), strict=True))


class TurnMark(Fact[bool]):
    """A fact that holds for one turn: the turn's number is stored. In a simultaneous step it counts at once."""

    usually_at_once = True

    def read(self, subject: Subject, key: Key) -> bool:
        """Whether it was set this turn."""
        return subject._battle.is_this_turn(key)

    def encoded(self, value: bool) -> NoReturn:
        """Raises TypeError: only the number of the turn can be stored."""
        raise TypeError(f"{self.name} is stored as a turn: use mark")

    def mark(self, subject: Subject, said: Words = "", cause: Cause | None = None) -> Changing:
        """Set it for this turn."""
        at = self.key(subject)
        yield SetFact(at.subject, at.name, subject._battle.turn, at.other, said, cause)

    def turn(self, subject: Subject) -> int | None:
        """The turn of its last setting; None if it was never set."""
        at = self.key(subject)
        stored = subject._battle.fact(at)
        return stored if isinstance(stored, int) else None

    def last_turn(self, subject: Subject) -> bool:
        """Whether it was set in the turn before."""
        return self.turn(subject) == subject._battle.turn - 1

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes or no."""
        return dict(zip(YES_NO, (subject._battle.turn, None), strict=True))


class UntilTurn(Fact[int]):
    """A fact that holds until a turn begins, such as a gun that is loading: ``loading = UntilTurn(sign="LOAD", words="ready again
    in turn {}")``. The value is that turn's number while it lies ahead, and 0 from then on. The sign goes then, and nothing has
    to be cleared. ``yield from Vessel.loading.set(ship, battle.turn + 2)`` sets it. By hand (``by_hand=3``) it is set one to
    three turns ahead. In a simultaneous step it counts at once, unless ``at_once=False``. Smoke between two ships for two turns
    is ``smoke = UntilTurn(sign="SMOKE", words="smoke towards {key} until turn {}").between_ships()``. It is made by ``yield from
    Vessel.smoke[other].set(ship, battle.turn + 2)``.
    """

    usually_at_once = True

    def decoded(self, stored: FactValue, subject: Subject) -> int:
        """The turn, while it lies ahead; 0 otherwise."""
        return stored if isinstance(stored, int) and stored > subject._battle.turn else 0

    def encoded(self, value: int) -> FactValue:
        """The turn."""
        return value or None

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """No, or until one of the turns ahead."""
        declared = self.details.get("by_hand", 0)
        found = declared(subject, self.other) if callable(declared) else declared
        ahead = range(1, found + 1) if isinstance(found, int) else found
        now = subject._battle.turn
        return {"no": None, **{f"turn {now + turns}": now + turns for turns in ahead if turns > 0}}


def lapsed(ships: Iterable[Subject]) -> Iterator[Words]:
    """Sentences about facts between two ships that end as this turn begins. Secrets and facts without words are left out."""
    seen = set[Key]()
    for ship in ships:
        for declared in ship.declared.values():
            secret = declared.details.get("secret") or declared.details.get("known_to")
            if secret or not isinstance(declared, Pairwise) or not isinstance(declared.one, UntilTurn):
                continue
            for fact in declared.of(ship):
                key, turn = fact.key(ship), ship._battle.turn
                if key not in seen and ship._battle.fact(key) == turn and (said := no_longer(fact, ship, turn)):
                    seen.add(key)
                    yield said


class Number(Fact[int]):
    """A whole number, 0 if nothing is stored. With ``zero_kept`` a 0 that was set is stored too."""

    def __init__(self, name: str = "", *, zero_kept: bool = False, **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._zero_kept = zero_kept

    def decoded(self, stored: FactValue, subject: Subject) -> int:
        """The number."""
        return int(stored) if isinstance(stored, (int, float)) else 0

    def encoded(self, value: int) -> FactValue:
        """The number."""
        return value if value or self._zero_kept else None

    def add(self, subject: object, amount: int = 1, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add to it. A sum of 0 is not stored."""
        at = self.key(subject)
        yield Add(at.subject, at.name, amount, at.other, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Numbers of the range, or from 0 to the most."""
        declared = self.details.get("by_hand", 0)
        found = declared(subject, self.other) if callable(declared) else declared
        numbers = found if isinstance(found, range) else range(found + 1)
        return {str(number): self.encoded(number) for number in numbers}


class Word(Fact[str]):
    """A word. ``absent`` is its value if nothing is stored, ``allowed`` are the possible words.

    A fact of the battle may have a ``heading``, "conditions" or "options". A scenario sets it there. The first allowed word is
    the default. A referee may then set it by hand too, unless ``by_hand=False``.
    """

    def __init__(
        self, name: str = "", *, allowed: tuple[str, ...] = (), absent: str = "", heading: str = "", **details: Unpack[Details]
    ) -> None:
        super().__init__(name, **details)
        self.allowed, self.heading, self._absent = allowed, heading, absent
        if heading:
            self.details.setdefault("by_hand", True)

    def decoded(self, stored: FactValue, subject: Subject) -> str:
        """The word."""
        return stored if isinstance(stored, str) else self._absent

    def encoded(self, value: str) -> FactValue:
        """The word; nothing for the word that counts as absent."""
        return None if value == self._absent else value

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The allowed words."""
        return {word: self.encoded(word) for word in self.allowed}


class Statement(Fact[Said | None]):
    """A stored sentence of the rules, such as the reason why a ship will sink. It may be None."""

    def decoded(self, stored: FactValue, subject: Subject) -> Said | None:
        """The sentence. Words that an earlier version stored become a sentence too."""
        if isinstance(stored, str):
            return Sentences.typed(words=stored)
        return Said.of_fact(stored) if isinstance(stored, tuple) else None

    def encoded(self, value: Said | None) -> FactValue:
        """Its key and its values."""
        return value.as_fact() if value else None

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether it is the same. Words that an earlier version stored match any sentence, and any list in a sentence."""
        if isinstance(one, tuple) and isinstance(other, tuple):
            pairs = zip(one, other, strict=False)
            return len(one) == len(other) and all(a == b or {type(a), type(b)} == {str, tuple} for a, b in pairs)
        return super().same(one, other) or {type(one), type(other)} == {str, tuple}


class Option(Fact[bool]):
    """An optional rule that a scenario may bring into force. Yes or no is stored."""

    heading = "options"

    def __init__(self, name: str = "", *, unless_said: bool = False) -> None:
        super().__init__(name, by_hand=True)
        self.allowed = YES_NO if unless_said else YES_NO[::-1]

    def decoded(self, stored: FactValue, subject: Subject) -> bool:
        """Whether it is in force."""
        return stored == YES_NO[0]

    def encoded(self, value: bool) -> FactValue:
        """Yes or no."""
        return YES_NO[not value]

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes and no."""
        return {word: word for word in self.allowed}


class Value(Fact[T | None], Generic[T]):
    """One value of a type of its own: a number, a word, a named tuple or a frozen dataclass. The last two are stored as a tuple
    of their fields. It is None if nothing is stored.
    """

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, stored: FactValue, subject: Subject) -> T | None:
        """The value."""
        return None if stored is None else from_stored(self._kind, stored)

    def encoded(self, value: T | None) -> FactValue:
        """The value, or its fields."""
        return None if value is None else to_stored(value)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes (without a value) or no."""
        return dict(zip(YES_NO, (True, None), strict=True))


class Queue(Fact[tuple[T, ...]], Generic[T]):
    """An ordered list of values of a type of its own, each stored as a Value stores it."""

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, stored: FactValue, subject: Subject) -> tuple[T, ...]:
        """The values."""
        return tuple(from_stored(self._kind, item) for item in stored) if isinstance(stored, tuple) else ()

    def encoded(self, value: Iterable[T]) -> FactValue:
        """Each value, or its fields; nothing for an empty list."""
        return tuple(to_stored(item) for item in value) or None

    def append(self, subject: Subject, *items: T, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add to the end."""
        if items:
            at = self.key(subject)
            yield Append(at.subject, at.name, tuple(to_stored(item) for item in items), at.other, said, cause)


class Boxes(Declared[int]):
    """A track: a row of boxes. The number of boxes left is stored, ``label`` is its name on the card. Write a method, ``def
    worst(self) -> Boxes``, to pick one of several tracks. For mypy a property would be a number of boxes.
    """

    def __init__(self, name: str = "", label: str = "") -> None:
        super().__init__(name)
        self._label = label

    @property
    def label(self) -> str:
        """Its name on the card."""
        return self._label or self.name

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> int: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | int:
        return self if subject is None else self.value(subject)

    def value(self, subject: Subject) -> int:
        """Boxes left."""
        return subject.count(self.name)

    def gone(self, subject: Subject) -> bool:
        """Whether no box is left. The odds need not tell higher numbers apart."""
        return subject._battle.fact_is(Key(subject.name, self.name), is_nought)

    def strike(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Striking:
        """Strike boxes off, as many as there are. Returns their number."""
        answer: int = yield Mark(key_of(ship), self.name, boxes, said, cause=cause)
        return answer

    def lose(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Losing:
        """Strike boxes off, as many as there are. Returns nothing."""
        yield Mark(key_of(ship), self.name, boxes, said, answered=False, cause=cause)

    def restore(self, ship: object, boxes: int, said: Words = "") -> Striking:
        """Restore boxes, as many as are missing. Returns their number."""
        answer: int = yield Mark(key_of(ship), self.name, -boxes, said)
        return -answer


def from_stored(kind: Callable[..., T], stored: FactValue) -> T:
    """A value of a type from its stored form."""
    return kind(*stored) if isinstance(stored, tuple) and kind is not tuple else kind(stored)


def to_stored(value: Any) -> FactValue:
    """The stored form of a value: its fields, or the value itself."""
    if isinstance(value, tuple):
        return tuple(to_stored(item) for item in value)
    names = getattr(value, "__dataclass_fields__", None)
    return value if names is None else tuple(to_stored(getattr(value, name)) for name in names)
