"""Steers random battles towards orders and parts that have never run. Before an order is given, several dice and choices are
tried.

The state of a battle is stored if an order or part ran for the first time. Later battles may continue from such states.
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
from fleetbook.core.play.needed import ChoiceNeeded, UnderWay
from fleetbook.testing.driven import Driven, driven
from fleetbook.testing.random_battles import BY_HAND, Habits, copied

HABITS = Habits(weights={**BY_HAND, "next": 1.0})
FIRST, SELDOM = 3.0, 0.05  # weights of an order that was never given, and of an order that is to be rare in a new battle
TRIES, VAIN = 8, 40  # how often dice are tried for an order; after so many orders without anything new they are tried seldom
MOST_MOMENTS = 12  # the most stored battles to continue from


def seldomer(times: int, at_first: int = 6) -> bool:
    """Whether to do something for which there have been ``times`` occasions. At first the answer is always yes, later more and
    more rarely.
    """
    return times <= at_first or times & (times - 1) == 0


@dataclass(frozen=True)
class _Loaded:
    """Dice that show their lowest and highest faces more often than real dice."""

    rng: Random

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """A face of the die, often its lowest or highest."""
        ends = self.rng.random() < 0.4
        return Face(sides, self.rng.choice((1, sides)) if ends else self.rng.randint(1, sides), "typed")


@dataclass
class Towards:
    """Steers random battles towards orders, parts and facts that are not in ``run``."""

    rules: Ruleset[Any]
    run: Callable[[], set[str]]
    rng: Random
    _vain_tries: Counter[str] = field(default_factory=Counter)
    _moments: list[Journal[Any]] = field(default_factory=list)

    def thrown(self, journal: Journal[Any], order: Order[Any]) -> tuple[Sequence[int], Sequence[str]]:
        """Faces and choices with which an order runs a part, or changes a fact, for the first time.

        A fact counts too, because it may store a hit that runs a part in a later phase. Both are empty if nothing new is found,
        or if every part has already run.
        """
        run = self.run()
        self._vain_tries[order.id] += 1
        if {part.id for part in self.rules.parts} <= run or not seldomer(self._vain_tries[order.id], VAIN):
            return (), ()
        for _ in range(TRIES):
            play = self._tried(journal, order)
            if play.missing is None and not play.run <= run:
                self._vain_tries[order.id] = 0
                return [face.face for face in play.faces], play.chosen
            if not play.faces and not play.chosen:
                break
        return (), ()

    def _tried(self, journal: Journal[Any], order: Order[Any]) -> Driven:
        """An order carried out with random dice and choices."""
        seed, choices = self.rng.random(), list[str]()
        while True:
            play = driven(journal.battle, order, _Loaded(Random(seed)), choices)
            if not isinstance(play.missing, ChoiceNeeded):
                return play
            choices.append(self.rng.choice(play.missing.options))

    def keep(self, journal: Journal[Any]) -> None:
        """Store the state of a battle in which an order or part ran for the first time. Later battles may begin there."""
        self._moments = [*self._moments, copied(journal)][-MOST_MOMENTS:]

    def begin(self, new: Callable[[], Journal[Any]]) -> Journal[Any]:
        """The next battle: a new one, or a copy of a stored state."""
        return copied(self.rng.choice(self._moments)) if self._moments and self.rng.random() < 0.5 else new()

    def habits(self, run: set[str]) -> Habits:
        """How the random referee plays in the next battle.

        An order that was given before may become rare, because it may prevent other orders. An order that was never given is
        tried more often. Rulings by hand may become more frequent too.
        """
        weights = {kind.id: self.rng.choice((SELDOM, HABITS.usual)) if kind.id in run else FIRST for kind in self.rules.orders}
        by_hand = {kind: self.rng.choice((BY_HAND[kind], HABITS.usual)) for kind in ("strike", "set")}
        return replace(HABITS, weights={**HABITS.weights, **by_hand, **weights}, thrown=self.thrown)
