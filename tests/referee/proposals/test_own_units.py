"""Nothing that the true battle offers for a side's own unit is refused by what the side knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.legality import Legality
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import SideBattle, side_battle
from fleetbook.referee.offers import referees_orders
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import BY_HAND, Habits, play_on, random_draft
from tests.referee.proposals.moments import Moment, by_his_names, moments

SECRETIVE = ("black-sea-raid", "coal-convoy", "coal-convoy-variant", "goeben", "goeben-variant", "tsushima", "yalu")
"""The recorded battles whose rules keep secrets."""
SCENARIOS = ("gwas/cape-sarych", "gwas-variant/odessa-in-range", "aanda/tsushima", "aanda/yalu")
HABITS = Habits(weights={**BY_HAND, "reveal": 0.1, "sight": 0.05})
"""A referee at whose table much stays hidden for long."""


def at_random(scenario: str, lines: int) -> Iterator[Moment]:
    """Moments of a battle at random, a few lines apart."""
    setup, rng = load_setup(scenario), Random(scenario)
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, "1")
    known = {side: Knowledge(journal, side) for side in setup.sides}
    while len(journal.records) < lines:
        for _ in play_on(journal, rng, 3, HABITS):
            pass
        yield Moment(journal, known)


def compared(seen: Iterable[Moment], tries: int) -> int:
    """Enter random orders that the rules allow, by the names that the side knows, and count them. None may be refused."""
    rng, count, faults = Random("orders"), 0, list[str]()
    for moment in seen:
        for side in moment.battle.sides if not moment.battle.ended else ():
            view = side_battle(moment.journal, side, moment.known.get(side))
            for kind in referees_orders(moment.journal.ruleset):
                for draft in _allowed(moment, kind, side, rng, tries):
                    count += 1
                    if problem := _refused(moment, view, draft):
                        faults.append(f"{moment.journal.position}, {side}, {kind.id} {draft.values}: {problem}")
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


@pytest.mark.parametrize(("battle", "every"), [("black-sea-raid", 7), ("coal-convoy-variant", 9), ("yalu", 9)])
def test_what_the_rules_allow_an_own_unit_its_player_may_propose(battle: str, every: int) -> None:
    assert compared(islice(moments(battle), 0, None, every), tries=1) > 10


@pytest.mark.campaign
@pytest.mark.parametrize("battle", SECRETIVE)
def test_what_the_rules_allow_an_own_unit_its_player_may_propose_at_every_line(battle: str) -> None:
    assert compared(moments(battle), tries=4) > 300


@pytest.mark.campaign
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_the_rules_allow_an_own_unit_its_player_may_propose_in_random_battles(scenario: str) -> None:
    assert compared(at_random(scenario, 120), tries=3) > 100
