"""An order for a group of ships, which a form shows as a sheet with a row for each ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.orders.order import Order

S = TypeVar("S", bound=Ship)


class SheetOrder(Order[S]):
    """An order for a group of ships. The app shows it as a sheet: each ship has a row with inputs of her own. Rows that follow
    one another and have equal inputs are given as one order.

    group          the input that names the group
    members_input  the input that lists the ships of the group
    own            the inputs that each row has for itself: a ship, a number and a choice
    ends           the flag that ends the group's actions
    alone          the id of the order that one ship gives without the sheet
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
        """The values that a ship's row begins with. A number that the players must measure again is left out."""
        raise NotImplementedError

    def could_still(self, battle: Battle[S]) -> str:
        """The actions, in words, that the group gives up because this last order ends its turn. Empty for none."""
        return ""

    def in_brief(self, battle: Battle[S]) -> tuple[Sequence[str], str]:
        """The scores that a row's order needs, the most important first, and the number of its dice. An example is ``12in 5+``,
        ``6in 7+`` and ``1+7``.
        """
        raise NotImplementedError
