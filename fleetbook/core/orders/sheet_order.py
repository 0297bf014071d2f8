"""An order for a group of ships, which a form shows as a sheet with a row for each ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.orders.order import Order

S = TypeVar("S", bound=Ship)


class SheetOrder(Order[S]):
    """An order for a group of ships. The app shows a sheet for it: each ship has a row with inputs of her own. Neighbouring rows
    with equal inputs are given as one order.

    group          the input that names the group
    members_input  the input that lists the ships of the group
    own            the inputs of a row: a ship, a number and a choice
    ends           the flag that ends the group's actions
    alone          the id of the order for a single ship, which needs no sheet
    """

    group: ClassVar[str]
    members_input: ClassVar[str]
    own: ClassVar[tuple[str, ...]]
    ends: ClassVar[str]
    alone: ClassVar[str]

    @classmethod
    def rows(cls, battle: Battle[S], group: str) -> list[str]:
        """The names of the ships that have a row, in the order in which they act."""
        raise NotImplementedError

    @classmethod
    def proposed(cls, battle: Battle[S], ship: str) -> Mapping[str, Any]:
        """The values that are filled in when a ship's row is first shown. A number that the players must measure again is left
        out.
        """
        raise NotImplementedError

    def could_still(self, battle: Battle[S]) -> str:
        """The actions, in words, that the group can still take. It gives them up if this order ends its turn. Empty if there are
        none.
        """
        return ""

    def in_brief(self, battle: Battle[S]) -> tuple[Sequence[str], str]:
        """The scores that a row's order needs, the most important first, and the numbers of dice. An example: the scores ``12in
        5+`` and ``6in 7+``, with ``1+7`` dice.
        """
        raise NotImplementedError
