"""A0 and A1: calibres and their classes, halves, the order of batteries, range bands, what may not fire."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.gun_table import gun_class
from fleetbook.testing import results, rolled, said, totals
from tests.rules.aanda.fleet import NONE, WEATHERS, Game, duel, fire, gun, house, known_to_fire, ship, tubes, would_fire

FORE, SIX = gun("fore", 12.0), gun("six inch", 6.0, 2)
BOTH = {"main": [FORE], "secondary": [SIX]}


# ------------------------------------------------------------ A0


def test_a0_weather_is_one_of_four_and_calm_unless_said() -> None:
    assert RULESET.conditions["weather"] == WEATHERS
    assert duel().battle.word("weather") == "Calm to Moderate"


@pytest.mark.parametrize(
    ("millimetres", "letter"),
    [(75, "A"), (120, "B"), (135, "B"), (150, "C"), (152, "C"), (203, "D"), (254, "E"), (280, "F"), (303, "G"), (305, "G")],
)
def test_a0_calibres_round_to_a_tenth_of_an_inch(millimetres: float, letter: str) -> None:
    assert gun_class(RULESET.tables, GunEntry("gun", 1, millimetres / 25.4, "P")) == letter


def test_a0_305_mm_is_12_inches_and_fires_in_one_battery_with_it() -> None:
    """12.008 inches, class G: damage d20 at 50 cm, and one battery with a gun of 12.0."""
    game = duel(shooter={"main": [gun("new", 305 / 25.4), gun("old", 12.0)]})
    record = would_fire(game, 8, 7, 20, 8, 1, 20, 1, range=50)
    assert "2 guns, medium 1 range, damage d20" in said(record)


def test_a0_306_mm_is_another_class() -> None:
    assert gun_class(RULESET.tables, GunEntry("gun", 1, 306.5 / 25.4, "P")) == "H"


@pytest.mark.parametrize(("knots", "half"), [(18, 9), (19, 9), (21, 10), (23, 11), (1, 0)])
def test_a0_halves_round_down(knots: int, half: int) -> None:
    game = duel(knots=knots)
    game.put("Target", "engine", "1")
    assert game["Target"].max_speed == half


def test_a0_a_quarter_and_a_third_round_down_too() -> None:
    """A ram at 17 knots: d10 10 + 5 - 8 armour is 7, of which the rammer loses 1."""
    game = Game([ship("Rammer")], [ship("Target")]).go("movement")
    game.give("ram", 10, 1, rammer="Rammer", target="Target", knots=17)
    assert (game["Target"].left("hull"), game["Rammer"].left("hull")) == (93, 99)


def test_a0_batteries_fire_largest_calibre_first() -> None:
    game = duel(shooter={"main": [gun("eight inch", 8.0), gun("ten inch", 10.0)], "secondary": [gun("eleven inch", 11.0)]})
    record = would_fire(game, 1, 1, 1, range=45)
    assert [text for text in said(record).split(" · ") if "gun," in text] == [
        "1 gun, medium 1 range, damage d12",
        "1 gun, medium 1 range, damage d10",
        "1 gun, medium 1 range, damage d8",
    ]


def test_a0_an_engine_hit_by_the_first_battery_makes_the_target_slow_for_the_second() -> None:
    """The fore gun has no modifier; its critical 15 halves 18 knots to 9, so that the 6-inch guns have +1 (and -1 long)."""
    record = would_fire(duel(shooter=BOTH), 8, 1, 12, 15, 7, 7)
    assert totals(record, "to hit") == [8, 7, 7]
    assert [a.text for a in rolled(record)[-1].adjustments] == ["target slow", "long range"]


def test_a0_modifiers_hold_for_the_whole_battery_as_it_began() -> None:
    """The first of two ten inch guns hits the engine; the second fires as if nothing had happened."""
    game = duel(shooter={"main": [], "secondary": [gun("ten inch", 10.0, 2)]})
    record = would_fire(game, 8, 1, 12, 15, 7, range=40, modifiers=NONE)
    assert totals(record, "to hit") == [8, 7]


def test_a0_a_rudder_disabled_by_the_first_battery_ends_evasion_for_the_second() -> None:
    game = duel(shooter=BOTH)
    game.put("Target", "evading", "yes")
    record = would_fire(game, 8, 8, 1, 12, 14, 9, 8, 1, 1)  # 9 - 1 at long range
    assert results(record)[:5] == ["yes", "yes", "hull", "4 over 8", "rudder disabled"]
    assert results(record)[5:] == ["yes", "secondary", "not over 8", "no"]


def test_a0_a_second_engine_hit_stops_the_target_and_ends_its_evasion() -> None:
    game = duel(shooter=BOTH)
    game.put("Target", "evading", "yes")
    game.put("Target", "engine", "1")
    record = would_fire(game, 8, 8, 1, 12, 15, 6, 6)
    assert [a.text for a in rolled(record)[-1].adjustments] == ["target stopped", "long range"]


def test_a0_what_the_referee_adds_or_takes_away_holds_for_every_battery() -> None:
    game = duel(shooter=BOTH, weather="Gale")
    record = would_fire(game, 1, 1, 1, large_gale="no", night="yes")
    assert [[a.text for a in throw.adjustments] for throw in rolled(record)] == [["night"], *[["long range", "night"]] * 2]


def test_a0_the_referee_may_say_how_often_hits_are_rolled_again() -> None:
    record = would_fire(duel(shooter=BOTH), 8, 8, 1, 1, 1, rerolls=2)
    assert results(record) == ["yes", "yes", "no", "no", "no"]


# ------------------------------------------------------------ A1


def test_a1_a_form_fills_in_the_modifiers_of_the_bands() -> None:
    """At 60 cm the 12-inch gun is at medium 2 and the 6-inch guns at long; at 30 they are at medium 1 and short."""
    game = duel(shooter=BOTH)
    assert known_to_fire(game, range=60) == {"long"}
    assert known_to_fire(game, range=30) == {"short"}
    assert known_to_fire(game, range=60, batteries=["fore"]) == set()


def test_a1_each_battery_has_the_modifier_of_its_own_band() -> None:
    record = would_fire(duel(shooter=BOTH), 1, 1, 1, range=60)
    assert [[a.text for a in throw.adjustments] for throw in rolled(record)] == [[], ["long range"], ["long range"]]


def test_a1_the_referee_may_take_the_band_s_modifier_away() -> None:
    record = would_fire(duel(shooter=BOTH), 1, 1, 1, range=60, long="no")
    assert not any(throw.adjustments for throw in rolled(record))


@pytest.mark.parametrize(("inches", "reach"), [(12.0, 100), (13.5, 120)])
def test_5_2_a_refusal_tells_the_end_of_the_longest_range(inches: float, reach: int) -> None:
    game = duel(shooter={"main": [gun(calibre=inches)]})
    far = game.refused("fire", firer="Shooter", target="Target", bearing="P", range=150, rule="5.2")
    assert far.reason == f"no battery of Shooter bears to port and reaches 150 cm, {reach} at most"


@pytest.mark.parametrize("inches", [11.0, 12.0, 13.5, 16.25])
def test_a1_classes_f_to_i_do_not_fire_at_10_cm_or_less(inches: float) -> None:
    game = duel(shooter={"main": [gun(calibre=inches)]})
    order = {"firer": "Shooter", "target": "Target", "bearing": "P"}
    game.refused("fire", because="cannot fire at 10 cm, 11 at least", rule="5.2", range=10, batteries=["gun"], **order)
    near = game.refused(
        "fire", because="no battery of Shooter bears to port and reaches 10 cm, 11 at least", rule="5.2", range=10, **order
    )
    assert "most" not in near.reason
    assert results(would_fire(game, 1, range=11)) == ["no"]


@pytest.mark.parametrize("inches", [10.0, 8.0, 6.0, 4.7, 3.0])
def test_a1_smaller_guns_fire_at_any_distance_within_reach(inches: float) -> None:
    assert results(would_fire(duel(shooter={"main": [gun(calibre=inches)]}), 1, range=0)) == ["no"]


@pytest.mark.parametrize("inches", [0, 1.5, 2.2, 2.85])
def test_a1_guns_under_2_9_inches_have_no_class_and_are_refused_on_a_card(inches: float) -> None:
    with pytest.raises(InvalidInput) as told:
        duel(shooter={"main": [gun("popgun", inches)]})
    assert "popgun, calibre in inches" in told.value.where
    assert told.value.allowed == "2.9 to 21"


@pytest.mark.parametrize("inches", [2.86, 2.9, 21, 21.05])
def test_a1_the_bounds_are_those_of_the_rounded_calibre(inches: float) -> None:
    assert duel(shooter={"main": [gun("gun", inches)]})["Shooter"].card.main[0].calibre == inches


def test_a1_a_battery_out_of_reach_keeps_silent_while_the_others_fire() -> None:
    """Class C reaches 60 cm, class G 100."""
    game = duel(shooter=BOTH)
    assert game.draft("fire", range=61).values["batteries"] == ("fore",)
    game.refused(
        "fire",
        because="Shooter's six inch (class C) cannot fire at 61 cm, 60 at most",
        rule="5.2",
        range=61,
        batteries="six inch",
    )


@pytest.mark.parametrize(("arc", "bears"), [("F", "F"), ("AP", "AP"), ("FAPS", "FAPS"), ("S", "S")])
def test_a1_only_guns_that_bear_fire(arc: str, bears: str) -> None:
    game = duel(shooter={"main": [gun("turret", arc=arc)]})
    for side, toward in {"F": "ahead", "A": "astern", "P": "to port", "S": "to starboard"}.items():
        order = {"firer": "Shooter", "target": "Target", "range": 60, "bearing": side}
        if side in bears:
            assert game.draft("fire", **order).values["batteries"] == ("turret",)
        else:
            game.refused("fire", because=f"Shooter's turret does not bear {toward}", rule="5.2", batteries="turret", **order)


def test_2_2_a_side_of_which_all_batteries_have_fired_is_refused_by_that() -> None:
    game = duel(shooter={"main": [gun("port gun", arc="P"), gun("starboard gun", arc="S")]})
    fire(game, 1, range=30, bearing="P")
    again = game.refused("fire", firer="Shooter", target="Target", range=30, bearing="P", rule="2.2")
    assert again.reason == "Shooter has fired all its batteries that bear to port and reach 30 cm"


def test_a1_guns_out_do_not_fire_and_the_rest_of_their_battery_does() -> None:
    game = duel(shooter={"main": [gun("fore", guns=2), gun("aft", guns=2)], "secondary": [gun("six inch", 6.0, 3)]})
    game.put("Shooter", "guns out: fore", "2")
    game.put("Shooter", "guns out: six inch", "1")
    assert game.draft("fire", range=60).values["batteries"] == ("aft", "six inch")
    assert len(fire(game, 1, 1, 1, 1).faces) == 4


@pytest.mark.parametrize(
    ("inches", "down", "up"),
    [(4.05, "A", "B"), (6.45, "C", "D"), (8.95, "D", "E"), (10.05, "E", "F"), (12.05, "G", "H"), (15.05, "H", "I")],
)
def test_a0_halves_of_calibres_round_down_by_exact_decimals(inches: float, down: str, up: str) -> None:
    """Six that stand half-way between two classes, of which binary numbers hold some above and some below the half."""
    mount = GunEntry("gun", 1, inches, "P")
    assert gun_class(RULESET.tables, mount) == down
    assert gun_class(RULESET.tables_under((house(halves_round="up"),)), mount) == up


def test_a1_a_ship_without_a_gun_of_a_class_is_told_so() -> None:
    """Torpedo boats carry none of 2.9 inches or more."""
    boat = Game([ship("Boat", main=[], torpedoes=[tubes()])], [ship("Target")]).go("firing")
    order: dict[str, Any] = {"firer": "Boat", "target": "Target", "range": 10, "bearing": "P"}
    assert boat.refused("fire", rule="5.2", **order).reason == "Boat has no guns"


def test_5_2_a_shot_reads_the_damage_of_its_own_band_and_of_no_other() -> None:
    """What a refusal would tell of the other bands is not looked up for a shot that is given."""
    record = fire(duel(), 1, range=60)
    assert [(look.row, look.column) for look in record.looked_up if look.name == "gun_damage"] == [("G", "medium 2")]
