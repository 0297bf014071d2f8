"""A cache of ships' cards. A card is valid as long as the facts behind it stay the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import Key, State, type_strict_key

MOST = 8_192  # cards: those of forty ships that change two hundred times each
MOST_MOMENTS = 1_024  # moments with all their cards
PLAIN = frozenset((str, int, type(None)))  # types whose values never equal those of another type

Asked: TypeAlias = tuple[tuple[Key, ...], tuple[Key, ...]]
"""The facts that were read, and the stored turns that were compared with the present one."""
Drawn: TypeAlias = dict[Asked, dict[tuple[Any, ...], CardView]]
"""Cards by the questions and the answers."""


@dataclass(slots=True)
class FactsRead:
    """The facts that were read of a moment, in order. ``marks`` are stored turns that were only compared with the present one.
    ``whole`` says that everything was read.
    """

    facts: dict[Key, None] = field(default_factory=dict)
    marks: dict[Key, None] = field(default_factory=dict)
    whole: bool = False


class CardCache:
    """Cards of one battle, by the facts that were read for each.

    Earlier facts decide which facts are read next, so each ship has several sets of them. A card that was drawn from one set
    holds at every moment with the same values.
    """

    def __init__(self) -> None:
        self._cards: dict[str, Drawn] = {}
        self._size = 0
        self._all: dict[str, tuple[CardView, ...]] = {}

    def all_of(self, state: State, draw: Callable[[], tuple[CardView, ...]]) -> tuple[CardView, ...]:
        """All cards in a state: cached ones with the same facts, or newly drawn ones."""
        cards = self._all.get(state.fingerprint)
        if cards is None:
            if len(self._all) >= MOST_MOMENTS:
                self._all.clear()
            cards = self._all[state.fingerprint] = draw()
        return cards

    def find(self, ship: str, state: State, turn: int) -> CardView | None:
        """A ship's cached card in a state, or None."""
        known: Drawn = self._cards.get(ship, {})
        for asked, drawn in reversed(list(known.items())):  # the last question is the likeliest; another thread may add
            card = drawn.get(_answers(asked, state, turn))
            if card is not None:
                known.pop(asked, None)
                known[asked] = drawn
                return card
        return None

    def add(self, ship: str, state: State, turn: int, read: FactsRead, card: CardView) -> None:
        """Add a card with the facts that were read for it, unless that was everything."""
        if read.whole:
            return
        if self._size >= MOST:
            self._cards.clear()
            self._size = 0
        asked = tuple(read.facts), tuple(read.marks)
        self._cards.setdefault(ship, {}).setdefault(asked, {})[_answers(asked, state, turn)] = card
        self._size += 1


def _answers(asked: Asked, state: State, turn: int) -> tuple[Any, ...]:
    facts, marks = map(state.several, asked)
    values = [value if type(value) in PLAIN else type_strict_key(value) for value in facts]
    return (*values, *[mark == turn for mark in marks])
