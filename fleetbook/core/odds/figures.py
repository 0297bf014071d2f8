"""The odds of orders: all figures in one joint distribution, or each figure for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import Key, coming_value, unheld
from fleetbook.core.dice import Stream
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import OURS, home_of, rules_at_work
from fleetbook.core.odds.card_odds import (
    MOST_CARDS,
    SAMPLED_CARDS,
    CardOdds,
    CardOutcomes,
    CardWord,
    drawn,
    has_levels,
    is_track,
    together,
)
from fleetbook.core.odds.distribution import Distribution, Estimate, JointDistribution, TallyKey
from fleetbook.core.odds.effort import USUAL, BudgetExceeded, Effort, Meter, for_plays
from fleetbook.core.odds.exact import ExactWalk
from fleetbook.core.odds.liveness import Keep
from fleetbook.core.odds.packing import CHOICES, StateField, StatePacker, States, masked
from fleetbook.core.odds.sampling import Sampler
from fleetbook.core.odds.tracer import Tracer
from fleetbook.core.orders.part import Part
from fleetbook.core.play.driver import Supply, refuse_unused_choices, resolve
from fleetbook.core.play.needed import InputNeeded

JOINT_BUDGET, PARTS_BUDGET, UNLIMITED = 150_000, 250_000, 10**12
"""The most work for all figures together, for one part of the odds, and no limit at all. Beyond the first, each figure is
computed for itself.
"""

FEW, FEWEST = 200, 50  # plays to learn what orders read: if fewer than the second can be made, exact odds are given up
FINDING_OUT = 3  # learning what orders read may take one part in so many of the remaining budget
FIRST_BUDGET, FIRST_SAMPLES, FIRST_PLAYING = 150_000, 1_000, 500_000
"""Limits of the first, quick odds: work for exact odds, number of plays, work for plays."""

K = TypeVar("K", Key, TallyKey)
T = TypeVar("T")
StatesFor: TypeAlias = Callable[[Keep, int], States]
"""A function that computes the final states with limited work. It tells apart the facts and counts that the caller keeps."""


@dataclass(frozen=True, slots=True)
class OrderOdds(Estimate):
    """The odds of an order, figure by figure.

    tallies    the order's counts, by name
    later      the counts of parts that follow later. Only counts with names that the order itself does not use are included
    tracks     the boxes left, for each track that may change
    cards      for each ship, words that her card may show after the order and does not show now
    undecided  the choices at which the odds stop because no player has made them, joined by "or"; empty if there is none
    chooser    the side that must choose; empty if it is unknown, or if several sides may have to
    options    the options of these choices
    samples    the number of plays behind the odds; 0 if they are exact
    """

    tallies: Mapping[str, Distribution]
    later: Mapping[str, Distribution]
    tracks: Mapping[Key, Distribution]
    cards: Mapping[str, Mapping[CardWord, float]]
    undecided: str = ""
    chooser: str = ""
    options: tuple[str, ...] = ()
    samples: int = 0


def joint_odds(
    battle: Battle[Any], orders: Sequence[Part[Any]], effort: Effort = USUAL, keep: Keep | None = None
) -> JointDistribution:
    """The joint distribution of all facts and counts after several checked orders, given one after another. With ``keep`` it
    includes only the facts and counts that this function wants.

    It is exact, or sampled if exact odds exceed the budget. Raises ChoiceNeeded if a player must choose first. Raises
    BudgetExceeded if the budget is exceeded and samples are not allowed.
    """
    tracer = Tracer(battle, effort.choices, drawn=effort.drawn)
    meter, samples = Meter(effort.budget, effort.stop), 0
    try:
        states = ExactWalk(tracer).walk(orders, meter, keep)
    except BudgetExceeded:
        if not effort.samples or effort.stop():
            raise
        sampler = Sampler(tracer, orders)
        sampler.play(effort.samples, effort.plays(meter.spent))
        samples, (states,) = sampler.played, sampler.states()
    wanted = [field for name, field in tracer.packer.fields.items() if keep is None or keep(name)]
    return replace(tracer.packer.joint(states, wanted), samples=samples, drawn=tracer.drew)


def order_odds(battle: Battle[Any], order: Part[Any], effort: Effort = USUAL, *, undecided: bool = False) -> OrderOdds:
    """The odds of a checked order: exact, or sampled if exact odds exceed the budget. Raises the same errors as ``joint_odds``.
    With ``undecided`` a missing choice is no error: the odds stop there. Raises InvalidInput for a choice that the order does not
    ask for.
    """
    with rules_at_work(battle.ruleset, resolving=True):
        return _OddsOfOrder(battle, order, effort.choices, undecided).odds(effort)


def improving_odds(battle: Battle[Any], order: Part[Any], effort: Effort = USUAL) -> Iterator[OrderOdds]:
    """The odds of a checked order: first a quick estimate, then the best odds. Raises BudgetExceeded if ``effort.stop`` stops the
    work.

    The odds stop at a missing choice. The attribute ``undecided`` of the odds names the choice.
    """
    work = _OddsOfOrder(battle, order, effort.choices, undecided=True)
    first = min(effort.playing, FIRST_PLAYING)
    quick = work.odds(msgspec.structs.replace(effort, budget=FIRST_BUDGET, samples=FIRST_SAMPLES, playing=first))
    yield quick
    if not quick.exact:
        yield work.odds(effort)


class _OddsOfOrder:
    """Computes the odds of one order. All figures share one tree of the order's questions."""

    def __init__(self, battle: Battle[Any], order: Part[Any], choices: Sequence[str], undecided: bool = False) -> None:
        if home_of(type(battle.ruleset).__module__) != OURS:  # an endless order is a RulesFault
            with suppress(InputNeeded, InvalidInput):
                resolve(order, battle, Supply(Stream("odds")), choices, spare=True)
        self.battle = battle
        self.now, self.ahead = (order,), tuple(order.ahead(battle))
        self.tracer = Tracer(battle, choices, undecided)
        self.packer = self.tracer.packer
        self.walk = ExactWalk(self.tracer)
        self.sampler = Sampler(self.tracer, self.now, self.ahead)
        self._scouted = 0

    def odds(self, effort: Effort) -> OrderOdds:
        """The odds of the order: exact, or sampled if exact odds exceed the budget."""
        meter = Meter(effort.budget, effort.stop)
        try:
            return self._exact(meter, effort)
        except BudgetExceeded:
            if not effort.samples or effort.stop():
                raise
        self.sampler.play(effort.samples, effort.plays(meter.spent + self._scouted))
        samples, (now, later) = self.sampler.played, self.sampler.states()
        odds = self._figures(_Joints(self.packer, lambda keep, most: now), SAMPLED_CARDS)
        after = self._tallies(_Joints(self.packer, lambda keep, most: later), odds.tallies)
        return replace(odds, later=after, samples=together(samples, odds.samples))

    def _exact(self, meter: Meter, effort: Effort) -> OrderOdds:
        most = MOST_CARDS if effort.samples else UNLIMITED
        odds = self._figures(self._joints(self.now, meter, JOINT_BUDGET, lambda name: True), most)
        if self.ahead:
            known = tuple(odds.tallies)

            def is_new(name: Key | TallyKey) -> bool:
                return isinstance(name, TallyKey) and name.name not in known

            joints = self._joints(self.now + self.ahead, meter, PARTS_BUDGET, is_new)
            odds = replace(odds, later=self._tallies(joints, known))
        refuse_unused_choices(effort.choices, self.tracer.chosen)
        return odds

    def _joints(self, orders: Sequence[Part[Any]], meter: Meter, most: int, keep: Keep) -> _Joints:
        """The joint distributions from which the figures are read. They are computed together if that takes little work,
        otherwise one by one.
        """

        def walk(keep: Keep, most: int) -> States:
            part = Meter(min(most, meter.left), meter.stop)
            try:
                return self.walk.walk(orders, part, keep)
            finally:
                meter.charge(min(most, meter.left) - max(part.left, 0))

        try:
            states = walk(keep, most)
        except BudgetExceeded:
            self._scout(meter)
            walk(lambda name: False, meter.left // FINDING_OUT)
            return _Joints(self.packer, walk)
        return _Joints(self.packer, lambda keep, most: states)

    def _scout(self, meter: Meter) -> None:
        """Learn which facts orders read, before each figure is computed for itself.

        A few plays find most of these facts; a computation that keeps no fact finds the rest. The meter is charged only for
        tracing, because exact odds need the traced tree too. Raises BudgetExceeded if exact odds would take too much work.
        """
        before, plays = self.tracer.work, for_plays(meter.left // FINDING_OUT, meter.stop)
        try:
            self.sampler.play(FEW, plays)
        finally:
            found = self.tracer.work - before
            self._scouted += plays.spent - found
            meter.charge(found)
        if self.sampler.played < FEWEST:
            raise BudgetExceeded

    def _figures(self, joints: _Joints, most: int = MOST_CARDS) -> OrderOdds:
        tallies, tracks = self._tallies(joints, ()), dict(self._tracks(joints))
        cards = dict(self._cards(joints, tracks, most))
        chances = {ship: card.chances for ship, card in cards.items() if card.chances}
        samples = min((card.samples for card in cards.values() if card.samples and card.chances), default=0)
        odds = OrderOdds(tallies, {}, tracks, chances, samples=samples)
        wanted = self.tracer.wanted
        choosers = {choice.side for choice in wanted}
        return replace(
            odds,
            undecided=" or ".join(dict.fromkeys(choice.label for choice in wanted)),
            chooser=choosers.pop() if len(choosers) == 1 else "",
            options=tuple(dict.fromkeys(option for choice in wanted for option in choice.options)),
        )

    def _tallies(self, joints: _Joints, known: Iterable[str]) -> dict[str, Distribution]:
        """The distribution of each count in the outcomes, by name. Counts whose names are in ``known`` are left out."""
        names = dict.fromkeys(name.name for name in joints.changing(TallyKey) if name.name not in known)
        groups = [[key for key in joints.changing(TallyKey) if key.name == name] for name in names]
        return {name: total for name, total in zip(names, joints.totals(groups), strict=True) if total}

    def _tracks(self, joints: _Joints) -> Iterator[tuple[Key, Distribution]]:
        tracks = [key for key in joints.changing(Key) if is_track(self.battle, unheld(key))]
        for key, joint in zip(tracks, joints.apart([[key] for key in tracks]), strict=True):
            if joint.changing():
                yield unheld(key), _boxes_left(self.battle, key, joint)

    def _cards(self, joints: _Joints, tracks: Mapping[Key, Distribution], most: int) -> Iterator[tuple[str, CardOdds]]:
        """The odds of the words on each ship's card. Tracks with levels are computed separately where possible.

        If a word depends on such a track and on other facts together, the track and these facts are computed together.
        """
        keys = joints.changing(Key)
        ships = dict.fromkeys(key.subject for key in keys if self.battle.is_ship(key.subject))
        own = {ship: [key for key in keys if key.subject in ("", ship)] for ship in ships}
        alone = [] if self.battle.holding else [key for key in tracks if has_levels(self.battle, key)]
        stepped = {ship: [key for key in alone if key.subject == ship][:1] for ship in ships}
        groups = [[key for key in own[ship] if key not in stepped[ship]] for ship in ships]
        found = [
            CardOutcomes.of(self.battle, ship, joint, next(((key, tracks[key]) for key in stepped[ship]), None))
            for ship, joint in zip(ships, joints.apart(groups), strict=True)
        ]
        cards = {outcomes.ship: card for outcomes, card in drawn(found, most)}
        failed = [ship for ship, card in cards.items() if card is None]
        again = [CardOutcomes.of(self.battle, ship, joints.apart([own[ship]])[0]) for ship in failed]
        cards.update({outcomes.ship: card for outcomes, card in drawn(again, most)})
        return ((ship, card) for ship, card in cards.items() if card)


def _boxes_left(battle: Battle[Any], key: Key, joint: JointDistribution) -> Distribution:
    """The distribution of the boxes left on a track. If ``key`` is that of a held-back value, it is the distribution of the boxes
    left at the end of the phase.
    """
    before = battle.to_come.fact(unheld(key))
    if unheld(key) == key:
        return joint.fact(key, before)
    return joint.distribution(lambda outcome: coming_value(outcome.facts.get(key), before))


class _Joints:
    """Computes joint distributions of facts and counts. ``states_for`` computes states that distinguish at least the wanted facts
    and counts.
    """

    def __init__(self, packer: StatePacker, states_for: StatesFor) -> None:
        self._packer, self._states_for = packer, states_for

    def changing(self, kind: type[K]) -> list[K]:
        """The facts that some order changes, or the counts, as ``kind`` says."""
        fields = self._packer.fields.items()
        return [name for name, field in fields if field.changes and isinstance(name, kind) and name is not CHOICES]

    def apart(self, groups: Sequence[Sequence[Key | TallyKey]]) -> list[JointDistribution]:
        """The joint distribution of each group of facts and counts."""
        return self._each(groups, self._packer.joint)

    def totals(self, groups: Sequence[Sequence[TallyKey]]) -> list[Distribution]:
        """The distribution of the sum of each group of counts; empty if nothing in the group was counted."""
        return self._each(groups, self._packer.total)

    def _each(self, groups: Sequence[Sequence[Key | TallyKey]], read: Callable[[States, list[StateField]], T]) -> list[T]:
        """What ``read`` finds for each group in the final states. All groups share the same states if that takes little work."""
        if not groups:
            return []
        wanted = [(group, [self._packer.fields[name] for name in group]) for group in groups]
        try:
            states = self._states(PARTS_BUDGET, *groups)
        except BudgetExceeded:
            return [read(self._states(UNLIMITED, group), fields) for group, fields in wanted]
        return _read_each(states, [fields for _, fields in wanted], read)

    def _states(self, most: int, *groups: Sequence[Key | TallyKey]) -> States:
        wanted = {name for group in groups for name in group}
        return self._states_for(lambda name: name in wanted, most)


def _read_each(states: States, groups: Sequence[list[StateField]], read: Callable[[States, list[StateField]], T]) -> list[T]:
    """What ``read`` finds for each group of fields. The list of groups is halved repeatedly, because half of the groups need far
    fewer states.
    """
    if len(groups) < 2:
        return [read(states, fields) for fields in groups]
    middle = len(groups) // 2
    halves = groups[:middle], groups[middle:]
    fewer = (masked(states, sum({field: field.mask for fields in half for field in fields}.values())) for half in halves)
    return [one for half, some in zip(halves, fewer, strict=True) for one in _read_each(some, half, read)]
