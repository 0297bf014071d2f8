"""Subjects of facts: a ship, a squadron or the battle itself. A subject's class declares its facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypedDict, TypeVar, Unpack, overload

from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import FactValue, Key, Test
from fleetbook.core.words.wording import Wording

T = TypeVar("T")
Saying: TypeAlias = str | Callable[[Any], str]
"""Words with ``{}`` for the value and ``{key}`` for the other whom the fact concerns; or a function of the subject."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A fact that a referee may set by hand: its name and the allowed words. ``values`` are the values of these words.

    also   the effects that a word has besides
    whose  the fact's owner, if it is stored under another ship's name
    """

    fact: str
    words: tuple[str, ...]
    values: Mapping[str, FactValue] | None = None
    other: str = ""
    also: Callable[[str], Changing] | None = None
    whose: str = ""

    def value(self, word: str) -> FactValue:
        """The fact's value for a word."""
        return word if self.values is None else self.values[word]


class Details(TypedDict, total=False):
    """The options of a declaration.

    sign      short, on the card; without one the fact is not on the card
    words     the fact in full; left out: its name. In sign and words ``{}`` is the value, ``{key}`` the other whom the fact
              concerns
    many      the plural of the words: a number of several is then written with it
    grave, good  how grave it is on the card
    secret    only its own side and the referee may know of it and of its changes; ``known_to`` makes another rule
    standing  the ship's condition while it holds, such as "sinking" or "out of the fight"
    idle      whether the ship does not fight while it holds, but may fight again
    until     the ids of the phases, or of other moments, that end it. The ``enter`` of a phase comes first, and still reads it
    by_hand   whether a referee may set it. A number has its maximum, its range, or a function of subject and key
    where     a function of the subject: whether a referee may set it there; left out: always
    title     its name when it is set by hand; ``{key}`` is the other whom it concerns
    at_once   whether a change counts at once in a simultaneous step, as spent ammunition does. By default a change counts at the
              end of the step. A TurnMark, an UntilTurn and the facts of an OfPair count at once by default. Facts of the battle
              itself always do
    known_to  a function of battle, subject's name, other's name and side: whether this side may know of it
    """

    sign: Saying
    words: Saying
    many: str
    grave: bool
    good: bool
    secret: bool
    standing: str
    idle: bool
    until: str | tuple[str, ...]
    by_hand: bool | int | range | Callable[[Any, str], int | range]
    where: Callable[[Any], object]
    title: str
    at_once: bool
    known_to: Callable[[Any, str, str, str], bool]


class Declared(Generic[T]):
    """A declaration in the body of a subject's class. Read on a subject, it gives the value."""

    name = ""
    is_stored = True
    usually_at_once = False
    key_name = ""
    """The kind of the others whom it concerns, such as a mount; empty if it concerns the subject alone."""

    def __init__(self, name: str = "", **details: Unpack[Details]) -> None:
        self.name, self.details = name, details

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute.replace("_", " ")

    def __set__(self, subject: Subject, value: object) -> None:
        raise AttributeError(f"{self.name} of {subject.name} cannot be assigned: yield an effect of {type(subject).__name__}")

    def value(self, subject: Subject) -> T:
        """The present value."""
        raise NotImplementedError

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored values are the same. Values stored by earlier versions are compared by their meaning."""
        return one == other

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The settings that a referee may change by hand, by name."""
        yield from ()

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions that the card shows for it now."""
        if "sign" in self.details:
            value = self.value(subject)
            if value:
                yield self._condition(subject, value)

    def _condition(self, subject: Subject, value: T, key: str = "") -> Condition:
        sign, words, many = self.details["sign"], self.details.get("words", self.name), self.details.get("many", "")
        size = len(value) if isinstance(value, tuple) else value
        short, text = (said(subject) if callable(said) else said.format(size, key=key) for said in (sign, words))
        if many and isinstance(size, int) and size > 1:
            short, text = f"{short} {size}", f"{size} {many}"
        gravity = "grave" if self.details.get("grave") else "good" if self.details.get("good") else "plain"
        return Condition(short, text, gravity, self.details.get("secret", False))

    @property
    def at_once(self) -> bool:
        """Whether its changes count at once in a simultaneous step."""
        return self.details.get("at_once", self.usually_at_once)

    @property
    def until(self) -> tuple[str, ...]:
        """The ids of the moments that end it."""
        until = self.details.get("until", ())
        return (until,) if isinstance(until, str) else until


class FactSource(Protocol):
    """The source of a subject's facts: a battle."""

    def fact(self, key: Key) -> FactValue:
        """A fact, or None."""
        ...

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether a fact passes a test."""
        ...

    def is_this_turn(self, key: Key) -> bool:
        """Whether the turn stored in a fact is this one."""
        ...

    @property
    def turn(self) -> int:
        """The turn's number."""
        ...

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in playing order."""
        ...

    @property
    def ship_names(self) -> Collection[str]:
        """The names of all ships, in the scenario's order."""
        ...

    @property
    def wording(self) -> Wording:
        """The words of its sentences."""
        ...


class Subject:
    """Somebody or something with facts. ``declared`` holds the declarations of its class by attribute, those of bases first.

    A class of other subjects, such as divisions, derives from it and declares facts. ``Ruleset.other_subjects`` lists it. A
    subject is made of a battle and a name, and stores nothing itself. The name is a squadron's, or any other of the rules.
    ``Division(battle, "Van").morale`` is a value. ``yield from Division.morale.set("Van", 3)`` changes it.
    """

    __slots__ = ("_battle", "name")
    _battle: FactSource
    declared: ClassVar[Mapping[str, Declared[Any]]] = {}

    def __init__(self, battle: FactSource, name: str) -> None:
        self._battle, self.name = battle, name

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found: dict[str, Declared[Any]] = {}
        for base in reversed(cls.__mro__):
            found.update({name: value for name, value in vars(base).items() if isinstance(value, Declared)})
        places: dict[tuple[str, bool], str] = {}
        for attribute, declared in found.items():
            if declared.is_stored:
                first = places.setdefault((declared.name, bool(declared.key_name)), attribute)
                if first != attribute:
                    raise TypeError(f"{cls.__name__}: {first} and {attribute} are both stored as {declared.name!r}")
        cls.declared = found

    def fact(self, name: str, other: str = "") -> FactValue:
        """A fact about this subject, or None."""
        return self._battle.fact(Key(self.name, name, other))

    def has(self, name: str, other: str = "") -> bool:
        """Whether a condition is set."""
        return bool(self.fact(name, other))

    def count(self, name: str, other: str = "") -> int:
        """A whole number stored for this subject; 0 if there is none."""
        value = self.fact(name, other)
        return int(value) if isinstance(value, (int, float)) else 0

    def word(self, name: str, other: str = "") -> str:
        """A word stored for this subject; empty if there is none."""
        value = self.fact(name, other)
        return value if isinstance(value, str) else ""

    def this_turn(self, name: str, other: str = "") -> bool:
        """Whether a condition that is stored as a turn's number was set this turn."""
        return self._battle.is_this_turn(Key(self.name, name, other))

    def last_turn(self, name: str, other: str = "") -> bool:
        """Whether a condition that is stored as a turn's number was set in the turn before."""
        return self.fact(name, other) == self._battle.turn - 1

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on its card, in the order of the declarations."""
        return tuple(condition for declared in self.declared.values() for condition in declared.conditions(self))

    @property
    def standing(self) -> str:
        """Its condition if it no longer fights as before, such as "sinking". The first one declared counts."""
        standing = (declared for declared in self.declared.values() if "standing" in declared.details)
        return next((declared.details["standing"] for declared in standing if declared.value(self)), "")

    @property
    def idle(self) -> bool:
        """Whether a condition, such as disabled, keeps it from fighting now."""
        return any(declared.value(self) for declared in self.declared.values() if declared.details.get("idle"))

    def settings(self) -> dict[str, Setting]:
        """The settings that a referee may change by hand."""
        return dict(pair for declared in self.declared.values() for pair in declared.settings(self))

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subject) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


class BattleFacts(Subject):
    """Facts of the battle itself. Rulesets derive from it and declare theirs. ``Sea(battle).wind`` is the value, and ``yield from
    Sea.wind.set(battle, "north")`` changes it.
    """

    __slots__ = ()

    def __init__(self, battle: FactSource) -> None:
        super().__init__(battle, "")


class Derived(Declared[T]):
    """A property that is on the card. Nothing is stored for it."""

    is_stored = False

    def __init__(self, found: Callable[[Any], T], **details: Unpack[Details]) -> None:
        super().__init__(**details)
        self._found = found
        self.__doc__ = found.__doc__

    @overload
    def __get__(self, subject: None, owner: type) -> Self: ...
    @overload
    def __get__(self, subject: Subject, owner: type) -> T: ...
    def __get__(self, subject: Subject | None, owner: type) -> Self | T:
        return self if subject is None else self._found(subject)

    def value(self, subject: Subject) -> T:
        """The value of the property."""
        return self._found(subject)


def derived(**details: Unpack[Details]) -> Callable[[Callable[[Any], T]], Derived[T]]:
    """Declare a property of a subject that is on its card."""
    return lambda found: Derived(found, **details)
