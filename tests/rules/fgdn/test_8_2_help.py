"""Help in damage control (8.2): men from the guns, other ships, tugs, and the level for the reduction rolls."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn.fire_flooding.damage_control import fighting_level, help_for, lends
from fleetbook.testing import labels, said
from tests.rules.fgdn.scene import Game, Line, ship, unless, weapons_left

DESTROYER: dict[str, Any] = {"size": "C", "year": 1914, "points": 40, "knots": 30, "belt": 0, "deck": 0, "mounts": [], "guns": []}


def destroyer(name: str, **card: Any) -> Line:
    """A destroyer of 1914: her Minor figure is 8 less 1, of which she lends 3."""
    return ship(name, **{**DESTROYER, **card})


def queen_elizabeth(*rules: Any) -> Game:
    """Queen Elizabeth of 1915, with 16 % of fire and 8 % of flooding, and two destroyers at her speed of 12 knots."""
    game = Game(ship("Queen Elizabeth", year=1915, points=4000), destroyer("One"), destroyer("Two"), start="1200", rules=rules)
    game.burn("Queen Elizabeth", 8, 8)
    game.burn("Queen Elizabeth", 8, kind="flooding")
    for name in ("Queen Elizabeth", "One", "Two"):
        game.give("set", ship=name, condition="speed", value="12")
    return game


def test_f8_queen_elizabeth_is_helped_from_overwhelmed_to_major() -> None:
    """24 %, less 5 by the men of her light battery, less 3 by each destroyer: 13 %, Major."""
    game = queen_elizabeth()
    ship_, totals = "Queen Elizabeth", []

    def note_total() -> None:
        at = game[ship_]
        totals.append((at.casualties.fire + at.casualties.flooding - help_for(game.battle, at), fighting_level(game.battle, at)))

    note_total()
    game.give("men", ship=ship_, battery="light")
    note_total()
    game.go("movement")
    for helper, side in (("One", "port"), ("Two", "starboard")):
        game.give("assist", ship=ship_, helper=helper, side=side)
        note_total()
    assert totals == [(24, "Overwhelmed"), (19, "Overwhelmed"), (16, "Severe"), (13, "Major")]
    record = game.go("resolution", 4).next(1, 6, 1, 6)  # 6 and two for her course: 8 on Major adds D6
    assert labels(record)[1:] == ["fire, Major", "fire: per cent", "flooding, Major"]


@pytest.mark.parametrize(("size", "less"), [("A", 5), ("B", 5), ("C", 4), ("D", 4), ("E", 3), ("G", 3)])
def test_f8_men_from_guns_count_half_the_printed_minor_figure(size: str, less: int) -> None:
    """Whatever the ship's age."""
    for year in (1905, 1915, 1938):
        game = Game(ship("Ship", size=size, year=year))
        game.casualty("Ship", *(3,) * (2 if year == 1905 else 1))
        game.give("men", ship="Ship", battery="main")
        assert help_for(game.battle, game["Ship"]) == less


@pytest.mark.parametrize(
    ("card", "percent"),
    [
        ({}, 3), ({"year": 1906}, 3), ({"year": 1930}, 4), ({"size": "A", "year": 1910}, 4), ({"size": "A", "year": 1930}, 5),
        ({"tug": True}, 7), ({"tug": True, "size": "D", "year": 1930}, 8),
    ],
)  # fmt: skip
def test_f8_assistants_lend_half_of_their_own_minor_figure_and_tugs_all(card: dict[str, Any], percent: int) -> None:
    game = Game(destroyer("Helper", **card))
    assert lends(game.battle, game["Helper"]) == percent


def test_f33_help_never_makes_the_level_better_than_minor() -> None:
    game = Game(ship("Ship", points=4000))
    game.burn("Ship", 3)
    game.give("men", ship="Ship", battery="light")
    assert fighting_level(game.battle, game["Ship"]) == "Minor"
    record = game.go("resolution", 4).next(1, 7)
    assert labels(record)[1:] == ["fire, Minor"]
    for level in ("Minor", "Major"):
        other = Game(ship("Ship"), rules=unless("Minor", help_level=level))
        other.burn("Ship", 8, 4)
        other.give("men", ship="Ship", battery="light")
        assert fighting_level(other.battle, other["Ship"]) == level


@pytest.mark.parametrize(("battery", "silent"), [("main", ["A", "B", "X", "Y"]), ("light", ["light battery"])])
def test_8_2_the_guns_whose_men_are_away_cannot_fire(battery: str, silent: list[str]) -> None:
    game = Game(ship("Ship"))
    game.burn("Ship", 4)
    game.give("men", ship="Ship", battery=battery)
    assert sorted({"A", "B", "X", "Y", "light battery"} - set(weapons_left(game["Ship"]))) == silent
    game.refused("men", because=f"men of her {battery} battery already", ship="Ship", battery="light")


@pytest.mark.parametrize("back", [True, False])
def test_8_2_men_go_back_when_all_is_out(back: bool) -> None:
    game = Game(ship("Ship"), rules=unless(True, men_return=back))
    game.burn("Ship", 3)
    game.give("men", ship="Ship", battery="main")
    game.go("resolution", 4).next(1, 1, 6, 6)
    assert not game["Ship"].casualties.fire
    assert (weapons_left(game["Ship"]) == ["A", "B", "X", "Y", "light battery"]) == back


def test_8_2_men_are_sent_for_casualties_only() -> None:
    game = Game(ship("Ship"))
    game.refused("men", because="no fire and no flooding", ship="Ship", battery="main")
    game.burn("Ship", 3)
    game.go("movement").refused("men", because="belong to step 1", ship="Ship", battery="main")


def test_8_2_who_may_assist() -> None:
    game = queen_elizabeth().go("movement")
    need = {"ship": "Queen Elizabeth"}
    game.refused("assist", because="belongs to Blue", helper="Foe", side="port", **need)
    game.refused("assist", because="alongside herself", helper="Queen Elizabeth", side="port", **need)
    game.give("set", ship="One", condition="speed", value="13")
    game.refused("assist", because="One makes 13 knots", helper="One", side="port", **need)
    game.give("set", ship="One", condition="speed", value="12")
    game.give("strike", ship="One", track="points", boxes=21)
    game.refused("assist", because="more than 50 % damage", helper="One", side="port", **need)
    game.give("strike", ship="One", track="points", boxes=-1)
    record = game.give("assist", helper="One", side="port", **need)
    assert "risk of collision" in said(record)  # at 12 knots
    game.refused("assist", because="is on that side", helper="Two", side="port", **need)
    game.refused("assist", because="One assists Queen Elizabeth already", helper="One", side="starboard", **need)
    game.burn("Two", 3)
    game.refused("assist", because="Two is on fire", helper="Two", side="starboard", **need)


@pytest.mark.parametrize(("knots", "risk"), [(9, False), (10, True)])
def test_8_2_below_ten_knots_there_is_no_risk_of_collision(knots: int, risk: bool) -> None:
    game = queen_elizabeth()
    for name in ("Queen Elizabeth", "One"):
        game.give("set", ship=name, condition="speed", value=str(knots))
    record = game.go("movement").give("assist", ship="Queen Elizabeth", helper="One", side="port")
    assert ("collision" in said(record)) is risk


def test_8_2_a_helper_that_burns_or_casts_off_helps_no_longer() -> None:
    game = queen_elizabeth().go("movement")
    game.give("assist", ship="Queen Elizabeth", helper="One", side="port")
    game.give("assist", ship="Queen Elizabeth", helper="Two", side="starboard")
    assert help_for(game.battle, game["Queen Elizabeth"]) == 6
    game.burn("One", 3)
    assert help_for(game.battle, game["Queen Elizabeth"]) == 3
    game.give("cast-off", ship="Queen Elizabeth", side="starboard")
    assert help_for(game.battle, game["Queen Elizabeth"]) == 0
    game.refused("cast-off", because="nobody is alongside", ship="Queen Elizabeth", side="starboard")


def test_8_2_a_helper_matches_her_speed_as_long_as_it_helps() -> None:
    game = queen_elizabeth().go("movement")
    game.give("assist", ship="Queen Elizabeth", helper="One", side="port")
    game.give("set", ship="Queen Elizabeth", condition="speed", value="8")
    assert help_for(game.battle, game["Queen Elizabeth"]) == 0
    game.give("set", ship="One", condition="speed", value="8")
    assert help_for(game.battle, game["Queen Elizabeth"]) == 3


def test_8_2_the_wind_is_put_on_the_bow_and_off_it_again() -> None:
    game = Game(ship("Ship"))
    game.burn("Ship", 8, 4)
    game.give("wind", ship="Ship")
    game.refused("wind", because="steers with the wind on her bow already", ship="Ship", on_bow="yes")
    game.give("wind", ship="Ship", on_bow="no")
    assert not game["Ship"].has("wind on bow")


def together(game: Game, name: str = "Ship") -> str:
    """What her card says of all her casualties together."""
    texts = (c.text for c in game.battle.ruleset.card(game[name]).conditions)
    return next((text for text in texts if text.startswith("fire and flooding")), "")


def test_8_2_the_card_shows_the_level_that_rules_the_reduction_roll() -> None:
    """Devonshire's 5 and 4 % are each Minor and together Major; with men from her light battery they are Minor again."""
    game = Game(ship("Ship", size="B", year=1905))
    game.casualty("Ship", 1, 2, causes=())
    assert (game["Ship"].casualties.fire, together(game)) == (5, "")
    game.casualty("Ship", 1, 1, kind="flooding")
    assert together(game) == "fire and flooding 9 %, Major"
    game.give("men", ship="Ship", battery="light")
    assert together(game) == "fire and flooding 9 %, with help 4 %, Minor"
