"""Fire and flooding on the turns on which they are due (8.2): damage, reduction, magazines, capsizing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fleetbook.core.tables.house import HouseRules
from fleetbook.testing import labels, results, said
from tests.rules.fgdn.scene import Game, house, ship, small, unless, weapons_left

QUIET = 1
"""A D6 that gives no critical hit where the damage is less than a tenth of what is left."""


NONE_AT_A_FIFTH = 2
"""A D6 that gives none on the line 0.2: 68 points over 332 left."""


def afire(*severities: int, start: str = "1200", flooding: Sequence[int] = (), rules: Sequence[HouseRules] = ()) -> Game:
    """A ship of 400 points with these fires and floodings, all of the first turn; levels are 9, 14, 16."""
    game = Game(ship("Ship"), start=start, rules=rules)
    game.burn("Ship", *severities)
    game.burn("Ship", *flooding, kind="flooding")
    return game


def test_f4_the_third_turn_is_nine_minutes_later() -> None:
    """Turn 1200: a fire does its damage in the Resolution Phase of 1209, not before it and not in 1212."""
    game = afire(5)
    lost = []
    for turn in range(1, 6):
        game.go("resolution", turn)
        game.next(*((QUIET, 7) if turn == 4 else ()))
        lost.append(400 - game["Ship"].points_left)
    assert lost == [0, 0, 0, 20, 20]
    other = afire(5, rules=[house(third_turn=2)]).go("resolution", 3)
    other.next(QUIET, 7)
    assert other["Ship"].points_left == 380


def test_8_1_the_cruiser_of_turn_1200() -> None:
    """A torpedo floods her in 1200 and shells set her on fire: flooding at once (F13), fire in 1209, both rolled for in 1209."""
    game = Game(ship("Cruiser", size="B", points=250), start="1200")
    game.burn("Cruiser", 8, kind="flooding", torpedo=True)
    game.give("following", QUIET, ship="Cruiser")
    assert game["Cruiser"].points_left == 230
    game.burn("Cruiser", 6)
    game.go("resolution", 4)
    assert game["Cruiser"].points_left == 230
    record = game.next(QUIET, 6, 6)
    assert game["Cruiser"].points_left == 215
    assert labels(record)[-2:] == ["fire, Major", "flooding, Major"]


def test_f14_and_on_each_intermediate_turn_after_that() -> None:
    """A fire of 1203 is due in 1212 and again in the Intermediate Turn 1230: hh00 and hh30."""
    game = Game(ship("Ship"), start="1200").go("plotting", 2)
    game.burn("Ship", 5)
    lost = []
    for turn in range(2, 13):
        game.go("resolution", turn, {(11, "plotting"): (7,)})
        game.next(*{5: (QUIET, 7), 11: (QUIET,)}.get(turn, ()))
        lost.append(400 - game["Ship"].points_left)
    assert lost == [0, 0, 0, 20, 20, 20, 20, 20, 20, 40, 40]


def test_8_2_f19_in_later_intermediate_turns_they_are_fought_in_plotting_before_they_do_damage() -> None:
    """A fire of 5 % of 1200: 20 points and its first roll in the Resolution Phase of 1209. In 1230 a 4 takes 3 % off as Plotting
    ends, and 2 % do their 8 points in Resolution.
    """
    game = afire(5).go("resolution", 4)
    assert labels(game.next(QUIET, 7)) == ["Ship: number of critical hits", "fire, Minor"]
    record = game.go("plotting", 11).next(4, 3)
    assert labels(record) == ["fire, Minor", "fire: per cent"]
    assert (game.percents("Ship"), game["Ship"].points_left) == ([2], 380)
    assert labels(game.go("resolution", 11).next(QUIET)) == ["Ship: number of critical hits"]
    assert game["Ship"].points_left == 372


def test_f19_by_a_reading_they_are_fought_in_resolution_after_their_damage() -> None:
    game = afire(5, rules=[house(intermediate_reduction="resolution")]).go("resolution", 4)
    game.next(QUIET, 7)
    assert labels(game.go("plotting", 11).next()) == []
    assert labels(game.go("resolution", 11).next(QUIET, 4, 3)) == [
        "Ship: number of critical hits",
        "fire, Minor",
        "fire: per cent",
    ]
    assert game["Ship"].points_left == 360


def test_f19_what_is_put_out_in_plotting_does_no_damage() -> None:
    game = afire(5).go("resolution", 4)
    game.next(QUIET, 7)
    game.go("plotting", 11).next(1, 3, 2)
    assert labels(game.go("resolution", 11).next()) == []
    assert game["Ship"].points_left == 380


def test_f19_the_first_roll_is_made_in_resolution_in_an_intermediate_turn_too() -> None:
    """A fire of 1200 and one of 1221, in 1230: the first is fought in Plotting, the second after the damage of both."""
    game = afire(5).go("resolution", 4)
    game.next(QUIET, 7)
    game.go("planned-fire", 8)
    game.burn("Ship", 4)
    assert labels(game.go("plotting", 11).next(4, 1)) == ["fire, Minor", "fire: per cent"]
    assert game.percents("Ship") == [4, 4]
    assert labels(game.go("resolution", 11).next(QUIET, 4, 1))[1:] == ["fire, Minor", "fire: per cent"]
    assert (game.percents("Ship"), game["Ship"].points_left) == ([4, 3], 380 - 32)


def test_8_2_men_taken_from_the_guns_in_plotting_help_in_its_roll() -> None:
    """10 % is Major for her, and 2 are added to the die; 5 % less is Minor."""
    game = afire(5, 5).go("resolution", 4)
    assert labels(game.next(QUIET, 4))[1:] == ["fire, Major"]
    game.go("plotting", 11).give("men", ship="Ship", battery="light")
    assert labels(game.next(5)) == ["fire, Minor"]


def test_8_2_the_referee_may_have_them_fought_before_plotting_ends() -> None:
    game = afire(5).go("resolution", 4)
    game.next(QUIET, 7)
    game.go("plotting", 11).give("casualties", 7, ship="Ship")
    game.refused("casualties", because="settled in this step", ship="Ship")
    assert labels(game.next()) == []
    assert labels(game.go("resolution", 11).next(QUIET)) == ["Ship: number of critical hits"]


@pytest.mark.parametrize(("start", "first"), [("1200", 11), ("1221", 4), ("1227", 2), ("1145", 6)])
def test_f14_the_intermediate_turn_is_on_the_half_hour(start: str, first: int) -> None:
    game = Game(ship("Ship"), start=start)
    seen = [turn for turn in range(2, 13) if "Intermediate Turn" in said_at(game, turn)]
    assert seen[0] == first


def said_at(game: Game, turn: int) -> str:
    """What is said as a turn begins."""
    game.go("resolution", turn - 1)
    return said(game.next())


def test_f14_never_twice_in_one_turn() -> None:
    """A fire of 1221 has its third turn in the Intermediate Turn 1230: damage and roll once."""
    game = afire(5, start="1221").go("resolution", 4)
    record = game.next(QUIET, 7)
    assert game["Ship"].points_left == 380
    assert len(results(record)) == 2


def test_f13_flooding_at_once_is_due_again_in_the_intermediate_turn_and_fought_from_the_third_turn() -> None:
    game = Game(ship("Ship"), start="1224")
    game.burn("Ship", 5, kind="flooding", torpedo=True)
    game.give("following", QUIET, ship="Ship")
    record = game.go("resolution", 3).next(QUIET)  # 1230: two turns later
    assert (game["Ship"].points_left, labels(record)) == (360, ["Ship: number of critical hits"])
    record = game.go("resolution", 4).next(7)
    assert (game["Ship"].points_left, labels(record)) == (360, ["flooding, Minor"])


@pytest.mark.parametrize(("rules", "points"), [((), 27), ([house(due_together="each")], 26)])
def test_f16_casualties_due_together_are_summed_and_rounded_once(rules: Sequence[HouseRules], points: int) -> None:
    """Fires of 4 and 3 % and flooding of 3 % of 270 points: 27 together, but 10, 8 and 8 apart."""
    game = Game(ship("Ship", points=270), rules=rules)
    game.burn("Ship", 4, 3)
    game.burn("Ship", 3, kind="flooding")
    game.go("resolution", 4).next(QUIET, 6, 6)
    assert 270 - game["Ship"].points_left == points


@pytest.mark.parametrize(("rounded", "points"), [("down", 11), ("up", 12)])
def test_f15_points_are_rounded_down(rounded: str, points: int) -> None:
    """4 % of 298 points are 11.92."""
    game = Game(ship("Ship", points=298), rules=unless("down", due_rounded=rounded))
    game.burn("Ship", 4)
    game.go("resolution", 4).next(QUIET, 7)
    assert game["Ship"].points_left == 298 - points


def test_f18_fire_causes_criticals_over_what_is_left_as_if_it_penetrated() -> None:
    """40 of 400 points: 40 over 360 is the line 0.1, on which a 6 gives two; 1 and 15 on the D20 are starred and count."""
    game = afire(5, flooding=[5])
    game.go("resolution", 4)
    record = game.next(6, 1, 3, 1, 5, 15, 4, 3, 5)
    assert game["Ship"].points_left == 360
    assert labels(record)[:4] == ["Ship: number of critical hits", "Ship: critical hit", "Ship's main battery", "main mount"]
    assert game["Ship"].out["A"]
    assert game.percents("Ship") == [5, 6]
    other = afire(5, flooding=[5], rules=[house(casualty_criticals="not penetrating")])
    other.go("resolution", 4).next(6, 1, 3, 15, 4, 6, 6)
    assert not other["Ship"].out["A"]
    assert other.percents("Ship") == [5, 3]


def test_f19_damage_then_criticals_then_reduction_then_magazines_then_capsizing() -> None:
    game = afire(8, 8, 8, start="1221", flooding=[8, 8, 8]).go("resolution", 4)  # 48 %: 192 points, 192 over 208
    record = game.next(1, *(18, 6, 10) * 5, 10, 6, 6, 10, 6, 6, 100, 100)
    order = [label for label in labels(record) if "critical" not in label and "sensors" not in label and "sensor" not in label]
    assert order == [
        "fire, Overwhelmed",
        "fire: per cent",
        "flooding, Overwhelmed",
        "flooding: per cent",
        "Ship: fire reaches the magazines, 25 %",
        "Ship capsizes, 25 %",
    ]
    assert "number of critical hits" in labels(record)[0]


def test_f19_the_rolls_go_by_the_level_after_reduction() -> None:
    """Fire of 17 % is Overwhelmed; D6 off brings it below, and no magazine roll is made. The other way it is made first."""
    for rules, dice in (((), (1, 3)), ([house(due_order="perils first")], (100, 1, 3))):
        game = afire(8, 3, start="1221", rules=rules)
        game.burn("Ship", 6)
        assert game["Ship"].casualties.fire_level == "Overwhelmed"
        record = game.go("resolution", 4).next(NONE_AT_A_FIFTH, *dice)
        assert ("Ship: fire reaches the magazines, 25 %" in labels(record)) == bool(rules)
        assert game.percents("Ship") == [5, 3, 6]


def test_8_2_devonshires_two_rolls() -> None:
    """Devonshire of 1905, size B: fires of 5 % and flooding of 4 % are Major together. A 4 takes D6 off the fires, a 9 adds D6
    to the flooding.
    """
    game = Game(ship("Devonshire", size="B", year=1905, points=200))
    game.casualty("Devonshire", 1, 1, causes=("light shells",))
    game.casualty("Devonshire", 1, 2, causes=("light shells",))
    game.casualty("Devonshire", 1, 1, kind="flooding")
    assert (game.percents("Devonshire"), game.percents("Devonshire", "flooding")) == ([2, 3], [4])
    record = game.go("resolution", 4).next(QUIET, 4, 3, 9, 5)
    assert labels(record)[1:] == ["fire, Major", "fire: per cent", "flooding, Major", "flooding: per cent"]
    assert results(record)[1:] == ["-D6", "3", "+D6", "5"]
    assert (game.percents("Devonshire"), game.percents("Devonshire", "flooding")) == ([2], [9])


REDUCTION = """
-2D6 -2D6 -2D6 -D6
-2D6 -2D6 -D6  -D6
-2D6 -D6  -D6  -D6
-D6  -D6  -D6  NC
-D6  -D6  NC   NC
-D6  NC   NC   +D6
NC   NC   +D6  +D6
NC   +D6  +D6  +D6
+D6  +D6  +D6  +2D6
+D6  +D6  +2D6 +2D6
"""


@pytest.mark.parametrize(("column", "level"), [*enumerate(("Minor", "Major", "Severe", "Overwhelmed"))])
def test_8_2_every_face_of_the_reduction_at_every_level(column: int, level: str) -> None:
    """Of flooding: nothing is added to the die."""
    game = Game(ship("Ship"))
    game.burn("Ship", 8, kind="flooding")
    for die, line in enumerate(REDUCTION.split("\n")[1:-1], 1):
        result = line.split()[column]
        dice = {"NC": 0, "-D6": 1, "+D6": 1}.get(result, 2)
        record = game.give("reduce", die, *[1] * dice, ship="Ship", kind="flooding", level=level)
        assert (labels(record)[0], results(record)[0]) == (f"flooding, {level}", result)


def test_f35_the_oldest_goes_first_and_is_out_at_nothing() -> None:
    for rules, left in (((), [1, 3]), ([house(reduction_comes_off="newest")], [3, 1])):
        game = afire(3, 3, 3, rules=rules)
        game.go("resolution", 4).next(QUIET, 4, 5)
        assert game.percents("Ship") == left


def test_f35_an_increase_goes_to_the_oldest() -> None:
    game = afire(3, 4)
    game.go("resolution", 4).next(QUIET, 9, 5)
    assert game.percents("Ship") == [8, 4]


def test_8_2_a_fire_that_is_not_yet_due_is_not_fought() -> None:
    """A fire of 1200 and one of 1206: in 1209 all that comes off comes off the first."""
    game = afire(3).go("resolution", 3)
    game.burn("Ship", 4)
    game.go("resolution", 4).next(QUIET, 4, 6)
    assert game.percents("Ship") == [4]


def test_f34_the_die_stays_within_one_to_ten_and_a_ten_is_a_ten() -> None:
    """A German crew takes 1 off: a 1 stays 1, a 7 becomes 6, and 0 on the die is a 10 whatever is added."""
    for die, result in ((1, "-2D6"), (4, "-2D6"), (7, "-D6"), (9, "NC"), (10, "+D6")):
        game = Game(ship("Ship", nation="Germany"), national_crews="yes")
        game.burn("Ship", 5)
        dice = {"-2D6": (1, 1), "-D6": (1,), "NC": (), "+D6": (1,)}[result]
        record = game.go("resolution", 4).next(QUIET, die, *dice)
        assert results(record)[1] == result


@pytest.mark.parametrize(
    ("nation", "option", "better"),
    [
        ("Germany", "yes", True), ("Russia", "yes", True), ("Great Britain", "yes", False), ("Chile", "yes", False),
        ("Germany", "no", False),
    ],
)  # fmt: skip
def test_8_2_national_effectiveness_is_optional(nation: str, option: str, better: bool) -> None:
    game = Game(ship("Ship", nation=nation), national_crews=option)
    game.burn("Ship", 5)
    record = game.go("resolution", 4).next(QUIET, 7, *((1,) if better else ()))
    assert results(record)[1] == ("-D6" if better else "NC")


def test_f34_national_crews_fight_fire_and_flooding() -> None:
    for rules, results_of in (((), ["-D6", "-D6"]), ([house(national_crew_fights="flooding")], ["NC", "-D6"])):
        game = Game(ship("Ship", nation="Germany"), rules=rules, national_crews="yes")
        game.burn("Ship", 4)
        game.burn("Ship", 4, kind="flooding")
        dice = (7, 1, 7, 1) if not rules else (7, 7, 1)
        record = game.go("resolution", 4).next(QUIET, *dice)
        assert [result for result in results(record)[1:] if not result.isdigit()] == results_of


def test_8_2_a_major_fire_is_harder_unless_slow_with_the_wind_on_the_bow() -> None:
    """A 6 on Major is no change; with two added it is an 8. At 15 knots or less with the wind on the bow nothing is added."""
    for knots, wind, result in ((20, False, "+D6"), (20, True, "+D6"), (15, False, "+D6"), (15, True, "NC")):
        game = afire(8, 4)
        if wind:
            game.give("wind", ship="Ship")
        game.give("set", ship="Ship", condition="speed", value=str(knots))
        record = game.go("resolution", 4).next(QUIET, 6, *((1,) if result == "+D6" else ()))
        assert results(record)[1] == result, (knots, wind)


@pytest.mark.parametrize(
    ("cause", "more"),
    [("crude oil", 1), ("refined product", 2), ("avgas", 3), ("ammunition", 1), ("aviation fuel", 2), ("bridge", 0)],
)
@pytest.mark.parametrize(("sum_", "result"), [(6, "-D6"), (7, "NC")])
def test_8_3_what_burns_makes_it_harder(cause: str, more: int, sum_: int, result: str) -> None:
    """On Minor a 6 takes D6 off, a 7 is no change: the die is as much less as is added."""
    game = Game(ship("Ship", year=1930))
    game.casualty("Ship", 3, causes=(cause,))
    record = game.go("resolution", 4).next(QUIET, sum_ - more, *((1,) if result != "NC" else ()))
    assert results(record)[1] == result


def test_8_3_of_several_such_fires_the_hardest_counts() -> None:
    for rules, result in (((), "NC"), ([house(reduction_of_several="all")], "+D6")):
        game = Game(ship("Ship", year=1930), rules=rules)
        game.casualty("Ship", 1, causes=("crude oil",))
        game.casualty("Ship", 1, causes=("refined product",))
        record = game.go("resolution", 4).next(QUIET, 6, *((1,) if rules else ()))
        assert results(record)[1] == result


def test_f58_lost_crew_makes_fires_harder_from_the_fourth() -> None:
    for lost, result in ((3, "-D6"), (4, "NC"), (6, "NC")):
        game = Game(small("Boat", points=100))
        game.burn("Boat", 4)
        game.give("following", QUIET, ship="Boat")
        game.give("strike", ship="Boat", track="crew", boxes=lost)
        record = game.go("resolution", 4).next(5, *((1,) if result == "-D6" else ()))
        assert results(record)[0] == result


def conflagration(rules: Sequence[HouseRules] = ()) -> Game:
    """A ship Overwhelmed by fire of 18 %, whose Intermediate Turn 1230 is its fourth; its third turns fall on it."""
    game = Game(ship("Ship", points=4000), start="1221", rules=rules)
    game.burn("Ship", 6, 6, 6)
    return game


def test_8_2_a_conflagration_reaches_the_magazines_more_likely_each_time() -> None:
    """25 % in the first Intermediate Turn, 50 % in the second; then the ship is gone with all that is left of her."""
    game = conflagration()
    record = game.go("resolution", 4).next(1, 3, 26)
    assert labels(record)[-1] == "Ship: fire reaches the magazines, 25 %"
    assert game["Ship"].afloat
    record = game.go("resolution", 14, {(14, "plotting"): (3,)}).next(1, 50)
    assert labels(record)[-1] == "Ship: fire reaches the magazines, 50 %"
    assert game["Ship"].fate == "sunk T14: magazine explosion"


def test_8_2_flooded_magazines_make_the_roll_unnecessary_and_silence_the_guns() -> None:
    game = conflagration()
    game.give("flood-magazines", ship="Ship")
    assert weapons_left(game["Ship"]) == ["light battery"]
    record = game.go("resolution", 4).next(1, 3)
    assert "fire reaches" not in " ".join(labels(record))
    game.go("plotting", 5).refused("flood-magazines", because="magazines are flooded", ship="Ship")


@pytest.mark.parametrize(("rules", "percent"), [((), 25), ([house(magazine_count="is kept")], 50)])
def test_f36_the_count_starts_again_below_overwhelmed(rules: Sequence[HouseRules], percent: int) -> None:
    game = conflagration(rules)
    game.go("resolution", 4).next(1, 3, 100)  # no change; the first roll
    game.go("resolution", 14, {(14, "plotting"): (1, 2)}).next(1)  # 2 % off: Severe, no roll
    assert game["Ship"].casualties.fire_level == "Severe"
    game.burn("Ship", 3)
    record = game.go("resolution", 24, {(18, "resolution"): (1, 3), (24, "plotting"): (3,)}).next(1, 100)
    assert labels(record)[-1] == f"Ship: fire reaches the magazines, {percent} %"


def test_8_2_overwhelming_flooding_may_capsize_her() -> None:
    for die, afloat in ((26, True), (25, False)):
        game = Game(ship("Ship", points=4000), start="1221")
        game.burn("Ship", 6, 6, 6, kind="flooding")
        record = game.go("resolution", 4).next(1, 5, die)
        assert labels(record)[-1] == "Ship capsizes, 25 %"
        assert game["Ship"].afloat == afloat
    assert game["Ship"].fate == "sunk T4: capsized"


@pytest.mark.parametrize(("rules", "tested"), [((), False), ([house(perils_from="the same turn")], True)])
@pytest.mark.parametrize("kind", ["fire", "flooding"])
def test_8_2_f63_what_begins_in_an_intermediate_turn_is_not_tested_in_it(
    kind: str, rules: Sequence[HouseRules], *, tested: bool
) -> None:
    """What begins at 1230 counts for the magazines and capsizing from 1300 on; by house rule at 1230 too."""
    risk, second, still = (
        ("Ship capsizes, {} %", 25, 4) if kind == "flooding" else ("Ship: fire reaches the magazines, {} %", 50, 3)
    )
    game = Game(ship("Ship", points=4000), start="1230", rules=rules)
    game.burn("Ship", 6, 6, 6, kind=kind)
    assert labels(game.go("resolution").next(*[51] * tested)) == [risk.format(25)] * tested
    game.go("resolution", 11, {(4, "resolution"): (1, still), (11, "plotting"): (still,)})
    assert labels(game.next(1, 51))[-1] == risk.format(second if tested else 25)


def test_8_2_below_overwhelmed_she_does_not_capsize() -> None:
    game = Game(ship("Ship", points=4000), start="1221")
    game.burn("Ship", 8, 8, kind="flooding")
    record = game.go("resolution", 4).next(1, 4, 1)
    assert "capsizes" not in " ".join(labels(record))


def test_8_2_the_referee_may_settle_a_ship_himself() -> None:
    game = afire(5).go("resolution", 3)
    game.refused("casualties", because="is due in this step", ship="Ship")
    game.go("resolution", 4).give("casualties", QUIET, 7, ship="Ship")
    game.refused("casualties", because="settled in this step", ship="Ship")
    assert results(game.next()) == []
