"""Several words in a form. A word that is illegal alone or beside the ticked ones is greyed, and no other."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.order import Order
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle


class Race(Order[Boat]):
    """At most two boats race; Swan never does, and with Heron a wager is wanted."""

    id, title, key, section = "race", "Race", "r", "X3"
    boats: tuple[str, ...] = fields.several("boats", lambda battle: battle.ships())
    wager: bool = fields.flag("for a wager")

    def check(self, battle: PondBattle) -> None:
        require("Swan" not in self.boats, "Swan does not race")
        require(self.boats, "nobody races")
        require(len(self.boats) <= 2, "two race at most")
        require("Heron" not in self.boats or self.wager, "Heron races for a wager")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("off")


def greyed(*boats: str) -> dict[str, str]:
    """The boats that are greyed beside these, with the reasons."""
    entry = Draft(toy.battle(), Race, {"boats": list(boats)}).entries["boats"]
    return {name: str(problem) for name, problem in entry.refused.items()}


def test_a_word_that_the_check_looks_for_is_greyed_by_it_and_no_other_is() -> None:
    assert greyed() == {"Swan": "Swan does not race (X3)"}
    assert greyed("Duck") == {"Swan": "Swan does not race (X3)"}


def test_a_word_that_is_one_too_many_beside_what_is_ticked_is_greyed() -> None:
    assert greyed("Duck", "Drake") == {"Swan": "Swan does not race (X3)", "Heron": "two race at most (X3)"}


def test_what_is_refused_as_it_is_ticked_greys_no_further_word() -> None:
    assert greyed("Duck", "Drake", "Heron") == {"Swan": "Swan does not race (X3)"}
