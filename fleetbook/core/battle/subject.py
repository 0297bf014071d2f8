"""Subjects: ships, squadrons and everything else that has facts, such as the battle itself. The class of a subject declares its
facts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypedDict, TypeVar, Unpack, overload

import msgspec
from msgspec import UNSET

from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import FactValue, Key, Test
from fleetbook.core.campaign.becomes import STAYS, Becomes, declare
from fleetbook.core.words.wording import Wording

T = TypeVar("T")
ASKED_FOR = "sign", "standing", "idle", "until"
"""Details of declarations that a card or the beginning of a phase asks for. Most declarations have none of them."""
GRAVITIES = "grave", "due", "good"
"""The details that say how the card shows a condition; without one it is plain."""
Saying: TypeAlias = str | Callable[[Any], str]
"""A text with ``{}`` for the value and ``{key}`` for the item or ship that the value belongs to; or a function that makes the
text for a subject.
"""


class Setting(msgspec.Struct, frozen=True):
    """A fact that a referee may set by hand: its name and the words to choose from. ``values`` are the stored values of these
    words; None if each word is stored as it is.

    also   a function that gives further effects for the chosen word; None if there are none
    whose  the ship that the fact belongs to, if it is stored under another ship's name
    """

    fact: str
    words: tuple[str, ...]
    values: Mapping[str, FactValue] | None = None
    other: str = ""
    also: Callable[[str], Changing] | None = None
    whose: str = ""

    def value(self, word: str) -> FactValue:
        """The value to store for a chosen word."""
        return word if self.values is None else self.values[word]


class Details(TypedDict, total=False):
    """The options in the declaration of a fact.

    sign      a short text for the card; without a sign the fact is not on the card
    words     the fact's full wording; if left out, its name. In sign and words ``{}`` is the value, and ``{key}`` is the item or
              ship that the value belongs to
    values    the full wording of each value of a battle's condition, where ``words`` does not fit all: ``{"both": "both sides
              alerted"}``
    figure    the number that decides, such as the face that a ship must throw, and the same in words: a function of the subject.
              The board shows the number after the sign if there is room
    many      the plural of the words, for a value that is a number. The card shows it with a number above 1
    grave, due, good  whether the card shows it as grave, as a duty or as good
    weight    the weight of the condition on the card, which shows the heaviest first; 0 if it is not given
    secret    whether only the fact's own side and the referee may know the fact and its changes. ``known_to`` gives another rule
    standing  the ship's condition while the fact holds, such as "sinking" or "out of the fight"
    idle      whether the ship does not fight while the fact holds, but may fight again later
    until     the ids of the phases, or other names passed to ``over``, that end the fact. ``enter`` of a phase runs before the
              fact ends, so it still reads the fact
    by_hand   whether a referee may set the fact. For a number: its maximum, its range, or a function of subject and item
    most      the highest number with which a ship may begin a battle: a number, or a function of the subject and the item.
              Without it, the maximum of by_hand applies
    where     a function of the subject that says whether a referee may set the fact there. Without it, he always may
    title     the name of the fact when a referee sets it; ``{key}`` is the item or ship that the value belongs to
    becomes   how the fact changes between two battles of a campaign: GONE, STAYS, RESTOCKED, SETTLED, under_way or in_port; or a
              function of the subject and the item. Every stored fact declares it, or its class does. A TurnMark, an UntilTurn, a
              fact of two ships and one with a heading need not declare it: they are GONE
    at_once   whether a change counts at once in a simultaneous phase, as spent ammunition does. By default a change counts at the
              end of the phase. Changes of a TurnMark, an UntilTurn and the facts of an OfPair count at once by default. Changes
              of the battle's own facts always count at once
    known_to  a function that says whether a side may know the fact. It gets the battle, the names of the subject and of the item
              or other ship, and the side
    seen_as   a function that gives the part of a stored value that a side may know. It is for a value with matters of several
              sides. It gets the battle, the same two names, the stored value and the side. A side's journal leaves out the
              changes of such a fact
    """

    sign: Saying
    words: Saying
    values: Mapping[str, str]
    figure: Callable[[Any], tuple[str, str] | None]
    many: str
    grave: bool
    due: bool
    good: bool
    weight: int
    secret: bool
    standing: str
    idle: bool
    until: str | tuple[str, ...]
    by_hand: bool | int | range | Callable[[Any, str], int | range]
    most: int | Callable[[Any, str], int]
    where: Callable[[Any], object]
    title: str
    becomes: Becomes | Callable[[Any, str], Becomes]
    at_once: bool
    known_to: Callable[[Any, str, str, str], bool]
    seen_as: Callable[[Any, str, str, Any, str], FactValue]


class Declared(Generic[T]):
    """A declaration in the body of a subject's class, such as a fact. As an attribute of an instance, it gives the value."""

    name = ""
    is_stored = True
    usually_at_once = False
    usually_becomes: Becomes | None = None
    """How facts of this kind change between two battles of a campaign. None if each fact declares it."""
    key_name = ""
    """The word for the items that have a value each, such as "mount". Empty if the subject has a single value."""

    def __init__(self, name: str = "", **details: Unpack[Details]) -> None:
        self.name, self.details = name, details

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute.replace("_", " ")

    def __set__(self, subject: Subject, value: object) -> None:
        raise AttributeError(f"{self.name} of {subject.name} cannot be assigned: yield an effect of {type(subject).__name__}")

    def value(self, subject: Subject) -> T:
        """The subject's present value."""
        raise NotImplementedError

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored values are the same. Values stored by earlier versions are compared by their meaning."""
        return one == other

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """The settings that a referee may change by hand, each with its name."""
        yield from ()

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """The conditions that this declaration puts on the subject's card now."""
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
        gravity = next((word for word in GRAVITIES if self.details.get(word)), "plain")
        figure = self.details["figure"](subject) if "figure" in self.details else None
        return Condition(short, text, gravity, self.details.get("secret", False), *(figure or (UNSET, UNSET)))

    @property
    def at_once(self) -> bool:
        """Whether changes of this fact count at once in a simultaneous phase."""
        return self.details.get("at_once", self.usually_at_once)

    @property
    def says_what_becomes(self) -> bool:
        """Whether the fact declares how it changes between two battles of a campaign."""
        return "becomes" in self.details or self.usually_becomes is not None

    def becomes(self, subject: Subject, item: str = "") -> Becomes:
        """How this fact of a subject changes between two battles of a campaign. It stays as it is if nothing is declared."""
        declared = self.details.get("becomes", self.usually_becomes) or STAYS
        return declared(subject, item) if callable(declared) else declared

    @property
    def until(self) -> tuple[str, ...]:
        """The ids of the phases, or other names passed to ``over``, that end this fact."""
        until = self.details.get("until", ())
        return (until,) if isinstance(until, str) else until


class FactSource(Protocol):
    """Gives a subject the stored values of its facts. A battle is a FactSource."""

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact; None if nothing is stored."""
        ...

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether the stored value of a fact passes a test."""
        ...

    def is_this_turn(self, key: Key) -> bool:
        """Whether a fact stores the number of the present turn."""
        ...

    @property
    def turn(self) -> int:
        """The number of the present turn."""
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
        """The texts of the sentences that the rules write."""
        ...


class Subject:
    """Something that has facts, such as a ship or a squadron. ``declared`` holds the declarations of its class by attribute name,
    those of base classes first.

    A ruleset derives classes for further subjects, such as divisions. ``Ruleset.other_subjects`` lists them. A subject is made
    from a battle and a name, and stores no value itself. The name is that of a squadron, or any other name that the rules use.
    ``Division(battle, "Van").morale`` is a value. ``yield from Division.morale.set("Van", 3)`` changes it.
    """

    __slots__ = ("_battle", "name")
    _battle: FactSource
    declared: ClassVar[Mapping[str, Declared[Any]]] = {}
    _with: ClassVar[Mapping[str, tuple[Declared[Any], ...]]] = dict.fromkeys(ASKED_FOR, ())
    """For each detail in ASKED_FOR, the declarations that have it. The other declarations need not be searched."""

    def __init__(self, battle: FactSource, name: str) -> None:
        self._battle, self.name = battle, name

    def __init_subclass__(cls, becomes: Becomes | None = None, **kwargs: Any) -> None:
        """``becomes`` declares how the facts of this class change between two battles: ``class Division(Subject, becomes=GONE)``.
        A fact may declare another change.
        """
        super().__init_subclass__(**kwargs)
        for value in vars(cls).values():
            if isinstance(value, Declared) and becomes is not None:
                declare(value, becomes)
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
        cls._with = {detail: tuple(declared for declared in found.values() if detail in declared.details) for detail in ASKED_FOR}
        heaviest_first = sorted(cls._with["sign"], key=lambda declared: -declared.details.get("weight", 0))
        cls._with = {**cls._with, "sign": tuple(heaviest_first)}

    def fact(self, name: str, other: str = "") -> FactValue:
        """The stored value of a fact of this subject; None if nothing is stored."""
        return self._battle.fact(Key(self.name, name, other))

    def has(self, name: str, other: str = "") -> bool:
        """Whether a fact of this subject holds: its stored value is not empty, 0 or False."""
        return bool(self.fact(name, other))

    def count(self, name: str, other: str = "") -> int:
        """A whole number stored for this subject; 0 if there is none."""
        value = self.fact(name, other)
        return int(value) if isinstance(value, (int, float)) else 0

    def word(self, name: str, other: str = "") -> str:
        """A word stored for this subject; empty if none is stored."""
        value = self.fact(name, other)
        return value if isinstance(value, str) else ""

    def this_turn(self, name: str, other: str = "") -> bool:
        """Whether a fact that stores a turn's number was set in the present turn."""
        return self._battle.is_this_turn(Key(self.name, name, other))

    def last_turn(self, name: str, other: str = "") -> bool:
        """Whether a fact that stores a turn's number was set in the turn before the present one."""
        return self.fact(name, other) == self._battle.turn - 1

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the subject's card, the heaviest first. Equal ones stand in the order of the declared facts."""
        return tuple(condition for declared in self._with["sign"] for condition in declared.conditions(self))

    @property
    def standing(self) -> str:
        """The subject's condition if it no longer fights as before, such as "sinking"; otherwise empty. If several apply, the
        first declared counts.
        """
        return next((declared.details["standing"] for declared in self._with["standing"] if declared.value(self)), "")

    @property
    def idle(self) -> bool:
        """Whether a condition, such as disabled, prevents the subject from fighting now."""
        return any(declared.value(self) for declared in self._with["idle"] if declared.details["idle"])

    def settings(self) -> dict[str, Setting]:
        """The settings that a referee may change by hand, by name."""
        return dict(pair for declared in self.declared.values() for pair in declared.settings(self))

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subject) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


class BattleFacts(Subject):
    """The facts of the battle itself. A ruleset derives a class from it and declares facts there. ``Sea(battle).wind`` is a
    value, and ``yield from Sea.wind.set(battle, "north")`` changes it.
    """

    __slots__ = ()

    def __init__(self, battle: FactSource) -> None:
        super().__init__(battle, "")


class Derived(Declared[T]):
    """A property of a subject that is shown on the card. It is computed from facts, and nothing is stored for it."""

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
    """A decorator for a property of a subject that is shown on the card."""
    return lambda found: Derived(found, **details)
