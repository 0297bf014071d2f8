"""How ships and squadrons are shown on the board. In a large fleet a squadron is folded into one card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fleetbook.core.battle.card_view import CardView, Condition, Tick, Track
from fleetbook.core.parsing import counted
from fleetbook.referee.session import Session
from fleetbook.tui.cards.card_lines import Look
from fleetbook.tui.kit.style import side_look


def squadron_card(cards: Sequence[CardView]) -> CardView:
    """One card for a whole squadron. It adds up boxes, counts lost and damaged ships, and has the slowest speed."""
    left = [card for card in cards if not card.fate]
    going = [card for card in left if (not card.first or card.first.left) and _speeds(card)[:1] != [(0, 0)]]
    first = min(going or left or cards, key=_speeds)
    hurt = sum(is_hurt(card) for card in left)
    words = [f"{len(cards) - len(left)} lost"] * (len(left) < len(cards)) + [f"{hurt} hurt"] * bool(hurt)
    return CardView(
        name=first.squadron,
        kind=counted(len(left), "ship"),
        side=first.side,
        motion=first.motion,
        pace=first.pace,
        tracks=_together(cards),
        conditions=tuple(Condition(word, word) for word in words),
        squadron=first.squadron,
    )


def _speeds(card: CardView) -> list[tuple[int, int]]:
    """A ship's full speed, then her present speed, as sort keys. 2+ sorts above 2, and 1S below 1."""
    found = re.findall(r"(\d+)([+S]?)", card.pace)
    return [(int(number), {"S": -1, "+": 1}.get(more, 0)) for number, more in reversed(found)]


def is_hurt(card: CardView) -> bool:
    """Whether a ship has lost a box, has a damaged system, or is in a grave condition."""
    struck = any(track.left < track.full for track in card.tracks) or any(system.state != "sound" for system in card.systems)
    return struck or any(condition.gravity == "grave" for condition in card.conditions)


def _together(cards: Sequence[CardView]) -> tuple[Track, ...]:
    """The first tracks of all ships added up into one track. A lost ship counts as having no box left."""
    firsts = [(card, card.first) for card in cards if card.first]
    if not firsts:
        return ()
    left = sum(track.left for card, track in firsts if not card.fate)
    return (replace(firsts[0][1], left=left, full=sum(track.full for _, track in firsts)),)


def squadron_look(seen: Sequence[tuple[CardView, Look]]) -> Look:
    """The look of a squadron's card. Hits of the last order are added up. A tick counts as given if all ships have it."""
    columns = zip(*(look.ticks for card, look in seen if not card.fate), strict=True)
    struck = sum(boxes for card, look in seen for name, boxes in look.fresh if name == _first(card))
    first = _first(seen[0][0])
    return Look(
        touched=any(look.touched for _, look in seen),
        ticks=tuple(_tick(column) for column in columns),
        fresh=((first, struck),) if first and struck else (),
    )


def _first(card: CardView) -> str:
    return card.first.id if card.first else ""


def _tick(column: Sequence[Tick]) -> Tick:
    return replace(column[0], done=all(tick.done for tick in column), due=any(tick.due for tick in column))


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a battle's cards now. They are cached until the next line of the journal."""

    session: Session

    def of(self, card: CardView) -> Look:
        """The look of a ship's card, with her orders of this turn and the hits of the last order."""
        looks = self.session.cached_for_line("looks", (), dict[str, Look])
        if card.name not in looks:
            boxes = self.session.hits().get(card.name)
            looks[card.name] = Look(
                hue=side_look(self.session.battle.sides, card.side)[0],
                touched=boxes is not None,
                ticks=self.session.ticks(card.name),
                fresh=tuple(sorted((track, number) for track, number in (boxes or {}).items() if track and number > 0)),
            )
        return looks[card.name]

    def squadron(self, cards: Sequence[CardView]) -> tuple[CardView, Look]:
        """One card for the ships of a squadron, and how it is shown."""
        looks = self.session.cached_for_line("squadrons", (), dict[tuple[str, str], tuple[CardView, Look]])
        of = cards[0].side, cards[0].squadron
        if of not in looks:
            looks[of] = squadron_card(cards), squadron_look([(card, self.of(card)) for card in cards])
        return looks[of]
