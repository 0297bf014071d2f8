"""Many battles by doctrines, on one process or several. The rows do not depend on the number of processes."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from fleetbook.balance.ground import Ground, ground_of
from fleetbook.balance.play import Fought, fight
from fleetbook.core.doctrines.finding import doctrine_of, doctrines_of, models_of
from fleetbook.core.doctrines.models import PlaneFigures
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.balance.rows import BattleRow, FoughtRow, fates_of
from fleetbook.reports.balance.summary import BETWEEN, Balance, comparisons, fates, pairs_of, spans
from fleetbook.store.catalogue import ruleset

RARELY = 500_000  # new objects before garbage is collected, as in the shell: a battle's objects stay until it ends


@dataclass(frozen=True)
class Plan:
    """The battles that are to be fought.

    scenario  the scenario's path
    pairs     the ids of the sides' doctrines in playing order, for each pair of doctrines
    battles   how many battles each pair fights
    seed      the seed; battle 3 of each pair has the same dice
    changed   figures of the plane with other values
    """

    scenario: str
    pairs: tuple[tuple[str, ...], ...]
    battles: int
    seed: str
    changed: Mapping[str, float] = field(default_factory=dict)

    @property
    def tasks(self) -> Iterator[tuple[int, int]]:
        """Each battle as the place of its pair and its number. All pairs fight battle 1 before any fights battle 2, so that work
        that is stopped has as many battles of each pair.
        """
        return ((pair, number) for number in range(1, self.battles + 1) for pair in range(len(self.pairs)))

    def seed_of(self, number: int) -> str:
        """The seed of a battle."""
        return f"{self.seed}/{number}"


def plan_of(
    scenario: str | Path, wanted: Mapping[str, Sequence[str]], battles: int, seed: str, changed: Mapping[str, float]
) -> Plan:
    """The plan for a scenario. A side that ``wanted`` leaves out takes all doctrines of the rules. Raises InvalidInput for an
    unknown side, doctrine or figure.
    """
    ground = ground_of(scenario)
    rules = ruleset(ground.setup.ruleset)
    for side in wanted:
        if side not in ground.setup.sides:
            raise InvalidInput.word("side", side, ground.setup.sides)
    named = [tuple(wanted.get(side, ())) or tuple(doctrines_of(rules)) for side in ground.setup.sides]
    for name in (name for names in named for name in names):
        doctrine_of(rules, name)
    plan = Plan(str(ground.path), tuple(product(*named)), battles, seed, dict(changed))
    _figures(plan)
    return plan


def rows(plan: Plan, jobs: int = 1) -> Iterator[FoughtRow]:
    """The rows of all battles as they are fought, in any order. Several processes need joblib. Raises InvalidInput without it."""
    if jobs == 1:
        yield from (row_of(plan, pair, number) for pair, number in plan.tasks)
        return
    parallel, delayed = _joblib()
    yield from parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(row_of)(plan, pair, number) for pair, number in plan.tasks
    )


def _joblib() -> tuple[Any, Any]:
    try:
        from joblib import Parallel, delayed  # noqa: PLC0415 (only with the extra "balance")
    except ImportError:
        words = "several processes need joblib: pip install 'fleetbook[balance]', or --jobs 1"
        raise InvalidInput("jobs", "several", "1", words=words) from None
    return Parallel, delayed


def fought(plan: Plan, pair: int, number: int) -> Fought:
    """A battle of a plan, fought again. It is the same battle each time."""
    ground = _ground(plan.scenario)
    doctrines = dict(zip(ground.setup.sides, plan.pairs[pair], strict=True))
    return fight(ground, plan.seed_of(number), doctrines, _figures(plan))


def row_of(plan: Plan, pair: int, number: int) -> FoughtRow:
    """The row of a battle, which is fought for it."""
    gc.set_threshold(RARELY)
    done = fought(plan, pair, number)
    battle, verdict = done.journal.battle, done.verdict
    lost = BETWEEN.join(str(sum(bool(card.lost) for card in battle.cards() if card.side == side)) for side in battle.sides)
    return FoughtRow(
        battle=BattleRow(
            number=number,
            seed=plan.seed_of(number),
            doctrines=BETWEEN.join(plan.pairs[pair]),
            winner=verdict.winner,
            degree=verdict.degree,
            decided=verdict.kind,
            ended=done.ended,
            turns=battle.turn,
            orders=len(done.journal.records),
            refused=sum(done.refused.values()),
            lost=lost,
        ),
        pair=plan.pairs[pair],
        fates=fates_of(battle),
    )


def balance_of(plan: Plan, found: Iterable[FoughtRow]) -> Balance:
    """The balance that comes of these rows, whatever their order."""
    ground, order = _ground(plan.scenario), {pair: place for place, pair in enumerate(plan.pairs)}
    done = sorted(found, key=lambda row: (order[row.pair], row.battle.number))
    pairs = pairs_of(done, ground.setup.sides)
    figures = models_of(ruleset(ground.setup.ruleset)).figures()
    return Balance(
        title=ground.setup.title,
        ruleset=ground.setup.ruleset,
        seed=plan.seed,
        fought=len(done),
        wanted=len(plan.pairs) * plan.battles,
        figures={name: figures.words(name) for name in figures.figure},
        changed={name: f"{value:g} {figures.figure[name].unit}".strip() for name, value in plan.changed.items()},
        span=spans(pairs, ground.setup.sides),
        pairs=pairs,
        compared=comparisons(done, ground.setup.sides),
        fates=fates(done),
    )


@lru_cache(maxsize=2)
def _ground(scenario: str) -> Ground:
    """The ground of a scenario. Each process reads it once."""
    return ground_of(Path(scenario))


def _figures(plan: Plan) -> PlaneFigures:
    """The figures of the plane, with those that the plan changes. Raises InvalidInput for an unknown figure."""
    figures = models_of(ruleset(_ground(plan.scenario).setup.ruleset)).figures()
    for name, value in plan.changed.items():
        figures = figures.with_value(name, value)
    return figures
