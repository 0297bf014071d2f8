"""Caches of values made from facts, such as ships' cards. A stored value is used again as long as its facts are unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import TURN, Key, State, type_strict_key

T = TypeVar("T")
MOST = 8_192  # cards: those of forty ships that change two hundred times each
MOST_MOMENTS = 1_024  # moments with the values of all subjects
MOST_BACK = 256  # states searched for the last one with the values of all subjects
PLAIN = frozenset((str, int, type(None)))  # types whose values never equal those of another type


class Mark(NamedTuple):
    """The key of a fact that stores a turn. The reader did not ask for the number, only whether it is the present turn."""

    key: Key


Asked: TypeAlias = Key | Mark
"""A fact that is read for a card. As a Mark, it is only compared with the number of the present turn."""
Draw: TypeAlias = "Callable[[str], tuple[CardView, FactsRead]]"
"""A function that makes a ship's card, and says which facts it read."""


class Drawn(NamedTuple, Generic[T]):
    """A value, such as a card, with the facts that it was made from.

    facts  the keys of these facts; None if the value may depend on any fact
    marks  the keys of facts that store a turn, each with whether it was the present turn
    """

    value: T
    facts: frozenset[Key] | None
    marks: dict[Key, bool]

    def still_holds(self, changed: Set[Key], state: State, turn: int) -> bool:
        """Whether the value still holds in a later state. ``changed`` are the facts that were set in between."""
        if self.facts is None or not changed.isdisjoint(self.facts):
            return False
        if TURN not in changed and changed.isdisjoint(self.marks):
            return True
        return all((state.get(mark) == turn) is was for mark, was in self.marks.items())


@dataclass(slots=True)
class FactsRead:
    """The facts that were read, in the order of reading. ``whole`` says that all facts were read at once."""

    asked: dict[Asked, None] = field(default_factory=dict)
    whole: bool = False

    def drawn(self, value: T, state: State, turn: int) -> Drawn[T]:
        """A value, together with the facts that were read to make it."""
        if self.whole:
            return Drawn(value, None, {})
        return Drawn(value, frozenset(self.facts), {mark: state.get(mark) == turn for mark in self.marks})

    def include(self, drawn: Drawn[Any]) -> None:
        """Add the facts that a stored value was made from."""
        if drawn.facts is None:
            self.whole = True
        else:
            self.asked |= dict.fromkeys((*drawn.facts, *map(Mark, drawn.marks)))

    @property
    def facts(self) -> list[Key]:
        """The facts whose values were read."""
        return [asked for asked in self.asked if isinstance(asked, Key)]

    @property
    def marks(self) -> list[Key]:
        """The facts that store a turn, if the reader only asked whether it is the present turn."""
        return [asked.key for asked in self.asked if isinstance(asked, Mark)]

    def depends_on(self, key: Key) -> bool:
        """Whether this fact was read, or compared with the present turn."""
        return key in self.asked or Mark(key) in self.asked


@dataclass(slots=True)
class Branch:
    """A node in the tree of a ship's stored cards. It asks for one fact. Each value of the fact leads to the next node, or to a
    card.
    """

    asked: Asked
    then: dict[Any, Branch | Drawn[CardView]] = field(default_factory=dict)


class CarriedForward(Generic[T]):
    """Values of subjects, such as the cards of ships, at several moments of one battle. A value is computed again only if a fact
    that it was made from has changed.

    _readers   for each fact: the subjects whose values were ever made from it. If the fact changes, only their values may change
    _counting  the subjects with values that depend on whether a stored turn is the present turn
    _unsure    the subjects whose values may depend on any fact
    """

    def __init__(self) -> None:
        self._readers: dict[Key, set[str]] = {}
        self._counting, self._unsure = set[str](), set[str]()
        self._moments: dict[int, dict[str, Drawn[T]]] = {}
        self._together: dict[int, tuple[T, ...]] = {}

    def all_of(self, state: State, turn: int, subjects: Iterable[str], make: Callable[[str], Drawn[T]]) -> tuple[T, ...]:
        """The values of all subjects in a state, in the order of the subjects. If two states give the identical tuple, no value
        differs between them.
        """
        values = self._together.get(state.total)
        if values is None:
            last, changed = self._last_moment(state)
            before = {} if last is None else self._moments[last.total]
            renewed = {
                subject: make(subject)
                for subject in (subjects if last is None else self._readers_of(changed))
                if last is None or not before[subject].still_holds(changed, state, turn)
            }
            for subject, drawn in renewed.items():
                self.add(subject, drawn)
            found = {**before, **renewed} if renewed else before
            values = tuple(drawn.value for drawn in found.values()) if renewed or last is None else self._together[last.total]
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
                self._together.clear()
            self._moments[state.total], self._together[state.total] = found, values
        return values

    def at(self, state: State, subject: str) -> Drawn[T] | None:
        """The value of one subject in this state; None unless the values of all subjects in it are stored."""
        return self._moments.get(state.total, {}).get(subject)

    def add(self, subject: str, drawn: Drawn[T]) -> None:
        """Remember the facts that a subject's value was made from."""
        if drawn.facts is None:
            self._unsure.add(subject)
            return
        for key in (*drawn.facts, *drawn.marks):
            self._readers.setdefault(key, set()).add(subject)
        if drawn.marks:
            self._counting.add(subject)

    def _last_moment(self, state: State) -> tuple[State | None, set[Key]]:
        """The latest earlier state for which all values are stored, and the facts that were set after it. The state is None if
        there is none.
        """
        changed, back = set(state.changed), state.before
        for _ in range(MOST_BACK):
            if back is None or back.total in self._moments:
                break
            changed |= back.changed
            back = back.before
        return (back if back is not None and back.total in self._moments else None), changed

    def _readers_of(self, changed: set[Key]) -> set[str]:
        """The subjects whose values may differ after these facts were set."""
        readers = self._unsure.union(*(self._readers.get(key, ()) for key in changed))
        return readers | self._counting if TURN in changed else readers


class CardCache:
    """The cards of one battle, stored by the values of the facts that were read for them.

    The values of the first facts may decide which fact is read next. So a ship's cards are stored as a tree. A card is used again
    whenever all facts on the way to it have the same values.
    """

    def __init__(self) -> None:
        self._cards: dict[Any, Branch | Drawn[CardView]] = {}
        self._size = 0
        self._carried = CarriedForward[CardView]()

    def all_of(self, state: State, turn: int, ships: Iterable[str], draw: Draw) -> tuple[CardView, ...]:
        """The cards of all ships in one state of the battle."""
        return self._carried.all_of(state, turn, ships, lambda ship: self.of(ship, state, turn, draw))

    def of(self, ship: str, state: State, turn: int, draw: Draw) -> Drawn[CardView]:
        """A ship's card in a state: the stored card, or a new one."""
        found = self._carried.at(state, ship) or self.find(ship, state, turn)
        return found or self.add(ship, state, turn, *draw(ship))

    def find(self, ship: str, state: State, turn: int) -> Drawn[CardView] | None:
        """A ship's stored card for a state; None if none is stored."""
        found = self._cards.get(ship)
        while isinstance(found, Branch):
            found = found.then.get(_answer(found.asked, state, turn))
        return found

    def add(self, ship: str, state: State, turn: int, card: CardView, read: FactsRead) -> Drawn[CardView]:
        """Store a card under the facts that were read for it. A card is not stored if all facts were read at once."""
        drawn = read.drawn(card, state, turn)
        if drawn.facts is None:
            return drawn
        if self._size >= MOST:
            self._cards.clear()
            self._size = 0
        place, answer = self._cards, ship
        for asked in read.asked:
            branch = place.get(answer)
            if not isinstance(branch, Branch) or branch.asked != asked:
                branch = place[answer] = Branch(asked)
            place, answer = branch.then, _answer(asked, state, turn)
        place[answer] = drawn
        self._size += 1
        return drawn


def _answer(asked: Asked, state: State, turn: int) -> Any:
    if isinstance(asked, Mark):
        return state.facts.get(asked.key) == turn
    value = state.facts.get(asked)
    return value if type(value) in PLAIN else type_strict_key(value)
