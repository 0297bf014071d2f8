"""What facts are kept about: a ship, a squadron, the battle itself; and what such a class declares of them."""

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
"""Words, in which ``{}`` is the value and ``{key}`` whom else the fact concerns; or a function of the subject."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A fact that a referee may set by hand: its name and the words allowed; ``values`` where they stand for other values.

    also  what else a word sets: the effects
    whose whose fact it is where it is kept under another ship's name
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
    """What a declaration may say.

    sign      on the card, short; a fact without one is not on the card. ``many`` is its plural: a number is then told with it
    words     the whole in words; left out: the fact's name. In both ``{}`` is the value, ``{key}`` whom else it concerns
    grave, good  how grave it is on the card
    secret    only its own side and the referee may know of it, and of its changes: ``known_to`` says otherwise who may
    standing  what the ship is while it holds, such as "sinking" or "out of the fight"
    idle      whether the ship does not fight while it holds, though it is there and may fight again
    until     the phase, the phases, or other moments, by their ids, at which it is over. ``enter`` of a phase is done first, and
              still reads it
    by_hand   whether a referee may set it: True; of a number the most, its range, or a function of subject and key that tells it
    where     of which subjects it may be set by hand; left out: of all
    title     what it is called where it is set by hand, with ``{key}`` likewise
    at_once   whether a change counts at once in a simultaneous step, as what a ship has done or spent does; left out: it counts
              as the step is left, but of a TurnMark, an UntilTurn and what is kept of a pair by OfPair. Facts of the battle
              itself always count at once
    known_to  whether a side may know of it: a function of battle, subject's name, whom else it concerns, and side
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
    """A declaration in the body of a subject's class. Reading it on a subject gives the value."""

    name = ""
    is_kept = True
    usually_at_once = False
    key_name = ""
    """What the others are whom the fact concerns, such as a mount; empty where it concerns the subject alone."""

    def __init__(self, name: str = "", **details: Unpack[Details]) -> None:
        self.name, self.details = name, details

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute.replace("_", " ")

    def __set__(self, subject: Subject, value: object) -> None:
        raise AttributeError(f"{self.name} of {subject.name} changes by the effects of {type(subject).__name__} only")

    def value(self, subject: Subject) -> T:
        """The value as it stands."""
        raise NotImplementedError

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two kept values are the same: of a fact that an earlier version kept otherwise, by what they mean."""
        return one == other

    def settings(self, subject: Subject) -> Iterator[tuple[str, Setting]]:
        """What a referee may set by hand, by the name that he reads."""
        yield from ()

    def conditions(self, subject: Subject) -> Iterator[Condition]:
        """What the card says of it as it stands."""
        if "sign" in self.details:
            value = self.value(subject)
            if value:
                yield self._condition(subject, value)

    def _condition(self, subject: Subject, value: T, key: str = "") -> Condition:
        sign, words, many = self.details["sign"], self.details.get("words", self.name), self.details.get("many", "")
        size = len(value) if isinstance(value, tuple) else value
        short, text = (said(subject) if callable(said) else said.format(size, key=key) for said in (sign, words))
        if many and isinstance(size, int) and size > 1:
            short, text = f"{short}{size}", f"{size} {many}"
        gravity = "grave" if self.details.get("grave") else "good" if self.details.get("good") else "plain"
        return Condition(short, text, gravity, self.details.get("secret", False))

    @property
    def at_once(self) -> bool:
        """Whether its changes count at once in a simultaneous step."""
        return self.details.get("at_once", self.usually_at_once)

    @property
    def until(self) -> tuple[str, ...]:
        """The moments at which it is over."""
        until = self.details.get("until", ())
        return (until,) if isinstance(until, str) else until


class Moment(Protocol):
    """What a subject reads its facts from: a battle."""

    def fact(self, key: Key) -> FactValue:
        """A fact, or None."""
        ...

    def fact_is(self, key: Key, test: Test) -> bool:
        """Whether a fact passes a test."""
        ...

    def is_this_turn(self, key: Key) -> bool:
        """Whether a turn kept as a fact is this one."""
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
        """The words of what is said in it."""
        ...


class Subject:
    """Somebody or something that facts are kept about. ``declared`` are the declarations of its class by their attributes, those
    of a base before its own.

    A class of other subjects, such as divisions, derives from it, declares facts, and stands in ``Ruleset.other_subjects``. One
    is made of a battle and a name wherever it is needed, and keeps nothing itself: ``Division(battle, "Van").morale`` is the
    value, ``yield from Division.morale.set("Van", 3)`` changes it. A name is a squadron's, or whatever the rules call it.
    """

    __slots__ = ("_battle", "name")
    _battle: Moment
    declared: ClassVar[Mapping[str, Declared[Any]]] = {}

    def __init__(self, battle: Moment, name: str) -> None:
        self._battle, self.name = battle, name

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.declared = _collected(cls)

    def fact(self, name: str, other: str = "") -> FactValue:
        """A fact about this subject, or None."""
        return self._battle.fact(Key(self.name, name, other))

    def has(self, name: str, other: str = "") -> bool:
        """Whether a condition is set."""
        return bool(self.fact(name, other))

    def count(self, name: str, other: str = "") -> int:
        """A whole number kept for this subject; 0 where it is absent."""
        value = self.fact(name, other)
        return int(value) if isinstance(value, (int, float)) else 0

    def word(self, name: str, other: str = "") -> str:
        """A word kept for this subject; empty where it is absent."""
        value = self.fact(name, other)
        return value if isinstance(value, str) else ""

    def this_turn(self, name: str, other: str = "") -> bool:
        """Whether a condition kept as a turn's number was set this turn."""
        return self._battle.is_this_turn(Key(self.name, name, other))

    def last_turn(self, name: str, other: str = "") -> bool:
        """Whether a condition kept as a turn's number was set in the turn before."""
        return self.fact(name, other) == self._battle.turn - 1

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What the card says of it, in the order of the declarations."""
        return tuple(condition for declared in self.declared.values() for condition in declared.conditions(self))

    @property
    def standing(self) -> str:
        """What it is while it fights on no longer as before, such as "sinking"; the first that is declared."""
        telling = (d for d in self.declared.values() if "standing" in d.details)
        return next((declared.details["standing"] for declared in telling if declared.value(self)), "")

    @property
    def idle(self) -> bool:
        """Whether it does not fight now by something declared to keep it from that, such as disabled."""
        return any(declared.value(self) for declared in self.declared.values() if declared.details.get("idle"))

    def settings(self) -> dict[str, Setting]:
        """What a referee may set by hand."""
        return dict(pair for declared in self.declared.values() for pair in declared.settings(self))

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subject) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def _collected(cls: type[Subject]) -> Mapping[str, Declared[Any]]:
    """Declarations by attribute, those of bases first. Raises TypeError for two that are kept under one name."""
    found: dict[str, Declared[Any]] = {}
    for base in reversed(cls.__mro__):
        found.update({name: value for name, value in vars(base).items() if isinstance(value, Declared)})
    kept: dict[tuple[str, bool], str] = {}
    for attribute, declared in found.items():
        if not declared.is_kept:
            continue
        place = declared.name, bool(declared.key_name)
        if place in kept:
            raise TypeError(f"{cls.__name__}: {kept[place]} and {attribute} are both kept as {declared.name!r}")
        kept[place] = attribute
    return found


class BattleFacts(Subject):
    """Facts of the battle itself. Rulesets derive from it and declare theirs: ``Sea(battle).wind`` is the value, and
    ``yield from Sea.wind.set(battle, "north")`` changes it.
    """

    __slots__ = ()

    def __init__(self, battle: Moment) -> None:
        super().__init__(battle, "")


class Derived(Declared[T]):
    """A property that is on the card, though nothing is kept of it."""

    is_kept = False

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
        """As the property finds it."""
        return self._found(subject)


def derived(**details: Unpack[Details]) -> Callable[[Callable[[Any], T]], Derived[T]]:
    """Make a property of a subject one that its card tells."""
    return lambda found: Derived(found, **details)
