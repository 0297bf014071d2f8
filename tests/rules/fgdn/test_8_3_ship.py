"""Critical hits on hull, helm, men, sensors and submarines (8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Changed
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.criticals.submarine_hits import hull_risk
from fleetbook.rules.fgdn.ground.facts import clock
from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.results import consequences
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import batch, critical, duel, moltke, tiger
from tests.rules.fgdn.scene import Game, house, ship, small, weapons_left
from tests.rules.fgdn.test_8_1_torpedoes import dived

TABLES = RULESET.tables


def column(table: str, name: str, faces: range) -> list[Any]:
    """The result of each face of a table's die."""
    rows = TABLES.table(table).faces(name)
    return [next(row.result for row in rows if face in row.span) for face in faces]


# -- engineering


def test_a_card_tells_the_speed_now_and_the_most_that_is_left() -> None:
    game = duel()
    assert RULESET.card(game["Tiger"]).pace.endswith("/28 kt")
    critical(game, "Tiger", "Engineering*", 9, 5)
    assert RULESET.card(game["Tiger"]).pace == "21/21 kt"  # a level less is 75 % of 28 knots


def test_engineering_1_to_9_costs_a_level_and_starts_a_fire_two_less() -> None:
    assert column("engineering", "hit", range(1, 11)) == ["plant damaged"] * 9 + ["boiler explosion"]
    game = duel()
    critical(game, "Tiger", "Engineering*", 9, 5)
    assert (max_speed(game["Tiger"]), game.percents("Tiger")) == (21, [5])


def test_engineering_10_is_a_boiler_explosion_of_a_quarter_of_the_points() -> None:
    game = duel()
    critical(game, "Tiger", "Engineering*", 10, 5)
    assert [hit.points for hit in game["Tiger"].following] == [125]
    assert game.percents("Tiger") == [7]
    game.give("following", 1, ship="Tiger")
    assert game["Tiger"].points_left == 376


def test_f23_engineering_adds_to_the_damage_level_and_stops_at_nothing() -> None:
    """One quarter of the damage and one level of engineering: 14 knots; four levels more are no less than 0."""
    game = duel()
    batch(game, "Tiger", 125, 1)
    critical(game, "Tiger", "Engineering*", 1, 5)
    assert max_speed(game["Tiger"]) == 14
    for _ in range(4):
        critical(game, "Tiger", "Engineering*", 1, 1)
    assert max_speed(game["Tiger"]) == 0


# -- rudder


def test_rudder_tables() -> None:
    assert column("rudder", "hit", range(1, 7)) == ["jammed"] * 3 + ["disabled"] * 3
    assert column("rudder_jam", "helm", range(1, 7)) == ["port"] * 2 + ["straight"] * 2 + ["starboard"] * 2


def test_the_rudder_jams_as_the_ship_turns() -> None:
    game = Game(tiger(), blue=[moltke()]).go("movement")
    game.give("move", ship="Tiger", knots=20, helm="starboard", turns="yes")
    critical(game, "Tiger", "Rudder*", 3)
    assert game["Tiger"].word("rudder") == "jammed starboard"
    game.go("movement", 2, {(1, "resolution"): (6,)})
    game.refused("move", because="rudder is jammed", ship="Tiger", knots=20, helm="port")
    game.give("move", ship="Tiger", knots=20, helm="starboard")


def test_8_3_a_disabled_rudder_is_told_by_what_she_can_still_do() -> None:
    game = duel()
    whole = game["Tiger"]
    critical(game, "Tiger", "Rudder*", 4)
    assert "she turns by 15 degrees at most" in consequences(whole, game["Tiger"])
    assert "she turns by 15 degrees at most" not in consequences(game["Tiger"], game["Tiger"])


def test_an_evading_ship_s_rudder_jams_by_a_die() -> None:
    game = Game(tiger(size="B"), blue=[moltke()]).go("movement")
    game.give("move", ship="Tiger", knots=20, evades="yes")
    critical(game, "Tiger", "Rudder*", 1, 2)
    assert game["Tiger"].word("rudder") == "jammed port"


def test_8_3_f65_a_second_jam_changes_nothing_and_throws_no_die_for_the_helm() -> None:
    """She jams to port while she evades and is jammed as she was by the second hit; the turns to a try count from the first."""
    game = Game(tiger(size="B"), blue=[moltke()]).go("movement")
    game.give("move", ship="Tiger", knots=20, evades="yes")
    critical(game, "Tiger", "Rudder*", 1, 2)
    assert not game["Tiger"].evading
    game.go("movement", 2, {(1, "resolution"): (6,)})
    critical(game, "Tiger", "Rudder*", 1)
    assert (game["Tiger"].word("rudder"), game.fact("Tiger", "rudder_hit")) == ("jammed port", 1)


def test_8_3_f65_the_last_jam_holds_alone_by_house_rule() -> None:
    game = duel(rules=[house(rudder_hits="last one")])
    critical(game, "Tiger", "Rudder*", 1)
    game.go("movement", 2, {(1, "resolution"): (6,)})
    critical(game, "Tiger", "Rudder*", 1)
    assert (game["Tiger"].word("rudder"), game.fact("Tiger", "rudder_hit")) == ("jammed straight", 2)


def test_a_disabled_rudder_leaves_a_third_of_the_speed_and_15_degrees() -> None:
    """F23: a third of 28 rounds down to 9."""
    game = duel()
    critical(game, "Tiger", "Rudder*", 4)
    assert (game["Tiger"].rudder_fault, max_speed(game["Tiger"])) == ("disabled", 9)
    game.go("movement", 2)
    game.refused("move", because="15 degrees", ship="Tiger", helm="port", turns="yes")
    game.refused("move", because="rudder is disabled", ship="Tiger", evades="yes")


@pytest.mark.parametrize(("first", "second"), [(1, 6), (6, 1)])
def test_8_3_f65_a_rudder_that_is_jammed_and_disabled_is_both(first: int, second: int) -> None:
    """She holds her course, at a third of 28 knots, whichever came first; freed she is disabled still."""
    game = duel()
    critical(game, "Tiger", "Rudder*", first)
    critical(game, "Tiger", "Rudder*", second)
    assert (game["Tiger"].rudder_fault, max_speed(game["Tiger"])) == ("jammed straight and disabled", 9)
    game.go("movement", 2, {(1, "resolution"): (1, 3)})
    game.refused("move", because="rudder is jammed straight", ship="Tiger", helm="port")
    game.go("plotting", 3, {(2, "resolution"): (4,)})
    assert (game["Tiger"].rudder_fault, max_speed(game["Tiger"])) == ("disabled", 9)


@pytest.mark.parametrize(("first", "second", "left"), [(1, 6, "disabled"), (6, 1, "jammed straight")])
def test_8_3_f65_the_last_rudder_hit_may_hold_alone_by_house_rule(first: int, second: int, left: str) -> None:
    game = duel(rules=[house(rudder_hits="last one")])
    critical(game, "Tiger", "Rudder*", first)
    critical(game, "Tiger", "Rudder*", second)
    assert game["Tiger"].rudder_fault == left


# -- small craft


@pytest.mark.parametrize(("size", "hits"), [("E", 6), ("F", 5), ("G", 4)])
def test_flotation_hits_of_each_size(size: str, hits: int) -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat", size=size, knots=40)])
    speeds = [40]
    for _ in range(hits - 1):
        critical(game, "Boat", "Flotation", column="small craft")
        speeds.append(max_speed(game["Boat"]))
    assert speeds == [40, 30, 20, 10, 0, 0][:hits]
    critical(game, "Boat", "Flotation", 4, column="small craft")
    assert game["Boat"].sinks_at


def test_the_fuel_tank_s_chances() -> None:
    table = TABLES.table("fuel_tank")
    assert {fuel: table.cell(fuel, "fire, per cent") for fuel in table.rows.labels} == {
        "coal": 30, "oil": 30, "diesel": 20, "gasoline": 60,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fuel", "die", "burns"), [("oil", 30, True), ("oil", 31, False), ("diesel", 21, False), ("gasoline", 60, True)]
)
def test_f38_a_fuel_tank_s_fire_is_the_d6_as_printed_and_2(fuel: str, die: int, burns: bool) -> None:
    """A boat of 1900 would use 2D6+2 for any other fire."""
    game = Game(ship("Foe 2"), blue=[small("Boat", fuel=fuel, year=1900)])
    critical(game, "Boat", "Fuel Tank", *((die, 3) if burns else (die,)), column="small craft")
    assert game.percents("Boat") == ([5] if burns else [])


def test_8_1_fires_of_small_craft_do_their_damage_at_once() -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat", points=100)])
    critical(game, "Boat", "Fire", 6, column="small craft")
    assert [hit.points for hit in game["Boat"].following] == [8]


STEPS = {
    "0": (0, 0, "no", "no", 0, 0), "1": (0, 0, "no", "no", 0, 0), "2": (1, 0, "no", "no", 0, 0), "3": (2, 1, "no", "no", 2, 0),
    "4": (0, 0, "yes", "yes", 2, 2), "5": (0, 0, "yes", "yes", 2, 2), "6": (0, 0, "yes", "yes", 2, 2),
}  # fmt: skip


def test_every_cell_of_the_crew_steps() -> None:
    """Light weapons to abandon, or heavy ones, cease fire, leave, fire severity, reduction; the sixth is 'fifth and higher'."""
    table = TABLES.table("crew_steps")
    assert dict(zip(table.rows.labels, table.cells, strict=True)) == STEPS
    assert TABLES.figure("crew factors").whole == 6


def gunboat(*weapons: tuple[str, float]) -> Game:
    arms = [{"name": name, "kind": "light", "strength": 1, "mm": mm} for name, mm in weapons]
    return Game(small("Boat", weapons=arms), blue=[ship("Foe")])


def lose_crew(game: Game, *choices: str) -> str:
    return said(critical(game, "Boat", "Personnel", column="small craft", choices=choices))


def test_personnel_first_loss_has_no_effect_the_second_costs_a_light_weapon() -> None:
    game = gunboat(("one", 8), ("two", 20), ("three", 37))
    lose_crew(game)
    assert weapons_left(game["Boat"]) == ["one", "two", "three"]
    lose_crew(game, "two")
    assert weapons_left(game["Boat"]) == ["one", "three"]


def test_f58_weapons_to_abandon_add_up() -> None:
    """The third loss costs two more light weapons, or one heavy one."""
    game = gunboat(("one", 8), ("two", 8), ("three", 8), ("four", 8), ("big", 40))
    lose_crew(game)
    lose_crew(game, "one")
    with pytest.raises(ChoiceNeeded):
        lose_crew(game)
    lose_crew(game, "two", "three")
    assert weapons_left(game["Boat"]) == ["four", "big"]
    other = gunboat(("one", 8), ("two", 8), ("big", 23))
    lose_crew(other)
    lose_crew(other, "one")
    lose_crew(other, "big")
    assert weapons_left(other["Boat"]) == ["two"]


@pytest.mark.parametrize("mm", [21, 22])
def test_8_3_a_weapon_of_21_or_22_mm_is_neither_light_nor_heavy(mm: int) -> None:
    game = gunboat(("odd", mm))
    for _ in range(3):
        lose_crew(game)
    assert weapons_left(game["Boat"]) == ["odd"]


def test_personnel_from_the_fourth_the_boat_ceases_fire() -> None:
    game = gunboat()
    for lost in range(1, 7):
        text = lose_crew(game)
        assert ("ceases fire" in text) is (lost == 4)
    assert game["Boat"].left("crew") == 0
    assert lose_crew(game) == ""


def test_f58_fire_shifts_are_the_present_step_s_not_added_up() -> None:
    game = gunboat()
    for _ in range(4):
        lose_crew(game)
    critical(game, "Boat", "Fire", 1, column="small craft")
    assert game.percents("Boat") == [5]  # 1 + 2 of 1916, and 2 of the crew lost once


# -- bridge


def test_bridge_out_half_a_d6_of_turns_then_two_turns_to_answer() -> None:
    """F40: a 3 is two turns."""
    game = duel()
    critical(game, "Tiger", "Bridge*", 3, 6)
    assert game.percents("Tiger") == [6]
    game.go("movement", 2)
    game.refused("move", because="bridge out", ship="Tiger", knots=15)
    game.go("movement", 3)
    game.give("move", ship="Tiger", knots=15)
    assert game["Tiger"].speed == 21
    game.go("movement", 4)
    game.give("move", ship="Tiger", knots=15)
    assert game["Tiger"].speed == 15


def test_8_3_a_bridge_that_has_just_gone_out_is_told_and_one_that_was_out_is_not() -> None:
    """Two turns from 1200 are 1206; a second hit tells nothing new, nor does damage without one."""
    game = duel()
    whole = game["Tiger"]
    critical(game, "Tiger", "Bridge*", 3, 1)
    out = game["Tiger"]
    assert "no change of course or speed until 1206" in list(consequences(whole, out))
    critical(game, "Tiger", "Bridge*", 3, 1)
    assert [words for words in consequences(out, game["Tiger"]) if "course" in words] == []
    assert [words for words in consequences(whole, whole) if "course" in words] == []


def after_a_bridge_hit() -> Game:
    """Tiger (of size B here) at 21 knots in the Movement Phase of turn 2, her bridge manned again and slow to answer."""
    game = Game(tiger(size="B"), blue=[moltke()])
    critical(game, "Tiger", "Bridge*", 1, 1)
    return game.go("movement", 2)


@pytest.mark.parametrize("other", [{"knots": 18}, {"helm": "port"}, {"helm": "port", "turns": "yes"}, {"evades": "yes"}])
def test_8_3_after_a_bridge_hit_a_different_order_begins_its_own_two_turns(other: dict[str, Any]) -> None:
    """ "All changes to course and speed take Two Tactical Turns": another change in the second turn is not the first one."""
    game = after_a_bridge_hit()
    game.give("move", ship="Tiger", knots=20)
    game.go("movement", 3).give("move", ship="Tiger", **other)
    assert (game["Tiger"].speed, game["Tiger"].helm, game["Tiger"].evading, game["Tiger"].turned) == (
        21,
        "straight",
        False,
        False,
    )
    game.go("movement", 4).give("move", ship="Tiger", **other)
    now = {"knots": game["Tiger"].speed, "helm": game["Tiger"].helm}
    now |= {"turns": "yes" * game["Tiger"].turned, "evades": "yes" * game["Tiger"].evading}
    assert {name: now[name] for name in other} == other


def test_8_3_after_a_bridge_hit_the_same_order_again_is_carried_out_at_once_and_no_turn_later() -> None:
    game = after_a_bridge_hit()
    game.give("move", ship="Tiger", knots=20, helm="port", turns="yes")
    game.go("movement", 4)
    game.give("move", ship="Tiger", knots=20, helm="port", turns="yes")  # a turn passed without it
    assert (game["Tiger"].speed, game["Tiger"].helm) == (21, "straight")
    game.go("movement", 5, {(4, "resolution"): (7,)})  # no change of the bridge's fire
    game.give("move", ship="Tiger", knots=20, helm="port", turns="yes")
    assert (game["Tiger"].speed, game["Tiger"].helm, game["Tiger"].turned) == (20, "port", True)


@pytest.mark.parametrize(
    ("given", "ordered"),
    [
        ({"helm": "port"}, "helm port"),
        ({"knots": 18, "helm": "port", "turns": "yes"}, "18 kt, helm port, turning"),
        ({"evades": "yes"}, "evading"),
    ],
)
def test_8_3_an_order_that_waits_is_headed_by_its_changes_alone(given: dict[str, Any], ordered: str) -> None:
    """She makes 21 knots: a speed is named only where another was entered."""
    game = after_a_bridge_hit()
    assert game.give("move", ship="Tiger", **given).headline == f"Tiger is ordered: {ordered}"
    game.go("movement", 3)
    assert game.give("move", ship="Tiger", **given).headline.startswith(f"Tiger moves at {given.get('knots', 21)} kt")


def test_8_3_any_order_of_the_next_turn_is_carried_out_by_house_rule() -> None:
    game = duel(rules=[house(bridge_orders="any order")])
    critical(game, "Tiger", "Bridge*", 1, 6)
    game.go("movement", 2).give("move", ship="Tiger", knots=20)
    game.go("movement", 3).give("move", ship="Tiger", knots=18)
    assert game["Tiger"].speed == 18


def test_bridge_of_a_small_craft_is_out_one_turn_and_a_captain_is_hit() -> None:
    game = Game(ship("Foe 2"), blue=[small("Boat", captains=2)])
    critical(game, "Boat", "Bridge", 2, 1, column="small craft")
    assert game["Boat"].has("hit", "captain 2")
    assert game["Boat"].has("bridge out")
    assert not game.go("plotting", 2)["Boat"].has("bridge out")
    assert not game["Boat"].has("bridge hit")


def test_bridge_of_a_submarine() -> None:
    for die, depth in ((1, "surfaced"), (2, "periscope")):
        game = dived("deep")
        critical(game, "U 1", "Bridge", 1, die, 1, column="minor")
        assert game["U 1"].depth == depth


def test_bridge_of_a_carrier_ends_flying_for_half_a_d6_of_turns() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Carrier", kind="carrier", aircraft=4)])
    critical(game, "Carrier", "Bridge*", 1, 4, 1, column="aviation")
    assert game["Carrier"].has("no flying")
    assert game.go("plotting", 2)["Carrier"].has("no flying")
    assert not game.go("plotting", 3)["Carrier"].has("no flying")


# -- communications and sensors


def test_f5_communications_on_1_to_3_a_sensor_on_4_to_6() -> None:
    assert column("sensor_or_communications", "hit", range(1, 7)) == ["communications"] * 3 + ["sensor"] * 3
    game = duel(tiger(searchlights_forward=2))
    critical(game, "Tiger", "Sensor/Comms", 3, 1)
    assert game["Tiger"].has("lost", "port signal lights")
    critical(game, "Tiger", "Sensor/Comms", 4, 1)
    assert game["Tiger"].count("sensors lost", "forward searchlight") == 1


def test_every_cell_of_communications_and_sensors() -> None:
    lights, halyards = ["port signal lights", "starboard signal lights"], ["port signal halyards", "starboard signal halyards"]
    wanted = [name for name in (*lights, *halyards) for _ in range(2)] + ["main wireless", "auxiliary wireless"]
    assert column("communications", "lost", range(1, 11)) == wanted
    assert column("sensors", "lost", range(1, 11)) == ["forward searchlight"] * 4 + ["after searchlight"] * 4 + ["sonar"] * 2


@pytest.mark.parametrize(("sets", "die", "lost"), [(0, 9, False), (1, 9, True), (1, 10, False), (2, 10, True)])
def test_wireless_only_where_fitted(sets: int, die: int, lost: bool) -> None:
    game = duel(tiger(wireless=sets))
    critical(game, "Tiger", "Communications", die)
    assert (game["Tiger"].has("lost", "main wireless") or game["Tiger"].has("lost", "auxiliary wireless")) is lost


def test_sizes_c_and_d_have_one_searchlight_platform_at_each_end() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Scout", size="C", searchlights_after=3)])
    critical(game, "Scout", "Sensor", 5)
    assert "no after searchlight" in said(critical(game, "Scout", "Sensor", 8))


# -- submarines


def test_hull_penetration_at_shallow_or_intermediate_1_may_reach_the_surface() -> None:
    for depth in ("shallow", "intermediate 1"):
        game = dived(depth)
        critical(game, "U 1", "Hull Penetration", 50, 4, column="lethal")
        assert (game["U 1"].depth, clock(game["U 1"].count("sinks at"))) == ("surfaced", "1224")  # 4 x 2 turns
        lost = dived(depth)
        critical(lost, "U 1", "Hull Penetration", 51, column="lethal")
        assert lost["U 1"].fate == "sunk T1: pressure hull breached"


def test_hull_penetration_is_what_she_goes_under_by_at_last() -> None:
    """2 turns for a 1: lost at 1200, gone in the Movement Phase of 1206; the cause is kept beside the words."""
    game = dived("shallow")
    critical(game, "U 1", "Hull Penetration", 50, 1, column="lethal")
    game.go("movement", 3)
    assert game["U 1"].fate == "sunk T3: pressure hull breached"
    (gone,) = (event for event in game.journal.records[-1].events if isinstance(event, Changed) and event.name == "fate")
    assert (gone.how, gone.through) == ("pressure hull breached", "sinks at")


def test_hull_penetration_deeper_is_the_end_of_all_hands() -> None:
    for depth in ("intermediate 2", "deep"):
        game = dived(depth)
        critical(game, "U 1", "Hull Penetration", column="lethal")
        assert "all hands" in game["U 1"].fate


def test_hull_deformation_twice_and_the_third_is_a_penetration() -> None:
    game = dived("deep")
    risks = []
    for _ in range(2):
        assert "must come to" in said(critical(game, "U 1", "Hull Deformation", column="lethal"))
        risks.append(hull_risk(game.battle, game["U 1"]))
    assert risks == [50, 90]  # two zones below intermediate 1 at 25 %, three below shallow at 30 %
    critical(game, "U 1", "Hull Deformation", column="lethal")
    assert game["U 1"].fate


def test_a_deformed_hull_too_deep_may_fail_each_turn() -> None:
    game = dived("intermediate 2")
    critical(game, "U 1", "Hull Deformation", column="lethal")
    game.go("resolution")
    assert "all hands" in said(game.next(25))


@pytest.mark.parametrize(("die", "lost"), [(1, 5), (6, 30)])
def test_battery_costs_five_per_cent_for_each_point(die: int, lost: int) -> None:
    game = dived()
    critical(game, "U 1", "Battery", die, column="minor damage")
    assert game["U 1"].count("endurance lost") == lost


def test_switchboard_no_power_for_half_a_d6_of_turns_rounded_up() -> None:
    game = dived()
    critical(game, "U 1", "Switchboard", 3, column="minor damage")
    game.refused("depth", because="without power", ship="U 1", depth="surfaced")
    assert max_speed(game["U 1"]) == 0
    assert game.go("plotting", 2)["U 1"].has("no propulsion")
    assert not game.go("plotting", 3)["U 1"].has("no propulsion")


def test_f42_twice_flooding_is_two_casualties_and_half_is_half() -> None:
    game = dived()
    critical(game, "U 1", "2 x Flooding", 3, 5, column="lethal")
    assert game.percents("U 1", "flooding") == [5, 7]
    half = dived()
    critical(half, "U 1", "1/2 Flooding", 5, column="minor damage")
    assert half.percents("U 1", "flooding") == [3]
    critical(half, "U 1", "1/2 Fire", 3, column="minor damage")
    assert half.percents("U 1", "fire") == [2]


def test_8_1_2_minor_damage_of_a_submarine_clears_in_d6_turns() -> None:
    """Note to the table: Sensor, Rudder, Weapon and Engineering."""
    game = dived(sonar=True)
    critical(game, "U 1", "Engineering", 5, 2, column="minor damage")
    critical(game, "U 1", "Weapon", 6, 1, column="minor damage")
    critical(game, "U 1", "Sensor", 9, 1, column="minor damage")
    critical(game, "U 1", "Rudder", 1, column="minor damage")
    out = [("engineering", ""), ("out", "bow tubes"), ("sensors lost", "sonar"), ("depth control lost", "")]
    assert all(game["U 1"].has(fact, other) for fact, other in out)
    left = {}
    for turn in (2, 3, 6, 7):
        game.go("plotting", turn)
        left[turn] = [fact for fact, other in out if game["U 1"].has(fact, other)]
    assert left == {2: ["engineering", "out"], 3: ["out"], 6: ["out"], 7: []}


def test_8_1_2_f61_minor_damage_to_communications_does_not_clear() -> None:
    game = dived()
    critical(game, "U 1", "Communications", 9, column="minor damage")
    assert game.go("plotting", 8)["U 1"].has("lost", "main wireless")


@pytest.mark.parametrize(("die", "explosion"), [(1, 0), (9, 0), (10, 7)])
def test_8_1_2_f61_minor_damage_to_the_engines_of_a_submarine_starts_no_fire(die: int, explosion: int) -> None:
    """Not on a 10 either, when a boiler explodes: a quarter of 30 points."""
    game = dived()
    critical(game, "U 1", "Engineering", die, 2, column="minor damage")
    assert (game["U 1"].count("engineering"), game["U 1"].casualties.fire) == (1, 0)
    assert sum(hit.points for hit in game["U 1"].following) == explosion


def test_a_submarine_s_rudder_is_her_depth_control() -> None:
    """5 % for each knot; 1 to 5 up, 6 to 10 down; one that broaches dives again."""
    game = dived("periscope")
    critical(game, "U 1", "Rudder", column="major damage")
    knots = game["U 1"].speed
    game.go("resolution")
    game.next(5 * knots, 5)
    assert game["U 1"].depth == "surfaced"
    game.go("resolution", 2)
    game.next(5 * knots + 1)
    assert game["U 1"].depth == "periscope"
    assert column("depth_change", "way", range(1, 11)) == ["up"] * 5 + ["down"] * 5


CRITICAL_FIGURES = {
    "ready ammunition, times HE": 2, "hits that silence a light battery": 3, "weapons that explode, one part in": 2,
    "boiler explosion, of the points": 25, "hull penetration, chance to surface": 50,
    "hull penetration, turns for each point": 2, "hull deformations that breach it": 3, "battery, for each point": 5,
    "depth control, for each knot": 5, "light weapon of a boat, up to": 20, "heavy weapon of a boat, from": 23,
    "armed aircraft explode, from": 6, "parked aircraft, near by at most": 4,
    "parked aircraft, one part of the chance in": 2, "parked aircraft, by an explosion": 50,
    "parked aircraft, by fire": 25, "small craft, one part of the cargo in": 4,
    "ammunition that explodes, each other hold": 70, "burning ammunition, each Intermediate Turn": 25,
    "minor damage, turns": "d6", "hull penetration, die": "d10", "battery, die": "d6", "switchboard, turns": "d6",
    "bridge, turns": "d6", "flight operations, turns": "d6", "aircraft on the deck": "d6", "ammunition lost": "d100",
}  # fmt: skip
DAMAGE_FIGURES = {
    "least for critical hits": 1, "keel, by one hit": 75, "keel broken by a torpedo or mine, D10 up to": 8,
    "keel broken by a bomb, D10 up to": 4, "bomb that opens a flight deck, from": 100,
    "shell that opens a flight deck, from": 120, "small craft sunk, times its points in one turn": 2,
    "beached, times the points to destroy": 2, "damage not penetrating, one part in": 2,
    "narrow aspect, one part in": 2, "protection a torpedo can use, one part in": 3,
    "shell failures of all nations, left": 85, "faulty British shells, left": 60,
    "faulty British shells, belt in parts of the shell": 3, "batteries out, left at most": 25,
    "all weapons out, left at most": 10, "massive damage, from tenths of the ratio": 30, "light weapons, up to": 65,
    "light guns for fire and flooding, up to": 76, "crew factors": 6, "crew factors that a boat can carry": 12,
    "collision on a failed transfer, D10 up to": 5, "alongside, from within": 50, "alongside, at most": 10,
    "speed with a disabled rudder, one part in": 3,
}  # fmt: skip


@pytest.mark.parametrize("figures", [CRITICAL_FIGURES, DAMAGE_FIGURES])
def test_figures_and_dice_of_the_text(figures: dict[str, int | str]) -> None:
    assert {name: TABLES.figure(name).value for name in figures} == figures


# -- submarines that must come up


def submerged(depth: str, flooding: tuple[int, ...] = (), **card: Any) -> Game:
    """A submarine of 1915 under water: her levels are 7, 11 and 13 %."""
    game = dived(depth, points=3000, **card)
    for percent in flooding:
        game.burn("U 1", percent, kind="flooding")
    return game


def test_8_2_f63_any_fire_brings_a_submarine_to_the_surface_in_the_resolution_phase() -> None:
    game = submerged("deep")
    game.burn("U 1", 3)
    assert game.go("resolution")["U 1"].depth == "deep"
    assert "U 1 comes to surfaced: fire" in said(game.next())
    assert game["U 1"].depth == "surfaced"


@pytest.mark.parametrize(("percents", "depth"), [((7,), "deep"), ((8,), "shallow"), ((8, 3), "shallow")])
def test_8_2_f63_flooding_major_brings_a_submarine_to_shallow_depth(percents: tuple[int, ...], depth: str) -> None:
    game = submerged("deep", percents).go("resolution")
    game.next()
    assert game["U 1"].depth == depth
    higher = submerged("periscope", percents).go("resolution")
    higher.next()
    assert higher["U 1"].depth == "periscope"


@pytest.mark.parametrize(("dice", "depth"), [((6,), "surfaced"), ((4, 1), "surfaced"), ((4, 2), "shallow")])
def test_8_2_f63_severe_flooding_has_one_reduction_roll_before_she_must_surface(dice: tuple[int, ...], depth: str) -> None:
    """13 % is Severe: no change leaves it so, 1 % off is 12, 2 % off is 11 and Major. Until then she is at shallow depth."""
    game = submerged("deep", (8, 5)).go("resolution", 4)
    assert game["U 1"].depth == "shallow"
    game.next(1, *dice)
    assert game["U 1"].depth == depth


def test_8_3_a_submarine_without_power_is_not_brought_up() -> None:
    """8.3 Switchboard: she cannot change depth until the fuses are replaced."""
    game = submerged("deep")
    critical(game, "U 1", "Switchboard", 1, column="minor damage")
    game.burn("U 1", 3)
    assert game.go("plotting", 2)["U 1"].depth == "deep"
    assert game.go("plotting", 3)["U 1"].depth == "surfaced"


def shown(game: Game, name: str) -> set[str]:
    """The short signs of what a card says of a ship."""
    return {condition.short for condition in game.battle.ruleset.card(game[name]).conditions}


def test_8_2_a_card_says_what_a_fire_asks_of_her_until_she_is_lost() -> None:
    """12 % of fire are Major on a ship of 1910: MUST. Flooding is fought together with it; nothing is asked of a lost ship."""
    game = Game(ship("Ship", points=4000))
    assert not shown(game, "Ship") & {"MUST", "IN ALL MAJOR"}
    game.burn("Ship", 6, 6)
    assert "MUST" in shown(game, "Ship")
    assert "IN ALL MAJOR" not in shown(game, "Ship")
    game.burn("Ship", 3, kind="flooding")
    assert any(sign.startswith("IN ALL") for sign in shown(game, "Ship"))
    game.go("movement").give("leave", ship="Ship")
    assert "MUST" not in shown(game, "Ship")


def test_8_3_a_card_says_what_planes_cannot_do_of_carriers_alone_and_while_they_are_there() -> None:
    game = Game(ship("Carrier", kind="carrier", aircraft=4, points=4000), ship("Plain", points=4000))
    assert not shown(game, "Carrier") & {"NO LAUNCH", "NO LANDING"}
    for name in ("Carrier", "Plain"):
        game.burn(name, 6, 6)
    assert {"NO LAUNCH", "NO LANDING"} <= shown(game, "Carrier")
    assert not shown(game, "Plain") & {"NO LAUNCH", "NO LANDING"}
    game.go("movement").give("leave", ship="Carrier")
    assert not shown(game, "Carrier") & {"NO LAUNCH", "NO LANDING"}
