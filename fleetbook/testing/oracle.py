"""Exact odds, however much work they take. There is also a slow and simple way to find them: to play every face of every die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from fleetbook.core.battle.battle import Battle, ReadBattle, Ship
from fleetbook.core.battle.events import Event, Scored
from fleetbook.core.battle.facts import State
from fleetbook.core.odds import BudgetExceeded, Effort, JointDistribution, Keep, joint_odds
from fleetbook.core.orders.part import Part
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded

OutcomeKey: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""An outcome as a dictionary key that respects the types of values. It has the changed facts and the counts."""


NO_LIMIT = 10**10
WORK = 8_000_000
"""The most work for one answer, counted in states moved. It takes a few seconds."""
T = TypeVar("T")
S = TypeVar("S", bound=Ship)


def exact_chances(
    battle: Battle[S], order: Part[S], of: Callable[[Battle[S]], T], choices: Sequence[str] = (), work: int = WORK
) -> dict[T, float]:
    """The exact chance of each possible value of ``of`` for the battle after an order. Outcomes that differ only in facts that
    ``of`` does not read are merged.

    Raises AssertionError if that takes more than ``work``.
    """
    now = ReadBattle(battle)
    of(now)
    read, whole = {*now.read.facts, *now.read.marks}, now.read.whole
    while True:
        known = frozenset[Any](read)
        keep = None if whole else known.__contains__
        try:
            joint = joint_odds(battle, (order,), Effort(tuple(choices), work, 0), keep)
        except BudgetExceeded:
            raise AssertionError(
                f"the odds of {order.id} take too long to find exactly: ask of one ship's track or condition, "
                "or of a ship with fewer dice to throw"
            ) from None
        found: dict[T, float] = {}
        for outcome, chance in joint.outcomes:
            after = ReadBattle(battle.with_changes(outcome.facts.items()))
            answer = of(after)
            found[answer] = found.get(answer, 0.0) + chance
            read |= {*after.read.facts, *after.read.marks}
            whole = whole or after.read.whole
        if whole is (keep is None) and read == known:
            return found


def exact_odds(
    battle: Battle[Any], *orders: Part[Any], choices: Sequence[str] = (), keep: Keep | None = None
) -> JointDistribution:
    """The exact joint distribution after these orders, however much work that takes."""
    return joint_odds(battle, orders, Effort(tuple(choices), NO_LIMIT, 0), keep)


def sampled_odds(battle: Battle[Any], *orders: Part[Any], choices: Sequence[str] = (), samples: int = 1_000) -> JointDistribution:
    """The joint distribution after these orders, estimated from this many plays."""
    return joint_odds(battle, orders, Effort(tuple(choices), 0, samples))


def by_every_face(
    battle: Battle[Any], order: Part[Any], choices: Sequence[str] = (), most: int = 5_000
) -> dict[OutcomeKey, float] | None:
    """The distribution after one order, found by playing every face of every die. None if that takes more than ``most`` plays.

    Each play takes the choices that it needs from the beginning of ``choices``.
    """
    found: dict[OutcomeKey, float] = {}
    todo: list[tuple[list[int], int, float]] = [([], 0, 1.0)]
    for _ in range(most):
        if not todo:
            return found
        faces, made, chance = todo.pop()
        try:
            end = resolve(order, battle, Supply(None, 1, faces), choices[:made])
        except DieNeeded as wanted:
            todo += [([*faces, face], made, chance / wanted.sides) for face in range(1, wanted.sides + 1)]
        except ChoiceNeeded:
            todo.append((faces, made + 1, chance))
        else:
            key = _key(differing(battle.state, end.battle.state), tally(end.events))
            found[key] = found.get(key, 0.0) + chance
    return None


def differing(start: State, end: State) -> dict[Any, Any]:
    """The facts whose value or type differs between two states, with the value in ``end``, or None if ``end`` does not store the
    fact.
    """
    before, after = dict(start.items()), dict(end.items())
    return {key: after.get(key) for key in {**before, **after} if repr(before.get(key)) != repr(after.get(key))}


def tally(events: Sequence[Event]) -> dict[tuple[str, str], int | str]:
    """The counts in these events. Numbers are added up; a word replaces the value before it."""
    found: dict[tuple[str, str], int | str] = {}
    for event in events:
        if isinstance(event, Scored):
            before = found.get((event.name, event.who), 0)
            both = isinstance(before, int) and isinstance(event.value, int)
            found[event.name, event.who] = before + event.value if both else event.value  # type: ignore[operator]
    return found


def outcomes_of(joint: JointDistribution) -> dict[OutcomeKey, float]:
    """A joint distribution in the form that ``by_every_face`` returns."""
    found: dict[OutcomeKey, float] = {}
    for outcome, chance in joint.outcomes:
        key = _key(dict(outcome.facts), {tuple(key): value for key, value in outcome.tallies.items()})
        assert key not in found, "an outcome twice"
        found[key] = chance
    return found


def _key(changes: dict[Any, Any], scores: dict[Any, Any]) -> OutcomeKey:
    counted = {name: int(value) if isinstance(value, bool) else value for name, value in scores.items()}
    return frozenset(map(repr, changes.items())), frozenset(map(repr, counted.items()))
