"""The odds of an order told: what the rules count, the boxes that may be struck, the conditions that may come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.odds.distribution import Law, Spread, mean
from fleetbook.core.odds.order_odds import Outlook
from fleetbook.core.orders.order import Order
from fleetbook.reports.text_layout import natural_order
from fleetbook.reports.views.shapes import Chance, Count, OddsTold, Possible, ShipOdds, TrackOdds

_OF_BATTLE = ""


class Word(NamedTuple):
    """Something that a card says, with the part of the card and the place in it."""

    part: int
    place: int
    text: str


def odds_told(battle: Battle[Any], order: Order[Any], odds: Outlook) -> OddsTold:
    """The odds of a checked order on a battle, in the words of its rules."""
    return OddsTold(
        procedure=order.id,
        headline=order.headline(battle),
        inputs=order.inputs(),
        exact=odds.exact,
        samples=odds.samples,
        error=odds.error,
        counts=(*_counts(odds.counts), *(_counts(odds.later, order.later) if odds.later else ())),
        ships=tuple(_ships(battle, odds.facts)),
    )


def _counts(law: Law, later: str = "") -> Iterator[Count]:
    for name in law.score_names():
        yield _count(f"{name} {later}".strip(), law.score(name))


def _count(name: str, spread: Spread) -> Count:
    words = any(isinstance(value, str) for value in spread)
    return Count(name=name, mean=None if words else mean(spread), spread=_chances(spread))


def _chances(spread: Spread) -> tuple[Chance, ...]:
    return tuple(Chance(value=value, probability=chance) for value, chance in spread.items())


def _ships(battle: Battle[Any], law: Law) -> Iterator[ShipOdds]:
    """The ships that something visible may happen to, in the scenario's order."""
    changing = law.changing()
    touched = {key.subject for key in changing}
    for ship in battle.ships():
        if ship.name in touched:
            tracks = tuple(_tracks(battle, law, [key for key in changing if key.subject == ship.name]))
            conditions = tuple(_conditions(battle, law, ship.name))
            if tracks or conditions:
                yield ShipOdds(ship=ship.name, tracks=tracks, conditions=conditions)


def _tracks(battle: Battle[Any], law: Law, keys: list[Key]) -> Iterator[TrackOdds]:
    for key in keys:
        if key.name in battle.tracks(key.subject) and not key.other:
            before = battle.ship(key.subject).left(key.name)
            spread = law.change(key, before)
            yield TrackOdds(track=key.name, before=before, mean=mean(spread), spread=_chances(spread))


def _conditions(battle: Battle[Any], law: Law, ship: str) -> Iterator[Possible]:
    """What the ship's card may say that it does not say now, with the probability of each, in the card's order."""
    before = set(_words(battle, ship))
    chances: dict[Word, float] = {}
    for changes, chance in _by_changes(battle, law, ship).items():
        for word in _words(battle.with_changes(changes), ship):
            if word not in before:
                chances[word] = chances.get(word, 0.0) + chance
    for word in sorted(chances, key=lambda word: (word.part, word.place, natural_order(word.text))):
        yield Possible(text=word.text, probability=chances[word])


def _by_changes(battle: Battle[Any], law: Law, ship: str) -> Mapping[frozenset[tuple[Key, FactValue]], float]:
    """The outcomes of which one ship's card says the same, taken together; facts that do not change are left out."""
    levels = {Key(ship, track): battle.ruleset.levels(track) for track in battle.tracks(ship)}
    grouped = {key: numbers for key, numbers in levels.items() if numbers is not None}
    alike: dict[frozenset[tuple[Key, FactValue]], float] = {}
    for outcome, chance in law.outcomes:
        changes = frozenset(
            (key, _level(value, grouped[key]) if key in grouped else value)
            for key, value in outcome.changes.items()
            if key.subject in (_OF_BATTLE, ship)
        )
        alike[changes] = alike.get(changes, 0.0) + chance
    return alike


def _level(left: FactValue, levels: tuple[int, ...]) -> FactValue:
    """The fewest boxes of which a card says the same as of these."""
    return max((level + 1 for level in levels if isinstance(left, int) and level < left), default=0)


def _words(battle: Battle[Any], ship: str) -> Iterator[Word]:
    card: CardView = battle.ruleset.card(battle.ship(ship))
    yield from (Word(0, place, f"{system.label} {system.state}") for place, system in enumerate(card.systems))
    yield from (Word(1, 0, condition.text) for condition in card.conditions)
    if card.fate:
        yield Word(2, 0, card.fate)
