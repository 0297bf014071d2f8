"""Playing towards orders and parts that no battle came to yet: dice and choices tried before an order is given, and battles
gone on with from where something ran first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from fleetbook.core.dice import Face
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.testing.driven import Driven, driven
from fleetbook.testing.random_battles import BY_HAND, Habits, copied

HABITS = Habits(weights={**BY_HAND, "next": 1.0})
FIRST, SELDOM = 3.0, 0.05  # weights of an order that was never given, and of one that a new battle does mostly without
TRIES, IN_VAIN = 8, 40  # dice tried for an order; orders of a kind for which none did anything new before few are tried
MOST_KEPT = 12  # moments to go on from


def seldomer(times: int, at_first: int = 6) -> bool:
    """Whether something is done this time: at first always, then half as often each time."""
    return times <= at_first or times & (times - 1) == 0


@dataclass(frozen=True)
class _Loaded:
    """Dice that show their ends more often than dice do."""

    rng: Random

    def face(self, number: int, sides: int, label: str) -> Face:
        """A face of a die."""
        ends = self.rng.random() < 0.4
        return Face(sides, self.rng.choice((1, sides)) if ends else self.rng.randint(1, sides), "typed")


@dataclass
class Towards:
    """Where battles at random should go: to what is not in ``run``."""

    rules: Ruleset[Any]
    run: Callable[[], set[str]]
    rng: Random
    _in_vain: Counter[str] = field(default_factory=Counter)
    _kept: list[Journal[Any]] = field(default_factory=list)

    def thrown(self, journal: Journal[Any], order: Order[Any]) -> tuple[Sequence[int], Sequence[str]]:
        """Faces and choices for an order that run what never ran, or change a fact that never changed: a hit that is kept may
        count in a later step. None where none are found, and where no part is missing.
        """
        run = self.run()
        self._in_vain[order.id] += 1
        if {part.id for part in self.rules.parts} <= run or not seldomer(self._in_vain[order.id], IN_VAIN):
            return (), ()
        for _ in range(TRIES):
            play = self._tried(journal, order)
            if play.missing is None and not play.run <= run:
                self._in_vain[order.id] = 0
                return [face.face for face in play.faces], play.chosen
            if not play.faces and not play.chosen:
                break
        return (), ()

    def _tried(self, journal: Journal[Any], order: Order[Any]) -> Driven:
        """An order played with dice of chance, and choices of chance wherever it asks for one."""
        seed, choices = self.rng.random(), list[str]()
        while True:
            play = driven(journal.battle, order, _Loaded(Random(seed)), choices)
            if not isinstance(play.missing, ChoiceNeeded):
                return play
            choices.append(self.rng.choice(play.missing.options))

    def keep(self, journal: Journal[Any]) -> None:
        """Keep a moment at which something ran first."""
        self._kept = [*self._kept, copied(journal)][-MOST_KEPT:]

    def begin(self, anew: Callable[[], Journal[Any]]) -> Journal[Any]:
        """Another battle: from the start, or from a moment that was kept."""
        return copied(self.rng.choice(self._kept)) if self._kept and self.rng.random() < 0.5 else anew()

    def habits(self, run: set[str]) -> Habits:
        """Those of another battle: each order given already is, by chance, given seldom, whatever it may have kept others
        from; what is never given is given oftener, and so, by chance, are rulings by hand.
        """
        weights = {kind.id: self.rng.choice((SELDOM, HABITS.usual)) if kind.id in run else FIRST for kind in self.rules.orders}
        by_hand = {kind: self.rng.choice((BY_HAND[kind], HABITS.usual)) for kind in ("strike", "set")}
        return replace(HABITS, weights={**HABITS.weights, **by_hand, **weights}, thrown=self.thrown)
