"""Weather, foundering, gales, grounding, refloating and aircraft (G1, G3, G4, G8)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import counted, results, rolled, said
from tests.rules.gwas.fleet import Game, house, ship, struck

LEVELS = ("Clear", "Mist", "Fog", "Squall", "Storm", "Gale")


def at_sea(*central: Any, **more: Any) -> Game:
    """One Allied ship in port, so that only the others can be in trouble."""
    fleets = {"allied fleet": {"port": True}, **more.pop("fleets", {})}
    return Game(list(central) or [ship("Red", nation="Turkey")], [ship("Blue")], *more.pop("rules", ()), fleets=fleets, **more)


def steady(game: Game, phase: str, turn: int | None = None, **dice: Any) -> Game:
    """Go on in the Mediterranean with a weather that does not change."""
    return game.go(phase, turn, weather=(4,), **dice)


# ------------------------------------------------------------ weather


def after(weather: str, *dice: int, **conditions: str) -> str:
    """The weather after a throw."""
    game = at_sea(weather=weather, **conditions)
    game.give("weather", *dice)
    return game.battle.word("weather")


MEDITERRANEAN = {(1,): -1, (2,): -1, (3,): -1, (4,): 0, (5,): 0, (6, 1): 0, (6, 3): 0, (6, 4): 1, (6, 6): 1}
PACIFIC = {(1,): -1, (2,): -1, (3,): 0, (4,): 0, (5,): 0, (6, 1): 0, (6, 3): 0, (6, 4): 1, (6, 5): 1, (6, 6): 2}
NORTH: dict[tuple[int, ...], int] = {(1,): -1, (2,): 0, (3,): 0, (4,): 0, (6,): 1}


@pytest.mark.parametrize("dice", MEDITERRANEAN)
def test_mediterranean_weather(dice: tuple[int, ...]) -> None:
    assert after("Fog", *dice, theatre="Mediterranean") == LEVELS[2 + MEDITERRANEAN[dice]]


@pytest.mark.parametrize("dice", PACIFIC)
def test_pacific_weather(dice: tuple[int, ...]) -> None:
    assert after("Fog", *dice, theatre="Pacific Ocean") == LEVELS[2 + PACIFIC[dice]]


@pytest.mark.parametrize("dice", NORTH)
def test_north_sea_and_baltic_weather(dice: tuple[int, ...]) -> None:
    assert after("Fog", *dice, theatre="North Sea/Baltic", month="June") == LEVELS[2 + NORTH[dice]]


WINTER = {"November", "December", "January", "February", "March"}


MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


@pytest.mark.parametrize("month", MONTHS)
def test_north_sea_5_is_worse_from_november_to_march_only(month: str) -> None:
    assert after("Fog", 5, theatre="North Sea/Baltic", month=month) == ("Squall" if month in WINTER else "Fog")


@pytest.mark.parametrize("place", range(6))
def test_g1_the_order_of_weather_and_its_ends(place: int) -> None:
    assert after(LEVELS[place], 1) == LEVELS[max(place - 1, 0)]
    assert after(LEVELS[place], 6, 6, theatre="Pacific Ocean") == LEVELS[min(place + 2, 5)]


def test_a_scenario_that_names_no_weather_begins_in_the_clear() -> None:
    assert at_sea().battle.word("weather") == "Clear"


def test_weather_is_checked_once_a_turn_and_by_itself_where_nobody_did() -> None:
    game = at_sea()
    game.give("weather", 4)
    game.refused("weather", because="checked this turn")
    game.next()
    assert game.battle.phase == "combining"
    game.go("weather", 2)
    assert results(game.next(3)) == ["decrease 1"]


def test_day_and_night() -> None:
    game = at_sea()
    game.give("light")
    assert game.battle.word("light") == "night"
    game.refused("light", light="night", because="it is night already")


# ------------------------------------------------------------ foundering and gales


@pytest.mark.parametrize(("weather", "shift"), [("Squall", 1), ("Storm", 2), ("Gale", 3)])
def test_foundering_by_weather(weather: str, shift: int) -> None:
    game = steady(at_sea(weather=weather), "foundering")
    record = game.give("foundering", 6 - shift)
    assert counted(rolled(record)[0]) == {weather.lower(): shift}
    assert struck(record, "Red") == {"hull": 1}


def test_foundering_below_6_does_nothing() -> None:
    game = steady(at_sea(weather="Squall"), "foundering")
    assert struck(game.give("foundering", 4), "Red") == {}


@pytest.mark.parametrize("weather", ["Clear", "Mist", "Fog"])
def test_g8_nobody_founders_in_better_weather_than_squall(weather: str) -> None:
    game = steady(at_sea(weather=weather), "foundering")
    game.refused("foundering", because=f"nobody founders in {weather}")
    game.next()


def test_g4_two_zones_moved_last_movement_take_2_off() -> None:
    game = steady(at_sea(ship("Red", nation="Turkey", speed="2"), weather="Storm"), "movement")
    game.give("move", fleet="central fleet", zones="B1 B2")
    steady(game, "foundering")
    assert counted(rolled(game.propose("foundering", 5))[0]) == {"moved 2 zones last movement": -2, "storm": 2}
    assert struck(game.give("foundering", 6), "Red") == {"hull": 1}


def test_g4_one_zone_moved_takes_nothing_off() -> None:
    game = steady(at_sea(ship("Red", nation="Turkey", speed="2"), weather="Storm"), "movement")
    game.give("move", fleet="central fleet", zones="B1")
    steady(game, "foundering")
    assert counted(rolled(game.propose("foundering", 1))[0]) == {"storm": 2}


def test_foundering_is_done_when_the_step_is_left_and_ships_in_port_are_spared() -> None:
    game = steady(at_sea(weather="Squall"), "foundering")
    assert len(rolled(game.next(1))) == 1


def test_a_ship_founders_with_its_last_hull_box() -> None:
    game = at_sea(ship("Red", nation="Turkey", hull=1), weather="Squall")
    steady(game, "foundering").give("foundering", 6)
    assert game["Red"].fate == "sunk T1"


@pytest.mark.parametrize("kind", ["DD", "TB"])
@pytest.mark.parametrize(("die", "fate"), [(5, ""), (6, "sunk T1")])
def test_g8_destroyers_and_torpedo_boats_throw_in_every_turn_of_gale(kind: str, die: int, fate: str) -> None:
    game = at_sea(ship("Red", nation="Turkey", type=kind), weather="Gale")
    steady(game, "foundering").give("foundering", 1, die)
    assert game["Red"].fate == fate


def test_g8_other_types_do_not_throw_in_a_gale_nor_destroyers_in_a_storm() -> None:
    steady(at_sea(ship("Red", nation="Turkey", type="CL"), weather="Gale"), "foundering").give("foundering", 1)
    steady(at_sea(ship("Red", nation="Turkey", type="DD"), weather="Storm"), "foundering").give("foundering", 1)


# ------------------------------------------------------------ grounding


@pytest.mark.parametrize(("kind", "home", "die", "aground"), [
    ("CL", False, 5, False), ("CL", False, 6, True), ("CL", True, 6, False), ("BB", False, 5, True), ("BB", True, 5, False),
    ("BC", False, 5, True), ("B", False, 5, True),
])  # fmt: skip
def test_grounding(kind: str, home: bool, die: int, aground: bool) -> None:
    game = steady(at_sea(ship("Red", nation="Turkey", type=kind)), "movement")
    game.give("ground", die, ship="Red", home="yes" if home else "no")
    assert game["Red"].has("aground") == aground
    assert game["Red"].speed == ("0" if aground else "1")


def aground(**card: Any) -> Game:
    """A ship aground."""
    game = steady(at_sea(ship("Red", nation="Turkey", **{"type": "CL", **card})), "movement")
    game.give("ground", 6, ship="Red")
    return game


@pytest.mark.parametrize(("die", "free"), [(1, True), (2, False), (6, False)])
def test_g3_armoured_ships_come_free_with_1(die: int, free: bool) -> None:
    game = aground()
    game.give("refloat", *((die, 2) if free else (die,)), ship="Red")
    assert game["Red"].has("aground") != free
    if not free:
        game.refused("refloat", ship="Red", because="has tried this turn")


@pytest.mark.parametrize(("die", "free"), [(1, True), (2, True), (3, False)])
def test_g3_ships_without_armour_come_free_with_1_or_2(die: int, free: bool) -> None:
    game = aground(armour={})
    game.give("refloat", *((die, 2) if free else (die,)), ship="Red")
    assert game["Red"].has("aground") != free


@pytest.mark.parametrize(("die", "hull"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_freeing_costs_half_a_die_of_hull_rounded_up(die: int, hull: int) -> None:
    record = aground().give("refloat", 1, die, ship="Red")
    assert (struck(record, "Red"), [face.sides for face in record.faces]) == ({"hull": hull}, [6, 6])


def test_who_is_not_aground_is_not_refloated() -> None:
    steady(at_sea(), "movement").refused("refloat", ship="Red", because="is not aground")


# ------------------------------------------------------------ aircraft


def carrier(kind: str = "CVS", **more: Any) -> Game:
    """A ship with three aircraft in the aircraft step."""
    return steady(at_sea(ship("Red", nation="Turkey", type=kind, aircraft=3), **more), "aircraft")


LAUNCH = {
    ("Clear", "day"): 0, ("Mist", "day"): 0, ("Fog", "day"): -1, ("Squall", "day"): -2, ("Storm", "day"): -3,
    ("Clear", "night"): -2, ("Squall", "night"): -4, ("Storm", "night"): -5,
}  # fmt: skip
RECOVER = {
    ("Clear", "day"): 0, ("Mist", "day"): 0, ("Fog", "day"): -1, ("Squall", "day"): -2, ("Storm", "day"): -3,
    ("Clear", "night"): -3, ("Squall", "night"): -5, ("Storm", "night"): -6,
}  # fmt: skip


def rough(weather: str) -> dict[str, Any]:
    """The die of the foundering step on the way."""
    return {"foundering": (1,)} if weather in ("Squall", "Storm", "Gale") else {}


def flying(weather: str, light: str, kind: str = "CVS") -> Game:
    game = at_sea(ship("Red", nation="Turkey", type=kind, aircraft=3), weather=weather, light=light)
    return steady(game, "aircraft", **rough(weather))


@pytest.mark.parametrize(("weather", "light"), LAUNCH)
def test_g8_launching_by_weather_and_night_both_count(weather: str, light: str) -> None:
    record = flying(weather, light).propose("launch", 3, ship="Red")
    assert sum(counted(rolled(record)[0]).values()) == LAUNCH[weather, light]


@pytest.mark.parametrize(("weather", "light"), RECOVER)
def test_g8_recovering_by_weather_and_night_both_count(weather: str, light: str) -> None:
    game = flying(weather, light)
    game.give("launch", 6, ship="Red", modifiers=())
    record = game.propose("recover", 3, ship="Red")
    assert sum(counted(rolled(record)[0]).values()) == RECOVER[weather, light]


@pytest.mark.parametrize(("die", "left", "aloft"), [(1, 2, 0), (2, 3, 1), (6, 3, 1)])
def test_launching(die: int, left: int, aloft: int) -> None:
    game = carrier()
    game.give("launch", die, ship="Red")
    assert (game["Red"].left("aircraft"), game["Red"].count("aircraft aloft")) == (left, aloft)


def test_taking_off_from_a_carrier_adds_1() -> None:
    assert carrier("CV").modifiers("launch", ship="Red") == {"carrier"}
    assert counted(rolled(carrier("CV").propose("launch", 1, ship="Red"))[0]) == {"taking off from a CV": 1}
    assert carrier("CVS").modifiers("launch", ship="Red") == set()


@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 2), (3, 3), (6, 3)])
def test_recovering(die: int, left: int) -> None:
    game = carrier()
    game.give("launch", 4, ship="Red")
    game.give("recover", die, ship="Red")
    assert (game["Red"].left("aircraft"), game["Red"].count("aircraft aloft")) == (left, 0)
    game.refused("recover", ship="Red", because="no aircraft aloft")


def test_no_more_than_three_aircraft_are_launched() -> None:
    game = carrier()
    for _ in range(3):
        game.give("launch", 6, ship="Red")
    game.refused("launch", ship="Red", because="no aircraft aboard")


def test_no_launching_in_a_gale_and_who_comes_back_is_destroyed() -> None:
    game = carrier()
    game.give("launch", 6, ship="Red")
    game.give("set", ship="battle", condition="weather", value="Gale")
    game.refused("launch", ship="Red", because="no launching in a gale")
    record = game.give("recover", ship="Red")
    assert struck(record, "Red") == {"aircraft": 1}


def test_a_gale_destroys_what_is_in_the_air() -> None:
    central = [ship("Red", nation="Turkey", type="CVS", aircraft=3), ship("Airship", nation="Germany", type="LZ")]
    game = steady(at_sea(*central), "aircraft")
    game.give("launch", 6, ship="Red")
    game.give("set", ship="battle", condition="weather", value="Gale")
    record = game.next()
    assert struck(record, "Red") == {"aircraft": 1}
    assert game["Airship"].fate == "sunk T1"
    assert "is destroyed by the gale" in said(record)


def test_seaplane_carriers_lie_still_when_they_launch_and_all_carriers_when_they_recover() -> None:
    seaplanes, carrier_proper = carrier("CVS"), carrier("CV")
    for game in (seaplanes, carrier_proper):
        game.give("launch", 6, ship="Red")
    assert (seaplanes["Red"].speed, carrier_proper["Red"].speed) == ("0", "1")
    carrier_proper.give("recover", 6, ship="Red")
    assert carrier_proper["Red"].speed == "0"


def on_a_mission(kind: str, order: str, *rules: Any) -> Game:
    """A carrier whose fleet has this order, in the aircraft step."""
    fleets = {"central fleet": {"mission": "Intercept", "zone": "C1", "orders": [order]}}
    game = at_sea(ship("Red", nation="Turkey", type=kind, aircraft=2, speed="2"), rules=rules, fleets=fleets)
    steady(game, "movement")
    if order.startswith("Move"):
        game.give("move", fleet="central fleet")
    return steady(game, "aircraft")


def test_g22_a_fleet_with_a_mission_launches_by_order() -> None:
    game = on_a_mission("CVS", "Launch")
    game.give("launch", 6, ship="Red")
    assert game.fact("central fleet", "carried out", 1) == "unseen"
    game.refused("recover", ship="Red", because="is ordered to Launch this turn, not to recover")
    on_a_mission("CVS", "Move C2").refused("launch", ship="Red", because="is ordered to Move C2 this turn, not to launch")


def test_g22_what_lies_still_to_launch_has_not_moved() -> None:
    freely = house(carriers_launch="freely")
    on_a_mission("CVS", "Move C2", freely).refused(
        "launch", ship="Red", because="must lie still to launch, but has moved this turn"
    )
    carrier_proper = on_a_mission("CV", "Move C2", freely)
    carrier_proper.give("launch", 6, ship="Red")
    carrier_proper.refused("recover", ship="Red", because="must lie still to recover, but has moved this turn")


def test_house_rules_of_the_sea() -> None:
    """Foundering from storm on, and no throw of the small ones."""
    rules = (house(foundering_from="Storm", gale_each_turn=False),)
    steady(at_sea(weather="Squall", rules=rules), "foundering").refused("foundering", because="nobody founders")
    game = at_sea(ship("Red", nation="Turkey", type="DD"), weather="Gale", rules=rules)
    steady(game, "foundering").give("foundering", 1)
