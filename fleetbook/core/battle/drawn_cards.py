"""Ships' cards, drawn up once for as long as the facts that they tell of stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import TURN, Key, State, type_strict_key

MOST = 8_192  # cards kept: those of forty ships, of which each changes two hundred times
MOST_MOMENTS = 1_024  # of which all cards are kept together
PLAIN = frozenset((str, int, type(None)))  # kinds of values that equal none of another kind

Asked: TypeAlias = tuple[tuple[Key, ...], tuple[Key, ...]]
"""Which facts were read, and of which it was asked whether the turn kept in them is the present one."""
Cards: TypeAlias = "dict[Asked, dict[tuple[Any, ...], Drawn]]"
"""The cards of one ship by the facts that were read, and by their values."""
Draw: TypeAlias = "Callable[[str], tuple[CardView, FactsRead]]"
"""Draws up the card of a ship, and says what it read."""


@dataclass(slots=True)
class FactsRead:
    """What was read of a moment, in this order: ``facts``; turns kept as facts of which it was only asked whether they are the
    present one (``marks``); ``whole`` where it was everything.
    """

    facts: dict[Key, None] = field(default_factory=dict)
    marks: dict[Key, None] = field(default_factory=dict)
    whole: bool = False


class Drawn(NamedTuple):
    """A card and the keys of the facts that settle it; no keys where everything was read."""

    card: CardView
    read: frozenset[Key] | None


class DrawnCards:
    """The cards of one battle, found again by the facts that were read for each.

    A rule may read other facts after other answers, so a ship has several sets of facts. A card holds at every moment at which
    the facts of its set are the same.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Cards] = {}
        self._size = 0
        self._moments: dict[int, dict[str, Drawn]] = {}
        self._together: dict[int, tuple[CardView, ...]] = {}

    def all_of(self, state: State, turn: int, ships: Iterable[str], draw: Draw) -> tuple[CardView, ...]:
        """The cards of all ships in a state. A card of the state before it holds unless a fact that it reads has changed."""
        cards = self._together.get(state.total)
        if cards is None:
            before = self._moments.get(state.total_before, {})
            found = {ship: _still(before.get(ship), state) or self.of(ship, state, turn, draw) for ship in ships}
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
                self._together.clear()
            self._moments[state.total] = found
            cards = self._together[state.total] = tuple(drawn.card for drawn in found.values())
        return cards

    def of(self, ship: str, state: State, turn: int, draw: Draw) -> Drawn:
        """The card of one ship in a state: found again, or drawn up now."""
        found = self._moments.get(state.total, {}).get(ship) or self.find(ship, state, turn)
        return found or self.keep(ship, state, turn, *draw(ship))

    def find(self, ship: str, state: State, turn: int) -> Drawn | None:
        """The card of a ship in a state, where it was drawn up before."""
        known: Cards = self._kept.get(ship, {})
        for asked, drawn in reversed(list(known.items())):  # the last one read is the likeliest; another thread may add
            card = drawn.get(_answers(asked, state, turn))
            if card is not None:
                known.pop(asked, None)
                known[asked] = drawn
                return card
        return None

    def keep(self, ship: str, state: State, turn: int, card: CardView, read: FactsRead) -> Drawn:
        """Keep a card with the facts that were read for it, unless that was everything."""
        if read.whole:
            return Drawn(card, None)
        if self._size >= MOST:
            self._kept.clear()
            self._size = 0
        asked = tuple(read.facts), tuple(read.marks)
        drawn = Drawn(card, frozenset((*read.facts, *read.marks, *((TURN,) if read.marks else ()))))
        self._kept.setdefault(ship, {}).setdefault(asked, {})[_answers(asked, state, turn)] = drawn
        self._size += 1
        return drawn


def _still(drawn: Drawn | None, state: State) -> Drawn | None:
    """A card of the state before, where no fact that it reads has changed."""
    return drawn if drawn and drawn.read is not None and state.changed.isdisjoint(drawn.read) else None


def _answers(asked: Asked, state: State, turn: int) -> tuple[Any, ...]:
    facts, marks = map(state.several, asked)
    values = [value if type(value) in PLAIN else type_strict_key(value) for value in facts]
    return (*values, *[kept == turn for kept in marks])
