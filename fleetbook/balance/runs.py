"""Many battles between doctrines, on one or several processes. The number of processes does not change their results."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from fleetbook.balance.ground import Ground, ground_of
from fleetbook.balance.play import Fought, fight
from fleetbook.core.doctrines.finding import doctrine_of, doctrines_of, models_of
from fleetbook.core.doctrines.models import PlaneFigures
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.balance.conditions import Change, change_of, changes_to_try, even_start
from fleetbook.reports.balance.rows import BattleRow, FoughtRow, counts_of, course_of, decided_by, fates_of
from fleetbook.reports.balance.summary import (
    BETWEEN,
    Balance,
    comparisons,
    courses,
    deciders,
    fates,
    overall,
    pairs_of,
    refused_orders,
    spans,
)
from fleetbook.reports.watch import Watch
from fleetbook.store.catalogue import ruleset

RARELY = 500_000  # new objects before garbage is collected, as in the shell: a battle's objects stay until it ends


@dataclass(frozen=True)
class Plan:
    """The battles to be fought.

    ground   the scenario with its table
    pairs    pairs of doctrines by their ids, one of each side, in the sides' order of play
    battles  the number of battles of each pair
    seed     the seed; the dice depend on it and on the battle's number, whatever the pair
    figures  the figures of the plane
    changed  the names of the plane's figures that differ from the rules' own, and the changes of the scenario
    """

    ground: Ground
    pairs: tuple[tuple[str, ...], ...]
    battles: int
    seed: str
    figures: PlaneFigures
    changed: tuple[str, ...] = field(default=())

    def tasks(self, done: Collection[tuple[tuple[str, ...], int]] = ()) -> list[tuple[tuple[str, ...], int]]:
        """The battles that are not done yet, each as its pair of doctrines and its number.

        All pairs fight their first battle before any pair fights its second. So all pairs have about the same number of battles
        if the work is interrupted.
        """
        whole = ((pair, number) for number in range(1, self.battles + 1) for pair in self.pairs)
        return [task for task in whole if task not in done]

    def seed_of(self, number: int) -> str:
        """The seed of the battle with this number."""
        return f"{self.seed}/{number}"


def plan_of(  # noqa: PLR0917
    scenario: str | Path,
    wanted: Mapping[str, Sequence[str]],
    battles: int,
    seed: str,
    changed: Mapping[str, float],
    what: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """The plan for a scenario. A side that is not in ``wanted`` uses all doctrines of its rules.

    ``changed`` has figures of the plane by name, ``what`` has changes of the scenario (see ``balance/what.py``). Raises
    InvalidInput for an unknown side, doctrine, figure or change.
    """
    return plan_on(ground_of(scenario, what), wanted, battles, seed, changed, what)


def plan_on(  # noqa: PLR0917
    ground: Ground,
    wanted: Mapping[str, Sequence[str]],
    battles: int,
    seed: str,
    changed: Mapping[str, float],
    what: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """The plan for a ground, such as a moment of a played battle. ``what`` names the changes that the ground already has.

    Raises InvalidInput for an unknown side, doctrine or figure.
    """
    rules = ruleset(ground.setup.ruleset)
    for side in wanted:
        if side not in ground.setup.sides:
            raise InvalidInput.word("side", side, ground.setup.sides)
    named = [tuple(dict.fromkeys(wanted.get(side, ()))) or tuple(doctrines_of(rules)) for side in ground.setup.sides]
    for name in (name for names in named for name in names):
        doctrine_of(rules, name)
    figures = models_of(rules).figures()
    for name, value in changed.items():
        figures = figures.with_value(name, value)
    return Plan(
        ground, tuple(product(*named)), battles, seed, figures, (*changed, *(f"{name}: {value}" for name, value in what.items()))
    )


def few_pairs(plan: Plan) -> tuple[tuple[str, ...], ...]:
    """A few pairs of a plan, in which each doctrine of each side fights once."""
    by_side = [list(dict.fromkeys(names)) for names in zip(*plan.pairs, strict=True)]
    most = max(map(len, by_side))
    return tuple(tuple(names[(at + side) % len(names)] for side, names in enumerate(by_side)) for at in range(most))


def rows(plan: Plan, jobs: int = 1, cluster: str = "", done: Collection[tuple[tuple[str, ...], int]] = ()) -> Iterator[FoughtRow]:
    """The results of all battles that are not done yet, in any order. ``cluster`` is the address of a Dask scheduler.

    Raises InvalidInput if joblib is missing for several processes, or Dask for a cluster.
    """
    tasks = plan.tasks(done)
    if cluster:
        yield from _on_cluster(plan, tasks, cluster)
    elif jobs == 1:
        yield from (row_of(plan, pair, number) for pair, number in tasks)
    else:
        parallel, delayed = _joblib()
        packed = pickle.dumps(plan)
        work = (delayed(_row_of_packed)(packed, pair, number) for pair, number in tasks)
        yield from parallel(n_jobs=jobs, return_as="generator_unordered")(work)


def _joblib() -> tuple[Any, Any]:
    try:
        from joblib import Parallel, delayed  # noqa: PLC0415 (only with the extra "balance")
    except ImportError:
        words = "several processes need joblib: pip install 'fleetbook[balance]', or --jobs 1"
        raise InvalidInput("jobs", "several", "1", words=words) from None
    return Parallel, delayed


def _on_cluster(plan: Plan, tasks: Sequence[tuple[tuple[str, ...], int]], address: str) -> Iterator[FoughtRow]:
    """The results of battles that a cluster's workers fight. They need the same version of fleetbook and of the rules."""
    try:
        from distributed import Client, as_completed  # noqa: PLC0415 (only with the extra "cluster")
    except ImportError:
        words = "a cluster needs Dask: pip install 'fleetbook[cluster]'"
        raise InvalidInput("cluster", address, "none", words=words) from None
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise InvalidInput("cluster", address, "the address of a Dask scheduler, such as tcp://host:8786") from error
    with client:
        sent = client.scatter(plan, broadcast=True)
        futures = [client.submit(row_of, sent, pair, number, pure=False) for pair, number in tasks]
        for future in as_completed(futures):
            yield future.result()


def fought(plan: Plan, pair: tuple[str, ...], number: int) -> Fought:
    """Fight the battle of a plan with this pair of doctrines and this number. The same battle is fought each time."""
    return fight(plan.ground, plan.seed_of(number), dict(zip(plan.ground.setup.sides, pair, strict=True)), plan.figures)


def row_of(plan: Plan, pair: tuple[str, ...], number: int) -> FoughtRow:
    """Fight the battle of a plan with this pair of doctrines and this number. Returns its row for the table of results."""
    gc.set_threshold(RARELY)
    done = fought(plan, pair, number)
    battle, verdict = done.journal.battle, done.verdict
    lost = BETWEEN.join(str(sum(bool(card.lost) for card in battle.cards() if card.side == side)) for side in battle.sides)
    return FoughtRow(
        battle=BattleRow(
            number=number,
            seed=plan.seed_of(number),
            doctrines=BETWEEN.join(pair),
            winner=verdict.winner,
            degree=verdict.degree,
            decided=verdict.kind,
            ended=done.ended,
            turns=battle.turn,
            orders=len(done.journal.records),
            refused=sum(one.number for one in done.refused),
            lost=lost,
            decided_by=decided_by(battle, verdict),
        ),
        pair=pair,
        fates=fates_of(battle),
        counts=counts_of(verdict),
        course=course_of(done.journal, len(plan.ground.begun.records) if plan.ground.begun else 0),
        refused=done.refused,
    )


def _row_of_packed(packed: bytes, pair: tuple[str, ...], number: int) -> FoughtRow:
    return row_of(_unpacked(packed), pair, number)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Plan:
    """The plan that was sent to a process, unpacked once for all battles of the process, because its ground has a cache."""
    plan: Plan = pickle.loads(packed)
    return plan


def what_changes(
    plan: Plan, found: Sequence[FoughtRow], jobs: int = 1, cluster: str = "", watch: Watch | None = None
) -> tuple[Change, ...]:
    """The effects of single changes of the victory conditions on these battles. The change that makes the sides most even comes
    first.

    Battles that could end differently are fought again, on the same dice. ``watch`` is called with how many are done.
    """
    victory, every = plan.ground.setup.victory, set(plan.tasks())
    if victory is None or not found:
        return ()
    tried = list(changes_to_try(plan.ground.setup))
    again = [{(row.pair, row.battle.number) for row in found if one.may_change(row)} for one in tried]
    done, whole = 0, sum(map(len, again))
    changes = []
    for one, wanted in zip(tried, again, strict=True):
        winners: dict[tuple[tuple[str, ...], int], str] = {}
        setup = msgspec.structs.replace(plan.ground.setup, victory=one.applied(victory))
        for row in rows(replace(plan, ground=replace(plan.ground, setup=setup)), jobs, cluster, every - wanted):
            winners[row.pair, row.battle.number] = row.battle.winner
            done += 1
            if watch:
                watch("battles with one change", done, whole)
        changes.append(change_of(one, found, winners))
    start = even_start(found, victory)
    return tuple(sorted((*changes, *((start,) if start else ())), key=lambda change: -change.evens))


def rows_of(plan: Plan, found: Iterable[FoughtRow]) -> list[FoughtRow]:
    """The rows that belong to a plan, in the plan's order. Rows of other pairs of doctrines or higher numbers are left out."""
    order = {pair: place for place, pair in enumerate(plan.pairs)}
    of_plan = (row for row in found if row.pair in order and row.battle.number <= plan.battles)
    return sorted(of_plan, key=lambda row: (order[row.pair], row.battle.number))


def balance_of(plan: Plan, found: Iterable[FoughtRow], changes: tuple[Change, ...] = ()) -> Balance:
    """The balance that follows from these results, in whatever order they are. ``changes`` come from ``what_changes``."""
    setup, done = plan.ground.setup, rows_of(plan, found)
    pairs = pairs_of(done, setup.sides)
    known = doctrines_of(ruleset(setup.ruleset))
    return Balance(
        title=setup.title,
        ruleset=setup.ruleset,
        seed=plan.seed,
        fought=len(done),
        wanted=len(plan.pairs) * plan.battles,
        doctrines={name: doctrine.about() for name, doctrine in known.items() if any(name in pair for pair in plan.pairs)},
        figures={name: plan.figures.words(name) for name in plan.figures.figure},
        changed=tuple(plan.changed),
        span=spans(pairs, setup.sides),
        pairs=pairs,
        compared=comparisons(done, setup.sides),
        fates=fates(done),
        sides=overall(done, setup.sides),
        nobody=sum(not row.battle.winner for row in done),
        deciders=deciders(done),
        course=courses(done, setup.sides),
        changes=changes,
        moment=plan.ground.begun.words if plan.ground.begun else "",
        refused=refused_orders(done),
    )
