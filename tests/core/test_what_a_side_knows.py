"""Side views keep hidden boats, sealed orders and withheld facts secret for as long as they should."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Began, Changed, Noted, Rolled
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.dice import Face
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SEALED, SideView
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle

SPEED = Key("Heron", "speed")


class Row(Order[Boat]):
    """A boat is rowed, and may go into the reeds or come out of them."""

    id, title, key = "row", "Row", "r"
    boat: str = fields.ship("boat", lambda battle: battle.ships())
    speed: int = fields.number("speed", 0, 9)
    hidden: bool = fields.flag("into the reeds")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact(self.boat, "speed", self.speed, said=f"{self.boat}: {self.speed} kt")
        yield from set_fact(self.boat, "hidden", self.hidden or None)

    def headline(self, battle: PondBattle) -> str:
        return f"{self.boat} rows"

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        yield Result(kind=DONE, head="rowed", words=f"{self.boat} makes {self.speed} kt.", subject=self.boat)


class Call(Part[Boat]):
    """A boat calls across the water."""

    id, title = "call", "Call"
    boat: str

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("an answer is heard")

    def headline(self, battle: PondBattle) -> str:
        return f"{self.boat} calls"


class Roll(Order[Boat]):
    """All boats call one after another."""

    id, title, key = "roll call", "Roll call", "c"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from run(*[Call(boat=boat.name) for boat in battle.ships()])

    def headline(self, battle: PondBattle) -> str:
        return "a roll call"


class Drift(Order[Boat]):
    """Boats drift, and rules of somebody else say so in plain text."""

    id, title, key = "drift", "Drift", "d"
    where: str = fields.text("where", default="here")

    def resolve(self, battle: PondBattle) -> Effects:
        for boat in ("Duck", "Heron"):
            yield from note(f"{boat} drifts")
        yield from set_fact("Duck", "beside", "Heron")
        yield from set_fact("Duck", "berth", self.where)


class Plan(Order[Boat]):
    """A side writes down its plan, sealed from the other until the dusk."""

    id, title, key = "plan", "Plan", "p"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("rowing north")

    def headline(self, battle: PondBattle) -> str:
        return "the Waders plan"

    def sealed(self, battle: PondBattle, side: str) -> bool:
        return side != "Waders" and battle.word("light") == "day"


class Reeds(toy.Pond):
    """The pond with reeds. Heron lies in them at first."""

    orders: tuple[type[Order[Boat]], ...] = (Row, Roll, Plan, Drift)
    parts: tuple[type[Part[Boat]], ...] = (Call,)

    def initial(self, battle: Battle[Boat]) -> Iterable[Change]:
        """Heron is hidden."""
        return [*super().initial(battle), (Key("Heron", "hidden"), True)]

    def unseen(self, battle: Battle[Boat], side: str) -> frozenset[str]:
        """The other sides' boats in the reeds."""
        return frozenset(boat.name for boat in battle.ships() if boat.side != side and boat.has("hidden"))


class NoHindsight(Reeds):
    """A side that discovers a boat does not learn its past."""

    hindsight: ClassVar[bool] = False


def played(*orders: Order[Any], rules: type[Reeds] = Reeds) -> Journal[Any]:
    journal: Journal[Any] = Journal(rules(), toy.setup(), toy.SEED)
    for order in orders:
        journal.append(journal.propose(order))
    return journal


DUCK = Row(boat="Duck", speed=4, hidden=False)
HERON, OUT = (Row(boat="Heron", speed=speed, hidden=hidden) for speed, hidden in ((7, True), (5, False)))


def dusk(journal: Journal[Any]) -> Order[Any]:
    """The order by which plans are opened."""
    return journal.ruleset.order("set").from_inputs({"ship": "battle", "condition": "light", "value": "dusk", "reason": "late"})


def headlines(view: Journal[Any]) -> list[str]:
    return [view.record(number).headline for number in range(1, view.next_number)]


def test_the_start_is_read_as_it_was_however_many_lines_came_after_it() -> None:
    journal = played()
    assert SideView(journal, "Ducks").start.ship("Duck").speed == 2
    journal.append(journal.propose(DUCK))
    view = SideView(journal, "Ducks")
    assert (view.start.ship("Duck").speed, view.battle.ship("Duck").speed) == (2, 4)


def test_a_hidden_ship_is_in_no_line_no_list_and_no_fact() -> None:
    view = SideView(played(DUCK, HERON), "Ducks")
    assert headlines(view) == ["Duck rows", SEALED]
    assert [ship.name for ship in view.setup.ships] == ["Duck", "Drake", "Swan"]
    assert view.battle.fact(SPEED) is None
    assert headlines(SideView(played(DUCK, HERON), "Waders")) == ["Duck rows", "Heron rows"]


@pytest.mark.parametrize(("rules", "before"), [(Reeds, "Heron rows"), (NoHindsight, SEALED)])
def test_a_ship_that_comes_out_is_seen_as_it_is_then_and_what_it_did_before_by_hindsight_only(
    rules: type[Reeds], before: str
) -> None:
    view = SideView(played(HERON, OUT, rules=rules), "Ducks")
    assert headlines(view) == [before, "Heron rows"]
    assert view.battle.fact(SPEED) == 5
    assert view.battle_after(1).fact(SPEED) == (7 if rules is Reeds else 2)  # or as the scenario has it


def test_what_a_ship_did_unseen_is_seen_in_its_facts_once_it_comes_out() -> None:
    still_there = Row(boat="Heron", speed=7, hidden=False)
    view = SideView(played(HERON, still_there, rules=NoHindsight), "Ducks")
    assert view.battle.fact(SPEED) == 7


def test_a_ship_that_goes_into_the_reeds_stands_as_it_was_seen_last() -> None:
    view = SideView(played(OUT, HERON, rules=NoHindsight), "Ducks")
    assert headlines(view) == ["Heron rows", SEALED]
    assert view.battle.fact(SPEED) == 5


def test_what_was_seen_on_a_line_that_is_taken_back_is_unseen_again() -> None:
    journal = played(DUCK, OUT, rules=NoHindsight)
    journal.append(journal.undo())
    known: Knowledge[Any] = Knowledge(journal, "Ducks")
    known.look()
    assert [known.unseen(line) for line in range(4)] == [{"Heron"}, {"Heron"}, frozenset(), {"Heron"}]
    assert SideView(journal, "Ducks").battle.fact(SPEED) is None


def test_a_step_back_is_read_by_everybody_without_its_fingerprint() -> None:
    journal = played(DUCK)
    journal.append(journal.undo())
    back = journal.records[-1]
    assert back.fingerprint
    seen = SideView(journal, "Ducks").record(2)
    assert (seen.kind, seen.headline, seen.to, seen.fingerprint) == ("undo", back.headline, 0, "")
    assert SideView(journal, "Ducks").results(seen) == ()


def test_a_part_that_names_a_hidden_ship_is_left_out_whole_and_the_others_are_read() -> None:
    view = SideView(played(Roll()), "Ducks")
    events = view.record(1).events
    assert [event.headline for event in events if isinstance(event, Began)] == ["Duck calls", "Drake calls", "Swan calls"]
    assert sum(isinstance(event, Noted) for event in events) == 3


def test_a_side_reads_what_an_order_came_to_where_it_may_read_the_order() -> None:
    view = SideView(played(DUCK, HERON), "Ducks")
    assert [result.words for result in view.results(view.record(1))] == ["Duck makes 4 kt."]
    assert view.results(view.record(2)) == ()
    assert next(event.text for event in view.record(1).events if isinstance(event, Changed)) == "Duck: 4 kt"


def test_plain_text_of_rules_that_names_a_hidden_boat_is_not_read() -> None:
    journal = played(Drift(where="here"))
    for side, notes in (("Ducks", ["Duck drifts"]), ("Waders", ["Duck drifts", "Heron drifts"])):
        view = SideView(journal, side)
        assert [event.text for event in view.record(1).events if isinstance(event, Noted)] == notes
    assert SideView(journal, "Ducks").battle.fact(Key("Duck", "beside")) is None


def test_a_typed_text_that_names_a_hidden_boat_is_in_no_line_and_no_fact() -> None:
    journal = played(Drift(where="at the weir"), Drift(where="behind HERON'S nest"))
    view = SideView(journal, "Ducks")
    assert headlines(view) == ["Drift", SEALED]
    assert view.battle.fact(Key("Duck", "berth")) == "at the weir"
    assert SideView(journal, "Waders").battle.fact(Key("Duck", "berth")) == "behind HERON'S nest"


@pytest.mark.parametrize(("headline", "shown"), [("all row", "all row"), ("HERON rows", SEALED)])
def test_a_line_of_other_rules_is_read_in_its_stored_words_without_those_that_name_a_hidden_boat(
    headline: str, shown: str
) -> None:
    """Its dice are not those that its order throws now."""
    journal = played()
    thrown = Rolled("D6", (Face(6, 3),), 3, "3", label="wind")
    events = (Noted(text="Herons call"), Noted(text="all is calm"), thrown)
    record = msgspec.structs.replace(journal.propose(Plan()), whole=False, headline=headline, events=events)
    journal.append(msgspec.structs.replace(record, phase=journal.battle.phase))
    journal.append(journal.propose(dusk(journal)))
    view = SideView(journal, "Ducks")
    read = view.record(1)
    assert read.headline == shown
    assert [*read.events] == ([] if shown == SEALED else [Noted(text="all is calm"), thrown])
    assert [result.words for result in view.results(read)] == ([] if shown == SEALED else ["Wind: 3."])


def test_a_reader_who_looks_again_reads_what_has_been_opened_since() -> None:
    journal = played(Plan())
    known: Knowledge[Any] = Knowledge(journal, "Ducks")
    assert headlines(SideView(journal, "Ducks", known)) == [SEALED]
    journal.append(journal.propose(dusk(journal)))
    assert headlines(SideView(journal, "Ducks", known))[0] == "the Waders plan"
