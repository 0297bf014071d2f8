"""A cache of ships' cards. A stored card is used again as long as the facts that it shows are unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import TURN, Key, State, type_strict_key

MOST = 8_192  # the most stored cards: forty ships whose cards change two hundred times each
MOST_MOMENTS = 1_024  # the most states of the battle whose cards are all stored
PLAIN = frozenset((str, int, type(None)))  # types whose values never equal a value of another type

Asked: TypeAlias = tuple[tuple[Key, ...], tuple[Key, ...]]
"""The facts that were read for a card. The second tuple has stored turns that were only compared with the present turn."""
Cards: TypeAlias = "dict[Asked, dict[tuple[Any, ...], Drawn]]"
"""The cards of one ship, by the facts that they depend on and then by the values of these facts."""
Draw: TypeAlias = "Callable[[str], tuple[CardView, FactsRead]]"
"""A function that makes a ship's card, and says which facts it read."""


@dataclass(slots=True)
class FactsRead:
    """The facts that were read, in order. ``marks`` are stored turns that were only compared with the present turn. ``whole``
    says that the state was read as a whole.
    """

    facts: dict[Key, None] = field(default_factory=dict)
    marks: dict[Key, None] = field(default_factory=dict)
    whole: bool = False


class Drawn(NamedTuple):
    """A card with the keys of the facts that were read for it. ``read`` is None if the state was read as a whole."""

    card: CardView
    read: frozenset[Key] | None


class CardCache:
    """The cards of one battle, stored by the values of the facts that were read for them.

    Which facts are read may depend on the values of facts read before, so a ship can have several sets of facts. A card is used
    again whenever all facts of its set have the same values.
    """

    def __init__(self) -> None:
        self._cards: dict[str, Cards] = {}
        self._size = 0
        self._moments: dict[int, dict[str, Drawn]] = {}
        self._together: dict[int, tuple[CardView, ...]] = {}

    def all_of(self, state: State, turn: int, ships: Iterable[str], draw: Draw) -> tuple[CardView, ...]:
        """The cards of all ships in a state. A card of the state before is kept unless one of its facts has changed."""
        cards = self._together.get(state.total)
        if cards is None:
            before = self._moments.get(state.total_before, {})
            found = {ship: _still_valid(before.get(ship), state) or self.of(ship, state, turn, draw) for ship in ships}
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
                self._together.clear()
            self._moments[state.total] = found
            cards = self._together[state.total] = tuple(drawn.card for drawn in found.values())
        return cards

    def of(self, ship: str, state: State, turn: int, draw: Draw) -> Drawn:
        """A ship's card in a state: the stored card, or a new one."""
        found = self._moments.get(state.total, {}).get(ship) or self.find(ship, state, turn)
        return found or self.add(ship, state, turn, *draw(ship))

    def find(self, ship: str, state: State, turn: int) -> Drawn | None:
        """A ship's stored card for a state; None if none is stored."""
        known: Cards = self._cards.get(ship, {})
        for asked, drawn in reversed(list(known.items())):  # the last question is the likeliest; another thread may add
            card = drawn.get(_answers(asked, state, turn))
            if card is not None:
                known.pop(asked, None)
                known[asked] = drawn
                return card
        return None

    def add(self, ship: str, state: State, turn: int, card: CardView, read: FactsRead) -> Drawn:
        """Store a card by the facts that were read for it. It is not stored if the state was read as a whole."""
        if read.whole:
            return Drawn(card, None)
        if self._size >= MOST:
            self._cards.clear()
            self._size = 0
        asked = tuple(read.facts), tuple(read.marks)
        drawn = Drawn(card, frozenset((*read.facts, *read.marks, *((TURN,) if read.marks else ()))))
        self._cards.setdefault(ship, {}).setdefault(asked, {})[_answers(asked, state, turn)] = drawn
        self._size += 1
        return drawn


def _still_valid(drawn: Drawn | None, state: State) -> Drawn | None:
    """The card of the state before, if none of its facts has changed; otherwise None."""
    return drawn if drawn and drawn.read is not None and state.changed.isdisjoint(drawn.read) else None


def _answers(asked: Asked, state: State, turn: int) -> tuple[Any, ...]:
    facts, marks = map(state.several, asked)
    values = [value if type(value) in PLAIN else type_strict_key(value) for value in facts]
    return (*values, *[mark == turn for mark in marks])
