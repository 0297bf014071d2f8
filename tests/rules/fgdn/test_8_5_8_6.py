"""8.5 and 8.6, both optional: equipment out of service and its repair; survivors and their rescue."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.repairs import may_break_down
from fleetbook.rules.fgdn.serviceability import rank, repair_percent
from fleetbook.testing import labels, said
from tests.rules.fgdn.scene import Game, house, ship


def lone(**card: Any) -> Game:
    """A ship with one searchlight forward and one turret beside her light battery: plant, searchlight, turret, battery."""
    turret = {"name": "A", "battery": "main", "gun": "12-inch", "barrels": 2, "arc": "FAPS"}
    return Game(ship("Ship", mounts=[turret], searchlights_forward=1, **card), serviceability="yes")


def test_f50_serviceability_is_off_unless_the_scenario_says_so() -> None:
    Game(ship("Ship")).refused("service", because="not in force", ship="Ship")


@pytest.mark.parametrize(("nation", "worst"), [("Great Britain", 5), ("Russia", 5), ("Turkey", 10), ("Chile", 10), ("Italy", 10)])
def test_8_5_a_d100_for_the_plant_each_sensor_and_each_weapon(nation: str, worst: int) -> None:
    game = lone(nation=nation)
    assert [part.name for part in may_break_down(game["Ship"])] == ["engineering", "forward searchlight", "A", "light battery"]
    game.give("service", worst, worst + 1, worst, 100, ship="Ship")
    assert (max_speed(game["Ship"]), game["Ship"].count("sensors lost", "forward searchlight")) == (15, 0)
    assert (game["Ship"].out["A"], game["Ship"].out["light battery"]) == (True, False)
    game.refused("service", because="equipment is checked", ship="Ship")


def test_8_5_equipment_is_checked_before_the_game() -> None:
    lone().go("plotting", 2).refused("service", because="before the first turn", ship="Ship")


@pytest.mark.parametrize(("nation", "place", "percents"), [
    ("Germany", "at sea", [25, 30, 35, 40]),
    ("Japan", "tender", [45, 50, 55, 60]),
    ("United States", "port", [55, 60, 65, 70]),
    ("France", "at sea", [15, 20, 25, 30]),
    ("Austria-Hungary", "port", [45, 50, 55, 60]),
    ("Spain", "airfield", [25, 30, 35, 40]),
])  # fmt: skip
def test_8_5_the_chance_of_a_repair(nation: str, place: str, percents: list[int]) -> None:
    game = lone()
    assert [repair_percent(game.battle, nation, hours, place) for hours in ("6", "12", "24", "48")] == percents


def test_8_5_ranks_of_navies() -> None:
    game = lone()
    first = {
        nation
        for nation in ("United States", "Great Britain", "Germany", "Japan", "Russia")
        if rank(game.battle, nation) == "first"
    }
    assert len(first) == 5
    assert {rank(game.battle, nation) for nation in ("Austria-Hungary", "Turkey", "France", "Italy", "Brazil")} == {"second"}


def test_8_5_breakdowns_are_repaired_after_the_battle() -> None:
    game = lone()
    game.give("service", 5, 100, 5, 100, ship="Ship")
    game.refused("breakdown-repair", because="end the battle first", ship="Ship", hours="6")
    game.give("end", reason="night falls")
    record = game.give("breakdown-repair", 25, 26, ship="Ship", hours="6")
    assert labels(record) == ["repair engineering, 25 %", "repair A, 25 %"]
    assert (max_speed(game["Ship"]), game["Ship"].out["A"]) == (20, True)
    game.refused("breakdown-repair", because="airfield repairs aircraft", ship="Ship", hours="48", place="airfield")
    record = game.give("breakdown-repair", 41, ship="Ship", hours="48")
    assert "A cannot be repaired at sea" in said(record)
    game.refused("breakdown-repair", because="48-hour mark", ship="Ship", hours="48")


def test_8_5_what_broke_down_is_not_repaired_as_damage() -> None:
    game = lone()
    game.give("service", 100, 100, 5, 100, ship="Ship")
    game.give("end", reason="night falls")
    assert labels(game.give("repair", ship="Ship", hours="6")) == []


def test_8_5_a_damaged_aircraft_is_repaired_by_the_same_table() -> None:
    game = Game(ship("Ship"), aircraft_damage="yes")
    game.give("aircraft-hit", 7, aircraft="Short 184")
    game.refused("aircraft-repair", because="end the battle first", aircraft="Short 184", nation="Great Britain", hours="6")
    game.give("end", reason="night falls")
    game.refused("aircraft-repair", because="is not damaged", aircraft="Baby", nation="Great Britain", hours="6")
    game.give("aircraft-repair", 36, aircraft="Short 184", nation="Great Britain", hours="6", place="airfield")
    assert game.fact("", "aircraft", "Short 184") == "heavy"
    game.give("aircraft-repair", 40, aircraft="Short 184", nation="Great Britain", hours="12", place="airfield")
    assert game.fact("", "aircraft", "Short 184") is None


def lost(crew: int = 800, **settings: Any) -> Game:
    """A ship that capsized in the fourth turn, 1230, of a battle in which survivors count."""
    game = Game(ship("Ship", points=4000, crew=crew), ship("Other"), start="1221", rescue="yes", **settings)
    game.burn("Ship", 6, 6, 6, kind="flooding")
    game.go("resolution", 4).next(1, 5, 1, *((4,) if crew else ()))
    assert game["Ship"].fate == "sunk T4: capsized"
    return game


def survivors(*dice: int, crew: int = 800, **inputs: Any) -> int:
    """How many survive of a ship of unknown crew that capsized."""
    game = lost(0)
    game.give("survivors", *dice, ship="Ship", crew=crew, **inputs)
    return int(game.fact("", "survivors", "Ship") or 0)


def test_f50_rescue_is_off_unless_the_scenario_says_so() -> None:
    Game(ship("Ship")).refused("survivors", because="not in force", ship="Foe", crew=5)


def test_8_6_survivors_are_counted_by_themselves_as_the_next_turn_begins() -> None:
    """A 4: 40 % of 800 men."""
    game = lost()
    assert game.fact("", "survivors", "Ship") == 320
    game.refused("survivors", because="survivors are counted", ship="Ship")
    game.refused("survivors", because="Other is afloat", ship="Other")


def test_8_6_a_die_for_the_share_of_the_crew() -> None:
    assert survivors(4) == 320
    assert survivors(1) == 80
    assert survivors(6, loss="exploded") == 50  # 48, to the nearest ten


def test_f43_a_ship_near_multiplies_the_survivors() -> None:
    assert survivors(4, near="yes") == 380  # 384
    assert survivors(6, crew=10, near="yes") == 7  # 7.2


def test_8_6_a_stationary_ship_within_250_yards_is_told() -> None:
    game = lost(0)
    (result,) = game.journal.results(game.give("survivors", 4, ship="Ship", crew=800, near="yes"))
    assert result.means.endswith("A ship lay still within 250 yards.")


@pytest.mark.parametrize(("crew", "die", "men"), [(100, 1, 10), (70, 1, 7), (120, 1, 10), (250, 1, 30), (245, 1, 20), (1, 4, 0)])
def test_f15_numbers_above_ten_are_to_the_nearest_ten(crew: int, die: int, men: int) -> None:
    """12 becomes 10 and 25 becomes 30, as printed."""
    assert survivors(die, crew=crew) == men


@pytest.mark.parametrize(("men", "size"), [(9, "G"), (10, "E"), (30, "E"), (40, "D"), (90, "D"), (100, "C")])
def test_f43_sizes_of_groups_of_survivors(men: int, size: str) -> None:
    game = lost(0)
    record = game.give("survivors", 1, ship="Ship", crew=men * 10)
    assert f"sighted as size {size} without a wake, at 1/2 of the range" in said(record)


def test_8_6_the_crew_of_an_aircraft() -> None:
    game = Game(ship("Ship"), rescue="yes")
    game.give("aircrew", aircraft="Baby", kind="small", men=1)
    game.give("aircrew", aircraft="Felixstowe", kind="medium or large", men=12)
    game.refused("aircrew", because="in the water already", aircraft="Baby", kind="small", men=2)
    assert (game.fact("", "survivors", "Baby"), game.fact("", "survivors", "Felixstowe")) == (1, 10)


@pytest.mark.parametrize(("kind", "most"), [("small", 3), ("medium or large", 12), ("passenger", 99)])
def test_8_6_an_aircraft_has_no_more_men_than_its_kind(kind: str, most: int) -> None:
    game = Game(ship("Ship"), rescue="yes")
    game.unreadable("aircrew", "men", aircraft="Baby", kind=kind, men=most + 1)
    game.give("aircrew", aircraft="Baby", kind=kind, men=most)


@pytest.mark.parametrize(
    ("sea", "die", "men"), [("2", 5, 30), ("2", 6, 30), ("0", 1, 10), ("4", 5, 20), ("4", 2, 0), ("7", 5, 0)]
)
def test_8_6_a_ship_picks_up_half_a_die_of_tens(sea: str, die: int, men: int) -> None:
    """One off the die for each sea state over 2; halves are rounded up (F40)."""
    game = lost(sea=sea).go("movement", 5)
    game.give("set", ship="Other", condition="speed", value="0")
    game.give("pick-up", die, ship="Other", group="Ship")
    assert (game.fact("", "survivors", "Ship"), game["Other"].count("survivors aboard")) == (320 - men, men)
    game.refused("pick-up", because="has picked up men this turn", ship="Other", group="Ship")


def test_f40_half_a_die_may_be_read_downwards() -> None:
    game = lost(rules=[house(half_die_rounded="down")]).go("movement", 5)
    game.give("set", ship="Other", condition="speed", value="0")
    game.give("pick-up", 5, ship="Other", group="Ship")
    assert game["Other"].count("survivors aboard") == 20


def test_8_6_who_picks_up_lies_still_and_has_room() -> None:
    game = lost().go("movement", 5)
    game.refused("pick-up", because="must lie still", ship="Other", group="Ship")


def test_8_6_a_ship_holds_as_many_as_her_own_crew() -> None:
    game = Game(ship("Ship", points=4000), ship("Other", crew=20), start="1221", rescue="yes")
    game.burn("Ship", 6, 6, 6, kind="flooding")
    game.go("resolution", 4).next(1, 5, 1, 4)
    game.give("set", ship="Other", condition="speed", value="0")
    game.go("movement", 5).give("pick-up", 6, ship="Other", group="Ship")
    assert game["Other"].count("survivors aboard") == 20
    game.go("movement", 6).refused("pick-up", because="Other is full", ship="Other", group="Ship")


def test_8_6_a_flying_boat_picks_up_ten_in_some_turns() -> None:
    game = lost().go("movement", 5)
    record = game.give("flying-boat", 2, group="Ship")
    assert "until 1239" in said(record)
    game.refused("flying-boat", because="is with the survivors", group="Ship")
    game.go("movement", 6)
    assert game.fact("", "survivors", "Ship") == 320
    game.go("movement", 7)
    assert game.fact("", "survivors", "Ship") == 310


def test_8_6_survivors_drift_after_six_hours() -> None:
    game = lost()
    game.refused("drift", because="only after 6 hours", group="Ship", hours=6)
    record = game.give("drift", 3, 12, group="Ship", hours=7)
    assert "drift at 3 kt towards 000 degrees" in said(record)
