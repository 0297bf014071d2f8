"""Damage applied (8.1): breaks and speed, the number of critical hits, massive damage, sinking, and its readings."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.facts import clock
from fleetbook.rules.fgdn.ground.movement import breakdown, max_speed
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import batch, duel, fire, gun, labels, moltke, mount, notes, rolled, tiger
from tests.rules.fgdn.scene import Game, house, ship, small, weapons_left

TABLES = RULESET.tables


def w_class(**card: object) -> tuple[str, dict[str, object]]:
    """A destroyer of the W class: 39 points."""
    return ship("Wolfhound", **{"size": "C", "points": 39, "belt": 0, "deck": 0, "knots": 34, "year": 1918, **card})


def test_f1_tiger_breaks_and_speeds_of_the_text() -> None:
    tiger_now = duel()["Tiger"]
    assert breakdown(tiger_now) == ((0, 28), (125, 21), (251, 14), (376, 7), (451, 0))


@pytest.mark.parametrize(
    ("taken", "knots"), [(0, 28), (124, 28), (125, 21), (250, 21), (251, 14), (375, 14), (376, 7), (450, 7), (451, 0), (500, 0)]
)
def test_f1_tiger_best_speed_at_each_point(taken: int, knots: int) -> None:
    game = duel()
    battle = game.battle.with_changes([(Key("Tiger", "points"), 501 - taken)])
    assert max_speed(battle.ship("Tiger")) == knots


def test_f23_speeds_round_half_up() -> None:
    game = Game(ship("Cruiser", knots=27))
    assert [knots for _, knots in breakdown(game["Cruiser"])] == [27, 20, 14, 7, 0]


def test_every_cell_of_the_breaks() -> None:
    table = TABLES.table("speed_breaks")
    found = {row: table.cell(row, "speed") for row in table.rows.labels}
    assert found == {"0": 100, "25": 75, "50": 50, "75": 25, "90": 0, "100": "sinks"}


def test_tiger_coasts_from_28_to_24_to_21_knots() -> None:
    """8.1.1: 125 points at 28 knots; half of 8 knots less in the next turn, 21 in the one after."""
    game = Game(tiger())
    game.go("movement")
    game.give("move", ship="Tiger", knots=28)
    game.go("planned-fire")
    batch(game, "Tiger", 125, 1)
    assert (game["Tiger"].speed, max_speed(game["Tiger"])) == (28, 21)
    assert game.go("movement", 2)["Tiger"].speed == 24
    assert game.go("movement", 3)["Tiger"].speed == 21
    assert game.go("movement", 4)["Tiger"].speed == 21


def test_f24_deceleration_is_a_figure_of_the_card_8_unless_given() -> None:
    game = Game(tiger(), ship("Light", deceleration=5)).go("movement")
    assert game["Tiger"].card.deceleration == 8
    assert game["Tiger"].speed == 21
    game.refused("move", because="slow down no further than 13 kt", ship="Tiger", knots=12)
    game.give("move", ship="Tiger", knots=13)
    assert game["Light"].speed == 15
    game.refused("move", because="slow down no further than 10 kt", ship="Light", knots=9)


RATIOS = {
    "0": (0, 0, 0, 0, 0, 1), "1": (0, 0, 0, 0, 1, 2), "2": (0, 0, 0, 1, 2, 3), "3": (0, 0, 1, 2, 3, 4), "4": (0, 1, 2, 3, 4, 5),
    "5": (1, 2, 3, 4, 5, 6), "6": (2, 3, 4, 5, 6, 7), "7": (3, 4, 5, 6, 7, 8), "8": (4, 5, 6, 7, 8, 9), "9": (5, 6, 7, 8, 9, 10),
    "10+": (6, 7, 8, 9, 10, 11),
}  # fmt: skip


def test_every_cell_of_the_damage_ratio_table() -> None:
    assert {
        row: TABLES.table("damage_ratio").cells[n] for n, row in enumerate(TABLES.table("damage_ratio").rows.labels)
    } == RATIOS


@pytest.mark.parametrize("tenths", range(11))
@pytest.mark.parametrize("die", range(1, 7))
def test_f2_the_formula_is_the_table(tenths: int, die: int) -> None:
    """D6 + the ratio in tenths - 5, at least none."""
    table = TABLES.table("damage_ratio")
    assert table.whole(tenths, die) == max(die + tenths - 5, 0)


def test_w_class_ratio_of_the_text() -> None:
    """8 points of gunfire on 39: 8/31 is the .20 line; a 4 gives one critical hit."""
    game = Game(ship("Foe 2"), blue=[w_class()])
    record = batch(game, "Wolfhound", 8, 4, 18, 4, 1, column="minor")
    assert game["Wolfhound"].points_left == 31
    assert rolled(record)[0].line == "2"
    assert labels(record)[:2] == ["Wolfhound: number of critical hits", "Wolfhound: critical hit"]


@pytest.mark.parametrize(
    ("points", "die", "criticals"),
    [(50, 6, 11), (51, 6, 11), (55, 1, 7), (57, 1, 7), (58, 1, 7), (59, 1, 8), (60, 1, 8), (66, 1, 10), (74, 1, 15)],
)
def test_f2_higher_ratios_add_one_for_each_full_fifth(points: int, die: int, criticals: int) -> None:
    """Of 100 points: 55 over 45 is 1.22, 59 over 41 is 1.43, 60 over 40 is 1.5, 66 over 34 is 1.94, 74 over 26 is 2.84."""
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100, guns=[], mounts=[], weapons=[], size="B")])
    faces = [die] + [5] * criticals  # a casemate that she has not
    batch(game, "Hulk", points, *faces)
    assert game["Hulk"].points_left == 100 - points


def test_f2_below_one_per_cent_no_critical_hits() -> None:
    game = duel()
    assert batch(game, "Tiger", 5).faces == ()
    assert batch(game, "Tiger", 6, 1).faces != ()


def test_f17_a_ratio_of_three_leaves_a_tenth_without_a_die() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=101)])
    record = batch(game, "Hulk", 76)
    assert record.faces == ()
    assert game["Hulk"].points_left == 10
    assert (max_speed(game["Hulk"]), game["Hulk"].silent, game["Hulk"].fit) == (0, True, True)


def test_8_1_2_f17_a_ratio_under_three_throws_as_ever() -> None:
    """745 of 1000 points over the 255 left are 2.92: nine criticals more than at 1."""
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=1000, guns=[], mounts=[], weapons=[], size="B")])
    assert len(batch(game, "Hulk", 745, 1, *[5] * 15).faces) == 16
    assert game["Hulk"].points_left == 255


def test_f17_a_ratio_of_three_leaves_what_is_less_than_a_tenth() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)])
    batch(game, "Hulk", 93)
    assert game["Hulk"].points_left == 7


def test_f17_nothing_left_is_sunk_without_critical_hits() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)])
    record = batch(game, "Hulk", 130, 3)
    assert labels(record) == ["Hulk: time to sink"]
    assert game["Hulk"].sinks_at


def test_8_1_8_sinking_takes_ten_minutes_for_each_point() -> None:
    """F45: 10 minutes end in the fourth turn, 1212, the first Movement Phase at or after 1210."""
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)]).go("planned-fire")
    batch(game, "Hulk", 100, 1)
    assert clock(game["Hulk"].count("sinks at")) == "1210"
    game.go("plotting", 5)
    assert game["Hulk"].afloat
    game.go("movement")
    assert game["Hulk"].fate == "sunk T5: a test"


def test_f45_the_fourth_turn_after_that_of_the_hit() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)]).go("planned-fire")
    batch(game, "Hulk", 100, 1)
    game.go("resolution", 4)
    assert not game["Hulk"].fate
    assert RULESET.sequence.present(game.go("movement", 5).battle) == "1212 Movement"


@pytest.mark.parametrize(("die", "at"), [(1, 5), (2, 8), (3, 11), (6, 21), (9, 31), (10, 35)])
def test_8_1_8_f45_a_hulk_goes_under_in_the_first_movement_phase_at_or_after_its_time(die: int, at: int) -> None:
    """D10 x 10 minutes from 1200 in turns of three: 3, 6 and 9 end with a turn, 1230, 1300 and 1330, and she goes in it."""
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)]).go("planned-fire")
    batch(game, "Hulk", 100, die)
    game.go("plotting", at)
    assert not game["Hulk"].fate
    game.next()
    assert game["Hulk"].fate == f"sunk T{at}: a test"


def test_a_sinking_hulk_does_nothing_more() -> None:
    game = duel()
    batch(game, "Tiger", 501, 10)
    game.refused("fire", because="is sinking", firer="Tiger", target="Moltke", range=9000, battery="main", mounts=("A",))
    assert max_speed(game["Tiger"]) == 0
    assert weapons_left(game["Tiger"]) == []


@pytest.mark.parametrize(
    ("left", "batteries", "silent"),
    [(31, False, False), (30, False, False), (10, False, False), (9, True, False), (4, True, False), (3, True, True)],
)
def test_f31_massive_damage_goes_by_exact_quarters_and_tenths(left: int, batteries: bool, silent: bool) -> None:
    """39 points: a quarter is 9.75, so 30 lost and 9 left, not the break at 29 lost; a tenth is 3.9."""
    game = Game(ship("Foe 2"), blue=[w_class()])
    now = game.battle.with_changes([(Key("Wolfhound", "points"), left)]).ship("Wolfhound")
    assert (now.batteries_out, now.silent) == (batteries, silent)
    assert ("A" in weapons_left(now), "light battery" in weapons_left(now)) == (not batteries, not silent)
    assert now.idle is silent


@pytest.mark.parametrize(
    ("left", "batteries", "silent"), [(26, False, False), (25, True, False), (11, True, False), (10, True, True)]
)
def test_f7_a_quarter_and_a_tenth_include_the_very_figure(left: int, batteries: bool, silent: bool) -> None:
    game = Game(ship("Foe 2"), blue=[ship("Hulk", points=100)])
    now = game.battle.with_changes([(Key("Hulk", "points"), left)]).ship("Hulk")
    assert (now.batteries_out, now.silent) == (batteries, silent)


def test_massive_damage_is_told() -> None:
    game = duel()
    assert "a quarter" not in notes(batch(game, "Tiger", 250, 1, *[5] * 5))
    assert "a quarter or less is left" in notes(batch(game, "Tiger", 126, 1, *[5] * 6))
    assert game["Tiger"].points_left == 125


def test_damage_of_a_phase_is_applied_to_both_sides_at_its_end() -> None:
    game = duel()
    fire(game, 8, hits="2")
    game.give("fire", 8, firer="Moltke", target="Tiger", range=15000, battery="main", hits="2")
    assert (game["Tiger"].points_left, game["Moltke"].points_left) == (501, 435)
    assert len(game["Tiger"].held) == len(game["Moltke"].held) == 2
    game.next(1, 1)
    assert (game["Tiger"].points_left, game["Moltke"].points_left) == (501 - 68, 435 - 68)
    assert not any(ship.held for ship in game.battle.ships())


def test_8_1_a_ship_whose_damage_of_the_phase_was_worked_out_neither_fires_nor_is_fired_at() -> None:
    """Others may: the phase is over for her alone."""
    game = Game(tiger(), ship("Lion"), blue=[moltke(), ship("Foe")]).go("planned-fire")
    fire(game, 8, hits="1", mounts=("A",))
    game.give("damage", 1, ship="Moltke")
    worked = "Moltke's damage of this phase is worked out: undo that first, or go on"
    game.refused("fire", because=worked, firer="Moltke", target="Tiger", range=15000, battery="main")
    game.refused("fire", because=worked, firer="Tiger", target="Moltke", range=15000, battery="main", mounts=("B",))
    game.refused("shells", because=worked, target="Moltke", mm=100, points=3)
    fire(game, hits="0", target="Foe", mounts=("B",))
    game.give("fire", firer="Foe", target="Tiger", range=15000, battery="main", hits="0")
    game.go("reaction-fire")
    game.give("fire", firer="Moltke", target="Tiger", range=15000, battery="main", hits="0")


def test_f52_all_hits_of_a_phase_make_one_batch() -> None:
    """One that pierced is enough, and the largest gun that hit counts."""
    six = gun("6-inch", mm=152, damage=[8, 8, 8, 8], penetration=[5, 5, 5, 5])
    boat = ship("Boat", guns=[six], mounts=[mount("one", gun_name="6-inch", barrels=1)])
    game = Game(tiger(), boat, blue=[moltke()]).go("planned-fire")
    fire(game, 8, hits="1")
    fire(game, 8, hits="1", firer="Boat", mounts=("one",))
    assert [(hit.points, hit.penetrated, hit.mm) for hit in game["Moltke"].held] == [(34, True, 343), (4, False, 152)]
    record = game.give("damage", 6, 19, 1, 3, ship="Moltke")
    assert game["Moltke"].points_left == 435 - 38
    assert "Moltke's bridge is out" in said(record)


def test_f54_belt_or_deck_once_for_each_attack() -> None:
    game = duel()
    record = fire(game, 1, hits="4")
    assert labels(record) == ["Moltke is struck on"]


# -- small craft


def test_small_craft_keep_their_points_and_take_the_ratio_over_all_of_them() -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat")])
    record = batch(game, "Boat", 6, 1, 8, 100, column="small craft")
    assert game["Boat"].points_left == 12
    assert rolled(record)[0].line == "5"
    batch(game, "Boat", 6, 1, 8, 100, column="small craft")
    assert game["Boat"].fit


def test_small_craft_sink_by_twice_their_points_in_one_turn() -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat")]).go("planned-fire")
    batch(game, "Boat", 12, 1, *[8, 100] * 6, column="small craft")
    game.go("planned-fire", 2)
    batch(game, "Boat", 12, 1, *[8, 100] * 6, column="small craft")
    assert game["Boat"].fit
    batch(game, "Boat", 12, 10, column="small craft")
    assert game["Boat"].sinks_at


# -- beached


def test_f53_a_beached_ship_takes_twice_the_points_to_destroy() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Wreck", points=100)]).go("movement")
    game.give("aground", ship="Wreck")
    assert (game["Wreck"].beached, max_speed(game["Wreck"])) == (True, 0)
    batch(game, "Wreck", 75)
    assert game["Wreck"].points_left == 10  # a ratio of three, as afloat
    batch(game, "Wreck", 60, *())
    assert game["Wreck"].fit
    game.refused("aground", because="cannot be refloated", ship="Wreck")
    batch(game, "Wreck", 49)
    assert game["Wreck"].fit
    batch(game, "Wreck", 1, 5)
    assert game["Wreck"].sinks_at


def test_f53_a_beached_boat_takes_twice_as_much_in_a_turn() -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat")]).go("movement")
    game.give("aground", ship="Boat")
    batch(game, "Boat", 24, 1, *[8, 100] * 11, column="small craft")
    assert game["Boat"].fit
    batch(game, "Boat", 24, 4, column="small craft")
    assert game["Boat"].sinks_at


def test_8_1_5_a_ship_comes_off_again() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Wreck")]).go("movement")
    game.give("aground", ship="Wreck")
    game.give("aground", ship="Wreck")
    assert not game["Wreck"].beached


# -- cards


@pytest.mark.parametrize(("tons", "armour", "points"), [(28430, 18, 501), (22979, 21, 435), (1100, 0, 39), (35, 0, 3)])
def test_f10_points_of_a_card_that_states_none(tons: float, armour: int, points: int) -> None:
    """0.5385 x tons^(2/3) with armour, 0.366 without, rounded down, marked estimated."""
    game = Game(ship("Sample", points=0, tons=tons, belt=armour, deck=0))
    assert (game["Sample"].points, game["Sample"].card.estimated) == (points, True)


def test_f10_other_factors_by_house_rule() -> None:
    game = Game(ship("Sample", points=0, tons=1000.0, belt=0, deck=0), rules=[house(points_unarmoured=1.0)])
    assert game["Sample"].points == 99 or game["Sample"].points == 100
