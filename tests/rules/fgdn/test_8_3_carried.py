"""Critical hits on aircraft and cargo (8.3): planes, aviation stores, flight decks, and cargo by its table."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.ship import may_land, may_launch
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import batch, critical, fire, labels, tiger
from tests.rules.fgdn.scene import Game, Line, ship, small, unless

TABLES = RULESET.tables


def column(table: str, name: str, faces: range) -> list[Any]:
    """The result of each face of a table's die."""
    rows = TABLES.table(table).faces(name)
    return [next(row.result for row in rows if face in row.span) for face in faces]


def carrier(**card: Any) -> Line:
    """A carrier of 1918 with six aircraft."""
    return ship(
        "Carrier", **{"kind": "carrier", "size": "B", "points": 200, "belt": 0, "deck": 0, "aircraft": 6, "year": 1918, **card}
    )


def sea(line: Line | None = None, **settings: Any) -> Game:
    return Game(ship("Foe 2"), blue=[line or carrier()], **settings)


# -- aircraft


@pytest.mark.parametrize(("die", "fires"), [(2, []), (3, [1]), (6, [4])])
def test_f38_a_burning_plane_is_the_d6_as_printed_less_2(die: int, fires: list[int]) -> None:
    """Under 1: no fire. A ship of 1900 would use 2D6+2 for any other fire."""
    game = sea(carrier(year=1900))
    critical(game, "Carrier", "Aircraft", die, column="aviation")
    assert game["Carrier"].count("aircraft lost") == 1
    assert game.percents("Carrier") == fires


def test_no_aircraft_left_to_lose() -> None:
    game = sea(carrier(aircraft=0))
    assert "no aircraft" in said(critical(game, "Carrier", "Aircraft", column="aviation"))


def armed(game: Game, fact: str = "aircraft armed", value: str = "yes") -> Game:
    game.give("set", ship="Carrier", condition=fact, value=value)
    return game


@pytest.mark.parametrize(("die", "percent", "explodes"), [(3, 5, False), (4, 6, True), (6, 8, True)])
def test_armed_aircraft_add_2_and_explode_at_6_per_cent(die: int, percent: int, explodes: bool) -> None:
    """Two thirds of 31 points are 20."""
    game = armed(sea(carrier(ordnance=31), armed_aircraft="yes"))
    critical(game, "Carrier", "Aircraft", die, column="aviation")
    assert game.percents("Carrier") == [percent]
    assert [(hit.points, hit.penetrated) for hit in game["Carrier"].following] == ([(20, True)] if explodes else [])


def test_f18_aircraft_ordnance_does_not_pierce_an_armoured_ship() -> None:
    game = armed(sea(carrier(ordnance=30, belt=5), armed_aircraft="yes"))
    critical(game, "Carrier", "Aircraft", 6, column="aviation")
    assert [hit.penetrated for hit in game["Carrier"].following] == [False]


@pytest.mark.parametrize(("die", "percent", "explodes"), [(3, 2, False), (4, 3, True), (6, 4, True)])
def test_8_3_f62_armed_aircraft_explode_by_the_roll_and_not_by_its_half(die: int, percent: int, explodes: bool) -> None:
    """By a hit that did not penetrate: 4 + 2 is a six, the fire is halved to 3 %."""
    game = armed(sea(carrier(ordnance=30), armed_aircraft="yes"))
    critical(game, "Carrier", "Aircraft", die, column="aviation", penetrated=False)
    assert game.percents("Carrier") == [percent]
    assert [hit.points for hit in game["Carrier"].following] == ([20] if explodes else [])


def test_8_3_f62_armed_aircraft_explode_by_the_roll_of_light_guns_too() -> None:
    """A 6 is 8: 4 % by guns of 76 mm or less."""
    game = armed(sea(carrier(ordnance=30), armed_aircraft="yes"))
    critical(game, "Carrier", "Aircraft", 6, column="aviation", mm=76)
    assert game.percents("Carrier") == [4]
    assert [hit.points for hit in game["Carrier"].following] == [20]


def test_f50_armed_and_parked_aircraft_are_options() -> None:
    game = armed(armed(sea(carrier(ordnance=30))), "aircraft parked")
    critical(game, "Carrier", "Aircraft", 6, column="aviation")
    assert game.percents("Carrier") == [4]
    assert (game["Carrier"].following, game["Carrier"].count("aircraft lost")) == ((), 1)


def test_parked_aircraft_up_to_four_others_at_a_quarter_by_fire() -> None:
    game = armed(sea(parked_aircraft="yes"), "aircraft parked")
    critical(game, "Carrier", "Aircraft", 6, 25, 1, 26, 100, 25, 6, column="aviation")
    assert game["Carrier"].count("aircraft lost") == 3
    assert game.percents("Carrier") == [4, 4]


def test_parked_aircraft_at_a_half_by_an_explosion_and_none_without_fire() -> None:
    game = armed(armed(sea(carrier(aircraft=2), parked_aircraft="yes", armed_aircraft="yes")), "aircraft parked")
    critical(game, "Carrier", "Aircraft", 6, 50, 1, column="aviation")
    assert game["Carrier"].count("aircraft lost") == 2
    quiet = armed(sea(parked_aircraft="yes"), "aircraft parked")
    critical(quiet, "Carrier", "Aircraft", 1, column="aviation")


def test_8_3_of_planes_closely_parked_up_to_four_are_hit_at_half_the_chance_of_the_first() -> None:
    """A chance of 45 %: 22 % for each of four others; planes that do not burn spread nothing."""
    game = armed(sea(parked_aircraft="yes"), "aircraft parked").go("movement")
    record = game.give("deck-planes", 1, 22, 2, 23, 22, 1, 100, ship="Carrier", percent=45)
    assert labels(record)[1] == "plane 1 parked near by is hit, 22 %"
    assert game["Carrier"].count("aircraft lost") == 3


def test_8_3_planes_that_stand_apart_are_hit_one_at_a_time() -> None:
    for game in (sea(parked_aircraft="yes"), armed(sea(), "aircraft parked")):
        game.go("reaction-fire").give("deck-planes", 1, ship="Carrier")
        assert game["Carrier"].count("aircraft lost") == 1


def test_8_3_no_more_planes_are_hit_than_there_are() -> None:
    game = armed(sea(carrier(aircraft=2), parked_aircraft="yes"), "aircraft parked").go("movement")
    game.refused("deck-planes", because="no planes aboard", ship="Foe 2")
    game.give("deck-planes", 1, 50, 1, ship="Carrier", percent=100)
    game.refused("deck-planes", because="no ship has planes aboard", ship="Carrier")


# -- aviation stores


def test_ammo_fuel_1_to_3_is_the_magazine_which_explodes_on_9_or_10() -> None:
    assert column("aviation_stores", "hit", range(1, 11)) == ["magazine"] * 3 + ["fuel"] * 7
    safe = sea()
    critical(safe, "Carrier", "Ammo/Fuel*", 3, 8, column="aviation")
    assert safe["Carrier"].fit
    lost = sea()
    critical(lost, "Carrier", "Ammo/Fuel*", 1, 9, column="aviation")
    assert lost["Carrier"].fate.endswith("magazine explosion")


def test_aviation_fuel_adds_2_and_purging_puts_it_out_for_good() -> None:
    game = sea()
    critical(game, "Carrier", "Ammo/Fuel*", 4, 3, column="aviation")
    critical(game, "Carrier", "Fire*", 1, column="aviation")
    assert game.percents("Carrier") == [7, 3]
    game.give("purge", ship="Carrier")
    assert game.percents("Carrier") == [3]
    assert "are flooded" in said(critical(game, "Carrier", "Ammo/Fuel*", column="aviation"))
    game.refused("purge", because="are purged", ship="Carrier")
    game.refused("purge", because="no aviation stores", ship="Foe 2")


# -- flight deck


def test_flight_deck_forward_no_launching_aft_no_landing() -> None:
    assert column("flight_deck", "where", range(1, 7)) == ["forward"] * 2 + ["amidships"] * 2 + ["aft"] * 2
    for die, launch, land in ((1, False, True), (3, True, True), (6, True, False)):
        game = sea()
        critical(game, "Carrier", "Flight Deck*", die, 5, column="aviation")
        assert (may_launch(game["Carrier"]), may_land(game["Carrier"])) == (launch, land)


def test_planes_in_the_hangar_are_hit_on_6_to_10() -> None:
    assert column("hangar", "hit", range(1, 11)) == ["no damage"] * 5 + ["aircraft hit"] * 5
    game = sea()
    critical(game, "Carrier", "Flight Deck*", 3, 6, 2, 1, 1, column="aviation")
    assert game["Carrier"].count("aircraft lost") == 2


def test_an_armoured_deck_keeps_what_does_not_pierce_it_from_the_hangar() -> None:
    game = sea(carrier(armoured_deck=True))
    critical(game, "Carrier", "Flight Deck", 3, column="aviation", penetrated=False)
    critical(game, "Carrier", "Flight Deck", 3, 1, column="aviation")


def test_planes_stowed_where_the_deck_is_hit() -> None:
    game = armed(sea(), "aircraft stowed", "aft")
    critical(game, "Carrier", "Flight Deck*", 5, 1, 1, 5, column="aviation")
    assert game["Carrier"].count("aircraft lost") == 1
    critical(game, "Carrier", "Flight Deck*", 1, 5, column="aviation")


@pytest.mark.parametrize(("pounds", "pierces", "hits"), [(100, 1, 1), (99, 1, 0), (500, 0, 0)])
def test_8_1_2_each_heavy_bomb_hits_the_flight_deck(pounds: int, pierces: int, hits: int) -> None:
    game = sea(carrier(deck=2)).go("planned-fire")
    game.give("bombs", target="Carrier", points=2, penetration=3 * pierces, pounds=pounds, hits=2)
    assert [hit.automatic for hit in game["Carrier"].held] == [("Flight Deck",) * hits] * 2


@pytest.mark.parametrize(("kind", "reading", "hits"), [("bomb", False, 1), ("skip bomb", False, 0), ("skip bomb", True, 1)])
def test_8_1_2_f68_a_skip_bomb_strikes_the_belt_and_opens_no_flight_deck(kind: str, reading: bool, hits: int) -> None:
    game = Game(ship("Foe 2"), blue=[carrier()], rules=unless(False, skip_bomb_opens_deck=reading)).go("planned-fire")
    game.give("bombs", target="Carrier", kind=kind, points=2, penetration=3, pounds=200)
    assert [hit.automatic for hit in game["Carrier"].held] == [("Flight Deck",) * hits]


@pytest.mark.parametrize(("reading", "again"), [("turn", False), ("phase", True)])
def test_8_1_2_f67_heavy_shells_may_hit_the_flight_deck_once_a_turn(reading: str, again: bool) -> None:
    """Each turn of shellfire: in Planned Fire, not a second time in Reaction Fire, and again in the next turn."""
    game = Game(ship("Foe 2"), blue=[carrier()], rules=unless("turn", deck_shells_each=reading))
    thrown = []
    for phase, turn in (("planned-fire", 1), ("reaction-fire", 1), ("planned-fire", 2)):
        game.go(phase, turn)
        game.give("shells", target="Carrier", mm=120, points=2, penetration=3, band="long")
        record = game.journal.propose(game.draft("damage", ship="Carrier").order())
        thrown.append(any(label.startswith("shells hit") for label in labels(record)))
        game.give("damage", *((1, 4) if thrown[-1] else (1,)), ship="Carrier")
    assert thrown == [True, again, True]


@pytest.mark.parametrize(("yards", "die", "hit"), [(15000, 3, True), (15000, 4, False), (20000, 6, True), (20000, 7, False)])
def test_8_1_2_heavy_shells_from_afar_may_hit_the_flight_deck(yards: int, die: int, hit: bool) -> None:
    game = Game(tiger(), blue=[carrier(points=2000)]).go("planned-fire")
    fire(game, target="Carrier", range=yards, hits="2")
    record = game.give("damage", 1, die, *((3, 1) if hit else ()), ship="Carrier")
    assert (game["Carrier"].count("flight deck", "amidships") == 1) is hit
    assert labels(record)[1].startswith("shells hit Carrier's flight deck")


def test_8_1_2_no_flight_deck_die_by_shells_under_120_mm() -> None:
    game = sea(carrier(points=2000)).go("planned-fire")
    game.give("shells", target="Carrier", mm=119, points=20, penetration=3, band="long")
    assert len(game.give("damage", 1, ship="Carrier").faces) == 1


def test_8_1_2_no_flight_deck_die_from_short_and_medium() -> None:
    assert [TABLES.table("flight_deck_shells").cell(band, "D10 up to") for band in ("short", "medium", "long", "extreme")] == [
        "-", "-", 3, 6,
    ]  # fmt: skip
    game = Game(tiger(), blue=[carrier(points=2000)]).go("planned-fire")
    fire(game, target="Carrier", range=12000, hits="1")
    assert len(game.give("damage", 1, ship="Carrier").faces) == 1


def test_8_1_10_a_carrier_with_a_quarter_left_does_not_fly() -> None:
    game = sea()
    now = game.battle.with_changes([(Key("Carrier", "points"), 50)]).ship("Carrier")
    assert not (may_launch(now) or may_land(now))


# -- cargo


def merchant(*holds: tuple[str, str, int], **card: Any) -> Game:
    entries = [{"name": name, "contents": contents, "amount": amount} for name, contents, amount in holds]
    plain = {"kind": "merchant", "size": "C", "points": 100, "belt": 0, "deck": 0, "holds": entries, "weapons": [], "mounts": []}
    return Game(ship("Escort"), blue=[ship("Freighter", **{**plain, **card})])


def lost(game: Game, hold: str = "fore") -> int:
    return game["Freighter"].count("cargo lost", hold)


def test_every_cell_of_the_cargo_table() -> None:
    assert column("ammunition_cargo", "result", range(1, 11)) == ["lost"] * 2 + ["lost, fire"] * 5 + ["explodes"] * 3
    assert column("troops", "times", range(1, 11)) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
    blast, points = TABLES.table("ammunition_blast"), TABLES.table("cargo_by_points")
    assert {row: blast.cell(row, "tons for a point") for row in blast.rows.labels} == {"500": 5, "1000": 25, "2000": 200}
    assert {row: points.cell(row, "points for one") for row in points.rows.labels} == {
        "general supplies": 2, "vehicles": 2, "aircraft": 5,
    }  # fmt: skip


def test_ammunition_1_or_2_a_part_is_lost() -> None:
    game = merchant(("fore", "ammo", 200))
    critical(game, "Freighter", "Cargo", 2, 37, column="merchant")
    assert (lost(game), game["Freighter"].casualties.fire) == (74, 0)


@pytest.mark.parametrize(("die", "fate"), [(25, "sunk T11: ammunition cargo exploded"), (26, "")])
def test_ammunition_3_to_7_burns_and_may_explode_each_intermediate_turn_after(die: int, fate: str) -> None:
    game = merchant(("fore", "ammo", 200))
    critical(game, "Freighter", "Cargo", 7, 50, 3, column="merchant")
    assert (lost(game), game.percents("Freighter")) == (100, [6])
    game.go("resolution", 10, {(4, "resolution"): (1, 7)})
    game.next(die)
    assert game["Freighter"].fate == fate


def test_ammunition_8_to_10_explodes_with_ships_about_it() -> None:
    """240 tons, with 70 % for another hold of 100: 340 / 5, / 25 and / 200 at 500, 1000 and 2000 yards."""
    game = merchant(("fore", "ammo", 240), ("aft", "ammo", 100), ("middle", "troops", 50)).go("planned-fire")
    record = critical(game, "Freighter", "Cargo", 1, 8, 70, column="merchant")
    text = said(record)
    assert "within 500 yds of Freighter take 68" in text
    assert "within 1000 yds of Freighter take 13" in text
    assert "within 2000 yds of Freighter take 1 point" in text
    assert game["Freighter"].fate == "sunk T1: ammunition cargo exploded"
    game.give("blast", 1, exploded="Freighter", ship="Escort", yards=501)
    assert game["Escort"].points_left == 400 - 13


def test_ammunition_in_the_other_hold_may_stay() -> None:
    game = merchant(("fore", "ammo", 240), ("aft", "ammo", 100))
    assert "take 48" in said(critical(game, "Freighter", "Cargo", 1, 10, 71, column="merchant"))


def test_a_flooded_hold_neither_burns_nor_explodes_and_its_cargo_is_lost() -> None:
    game = merchant(("fore", "ammo", 200))
    critical(game, "Freighter", "Cargo", 7, 50, 3, column="merchant")
    game.give("flood-hold", ship="Freighter", hold="fore")
    assert (lost(game), game["Freighter"].casualties.fire, game["Freighter"].has("may explode", "fore")) == (200, 0, False)
    assert "no cargo to lose" in said(critical(game, "Freighter", "Cargo", column="merchant"))


@pytest.mark.parametrize(("contents", "more"), [("crude oil", 1), ("refined petroleum", 2), ("avgas", 3)])
def test_petroleum_burns_the_worse_the_more_it_is_refined(contents: str, more: int) -> None:
    game = merchant(("fore", contents, 200))
    critical(game, "Freighter", "Cargo", 3, column="merchant")
    assert game.percents("Freighter") == [3 + 2 + more]


BY_POINTS: list[tuple[str, tuple[int, ...], int]] = [
    ("troops", (3,), 10), ("troops", (6,), 20), ("troops", (9,), 30), ("troops", (10,), 40),
    ("general supplies", (), 5), ("vehicles", (), 5), ("aircraft", (), 2),
]  # fmt: skip


@pytest.mark.parametrize(("contents", "dice", "gone"), BY_POINTS)
def test_cargo_by_the_damage_points_of_the_hit(contents: str, dice: tuple[int, ...], gone: int) -> None:
    """10 points of damage; a quarter of the ratio gives one critical on a 5."""
    game = merchant(("fore", contents, 100))
    batch(game, "Freighter", 10, 5, 1, *dice, column="merchant")
    assert lost(game) == gone


def test_a_hold_is_drawn_by_chance() -> None:
    game = merchant(("fore", "vehicles", 100), ("aft", "vehicles", 100))
    batch(game, "Freighter", 10, 5, 1, 2, column="merchant")
    assert (lost(game), lost(game, "aft")) == (0, 5)


def test_small_craft_lose_a_quarter_of_the_cargo() -> None:
    hold = {"name": "well", "contents": "troops", "amount": 30}
    game = Game(small("Lighter", cargo_craft=True, holds=[hold]), blue=[ship("Foe")])
    critical(game, "Lighter", "Cargo", column="small cargo")
    assert game["Lighter"].count("cargo lost", "well") == 7
