"""The words that a ship's card may show after an order, with their probabilities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.odds.distribution import Distribution, JointDistribution

FATE = 2  # the number of the card's part that shows the fate
LEFT_OUT = 1e-6
"""The least likely outcomes are left out if their probabilities add up to less than this."""
MOST_CARDS, SAMPLED_CARDS, SEED = 500, 300, 1
"""The most cards that are made for all ships together, for exact and for sampled odds, and the seed of the draws.

If there are more outcomes, the likeliest get a card. Some of the others are drawn at random by their probabilities.
"""

Facts: TypeAlias = Mapping[Key, FactValue]


class CardOdds(NamedTuple):
    """Words of a card with their probabilities. They are exact if ``samples`` is 0, otherwise estimated from that many plays."""

    chances: dict[CardWord, float]
    samples: int = 0


class CardWord(NamedTuple):
    """A word on a card. ``part`` is the part of the card, ``place`` the word's position there. ``brief`` is the shorter form of a
    fate.
    """

    part: int
    place: int
    text: str
    brief: str = ""

    @property
    def is_fate(self) -> bool:
        """Whether the word says that the ship is lost or has left the battle."""
        return self.part == FATE


def card_words(battle: Battle[Any], ship: str) -> Iterator[CardWord]:
    """The words on a ship's card for her systems, her conditions and her fate."""
    come = battle.to_come
    card = come.ruleset.card(come.ship(ship))
    yield from (CardWord(0, place, f"{system.label} {system.state}") for place, system in enumerate(card.systems))
    yield from (CardWord(1, 0, condition.text) for condition in card.conditions)
    if card.fate:
        yield CardWord(FATE, 0, card.fate, card.end.brief if card.end else "")


def level_of(battle: Battle[Any], key: Key, left: FactValue) -> FactValue:
    """The smallest number of boxes for which the card has the same words as for ``left`` boxes. The value of any other fact is
    returned as it is.
    """
    if not has_levels(battle, key):
        return left
    levels = battle.ruleset.levels(key.name) or ()
    return max((level + 1 for level in levels if isinstance(left, int) and level < left), default=0)


def is_track(battle: Battle[Any], key: Key) -> bool:
    """Whether a fact is the number of boxes left on a ship's track."""
    return battle.is_ship(key.subject) and not key.other and key.name in battle.tracks(key.subject)


def has_levels(battle: Battle[Any], key: Key) -> bool:
    """Whether a fact is a track with levels: the card has the same words for several numbers of boxes."""
    return is_track(battle, key) and battle.ruleset.levels(key.name) is not None


class CardOutcomes(msgspec.Struct, frozen=True):
    """The possible outcomes for one ship's card, the likeliest first. Outcomes with the same card are merged.

    likely  the number of outcomes for which a card is made; the others are too unlikely
    apart   a track that is computed separately, with the distribution of its boxes
    """

    battle: Battle[Any]
    ship: str
    outcomes: Sequence[tuple[Facts, float]]
    likely: int
    apart: tuple[Key, Distribution] | None = None

    @classmethod
    def of(
        cls, battle: Battle[Any], ship: str, joint: JointDistribution, apart: tuple[Key, Distribution] | None = None
    ) -> CardOutcomes:
        """The outcomes for one ship, from a joint distribution. ``apart`` is a track with its own distribution of boxes left."""
        alike: dict[frozenset[tuple[Key, FactValue]], float] = defaultdict(float)
        for outcome, chance in joint.outcomes:
            alike[frozenset((key, level_of(battle, key, value)) for key, value in outcome.facts.items())] += chance
        ordered = sorted(((dict(facts), chance) for facts, chance in alike.items()), key=lambda item: -item[1])
        left, likely = 1.0, 0
        while likely < len(ordered) and left >= LEFT_OUT:
            left -= ordered[likely][1]
            likely += 1
        if apart:
            levels = defaultdict[Any, float](float)
            for boxes, chance in apart[1].items():
                levels[level_of(battle, apart[0], boxes)] += chance
            apart = apart[0], levels
        return cls(battle, ship, ordered, likely, apart)

    @property
    def levels(self) -> int:
        """The number of cards for each outcome: one for each level of the separate track, or 1 without such a track."""
        return len(self.apart[1]) if self.apart else 1

    @property
    def needed(self) -> int:
        """The number of cards to make for all likely outcomes."""
        return self.likely * self.levels

    def odds(self, most: int) -> CardOdds | None:
        """The probabilities of the words that the card does not show now. At most this many cards are made for them.

        None if a word depends on the separate track and on other facts together.
        """
        before, chances = set(card_words(self.battle, self.ship)), defaultdict[CardWord, float](float)
        by_level: dict[FactValue, set[CardWord]] | None = None
        outcomes, samples = self._chosen(max(1, most // self.levels))
        for facts, chance in outcomes:
            always, by_track = self._words_after(facts)
            for word in always - before:
                chances[word] += chance
            if by_level not in (None, by_track):
                return None
            by_level = by_track
        for level, words in (by_level or {}).items():
            for word in words - before:
                chances[word] += self.apart[1][level] if self.apart else 0.0
        return CardOdds(chances, samples)

    def _words_after(self, facts: Facts) -> tuple[set[CardWord], dict[FactValue, set[CardWord]]]:
        """The words that the card always has in an outcome, and the further words that it has at each level of the separate
        track.
        """
        changes = facts.items()
        if not self.apart:
            return set(card_words(self.battle.with_changes(changes), self.ship)), {}
        key, levels = self.apart
        words = {left: set(card_words(self.battle.with_changes((*changes, (key, left))), self.ship)) for left in levels}
        always = set.intersection(*words.values())
        return always, {left: some - always for left, some in words.items()}

    def _chosen(self, most: int) -> tuple[Sequence[tuple[Facts, float]], int]:
        """The outcomes for which a card is made, with their weights. The number says how many plays would have the same error; 0
        if the weights are exact.
        """
        if self.likely <= most:
            return self.outcomes[: self.likely], 0
        sure = most // 2
        others = self.outcomes[sure:]
        share, picked = sum(chance for _, chance in others), most - sure
        places = Random(SEED).choices(range(len(others)), [chance for _, chance in others], k=picked)
        weighed = [(others[place][0], share * times / picked) for place, times in Counter(places).items()]
        return [*self.outcomes[:sure], *weighed], max(1, int(picked / share**2))


def shared_out(most: int, needed: Sequence[int]) -> list[int]:
    """The number of cards for each ship, at most ``most`` in all. A ship that needs few cards gets all that it needs. The other
    ships share the rest equally.
    """
    shares, left = [0] * len(needed), most
    for due, place in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        shares[place] = min(needed[place], left // (len(needed) - due))
        left -= shares[place]
    return shares


def drawn(ships: Sequence[CardOutcomes], most: int) -> Iterator[tuple[CardOutcomes, CardOdds | None]]:
    """The odds of the words on each ship's card. At most this many cards are made for all ships together."""
    shares = shared_out(most, [outcomes.needed for outcomes in ships])
    return ((outcomes, outcomes.odds(cards)) for outcomes, cards in zip(ships, shares, strict=True))


def together(*samples: int) -> int:
    """The number of plays that would have the same error as several estimates combined; 0 if all of them are exact."""
    found = [one for one in samples if one]
    return max(1, int(1 / sum(1 / one for one in found))) if found else 0
