"""Folds squadrons on the board if a side has too little room. A fold lasts until the step ends, or until one of its ships must be
seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from fleetbook.core.battle.card_view import CardView
from fleetbook.referee.damage_words import is_hurt
from fleetbook.tui.cards.squadron_row import Squadron, SquadronRows
from fleetbook.tui.kit.line import Line

MANY = 2  # the least number of sound ships that share one line

Block: TypeAlias = tuple[str, Sequence[Line]]
"""The lines of one ship with her name, or other lines with an empty name."""


class Fold(NamedTuple):
    """A fold of a squadron: its sound ships ``hidden`` share one line, or the ``whole`` squadron has one line. With ``counted``
    the hidden ships are only counted, in the line above the squadron.
    """

    whole: bool
    hidden: frozenset[str] = frozenset()
    counted: bool = False


WHOLE, NAMED, COUNTED = Fold(whole=True), Fold(whole=False), Fold(whole=False, counted=True)


@dataclass
class Folds:
    """The folds of a side, by squadron, and the ``step`` in which they were made."""

    step: object = None
    made: dict[str, Fold] = field(default_factory=dict)

    def of_step(self, step: object) -> dict[str, Fold]:
        """The folds made in this step so far."""
        if step != self.step:
            self.step, self.made = step, {}
        return self.made


@dataclass(frozen=True)
class Folding:
    """The folding of one side.

    rows       draws its squadrons
    opened     draws the lines of a squadron with all its ships
    must_show  whether a ship has the cursor or was hit, so that her squadron is not folded
    may_act    whether something is left for a ship to do in this step
    """

    rows: SquadronRows
    opened: Callable[[Squadron], list[Block]]
    must_show: Callable[[CardView], bool]
    may_act: Callable[[CardView], bool]

    def fitted(self, squadrons: Sequence[Squadron], room: int, made: dict[str, Fold]) -> list[Block]:
        """The lines of all squadrons, folded until they fit or nothing more can be folded. ``made`` has the folds of this step,
        and gets the new ones.

        Sound squadrons are folded first, then sound ships, whose line goes next, then damaged squadrons, each from the foot up.
        """
        shown = [self._as_before(squadron, made) for squadron in squadrons]
        over = sum(map(height, shown)) - room
        for at, way in self._candidates(squadrons) if over > 0 else ():
            if over <= 0:
                break
            saved_before = height(self.opened(squadrons[at])) - height(shown[at])
            fold = self._fold(squadrons[at], over + saved_before, way)
            fewer = self._folded(squadrons[at], fold)
            if (saved := height(shown[at]) - height(fewer)) > 0:
                over, shown[at], made[_key(squadrons[at])] = over - saved, fewer, fold
        return [block for blocks in shown for block in blocks]

    def _candidates(self, squadrons: Sequence[Squadron]) -> Iterator[tuple[int, Fold]]:
        """The squadrons to be folded, by place, each with the way to do it. The first is folded first."""
        from_foot = [*range(len(squadrons) - 1, -1, -1)]
        resting = [at for at in from_foot if squadrons[at].name and not self._is_held(squadrons[at])]
        sound = [at for at in resting if not squadrons[at].hurt]
        acting_last = sorted((at for at in from_foot if at not in sound), key=lambda at: squadrons[at].acts)
        yield from ((at, WHOLE) for at in sound)
        yield from ((at, NAMED) for at in acting_last)
        yield from ((at, COUNTED) for at in acting_last if squadrons[at].name)
        yield from ((at, WHOLE) for at in resting if at not in sound)

    def _is_held(self, squadron: Squadron) -> bool:
        """Whether a squadron is not folded, because it acts or has a ship that must be shown."""
        return squadron.acts or any(map(self.must_show, squadron.cards))

    def _as_before(self, squadron: Squadron, made: dict[str, Fold]) -> list[Block]:
        """The lines of a squadron with its fold from before, as far as its ships may still be hidden. A fold that hides nothing
        any more is forgotten.
        """
        fold = made.pop(_key(squadron), None)
        if fold is None or (fold.whole and self._is_held(squadron)):
            return self.opened(squadron)
        hidden = frozenset(card.name for card in squadron.there if card.name in fold.hidden and self._may_hide(card))
        if not fold.whole and len(hidden) < MANY:
            return self.opened(squadron)
        made[_key(squadron)] = fold._replace(hidden=hidden)
        return self._folded(squadron, made[_key(squadron)])

    def _fold(self, squadron: Squadron, over: int, way: Fold) -> Fold:
        """A fold that saves ``over`` lines, if the squadron has so many. Sound ships are hidden from the foot up."""
        sound = [card for card in squadron.there if self._may_hide(card)]
        if way.whole and not (squadron.name and squadron.cards == squadron.there == (*sound,) and over < len(sound)):
            return WHOLE
        hidden = frozenset(card.name for card in sound[-max(over + 1, MANY) :])
        return Fold(False, hidden if len(sound) >= MANY else frozenset(), way.counted)

    def _folded(self, squadron: Squadron, fold: Fold) -> list[Block]:
        if fold.whole:
            return [("", self.rows.folded(squadron))]
        hidden = [card for card in squadron.there if card.name in fold.hidden]
        blocks = [block for block in self.opened(squadron) if block[0] not in fold.hidden]
        if fold.counted and hidden:
            return [("", (self.rows.above(squadron, len(hidden)),)), *blocks[1:]]
        return [*blocks, *([("", (self.rows.sound(hidden),))] if hidden else [])]

    def _may_hide(self, card: CardView) -> bool:
        return not (is_hurt(card) or self.must_show(card) or self.may_act(card))


def height(blocks: Sequence[Block]) -> int:
    """The number of lines in some blocks."""
    return sum(len(lines) for _, lines in blocks)


def _key(squadron: Squadron) -> str:
    return squadron.name or squadron.cards[0].name
