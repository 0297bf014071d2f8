"""States that the text does not allow. Each order that could lead to one is refused or does less."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn.rendering import ship_card
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import critical, duel, fire, gun, labels, moltke, mount, tiger
from tests.rules.fgdn.scene import Game, house, ship, small, weapons_left, zeppelin
from tests.rules.fgdn.test_8_1_torpedoes import dived, submarine

# -- 8.1: points, armour, boats


def test_8_1_5_a_wreck_without_points_cannot_come_off_the_ground() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Wreck", points=100)]).go("movement")
    game.give("aground", ship="Wreck")
    game.give("strike", ship="Wreck", track="points", boxes=100)
    assert (game["Wreck"].fit, game["Wreck"].points_left) == (True, 0)
    game.refused("aground", because="would sink", ship="Wreck")


def test_f17_a_beached_ship_with_no_points_left_may_throw_by_house_rule() -> None:
    game = Game(ship("Foe 2"), blue=[ship("Wreck", points=100)], rules=[house(overwhelming_throws=True)]).go("movement")
    game.give("aground", ship="Wreck")
    game.go("planned-fire").give("shells", target="Wreck", mm=20, points=100, penetration=40)
    record = game.journal.propose(game.draft("damage", ship="Wreck").order())
    assert labels(record)[0] == "Wreck: number of critical hits"


def test_f22_belt_or_deck_is_thrown_for_where_both_are_alike_since_a_casemate_is_thinner_than_the_belt() -> None:
    alike = duel(blue=moltke(belt=9, deck=9))
    assert labels(fire(alike, 8, hits="1")) == ["Moltke is struck on"]
    bare = duel(blue=moltke(belt=0, deck=0))
    assert labels(fire(bare, hits="1")) == []


def test_f20_light_weapons_do_not_reach_a_submarine_s_tubes_through_the_main_battery() -> None:
    game = Game(ship("Foe 2"), blue=[submarine()]).go("planned-fire")
    critical(game, "U 1", "Main Battery*", column="minor", mm=20)
    assert not game["U 1"].out["bow tubes"]


def test_f24_a_ship_slows_down_once_in_a_turn() -> None:
    game = Game(ship("Fast", knots=28)).go("movement")
    game.give("move", ship="Fast", knots=13)
    game.refused("move", because="has moved this turn", ship="Fast", knots=5)
    game.go("movement", 2).give("move", ship="Fast", knots=5)
    assert game["Fast"].speed == 5


# -- 8.2: help, magazines, submarines


def test_8_2_neither_airships_nor_submerged_submarines_assist() -> None:
    game = Game(ship("Ship"), zeppelin("L 5"), ("U 2", submarine()[1]))
    game.burn("Ship", 5)
    for name in ("Ship", "L 5", "U 2"):
        game.give("set", ship=name, condition="speed", value="5")
    game.give("set", ship="U 2", condition="depth", value="shallow")
    game.go("movement")
    for helper in ("L 5", "U 2"):
        game.refused("assist", because="not on the surface", ship="Ship", helper=helper, side="port")


def test_8_2_flooded_magazines_silence_every_mount_and_leave_light_batteries() -> None:
    small_gun = gun("3-inch", mm=76)
    mounts = [mount("A"), mount("T", "tertiary", gun_name="3-inch"), mount("C", "casemate", gun_name="3-inch")]
    game = Game(tiger(guns=[gun(), small_gun], mounts=mounts))
    game.give("set", ship="Tiger", condition="magazines flooded", value="yes")
    assert weapons_left(game["Tiger"]) == ["light battery"]


def test_8_2_flooded_magazines_take_the_aircraft_s_ordnance_with_them() -> None:
    game = Game(ship("Carrier", kind="carrier", aircraft=4))
    game.give("set", ship="Carrier", condition="magazines flooded", value="yes")
    assert "magazines are flooded" in said(critical(game, "Carrier", "Ammo/Fuel*", 3, column="aviation"))
    assert game["Carrier"].afloat


@pytest.mark.parametrize(("percents", "refused"), [((7,), ()), ((8,), ("intermediate 1",)), ((6, 6), ("intermediate 1",))])
def test_8_2_a_submarine_with_major_flooding_stays_shallow(percents: tuple[int, ...], refused: tuple[str, ...]) -> None:
    """A D of 1908 to 1924: Minor to 7, Major to 11, Severe to 13; Severe keeps her on the surface."""
    game = Game(("U 2", submarine(year=1912)[1]))
    game.burn("U 2", *percents, kind="flooding")
    for depth in refused:
        game.refused("depth", because="must stay", ship="U 2", depth=depth)
    if sum(percents) == 12:
        game.refused("depth", because="must stay surfaced", ship="U 2", depth="periscope")
    else:
        game.give("depth", ship="U 2", depth="shallow")


def test_8_3_a_broached_submarine_on_fire_does_not_dive_again() -> None:
    """Not penetrated, the bridge's fire of 1 % is halved to none."""
    for penetrated, fires, depth in ((False, [], "periscope"), (True, [1], "surfaced")):
        game = dived("periscope")
        critical(game, "U 1", "Bridge", 1, 1, 1, column="minor", penetrated=penetrated)
        assert (game["U 1"].depth, game.percents("U 1")) == ("surfaced", fires)
        assert game.go("plotting", 2)["U 1"].depth == depth


# -- 8.3: cargo, bridge, power


def laden(*holds: tuple[str, str, int]) -> Game:
    named = [{"name": name, "contents": contents, "amount": amount} for name, contents, amount in holds]
    merchant = ship("Freighter", kind="merchant", size="C", points=100, holds=named, guns=[], mounts=[])
    return Game(ship("Foe 2"), blue=[merchant])


def test_8_3_a_flooded_hold_of_troops_puts_no_burning_ammunition_out() -> None:
    game = laden(("fore", "ammo", 200), ("well", "troops", 50))
    critical(game, "Freighter", "Cargo", 1, 7, 50, 3, column="merchant")
    game.give("flood-hold", ship="Freighter", hold="well")
    assert (game.percents("Freighter"), game["Freighter"].has("may explode", "fore")) == ([6], True)
    game.give("flood-hold", ship="Freighter", hold="fore")
    assert (game.percents("Freighter"), game["Freighter"].has("may explode", "fore")) == ([], False)


def test_8_3_ammunition_that_is_all_gone_burns_and_cannot_explode() -> None:
    game = laden(("fore", "ammo", 200))
    critical(game, "Freighter", "Cargo", 7, 100, 3, column="merchant")
    assert (game.percents("Freighter"), game["Freighter"].has("may explode", "fore")) == ([6], False)
    game.give("flood-hold", ship="Freighter", hold="fore")
    assert game.percents("Freighter") == []


def test_8_3_two_switchboard_hits_last_as_long_as_the_longer() -> None:
    """A 6 is three turns, a 1 is one: power is back in the fourth turn."""
    game = dived()
    critical(game, "U 1", "Switchboard", 6, column="minor damage")
    critical(game, "U 1", "Switchboard", 1, column="minor damage")
    assert game.go("plotting", 3)["U 1"].has("no propulsion")
    assert not game.go("plotting", 4)["U 1"].has("no propulsion")


def test_8_3_without_power_a_submarine_keeps_her_course() -> None:
    game = dived()
    critical(game, "U 1", "Switchboard", 6, column="minor damage")
    game.refused("move", because="cannot change course", ship="U 1", helm="port", turns=True)
    game.give("move", ship="U 1", knots=game["U 1"].speed)


@pytest.mark.parametrize("order", [{"helm": "port"}, {"evades": True}])
def test_8_3_nobody_turns_or_evades_with_the_bridge_out_and_after_it_both_take_two_turns(order: dict[str, Any]) -> None:
    game = Game(ship("Ship", size="B"))
    critical(game, "Ship", "Bridge*", 2, 1)
    game.go("movement")
    game.refused("move", because="bridge out", ship="Ship", **order)
    game.go("movement", 2)
    assert "next turn" in said(game.give("move", ship="Ship", **order))
    assert (game["Ship"].word("helm"), game["Ship"].has("evading")) == ("", False)
    game.go("movement", 3).give("move", ship="Ship", **order)
    assert (game["Ship"].word("helm"), game["Ship"].has("evading")) != ("", False)


def test_8_3_a_boat_of_four_losses_ceases_fire_and_makes_off() -> None:
    game = Game(small("Boat"))
    game.give("strike", ship="Boat", track="crew", boxes=3)
    assert "ceases fire and makes off" in said(critical(game, "Boat", "Personnel", column="small craft"))


def test_8_3_the_card_of_a_carrier_says_that_planes_cannot_take_off_or_land() -> None:
    for die, shown in ((1, {"NO LAUNCH"}), (3, set()), (5, {"NO LANDING"})):
        game = Game(ship("Carrier", kind="carrier", aircraft=4))
        critical(game, "Carrier", "Flight Deck*", die, 1, column="aviation")
        conditions = {condition.short for condition in ship_card(game["Carrier"]).conditions}
        assert conditions & {"NO LAUNCH", "NO LANDING"} == shown


# -- 8.4 to 8.8


def test_8_4_planes_that_are_only_damaged_are_repaired_by_8_5() -> None:
    game = Game(ship("Ship", kind="carrier", aircraft=4))
    critical(game, "Ship", "Aircraft", 1)
    critical(game, "Ship", "Aircraft", 1)
    game.give("end", reason="night falls")
    game.give("planes", 50, 51, ship="Ship")
    assert (game.fact("", "aircraft", "Ship plane 1"), game.fact("", "aircraft", "Ship plane 2")) == ("heavy", None)
    game.give("aircraft-repair", 25, aircraft="Ship plane 1", nation="Great Britain", hours="6")
    assert game.fact("", "aircraft", "Ship plane 1") is None


def test_8_5_a_plane_has_one_attempt_at_each_mark_and_at_sea_none_after_48_hours() -> None:
    game = Game(ship("Ship"), aircraft_damage="yes")
    game.give("aircraft-hit", 7, aircraft="Baby")
    game.give("end", reason="night falls")
    baby = {"aircraft": "Baby", "nation": "Great Britain"}
    game.give("aircraft-repair", 26, **baby, hours="6")
    game.refused("aircraft-repair", because="6-hour mark", **baby, hours="6")
    assert "cannot be repaired at sea" in said(game.give("aircraft-repair", 41, **baby, hours="48"))
    game.refused("aircraft-repair", because="48-hour mark", **baby, hours="48", place="at sea")
    game.give("aircraft-repair", 51, **baby, hours="48", place="airfield")
    game.give("aircraft-repair", 50, **baby, hours="48", place="airfield")
    assert game.fact("", "aircraft", "Baby") is None


def test_8_6_survivors_are_counted_after_the_battle_too() -> None:
    game = Game(ship("Ship"), ship("Other"), rescue="yes")
    game.give("magazine-explodes", ship="Ship")
    game.give("end", reason="night falls")
    game.give("survivors", 6, ship="Ship")
    assert game.fact("", "survivors", "Ship") == 50  # 6 % of 800 are 48


def test_8_6_airships_and_submerged_submarines_pick_nobody_up() -> None:
    game = Game(zeppelin("L 5"), ship("U 2", kind="submarine", size="D"), rescue="yes")
    game.give("aircrew", aircraft="Baby", kind="small", men=2)
    for name in ("L 5", "U 2"):
        game.give("set", ship=name, condition="speed", value="0")
    game.give("depth", ship="U 2", depth="periscope")
    game.go("movement")
    for name in ("L 5", "U 2"):
        game.refused("pick-up", because="not on the surface", group="Baby", ship=name)


def test_8_8_no_more_fuel_is_used_up_than_was_not_lost() -> None:
    game = Game(zeppelin("L 5"))
    for _ in range(2):
        game.give("airship-hit", 4, ship="L 5", aim="gondola")
    game.give("airship-hit", 9, ship="L 5", aim="gondola", used=1)
    with pytest.raises(InvalidInput):
        game.draft("airship-hit", ship="L 5", aim="gondola", used=2).order()
