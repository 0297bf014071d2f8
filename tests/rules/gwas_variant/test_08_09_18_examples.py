"""Rules 8, 9, 10 and 18 with the printed examples: visibility, targets, slow ships."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import rolled, said
from tests.rules.gwas_variant.fleet import ALLIED_FIRST, Game, destroyer, duel, house, ship
from tests.rules.gwas_variant.test_tactical_events import may_fire

GOEBEN: dict[str, Any] = {"type": "BC", "nation": "Germany", "primary": 6, "secondary": 3, "tertiary": 1, "speed": "2"}


# ------------------------------------------------------------ 8 visibility


@pytest.mark.parametrize(
    ("weather", "light", "farthest"),
    [
        ("Clear", "day", 3),
        ("Mist", "day", 3),
        ("Fog", "day", 2),
        ("Squall", "day", 2),
        ("Storm", "day", 2),
        ("Clear", "night", 1),
        ("Mist", "night", 1),
        ("Fog", "night", 1),
        ("Squall", "night", 1),
        ("Storm", "night", 1),
    ],
)
def test_8_v1_visibility_by_weather_and_light(weather: str, light: str, farthest: int) -> None:
    game = duel(weather=weather, light=light)
    assert [hexes for hexes in range(6) if may_fire(game, hexes)] == list(range(farthest + 1))


def test_v4_a_house_rule_leaves_the_weather_out() -> None:
    assert may_fire(duel(house(weather_shortens_visibility=False), weather="Fog"), 3)


def test_8_a_16_inch_gun_sees_no_farther() -> None:
    game = duel(firer={"sixteen": True})
    assert may_fire(game, 3)
    assert not may_fire(game, 4)


# ------------------------------------------------------------ 9 several targets


def three_targets() -> Game:
    return Game([ship("Goeben", **GOEBEN)], [ship("A"), ship("B"), ship("C")]).go("gunfire-1")


def test_9_goeben_fires_at_three_targets_the_smaller_guns_at_near_ones() -> None:
    game = three_targets()
    game.give("fire", *[1] * 6, firer="Goeben", target="A", range=3, weapons=["primary"])
    game.give("fire", *[1] * 3, firer="Goeben", target="B", range=1, weapons=["secondary"])
    game.give("fire", 1, firer="Goeben", target="C", range=0, weapons=["tertiary"])


def test_9_secondary_guns_do_not_reach_two_areas_at_a_target_of_their_own() -> None:
    game = three_targets()
    game.give("fire", *[1] * 6, firer="Goeben", target="A", range=3, weapons=["primary"])
    order: dict[str, Any] = {"firer": "Goeben", "target": "B", "range": 2, "weapons": ["secondary"]}
    game.refused("fire", **order, because="smaller guns reach 1 hex; B is 2 away", rule="tactical 9")


def test_9_in_whatever_order_they_fire() -> None:
    game = three_targets()
    game.give("fire", *[1] * 3, firer="Goeben", target="B", range=2, weapons=["secondary"])
    order: dict[str, Any] = {"firer": "Goeben", "target": "A", "range": 3, "weapons": ["primary"]}
    game.refused("fire", **order, because="smaller guns reach 1 hex; B is 2 away", rule="tactical 9")


def test_9_at_one_target_all_guns_fire_as_far_as_they_reach() -> None:
    game = three_targets()
    game.give("fire", *[1] * 9, firer="Goeben", target="A", range=2, weapons=["primary", "secondary"])
    game.give("fire", 1, firer="Goeben", target="B", range=1, weapons=["tertiary"])


def test_9_a_ship_with_secondary_and_tertiary_guns_has_two_targets() -> None:
    game = Game([ship("Cruiser", type="CL", primary=0)], [ship("A"), ship("B")]).go("gunfire-1")
    game.give("fire", 1, 1, firer="Cruiser", target="A", range=2, weapons=["secondary"])
    game.give("fire", 1, 1, firer="Cruiser", target="B", range=1, weapons=["tertiary"])


# ------------------------------------------------------------ 10 primary guns at small targets


@pytest.mark.parametrize("kind", ["DL", "DD", "TB"])
def test_10_primary_guns_subtract_one_at_small_targets(kind: str) -> None:
    game = Game([ship("Firer")], [destroyer("Boat", type=kind)]).go("gunfire-1")
    assert game.modifiers("fire", firer="Firer", target="Boat", range=1) == {"near", "small_target"}
    record = game.give("fire", 5, 5, 5, 5, firer="Firer", target="Boat", range=1, weapons=["primary"])
    assert {event.result for event in rolled(record)} == {"no"}
    assert [sorted(adjustment.value for adjustment in event.adjustments) for event in rolled(record)] == [[-1, 1]] * 4


def test_10_a_six_remains_a_six() -> None:
    game = Game([ship("Firer")], [destroyer("Boat")]).go("gunfire-1")
    record = game.give("fire", 6, 1, 3, 5, 5, 5, firer="Firer", target="Boat", range=3, weapons=["primary"])
    assert [event.result for event in rolled(record)[:1]] == ["yes"]
    assert [event.result for event in rolled(record)[2:]] == ["no"] * 3


def test_10_other_guns_and_other_targets_do_not() -> None:
    game = Game([ship("Firer")], [destroyer("Boat"), ship("Large")]).go("gunfire-1")
    assert game.modifiers("fire", firer="Firer", target="Boat", range=2, weapons=["secondary"]) == set()
    assert game.modifiers("fire", firer="Firer", target="Large", range=3) == set()
    record = game.give("fire", *[1] * 4, 4, 1, firer="Firer", target="Boat", range=1, weapons=["primary", "tertiary"])
    assert [event.total for event in rolled(record) if event.label == "to hit"] == [1, 1, 1, 1, 5, 2]


def test_10_reduced_by_fire_control_difficulties_the_six_is_confirmed() -> None:
    game = Game([ship("Firer")], [destroyer("Boat")]).go("event-1")
    game.give("event", 1, 3)
    game.go("gunfire-1")
    record = game.give("fire", 6, 5, 5, 5, 5, firer="Firer", target="Boat", range=3, weapons=["primary"])
    assert [(event.label, event.result) for event in rolled(record)[:2]] == [("to hit", "yes"), ("confirmed", "miss")]


# ------------------------------------------------------------ 18 slow ships


def three_russians(*dice: int, **settings: Any) -> Game:
    """Three Russian Bs have the initiative: three areas from Moltke and two from Goeben after their first move."""
    names = ("Evstafi", "Zlatoust", "Panteleimon")
    russians = [ship(name, type="B", nation="Russia", speed="1S", secondary=2) for name in names]
    game = Game([ship("Goeben", **GOEBEN), ship("Moltke", **GOEBEN)], russians, **settings)
    game.go("initiative-move-1", initiative=(ALLIED_FIRST,))
    game.give("squadron-leader", ship="Evstafi")
    game.next(*dice)
    return game


def test_18_those_that_pass_fire_all_guns_at_maximum_range_at_either_ship() -> None:
    game = three_russians(4, 5, 6)
    for target, hexes, weapon, dice in (("Moltke", 3, "primary", 4), ("Goeben", 2, "secondary", 2)):
        order: dict[str, Any] = {"firer": "Evstafi", "target": target, "range": hexes, "weapons": [weapon]}
        assert game.propose("fire", *[1] * dice, **order)


def test_18_those_that_fail_cannot_fire_at_moltke_nor_moltke_at_them() -> None:
    game = three_russians(1, 2, 3)
    far: dict[str, Any] = {"range": 3, "weapons": ["primary"]}
    game.refused("fire", firer="Evstafi", target="Moltke", **far, because="Evstafi has not closed", rule="tactical 18")
    game.refused("fire", firer="Moltke", target="Evstafi", **far, because="Evstafi has not closed", rule="tactical 18")


def test_18_they_fire_primary_but_not_secondary_guns_at_goeben_and_she_alike() -> None:
    game = three_russians(1, 2, 3)
    for firer, target, dice in (("Evstafi", "Goeben", 4), ("Goeben", "Evstafi", 6)):
        order: dict[str, Any] = {"firer": firer, "target": target, "range": 2}
        assert game.propose("fire", *[1] * dice, **order, weapons=["primary"])
        game.refused("fire", **order, weapons=["secondary"], because="Evstafi has not closed", rule="tactical 18")
    assert game.draft("fire", firer="Evstafi", target="Goeben", range=2).values["weapons"] == ("primary",)


def test_18_each_ship_has_its_own_die() -> None:
    game = three_russians(3, 4, 1)
    assert [game[name].has("not at maximum range") for name in ("Evstafi", "Zlatoust", "Panteleimon")] == [True, False, True]


def test_18_it_counts_for_the_first_segment_only() -> None:
    game = three_russians(1, 1, 1).go("gunfire-2", initiative=(ALLIED_FIRST,))
    assert game.propose("fire", *[1] * 4, firer="Evstafi", target="Moltke", range=3, weapons=["primary"])


def test_18_not_at_night_not_of_the_other_side_not_in_a_later_round() -> None:
    assert "closed" not in said(three_russians(light="night").journal.records[-1])
    slow: dict[str, Any] = {"speed": "1S", "type": "B"}
    game = Game([ship("Fast")], [ship("Slow", **slow)]).go("initiative-move-1")
    game.next()
    game = Game([ship("Slow", **slow)], [ship("Fast")]).go("round-end")
    game.next()
    game.go("initiative-move-1").next()
