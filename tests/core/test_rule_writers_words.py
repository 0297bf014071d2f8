"""Declarations of a rule writer, from the titles of a card to the squadrons of a scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest

from fleetbook.core.battle.card_view import Particular
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.particulars import particulars
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.battle.setup import Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import match
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.suborders import firing_of
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle
from tests.core.toy_tables import TABLES


class Card(msgspec.Struct):
    """A card with titles, some with a unit."""

    length: Annotated[float, msgspec.Meta(title="length", extra={"unit": "ft"})] = 12.0
    crew: Annotated[int, msgspec.Meta(title="crew")] = 3
    reach: Annotated[tuple[int, ...], msgspec.Meta(title="reach", extra={"unit": "ft"})] = (10, 30)
    decked: Annotated[bool, msgspec.Meta(title="decked")] = True
    flag: Annotated[str, msgspec.Meta(title="flag")] = ""
    weight: int = 9


def test_a_card_tells_its_titles_with_their_units() -> None:
    assert particulars(Card()) == (
        Particular("length", "12 ft"),
        Particular("crew", "3"),
        Particular("reach", "10/30 ft"),
        Particular("decked", "yes"),
    )


def test_a_ruler_has_the_far_ends_of_the_bands_in_the_unit_of_the_rules() -> None:
    def ends(cells: str) -> list[tuple[str, tuple[float, ...]]]:
        class Ruled(toy.Pond):
            def table_files(self) -> Any:
                text = TABLES.replace('by = "range", kind', 'by = "range in ft", kind').replace("1-10", cells)
                return [("pond.toml", tomllib.loads(text))]

        return [(title, tuple(found)) for title, found in Ruled().bands(Ruled().tables)]

    assert ends("1-10") == [("Gunfire", (10, 30))]
    assert all(isinstance(end, int) for _, found in ends("1-10") for end in found)
    assert list(toy.RULES.bands(toy.RULES.tables)) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("m81", "MGB 81"), ("mb1", "MGB 81"), ("gb", "MGB 81"), ("81", "MGB 81"), ("s1", None), ("b81", None), ("", None)],
)
def test_a_name_may_be_abbreviated_by_its_first_letter_and_others_in_their_order(typed: str, meant: str | None) -> None:
    assert match(typed, ["Lion", "MGB 81"]) == meant


class Wing(msgspec.Struct):
    """A squadron of a scenario."""

    drilled: bool = False


def test_a_squadron_s_details_are_read_by_its_name() -> None:
    squadrons = (Squadron("Van", "Ducks", {"drilled": True}), Squadron("Rear", "Ducks"))
    battle = toy.RULES.begin(msgspec.structs.replace(toy.setup(), squadrons=squadrons))
    assert battle.squadron_details("Van", Wing) == Wing(True)
    assert battle.squadron_details("Rear", Wing) == Wing(False)
    with pytest.raises(InvalidInput, match="squadron: found Vann, allowed: Van, Rear; did you mean Van"):
        battle.squadron_details("Vann", Wing)


class Shout(Order[Boat]):
    """A boat shouts at another. The result is about the other."""

    id, title, key = "shout", "Shout", "h"
    at: str = fields.ship("at", lambda battle: battle.ships())
    who: str = fields.text("who")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact(self.at, "deaf", True)

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        yield Result(kind=DONE, head="a shout", words=f"{self.at} hears nothing.", subject=self.at)

    def firing(self, battle: PondBattle) -> Firing:
        return Firing(self.who, self.at, "a throat", "a voice")


class LoudPond(toy.Pond):
    """The pond, with shouts."""

    orders = (Shout,)


def test_a_result_is_the_doing_of_the_side_that_acts_whomever_it_befell() -> None:
    journal: Journal[Any] = Journal(LoudPond(), toy.setup(), toy.SEED)
    journal.append(journal.propose(Shout(at="Swan", who="Duck")))
    (result,) = journal.results(journal.records[0])
    assert (result.subject, result.side) == ("Swan", "Ducks")


def test_a_firing_names_a_ship_of_the_battle() -> None:
    assert firing_of(Shout(at="Swan", who="Duck"), toy.battle()) == Firing("Duck", "Swan", "a throat", "a voice")
    with pytest.raises(RulesFault, match="firer of a Firing: found Dukc, allowed: Duck, Drake, Swan, Heron; did you mean Duck"):
        firing_of(Shout(at="Swan", who="Dukc"), toy.battle())
