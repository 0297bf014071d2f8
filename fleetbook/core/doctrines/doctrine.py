"""Doctrines: rules by which a side gives orders without players. A chair shows a doctrine all that it may know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.setup import ShipEntry
from fleetbook.core.battle.verdict import ships_counted
from fleetbook.core.battle.victory import GONE, Victory
from fleetbook.core.doctrines.filled import allowed, filled
from fleetbook.core.doctrines.models import PlaneFigures
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Tape
from fleetbook.core.odds import mean, order_odds
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Said

S = TypeVar("S", bound=Ship)
V = TypeVar("V")

DECIMALS = 9  # of a mean: so few that rounding errors of the computer never show


class Chair(Generic[S]):
    """A side's chair: all that its doctrine may see and ask.

    side     the side whose orders are given
    tape     answers for everything that is measured on the table
    figures  the plane's figures about the models, such as the reach of a light
    quiet    the number of whole turns since this side last attacked; if it never did, since the battle's first attack; if nobody
             did, since the end of the turns that the sides may take to approach
    silent   sentences for the players about ships to which the doctrine gives no order in this step
    means    the results of ``expected`` so far. All battles of one scenario share them
    """

    def __init__(
        self, side: str, look: Callable[[], Battle[S]], tape: Tape, figures: PlaneFigures,
        victory: Victory | None = None, *, means: dict[Hashable, float] | None = None,
    ) -> None:  # fmt: skip
        self.side, self.tape, self.figures = side, tape, figures
        self._victory = victory  # everybody has read the scenario's conditions; the score, which rules may hide, is not here
        self.quiet = 0
        self.silent: dict[Said, None] = {}
        self._look = look
        self._remembered: dict[Hashable, Any] = {}
        self._means = {} if means is None else means

    @cached_property
    def prizes(self) -> frozenset[str]:
        """The enemy ships that count for the side's aims, such as the merchantmen of a convoy. Empty if the side has no aims."""
        return frozenset(ship.name for ship in self._counted(own=True, gone=False) if ship.side != self.side)

    @cached_property
    def charges(self) -> frozenset[str]:
        """The side's own ships that count for the enemy's aims."""
        return frozenset(ship.name for ship in self._counted(own=False, gone=False) if ship.side == self.side)

    @cached_property
    def bound(self) -> frozenset[str]:
        """The side's own ships that must leave the table for its aims, such as boats on their way home."""
        return frozenset(ship.name for ship in self._counted(own=True, gone=True) if ship.side == self.side)

    def _counted(self, own: bool, gone: bool) -> Iterator[ShipEntry]:
        """The ships that this side's aims count, or without ``own`` those that the other sides' aims count. With ``gone`` they
        count if they leave the table. Without it they count in another way, such as by their loss.
        """
        setup, victory = self.battle.setup, self._victory
        if victory is None:
            return
        needed = {need.count for aim in victory.aim if (aim.side == self.side) is own for need in aim.needs}
        counts = [count for count in victory.count if count.name in needed and (count.side == self.side) is own]
        for count in counts:
            if (count.what == GONE) is gone:
                yield from ships_counted(count, setup)

    @property
    def battle(self) -> Battle[S]:
        """The battle as the side knows it now. Every order makes a new one."""
        return self._look()

    def order(self, kind: type[Order[S]], **inputs: Any) -> Order[S]:
        """An order of this kind with these inputs. The tape and the side's battle fill in the other inputs. The order may still
        be one that the rules refuse.

        Raises Refused and InvalidInput as ``filled`` does.
        """
        return filled(kind, self.battle, inputs, self.tape)

    def may(self, kind: type[Order[S]], **inputs: Any) -> bool:
        """Whether the rules allow an order of this kind with these inputs, as far as the side knows. Raises InvalidInput for an
        unknown input.
        """
        return allowed(kind, self.battle, inputs, self.tape)

    def remember(self, about: Hashable, work_out: Callable[[], V]) -> V:
        """The result of ``work_out``, computed once in a battle. It must depend only on ``about`` and the rules."""
        if about not in self._remembered:
            self._remembered[about] = work_out()
        found: V = self._remembered[about]
        return found

    def expected(self, about: Hashable, kind: type[Order[S]], *, count: str = "hits", **inputs: Any) -> float:
        """The mean of a count of an allowed order, such as its hits, by the exact odds.

        The mean is worked out once for all orders with the same ``about``, which names all that the mean depends on, such as the
        weapons and the kind of target. The mean is rounded, so that each of these orders would give the same number.
        """
        wanted = kind.id, count, about
        if wanted not in self._means:
            odds = order_odds(self.battle, self.order(kind, **inputs), undecided=True)
            counts = (found for found in (odds.tallies.get(count), odds.later.get(count)) if found)
            self._means[wanted] = round(sum(float(mean(found)) for found in counts), DECIMALS)
        return self._means[wanted]


class Doctrine(Generic[S]):
    """A way for a side to fight. The docstring of each doctrine describes it to users.

    A doctrine stores nothing between two questions, but answers from the chair alone. So the same battle gets the same orders on
    any machine.

    id     its name within its rules, for command lines: ``torpedo-run``
    title  its name in words
    """

    id: ClassVar[str]
    title: ClassVar[str]

    @classmethod
    def about(cls) -> str:
        """What the doctrine does: its docstring, on one line."""
        return " ".join((cls.__doc__ or "").split())

    def step(self, chair: Chair[S]) -> Iterator[Proposed[S]]:
        """The orders of the side in the present step, one after another. The chair's battle changes after each order. An order
        that the rules refuse is skipped.
        """
        raise NotImplementedError

    def choose(self, chair: Chair[S], label: str, options: tuple[str, ...]) -> str:
        """The answer to a choice that an order asks for. By default the first option."""
        return options[0]
