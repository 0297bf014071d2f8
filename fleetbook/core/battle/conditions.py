"""The kinds of facts, such as flags, numbers and tracks. A subject's class declares each fact once. An instance reads it as an
attribute, and the fact's effects change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, NoReturn, Self, TypeVar, Unpack, overload

from fleetbook.core.battle.fact import Fact, Pairwise, key_of, no_longer
from fleetbook.core.battle.fact_effects import Add, Append, Cause, Changing, Losing, Mark, SetFact, Striking
from fleetbook.core.battle.facts import FactValue, Key, is_nought
from fleetbook.core.battle.subject import Declared, Details, Subject
from fleetbook.core.campaign.becomes import GONE
from fleetbook.core.words.sentence import Said, Sentences, Words

T = TypeVar("T")
YES_NO = ("yes", "no")


class Flag(Fact[bool]):
    """A fact that is true or false."""

    def decoded(self, stored: FactValue, subject: Subject) -> bool:
        """True if a value is stored, otherwise False."""
        return bool(stored)

    def encoded(self, value: bool) -> FactValue:
        """The stored form: True, or None for False."""
        return value or None

    def set(self, subject: object, value: bool = True, said: Words = "", cause: Cause | None = None) -> Changing:
        """Set the flag to true, or to false with ``value=False``."""
        return super().set(subject, value, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose, yes and no, each with its stored value."""
        return dict(zip(YES_NO, (True, None), strict=True))


class TurnMark(Fact[bool]):
    """A fact that is true until the turn in which it was set ends. The turn's number is stored. In a simultaneous phase the fact
    counts at once.
    """

    usually_at_once, usually_becomes = True, GONE

    def read(self, subject: Subject, key: Key) -> bool:
        """Whether the fact was set in the present turn."""
        return subject._battle.is_this_turn(key)

    def encoded(self, value: bool) -> NoReturn:
        """Always raises TypeError: a TurnMark is set with ``mark``, not with ``set``."""
        raise TypeError(f"{self.name} is stored as a turn: use mark")

    def mark(self, subject: Subject, said: Words = "", cause: Cause | None = None) -> Changing:
        """Make the fact true for the present turn."""
        at = self.key(subject)
        yield SetFact(at.subject, at.name, subject._battle.turn, at.other, said, cause)

    def turn(self, subject: Subject) -> int | None:
        """The number of the turn when the fact was last set; None if it was never set."""
        at = self.key(subject)
        stored = subject._battle.fact(at)
        return stored if isinstance(stored, int) else None

    def last_turn(self, subject: Subject) -> bool:
        """Whether the fact was last set in the turn before the present one."""
        return self.turn(subject) == subject._battle.turn - 1

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose, yes and no, each with its stored value."""
        return dict(zip(YES_NO, (subject._battle.turn, None), strict=True))


class UntilTurn(Fact[int]):
    """A fact that holds until a turn begins, such as a gun that is loading. ``loading = UntilTurn(sign="LOAD", words="ready again
    in turn {}")`` declares it. Its value is the number of that turn, and 0 once the turn has begun. The sign then disappears from
    the card; no effect has to clear the fact.

    ``yield from Vessel.loading.set(ship, battle.turn + 2)`` sets it. With ``by_hand=3`` a referee may set it for one to three
    turns. In a simultaneous phase it counts at once, unless ``at_once=False``. Smoke between two ships is ``smoke =
    UntilTurn(sign="SMOKE", words="smoke towards {key} until turn {}").between_ships()``, and ``yield from
    Vessel.smoke[other].set(ship, battle.turn + 2)`` lays it for two turns.
    """

    usually_at_once, usually_becomes = True, GONE

    def decoded(self, stored: FactValue, subject: Subject) -> int:
        """The stored turn if it has not begun yet, otherwise 0."""
        return stored if isinstance(stored, int) and stored > subject._battle.turn else 0

    def encoded(self, value: int) -> FactValue:
        """The stored form: the number of the turn, or None for 0."""
        return value or None

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose, each with its stored value. They are ``no`` and the allowed turns to come."""
        declared = self.details.get("by_hand", 0)
        found = declared(subject, self.other) if callable(declared) else declared
        ahead = range(1, found + 1) if isinstance(found, int) else found
        now = subject._battle.turn
        return {"no": None, **{f"turn {now + turns}": now + turns for turns in ahead if turns > 0}}


def lapsed(ships: Iterable[Subject]) -> Iterator[Words]:
    """Sentences about facts between two ships that end because this turn begins. Secret facts, and facts without ``words``, give
    no sentence.
    """
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
    """A fact that is a whole number; 0 if nothing is stored. With ``zero_kept`` a 0 that was set is stored too."""

    def __init__(self, name: str = "", *, zero_kept: bool = False, **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._zero_kept = zero_kept

    def decoded(self, stored: FactValue, subject: Subject) -> int:
        """The stored number; 0 if none is stored."""
        return int(stored) if isinstance(stored, (int, float)) else 0

    def encoded(self, value: int) -> FactValue:
        """The stored form: the number, or None for a 0 that is not stored."""
        return value if value or self._zero_kept else None

    def add(self, subject: object, amount: int = 1, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add an amount to the number. A sum of 0 is not stored."""
        at = self.key(subject)
        yield Add(at.subject, at.name, amount, at.other, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The numbers that a referee may set, each with its stored value. They are declared as a range or a maximum."""
        return {str(number): self.encoded(number) for number in self._numbers(subject, self.details.get("by_hand", 0))}

    def numbers(self, subject: Subject) -> range:
        """The numbers that the fact may have when a battle begins. They go up to ``most``. Without ``most`` they are the numbers
        that a referee may set.
        """
        return self._numbers(subject, self.details.get("most", self.details.get("by_hand", 0)))

    def _numbers(self, subject: Subject, declared: int | range | Callable[[Any, str], int | range]) -> range:
        found = declared(subject, self.other) if callable(declared) else declared
        return found if isinstance(found, range) else range(found + 1)


class Word(Fact[str]):
    """A fact that is a word. ``absent`` is its value if nothing is stored, ``allowed`` are the possible words.

    A fact of the whole battle may have a ``heading``, "conditions" or "options". A scenario sets the fact there. The first
    allowed word is the default. A referee may then set the fact by hand too, unless ``by_hand=False``.
    """

    def __init__(
        self, name: str = "", *, allowed: tuple[str, ...] = (), absent: str = "", heading: str = "", **details: Unpack[Details]
    ) -> None:
        super().__init__(name, **details)
        self.allowed, self.heading, self._absent = allowed, heading, absent
        if heading:
            self.details.setdefault("by_hand", True)
            self.usually_becomes = GONE  # the next scenario says it again

    def decoded(self, stored: FactValue, subject: Subject) -> str:
        """The stored word; the word ``absent`` if none is stored."""
        return stored if isinstance(stored, str) else self._absent

    def encoded(self, value: str) -> FactValue:
        """The stored form: the word, or None for the word ``absent``."""
        return None if value == self._absent else value

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may set, each with its stored value."""
        return {word: self.encoded(word) for word in self.allowed}


class Statement(Fact[Said | None]):
    """A fact that is a sentence of the rules, such as the reason why a ship will sink. None if nothing is stored."""

    def decoded(self, stored: FactValue, subject: Subject) -> Said | None:
        """The stored sentence; None if there is none. Plain text that an earlier version stored is made into a sentence."""
        if isinstance(stored, str):
            return Sentences.typed(words=stored)
        return Said.of_fact(stored) if isinstance(stored, tuple) else None

    def encoded(self, value: Said | None) -> FactValue:
        """The stored form: the sentence's key and its values, or None for no sentence."""
        return value.as_fact() if value else None

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored sentences are the same. Plain text stored by an earlier version counts as equal to any sentence, and
        to any list inside a sentence.
        """
        if isinstance(one, tuple) and isinstance(other, tuple):
            pairs = zip(one, other, strict=False)
            return len(one) == len(other) and all(a == b or {type(a), type(b)} == {str, tuple} for a, b in pairs)
        return super().same(one, other) or {type(one), type(other)} == {str, tuple}


class Option(Fact[bool]):
    """An optional rule: a fact of the battle that a scenario sets to yes or no."""

    heading, usually_becomes = "options", GONE

    def __init__(self, name: str = "", *, unless_said: bool = False) -> None:
        super().__init__(name, by_hand=True)
        self.allowed = YES_NO if unless_said else YES_NO[::-1]

    def decoded(self, stored: FactValue, subject: Subject) -> bool:
        """Whether the optional rule is in force."""
        return stored == YES_NO[0]

    def encoded(self, value: bool) -> FactValue:
        """The stored form: the word ``yes`` or ``no``."""
        return YES_NO[not value]

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose, yes and no, each with its stored value."""
        return {word: word for word in self.allowed}


class Value(Fact[T | None], Generic[T]):
    """A fact of some other type, such as a named tuple or a frozen dataclass. None if nothing is stored. A named tuple or a
    dataclass is stored as the tuple of its fields.
    """

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, stored: FactValue, subject: Subject) -> T | None:
        """The value made from its stored form; None if nothing is stored."""
        return None if stored is None else from_stored(self._kind, stored)

    def encoded(self, value: T | None) -> FactValue:
        """The stored form: the value, the tuple of its fields, or None for no value."""
        return None if value is None else to_stored(value)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words that a referee may choose, each with its stored value: ``yes`` stores True, ``no`` stores nothing."""
        return dict(zip(YES_NO, (True, None), strict=True))


class Queue(Fact[tuple[T, ...]], Generic[T]):
    """A fact that is an ordered list of values of one type. Each item is stored as the fact type Value stores it."""

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, stored: FactValue, subject: Subject) -> tuple[T, ...]:
        """The items of the list; empty if nothing is stored."""
        return tuple(from_stored(self._kind, item) for item in stored) if isinstance(stored, tuple) else ()

    def encoded(self, value: Iterable[T]) -> FactValue:
        """The stored form: a tuple of the stored items, or None for an empty list."""
        return tuple(to_stored(item) for item in value) or None

    def boxes(self, item: T) -> int:
        """The boxes that an item of the list will strike off, if the items are hits whose damage is still to come. 0 if the
        number is not known yet. When such hits take effect together, reports divide the boxes among them by this number.
        """
        return 0

    def append(self, subject: Subject, *items: T, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add items to the end of the list."""
        if items:
            at = self.key(subject)
            yield Append(at.subject, at.name, tuple(to_stored(item) for item in items), at.other, said, cause)


class Boxes(Declared[int]):
    """A track: a row of boxes on a ship's card. The number of boxes left is stored, ``label`` is the track's name on the card.
    To pick one of several tracks, write a method ``def worst(self) -> Boxes``. With a property, mypy would take the track for a
    number of boxes.

    With ``secret`` or ``known_to``, a side that may not know the boxes left takes the track for undamaged.
    """

    def __init__(self, name: str = "", label: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._label = label

    @property
    def label(self) -> str:
        """The track's name on the card."""
        return self._label or self.name

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> int: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | int:
        return self if subject is None else self.value(subject)

    def value(self, subject: Subject) -> int:
        """The number of boxes left on the subject's track."""
        left = subject._battle.fact(self._key(subject.name))
        return int(left) if isinstance(left, (int, float)) else 0

    def gone(self, subject: Subject) -> bool:
        """Whether no box is left on the track. The odds then do not distinguish numbers above 0."""
        return subject._battle.fact_is(self._key(subject.name), is_nought)

    def _key(self, ship: str) -> Key:
        return self._keys.get(ship) or self._keys.setdefault(ship, Key(ship, self.name))

    @cached_property
    def _keys(self) -> dict[str, Key]:
        """A cache of the keys, by the names of their ships."""
        return {}

    def strike(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Striking:
        """Strike boxes off the track, but not more than are left. Returns the number struck off."""
        answer: int = yield Mark(key_of(ship), self.name, boxes, said, cause=cause)
        return answer

    def lose(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Losing:
        """Strike boxes off the track, but not more than are left. Unlike ``strike`` it returns nothing."""
        yield Mark(key_of(ship), self.name, boxes, said, answered=False, cause=cause)

    def restore(self, ship: object, boxes: int, said: Words = "") -> Striking:
        """Restore boxes of the track, but not more than are missing. Returns the number restored."""
        answer: int = yield Mark(key_of(ship), self.name, -boxes, said)
        return -answer


def from_stored(kind: Callable[..., T], stored: FactValue) -> T:
    """A value of the type ``kind``, made from its stored form."""
    return kind(*stored) if isinstance(stored, tuple) and kind is not tuple else kind(stored)


def to_stored(value: Any) -> FactValue:
    """The stored form of a value: a tuple of its fields, or the value itself."""
    if isinstance(value, tuple):
        return tuple(to_stored(item) for item in value)
    names = getattr(value, "__dataclass_fields__", None)
    return value if names is None else tuple(to_stored(getattr(value, name)) for name in names)
