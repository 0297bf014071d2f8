"""The looks of ships and squadrons apart from the cursor. They are made on demand and hold until the next line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.session import Session
from fleetbook.tui.cards.card_lines import Look
from fleetbook.tui.cards.squadron_card import squadron_card, squadron_look
from fleetbook.tui.kit.style import side_look


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a battle as it stands."""

    session: Session

    def of(self, card: CardView) -> Look:
        """The ticks of a ship this turn, and the boxes that the last order struck off her."""
        kept = self.session.cached_for_line("looks", (), dict[str, Look])
        if card.name not in kept:
            boxes = self.session.hits().get(card.name)
            kept[card.name] = Look(
                hue=side_look(self.session.battle.sides, card.side)[0],
                touched=boxes is not None,
                ticks=self.session.ticks(card.name),
                fresh=tuple(sorted((track, number) for track, number in (boxes or {}).items() if track and number > 0)),
            )
        return kept[card.name]

    def squadron(self, cards: Sequence[CardView]) -> tuple[CardView, Look]:
        """Its ships as one card, and all that they have done together."""
        kept = self.session.cached_for_line("squadrons", (), dict[tuple[str, str], tuple[CardView, Look]])
        of = cards[0].side, cards[0].squadron
        if of not in kept:
            kept[of] = squadron_card(cards), squadron_look([(card, self.of(card)) for card in cards])
        return kept[of]
