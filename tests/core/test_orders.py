"""Orders: inputs from a journal, phases, and the orders that every ruleset has."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.core.play.journal import Journal
from tests.core import toy

SAIL = {"boat": "Duck", "speed": 3, "heading": "east", "smoke": False, "lantern": None}
FIRE = {"firer": "Duck", "target": "Swan", "range": 5, "guns": ["bow gun"], "modifiers": []}


def give(journal: Journal[Any], kind: str, **inputs: Any) -> Record:
    draft = Draft(journal.battle, journal.ruleset.order(kind), inputs)
    record = journal.propose(draft.order(), given=draft.given)
    journal.append(record)
    return record


def test_inputs_and_back() -> None:
    order = toy.Fire.from_inputs(FIRE)
    assert order == toy.Fire(firer="Duck", target="Swan", range=5, guns=("bow gun",), modifiers=())
    assert toy.Fire.from_inputs(order.inputs()) == order
    assert toy.Sail.from_inputs(SAIL).inputs() == SAIL


@pytest.mark.parametrize(
    ("order", "inputs", "message"),
    [
        (toy.Sail, {**SAIL, "sped": 3}, "did you mean speed"),
        (toy.Sail, {"boat": "Duck"}, "input of sail: found nothing, allowed: speed"),
        (toy.Sail, {**SAIL, "speed": "3"}, "speed: found 3, allowed: a whole number"),
        (toy.Sail, {**SAIL, "speed": True}, "speed: found True"),
        (toy.Sail, {**SAIL, "speed": 3.0}, "speed: found 3.0"),
        (toy.Sail, {**SAIL, "boat": 5}, "boat: found 5, allowed: text"),
        (toy.Sail, {**SAIL, "heading": ["east"]}, "heading"),
        (toy.Sail, {**SAIL, "smoke": 1}, "smoke: found 1, allowed: true or false"),
        (toy.Fire, {**FIRE, "guns": "bow gun"}, "guns: found bow gun, allowed: a list of words"),
        (toy.Fire, {**FIRE, "modifiers": [1]}, "modifiers"),
    ],
)
def test_inputs_that_no_journal_can_hold(order: Any, inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        order.from_inputs(inputs)


def test_an_order_is_frozen_and_like_one_with_the_same_inputs() -> None:
    order = toy.Leak(boat="Duck")
    assert order == toy.Leak(boat="Duck") != toy.Leak(boat="Swan")
    with pytest.raises(AttributeError):
        setattr(order, "boat", "Swan")  # noqa: B010


def test_a_part_of_other_orders_is_not_given_by_itself() -> None:
    assert toy.Hit.id not in {order.id for order in toy.RULES.all_orders}
    assert toy.RULES.part("hit") is toy.Hit
    assert toy.RULES.part("sail") is toy.Sail


def test_an_input_without_a_declaration_is_named() -> None:
    with pytest.raises(TypeError, match=r"Sink\.boat: declare it with one of core\.orders\.fields"):

        class Sink(Order[Any]):
            boat: str


def test_an_unknown_order_is_refused_with_the_nearest() -> None:
    assert toy.RULES.order("sail") is toy.Sail
    with pytest.raises(InvalidInput, match="did you mean sail"):
        toy.RULES.order("sial")


def test_every_ruleset_has_the_common_orders() -> None:
    assert {order.id for order in COMMON} == {"next", "strike", "set", "note", "end"}
    assert set(COMMON) <= set(toy.RULES.all_orders)


def test_steps_follow_each_other_and_the_turn_ends_with_what_is_due() -> None:
    journal = toy.journal()
    give(journal, "set", ship="Swan", condition="leaking", value="yes")
    headlines = [give(journal, "next").headline for _ in range(4)]
    assert headlines == [
        "on to step 2: Ducks fire",
        "on to step 3: Waders sail",
        "on to step 4: Waders fire",
        "on to step 1: Ducks sail",
    ]
    assert (journal.battle.turn, journal.battle.acting) == (2, "Ducks")
    assert any(getattr(event, "procedure", "") == "leak" for event in journal.records[-1].events)


def test_boxes_by_hand_stay_on_the_card() -> None:
    journal = toy.journal()
    give(journal, "strike", ship="Swan", boxes="4", reason="a tape was misread")
    assert journal.battle.ship("Swan").left("hull") == 5
    give(journal, "strike", ship="Swan", track="hull", boxes="-4")
    assert journal.battle.state == journal.start.state
    for boxes, why in ((10, "has 9 of 9 boxes left"), (-1, "has lost 0 of 9"), (0, "say how many boxes")):
        with pytest.raises(Refused, match=why):
            give(journal, "strike", ship="Swan", boxes=boxes)
    with pytest.raises(InvalidInput, match="reason: found nothing"):
        give(journal, "strike", ship="Swan", boxes=1, reason="  ")


def test_a_step_back_and_one_forward_over_many_lines_say_how_many() -> None:
    journal = toy.journal()
    for _ in range(8):
        give(journal, "note", words="on")
    journal.append(journal.undo(0))
    assert journal.records[-1].headline == "took back 1, 2, 3, 4, 5, 6 … (8 in all)"
    journal.append(journal.redo())
    assert journal.records[-1].headline == "brought back 1, 2, 3, 4, 5, 6 … (8 in all)"


def test_conditions_by_hand() -> None:
    journal = toy.journal()
    give(journal, "set", ship="battle", condition="light", value="dusk")
    give(journal, "set", ship="Duck", condition="fender", value="up")
    give(journal, "set", ship="Duck", condition="leaking", value="yes")
    assert journal.battle.word("light") == "dusk"
    assert (journal.battle.ship("Duck").word("fender"), journal.battle.ship("Duck").fact("leaking")) == ("up", True)
    give(journal, "set", ship="Duck", condition="leaking", value="no")
    assert journal.battle.fact(Key("Duck", "leaking")) is None
    with pytest.raises(InvalidInput, match="did you mean dusk"):
        give(journal, "set", ship="battle", condition="light", value="duks")


def test_after_the_end_nothing_but_a_note_is_taken_and_the_seed_is_shown() -> None:
    journal = toy.journal()
    assert [journal.revealed_seed] == [None]
    give(journal, "end", reason="supper")
    assert [journal.revealed_seed] == [toy.SEED]
    for kind in ("next", "sail", "end", "strike"):
        with pytest.raises(Refused, match="the battle has ended"):
            give(journal, kind)
    give(journal, "note", words="see you next week")
    journal.append(journal.undo(0))
    assert [journal.revealed_seed] == [None]


def test_a_check_forbids_and_names_its_section() -> None:
    battle = toy.battle()
    with pytest.raises(Refused, match="does not sail now") as refused:
        toy.Sail.from_inputs({**SAIL, "boat": "Swan"}).require_legal(battle)
    assert refused.value.section == "P1"
    sailed = resolve(toy.Sail.from_inputs(SAIL), battle, Supply(None, 1)).battle
    with pytest.raises(Refused, match="has sailed this turn"):
        toy.Sail.from_inputs(SAIL).check(sailed)
