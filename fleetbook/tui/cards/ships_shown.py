"""The choice and order of the ships on the board. The referee searches for words, and sorts the ships by a column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.parsing import has_word
from fleetbook.referee.damage_words import damage_words, other_words
from fleetbook.referee.session import Session
from fleetbook.tui.cards.ship_row import LEAST_HALF, columns_of, speed_now
from fleetbook.tui.kit.text_field import TextField

_HAS_DIGIT = re.compile(r"\d")
LISTED, HULL, SPEED = "", "hull", "speed"
"""The ways to sort the ships of a squadron: in the order of the cards, by boxes left from the fewest, or by speed from the
fastest.
"""

ORDERED = {LISTED: "as their cards are listed", HULL: "by hull, the fewest boxes first", SPEED: "by speed, the fastest first"}


@dataclass
class Shown:
    """The referee's choice of ships for the board.

    words   the words that a ship must have, in her name, squadron, motion or damage; empty for all ships
    typing  whether the referee is typing these words
    order   how the ships of a squadron are sorted
    """

    words: TextField = field(default_factory=TextField)
    typing: bool = False
    order: str = LISTED

    @property
    def sought(self) -> str:
        return self.words.text.strip()

    def clear(self) -> None:
        """Show all ships again."""
        self.words, self.typing = TextField(), False

    def sort_on(self, session: Session) -> None:
        """Sort by the next column that the board has. After the last column, the ships are in the order of the cards again."""
        columns = columns_of(session.cards(), session.battle.ruleset.board_columns, LEAST_HALF)
        orders = [LISTED, *[HULL] * bool(columns.count), *[SPEED] * bool(columns.pace)]
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]

    def fits(self, card: CardView) -> bool:
        """Whether a ship has all the words. The blank before a number may be left out: ``s136`` finds S 136."""
        if not (sought := self.sought.casefold().split()):
            return True
        said = (word.text for word in damage_words(card))
        conditions = (text for one in card.conditions for text in (one.short, one.text))
        text = " ".join((card.name, card.squadron, card.motion, *said, *other_words(card), *conditions))
        close = text.replace(" ", "")
        return all(has_word(close if _HAS_DIGIT.search(word) else text, word) for word in sought)

    def sorted(self, cards: tuple[CardView, ...], heading: Callable[[CardView], str]) -> tuple[CardView, ...]:
        """The cards, with the ships below each heading of the board sorted."""
        if self.order == LISTED:
            return cards
        by = _share_left if self.order == HULL else _slowness
        return tuple(card for _, ships in groupby(cards, key=heading) for card in sorted(ships, key=by))

    def of_side(self, session: Session, side: str) -> list[str]:
        """The names of a side's ships that have the words, from the top of the board to the bottom."""
        own = tuple(card for card in session.cards() if card.side == side and self.fits(card))
        return [card.name for card in self.sorted(own, session.battle.ruleset.board_heading)]


def _share_left(card: CardView) -> float:
    return card.first.left / card.first.full if card.first and card.first.full else 1.0


def _slowness(card: CardView) -> tuple[int, int]:
    number, more = speed_now(card)
    return -number, -more
