"""Checks that no order is refused if all its inputs were offered. In one state of a battle it gives random orders, made of
offered candidates and defaults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import ALL_REFUSED, NOTHING_TO_NAME, Refused
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import SeveralField
from fleetbook.referee.offers import offers

TYPED = 20
"""How often numbers are typed at random into an order before it is given up. Only some numbers may be allowed, such
as a range.
"""


@dataclass
class Findings:
    """The numbers of orders and candidates of each kind that were tried, and the mistakes found."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def try_moment(
        self, battle: Battle[Any], rng: Random, times: int = 3, looked_at: Callable[[str], bool] = lambda what: True
    ) -> None:
        """Give each offered order several times with random inputs. Each order that is not offered must give a reason.

        ``looked_at`` decides which orders are tried. It is called with the id of the order. If the order is not offered, "not "
        stands before the id.
        """
        for kind, problem in offers(battle).items():
            if not isinstance(problem, RulesFault) and not looked_at(f"{'not ' * bool(problem)}{kind.id}"):
                continue
            if problem is None:
                for _ in range(times):
                    self._complete(Draft(battle, kind), rng)
            elif isinstance(problem, RulesFault):
                self.faults.append(f"{kind.id} cannot be given: {problem.what}")
            else:
                self.counts["orders refused"] += 1
                if not Draft(battle, kind).problem or str(problem).endswith((ALL_REFUSED, NOTHING_TO_NAME)):
                    self.faults.append(f"{kind.id} is not offered: {problem}")

    def _complete(self, empty: Draft[Any], rng: Random) -> None:
        for _ in range(TYPED):
            draft, typed = empty, False
            for name in empty.kind.declared:
                if draft.entries[name].is_shown:
                    draft, by_hand = self._entered(draft, draft.entries[name], rng)
                    typed |= by_hand
            if draft.problem is None:
                self.counts["orders given"] += 1
                draft.order().require_legal(draft.battle)
                return
            if not typed:
                self.faults.append(f"{draft.kind.id} {draft.values}, entered {draft.raw}: {draft.problem}")
                return
        self.counts["orders for which no number was found"] += 1

    def _entered(self, draft: Draft[Any], entry: Entry, rng: Random) -> tuple[Draft[Any], bool]:
        """The draft with one more input entered, or with the default kept; and whether the value is one that only a referee can
        know.
        """
        name, by_hand = entry.field.name, not entry.field.listed
        if by_hand:
            left = entry.value is not None and rng.random() < 0.7
            return (draft, False) if left else (draft.with_input(name, _typed(entry, rng)), True)
        for word, problem in entry.refused.items():
            self.counts["candidates greyed"] += 1
            if not isinstance(problem, Refused):
                self.faults.append(f"{draft.kind.id}: {name} {word} is greyed: {problem}")
        if isinstance(entry.field, SeveralField):
            return self._ticked(draft, name, rng), False
        if entry.options and (entry.value is None or rng.random() < 0.7):
            self.counts["candidates chosen"] += 1
            return draft.with_input(name, rng.choice(entry.options)), False
        self.counts["defaults kept"] += 1
        return draft, False

    def _ticked(self, draft: Draft[Any], name: str, rng: Random) -> Draft[Any]:
        """The draft with more words of a list ticked. Each word is offered after the words before it were ticked."""
        for _ in range(rng.choice((0, 1, 2))):
            draft = self._one_more(draft, name, rng)
        while draft.entries[name].problem and (more := self._one_more(draft, name, rng)) is not draft:
            draft = more
        return draft

    def _one_more(self, draft: Draft[Any], name: str, rng: Random) -> Draft[Any]:
        entry = draft.entries[name]
        more = [word for word in entry.options or () if word not in (entry.value or ())]
        if not more:
            return draft
        self.counts["words ticked"] += 1
        return draft.with_input(name, [*(entry.value or ()), rng.choice(more)])


def _typed(entry: Entry, rng: Random) -> Any:
    if entry.field.kind != "number":
        return "some words"
    low, high = entry.bounds or (0, 0)
    return rng.randint(low, max(min(high, low + rng.choice((3, 30, 100, 10_000))), low))
