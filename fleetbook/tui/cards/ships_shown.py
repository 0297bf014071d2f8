"""The choice of ships on the board. The referee searches for names, and sorts the ships by a column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.parsing import has_word
from fleetbook.referee.damage_words import damage_words, other_words
from fleetbook.referee.session import Session
from fleetbook.tui.cards.ship_row import LEAST_HALF, columns_of, speed_now
from fleetbook.tui.kit.text_field import Search

_HAS_DIGIT = re.compile(r"\d")
LISTED, HULL, SPEED = "", "hull", "speed"
"""The ways to sort the ships of a squadron: in the order of the cards, by boxes left from the fewest, or by speed from the
fastest.
"""

ORDERED = {LISTED: "as their cards are listed", HULL: "by hull, the fewest boxes first", SPEED: "by speed, the fastest first"}


@dataclass
class Shown:
    """The referee's choice of ships for the board.

    search  the search for ships; while it is off, all ships are shown
    order   how the ships of a squadron are sorted
    """

    search: Search = field(default_factory=Search)
    order: str = LISTED

    def sort_on(self, session: Session) -> None:
        """Sort by the next column that the board has. After the last column, the ships are in the order of the cards again."""
        columns = columns_of(session.cards(), session.battle.ruleset.board_columns, LEAST_HALF)
        orders = [LISTED, *[HULL] * bool(columns.count), *[SPEED] * bool(columns.pace)]
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]

    def found(self, session: Session) -> frozenset[str]:
        """The names of the ships sought: those with all words in the names of the ship, her squadron and her side. If there are
        none, those with all words in these names and in the damage that the board shows.
        """
        return session.cached_for_line("ships sought", self.search.text, lambda: _found(session.cards(), self.search.words))

    def sorted(self, cards: tuple[CardView, ...], heading: Callable[[CardView], str]) -> tuple[CardView, ...]:
        """The cards, with the ships below each heading of the board sorted."""
        if self.order == LISTED:
            return cards
        by = _share_left if self.order == HULL else _slowness
        return tuple(card for _, ships in groupby(cards, key=heading) for card in sorted(ships, key=by))

    def of_side(self, session: Session, side: str) -> list[str]:
        """The names of a side's ships that are sought, from the top of the board to the bottom."""
        found = self.found(session)
        own = tuple(card for card in session.cards() if card.side == side and card.name in found)
        return [card.name for card in self.sorted(own, session.battle.ruleset.board_heading)]


def _found(cards: Sequence[CardView], words: Sequence[str]) -> frozenset[str]:
    named = {card.name: f"{card.name} {card.squadron} {card.side}" for card in cards}
    if found := frozenset(name for name, text in named.items() if _has_all(text, words)):
        return found
    said = {card.name: (*(word.text for word in damage_words(card)), *other_words(card)) for card in cards}
    return frozenset(name for name, text in named.items() if _has_all(" ".join((text, *said[name])), words))


def _has_all(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all the words. The blank before a number may be left out: ``s136`` finds S 136."""
    close = text.replace(" ", "")
    return all(has_word(close if _HAS_DIGIT.search(word) else text, word) for word in words)


def _share_left(card: CardView) -> float:
    return card.first.left / card.first.full if card.first and card.first.full else 1.0


def _slowness(card: CardView) -> tuple[int, int]:
    number, more = speed_now(card)
    return -number, -more
