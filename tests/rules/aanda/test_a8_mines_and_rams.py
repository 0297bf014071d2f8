"""A8: mines and rams, settled at once as ships move."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import results, rolled, said, struck
from tests.rules.aanda.fleet import TYPES, Game, house, lost, ship
from tests.rules.aanda.sheet import ARMOUR


def afloat(*rules: Any, crew: str = "standard", **target: Any) -> Game:
    """Red's Rammer at 18 knots and Blue's Target, in Red's movement."""
    return Game([ship("Rammer")], [ship("Target", **target)], *rules, squadrons={"blue": {"crew": crew}}).go("movement")


# ------------------------------------------------------------ mines


@pytest.mark.parametrize(
    ("switched", "shift"),
    [
        ("target_slow", -1),
        ("small_target", -1),
        ("superior", -1),
        ("target_stopped", -2),
        ("inferior", 1),
        ("target_fast", 2),
    ],
)
def test_a8_every_modifier_shifts_the_mine_s_die(switched: str, shift: int) -> None:
    game = afloat()
    order = {"ship": "Target", switched: "yes"}
    assert results(game.propose("mine", 8 - shift, 1, 1, 1, **order))[0] == "yes"
    assert results(game.propose("mine", 7 - shift, **order)) == ["no"]


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ({}, set()),
        ({"knots": 10}, {"target_slow"}),
        ({"knots": 26}, {"target_fast"}),
        ({"type": "TB"}, {"small_target"}),
        ({"type": "DD", "knots": 30}, {"small_target", "target_fast"}),
        ({"crew": "Superior"}, {"superior"}),
        ({"crew": "Inferior"}, {"inferior"}),
    ],
)
def test_a8_mines_go_by_the_ship_that_tests(card: dict[str, Any], names: set[str]) -> None:
    assert afloat(**card).modifiers("mine", ship="Target") == names


def test_a8_a_stopped_ship_has_2_less_in_place_of_slow() -> None:
    game = afloat(knots=10)
    game.put("Target", "speed", "0")
    assert game.modifiers("mine", ship="Target") == {"target_stopped"}


def test_a8_weather_and_night_do_not_count_for_mines() -> None:
    game = Game([ship("Rammer")], [ship("Target")], weather="Gale", light="night").go("movement")
    assert game.modifiers("mine", ship="Target") == set()


def test_a8_a_mine_does_2d10_and_one_critical_under_water_at_once() -> None:
    game = afloat()
    record = game.give("mine", 8, 10, 9, 17, ship="Target")
    assert lost(record) == 19
    assert [die.sides for die in record.faces] == [10, 10, 10, 20]
    assert rolled(record)[-1].table == "underwater_critical"
    assert (game["Target"].left("hull"), game["Target"].count("flood")) == (81, 1)


def test_a8_either_side_s_ships_may_meet_mines_in_the_movement_of_the_other() -> None:
    game = afloat()
    assert game.battle.acting == "Red"
    game.give("mine", 1, ship="Target")
    game.give("mine", 1, ship="Rammer")


def test_a8_mines_belong_to_movement() -> None:
    game = afloat().go("firing")
    game.refused("mine", because="belongs to step 3", ship="Target")


# ------------------------------------------------------------ rams


def ram(game: Game, *dice: int, **inputs: Any) -> Any:
    return game.give("ram", *dice, **{"rammer": "Rammer", "target": "Target", **inputs})


@pytest.mark.parametrize("type_", TYPES)
def test_a8_a_ram_does_d10_and_a_third_of_the_knots_less_the_hull_armour(type_: str) -> None:
    game = afloat(type=type_)
    record = ram(game, 7, 1, knots=17)  # 7 + 5
    assert lost(record) == 12 - ARMOUR[type_][0]
    assert [die.sides for die in record.faces] == [10, 20]
    assert lost(record, "Rammer") == (12 - ARMOUR[type_][0]) // 4


@pytest.mark.parametrize(("knots", "die", "done"), [(18, 10, 8), (18, 2, 0), (18, 1, 0), (2, 10, 2), (3, 10, 3)])
def test_a8_thirds_are_dropped_and_nothing_is_the_least(knots: int, die: int, done: int) -> None:
    assert lost(ram(afloat(), die, 1, knots=knots)) == done


@pytest.mark.parametrize(("die", "own"), [(5, 0), (6, 1), (9, 1), (10, 2)])
def test_a8_the_rammer_loses_a_quarter_of_what_it_did(die: int, own: int) -> None:
    """At 18 knots against 8: die 6 does 4, die 10 does 8."""
    assert lost(ram(afloat(), die, 1), "Rammer") == own


def test_a8_the_target_rolls_one_critical_under_water_and_the_rammer_none() -> None:
    record = ram(afloat(), 1, 20)
    assert [throw.table for throw in rolled(record)] == ["", "underwater_critical"]
    assert said(record).endswith("Target: catastrophic flooding")


def test_a8_the_speed_offered_is_the_rammer_s_and_it_cannot_be_more_than_it_makes() -> None:
    game = afloat()
    game.put("Rammer", "speed", "15")
    assert game.draft("ram", rammer="Rammer").values["knots"] == 15
    game.put("Rammer", "engine", "1")
    game.refused("ram", because="Rammer makes 9 kt at most", rule="A8", rammer="Rammer", target="Target", knots=10)


def test_a8_a_stopped_ship_does_not_ram() -> None:
    game = afloat()
    game.strike("Rammer", "hull", 100)
    game.refused("ram", because="Rammer is stopped", rule="A6", rammer="Rammer", target="Target", knots=1)


def test_a8_a_ship_rams_as_its_squadron_moves_or_has_moved() -> None:
    game = Game([ship("Rammer"), ship("Second", "two")], [ship("Target")]).go("movement")
    ram(game, 1, 1)
    assert game.draft("move").entries["squadron"].options == ("red",)
    game.give("move", squadron="red")
    game.refused("ram", because="two belongs to Red; it is Blue's turn", rammer="Second", target="Target", knots=10)
    ram(game, 1, 1)


def test_a8_a_ram_is_against_an_enemy() -> None:
    game = Game([ship("Rammer"), ship("Sister")], [ship("Target")]).go("movement")
    game.refused("ram", because="Sister is on Rammer's own side", rammer="Rammer", target="Sister", knots=10)
    game.refused("ram", because="it is Red's turn", rammer="Target", target="Rammer", knots=10)
    assert game.draft("ram", rammer="Rammer").entries["target"].options == ("Target",)


def test_a8_house_rules_may_change_a_ram() -> None:
    game = afloat(house(ram_die="2d10", ram_knots_share=2, ram_own_share=2))
    record = ram(game, 5, 5, 1, knots=18)  # 10 + 9 - 8
    assert struck(record) == [("Target", "hull", 11), ("Rammer", "hull", 5)]
