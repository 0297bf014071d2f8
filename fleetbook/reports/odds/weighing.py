"""Turn the odds of an order into data."""

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
    """The odds of an order as data, worded as the battle's rules word them."""
    ships = odds.cards.items()
    about = {value for part in order.ahead(battle) for value in vars(part).values() if isinstance(value, str)}
    once, may_be_lost = battle.ruleset.counted_once, [ship for ship, words in ships if any(word.is_fate for word in words)]
    counts = [*_counts(odds.tallies, once, may_be_lost)]
    counts += _counts(odds.later, once, [name for name in about if battle.is_ship(name)], order.later)
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
        counts=tuple(counts),
        ships=tuple(_ships(battle, odds)),
    )


def _counts(
    tallies: Mapping[str, Distribution], once: Mapping[str, str], ships: Sequence[str], later: str = ""
) -> Iterator[Count]:
    """The odds of the numbers that the rules count. For an event that happens at most once, the words name the ship if only one
    ship may be affected.
    """
    for name, distribution in tallies.items():
        words = any(isinstance(value, str) for value in distribution)
        count = Count(name=f"{name} {later}".strip(), mean=None if words else mean(distribution), spread=_chances(distribution))
        if name in once and count.chance is not None:
            happens = once[name].format(ship=ships[0] if len(ships) == 1 else "a ship")
            count = msgspec.structs.replace(count, once=f"{happens} {later}".strip())
        yield count


def _chances(distribution: Distribution) -> tuple[Chance, ...]:
    return tuple(Chance(value=value, probability=chance) for value, chance in distribution.items())


def _ships(battle: Battle[Any], odds: OrderOdds) -> Iterator[ShipOdds]:
    """The odds of each ship whose card may change, in the order of the scenario."""
    for ship in battle.ships():
        tracks = tuple(_track(battle, key, found) for key, found in sorted(odds.tracks.items()) if key.subject == ship.name)
        chances = odds.cards.get(ship.name, {})
        words = sorted(chances, key=lambda word: (word.part, word.place, natural_order(word.text)))
        if tracks or words:
            conditions = tuple(Possible(text=word.text, probability=chances[word], brief=word.brief) for word in words)
            yield ShipOdds(ship=ship.name, tracks=tracks, conditions=conditions)


def _track(battle: Battle[Any], key: Key, distribution: Distribution) -> TrackOdds:
    ship = battle.ship(key.subject)
    label = next((track.label for track in battle.ruleset.card(ship).tracks if track.id == key.name), key.name)
    spread = _chances(distribution)
    return TrackOdds(track=key.name, before=ship.left(key.name), mean=mean(distribution), spread=spread, label=label)


def weighed(battle: Battle[Any], order: Order[Any], stop: Callable[[], bool]) -> Iterator[tuple[OddsView | None, str]]:
    """Compute the odds of an order, yielding estimates that get better. If there are no odds, a note says why.

    The work ends when ``stop`` returns True.
    """
    found = False
    try:
        with rules_at_work(battle.ruleset, resolving=True):
            for odds in improving_odds(battle, order, Effort(stop=stop)):
                view, found = odds_view(battle, order, odds), True
                nothing = odds.undecided and not view.counts and not view.ships
                yield (None, HANGING.format(odds.undecided)) if nothing else (view, "")
    except BudgetExceeded:
        if not found:
            yield None, "take too long to compute"
    except RulesFault as fault:
        yield None, str(fault)


def choice_words(odds: OddsView) -> str:
    """The choice at which the odds stop, in words: who chooses, and the options."""
    who = f"{odds.chooser} chooses " if odds.chooser else ""
    return f"{who}{odds.undecided}: {', '.join(odds.options)}"
