"""Ships' cards, drawn up once for as long as the facts that they tell of stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import Key, State, type_strict_key

MOST = 8_192  # cards kept: those of forty ships, of which each changes two hundred times
MOST_MOMENTS = 1_024  # of which all cards are kept together
PLAIN = frozenset((str, int, type(None)))  # kinds of values that equal none of another kind

Asked: TypeAlias = tuple[tuple[Key, ...], tuple[Key, ...]]
"""Which facts were read, and of which it was asked whether the turn kept in them is the present one."""
Drawn: TypeAlias = dict[Asked, dict[tuple[Any, ...], CardView]]
"""Cards by what was asked and by the answers."""


@dataclass(slots=True)
class FactsRead:
    """What was read of a moment, in this order: ``facts``; turns kept as facts of which it was only asked whether they are the
    present one (``marks``); ``whole`` where it was everything.
    """

    facts: dict[Key, None] = field(default_factory=dict)
    marks: dict[Key, None] = field(default_factory=dict)
    whole: bool = False


class DrawnCards:
    """Cards of one battle by what was read for each.

    What is read may hang on what was read before, so there are some sets of it for each ship. A card that was drawn up from one
    of them is that of every moment at which the same is read.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Drawn] = {}
        self._size = 0
        self._all: dict[str, tuple[CardView, ...]] = {}

    def all_of(self, state: State, draw: Callable[[], tuple[CardView, ...]]) -> tuple[CardView, ...]:
        """All cards in a state: those found before in one of the same facts, or drawn up now."""
        cards = self._all.get(state.fingerprint)
        if cards is None:
            if len(self._all) >= MOST_MOMENTS:
                self._all.clear()
            cards = self._all[state.fingerprint] = draw()
        return cards

    def find(self, ship: str, state: State, turn: int) -> CardView | None:
        """A ship's card in a state, where it was drawn up before."""
        known: Drawn = self._kept.get(ship, {})
        for asked, drawn in reversed(list(known.items())):  # what was last read is likeliest; another thread may read and add
            card = drawn.get(_answers(asked, state, turn))
            if card is not None:
                known.pop(asked, None)
                known[asked] = drawn
                return card
        return None

    def keep(self, ship: str, state: State, turn: int, read: FactsRead, card: CardView) -> None:
        """A card with what was read for it; not where that was everything."""
        if read.whole:
            return
        if self._size >= MOST:
            self._kept.clear()
            self._size = 0
        asked = tuple(read.facts), tuple(read.marks)
        self._kept.setdefault(ship, {}).setdefault(asked, {})[_answers(asked, state, turn)] = card
        self._size += 1


def _answers(asked: Asked, state: State, turn: int) -> tuple[Any, ...]:
    facts, marks = map(state.several, asked)
    values = [value if type(value) in PLAIN else type_strict_key(value) for value in facts]
    return (*values, *[kept == turn for kept in marks])
