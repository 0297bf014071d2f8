"""What a ship's card may say after an order, with the probability of each word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.odds.distribution import Distribution, JointDistribution

FATE = 2  # the part of a card on which it stands
LEFT_OUT = 1e-6
"""The probability, all together, of the unlikeliest outcomes, for which no card is drawn."""
MOST_CARDS, FEWEST_CARDS, SEED = 500, 100, 1
"""Cards drawn at the most, of all ships together, and of each ship however many there are. Of more outcomes the likeliest have
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


def card_odds(battle: Battle[Any], ship: str, joint: JointDistribution, most: int = MOST_CARDS) -> CardOdds:
    """The probabilities of what a ship's card may say that it does not say now; the distribution is of all facts it may go by."""
    alike: dict[frozenset[tuple[Key, FactValue]], float] = defaultdict(float)
    for outcome, chance in joint.outcomes:
        alike[frozenset((key, level_of(battle, key, value)) for key, value in outcome.facts.items())] += chance
    before, chances = set(card_words(battle, ship)), defaultdict[Word, float](float)
    outcomes, samples = _drawn(alike.items(), most)
    for facts, chance in outcomes:
        for word in card_words(battle.with_changes(facts), ship):
            if word not in before:
                chances[word] += chance
    return CardOdds(chances, samples)


def card_odds_apart(
    battle: Battle[Any], ship: str, joint: JointDistribution, track: tuple[Key, Distribution], most: int = MOST_CARDS
) -> CardOdds | None:
    """The same where the distribution of one track is known apart; None where something goes by both."""
    (key, boxes), levels = track, defaultdict[FactValue, float](float)
    for left, chance in boxes.items():
        levels[level_of(battle, key, left)] += chance
    before, chances = set(card_words(battle, ship)), defaultdict[Word, float](float)
    apart: dict[FactValue, set[Word]] | None = None
    outcomes, samples = _drawn(((outcome.facts.items(), chance) for outcome, chance in joint.outcomes), most // len(levels) or 1)
    for facts, chance in outcomes:
        said = {left: set(card_words(battle.with_changes((*facts, (key, left))), ship)) for left in levels}
        always = set.intersection(*said.values())
        for word in always - before:
            chances[word] += chance
        by_level = {left: words - always for left, words in said.items()}
        if apart not in (None, by_level):
            return None
        apart = by_level
    for left, words in (apart or {}).items():
        for word in words - before:
            chances[word] += levels[left]
    return CardOdds(chances, samples)


def _drawn(outcomes: Iterable[tuple[Any, float]], most: int) -> tuple[list[tuple[Any, float]], int]:
    """The outcomes for which cards are drawn, with their weights, and the samples that give the same error; 0 where exact."""
    ordered = sorted(outcomes, key=lambda item: -item[1])
    left, likely = 1.0, 0
    while likely < len(ordered) and left >= LEFT_OUT:
        left -= ordered[likely][1]
        likely += 1
    if likely <= most:
        return ordered[:likely], 0
    sure = most // 2
    others = ordered[sure:]
    share, picked = sum(chance for _, chance in others), most - sure
    places = Random(SEED).choices(range(len(others)), [chance for _, chance in others], k=picked)
    weighed = [(others[place][0], share * times / picked) for place, times in Counter(places).items()]
    return [*ordered[:sure], *weighed], max(1, int(picked / share**2))


def together(*samples: int) -> int:
    """The samples that give the error of several estimates one upon the other; 0 where all are exact."""
    found = [one for one in samples if one]
    return max(1, int(1 / sum(1 / one for one in found))) if found else 0
