"""Movement allowances, moves as plotted, fuel, towing and minefields (G2, G8, G12)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.gwas.ground.fleets import fleet
from fleetbook.rules.gwas.strategic.movement import ways
from fleetbook.testing import counted, results, rolled, said
from tests.rules.gwas.fleet import Game, fire, ship, struck


def game_turn(*central: Any, **more: Any) -> Game:
    """A game turn in the movement step."""
    rules = more.pop("rules", ())
    game = Game(list(central) or [ship("Red", nation="Turkey")], [ship("Blue")], *rules, **more)
    return game.go("movement")


# ------------------------------------------------------------ allowances


@pytest.mark.parametrize(("hits", "speed"), [(0, "2"), (5, "2"), (6, "1"), (9, "1")])
def test_g8_more_than_half_of_the_hull_costs_a_rung_once(hits: int, speed: str) -> None:
    game = game_turn(ship("Red", nation="Turkey", speed="2", hull=10))
    if hits:
        game.strike("Red", "hull", hits)
    assert game["Red"].speed == speed


def test_hull_of_an_odd_number_is_over_half_with_the_middle_box() -> None:
    game = game_turn(ship("Red", nation="Turkey", speed="2", hull=7))
    game.strike("Red", "hull", 3)
    assert game["Red"].speed == "2"
    game.strike("Red", "hull", 1)
    assert game["Red"].speed == "1"


@pytest.mark.parametrize(
    ("kind", "weather", "speed"),
    [
        ("DD", "Squall", "2"), ("DD", "Storm", "1"), ("DD", "Gale", "1"), ("TB", "Storm", "1"), ("TB", "Gale", "1"),
        ("CL", "Gale", "2"), ("DL", "Gale", "2"), ("LZ", "Clear", "2"), ("LZ", "Squall", "1"),
        ("LZ", "Storm", "1"), ("LZ", "Gale", "0"),
    ],
)  # fmt: skip
def test_allowances_by_weather(kind: str, weather: str, speed: str) -> None:
    game = Game([ship("Red", nation="Turkey", type=kind, speed="2")], [ship("Blue")], weather=weather)
    assert game["Red"].speed == speed


def test_a_ship_in_port_lies_still_and_may_put_to_sea() -> None:
    game = game_turn(fleets={"central fleet": {"port": True, "zone": "A1"}})
    assert game["Red"].speed == "0"
    game.give("move", fleet="central fleet", zones="A2")
    assert game["Red"].speed == "1"


@pytest.mark.parametrize(
    ("speeds", "most"), [(("1S",), 1), (("1",), 1), (("2",), 2), (("2+",), 2), (("2+", "1"), 1), (("2", "0"), 0)]
)
def test_a_fleet_moves_as_far_as_its_slowest_ship(speeds: tuple[str, ...], most: int) -> None:
    game = game_turn(*(ship(f"Red {speed}", nation="Turkey", speed=speed) for speed in speeds))
    for zones in (1, 2):
        words = " ".join(f"Z{n}" for n in range(zones))
        if zones <= most:
            game.propose("move", fleet="central fleet", zones=words)
        else:
            game.refused("move", fleet="central fleet", zones=words, because=f"may move {most} zone")


def test_a_tow_moves_one_zone_in_three_turns_and_makes_1s_in_combat() -> None:
    game = game_turn(ship("Red", nation="Turkey", speed="2"), ship("Tow", nation="Turkey", speed="2"))
    game.give("tow", ship="Red", other="Tow")
    assert (game["Red"].speed, game["Tow"].speed) == ("1S", "1S")
    game.give("move", fleet="central fleet", zones="A1")
    for turn in (2, 3):
        game.go("movement", turn)
        game.refused("move", fleet="central fleet", zones="A2", because="may move 0 zones")
    game.go("movement", 4)
    game.refused("move", fleet="central fleet", zones="A2 A3", because="may move 1 zone ")
    game.give("move", fleet="central fleet", zones="A2")


def test_a_tow_is_taken_within_a_fleet_and_cast_off() -> None:
    game = game_turn(ship("Red", nation="Turkey"), ship("Tow", nation="Turkey"), ship("Far", "other fleet", nation="Turkey"))
    game.refused("tow", ship="Red", other="Far", because="name another ship of central fleet")
    game.give("tow", ship="Red", other="Tow")
    game.refused("tow", ship="Tow", other="Red", because="is in a tow")
    game.give("cast-off", ship="Tow")
    assert not game["Red"].towing
    game.refused("cast-off", ship="Red", because="in no tow")


def test_a_ship_that_sinks_casts_off() -> None:
    game = Game(
        [ship("Shooter", nation="Turkey")], [ship("Target", hull=1), ship("Helper")], begins="tactical combat"
    )  # fmt: skip
    game.go("initiative-move-1")
    game.give("tow", ship="Helper", other="Target")
    game.go("gunfire-1")
    fire(game, 6, 1, 4)
    assert not game["Helper"].towing


# ------------------------------------------------------------ moves as plotted


def plotted(*orders: str, mission: str = "Bombard", **more: Any) -> Game:
    """A Central fleet with a mission and these orders."""
    fleets = {"central fleet": {"mission": mission, "zone": "A1", "orders": list(orders), **more}}
    return game_turn(ship("Red", nation="Turkey", speed="2"), fleets=fleets)


def test_a_fleet_moves_where_it_is_plotted_and_nowhere_else() -> None:
    game = plotted("Move A2 A3")
    game.refused("move", fleet="central fleet", zones="A3", because="is ordered to Move A2 A3")
    game.give("move")
    assert game.fact("central fleet", "zone") == "A3"
    game.refused("move", fleet="central fleet", zones="A2 A3", because="has moved this turn")


def test_a_fleet_may_move_zone_by_zone() -> None:
    game = plotted("Move A2 A3")
    game.give("move", fleet="central fleet", zones="A2")
    game.refused("move", fleet="central fleet", zones="A2", because="is ordered to Move A2 A3")
    game.give("move", fleet="central fleet")
    assert (game.fact("central fleet", "zone"), game.fact("central fleet", "zones moved", 1)) == ("A3", 2)
    game.refused("move", fleet="central fleet", zones="A4", because="has moved this turn")


def test_a_fleet_without_an_order_or_with_another_one_does_not_move() -> None:
    plotted().refused("move", fleet="central fleet", zones="A2", because="has no order for turn 1")
    game = plotted("Shell")
    game.refused("move", fleet="central fleet", zones="A2", because="is ordered to Shell")
    game.give("carry-out", fleet="central fleet", words="two forts silenced")
    game.refused("carry-out", fleet="central fleet", because="has carried out its order")


def test_a_fleet_without_a_mission_moves_as_the_referee_says() -> None:
    game = game_turn()
    assert "central fleet: in Q9" in said(game.propose("move", fleet="central fleet", zones="Q9"))
    assert "central fleet: in port at Q9" in said(game.give("move", fleet="central fleet", zones="Q9", port="yes"))
    assert game["Red"].in_port


@pytest.mark.parametrize(
    ("order", "moved", "left"), [("Move D4 D5", 1, [("D5",)]), ("Move D4", 1, []), ("Move D5 D4", 0, [("D5", "D4")])]
)
def test_a_battle_that_begins_in_combat_counts_the_zone_that_a_fleet_has_just_entered(
    order: str, moved: int, left: list[tuple[str, ...]]
) -> None:
    """A fleet met in the first zone of its order has moved that zone; one that stands elsewhere has not moved."""
    fleets = {"central fleet": {"mission": "Bombard", "zone": "D4", "orders": [order]}}
    game = Game([ship("Red", nation="Turkey", speed="2")], [ship("Blue")], fleets=fleets, begins="tactical combat")
    assert fleet(game.battle, "central fleet").zones_moved(1) == moved
    assert ways(game.battle, fleet(game.battle, "central fleet")) == left


# ------------------------------------------------------------ fuel


def sailing(fuel: int) -> Game:
    return game_turn(ship("Red", nation="Turkey", speed="2", fuel=fuel))


def test_g12_a_box_for_every_8_zones() -> None:
    game = sailing(3)
    for turn in range(1, 5):
        game.go("movement", turn)
        assert game["Red"].left("fuel") == 3
        game.give("move", fleet="central fleet", zones="A1 A2")
    game.go("fuel", 5)
    assert struck(game.give("fuel"), "Red") == {"fuel": 1}
    game.refused("fuel", because="checked this turn")


def test_fuel_is_checked_by_itself_and_zones_carry_over() -> None:
    game = game_turn(ship("Red", nation="Turkey", speed="2", fuel=3))
    for turn in range(1, 10):
        game.go("movement", turn)
        game.give("move", fleet="central fleet", zones="A1 A2")
    game.go("movement", 10)
    assert game["Red"].left("fuel") == 1  # 18 zones: two boxes, and two zones over
    assert game.fact("Red", "zones since a fuel box") == 2


def test_a_ship_without_fuel_lies_still() -> None:
    game = sailing(1)
    game.strike("Red", "fuel", 1)
    assert game["Red"].out_of_fuel
    assert game["Red"].speed == "0"


def test_a_card_without_fuel_boxes_never_runs_out() -> None:
    assert game_turn()["Red"].speed == "1"


def test_fueling_in_port_fills_the_boxes_and_takes_the_turn() -> None:
    game = game_turn(ship("Red", nation="Turkey", fuel=4), fleets={"central fleet": {"port": True, "zone": "A1"}})
    game.strike("Red", "fuel", 3)
    game.give("take-fuel", fleet="central fleet")
    assert game["Red"].left("fuel") == 4
    assert game.fact("central fleet", "zones moved", 1) == 0
    assert game["Red"].speed_out_of_port == "0"
    game.refused("move", fleet="central fleet", zones="A2", because="has moved this turn")


def test_g12_rearming_in_port_fills_the_mines_and_takes_the_turn() -> None:
    game = game_turn(ship("Red", nation="Turkey", mines=3), fleets={"central fleet": {"port": True, "zone": "A1"}})
    game.strike("Red", "mines", 2)
    game.give("rearm", fleet="central fleet")
    assert (game["Red"].left("mines"), game["Red"].rearming) == (3, True)
    assert game.fact("central fleet", "zones moved", 1) == 0
    game.refused("move", fleet="central fleet", zones="A2", because="has moved this turn")
    game_turn().refused("rearm", fleet="central fleet", because="ships rearm there")


def test_a_fleet_that_has_moved_takes_no_fuel_in() -> None:
    game = game_turn(ship("Red", nation="Turkey", fuel=4))
    game.give("move", fleet="central fleet", zones="A2", port="yes")
    game.refused("take-fuel", fleet="central fleet", because="has moved this turn")


@pytest.mark.parametrize("kind", ["OIL", "COL"])
def test_fueling_at_sea_needs_an_oiler_or_a_collier(kind: str) -> None:
    game_turn(ship("Red", nation="Turkey", fuel=4)).refused(
        "take-fuel", fleet="central fleet", because="is not in port, and has no oiler or collier"
    )
    game = game_turn(ship("Red", nation="Turkey", fuel=4), ship("Supply", nation="Turkey", type=kind))
    game.strike("Red", "fuel", 2)
    game.give("take-fuel", fleet="central fleet")
    assert game["Red"].left("fuel") == 4


def test_fleets_with_a_mission_fuel_by_order() -> None:
    plotted("Shell", port=True).refused("take-fuel", fleet="central fleet", because="is ordered to Shell this turn, not to fuel")
    plotted("Fuel", port=True).give("take-fuel", fleet="central fleet")


# ------------------------------------------------------------ mines


def mined(fields: int, *dice: int, speed: str = "1") -> tuple[list[str], dict[str, int]]:
    """The result of the table for a ship in so many fields, and the modifiers."""
    game = game_turn(ship("Red", nation="Turkey", speed=speed, hull=20))
    record = game.give("mines", *dice, ships="Red", number=fields)
    return results(record), counted(rolled(record)[0])


@pytest.mark.parametrize(("dice", "result"), [((1, 1), "miss"), ((4, 6), "miss"), ((5, 6), "hit"), ((6, 6), "hit")])
def test_minefield(dice: tuple[int, int], result: str) -> None:
    more = (1,) if result == "hit" else ()
    assert mined(1, *dice, *more)[0][0] == result


@pytest.mark.parametrize(
    ("fields", "more"),
    [(1, {}), (2, {"1 more field": 1}), (4, {"3 more fields": 3}), (6, {"5 more fields": 5}), (9, {"5 more fields": 5})],
)
def test_g2_each_field_after_the_first_adds_1_up_to_5(fields: int, more: dict[str, int]) -> None:
    assert mined(fields, 1, 1)[1] == more


@pytest.mark.parametrize(("speed", "fast"), [("1S", False), ("1", False), ("2", True), ("2+", True)])
def test_g2_ships_of_speed_2_and_2_plus_add_1(speed: str, fast: bool) -> None:
    assert mined(1, 1, 1, speed=speed)[1] == ({"ship moving at speed 2 or 2+": 1} if fast else {})


@pytest.mark.parametrize(("die", "hull", "rungs"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 3, 1), (5, 5, 1), (6, 20, 0)])
def test_minefield_damage(die: int, hull: int, rungs: int) -> None:
    game = game_turn(ship("Red", nation="Turkey", hull=20))
    record = game.give("mines", 6, 6, die, ships="Red", number=1)
    assert struck(record, "Red") == {"hull": hull}
    assert game["Red"].count("speed lost") == rungs
    assert bool(game["Red"].fate) == (die == 6)


def test_each_ship_that_enters_throws() -> None:
    game = game_turn(ship("Red", nation="Turkey"), ship("Second", nation="Turkey"))
    assert len(rolled(game.give("mines", 1, 1, 1, 1, ships="Red; Second", number=1))) == 2


def laying(**more: Any) -> Game:
    minelayer = ship("Nusret", nation="Turkey", type="ML", mines=2)
    fleets = {"central fleet": {"zone": "D4", **more}}
    return game_turn(minelayer, fleets=fleets)


def test_mines_are_laid_swept_and_found() -> None:
    game = laying()
    game.give("lay", fleet="central fleet")
    assert game["Nusret"].left("mines") == 1
    assert game.fact("Central Powers", "minefields", "D4") == 1
    game.refused("lay", fleet="central fleet", because="has laid mines this turn")
    laying().refused("lay", fleet="central fleet", ships=[], because="name the ships that lay mines")


def test_a_fleet_with_a_mission_lays_by_order() -> None:
    laying(mission="Minelaying", orders=["Move D5"]).refused(
        "lay", fleet="central fleet", because="is ordered to Move D5 this turn, not to mine"
    )
    laying(mission="Minelaying", orders=["Mine"]).give("lay", fleet="central fleet")


@pytest.mark.parametrize(("die", "left", "fate"), [(1, 1, "sunk T1"), (2, 1, ""), (3, 1, ""), (4, None, ""), (6, None, "")])
def test_sweeping(die: int, left: int | None, fate: str) -> None:
    central = [ship("Nusret", nation="Turkey", type="ML", mines=2)]
    allied = [ship("Sweeper", type="MS")]
    game = Game(central, allied, fleets={"central fleet": {"zone": "D4"}, "allied fleet": {"zone": "D4"}}).go("movement")
    game.give("lay", fleet="central fleet")
    game.give("sweep", die, ship="Sweeper")
    assert game.fact("Central Powers", "minefields", "D4") == left
    assert game["Sweeper"].fate == fate
    game.refused("sweep", ship="Sweeper")
    game.refused("sweep", ship="Nusret", because="is no minesweeper")


def test_the_number_of_fields_in_the_zone_is_the_enemy_s_to_know_and_filled_in() -> None:
    central = [ship("Nusret", nation="Turkey", type="ML", mines=2), ship("Second", nation="Turkey", type="ML", mines=2)]
    fleets = {"central fleet": {"zone": "D4"}, "allied fleet": {"zone": "D4"}}
    game = Game(central, [ship("Blue")], fleets=fleets).go("movement")
    game.give("lay", fleet="central fleet")
    assert "in D4: 2" in said(game.journal.records[-1])
    record = game.give("mines", 4, 1, ships="Blue")
    assert (record.inputs["number"], record.headline) == (0, "Blue in the enemy's minefields")
    assert counted(rolled(record)[0]) == {"1 more field": 1}
    game.refused("mines", ships="Nusret", number=0, because="enter their number")


def test_mines_are_met_and_thrown_for_as_a_fleet_enters_their_zone() -> None:
    """Each ship throws in each zone of a move, by the enemy's fields there. A side's own mines are no danger."""
    central = [ship("Nusret", nation="Turkey", type="ML", mines=3, speed="2")]
    fleets = {"central fleet": {"zone": "D4"}, "allied fleet": {"zone": "D3"}}
    game = Game(central, [ship("Bouvet", speed="2"), ship("Ocean", speed="2")], fleets=fleets).go("movement")
    game.give("lay", fleet="central fleet", ships="Nusret")
    game.give("move", fleet="central fleet", zones="D5 D4")
    record = game.give("move", 5, 5, 1, 1, 1, fleet="allied fleet", zones="D4 D5")  # 10 +1 for speed 2: a hit
    assert results(record) == ["hit", "1 hull", "miss"]
    assert [counted(event) for event in rolled(record)] == [
        {"ship moving at speed 2 or 2+": 1},
        {},
        {"ship moving at speed 2 or 2+": 1},
    ]
    assert struck(record, "Bouvet") == {"hull": 1}
    assert game.fact("allied fleet", "zone") == "D5"


def test_minesweepers_that_detect_find_the_mines_of_their_zone() -> None:
    sweepers = {"mission": "Minesweeping", "orders": ["Detect"], "zone": "D4"}
    central = [ship("Nusret", nation="Turkey", type="ML", mines=2)]
    game = Game(central, [ship("Sweeper", type="MS")], fleets={"central fleet": {"zone": "D4"}, "allied fleet": sweepers})
    game.go("movement")
    game.give("lay", fleet="central fleet")
    assert "minefields in D4: 1" in said(game.give("carry-out", fleet="allied fleet"))
