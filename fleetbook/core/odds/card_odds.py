"""What a ship's card may say after an order, with the probability of each word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.odds.distribution import Distribution, JointDistribution

FATE = 2  # the part of a card on which it stands
LEFT_OUT = 1e-6
"""The probability, all together, of the unlikeliest outcomes, for which no card is drawn."""
MOST_CARDS, SAMPLED_CARDS, SEED = 500, 300, 1
"""Cards drawn at the most, of all ships together; where the outcomes themselves are sampled. Of more outcomes the likeliest have
one, and some of the others, picked by their probabilities.
"""

Facts: TypeAlias = Mapping[Key, FactValue]


class CardOdds(NamedTuple):
    """The probabilities of words: exact, or with the error of so many ``samples``."""

    chances: dict[Word, float]
    samples: int = 0


class Word(NamedTuple):
    """Something that a card says, with the part of the card and the place in it."""

    part: int
    place: int
    text: str

    @property
    def is_fate(self) -> bool:
        """Whether it says that the ship is gone."""
        return self.part == FATE


def card_words(battle: Battle[Any], ship: str) -> Iterator[Word]:
    """What a ship's card says of its systems, its conditions and its fate."""
    come = battle.to_come
    card = come.ruleset.card(come.ship(ship))
    yield from (Word(0, place, f"{system.label} {system.state}") for place, system in enumerate(card.systems))
    yield from (Word(1, 0, condition.text) for condition in card.conditions)
    if card.fate:
        yield Word(FATE, 0, card.fate)


def level_of(battle: Battle[Any], key: Key, left: FactValue) -> FactValue:
    """The fewest boxes left on a track of which a card says the same as of these."""
    if not has_levels(battle, key):
        return left
    levels = battle.ruleset.levels(key.name) or ()
    return max((level + 1 for level in levels if isinstance(left, int) and level < left), default=0)


def is_track(battle: Battle[Any], key: Key) -> bool:
    """Whether a fact is the boxes left on a ship's track."""
    return battle.is_ship(key.subject) and not key.other and key.name in battle.tracks(key.subject)


def has_levels(battle: Battle[Any], key: Key) -> bool:
    """Whether it is a track of which a card says the same by many numbers of boxes."""
    return is_track(battle, key) and battle.ruleset.levels(key.name) is not None


@dataclass(frozen=True, slots=True)
class CardOutcomes:
    """The outcomes of all facts that a ship's card may go by, as far as it tells them apart, the likeliest first. Where ``apart``
    one track is not among them: what the card tells apart of it is known for itself.
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
        """Those of a joint distribution; with the boxes left on a track, where it is known apart."""
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
        """The cards of one outcome: one for each level of the track that is known apart."""
        return len(self.apart[1]) if self.apart else 1

    @property
    def needed(self) -> int:
        """Cards to draw for all that is likely."""
        return self.likely * self.levels

    def odds(self, most: int) -> CardOdds | None:
        """The probabilities of what the card may say that it does not say now, from so many cards at most. None where something
        goes by the track that is known apart and by other facts together.
        """
        before, chances = set(card_words(self.battle, self.ship)), defaultdict[Word, float](float)
        by_level: dict[FactValue, set[Word]] | None = None
        outcomes, samples = self._drawn(max(1, most // self.levels))
        for facts, chance in outcomes:
            always, by_track = self._said(facts)
            for word in always - before:
                chances[word] += chance
            if by_level not in (None, by_track):
                return None
            by_level = by_track
        for level, words in (by_level or {}).items():
            for word in words - before:
                chances[word] += self.apart[1][level] if self.apart else 0.0
        return CardOdds(chances, samples)

    def _said(self, facts: Facts) -> tuple[set[Word], dict[FactValue, set[Word]]]:
        """What the card says in an outcome, and what it says more at each level of the track that is known apart."""
        changes = facts.items()
        if not self.apart:
            return set(card_words(self.battle.with_changes(changes), self.ship)), {}
        key, levels = self.apart
        said = {left: set(card_words(self.battle.with_changes((*changes, (key, left))), self.ship)) for left in levels}
        always = set.intersection(*said.values())
        return always, {left: words - always for left, words in said.items()}

    def _drawn(self, most: int) -> tuple[Sequence[tuple[Facts, float]], int]:
        """The outcomes for which cards are drawn, with their weights, and the samples that give the same error; 0 where exact."""
        if self.likely <= most:
            return self.outcomes[: self.likely], 0
        sure = most // 2
        others = self.outcomes[sure:]
        share, picked = sum(chance for _, chance in others), most - sure
        places = Random(SEED).choices(range(len(others)), [chance for _, chance in others], k=picked)
        weighed = [(others[place][0], share * times / picked) for place, times in Counter(places).items()]
        return [*self.outcomes[:sure], *weighed], max(1, int(picked / share**2))


def shared_out(most: int, needed: Sequence[int]) -> list[int]:
    """The cards of each ship, of so many: a ship that needs few has them, the others have alike."""
    shares, left = [0] * len(needed), most
    for due, place in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        shares[place] = min(needed[place], left // (len(needed) - due))
        left -= shares[place]
    return shares


def drawn(ships: Sequence[CardOutcomes], most: int) -> Iterator[tuple[CardOutcomes, CardOdds | None]]:
    """What each ship's card may say, from so many cards of all together."""
    shares = shared_out(most, [outcomes.needed for outcomes in ships])
    return ((outcomes, outcomes.odds(cards)) for outcomes, cards in zip(ships, shares, strict=True))


def together(*samples: int) -> int:
    """The samples that give the error of several estimates one upon the other; 0 where all are exact."""
    found = [one for one in samples if one]
    return max(1, int(1 / sum(1 / one for one in found))) if found else 0
