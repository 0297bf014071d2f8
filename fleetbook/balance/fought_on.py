"""The odds of victory after each turn of a played battle, found by letting doctrines fight on from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from fleetbook.balance.moment import ground_of_battle
from fleetbook.balance.runs import plan_on, row_of
from fleetbook.core.play.journal import Journal
from fleetbook.reports.balance.odds_of_victory import OddsOfVictory
from fleetbook.reports.balance.shares import share_of
from fleetbook.reports.watch import Watch, silent

SEED = "odds of victory"


def fought_on(path: Path, journal: Journal[Any], battles: int, watch: Watch = silent) -> Iterator[OddsOfVictory]:
    """The odds of victory at the start and at the end of each turn. Raises InvalidInput if no scenario has a table for the
    battle.

    From every turn the same number of battles is fought on. Battles with the same number have the same dice and doctrines, so
    that turns can be compared. Battles with different numbers have different dice, and take the pairs of doctrines in turn.
    """
    in_force = [record for record in journal.records if record.number in journal.undo_history.in_force]
    ends = {0: 0, **{record.turn: record.number for record in in_force}}
    lines = {turn: line for turn, line in ends.items() if not journal.battle_after(line).ended}
    pairs: list[tuple[str, ...]] = []
    for done, (turn, line) in enumerate(lines.items()):
        plan = plan_on(ground_of_battle(journal, path, line), {}, 1, SEED, {})
        pairs = pairs or Random(SEED).sample(plan.pairs, len(plan.pairs))
        winners = []
        for number, pair in enumerate(islice(cycle(pairs), battles), 1):
            winners.append(row_of(replace(plan, pairs=(pair,), battles=battles), pair, number).battle.winner)
            watch("battles fought on", done * battles + number, len(lines) * battles)
        yield OddsOfVictory(
            turn=turn,
            line=line,
            battles=battles,
            sides=tuple(share_of(side, winners.count(side), battles) for side in journal.setup.sides),
            nobody=winners.count(""),
            moment=plan.ground.begun.words if plan.ground.begun else "",
        )
