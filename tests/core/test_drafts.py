"""Drafts read text and JSON, take defaults from the battle, and refuse the rest."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from tests.core import toy
from tests.core.toy_ships import Boat


def draft(kind: Any = toy.Sail, light: str = "day", **raw: Any) -> Draft[Any]:
    return Draft(toy.battle(light), kind, raw)


def problem(name: str, kind: Any = toy.Sail, **raw: Any) -> str:
    entry = draft(kind, **raw).entries[name]
    assert entry.value is None
    return str(entry.problem)


def test_defaults_come_from_the_battle_and_what_is_missing_is_said() -> None:
    empty = draft()
    assert empty.values == {"boat": None, "speed": None, "heading": "north", "smoke": False, "lantern": True}
    assert "boat" in str(empty.problem)
    assert draft(boat="Duck").values["speed"] == 2
    assert draft(boat="Duck").given == ("boat",)


@pytest.mark.parametrize(("raw", "value"), [("3", 3), (" 3 ", 3), ("3kt", 3), ("3 kt", 3), (3, 3), (3.0, 3)])
def test_numbers(raw: object, value: int) -> None:
    assert draft(boat="Duck", speed=raw).values["speed"] == value


@pytest.mark.parametrize(
    "raw", ["-5", "1e9", "nan", "inf", "abc", "", "3.5", "٣", "9" * 200, -5, 1e9, float("nan"), float("inf"), True, None, [3]]
)
def test_what_is_no_number_within_the_limits(raw: object) -> None:
    assert "a whole number from 0 to 6 kt" in problem("speed", boat="Duck", speed=raw)


@pytest.mark.parametrize(("raw", "boat"), [("Duck", "Duck"), ("duck", "Duck"), ("du", "Duck"), ("  SWAN ", "Swan")])
def test_ships_by_name_case_and_beginning(raw: str, boat: str) -> None:
    assert draft(boat=raw).values["boat"] == boat


def test_a_beginning_that_two_have_asks_which() -> None:
    assert "may be Duck or Drake: say which" in problem("boat", boat="d")


@pytest.mark.parametrize("raw", ["Dukc", "", " ", "x" * 200, "\x1b[31m", 5, None, ["Duck"]])
def test_what_is_no_ship(raw: object) -> None:
    words = problem("boat", boat=raw)
    assert "\x1b" not in words
    assert len(words) < 250


def test_the_nearest_ship_is_named() -> None:
    assert "did you mean Duck?" in problem("boat", boat="Dukc")


@pytest.mark.parametrize(("raw", "value"), [("yes", True), ("Y", True), ("on", True), (True, True), ("no", False), ("0", False)])
def test_flags(raw: object, value: bool) -> None:
    assert draft(boat="Duck", smoke=raw).values["smoke"] is value


def test_a_wrong_flag_and_a_wrong_word() -> None:
    assert "yes or no" in problem("smoke", boat="Duck", smoke="perhaps")
    assert "north, east, south, west; did you mean south?" in problem("heading", boat="Duck", heading="sowth")


def test_an_input_that_is_not_wanted_keeps_its_default() -> None:
    assert draft(boat="Duck", lantern="no").values["lantern"] is True
    assert draft(light="dusk", boat="Duck", lantern="no").values["lantern"] is False


def test_several_words_keep_the_options_order() -> None:
    shot = {"firer": "Duck", "target": "Swan"}
    assert draft(toy.Fire, **shot).values["guns"] == ("bow gun", "stern gun")
    assert draft(toy.Fire, **shot, guns="stern; bow gun").values["guns"] == ("bow gun", "stern gun")
    assert draft(toy.Fire, **shot, guns=["stern gun"]).values["guns"] == ("stern gun",)
    assert "did you mean stern gun?" in problem("guns", toy.Fire, **shot, guns="stirn gun")


def test_modifiers_are_filled_in_switched_singly_or_given_whole() -> None:
    shot = {"firer": "Duck", "target": "Swan", "range": "20"}
    assert draft(toy.Fire, **shot).values["modifiers"] == ("far",)
    assert draft(toy.Fire, **shot).entries["modifiers"].suggested == ("far",)
    assert draft(toy.Fire, **shot, far="no", steady="yes").values["modifiers"] == ("steady",)
    assert draft(toy.Fire, **shot, modifiers="").values["modifiers"] == ()
    assert draft(toy.Fire, **shot, far="no").given == ("firer", "target", "range", "modifiers")


def test_a_modifier_filled_in_that_the_list_has_not_is_a_fault_of_the_rules() -> None:
    class Aimed(toy.Fire):
        modifiers: tuple[str, ...] = fields.modifiers("aim", "shooting", lambda battle: ["fra"])

    with pytest.raises(RulesFault, match=r"tests/core/test_drafts.py:\d+: modifiers.shooting: found fra, .*; did you mean far\?"):
        draft(Aimed, firer="Duck", target="Swan", range="20")


def test_an_unknown_input_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="did you mean speed"):
        draft(sped="3")


def test_a_draft_is_not_changed_by_entering_more() -> None:
    empty = draft()
    fuller = empty.with_input("boat", "Duck")
    assert empty.values["boat"] is None
    assert fuller.with_input("boat", None).values["boat"] is None


def test_another_ship_drops_the_ticks_of_the_one_before_and_keeps_measurements() -> None:
    shot = draft(toy.Fire, firer="Duck", target="Swan", range="20", guns=["stern gun"], modifiers=["steady"])
    other = shot.answered("target", "Heron")
    assert other.given == ("firer", "target", "range")
    assert other.values["range"] == 20
    assert shot.answered("target", "swan").given == shot.given
    assert shot.answered("range", "5").given == shot.given


def test_the_inputs_asked_for_leave_out_what_is_not_wanted() -> None:
    assert [entry.field.name for entry in draft().wanted] == ["boat", "speed", "heading", "smoke"]
    assert [entry.field.name for entry in draft(light="dusk").wanted][-1] == "lantern"


def test_what_hangs_on_inputs_before_it_names_them() -> None:
    class Voyage(Order[Boat]):
        id, title, key = "voyage", "Voyage", "v"
        boat: str = fields.ship("boat", lambda battle: battle.ships(), default=None)
        place: str = fields.choice("place", ("pond", "lake"), default=None)
        speed: int = fields.number("speed", 0, lambda battle, order: len(order.boat) + len(order.place))

    assert "allowed: only once boat and place are given" in problem("speed", Voyage, speed="3")
    assert "allowed: only once place is given" in problem("speed", Voyage, boat="Duck", speed="3")
    assert "a whole number from 0 to 8" in str(draft(Voyage, boat="Duck", place="pond", speed="9").entries["speed"].problem)
