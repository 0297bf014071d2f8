"""Nothing that the true battle offers for a side's own unit is refused by what the side knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.legality import Legality
from fleetbook.core.play.side_battle import SideBattle, side_battle
from fleetbook.referee.offers import referees_orders
from fleetbook.testing.random_battles import random_draft
from tests.referee.proposals.moments import Moment, by_his_names, moments

SECRETIVE = ("black-sea-raid", "coal-convoy", "coal-convoy-variant", "goeben", "goeben-variant", "tsushima", "yalu")
"""The battles whose rules keep secrets."""


def compared(battle: str, every: int, tries: int) -> int:
    """Enter random orders that the rules allow, by the names that the side knows, and count them. None may be refused."""
    rng, count, faults = Random(battle), 0, list[str]()
    for number, moment in enumerate(moments(battle)):
        for side in moment.battle.sides if number % every == 0 and not moment.battle.ended else ():
            view = side_battle(moment.journal, side, moment.known.get(side))
            for kind in referees_orders(moment.journal.ruleset):
                for draft in _allowed(moment, kind, side, rng, tries):
                    count += 1
                    if problem := _refused(moment, view, draft):
                        faults.append(f"{moment.record.number}, {side}, {kind.id} {draft.values}: {problem}")
    assert faults == []
    return count


def _allowed(moment: Moment, kind: type[Any], side: str, rng: Random, tries: int) -> list[Draft[Any]]:
    """Random orders of a kind that the rules allow, that belong to the side, and that name units of one side first."""
    rules, legality = moment.journal.ruleset, Legality(moment.battle, kind)
    if side not in (legality.owners({}) or moment.battle.sides) or legality.why_not() is not None:
        return []
    drafts = [random_draft(moment.battle, kind, rng) for _ in range(tries)]
    own = [each for each in drafts if each.problem is None and each.legality.owners(each.known) == (side,)]
    lists = [[value for value in each.values.values() if isinstance(value, tuple)] for each in own]
    sides = [{rules.side_of(moment.battle, str(word)) for word in words[0]} if words else set() for words in lists]
    return [draft for draft, named in zip(own, sides, strict=True) if len(named) < 2]


def _refused(moment: Moment, view: SideBattle[Any], draft: Draft[Any]) -> str:
    """Why the side may not propose an order that the rules allow; empty if it may, perhaps with an input left open."""
    kind = draft.kind
    given = {name: value for name, value in draft.values.items() if value is not None and draft.entries[name].is_shown}
    entered = by_his_names(moment, view.side, kind, given)
    problem = Draft(view, kind, entered).problem
    named = {name: value for name, value in entered.items() if kind.declared[name].left_open is False}
    return str(problem) if problem and (named == entered or Draft(view, kind, named).problem) else ""


@pytest.mark.parametrize(("battle", "every"), [("black-sea-raid", 7), ("coal-convoy-variant", 9), ("tsushima", 31)])
def test_what_the_rules_allow_an_own_unit_its_player_may_propose(battle: str, every: int) -> None:
    assert compared(battle, every, tries=1) > 10


@pytest.mark.campaign
@pytest.mark.parametrize("battle", SECRETIVE)
def test_what_the_rules_allow_an_own_unit_its_player_may_propose_at_every_line(battle: str) -> None:
    assert compared(battle, every=1, tries=4) > 300
