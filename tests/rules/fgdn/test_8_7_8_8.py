"""8.7 (optional) and 8.8: damage to aircraft as it adds up, and airships."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.testing import labels, results, said
from tests.rules.fgdn.gunfire import rolled
from tests.rules.fgdn.scene import Game, house, ship, zeppelin


def plane(*hits: tuple[int, ...]) -> Any:
    """The damage of an aircraft after hits with these dice."""
    game = Game(ship("Ship"), aircraft_damage="yes")
    for dice in hits:
        game.give("aircraft-hit", *dice, aircraft="Baby")
    return game.fact("", "aircraft", "Baby")


DESTROYED, CRITICAL, HEAVY = (5,), (6,), (7,)
PILOT, ENGINE, STRUCTURE = (9, 1), (9, 2), (10, 5)


def test_8_7_an_aircraft_has_a_name_of_a_few_words() -> None:
    game = Game(ship("Ship"), aircraft_damage="yes")
    game.refused("aircraft-hit", because="name the aircraft in a few words", aircraft="B" * 100)


def test_f50_aircraft_damage_is_off_unless_the_scenario_says_so() -> None:
    Game(ship("Ship")).refused("aircraft-hit", because="not in force", aircraft="Baby")


@pytest.mark.parametrize(("dice", "damage"), [
    ((1,), "destroyed"), ((5,), "destroyed"), ((6,), "critical"), ((7,), "heavy"), ((8,), "heavy"), ((9, 1), "pilot wounded"),
    ((10, 2), "engine"), ((10, 3), "engine"), ((9, 4), "structure"), ((9, 5), "structure"), ((9, 6, 51), "weapons"),
])  # fmt: skip
def test_8_7_one_hit(dice: tuple[int, ...], damage: str) -> None:
    assert plane(dice) == damage


@pytest.mark.parametrize(("hits", "damage"), [
    ([CRITICAL, PILOT], "destroyed"),
    ([CRITICAL, HEAVY], "destroyed"),
    ([HEAVY, HEAVY], "destroyed"),
    ([PILOT, HEAVY], "critical"),
    ([HEAVY, ENGINE], "critical"),
    ([PILOT, ENGINE], "heavy"),
    ([STRUCTURE, (9, 4)], "structure"),
    ([PILOT, ENGINE, STRUCTURE], "critical"),
    ([PILOT, DESTROYED], "destroyed"),
    ([HEAVY, DESTROYED], "destroyed"),
    ([CRITICAL, DESTROYED], "destroyed"),
])  # fmt: skip
def test_8_7_hits_add_up(hits: list[tuple[int, ...]], damage: str) -> None:
    assert plane(*hits) == damage


@pytest.mark.parametrize("before", [PILOT, HEAVY, CRITICAL])
def test_f44_a_critical_on_a_damaged_aircraft_destroys_it(before: tuple[int, ...]) -> None:
    assert plane(before, CRITICAL) == "destroyed"


def test_8_7_by_the_even_system_a_second_hit_kills() -> None:
    game = Game(ship("Ship"), aircraft_damage="yes")
    game.give("aircraft-hit", 51, aircraft="Baby", even="yes")
    assert game.fact("", "aircraft", "Baby") == "heavy"
    game.give("aircraft-hit", 100, aircraft="Baby", even="yes")
    assert game.fact("", "aircraft", "Baby") == "destroyed"
    game.refused("aircraft-hit", because="Baby is destroyed", aircraft="Baby")
    game.give("aircraft-hit", 50, aircraft="Short", even="yes")
    assert game.fact("", "aircraft", "Short") == "destroyed"


def test_8_7_what_a_damaged_aircraft_may_do_is_said() -> None:
    game = Game(ship("Ship"), aircraft_damage="yes")
    record = game.give("aircraft-hit", 9, 6, 50, aircraft="Baby")
    assert "no ordnance released" in said(record)
    assert "cannot jettison" in said(record)
    assert "speed cruise, manoeuvre 0.5/0.0, weapons none" in said(game.give("aircraft-hit", 6, aircraft="Short"))
    assert "no worse" in said(game.give("aircraft-hit", 9, 6, aircraft="Baby"))


@pytest.mark.parametrize(("hit", "speed", "manoeuvre", "weapons"), [
    ((9, 1), "any", "two thirds", "no attack"),
    ((9, 2), "cruise", "half", "all"),
    ((9, 4), "cruise", "0.5/0.5", "all"),
    ((9, 6, 51), "any", "unchanged", "no ordnance released"),
    ((7,), "cruise", "half, at least 0.5/0.5", "none, no sensors"),
    ((6,), "cruise", "0.5/0.0", "none, no sensors"),
])  # fmt: skip
def test_8_7_each_damage_has_its_limits(hit: tuple[int, ...], speed: str, manoeuvre: str, weapons: str) -> None:
    record = Game(ship("Ship"), aircraft_damage="yes").give("aircraft-hit", *hit, aircraft="Baby")
    assert f"speed {speed}, manoeuvre {manoeuvre}, weapons {weapons}" in said(record)
    assert "cannot jettison" not in said(record)


def test_8_8_only_airships() -> None:
    Game(ship("Ship")).refused("airship-hit", because="there is no airship", ship="Ship", aim="gondola")
    Game(ship("Ship"), zeppelin("L 5")).refused("airship-hit", because="Ship is no airship", ship="Ship", aim="gondola")


@pytest.mark.parametrize(("die", "hit", "burns"), [
    (1, "engine", False), (2, "engine", False), (3, "engine", True), (4, "fuel", False), (5, "fuel", True),
    (6, "control", False), (7, "control", False), (8, "control", False), (9, "communications", False), (10, "weapons", False),
])  # fmt: skip
def test_8_8_each_face_of_the_gondola(die: int, hit: str, burns: bool) -> None:
    game = Game(zeppelin("L 5"))
    record = game.give("airship-hit", die, *((1,) if hit in ("engine", "control") else ()), ship="L 5", aim="gondola")
    assert results(record)[0].rstrip("*") == hit
    assert game["L 5"].has("gondola fire") is burns


def test_8_8_engines_are_lost_one_by_one_and_with_them_speed() -> None:
    """Four engines at 50 knots: 37, then 25 with both to port gone: half of the rest to keep control."""
    game = Game(zeppelin("L 5"))
    game.give("airship-hit", 1, 1, ship="L 5", aim="gondola")
    assert max_speed(game["L 5"]) == 37
    assert "destroyed already" in said(game.give("airship-hit", 2, 1, ship="L 5", aim="gondola"))
    record = game.give("airship-hit", 2, 2, ship="L 5", aim="gondola")
    assert "half speed to keep control" in said(record)
    assert max_speed(game["L 5"]) == 12


def test_8_8_engines_are_drawn_from_those_of_its_own_side() -> None:
    """One to port, three to starboard: the second of four is the first to starboard."""
    game = Game(zeppelin("L 5", port_engines=1, starboard_engines=3))
    record = game.give("airship-hit", 1, 2, ship="L 5", aim="gondola")
    assert "L 5 loses an engine to starboard" in said(record)
    assert "half speed" in said(game.give("airship-hit", 1, 1, ship="L 5", aim="gondola"))


def test_8_8_a_weapon_or_a_cell_is_drawn_by_a_die_with_a_face_for_each() -> None:
    guns = [{"name": name, "kind": "light", "strength": 1, "mm": 7.9} for name in ("fore", "aft")]
    game = Game(zeppelin("L 5", weapons=guns))
    record = game.give("airship-hit", 10, 2, ship="L 5", aim="gondola")
    assert ([throw.dice for throw in rolled(record)][1], game["L 5"].out["aft"]) == ("D2", True)
    record = game.give("airship-hit", 8, 16, ship="L 5", aim="envelope")
    assert ([throw.dice for throw in rolled(record)][1], game["L 5"].out["cell 16"]) == ("D16", True)


def test_8_8_without_rudder_it_steers_by_its_engines_or_circles() -> None:
    game = Game(zeppelin("L 5"))
    game.give("airship-hit", 6, 3, ship="L 5", aim="gondola")
    assert max_speed(game["L 5"]) == 25
    for number in (3, 4):
        record = game.give("airship-hit", 1, number, ship="L 5", aim="gondola")
    assert "circles to starboard" in said(record)


@pytest.mark.parametrize(
    ("die", "control"), [(1, "elevator"), (2, "elevator"), (3, "rudder"), (4, "rudder"), (5, "valving"), (6, "ballast")]
)
def test_8_8_controls(die: int, control: str) -> None:
    game = Game(zeppelin("L 5"))
    for d10 in (6, 7, 8):
        game.give("airship-hit", d10, die, ship="L 5", aim="gondola")
    assert game["L 5"].has("control lost", control)


def test_8_8_without_elevators_its_height_is_chance_each_turn() -> None:
    game = Game(zeppelin("L 5"))
    game.give("airship-hit", 6, 1, ship="L 5", aim="gondola")
    records = [game.go("resolution", turn).next(die) for turn, die in ((1, 1), (2, 2), (3, 3))]
    heights = [said(record) for record in records]
    assert {throw.dice for record in records for throw in rolled(record)} == {"D3"}
    assert ["L 5 climbs" in heights[0], "L 5 dives" in heights[1], "L 5 keeps" in heights[2]] == [True] * 3


def test_8_8_fuel_goes_by_quarters_and_without_it_the_ship_drifts() -> None:
    game = Game(zeppelin("L 5"))
    for quarters in (1, 2, 3):
        game.give("airship-hit", 4, ship="L 5", aim="gondola")
        assert game["L 5"].count("fuel lost") == quarters
    assert "drifts with the wind" in said(game.give("airship-hit", 4, ship="L 5", aim="gondola"))
    assert (game["L 5"].has("control lost", "elevator"), game["L 5"].has("control lost", "rudder")) == (True, True)
    assert max_speed(game["L 5"]) == 0
    assert "tank is empty" in said(game.give("airship-hit", 4, ship="L 5", aim="gondola"))


def test_8_8_once_fuel_was_used_up_the_tank_hit_may_be_empty() -> None:
    """A quarter is gone: tank 1 is empty, tank 2 is hit, then tank 2 is empty too."""
    game = Game(zeppelin("L 5"))
    assert "tank is empty" in said(game.give("airship-hit", 4, 1, ship="L 5", aim="gondola", used=1))
    game.give("airship-hit", 4, 2, ship="L 5", aim="gondola")
    assert "tank is empty" in said(game.give("airship-hit", 4, 2, ship="L 5", aim="gondola"))
    assert game["L 5"].count("fuel lost") == 1
    game.give("airship-hit", 4, 4, ship="L 5", aim="gondola")
    assert "drifts with the wind" in said(game.give("airship-hit", 4, 4, ship="L 5", aim="gondola"))
    assert max_speed(game["L 5"]) == 0


def test_8_8_wireless_and_weapons() -> None:
    game = Game(zeppelin("L 5"))
    game.give("airship-hit", 9, ship="L 5", aim="gondola")
    game.give("airship-hit", 10, ship="L 5", aim="gondola")
    assert (game["L 5"].out["wireless"], game["L 5"].out["machine gun"]) == (True, True)
    assert "no weapon" in said(Game(zeppelin("L 5", weapons=[])).give("airship-hit", 10, ship="L 5", aim="gondola"))


@pytest.mark.parametrize("die", range(1, 8))
def test_8_8_hydrogen_burns_at_once_when_the_envelope_is_set_on_fire(die: int) -> None:
    game = Game(zeppelin("L 5"))
    game.give("airship-hit", die, 1, ship="L 5", aim="envelope")
    assert game["L 5"].fate == "destroyed T1: hydrogen on fire"


@pytest.mark.parametrize(("die", "helium"), [(1, True), (7, True), (8, False), (9, False), (10, False)])
def test_8_8_otherwise_a_cell_is_lost(die: int, helium: bool) -> None:
    game = Game(zeppelin("L 5", helium=helium))
    game.give("airship-hit", die, 5, ship="L 5", aim="envelope")
    assert (game["L 5"].afloat, game["L 5"].left("cells")) == (True, 15)
    assert "empty already" in said(game.give("airship-hit", 8, 5, ship="L 5", aim="envelope"))
    assert game["L 5"].left("cells") == 15


@pytest.mark.parametrize(("cells", "effect"), [
    (1, "no effect"), (3, "no effect"), (4, "may not climb"), (7, "may not climb"), (8, "must descend"), (11, "must descend"),
    (12, "uncontrollable dive"), (16, "uncontrollable dive"),
])  # fmt: skip
def test_8_8_what_lost_cells_mean(cells: int, effect: str) -> None:
    """Of sixteen: 3 are 18 %, 4 are 25, 8 are 50, 12 are 75."""
    record = Game(zeppelin("L 5")).give("rip", ship="L 5", cells=cells)
    assert effect in said(record).split(" · ")[-1]


def test_f15_the_share_of_cells_is_rounded_down() -> None:
    """4 of 17 are 23.5 %, 5 of 21 are 23.8."""
    assert "no effect" in said(Game(zeppelin("L 5", cells=17)).give("rip", ship="L 5", cells=4)).split(" · ")[-1]
    assert "no effect" in said(Game(zeppelin("L 5", cells=41)).give("rip", ship="L 5", cells=10)).split(" · ")[-1]
    up = Game(zeppelin("L 5", cells=17, climb=3), rules=[house(cells_rounded="up")])
    assert "no effect" in said(up.give("rip", ship="L 5", cells=4)).split(" · ")[-1]
    assert "may not climb" in said(
        Game(zeppelin("L 5", cells=41), rules=[house(cells_rounded="up")]).give("rip", ship="L 5", cells=10)
    )


def test_8_8_one_cell_is_made_good_by_dumping_everything() -> None:
    game = Game(zeppelin("L 5"))
    game.give("rip", ship="L 5", cells=4)
    assert "no effect" in said(game.give("dump", ship="L 5"))
    five = Game(zeppelin("L 5"))
    five.give("rip", ship="L 5", cells=5)
    assert "may not climb" in said(five.give("dump", ship="L 5"))
    game.refused("dump", because="dumped everything already", ship="L 5")
    game.give("airship-hit", 6, 6, ship="L 5", aim="gondola")
    other = Game(zeppelin("L 5"))
    other.give("airship-hit", 6, 6, ship="L 5", aim="gondola")
    other.refused("dump", because="cannot release ballast", ship="L 5")


SPREAD = "destroyed T2: the gondola fire spread to the envelope"


def burning(**card: Any) -> Game:
    """An airship with a fire in the gondola, and one engine fewer."""
    game = Game(zeppelin("L 5", **card))
    game.give("airship-hit", 3, 1, ship="L 5", aim="gondola")
    assert game["L 5"].has("gondola fire")
    return game.go("resolution", 1)


@pytest.mark.parametrize(("die", "fate", "burns"), [
    (1, "", False), (5, "", False), (6, "", True), (7, "", True), (8, SPREAD, False), (10, SPREAD, False),
])  # fmt: skip
def test_8_8_a_gondola_fire_goes_out_burns_on_or_spreads(die: int, fate: str, burns: bool) -> None:
    game = burning()
    game.next(die)
    assert (game["L 5"].fate, game["L 5"].has("gondola fire")) == (fate, burns)


def test_f51_a_gondola_that_burns_on_does_a_critical_on_the_gondola_column() -> None:
    game = burning()
    game.next(6)
    record = game.go("resolution", 2).next(9, 1)
    assert labels(record) == ["Airship critical hits", "Gondola fire in a Plotting Phase"]
    assert results(record) == ["communications", "out"]
    other = Game(zeppelin("L 5"), rules=[house(fire_critical_column="envelope")])
    other.give("airship-hit", 3, 1, ship="L 5", aim="gondola")
    other.go("resolution", 1).next(6)
    other.go("resolution", 2).next(9, 1, 1)
    assert other["L 5"].left("cells") == 15


@pytest.mark.parametrize(("rules", "burns"), [((), True), ([house(gondola_fire_helium=False)], False)])
def test_f37_a_gondola_burns_under_helium_too(rules: Any, burns: bool) -> None:
    game = Game(zeppelin("L 5", helium=True), rules=rules)
    game.give("airship-hit", 5, ship="L 5", aim="gondola")
    assert game["L 5"].has("gondola fire") == burns
    game.go("resolution", 1).next(*((8,) if burns else ()))
    assert (game["L 5"].afloat, game["L 5"].has("gondola fire")) == (True, burns)  # helium: it burns on, and does not spread
