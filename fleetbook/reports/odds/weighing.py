"""The odds of an order told: what the rules count, the boxes that may be struck, the conditions that may come about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key
from fleetbook.core.faults import RulesFault, rules_at_work
from fleetbook.core.odds import BudgetExceeded, Distribution, Effort, OrderOdds, improving_odds, mean
from fleetbook.core.orders.order import Order
from fleetbook.reports.odds.shape import HANGING, Chance, Count, OddsView, Possible, ShipOdds, TrackOdds
from fleetbook.reports.text_layout import natural_order


def odds_view(battle: Battle[Any], order: Order[Any], odds: OrderOdds) -> OddsView:
    """The odds of a checked order on a battle, in the words of its rules."""
    return OddsView(
        procedure=order.id,
        headline=order.headline(battle),
        inputs=order.inputs(),
        exact=odds.exact,
        samples=odds.samples,
        error=odds.error,
        undecided=odds.undecided,
        chooser=odds.chooser,
        options=odds.options,
        counts=tuple(_all_counts(battle, order, odds)),
        ships=tuple(_ships(battle, odds)),
    )


def weighed(battle: Battle[Any], order: Order[Any], stop: Callable[[], bool]) -> Iterator[tuple[OddsView | None, str]]:
    """The odds of a checked order told, better ones after quicker ones, or a note why there are none; ``stop`` ends the work."""
    found = False
    try:
        with rules_at_work(battle.ruleset, resolving=True):
            for odds in improving_odds(battle, order, Effort(stop=stop)):
                told, found = odds_view(battle, order, odds), True
                nothing = odds.undecided and not told.counts and not told.ships
                yield (None, HANGING.format(odds.undecided)) if nothing else (told, "")
    except BudgetExceeded:
        if not found:
            yield None, "take too long to reckon"
    except RulesFault as fault:
        yield None, str(fault)


def choice_words(told: OddsView) -> str:
    """The choice that ends the odds: who makes it, and the words allowed."""
    who = f"{told.chooser} chooses " if told.chooser else ""
    return f"{who}{told.undecided}: {', '.join(told.options)}"


def _all_counts(battle: Battle[Any], order: Order[Any], odds: OrderOdds) -> Iterator[Count]:
    """What the order counts, then its follow-ups, each of the ship that may be lost, or that they are about."""
    may_be_lost = [ship for ship, words in odds.cards.items() if any(word.is_fate for word in words)]
    about = {
        name for part in order.ahead(battle) for name in vars(part).values() if isinstance(name, str) and battle.is_ship(name)
    }
    yield from _counts(odds.tallies, battle.ruleset.counted_once, may_be_lost)
    yield from _counts(odds.later, battle.ruleset.counted_once, [*about], order.later)


def _counts(
    tallies: Mapping[str, Distribution], once: Mapping[str, str], ships: Sequence[str], later: str = ""
) -> Iterator[Count]:
    for name, distribution in tallies.items():
        words = any(isinstance(value, str) for value in distribution)
        told = Count(name=f"{name} {later}".strip(), mean=None if words else mean(distribution), spread=_chances(distribution))
        if name in once and told.chance is not None:
            happens = once[name].format(ship=ships[0] if len(ships) == 1 else "a ship")
            told = msgspec.structs.replace(told, once=f"{happens} {later}".strip())
        yield told


def _chances(distribution: Distribution) -> tuple[Chance, ...]:
    return tuple(Chance(value=value, probability=chance) for value, chance in distribution.items())


def _ships(battle: Battle[Any], odds: OrderOdds) -> Iterator[ShipOdds]:
    """The ships that something visible may happen to, in the scenario's order."""
    for ship in battle.ships():
        tracks = tuple(_track(battle, key, found) for key, found in sorted(odds.tracks.items()) if key.subject == ship.name)
        chances = odds.cards.get(ship.name, {})
        words = sorted(chances, key=lambda word: (word.part, word.place, natural_order(word.text)))
        if tracks or words:
            conditions = tuple(Possible(text=word.text, probability=chances[word]) for word in words)
            yield ShipOdds(ship=ship.name, tracks=tracks, conditions=conditions)


def _track(battle: Battle[Any], key: Key, distribution: Distribution) -> TrackOdds:
    ship = battle.ship(key.subject)
    label = next((track.label for track in battle.ruleset.card(ship).tracks if track.id == key.name), key.name)
    return TrackOdds(
        track=key.name, before=ship.left(key.name), mean=mean(distribution), spread=_chances(distribution), label=label
    )
