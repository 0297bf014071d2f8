"""A battle as one side knows it: what is absent, what is unknown, and whose units its players may name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Queue, Value
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.errors import NotKnown, Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_battle import SideBattle, side_battle, true_names
from fleetbook.core.play.side_view import SideView
from fleetbook.rules.kit.pairs import OfPair
from tests.core import toy
from tests.core.toy_ships import Boat, PondCard


def spotted(battle: Any, boat: str, item: str, side: str) -> bool:
    return bool(battle.ship(boat).side == side or battle.fact(Key(boat, "spotted")))


class Vessel(Boat):
    """A boat with secrets."""

    __slots__ = ()
    card: PondCard
    hull = Boxes(known_to=spotted)
    anchored = Flag(secret=True)
    depth = Number(secret=True).each("reed")
    gap = Value(int, secret=True).each("ship")


GAP = OfPair(Vessel.gap)


class Water(toy.PondFacts):
    """The pond, with one list of all boats that wait."""

    waiting = Queue(
        str,
        seen_as=lambda battle, subject, other, names, side: tuple(name for name in names or () if battle.ship(name).side == side),
    )


def towable(battle: Battle[Vessel], order: Tow) -> list[str]:
    return [boat.name for boat in battle.ships() if boat.name != order.boat]


class Tow(Order[Vessel]):
    """A boat tows another, if that one does not lie at anchor."""

    id, title, key = "tow", "Tow", "t"
    boat: str = fields.ship("boat", lambda battle: battle.ships())
    other: str = fields.ship("towed", towable)
    feet: int = fields.number("feet", 0, 9, default=lambda battle, order: GAP.known(battle, order.boat, order.other))

    def check(self, battle: Battle[Vessel]) -> None:
        require(battle.ship(self.boat).afloat, f"{self.boat} has sunk")
        require(battle.ship(self.other).anchored, f"{self.other} does not lie at anchor")
        require(self.feet < 5, "too far")

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from GAP.remember(self.boat, self.other, self.feet)


class Find(Order[Vessel]):
    """A boat looks for another. The referee may say which."""

    id, title, key = "find", "Find", "f"
    boat: str = fields.ship("boat", lambda battle: battle.ships())
    other: str = fields.ship("found", towable, left_open=True)
    side_light: str = fields.choice("light of that boat", lambda battle, order: [f"{order.other}'s lamp"])
    near: int = fields.number("feet", 1, lambda battle, order: len(order.other))
    loud: bool = fields.flag("loudly")

    def check(self, battle: Battle[Vessel]) -> None:
        require(self.boat != "Swan", "Swan sees nothing")
        require(self.other != "Drake", "Drake is not lost")

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from set_fact(self.boat, "found", self.other)


class Hush(Order[Vessel]):
    """The referee silences a boat."""

    id, title, key, by_referee = "hush", "Hush", "h", True
    boat: str = fields.ship("boat", lambda battle: battle.ships())

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from set_fact(self.boat, "hushed", True)


class Wait(Order[Vessel]):
    """Boats wait in one list for all sides."""

    id, title, key = "wait", "Wait", "w"
    boats: tuple[str, ...] = fields.several("boats", lambda battle: battle.ships())

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from Water.waiting.set(battle, self.boats)


class Pond(toy.Pond):
    """The pond with secrets. Heron lies at anchor."""

    ship_type: type[Ship] = Vessel  # type: ignore[assignment]
    battle_facts = Water
    orders: tuple[type[Order[Any]], ...] = (Tow, Find, Hush, Wait)
    parts = ()

    def initial(self, battle: Battle[Boat]) -> Iterable[Change]:
        """Heron lies at anchor, three feet from Duck, with two of her boxes gone."""
        yield from super().initial(battle)
        yield Key("Heron", "anchored"), True
        yield Key("Duck", "gap", "Heron"), 3
        yield Key("Heron", "hull"), 1


@pytest.fixture
def journal() -> Journal[Any]:
    return Journal(Pond(), toy.setup(), toy.SEED)


@pytest.fixture
def ducks(journal: Journal[Any]) -> SideBattle[Any]:
    return side_battle(journal, "Ducks")


def test_a_withheld_fact_reads_as_absent_and_is_unknown_to_a_check(journal: Journal[Any], ducks: SideBattle[Any]) -> None:
    assert ducks.side == "Ducks"
    assert not ducks.ship("Heron").anchored
    with pytest.raises(NotKnown):
        ducks.checking().ship("Heron").anchored  # noqa: B018 (reading it is tried)
    assert not ducks.checking().ship("Duck").anchored  # an own boat: absent means no
    assert journal.battle.ship("Heron").anchored
    true = journal.battle
    assert true.checking() is true


def test_what_is_read_through_looks_ahead_and_noted_look_ups_is_unknown_too(ducks: SideBattle[Any]) -> None:
    for battle in (ducks.checking().noting(ducks.rules.look_ups), ducks.checking().at(ducks.state), ducks.checking().to_come):
        with pytest.raises(NotKnown):
            battle.fact(Key("Heron", "anchored"))


def test_a_withheld_track_reads_as_undamaged_so_the_ship_is_not_out_of_the_fight(ducks: SideBattle[Any]) -> None:
    full = ducks.full("Heron", "hull")
    assert full > 1
    assert ducks.ship("Heron").left("hull") == full
    with pytest.raises(NotKnown):
        ducks.checking().ship("Heron").left("hull")


def test_a_secret_between_two_ships_belongs_to_both_their_sides(journal: Journal[Any]) -> None:
    assert [GAP.known(side_battle(journal, side), "Heron", "Duck") for side in ("Ducks", "Waders")] == [3, 3]


def test_an_order_is_offered_if_only_an_unknown_fact_could_refuse_it(journal: Journal[Any], ducks: SideBattle[Any]) -> None:
    draft = Draft(ducks, Tow, {"boat": "Duck", "other": "Heron"})
    assert (draft.values["feet"], draft.problem) == (3, None)
    assert str(draft.with_input("other", "Drake").problem) == "Drake does not lie at anchor"
    assert draft.with_input("feet", 7).problem is None  # the check ended before it
    assert str(Draft(journal.battle, Tow, {"boat": "Duck", "other": "Heron", "feet": 7}).problem) == "too far"


def test_a_side_gives_orders_to_its_own_units_alone(ducks: SideBattle[Any]) -> None:
    draft = Draft(ducks, Tow)
    assert set(draft.entries["boat"].words) == {"Duck", "Drake"} == {boat.name for boat in ducks.ships("Ducks")}
    assert "Heron" in draft.with_input("boat", "Duck").entries["other"].words
    assert str(draft.with_input("boat", "Heron").problem).startswith("boat: found Heron, allowed: ")
    several = Draft(ducks, Wait, {"boats": ["Duck", "Heron"]})
    assert str(several.problem).startswith("boats: found Heron, allowed: ")
    assert Draft(ducks, Wait, {"boats": ["Duck", "Drake"]}).problem is None


def test_an_order_of_the_referee_belongs_to_no_side(journal: Journal[Any], ducks: SideBattle[Any]) -> None:
    assert Hush(boat="Duck").owners(journal.battle) == ()
    assert str(Legality(ducks, Hush).why_not()) == "Hush is an order of the referee"
    assert Legality(journal.battle, Hush).why_not() is None
    assert Tow(boat="Heron", other="Duck", feet=1).owners(journal.battle) == (journal.battle.ship("Heron").side,)


def test_an_input_left_open_and_all_that_depends_on_it_may_be_missing(journal: Journal[Any], ducks: SideBattle[Any]) -> None:
    draft = Draft(ducks, Find, {"boat": "Duck"})
    assert [entry.is_open for entry in draft.entries.values()] == [False, True, False, False, False]
    assert (draft.problem, draft.values["other"], draft.values["side_light"]) == (None, None, None)
    assert str(Draft(ducks, Find, {"boat": "Duck", "other": "Drake"}).problem) == "Drake is not lost"
    assert str(Draft(journal.battle, Find, {"boat": "Duck"}).problem).startswith("near: missing")
    assert Draft(journal.battle, Find, {"boat": "Duck"}).values["other"] == "Swan"


def test_a_value_that_mixes_sides_is_seen_in_part_and_its_changes_not_at_all(journal: Journal[Any]) -> None:
    order = Wait(boats=("Duck", "Heron", "Drake"))
    journal.append(journal.propose(order))
    seen = {side: Water(side_battle(journal, side)).waiting for side in journal.setup.sides}
    assert seen["Ducks"] == ("Duck", "Drake")
    assert Water(journal.battle).waiting == ("Duck", "Heron", "Drake")
    for side in journal.setup.sides:
        assert not [event for event in SideView(journal, side).record(1).events if isinstance(event, Changed)]


def test_a_refusal_of_the_side_reads_nothing_hidden(ducks: SideBattle[Any]) -> None:
    with pytest.raises(Refused):
        Tow(boat="Duck", other="Heron", feet=1).check(ducks)  # absent taken for "no"
    assert Legality(ducks, Tow).check({"boat": "Duck", "other": "Heron", "feet": 1}).value is None


def test_names_of_markers_lead_to_the_squadrons_behind_them(journal: Journal[Any]) -> None:
    class Marked(Pond):
        def called(self, battle: Battle[Boat], side: str) -> dict[str, str]:
            return {"Waders": "contact A"} if side == "Ducks" else {}

    battle = Journal(Marked(), toy.setup(), toy.SEED).battle
    assert (true_names(battle, "Ducks"), true_names(battle, "Waders")) == ({"contact A": "Waders"}, {})
    assert true_names(journal.battle, "Ducks") == {}


def test_boxes_struck_off_a_secret_track_are_in_no_journal_of_the_other_side(journal: Journal[Any]) -> None:
    strike = journal.ruleset.order("strike").from_inputs({"ship": "Heron", "track": "hull", "boxes": 1, "reason": "a rock"})
    journal.append(journal.propose(strike))
    struck = {
        side: [event for event in SideView(journal, side).record(1).events if isinstance(event, Marked)]
        for side in journal.setup.sides
    }
    assert (len(struck["Ducks"]), len(struck["Waders"])) == (0, 1)
