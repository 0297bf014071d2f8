"""Readings of gunfire, damage and critical hits: each as it is read, and as a house rule turns it."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.armour import not_penetrating, pierces_casemate
from fleetbook.rules.fgdn.ground.movement import breakdown, max_speed
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import NONE, critical, fire, known, labels, moltke, notes, tiger
from tests.rules.fgdn.scene import Game, Line, house, ship, small, unless, weapons_left
from tests.rules.fgdn.test_8_1_torpedoes import kaiser, submarine
from tests.rules.fgdn.test_8_3_weapons import cruiser


def game(red: Line | None = None, blue: Line | None = None, *rules: HouseRules, **settings: Any) -> Game:
    return Game(red or tiger(), blue=[blue or moltke()], rules=rules, **settings).go("planned-fire")


READINGS = (
    "breaks_rounded", "left_includes_figure", "half_damage_rounded", "overwhelming_throws",
    "fire_control_behind_armour", "mount_out_magazine", "chain_leaves_casemate", "casemate_deck", "levels_add_up",
    "deceleration", "visibility_lines_add", "least_chance", "greatest_chance", "close_target_salvo", "fire_lights_as",
    "massive_by", "sea_counts_for", "twice_flooding", "hulk_goes", "keel_points",
    "phase_penetration", "strikes_each", "faulty_at_deck", "picric_in_chain", "crew_weapons_add_up",
    "protection_rounded", "more_hits_each", "extra_criticals_each_whole", "intermediate_minutes", "points_armoured",
    "points_unarmoured", "points_power", "evades_from_size", "evasion_least_speed",
)  # fmt: skip


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_has_its_section_and_reason(name: str) -> None:
    reading = RULESET.tables.reading(name)
    assert reading.section[0] == "F"
    assert reading.reason.endswith(".")
    assert reading.text.endswith(".")


def test_f1_breaks_rounded_down() -> None:
    assert breakdown(game(None, None, house(breaks_rounded="down"))["Tiger"])[1:3] == ((125, 21), (250, 14))


def test_f7_the_very_figure_left_out() -> None:
    for reading, out in ((True, True), (False, False)):
        battle = game(tiger(points=100), None, *unless(True, left_includes_figure=reading)).battle
        assert battle.with_changes([(Key("Tiger", "points"), 25)]).ship("Tiger").batteries_out is out


def test_f9_more_hits_for_less_per_cent() -> None:
    record = fire(game(None, None, house(more_hits_each=5)), 1, 1, modifiers=NONE)
    assert record.events[-1].value == 68  # type: ignore[union-attr]


@pytest.mark.parametrize(("rounded", "points"), [("down", 17), ("up", 18)])
def test_f15_half_of_35(rounded: str, points: int) -> None:
    assert not_penetrating(game(None, None, *unless("down", half_damage_rounded=rounded)).battle, 35) == points


def test_f17_a_ratio_of_three_may_throw_by_house_rule() -> None:
    hulk = game(None, ship("Hulk", points=100), house(overwhelming_throws=True))
    hulk.give("bombs", target="Hulk", kind="rocket", points=80, penetration=40)
    record = hulk.journal.propose(hulk.draft("damage", ship="Hulk").order())
    assert labels(record)[0] == "Hulk: number of critical hits"


def test_f20_armour_may_keep_everything_out() -> None:
    for reading, dice in ((True, (2,)), (False, ())):
        one = game(None, None, *unless(True, fire_control_behind_armour=reading))
        critical(one, "Tiger", "Main Battery*", *dice, penetrated=False)
        assert one["Tiger"].count("directors lost", "main") == len(dice)


def test_f21_a_mount_that_is_out_may_explode_by_house_rule() -> None:
    one = game(None, None, house(mount_out_magazine=True))
    critical(one, "Tiger", "Main Battery*", 3, 1, 8)
    critical(one, "Tiger", "Main Battery*", 3, 1, 9)
    assert one["Tiger"].fate


def test_f21_a_chain_may_leave_its_casemate_by_house_rule() -> None:
    one = game(cruiser(), None, house(chain_leaves_casemate=True))
    critical(one, "Tiger", "Casemate*", 3, 8, 9, 5, 5, 8, 8)
    assert [gun.name for gun in one["Tiger"].card.mounts if one["Tiger"].out[gun.name]] == ["s6", "p1", "p2"]


def test_f22_a_deck_hit_may_meet_the_casemate_by_house_rule() -> None:
    for reading, pierced in ((True, True), (False, False)):
        one = game(tiger(belt=26, deck=7), None, *unless(True, casemate_deck=reading))
        assert pierces_casemate(one.battle, 10, one["Tiger"], "deck") is pierced


def test_f23_levels_may_stand_beside_each_other() -> None:
    for reading, knots in ((True, 14), (False, 21)):
        battle = game(None, None, *unless(True, levels_add_up=reading)).battle
        hurt = battle.with_changes([(Key("Tiger", "points"), 370), (Key("Tiger", "engineering"), 1)])
        assert max_speed(hurt.ship("Tiger")) == knots


def test_f24_another_deceleration() -> None:
    assert game(None, None, house(deceleration=5))["Tiger"].card.deceleration == 5


def test_f26_both_lines_of_visibility_together() -> None:
    one = game(None, None, house(visibility_lines_add=True))
    assert "-6: 12 %" in notes(fire(one, 100, range=9000, modifiers=("visibility_25", "visibility_40")))


def test_f27_least_and_greatest_chance() -> None:
    low = fire(game(None, None, house(least_chance=2)), 100, range=20000, modifiers=("blind",))
    high = fire(game(None, None, house(greatest_chance=40)), 100, range=5000, modifiers=NONE)
    assert notes(low).endswith("2 %")
    assert notes(high).endswith(": 40 %")


def test_f29_a_close_target_may_count_as_a_third_salvo() -> None:
    one = Game(tiger(), blue=[moltke(), ship("Foe")], rules=[house(close_target_salvo=3)]).go("planned-fire")
    fire(one, 100)
    assert "third_salvo" in known(one.go("planned-fire", 2), target="Foe", close="yes")


def test_f30_a_fire_may_light_as_a_searchlight() -> None:
    one = game(None, None, house(fire_lights_as="searchlight"), light="night")
    one.burn("Moltke", 8, 7)
    assert "searchlight" in known(one)
    with pytest.raises(InvalidInput, match="fire_lights_as"):
        RULESET.tables_under((house(fire_lights_as="moonlight"),))


def test_f31_massive_damage_by_the_breaks() -> None:
    """39 points: the break at 29 taken, 10 left, where exact quarters wait for 9."""
    for by, out in (("points", False), ("breaks", True)):
        battle = game(tiger(points=39), None, *unless("points", massive_by=by)).battle
        assert battle.with_changes([(Key("Tiger", "points"), 10)]).ship("Tiger").batteries_out is out


def test_f32_the_sea_by_the_target_s_size() -> None:
    one = game(None, ship("Moltke", size="C"), house(sea_counts_for="target"), sea="4")
    assert "sea_4_cd" in known(one)


def test_f42_twice_flooding_as_one() -> None:
    boat = Game(ship("Foe 2"), blue=[submarine()], rules=[house(twice_flooding=1)])
    critical(boat, "U 1", "2 x Flooding", 3, column="lethal")
    assert boat.percents("U 1", "flooding") == [5]


@pytest.mark.parametrize(("goes", "turn"), [("at or after", 5), ("before", 4)])
def test_f45_when_a_hulk_goes(goes: str, turn: int) -> None:
    one = game(None, None, *unless("at or after", hulk_goes=goes))
    one.give("damage-taken", 1, ship="Tiger", points=501, column="major", penetrated=True, casemate=True, mm=0, automatic=(),
             keel=(), stern=False, shells="", causes=[["x", ""]])  # fmt: skip
    one.go("planned-fire", turn)
    assert one["Tiger"].fate.startswith(f"sunk T{turn}")


def test_f47_the_keel_by_the_points_left() -> None:
    for by, rolls in (("original", False), ("left", True)):
        one = game(None, ship("Hulk", points=100, belt=0, deck=0), *unless("original", keel_points=by))
        one.journal.append(one.journal.propose(one.draft("strike", ship="Hulk", track="points", boxes=60).order()))
        one.give("bombs", target="Hulk", points=30)
        record = one.journal.propose(one.draft("damage", ship="Hulk").order())
        assert any("keel" in label for label in labels(record)) is rolls


def test_f59_a_third_rounded_up() -> None:
    one = Game(ship("Foe 2"), blue=[kaiser(underwater=100)], rules=[house(protection_rounded="up")]).go("movement")
    one.give("torpedo", target="Kaiser", points=40)
    assert [hit.points for hit in one["Kaiser"].held] == [6]


def test_f52_all_hits_must_pierce_by_house_rule() -> None:
    for together, kept_out in (("any", False), ("all", True)):
        one = game(None, None, *unless("any", phase_penetration=together))
        one.give("shells", target="Moltke", mm=300, points=60, penetration=30)
        one.give("shells", target="Moltke", mm=300, points=10, penetration=1)
        record = one.give(
            "damage", 6, 19, *((3, 1) if not kept_out else ()), 19, *((3, 1) if not kept_out else ()), ship="Moltke"
        )
        assert ("was not pierced" in said(record)) is kept_out


def test_f54_belt_or_deck_for_each_hit() -> None:
    one = game(None, None, house(strikes_each="hit"))
    fire(one, 1, 9, 1, hits="3")
    assert len(one["Moltke"].held) == 3


def test_f55_shells_on_the_deck_may_hold() -> None:
    one = game(None, None, house(faulty_at_deck=False), faulty_shells="yes")
    fire(one, 9, hits="1")
    assert [hit.points for hit in one["Moltke"].held] == [34]


def test_f57_picric_acid_in_the_first_roll_only() -> None:
    one = game(cruiser(), None, house(picric_in_chain=False), picric_casemates="yes")
    critical(one, "Tiger", "Casemate*", 3, 7, 8, 3, 3, 8)
    assert len(one["Tiger"].following) == 1


def test_f58_a_step_s_figure_may_be_all_that_is_abandoned() -> None:
    arms = [{"name": name, "kind": "light", "strength": 1, "mm": 8.0} for name in ("one", "two", "three")]
    for reading, left in ((True, 0), (False, 1)):
        boat = Game(small("Boat", weapons=arms), blue=[ship("Foe")], rules=unless(True, crew_weapons_add_up=reading))
        for _ in range(3):
            lose_crew(boat)
        assert len(weapons_left(boat["Boat"])) == left


def lose_crew(boat: Game) -> Record:
    """A crew factor is lost; of the weapons to abandon the first are chosen."""
    choices: list[str] = []
    while True:
        try:
            return critical(boat, "Boat", "Personnel", column="small craft", choices=choices)
        except ChoiceNeeded as wanted:
            choices.append(wanted.options[0])


@pytest.mark.parametrize(("divisor", "percent"), [(2, 3), (3, 2)])
def test_f42_half_a_casualty_by_another_share(divisor: int, percent: int) -> None:
    """A 5 is 7 %."""
    one = game(None, None, *unless(2, half_casualty=divisor))
    critical(one, "Tiger", "1/2 Flooding", 5)
    assert one.percents("Tiger", "flooding") == [percent]


@pytest.mark.parametrize(("reading", "boxes", "casualties"), [("flotation", 3, []), ("casualty", 4, [6])])
def test_f46_flooding_of_small_craft_may_be_a_casualty(reading: str, boxes: int, casualties: list[int]) -> None:
    one = Game(small("Boat"), rules=unless("flotation", flooding_small_craft=reading))
    critical(one, "Boat", "Flooding", *((4,) if casualties else ()), column="torpedo")
    assert (one["Boat"].left("flotation"), one.percents("Boat", "flooding")) == (boxes, casualties)


def test_8_6_the_current_has_one_of_so_many_directions() -> None:
    one = Game(ship("Ship"), rules=[house(current_direction=8)], rescue="yes")
    one.give("aircrew", aircraft="Baby", kind="small", men=2)
    assert "3 kt towards 270 degrees" in said(one.give("drift", 3, 6, group="Baby", hours=7))
