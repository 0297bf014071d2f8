"""Kinds of facts: each declared once in the body of a subject's class, then read as an attribute and changed by its effects."""

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
    """Whether something is so."""

    def decoded(self, kept: FactValue, subject: Subject) -> bool:
        """Anything kept is so."""
        return bool(kept)

    def encoded(self, value: bool) -> FactValue:
        """Nothing is kept of what is not so."""
        return value or None

    def set(self, subject: object, value: bool = True, said: Words = "", cause: Cause | None = None) -> Changing:
        """Set it, or clear it."""
        return super().set(subject, value, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes or no."""
        return dict(zip(YES_NO, (True, None), strict=True))


class TurnMark(Fact[bool]):
    """Whether something was so this turn: kept is the turn's number. In a simultaneous step it counts at once."""

    usually_at_once = True

    def read(self, subject: Subject, key: Key) -> bool:
        """Whether it was set this turn."""
        return subject._battle.is_this_turn(key)

    def encoded(self, value: bool) -> NoReturn:
        """Only a turn's number can be kept."""
        raise TypeError(f"{self.name} is kept as a turn: use mark")

    def mark(self, subject: Subject, said: Words = "", cause: Cause | None = None) -> Changing:
        """It is so this turn."""
        at = self.key(subject)
        yield SetFact(at.subject, at.name, subject._battle.turn, at.other, said, cause)

    def turn(self, subject: Subject) -> int | None:
        """The turn in which it was set last; None where it never was."""
        at = self.key(subject)
        kept = subject._battle.fact(at)
        return kept if isinstance(kept, int) else None

    def last_turn(self, subject: Subject) -> bool:
        """Whether it was set in the turn before."""
        return self.turn(subject) == subject._battle.turn - 1

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes or no."""
        return dict(zip(YES_NO, (subject._battle.turn, None), strict=True))


class UntilTurn(Fact[int]):
    """So until a turn begins, such as a gun that is ready again in turn 5: ``loading = UntilTurn(sign="LOAD", words="ready again
    in turn {}")``. The value is that turn's number while it lies ahead, and 0 from then on: the sign goes by itself, and nothing
    has to be cleared. ``yield from Vessel.loading.set(ship, battle.turn + 2)`` sets it. By hand (``by_hand=3``) it is set to
    one of so many turns ahead. In a simultaneous step it counts at once, unless ``at_once=False``. Smoke between two ships
    that lasts two turns is ``smoke = UntilTurn(sign="SMOKE", words="smoke towards {key} until turn {}").between_ships()``, laid
    by ``yield from Vessel.smoke[other].set(ship, battle.turn + 2)``.
    """

    usually_at_once = True

    def decoded(self, kept: FactValue, subject: Subject) -> int:
        """The turn, while it lies ahead."""
        return kept if isinstance(kept, int) and kept > subject._battle.turn else 0

    def encoded(self, value: int) -> FactValue:
        """The turn."""
        return value or None

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """No, or until one of the turns ahead."""
        said = self.details.get("by_hand", 0)
        found = said(subject, self.other) if callable(said) else said
        ahead = range(1, found + 1) if isinstance(found, int) else found
        now = subject._battle.turn
        return {"no": None, **{f"turn {now + turns}": now + turns for turns in ahead if turns > 0}}


def lapsed(ships: Iterable[Subject]) -> Iterator[Words]:
    """What holds between two ships until this turn, and so is over as it begins: said where it has words and is no secret."""
    told = set[Key]()
    for ship in ships:
        for declared in ship.declared.values():
            if isinstance(declared, Pairwise) and isinstance(declared.one, UntilTurn) and not _is_secret(declared):
                for fact in declared.of(ship):
                    key, turn = fact.key(ship), ship._battle.turn
                    if key not in told and ship._battle.fact(key) == turn and (said := no_longer(fact, ship, turn)):
                        told.add(key)
                        yield said


def _is_secret(declared: Declared[Any]) -> bool:
    """Whether not everybody may know of a fact."""
    return bool(declared.details.get("secret") or declared.details.get("known_to"))


class Number(Fact[int]):
    """A whole number, 0 where nothing is kept; ``zero_kept`` where a 0 that was set is."""

    def __init__(self, name: str = "", *, zero_kept: bool = False, **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._zero_kept = zero_kept

    def decoded(self, kept: FactValue, subject: Subject) -> int:
        """The number."""
        return int(kept) if isinstance(kept, (int, float)) else 0

    def encoded(self, value: int) -> FactValue:
        """The number."""
        return value if value or self._zero_kept else None

    def add(self, subject: object, amount: int = 1, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add to it; nothing is kept of a 0."""
        at = self.key(subject)
        yield Add(at.subject, at.name, amount, at.other, said, cause)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Numbers of the range, or from 0 to the most."""
        said = self.details.get("by_hand", 0)
        found = said(subject, self.other) if callable(said) else said
        numbers = found if isinstance(found, range) else range(found + 1)
        return {str(number): self.encoded(number) for number in numbers}


class Word(Fact[str]):
    """A word, empty where nothing is kept. ``absent`` is what it says then instead; ``allowed`` are the words there are.

    ``heading`` of a battle's facts: a scenario sets it, under "conditions" or "options"; the first allowed is the default. It may
    then be set by hand too, unless ``by_hand=False``.
    """

    def __init__(
        self, name: str = "", *, allowed: tuple[str, ...] = (), absent: str = "", heading: str = "", **details: Unpack[Details]
    ) -> None:
        super().__init__(name, **details)
        self.allowed, self.heading, self._absent = allowed, heading, absent
        if heading:
            self.details.setdefault("by_hand", True)

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The word."""
        return kept if isinstance(kept, str) else self._absent

    def encoded(self, value: str) -> FactValue:
        """The word, unless it is what is said where nothing is kept."""
        return None if value == self._absent else value

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """The words there are."""
        return {word: self.encoded(word) for word in self.allowed}


class Statement(Fact[Said | None]):
    """A sentence that rules keep, such as of what a ship will sink; None where nothing is kept."""

    def decoded(self, kept: FactValue, subject: Subject) -> Said | None:
        """The sentence; words that an earlier version kept are one too."""
        if isinstance(kept, str):
            return Sentences.typed(words=kept)
        return Said.of_fact(kept) if isinstance(kept, tuple) else None

    def encoded(self, value: Said | None) -> FactValue:
        """Its key and its values."""
        return value.as_fact() if value else None

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether it is the same: words that an earlier version kept are not compared with a sentence."""
        return super().same(one, other) or {type(one), type(other)} == {str, tuple}


class Option(Fact[bool]):
    """An optional rule that a scenario may bring into force: kept is yes or no."""

    heading = "options"

    def __init__(self, name: str = "", *, unless_said: bool = False) -> None:
        super().__init__(name, by_hand=True)
        self.allowed = YES_NO if unless_said else YES_NO[::-1]

    def decoded(self, kept: FactValue, subject: Subject) -> bool:
        """Whether it is in force."""
        return kept == YES_NO[0]

    def encoded(self, value: bool) -> FactValue:
        """Yes or no."""
        return YES_NO[not value]

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes and no."""
        return {word: word for word in self.allowed}


class Value(Fact[T | None], Generic[T]):
    """One value of a type of its own: a number that may be missing, a word, or a named tuple or frozen dataclass, kept as a tuple
    of its fields. None where nothing is kept.
    """

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, kept: FactValue, subject: Subject) -> T | None:
        """The value."""
        return None if kept is None else made(self._kind, kept)

    def encoded(self, value: T | None) -> FactValue:
        """As it is, or its fields."""
        return None if value is None else fields_of(value)

    def by_hand(self, subject: Subject) -> dict[str, FactValue]:
        """Yes, without saying what, or no."""
        return dict(zip(YES_NO, (True, None), strict=True))


class Queue(Fact[tuple[T, ...]], Generic[T]):
    """Values of a type of its own, as above, in their order."""

    def __init__(self, kind: Callable[..., T], name: str = "", **details: Unpack[Details]) -> None:
        super().__init__(name, **details)
        self._kind = kind

    def decoded(self, kept: FactValue, subject: Subject) -> tuple[T, ...]:
        """The values."""
        return tuple(made(self._kind, item) for item in kept) if isinstance(kept, tuple) else ()

    def encoded(self, value: Iterable[T]) -> FactValue:
        """Each as it is, or its fields; nothing is kept of none."""
        return tuple(fields_of(item) for item in value) or None

    def append(self, subject: Subject, *items: T, said: Words = "", cause: Cause | None = None) -> Changing:
        """Add to the end."""
        if items:
            at = self.key(subject)
            yield Append(at.subject, at.name, tuple(fields_of(item) for item in items), at.other, said, cause)


class Boxes(Declared[int]):
    """A track: a row of boxes, of which those left are kept; ``label`` is what the card calls it. What gives one of several
    tracks is a method, ``def struck(self) -> Boxes``: the answer of a property is the number of boxes left to mypy.
    """

    def __init__(self, name: str = "", label: str = "") -> None:
        super().__init__(name)
        self._label = label

    @property
    def label(self) -> str:
        """What the card calls it."""
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
        """Whether no box is left: the odds need not tell apart how many there are."""
        return subject._battle.fact_is(Key(subject.name, self.name), is_nought)

    def strike(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Striking:
        """Strike boxes off, as many as there are; how many that was."""
        answer: int = yield Mark(key_of(ship), self.name, boxes, said, cause=cause)
        return answer

    def lose(self, ship: object, boxes: int, said: Words = "", cause: Cause | None = None) -> Losing:
        """Strike boxes off, as many as there are, whatever their number."""
        yield Mark(key_of(ship), self.name, boxes, said, answered=False, cause=cause)

    def restore(self, ship: object, boxes: int, said: Words = "") -> Striking:
        """Restore boxes, as many as are missing; how many that was."""
        answer: int = yield Mark(key_of(ship), self.name, -boxes, said)
        return -answer


def made(kind: Callable[..., T], kept: FactValue) -> T:
    """A value of a type from what is kept of it."""
    return kind(*kept) if isinstance(kept, tuple) and kind is not tuple else kind(kept)


def fields_of(value: Any) -> FactValue:
    """What is kept of a value: its fields, or itself."""
    if isinstance(value, tuple):
        return tuple(fields_of(item) for item in value)
    names = getattr(value, "__dataclass_fields__", None)
    return value if names is None else tuple(fields_of(getattr(value, name)) for name in names)
