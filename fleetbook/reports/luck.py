"""Luck: the hits scored, compared with the hits to be expected by the odds that each order had when its dice were rolled.

The distribution of the hits of several orders is the convolution of the distributions of each order. If an order counts hits for
several ships or sides, each has her own count.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.odds import Effort, JointDistribution, TallyKey, joint_odds, tallied
from fleetbook.core.orders.part import Part
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import InputNeeded
from fleetbook.core.play.suborders import SubOrder
from fleetbook.reports.damage.fired import COUNT
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape
from fleetbook.reports.watch import Watch, silent


class Fortune(Shape, frozen=True):
    """The luck of a firer or a side. For a side, ``name`` and ``side`` are the same.

    rolls       how many orders or parts of orders were rolled and could have scored
    actual      the hits scored
    expected    the mean of the hits, by the odds of each order when its dice were rolled
    low, high   the usual range of hits: in at least eight of ten battles the hits lie in it
    below, at   the probability of fewer hits than ``actual``, and of exactly as many
    percentile  from 0 to 100: the probability of fewer hits, plus half the probability of exactly as many
    """

    name: str
    side: str
    rolls: int
    actual: int
    expected: float
    low: int
    high: int
    below: float
    at: float
    percentile: float

    @property
    def beyond_usual(self) -> int:
        """1 for more hits than the usual range holds, -1 for fewer, 0 within it."""
        return (self.actual > self.high) - (self.actual < self.low)


class LuckView(Shape, frozen=True):
    """The luck of sides and firers.

    count     what is counted, such as hits
    sampled   for how many rolls the odds were estimated, not computed
    left_out  the lines whose luck is not known: a die was overruled, or part of the order is secret
    drawn     how many rolls could have asked for a choice if other dice had come up; each answer is taken as equally likely
    """

    count: str
    sides: tuple[Fortune, ...]
    firers: tuple[Fortune, ...]
    sampled: int
    left_out: tuple[int, ...]
    drawn: int = 0


BUDGET = 660_000
SAMPLES = 2_000
TAIL = 0.1  # of the luck on either side of what is called usual
NOTHING = 1e-15  # a probability that makes no difference
DIGITS = 9  # of what is told: the same in every order of adding

Joint: TypeAlias = tuple[tuple[Mapping[str, int], float], ...]
Case: TypeAlias = tuple[Hashable, Part[Any], str, tuple[str, ...]]
"""The case of a part. Parts of one case have the same odds: rules and cards, part, state of the battle and choices are alike."""
Sums: TypeAlias = Sequence[float]
"""The probability of each sum from 0."""


class Thrown(msgspec.Struct, frozen=True):
    """An order or part that threw dice: its kind, whether it fires, and the numbers that it counted for each side."""

    kind: str
    fires: bool
    actual: Mapping[str, int]

    def may_count(self, counting: Container[str]) -> bool:
        """Whether the part fires, or is of a kind that counted something in this battle. The odds of other parts, such as a roll
        for initiative, take long to compute and concern no hits.
        """
        return self.fires or self.kind in counting


class Weighed(msgspec.Struct, frozen=True):
    """An order or part with the numbers that it counted for each side, and the joint distribution of the numbers that it could
    have counted. ``drawn`` is true if other dice could have asked for a choice.
    """

    line: int
    actual: Mapping[str, int]
    law: Joint
    exact: bool
    drawn: bool

    def counters(self) -> set[str]:
        """The ships and sides for which the part counted or could have counted something."""
        return {who for counts, _ in self.law for who in counts} | set(self.actual)

    def sums(self, whose: Iterable[str]) -> Sums:
        """The probability distribution of the total that these ships or sides counted."""
        found: dict[int, float] = {}
        for counts, chance in self.law:
            total = sum(counts.get(who, 0) for who in whose)
            found[total] = found.get(total, 0.0) + chance
        return [found.get(total, 0.0) for total in range(max(found) + 1)]


MOST_KNOWN = 4_096
_known: dict[Case, tuple[Joint, bool, bool]] = {}
"""Odds found before: a report is written more than once, on the screen and in several formats."""


def luck(journal: Journal[Any], watch: Watch = silent) -> LuckView:
    """The luck of each side and firer in the battle as it stands.

    ``watch`` is called with the number of orders whose odds are computed so far, and the number of all orders.
    """
    return luck_of(journal, *weigh(journal, watch))


def luck_of(journal: Journal[Any], weighed: Sequence[Weighed], left_out: Sequence[int]) -> LuckView:
    """The luck of each side and firer, from the odds of orders in ``weighed``. ``left_out`` has the lines without odds."""
    sides = {who: side_of(journal, who) for order in weighed for who in sorted(order.counters())}
    fired = [side for side in journal.start.sides if side in sides.values()]
    ranked = sorted(sides, key=lambda who: _rank(journal, who, sides[who]))
    return LuckView(
        count=COUNT,
        sides=tuple(_fortune(side, side, {who for who in sides if sides[who] == side}, weighed) for side in fired),
        firers=tuple(_fortune(who, sides[who], {who}, weighed) for who in ranked),
        sampled=sum(not order.exact for order in weighed),
        left_out=tuple(left_out),
        drawn=sum(order.drawn for order in weighed),
    )


def weigh(journal: Journal[Any], watch: Watch = silent) -> tuple[list[Weighed], list[int]]:
    """The orders and parts in force that scored or could have scored, with their odds; and the lines without known odds."""
    weighed, left_out = [], []
    rules = _rules(journal)
    thrown = [(record, _thrown(journal, record)) for record in records_in_force(journal) if record.faces]
    counting = {part.kind for _, parts in thrown for part in parts if part.actual}
    for done, (record, parts) in enumerate(thrown):
        watch("weighing the dice", done, len(thrown))
        overruled = any(face.origin == "overruled" for face in record.faces)
        places = [place for place, part in enumerate(parts) if part.may_count(counting)]
        found = None if overruled or not parts else _weigh(journal, record, places, rules)
        if found is None:
            left_out.append(record.number)
        else:
            weighed += [part for part in found if part.counters()]
    return weighed, left_out


class Expected:
    """The mean hits of shots, by the odds that they had in the battle."""

    def __init__(self, journal: Journal[Any]) -> None:
        self._rules = _rules(journal)

    def hits(self, part: SubOrder[Any], firer: str) -> float | None:
        """The mean of the hits that a firer scores with a part; None if its odds are not known."""
        try:
            return sum(counts.get(firer, 0) * chance for counts, chance in _part(0, part, self._rules).law)
        except (FleetbookError, InputNeeded):
            return None


def _rules(journal: Journal[Any]) -> Hashable:
    return BUDGET, SAMPLES, journal.ruleset.id, journal.ruleset.tables.hash, msgspec.json.encode(journal.setup)


def _thrown(journal: Journal[Any], record: Record) -> tuple[Thrown, ...]:
    """The parts of an order that threw dice. Empty if the reader may not know the whole order."""
    try:
        parts = journal.parts(record)
    except (InputNeeded, InvalidInput):
        return ()
    return tuple(Thrown(part.order.id, part.firing is not None, _counts(tallied(part.events))) for part in parts)


def _weigh(journal: Journal[Any], record: Record, places: Sequence[int], rules: Hashable) -> tuple[Weighed, ...] | None:
    """The parts at these places of an order, with their odds. None if the order, given again by the present rules, would need
    other choices.
    """
    try:
        return tuple(_part(record.number, journal.parts(record)[place], rules) for place in places)
    except (InputNeeded, InvalidInput):
        return None


def _part(line: int, part: SubOrder[Any], rules: Hashable) -> Weighed:
    """A part with its odds. Equal shots in an unchanged battle have equal odds, which are computed once."""
    actual = _counts(tallied(part.events))
    alike = rules, part.order, part.battle.state.fingerprint, part.choices
    if alike not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        found = joint_odds(part.battle, [part.order], Effort(part.choices, BUDGET, SAMPLES, drawn=True), _is_counted)
        _known[alike] = tuple(_joint(found)), found.exact, found.drawn
    return Weighed(line, actual, *_known[alike])


def _is_counted(figure: Key | TallyKey) -> bool:
    return isinstance(figure, TallyKey) and figure.name == COUNT


def _joint(law: JointDistribution) -> Iterator[tuple[Mapping[str, int], float]]:
    """Each combination of counts by owner, with its probability. Outcomes with equal counts are merged."""
    alike: dict[tuple[tuple[str, int], ...], float] = {}
    for outcome, chance in law.outcomes:
        counts = tuple(sorted(_counts(outcome.tallies).items()))
        alike[counts] = alike.get(counts, 0.0) + chance
    return ((dict(counts), chance) for counts, chance in alike.items())


def _counts(tallies: Mapping[TallyKey, int | str]) -> dict[str, int]:
    return {who: value for (name, who), value in tallies.items() if name == COUNT and isinstance(value, int) and value}


def side_of(journal: Journal[Any], who: str) -> str:
    """The side of a ship or squadron. The name of a side is returned unchanged."""
    setup = journal.setup
    squadrons = {squadron.name: squadron.side for squadron in setup.squadrons}
    return {**squadrons, **{ship.name: ship.side for ship in setup.ships}}.get(who, who)


def _rank(journal: Journal[Any], who: str, side: str) -> tuple[int, int]:
    """A key for sorting: sides in playing order, then ships in the scenario's order."""
    sides, names = journal.setup.sides, [ship.name for ship in journal.setup.ships]
    return sides.index(side) if side in sides else len(sides), names.index(who) if who in names else -1


class SideLuck(NamedTuple):
    """The luck of a side or firer in a battle: how many rolls it had, the hits scored, and the distribution of the hits."""

    rolls: int
    actual: int
    law: Sums


def luck_of_sides(journal: Journal[Any]) -> dict[str, SideLuck]:
    """The luck of each side that could have scored, in a form that can be added up over several battles."""
    weighed, _ = weigh(journal)
    whose: dict[str, set[str]] = {}
    for who in {who for order in weighed for who in order.counters()}:
        whose.setdefault(side_of(journal, who), set()).add(who)
    return {side: _together(whose[side], weighed) for side in journal.start.sides if side in whose}


def _together(whose: set[str], weighed: Iterable[Weighed]) -> SideLuck:
    own = [order for order in weighed if whose & order.counters()]
    actual = sum(order.actual.get(who, 0) for order in own for who in whose)
    return SideLuck(len(own), actual, convolved(order.sums(whose) for order in own))


def _fortune(name: str, side: str, whose: set[str], weighed: Iterable[Weighed]) -> Fortune:
    return fortune_of(name, side, [_together(whose, weighed)])


def fortune_of(name: str, side: str, several: Sequence[SideLuck]) -> Fortune:
    """The luck of a side or player in one battle or several."""
    actual, law = sum(one.actual for one in several), convolved(one.law for one in several)
    below, at = sum(law[:actual]), law[actual] if actual < len(law) else 0.0
    return Fortune(
        name=name,
        side=side,
        rolls=sum(one.rolls for one in several),
        actual=actual,
        expected=round(sum(total * chance for total, chance in enumerate(law)), DIGITS),
        low=quantile(law, TAIL),
        high=quantile(law, 1 - TAIL),
        below=round(below, DIGITS),
        at=round(at, DIGITS),
        percentile=round(100 * (below + at / 2), DIGITS),
    )


def convolved(laws: Iterable[Sums]) -> Sums:
    """The probability distribution of the sum of independent counts."""
    whole: list[float] = [1.0]
    for law in laws:
        longer = [0.0] * (len(whole) + len(law) - 1)
        for first, chance in enumerate(whole):
            if chance > NOTHING:
                for second, share in enumerate(law):
                    longer[first + second] += chance * share
        whole = longer
    return whole


def quantile(law: Sums, share: float) -> int:
    """The least sum such that the probability of this sum or a lower one is at least ``share``."""
    reached = 0.0
    for total, chance in enumerate(law):
        reached += chance
        if reached >= share - NOTHING:
            return total
    return len(law) - 1
