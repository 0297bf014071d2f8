"""8.2: how severe a fire or flooding is, and the levels that follow from it."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.testing import results, said
from tests.rules.fgdn.scene import Game, house, ship, small

DEUTSCHLAND: dict[str, Any] = {"nation": "Germany", "size": "B", "year": 1906, "points": 298}


def test_8_2_deutschland_burns() -> None:
    """Two dice show 5 and 2: 9 %, halved to 4 % as the armour held: 11 of her 298 points. 1506 gives 1515 (F4)."""
    game = Game(ship("Deutschland", **DEUTSCHLAND), start="1506")
    record = game.casualty("Deutschland", 5, 2, halvings=("not penetrated",))
    assert said(record).startswith("Deutschland: fire of 4 %, due 1515")
    game.go("resolution", 4)
    assert game["Deutschland"].points_left == 298
    record = game.next(5, 4, 6)  # no critical hit on the line below a tenth; 4 on Minor takes D6 off
    assert game["Deutschland"].points_left == 287
    assert results(record) == ["0", "-D6", "6"]
    assert not game["Deutschland"].casualties.fire


@pytest.mark.parametrize(
    ("year", "dice", "severity"),
    [
        (1880, (3, 4), 9),
        (1907, (6, 6), 14),
        (1907, (1, 1), 4),
        (1908, (1,), 3),
        (1924, (6,), 8),
        (1925, (1,), 1),
        (1938, (6,), 6),
    ],
)
def test_8_2_severity_goes_by_the_ships_age(year: int, dice: tuple[int, ...], severity: int) -> None:
    game = Game(ship("Ship", year=year))
    for kind in ("fire", "flooding"):
        game.casualty("Ship", *dice, kind=kind)
        assert game.percents("Ship", kind) == [severity]


def test_8_2_a_rebuilt_ship_uses_the_year_of_its_rebuilding() -> None:
    """Kongo of 1913, rebuilt in 1937, uses the line from 1925."""
    game = Game(ship("Kongo", nation="Japan", year=1913, rebuilt=1937))
    game.casualty("Kongo", 4)
    assert game.percents("Kongo") == [4]


def test_8_2_guns_of_76_mm_halve_it_too() -> None:
    game = Game(ship("Ship"))
    game.casualty("Ship", 5, halvings=("gun of 76 mm or less",))
    game.casualty("Ship", 5, halvings=("not penetrated", "gun of 76 mm or less"))
    assert game.percents("Ship") == [3, 1]  # 7 halved, and halved again


@pytest.mark.parametrize(
    ("cause", "die", "severity"),
    [
        ("bridge", 4, 4), ("engineering", 1, 1), ("crude oil", 4, 7), ("refined product", 4, 8), ("avgas", 4, 9),
        ("ammunition", 4, 7),
        ("aviation fuel", 4, 8), ("light shells", 4, 4), ("aircraft", 4, 2), ("armed aircraft", 4, 6), ("fuel tank", 4, 6),
        ("restart", 4, 2),
    ],
)  # fmt: skip
def test_8_3_causes_shift_the_severity(cause: str, die: int, severity: int) -> None:
    """A ship of 1910 has D6+2; fires of aircraft, fuel tanks and starting again have the D6 printed with them (F38)."""
    game = Game(ship("Ship"))
    game.casualty("Ship", die, causes=(cause,))
    assert game.percents("Ship") == [severity]


def test_f38_under_one_there_is_no_fire() -> None:
    game = Game(ship("Ship"))
    for die, severity in ((1, []), (2, []), (3, [1])):
        game.casualty("Ship", die, causes=("aircraft",))
        assert game.percents("Ship") == severity
    other = Game(ship("Ship"), rules=[house(casualty_least=3)])
    other.casualty("Ship", 4, causes=("aircraft",))
    assert other.percents("Ship") == []


def test_f39_the_shift_comes_before_the_halving() -> None:
    """D6+2 shows 7, less 2 is 5, halved 2; the other way 7 halved is 3, less 2 is 1. Fires of 37 to 65 mm take both."""
    inputs: dict[str, Any] = {"causes": ("light shells",), "halvings": ("gun of 76 mm or less",)}
    for rules, severity in (((), 2), ([house(severity_halved="before the shift")], 1)):
        game = Game(ship("Ship"), rules=rules)
        game.casualty("Ship", 5, **inputs)
        assert game.percents("Ship") == [severity]


def test_f12_not_penetrated_halves_or_cancels() -> None:
    for rules, severity in (((), [3]), ([house(not_penetrated_casualty="cancelled")], [])):
        game = Game(ship("Ship"), rules=rules)
        game.casualty("Ship", *((4,) if severity else ()), halvings=("not penetrated",))
        assert game.percents("Ship") == severity


def test_f42_half_a_casualty_halves_the_severity() -> None:
    game = Game(ship("E 11", kind="submarine", size="D"))
    game.casualty("E 11", 5, kind="flooding", halvings=("half",))
    assert game.percents("E 11", "flooding") == [3]


def test_8_1_5_flooding_of_a_beached_ship_is_two_less() -> None:
    game = Game(ship("Ship")).go("movement")
    game.give("aground", ship="Ship")
    game.casualty("Ship", 4, kind="flooding")
    game.casualty("Ship", 4)
    assert (game.percents("Ship", "flooding"), game.percents("Ship")) == ([4], [6])


def test_8_2_hoods_levels() -> None:
    """Hood of 1920: 9, 14, 16, and Overwhelmed from 17."""
    game = Game(ship("Hood", year=1920))
    hood = game["Hood"]
    assert hood.casualties.level_tops() == (9, 14, 16)
    found = [hood.casualties.level_of(percent) for percent in (0, 1, 9, 10, 14, 15, 16, 17, 40)]
    assert found == ["none", "Minor", "Minor", "Major", "Major", "Severe", "Severe", "Overwhelmed", "Overwhelmed"]


CHANGES = {1880: -2, 1907: -2, 1908: -1, 1924: -1, 1925: 0, 1941: 0, 1942: 1, 1959: 1, 1960: 2}
"""What the years at both ends of each line add."""


@pytest.mark.parametrize(
    ("size", "year", "tops"),
    [
        ("B", 1905, (8, 13, 15)),
        ("C", 1917, (7, 11, 13)),
        ("D", 1907, (6, 10, 12)),
        ("C", 1930, (8, 12, 14)),
        ("A", 1962, (12, 17, 19)),
        *(
            (size, 1930, tops)
            for size, tops in zip("ABCDEFG", [(10, 15, 17)] * 2 + [(8, 12, 14)] * 2 + [(6, 10, 12)] * 3, strict=True)
        ),
        *(("B", year, (10 + change, 15 + change, 17 + change)) for year, change in CHANGES.items()),
    ],
)
def test_8_2_levels_by_size_and_age(size: str, year: int, tops: tuple[int, int, int]) -> None:
    assert Game(ship("Ship", size=size, year=year))["Ship"].casualties.level_tops() == tops


def test_8_2_several_casualties_add_up() -> None:
    """Fires of 4 and 9 % and flooding of 3 % are 16 % together."""
    game = Game(ship("Ship", year=1906))
    game.casualty("Ship", 1, 1)
    game.casualty("Ship", 4, 3)
    game.casualty("Ship", 1, 2, kind="flooding", causes=("light shells",))
    assert (game.percents("Ship"), game.percents("Ship", "flooding")) == ([4, 9], [3])
    assert "fire and flooding 16 %, Overwhelmed" in [shown.text for shown in game.battle.ruleset.card(game["Ship"]).conditions]


def test_f56_consequences_go_by_each_sum_on_its_own() -> None:
    """Fire of 8 % and flooding of 8 % on a ship with levels 9, 14, 16 are Minor each, though 16 % together are Severe."""
    for rules, levels in (((), ("Minor", "Minor")), ([house(consequences_by="both")], ("Severe", "Severe"))):
        game = Game(ship("Ship"), rules=rules)
        game.burn("Ship", 8)
        game.burn("Ship", 8, kind="flooding")
        assert (game["Ship"].casualties.fire_level, game["Ship"].casualties.flooding_level) == levels


def test_8_2_flooding_slows_and_fire_asks_to_slow() -> None:
    game = Game(ship("Ship"))
    game.burn("Ship", 8, 7)
    assert (game["Ship"].casualties.fire_level, max_speed(game["Ship"])) == ("Severe", 20)
    game.burn("Ship", 8, 3, kind="flooding")
    assert (game["Ship"].casualties.flooding_level, max_speed(game["Ship"])) == ("Major", 15)


def test_8_2_what_a_fire_or_flooding_asks_of_her_is_said_once() -> None:
    game = Game(ship("Ship"))
    assert said(game.casualty("Ship", 6)).count("·") == 0
    assert "Ship: wind on the bow and 15 knots or less" in said(game.casualty("Ship", 1))
    assert "flight operations" not in said(game.casualty("Ship", 1))
    assert "flood the magazines, or they may explode" in said(game.casualty("Ship", 6))
    game.burn("Ship", 8, kind="flooding")
    assert "15 knots or less: flooding" in said(game.casualty("Ship", 1, kind="flooding"))
    game.burn("Ship", 5, kind="flooding")
    assert "may capsize" in said(game.casualty("Ship", 1, kind="flooding"))


def test_8_2_what_a_submarine_must_do() -> None:
    """Surface for any fire; shallow for Major flooding; one roll at Severe, or surface. Levels of size D, 1914: 7, 11, 13."""
    game = Game(ship("E 11", kind="submarine", size="D", year=1914))
    assert "must surface: fire" in said(game.casualty("E 11", 1))
    game.burn("E 11", 7, kind="flooding")
    assert "must come to shallow depth" in said(game.casualty("E 11", 1, kind="flooding"))
    assert "must surface unless one roll" in said(game.casualty("E 11", 1, kind="flooding"))


def test_8_1_small_craft_burn_at_once() -> None:
    """A fire of 8 % on a boat of 100 points does 8 points at once; the points of small craft stay (8.1)."""
    game = Game(small("Boat", points=100))
    record = game.casualty("Boat", 6)
    assert "fire of 8 %, at once" in said(record)
    record = game.give("following", 1, ship="Boat")
    assert "8 points" in " ".join(getattr(event, "headline", "") for event in record.events)
    assert game["Boat"].points_left == 100


def test_f13_torpedo_flooding_does_its_damage_at_once() -> None:
    for rules, points in (((), 368), ([house(torpedo_flooding="third turn")], 400)):
        game = Game(ship("Ship"), rules=rules)
        game.casualty("Ship", 6, kind="flooding", torpedo=True)
        if not rules:
            game.give("following", 1, ship="Ship")
        assert game["Ship"].points_left == points


def test_f58_lost_crew_makes_fires_worse_by_the_present_step() -> None:
    """From the third crew factor on severity is 2 more, however many are lost."""
    for lost, severity in ((0, 6), (2, 6), (3, 8), (4, 8), (6, 8)):
        game = Game(small("Boat"))
        if lost:
            game.give("strike", ship="Boat", track="crew", boxes=lost)
        game.casualty("Boat", 4)
        assert game.percents("Boat") == [severity]
