"""Armour, faulty shells and light weapons (8.1.3, 8.1.6): where hits strike and their effect."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.criticals.critical_context import Blow
from fleetbook.rules.fgdn.ground.armour import penetrates, pierces_casemate
from fleetbook.rules.fgdn.rendering import ship_card
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import critical, duel, fire, gun, labels, moltke, mount, rolled, tiger
from tests.rules.fgdn.scene import Game, Line, ship, unless, weapons_left

TABLES = RULESET.tables


@pytest.mark.parametrize(
    ("penetration", "armour", "pierced"),
    [(21, 21, False), (22, 21, True), (20, 21, False), (0, 0, True), (0, 1, False), (5, 0, True)],
)
def test_8_1_6_greater_than_the_rating_and_zero_against_zero(penetration: float, armour: float, pierced: bool) -> None:
    assert penetrates(penetration, armour) is pierced


@pytest.mark.parametrize(("band", "belt", "deck"), [("short", 10, 0), ("medium", 10, 0), ("long", 7, 3), ("extreme", 4, 6)])
def test_belt_and_deck_70_to_30_and_40_to_60(band: str, belt: int, deck: int) -> None:
    table = TABLES.table("plunging_fire")
    found = [next(str(row.result) for row in table.faces(band) if face in row.span) for face in range(1, 11)]
    assert (found.count("belt"), found.count("deck")) == (belt, deck)


def test_short_and_medium_strike_the_belt_without_a_die() -> None:
    for yards in (5000, 11000):
        assert labels(fire(duel(), range=yards, hits="1")) == []


def test_a_hit_that_does_not_penetrate_does_half() -> None:
    game = duel(tiger(guns=[gun(damage=[35, 35, 35, 35], penetration=[45, 35, 21, 5])]))
    fire(game, 1, hits="1")  # the belt of 21 against 21
    assert [(hit.points, hit.penetrated) for hit in game["Moltke"].held] == [(17, False)]


def test_the_deck_is_pierced_where_the_belt_is_not() -> None:
    game = duel(tiger(guns=[gun(penetration=[45, 35, 10, 5])]))
    fire(game, 8, hits="1")
    assert [(hit.points, hit.penetrated) for hit in game["Moltke"].held] == [(34, True)]


# -- faulty shells


def test_faulty_shells_tiger_and_moltke_of_the_text() -> None:
    """Two hits at Long range: 34 points each become 20, for a belt of 21 is over a third of 34.3 cm, 11."""
    game = duel(faulty_shells="yes")
    fire(game, 1, hits="2")
    assert [(hit.points, hit.penetrated) for hit in game["Moltke"].held] == [(20, True), (20, True)]


def test_f50_faulty_shells_are_off_unless_the_battle_says_so() -> None:
    game = duel()
    fire(game, 1, hits="2")
    assert [hit.points for hit in game["Moltke"].held] == [34, 34]


@pytest.mark.parametrize(("belt", "points"), [(10, 34), (11, 20), (12, 20)])
def test_f55_a_third_of_the_calibre_rounds_down_to_11(belt: int, points: int) -> None:
    game = duel(blue=moltke(belt=belt), faulty_shells="yes")
    fire(game, 8, hits="1")
    assert [hit.points for hit in game["Moltke"].held] == [points]


def test_f55_the_belt_counts_for_hits_on_the_deck_too_and_penetration_is_unchanged() -> None:
    game = duel(faulty_shells="yes")
    fire(game, 9, hits="1")
    assert [(hit.points, hit.penetrated) for hit in game["Moltke"].held] == [(20, True)]


@pytest.mark.parametrize(
    ("shooter", "yards", "points"),
    [({"nation": "Germany"}, 15000, 34), ({"guns": [gun(shell="CPC")]}, 15000, 34), ({}, 11000, 34), ({}, 20000, 20)],
)
def test_faulty_shells_are_british_capped_and_far(shooter: dict[str, object], yards: int, points: int) -> None:
    game = duel(tiger(**shooter), faulty_shells="yes")
    fire(game, *((9,) if yards > 12000 else ()), range=yards, hits="1")
    assert [hit.points for hit in game["Moltke"].held] == [points]


def test_faulty_shells_that_do_not_penetrate_do_half_as_ever() -> None:
    game = duel(tiger(guns=[gun(penetration=[45, 35, 20, 5])]), faulty_shells="yes")
    fire(game, 1, hits="1")
    assert [hit.points for hit in game["Moltke"].held] == [17]


@pytest.mark.parametrize(("british", "all_nations", "left"), [("yes", "no", 60), ("no", "yes", 85), ("yes", "yes", 51)])
def test_8_1_6_1_faulty_shells_of_100_points(british: str, all_nations: str, left: int) -> None:
    """40 % less, a failure rate of 0.85, and both."""
    game = duel(tiger(guns=[gun(damage=[100] * 4)]), faulty_shells=british, shell_failures=all_nations)
    fire(game, 1, hits="1")
    assert [hit.points for hit in game["Moltke"].held] == [left]


def test_shells_of_all_nations_fail_with_the_other_option() -> None:
    """34 x 0.85 = 28.9; with both, 34 x 0.6 x 0.85 = 17.34."""
    for british, points in (("no", 28), ("yes", 17)):
        game = duel(shell_failures="yes", faulty_shells=british)
        fire(game, 1, hits="1")
        assert [hit.points for hit in game["Moltke"].held] == [points]


# -- casemates


@pytest.mark.parametrize(("penetration", "pierced"), [(17.33, False), (17.34, True), (17, False), (18, True)])
def test_f22_casemate_armour_is_two_thirds_of_the_belt_exactly(penetration: float, pierced: bool) -> None:
    """A belt of 26 gives 17.33."""
    game = Game(ship("Kaiser", belt=26, deck=7))
    assert pierces_casemate(game.battle, penetration, game["Kaiser"], "belt") is pierced


def test_f22_a_hit_on_the_deck_meets_the_deck() -> None:
    game = Game(ship("Kaiser", belt=26, deck=7))
    assert not pierces_casemate(game.battle, 7, game["Kaiser"], "deck")
    assert pierces_casemate(game.battle, 8, game["Kaiser"], "deck")


def test_f22_a_shell_may_pierce_the_casemate_and_not_the_belt() -> None:
    game = duel(tiger(guns=[gun(penetration=[45, 35, 15, 5])]))
    fire(game, 1, hits="1")
    assert [(hit.penetrated, hit.casemate) for hit in game["Moltke"].held] == [(False, True)]


# -- stars


@pytest.mark.parametrize(
    "nature", ["Other Weapon*", "Engineering*", "Bridge*", "Rudder*", "Flight Deck*", "Ammo/Fuel*", "Sensor/Comms*"]
)
def test_f12_every_other_star_is_cancelled_without_penetration(nature: str) -> None:
    game = duel()
    before = dict(game.battle.state.items())
    record = critical(game, "Tiger", nature, penetrated=False)
    assert "the armour was not pierced" in said(record)
    assert record.faces == ()
    assert dict(game.battle.state.items()) == before


@pytest.mark.parametrize(("nature", "kind"), [("Fire*", "fire"), ("Flooding*", "flooding")])
def test_f12_fires_and_flooding_are_halved(nature: str, kind: str) -> None:
    game = duel()
    critical(game, "Tiger", nature, 5, penetrated=False)
    assert game.percents("Tiger", kind) == [3]  # 5 + 2 = 7, halved
    critical(game, "Tiger", nature, 5)
    assert game.percents("Tiger", kind) == [3, 7]


@pytest.mark.parametrize(("nature", "battery"), [("Main Battery*", "main"), ("Casemate*", "casemate")])
def test_f20_without_penetration_the_first_die_may_still_be_fire_control(nature: str, battery: str) -> None:
    guns = [*(mount(name) for name in "AB"), mount("one", "casemate"), mount("two", "casemate")]
    game = duel(tiger(mounts=guns, main_directors=2, casemate_directors=1))
    critical(game, "Tiger", nature, 2, penetrated=False, casemate=False)
    assert game["Tiger"].count("directors lost", battery) == 1
    critical(game, "Tiger", nature, 3, penetrated=False, casemate=False)
    assert weapons_left(game["Tiger"]) == ["A", "B", "one", "two", "light battery"]


# -- light weapons

ALLOWED = {
    7: {"Bridge", "AA", "Light Battery"},
    12: {"Aircraft", "Bridge", "AA", "Light Battery", "Sensor/Comms", "Cargo"},
    20: {"Aircraft", "Bridge", "Fire Control", "AA", "Other Weapon", "Sensor/Comms", "Cargo", "Light Battery"},
    37: {"Aircraft", "Bridge", "Fire", "AA", "Other Weapon", "Light Battery", "Sensor/Comms", "Cargo"},
    57: {"Aircraft", "AA", "Bridge", "Fire", "Flooding", "Light Battery", "Other Weapon", "Cargo", "Sensor/Comms"},
}
LINES = {7: (7, 9, 10, 11), 12: (12, 15, 18, 19), 20: (20, 25, 30, 36), 37: (37, 45, 47, 50, 52, 56), 57: (57, 60, 65)}


@pytest.mark.parametrize("line", ALLOWED)
def test_f25_every_line_and_cell_of_the_light_weapons(line: int) -> None:
    """Calibres between two lines (47, 50, 52 mm) use the lower line."""
    table = TABLES.table("light_weapons")
    for mm in LINES[line]:
        assert {name for name in table.columns.labels if table.cell(mm, name) == "yes"} == ALLOWED[line]
        assert {table.cell(mm, name) for name in table.columns.labels} <= {"yes", "-"}


def test_light_weapons_limits_are_for_sizes_a_to_d() -> None:
    game = Game(ship("Destroyer", size="D", points=30), ship("Boat", size="E", points=12, guns=[], mounts=[]))
    blow = Blow("minor", mm=65)
    assert (blow.is_light(game.battle, game["Destroyer"]), blow.is_light(game.battle, game["Boat"])) == (True, False)
    assert not Blow("minor", mm=66).is_light(game.battle, game["Destroyer"])


@pytest.mark.parametrize(("mm", "allowed"), [(7.62, False), (7.7, False), (9, False), (12.7, True), (15, True)])
def test_8_1_3_calibres_are_typed_with_their_tenths(mm: float, allowed: bool) -> None:
    """Cargo is on the second line of light weapons, not on the first."""
    hold = {"name": "fore", "contents": "general supplies", "amount": 40}
    freighter = ship("Moltke", kind="merchant", size="C", points=100, belt=0, deck=0, holds=[hold], weapons=[], mounts=[])
    game = duel(blue=freighter)
    game.give("shells", target="Moltke", mm=mm, points=10)
    record = game.give("damage", 5, 1, ship="Moltke")
    assert (game["Moltke"].count("cargo lost", "fore") > 0) is allowed
    assert "merchant" in {roll.line for roll in rolled(record)}


def test_8_1_3_criticals_that_are_not_listed_are_ignored() -> None:
    game = duel()
    for nature in ("Engineering*", "Rudder*", "Fire*", "Flooding*"):
        record = critical(game, "Tiger", nature, mm=20)
        assert "light weapons cannot do that" in said(record)
        assert record.faces == ()


def test_8_1_3_fires_and_flooding_of_light_shells_are_two_less() -> None:
    """F39: shift first, then each halving: D6 of 6 + 2 - 2 = 6, halved for a gun of 76 mm or less to 3."""
    for nature, kind, mm in (("Fire*", "fire", 37), ("Fire*", "fire", 57), ("Flooding*", "flooding", 57)):
        game = duel()
        critical(game, "Tiger", nature, 6, mm=mm)
        assert game.percents("Tiger", kind) == [3]


def test_f39_not_penetrated_as_well_is_halved_twice() -> None:
    game = duel()
    critical(game, "Tiger", "Fire*", 6, mm=76, penetrated=False)
    assert game.percents("Tiger") == [2]  # 6 + 2 = 8, then 4, then 2


@pytest.mark.parametrize(("nature", "mm"), [("Fire*", 47), ("Flooding*", 57), ("Bridge*", 20)])
def test_8_1_3_light_weapons_that_pierce_nothing_do_no_critical(nature: str, mm: int) -> None:
    assert "the armour was not pierced" in said(critical(duel(), "Tiger", nature, mm=mm, penetrated=False))


@pytest.mark.parametrize(("mm", "percent"), [(76, 4), (77, 8)])
def test_8_2_guns_of_76_mm_or_less_halve_the_severity(mm: int, percent: int) -> None:
    game = duel()
    critical(game, "Tiger", "Fire*", 6, mm=mm)
    assert game.percents("Tiger") == [percent]


def test_8_1_3_other_weapons_only_where_the_line_has_them() -> None:
    """12.7 mm reaches light and anti-aircraft batteries, 20 mm any other weapon."""
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 2, "warhead": 40}
    for mm, out in ((13, False), (20, True)):
        game = duel(tiger(weapons=[tubes], mounts=[mount("A")]))
        critical(game, "Tiger", "Other Weapon*", *((1,) if out else ()), mm=mm)
        assert game["Tiger"].out["tubes"] is out
    game = duel()
    critical(game, "Tiger", "Other Weapon*", mm=8)
    assert game["Tiger"].count("strength lost", "light battery") == 1


def test_8_1_3_light_weapons_do_not_reach_a_sonar() -> None:
    game = duel(tiger(sonar=True))
    assert "no sonar" in said(critical(game, "Tiger", "Sensor/Comms", 4, 9, mm=20))
    critical(game, "Tiger", "Sensor/Comms", 4, 9)
    assert game["Tiger"].count("sensors lost", "sonar") == 1


@pytest.mark.parametrize(("mm", "lost"), [(20, 1), (25, 1), (19, 0), (37, 0)])
def test_f20_guns_of_20_to_25_mm_may_hit_fire_control_only(mm: int, lost: int) -> None:
    game = duel()
    critical(game, "Tiger", "Main Battery*", *((1,) if lost else ()), mm=mm)
    assert game["Tiger"].count("directors lost", "main") == lost


def test_f20_a_light_gun_never_puts_a_turret_out() -> None:
    game = duel()
    critical(game, "Tiger", "Main Battery*", 10, mm=20)
    assert weapons_left(game["Tiger"]) == ["A", "B", "Q", "X", "light battery"]


# -- other hits


def test_bombs_strike_the_deck_and_skip_bombs_the_belt() -> None:
    for kind, penetration, points in (
        ("bomb", 5, 20),
        ("bomb", 6, 40),
        ("skip bomb", 21, 20),
        ("skip bomb", 22, 40),
        ("rocket", 6, 40),
    ):
        game = duel()
        game.give("bombs", target="Moltke", kind=kind, points=40, penetration=penetration, hits=2)
        assert [hit.points for hit in game["Moltke"].held] == [points, points]


def test_8_1_6_the_journal_says_what_each_bomb_does() -> None:
    record = duel().give("bombs", target="Moltke", points=40, penetration=5, hits=2)
    assert "20 points" in said(record)


def test_8_1_6_hits_from_elsewhere_come_one_at_a_time() -> None:
    game = duel()
    game.give("shells", target="Moltke", mm=20, points=2)
    (held,) = (one for one in ship_card(game["Moltke"]).conditions if one.short.startswith("HIT"))
    assert (held.short, held.text) == ("HITS DUE 1", "1 hit to work out")
    game.give("shells", target="Moltke", mm=20, points=2)
    assert "2 hits to work out" in [one.text for one in ship_card(game["Moltke"]).conditions]


def test_torpedoes_that_wait_are_named_before_other_hits() -> None:
    game = duel()
    game.give("shells", target="Moltke", mm=20, points=2)
    (shell,) = game["Moltke"].held
    both = game.battle.with_changes([(Key("Moltke", "held"), (tuple(shell), tuple(shell._replace(kind="torpedo"))))])
    due = [(one.short, one.text) for one in ship_card(both.ship("Moltke")).conditions if one.gravity == "due"]
    assert due == [("TORP DUE 1", "1 torpedo hit to work out"), ("HITS DUE 1", "1 hit to work out")]


def test_strafing_strikes_the_deck() -> None:
    game = duel()
    game.give("shells", target="Moltke", weapon="strafing", mm=8, points=3, penetration=0, place="deck", hits=2)
    assert [(hit.points, hit.penetrated, hit.mm) for hit in game["Moltke"].held] == [(1, False, 8)] * 2


def test_f52_the_largest_gun_that_hit_in_the_phase_counts() -> None:
    game = duel()
    game.give("shells", target="Moltke", mm=20, points=2, penetration=30)
    game.give("shells", target="Moltke", mm=47, points=6, penetration=0)
    record = game.give("damage", 6, 16, 6, ship="Moltke")
    assert game.percents("Moltke") == [3]  # as by 47 mm: 6 + 2 - 2, halved; pierced by the 20 mm
    assert "Moltke: fire of 3 %" in said(record)


@pytest.mark.parametrize(("points", "die", "broken"), [(74, 0, False), (75, 4, True), (75, 5, False)])
def test_f47_a_single_bomb_of_three_quarters_of_the_points_may_break_the_keel(points: int, die: int, broken: bool) -> None:
    """75 over 25 is a ratio of 3: no die for critical hits; 74 over 26 throws one, and eight more come of it."""
    game = Game(ship("Foe 2"), blue=[ship("Sloop", points=100, size="B", belt=0, deck=0, weapons=[])]).go("planned-fire")
    game.give("bombs", target="Sloop", points=points)
    dice = [1, *[5] * 15] if points == 74 else [die, *((1,) if broken else ())]
    record = game.give("damage", *dice, ship="Sloop")
    assert ("keel broken by a bomb" in said(record)) is broken
    assert (game["Sloop"].sinks_at is not None) is broken


def deck_gun(kind: str = "merchant", battery: str = "main", **card: Any) -> Line:
    """An unarmoured ship with one gun of this battery and two directors for it."""
    gun = mount("stern gun", battery, gun_name="13.5-inch", barrels=1)
    plain = {"kind": kind, "size": "C", "points": 100, "belt": 0, "deck": 0, "mounts": [gun], "weapons": []}
    return tiger(**{**plain, f"{battery}_directors": 2, **card})


@pytest.mark.parametrize("battery", ["main", "casemate"])
@pytest.mark.parametrize(
    ("mm", "die", "lost"), [(9, 0, 0), (15, 0, 0), (20, 2, 1), (25, 2, 1), (25, 3, 0), (37, 0, 0), (65, 0, 0)]
)
def test_8_1_3_a_weapon_hit_by_light_weapons_does_a_main_gun_or_casemate_nothing_but_its_fire_control(
    battery: str, mm: int, die: int, lost: int
) -> None:
    """Neither is on the list of light weapons; guns of 20 to 25 mm hit fire control on 1 and 2 (F20)."""
    game = duel(deck_gun(battery=battery))
    critical(game, "Tiger", "Weapon", *((die,) if die else ()), column="merchant", mm=mm)
    assert not game["Tiger"].out["stern gun"]
    assert game["Tiger"].count("directors lost", battery) == lost


@pytest.mark.parametrize(("mm", "out"), [(9, False), (15, False), (20, True), (65, True)])
def test_8_1_3_a_weapon_hit_by_light_weapons_on_a_secondary_gun_is_other_weapon(mm: int, out: bool) -> None:
    game = duel(deck_gun(battery="secondary"))
    critical(game, "Tiger", "Weapon", column="merchant", mm=mm)
    assert game["Tiger"].out["stern gun"] is out


@pytest.mark.parametrize(
    ("kind", "reading", "dice"), [("merchant", False, ()), ("merchant", True, (10,)), ("warship", False, (10,))]
)
def test_f70_a_merchant_s_deck_gun_has_no_turret_magazine(kind: str, reading: bool, dice: tuple[int, ...]) -> None:
    game = duel(deck_gun(kind), rules=unless(False, deck_gun_magazine=reading))
    critical(game, "Tiger", "Weapon", *dice, column="merchant", mm=150)
    assert game["Tiger"].afloat is not bool(dice)
    assert game["Tiger"].out["stern gun"]
