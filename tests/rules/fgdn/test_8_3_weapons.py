"""Critical hits on weapons (8.3): main battery and magazines, casemates and their chain, other weapons, torpedo mounts."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.rendering import ship_card
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import batch, critical, duel, gun, labels, moltke, mount, tiger
from tests.rules.fgdn.scene import Game, Line, house, ship, small, unless, weapons_left

TABLES = RULESET.tables
TURRETS = [mount(name) for name in "ABQX"]
SIX_INCH = gun("6-inch", mm=152, he_damage=11)


def column(table: str, name: str, faces: range) -> list[Any]:
    """The result of each face of a table's die."""
    rows = TABLES.table(table).faces(name)
    return [next(row.result for row in rows if face in row.span) for face in faces]


def test_every_cell_of_the_surface_columns() -> None:
    letters = {
        "major": "M*M*M*C*C*O*O*O*O*E*E*F*F*F*f*f*f*S B*R*", "minor": "M*M*M*O O O O O O E*E*F*F*F*f*f*f*S B*R*",
        "aviation": "K*K*K*O O A*A*a a E*E*F F F f*f*f*S*B*R*", "merchant": "c c c c c c c W W E E F F F f f f S B R ",
        "small craft": "W W W W W P P T T E E L L L f f f S B P ", "small cargo": "w w w c c c c T T E E L L L f f f S B P ",
    }  # fmt: skip
    names = {
        "M": "Main Battery", "C": "Casemate", "O": "Other Weapon", "E": "Engineering", "F": "Flooding", "f": "Fire",
        "B": "Bridge",
        "S": "Sensor/Comms", "R": "Rudder", "K": "Flight Deck", "A": "Ammo/Fuel", "a": "Aircraft", "c": "Cargo", "W": "Weapon",
        "P": "Personnel", "T": "Fuel Tank", "L": "Flotation", "w": "Weapon or Cargo",
    }  # fmt: skip
    for target, text in letters.items():
        wanted = [names[text[i]] + text[i + 1].strip() for i in range(0, 40, 2)]
        assert column("critical_hits", target, range(1, 21)) == wanted, target


def test_f11_the_critical_table_has_ten_columns() -> None:
    assert len(TABLES.table("critical_hits").columns.labels) == 10


# -- main battery


def test_main_battery_1_or_2_is_fire_control_and_3_to_10_a_mount() -> None:
    assert column("battery_hit", "hit", range(1, 11)) == ["fire control"] * 2 + ["mount"] * 8


def test_a_9_or_10_explodes_the_magazine() -> None:
    assert column("magazine", "result", range(1, 11)) == ["safe"] * 8 + ["explodes"] * 2


def test_a_mount_is_drawn_among_all_and_put_out() -> None:
    game = duel()
    critical(game, "Tiger", "Main Battery*", 3, 2, 8)
    assert weapons_left(game["Tiger"]) == ["A", "Q", "X", "light battery"]
    assert game["Tiger"].fit


def test_f21_a_mount_that_is_out_already_makes_no_magazine_roll() -> None:
    game = duel()
    critical(game, "Tiger", "Main Battery*", 3, 2, 8)
    record = critical(game, "Tiger", "Main Battery*", 10, 2)
    assert "out of action already" in said(record)


def test_the_magazine_destroys_the_ship_at_once_and_hurts_those_within_300_yards() -> None:
    game = Game(tiger(), ship("Friend"), blue=[moltke()]).go("planned-fire")
    record = critical(game, "Tiger", "Main Battery*", 3, 1, 9)
    assert game["Tiger"].fate == "sunk T1: magazine explosion"
    assert "within 300 yds of Tiger take 40 points" in said(record)
    game.refused("blast", because="does not reach 301", exploded="Tiger", ship="Friend", yards=301)
    game.give("blast", 1, exploded="Tiger", ship="Friend", yards=300)
    assert game["Friend"].points_left == 400 - 40
    game.refused("blast", because="has taken the blast", exploded="Tiger", ship="Friend", yards=100)
    game.refused("blast", because="did not blow up", exploded="Friend", ship="Moltke", yards=100)


def test_flooded_magazines_do_not_explode() -> None:
    game = duel()
    game.give("set", ship="Tiger", condition="magazines flooded", value="yes")
    critical(game, "Tiger", "Main Battery*", 3, 1)
    assert game["Tiger"].out["A"]


def test_fire_control_a_director_is_lost_and_with_the_last_the_guns_go_local() -> None:
    game = duel(tiger(main_directors=2))
    critical(game, "Tiger", "Main Battery*", 1)
    assert not game["Tiger"].has("local", "main")
    critical(game, "Tiger", "Main Battery*", 2)
    assert game["Tiger"].has("local", "main")
    assert "no fire control left" in said(critical(game, "Tiger", "Main Battery*", 2))


NATIONAL = {
    "Austria-Hungary": [(1914, 1, 1915, 8, 1), (1915, 9, 1918, 12, 0)],
    "France": [(1914, 1, 1918, 12, 1)],
    "Germany": [(1914, 1, 1915, 4, 1), (1915, 5, 1918, 12, 0)],
    "Great Britain": [(1914, 1, 1916, 8, 2), (1916, 9, 1917, 8, 1), (1917, 9, 1918, 12, 0)],
    "Italy": [(1914, 1, 1917, 12, 1), (1918, 1, 1918, 12, 0)],
    "Japan": [(1914, 1, 1918, 12, 1)],
    "Russia": [(1914, 1, 1918, 12, 0)],
    "United States": [(1914, 1, 1918, 12, 0)],
}


@pytest.mark.parametrize("nation", NATIONAL)
def test_f41_every_navy_and_third_of_a_year(nation: str) -> None:
    """Early is January to April, mid May to August, late September to December."""
    months, magazines = TABLES.table("thirds_of_the_year"), TABLES.table("national_magazines")
    for first, month, last, end, value in NATIONAL[nation]:
        for count in range(12 * first + month, 12 * last + end + 1):
            year, number = divmod(count - 1, 12)
            assert magazines.cell(nation, f"{year} {months.text(number + 1, 'third')}") == value


def magazine(die: int, date: str = "1916-05-31", option: str = "yes", **card: Any) -> bool:
    """Whether Tiger's magazine explodes by this die."""
    game = duel(tiger(**card), national_magazines=option, date=date)
    critical(game, "Tiger", "Main Battery*", 3, 1, die)
    return bool(game["Tiger"].fate)


@pytest.mark.parametrize(
    ("date", "explodes_from"),
    [("1916-05-31", 7), ("1916-09-01", 8), ("1917-10-01", 9), ("1913-06-01", 9), ("1919-01-01", 9), ("", 9)],
)
def test_f41_the_modifier_by_the_date_of_the_battle_and_none_outside_1914_to_1918(date: str, explodes_from: int) -> None:
    assert [magazine(die, date) for die in (explodes_from - 1, explodes_from)] == [False, True]


def test_national_modifiers_are_for_sizes_a_to_c_and_an_option() -> None:
    assert (magazine(7), magazine(7, option="no"), magazine(7, size="D"), magazine(7, size="C")) == (True, False, False, True)
    assert magazine(7, nation="Germany") is False


# -- casemates


def cruiser(**card: Any) -> Line:
    """Six casemate guns on the starboard side, two on the port."""
    guns = [mount(f"s{n}", "casemate", "6-inch", 1) for n in range(1, 7)]
    guns += [mount(f"p{n}", "casemate", "6-inch", 1, casemate="port") for n in (1, 2)]
    return tiger(guns=[gun(), SIX_INCH], mounts=[mount("A"), *guns], casemate_directors=1, **card)


def out(game: Game) -> list[str]:
    return [gun.name for gun in game["Tiger"].card.mounts if game["Tiger"].out[gun.name]]


def test_a_casemate_gun_is_out_and_its_ready_ammunition_does_twice_the_he_damage() -> None:
    game = duel(cruiser())
    critical(game, "Tiger", "Casemate*", 3, 2, 8)
    assert (out(game), game["Tiger"].following) == (["s2"], ())
    record = critical(game, "Tiger", "Casemate*", 10, 7, 9, 2, 2)
    assert out(game) == ["s2", "p1"]
    assert [hit.points for hit in game["Tiger"].following] == [22]
    assert labels(record)[-1] == "guns beside it"


def test_every_cell_of_the_casemate_chain() -> None:
    assert column("casemate_chain", "guns", range(2, 13)) == [0] * 4 + [1] * 3 + [2] * 3 + [3]


def test_the_chain_goes_on_while_ammunition_explodes() -> None:
    """s3 explodes and takes two, of which the first explodes and takes one more."""
    game = duel(cruiser())
    critical(game, "Tiger", "Casemate*", 3, 3, 9, 5, 5, 10, 3, 4, 8, 8)
    assert out(game) == ["s1", "s2", "s3", "s4"]
    assert [hit.points for hit in game["Tiger"].following] == [22, 22]


def test_f21_a_chain_stops_at_the_guns_standing_in_that_casemate() -> None:
    game = duel(cruiser())
    critical(game, "Tiger", "Casemate*", 3, 7, 9, 6, 6, 8)
    assert out(game) == ["p1", "p2"]
    assert "already" in said(critical(game, "Tiger", "Casemate*", 3, 7))


def test_f69_the_chain_reaches_the_nearest_guns_on_the_card() -> None:
    """s1 explodes: a 9 takes the two next to her."""
    game = duel(cruiser())
    critical(game, "Tiger", "Casemate*", 3, 1, 9, 4, 5, 8, 8)
    assert out(game) == ["s1", "s2", "s3"]


def test_f69_the_guns_that_the_chain_reaches_may_be_drawn_by_house_rule() -> None:
    """Of the five others of her casemate the fifth, then of the four that are left the third."""
    game = duel(cruiser(), rules=[house(chain_reaches="drawn")])
    critical(game, "Tiger", "Casemate*", 3, 1, 9, 4, 5, 5, 3, 8, 8)
    assert out(game) == ["s1", "s4", "s6"]


def test_f57_picric_acid_counts_for_ready_ammunition_and_in_the_chain() -> None:
    game = duel(cruiser(), picric_casemates="yes")
    critical(game, "Tiger", "Casemate*", 3, 7, 8, 3, 3, 8, 2, 2)
    assert len(game["Tiger"].following) == 2
    german = duel(cruiser(nation="Germany"), picric_casemates="yes")
    critical(german, "Tiger", "Casemate*", 3, 7, 8)
    assert german["Tiger"].following == ()


def test_the_picric_navies() -> None:
    table = TABLES.table("picric_navies")
    assert {row: table.cell(row, "modifier") for row in table.rows.labels} == {
        "France": 1, "Great Britain": 1, "Italy": 1, "Japan": 1,
    }  # fmt: skip


def test_casemate_fire_control() -> None:
    game = duel(cruiser())
    critical(game, "Tiger", "Casemate*", 2)
    assert game["Tiger"].has("local", "casemate")
    name, card = cruiser()
    bare = duel((name, {**card, "casemate_directors": 0}))
    assert "no fire control left" in said(critical(bare, "Tiger", "Casemate*", 2))


def test_f18_ready_ammunition_is_a_batch_of_its_own() -> None:
    """60 points on 501 first; then the 22 of the explosion over what is left after them."""
    game = duel(cruiser())
    record = batch(game, "Tiger", 60, 5, 4, 3, 1, 9, 2, 2)
    assert game["Tiger"].points_left == 501 - 60
    game.give("following", 1, ship="Tiger")
    assert game["Tiger"].points_left == 501 - 60 - 22
    assert "Tiger: critical hit" in labels(record)


# -- other weapons


def test_other_weapons_are_all_but_main_battery_and_casemates() -> None:
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 2, "warhead": 40}
    light = {"name": "light", "kind": "light", "strength": 3}
    mounts = [
        mount("A"),
        mount("sec", "secondary", "6-inch"),
        mount("ter", "tertiary", "6-inch"),
        mount("cas", "casemate", "6-inch"),
    ]
    game = duel(tiger(guns=[gun(), SIX_INCH], mounts=mounts, weapons=[tubes, light]))
    critical(game, "Tiger", "Other Weapon*", 1)
    critical(game, "Tiger", "Other Weapon*", 2)
    critical(game, "Tiger", "Other Weapon*", 3, 8)
    critical(game, "Tiger", "Other Weapon*", 4)
    assert weapons_left(game["Tiger"]) == ["A", "cas", "light"]
    assert "already" in said(critical(game, "Tiger", "Other Weapon*", 1))


def test_a_ship_without_such_weapons_ignores_it() -> None:
    game = duel(tiger(weapons=[]))
    assert "no such weapon" in said(critical(game, "Tiger", "Other Weapon*"))
    assert "no casemate guns" in said(critical(game, "Tiger", "Casemate*"))


def test_f48_a_light_battery_loses_a_third_each_time_and_three_hits_silence_it() -> None:
    game = duel()
    for hits in (1, 2, 3):
        critical(game, "Tiger", "Other Weapon*")
        assert game["Tiger"].count("strength lost", "light battery") == hits
        assert game["Tiger"].out["light battery"] is (hits == 3)
    assert "already" in said(critical(game, "Tiger", "Other Weapon*"))


def test_8_3_the_card_shows_what_is_destroyed_and_what_is_whole() -> None:
    game = duel(tiger(mounts=[mount("A"), mount("B")]))
    game.give("set", ship="Tiger", condition="out: A", value="yes")
    shown = {system.label: system.state for system in ship_card(game["Tiger"]).systems}
    assert shown == {"A": "destroyed", "B": "sound", "light battery": "sound"}


def test_f49_half_the_weapons_warheads() -> None:
    """3 x 45 / 2 = 67.5, 67."""
    game = duel(tiger(weapons=[{"name": "tubes", "kind": "torpedo", "warheads": 3, "warhead": 45}]))
    critical(game, "Tiger", "Other Weapon*", 9)
    assert [(hit.points, hit.kind) for hit in game["Tiger"].following] == [(67, "explosion")]


def test_f49_what_was_launched_does_not_explode() -> None:
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 3, "warhead": 45}
    for reading, points in ((True, 22), (False, 67)):
        game = Game(tiger(weapons=[tubes]), blue=[moltke()], rules=unless(True, ordnance_left_explodes=reading)).go("movement")
        game.give("launch", ship="Tiger", weapon="tubes", number=2)
        game.refused("launch", because="has 1 left", ship="Tiger", weapon="tubes", number=2)
        critical(game, "Tiger", "Other Weapon*", 9)
        assert [hit.points for hit in game["Tiger"].following] == [points]


def test_a_mount_that_has_fired_all_its_weapons_does_not_explode() -> None:
    game = Game(tiger(weapons=[{"name": "tubes", "kind": "torpedo", "warheads": 2, "warhead": 45}]), blue=[moltke()]).go(
        "movement"
    )
    game.give("launch", ship="Tiger", number=2)
    assert critical(game, "Tiger", "Other Weapon*").faces == ()


def test_a_submerged_tube_floods_and_its_damage_is_under_water_past_any_protection() -> None:
    tube = {"name": "tube", "kind": "torpedo", "warheads": 2, "warhead": 40, "submerged": True}
    game = duel(tiger(weapons=[tube], underwater=90))
    critical(game, "Tiger", "Other Weapon*", 10, 4)
    assert [(hit.points, hit.kind) for hit in game["Tiger"].following] == [(30, "flooding"), (40, "torpedo")]
    assert game.percents("Tiger", "flooding") == [6]
    assert game["Tiger"].count("protection used", "port") == 0


def test_weapon_draws_among_all_mounts_and_follows_each_one_s_own_rule() -> None:
    game = duel(tiger(mounts=[mount("A")]))
    critical(game, "Tiger", "Weapon", 1, 9)
    assert game["Tiger"].fate
    again = duel(tiger(mounts=[mount("A")]))
    critical(again, "Tiger", "Weapon", 2)
    assert again["Tiger"].count("strength lost", "light battery") == 1


def test_weapon_of_an_unarmed_cargo_craft_is_cargo() -> None:
    hold = {"name": "well", "contents": "general supplies", "amount": 40}
    lighter = Game(small("Lighter", cargo_craft=True, weapons=[], holds=[hold]), blue=[moltke()])
    critical(lighter, "Lighter", "", 1, column="small cargo")
    assert lighter["Lighter"].count("cargo lost", "well") == 10
    armed = Game(small("Lighter", cargo_craft=True, holds=[hold]), blue=[moltke()])
    critical(armed, "Lighter", "", 1, column="small cargo")
    assert armed["Lighter"].count("strength lost", "machine gun") == 1
