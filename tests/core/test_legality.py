"""One check decides for orders in the making: it offers, greys, fills in and refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle

CHECKED: Counter[tuple[Any, ...]] = Counter()


@pytest.fixture(autouse=True)
def uncounted() -> Iterator[None]:
    """No check was made yet."""
    CHECKED.clear()
    yield


class Salvo(Order[Boat]):
    """Boats fire together, two or three at a pole within reach. Heron has no gun, Drake no powder."""

    id, title, key, section = "salvo", "Salvo", "v", "X1"
    leader: str = fields.ship("leader", lambda battle: battle.ships())
    others: tuple[str, ...] = fields.several("others", lambda battle: battle.ships())
    shots: int = fields.number("shots", 1, lambda battle, order: len(battle.ship(order.leader).card.guns), default=2)
    pole: str = fields.choice("pole", ("red", "blue", "green"), default="green")
    loud: bool = fields.flag("with a cheer")

    def check(self, battle: PondBattle) -> None:
        try:
            self.check_boats(battle)
        finally:
            CHECKED[tuple((name, value) for name, value in vars(self).items() if name in self.declared)] += 1

    def check_boats(self, battle: PondBattle) -> None:
        require(battle.turn < 9, "it is late")
        leader = battle.ship(self.leader)
        require(leader.card.guns, f"{leader} has no gun", "X2")
        for name in self.others:
            require(battle.ship(name).card.guns, f"{name} has no gun", "X2")
            require(name != self.leader, f"{name} leads")
            require(name != "Drake", f"{name} has no powder")
        require(len(self.others) in (1, 2), "one or two others fire along")
        require(self.shots <= len(leader.card.guns), f"{leader} has {len(leader.card.guns)} guns")
        require(self.pole != "red" or self.leader == "Swan", "red is Swan's")
        require(self.pole != "green", "green has fallen")
        require(not self.loud or self.pole == "red", "hush")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("bang")

    def headline(self, battle: PondBattle) -> str:
        return f"{self.leader} and {len(self.others)} more"


class Chase(Order[Boat]):
    """Nobody can be chased by Swan, and nothing by night: the last input alone says so."""

    id, title, key = "chase", "Chase", "c"
    chaser: str = fields.ship("chaser", ("Swan", "Duck"))
    prey: str = fields.choice("prey", ("Heron", "Drake"), default=None)

    def check(self, battle: PondBattle) -> None:
        require(self.prey != "Heron", "Heron flies")
        require(self.chaser != "Swan", f"{self.prey} is too quick for Swan")
        require(battle.word("light") == "day", "it is dark")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("off")


def draft(kind: Any = Salvo, light: str = "day", **raw: Any) -> Draft[Any]:
    return Draft(toy.battle(light), kind, raw)


def refused(draft: Draft[Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        draft.order()
    return caught.value


def test_an_order_in_the_making_is_checked_as_far_as_it_is_known() -> None:
    legality = Legality(toy.battle(), Salvo)

    def against(**known: Any) -> str:
        return str(legality.check(known).value or "")

    assert against() == ""
    assert against(leader="Heron") == "Heron has no gun (X2)"
    assert against(leader="Swan") == ""
    assert against(leader="Swan", others=()) == "one or two others fire along (X1)"
    with pytest.raises(Exception, match=r"^others$"):
        Salvo.partial({"leader": "Swan"}).others  # noqa: B018
    with pytest.raises(AttributeError):
        Salvo.partial({}).admiral  # type: ignore[attr-defined]  # noqa: B018


def test_candidates_are_offered_or_greyed_with_the_reason() -> None:
    leader = draft().entries["leader"]
    assert leader.options == ("Duck", "Drake", "Swan")
    assert {name: str(problem) for name, problem in leader.refused.items()} == {"Heron": "Heron has no gun (X2)"}
    pole = draft(leader="Duck", others=["Swan"]).entries["pole"]
    assert pole.options == ("blue",)
    assert {name: str(problem) for name, problem in pole.refused.items()} == {
        "red": "red is Swan's (X1)",
        "green": "green has fallen (X1)",
    }


def test_a_default_that_is_refused_gives_way_to_the_first_candidate_that_is_not() -> None:
    salvo = draft(leader="Swan", others=["Duck"])
    assert salvo.values["pole"] == "red"
    assert draft(leader="Duck", others=["Swan"]).values["pole"] == "blue"
    assert draft().values["leader"] == "Duck"
    assert draft().values["others"] == ("Swan",)  # nobody is the default of several words, and refused
    shots = draft(leader="Drake", others=["Swan"]).entries["shots"]  # two are the default, and Drake has one gun
    assert (shots.value, str(shots.problem)) == (None, "shots: missing; it takes a whole number from 1 to 1")


def test_of_several_words_those_are_offered_that_may_stand_beside_what_is_ticked() -> None:
    entry = draft(leader="Swan", others=[]).entries["others"]
    assert entry.options == ("Duck",)  # beside nobody, and with nobody it is refused anyway
    assert {name: str(problem) for name, problem in entry.refused.items()} == {
        "Drake": "Drake has no powder (X1)",
        "Swan": "Swan leads (X1)",
        "Heron": "Heron has no gun (X2)",
    }
    assert str(entry.problem) == "one or two others fire along (X1)"
    assert draft(leader="Drake", others=["Duck"]).entries["others"].options == ("Duck", "Swan")


def test_what_is_refused_is_refused_with_the_reason_wherever_it_is_typed() -> None:
    assert str(refused(draft(leader="Heron"))) == "Heron has no gun (X2)"
    assert str(refused(draft(leader="Swan", others="Drake"))) == "Drake has no powder (X1)"
    assert str(refused(draft(leader="Swan", others="Duck", pole="green"))) == "green has fallen (X1)"
    assert str(refused(draft(leader="Drake", others="Swan", shots=5))) == "Drake has 1 guns (X1)"


def test_a_number_that_no_rule_speaks_of_has_its_limits_in_the_message() -> None:
    with pytest.raises(InvalidInput, match="a whole number from 1 to 2"):
        draft(leader="Duck", others="Swan", shots=0).order()
    assert draft(leader="Duck").entries["shots"].bounds == (1, 2)
    assert draft(leader="Heron").entries["shots"].bounds == (1, 0)


def test_a_number_out_of_its_limits_for_which_the_check_finds_nothing_in_a_table_has_its_limits_in_the_message() -> None:
    class Volley(Salvo):
        def check(self, battle: PondBattle) -> None:
            battle.tables.table("gunfire").cell("none", self.shots)

    typed = Draft(toy.battle(), Volley, {"leader": "Duck", "others": "Swan", "shots": 41})
    assert str(typed.problem) == "shots: found 41, allowed: a whole number from 1 to 2"


def test_a_flag_never_turns_itself_on() -> None:
    class Whisper(Salvo):
        """Only a loud one counts."""

        id = "whisper"

        def check(self, battle: PondBattle) -> None:
            require(self.loud, "nobody hears it")

    entry = draft(Whisper).entries["loud"]
    assert (entry.value, str(entry.problem), entry.options) == (None, "nobody hears it (X1)", ("yes",))
    assert draft(Whisper, loud="yes").problem is None


def test_a_candidate_with_which_no_order_can_be_completed_is_greyed_with_the_reason_found_further_on() -> None:
    chaser = draft(Chase).entries["chaser"]
    assert chaser.options == ("Duck",)
    assert str(chaser.refused["Swan"]) == "Heron flies"
    assert chaser.value == "Duck"


def test_an_input_without_a_default_is_required_and_says_what_is_allowed() -> None:
    prey = draft(Chase).entries["prey"]
    assert prey.value is None
    assert str(prey.problem) == "prey: missing; it takes Drake"


def test_an_order_that_cannot_be_completed_is_not_offered() -> None:
    assert Legality(toy.battle(), Chase).why_not() is None
    why_not = Legality(toy.battle("dusk"), Chase).why_not()
    assert str(why_not) == "Heron flies"
    assert "required" not in str(draft(Chase, "dusk").problem)
    assert isinstance(draft(Chase, "dusk").problem, Refused)


class Raid(Order[Boat]):
    """Boats go together to a pole that all of them reach; Heron reaches none."""

    id, title, key = "raid", "Raid", "d"
    boats: tuple[str, ...] = fields.several("boats", lambda battle: battle.ships())
    pole: str = fields.choice("pole", ("red", "blue"), default=None)

    def check(self, battle: PondBattle) -> None:
        require(self.boats, "nobody goes")
        for name in self.boats:
            require(name != "Heron" or self.pole == "green", f"Heron does not reach {self.pole}")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("off")


def test_one_of_several_is_greyed_that_a_later_input_rules_out_whatever_is_said_there() -> None:
    boats = draft(Raid).entries["boats"]
    assert str(boats.refused["Heron"]) == "Heron does not reach red"
    assert set(boats.options or ()) == {"Swan", "Duck", "Drake"}


class Signal(Order[Boat]):
    """To whoever is in sight: nobody is by night."""

    id, title, key, section = "signal", "Signal", "g", "X3"
    to: str = fields.choice("receiver", lambda battle: ("Drake",) if battle.word("light") == "day" else ())

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("hoist")


def test_where_there_is_nothing_to_name_the_refusal_says_so() -> None:
    assert Legality(toy.battle(), Signal).why_not() is None
    assert str(Legality(toy.battle("dusk"), Signal).why_not()) == "nothing can be named for receiver (X3)"
    assert str(refused(draft(Signal, "dusk"))) == "nothing can be named for receiver (X3)"


def test_a_ship_that_is_no_candidate_is_refused_where_no_rule_speaks_of_it() -> None:
    with pytest.raises(InvalidInput, match="chaser: found Heron, allowed: Duck"):
        draft(Chase, chaser="Heron").order()


def test_each_check_is_made_once_however_often_a_form_is_looked_at() -> None:
    form = draft(leader="Duck")
    for _ in range(3):
        assert form.problem is None
        assert [entry.options for entry in form.entries.values()]
    assert max(CHECKED.values()) == 1
    made = sum(CHECKED.values())
    again = form.with_input("others", "Swan")
    assert isinstance(again.checked, Order)
    assert max(CHECKED.values()) == 1
    assert sum(CHECKED.values()) - made < 10


def test_a_refusal_without_a_section_is_by_the_order_s() -> None:
    assert refused(draft(leader="Swan", others="Swan")).section == "X1"
    assert refused(draft(leader="Heron")).section == "X2"


class Tow(Order[Boat]):
    """A thousand names for either end of a rope, and no rope."""

    id, title, key = "tow", "Tow", "t"
    towing: str = fields.choice("towing", tuple(f"a{number}" for number in range(1000)))
    towed: str = fields.choice("towed", tuple(f"b{number}" for number in range(1000)))

    def check(self, battle: PondBattle) -> None:
        CHECKED[self.towing, self.towed] += 1
        require(False, "there is no rope")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note("off")


def test_a_search_through_a_thousand_ships_either_side_is_given_up() -> None:
    """A million checks would take a minute and a half. The form finds the rest."""
    assert Legality(toy.battle(), Tow).why_not() is None
    assert 1000 < sum(CHECKED.values()) < 10_000
    with pytest.raises(Refused, match="there is no rope"):
        draft(Tow, towing="a1", towed="b1").order()
