"""What the reader of a journal may know of ships' cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition
from fleetbook.core.play.journal import Journal

Known = Callable[[CardView], CardView]
NOT_SEEN = Condition("?", "not seen yet")


def cards(journal: Journal[Any], battle: Battle[Any]) -> tuple[CardView, ...]:
    """All cards of a battle as they stand at a moment of a journal, as far as its reader may know them by now."""
    return tuple(map(knowing(journal), battle.cards())) if journal.side else battle.cards()


def knowing(journal: Journal[Any]) -> Known:
    """What makes of a card what the journal's reader may know by now; the referee, who is no side, knows all of it."""
    now = journal.battle
    unseen = {card.name for card in now.cards() if card.unseen} if journal.side else set[str]()

    def known(card: CardView) -> CardView:
        if journal.side in ("", card.side):
            return card
        if card.name in unseen:
            return CardView(card.name, card.kind, card.side, "", (), squadron=card.squadron, conditions=(NOT_SEEN,), unseen=True)
        conditions = tuple(condition for condition in card.conditions if not condition.secret)
        return replace(card, conditions=conditions)

    return known
