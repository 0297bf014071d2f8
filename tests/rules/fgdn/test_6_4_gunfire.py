"""Gunfire (6-4): base chances, modifiers, those that the battle knows, hits, seas that forbid fire."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Rolled
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import NONE, duel, fire, gun, known, moltke, mount, notes, scored, tiger
from tests.rules.fgdn.scene import Game, house, ship

TABLES = RULESET.tables
BANDS = {"short": 6000, "medium": 12000, "long": 18000, "extreme": 24000}

MODIFIERS = {
    "visibility_25": -4, "visibility_40": -2, "sun": -2, "twilight": 1, "silhouetted": -1, "illuminated": 0, "searchlight": 1,
    "dead_reckoning": -4, "blind": -6,
    "sea_3_eg": -2, "sea_4_cd": -2, "sea_4_eg": -4, "sea_5_ab": -2, "sea_5_cd": -4, "sea_5_eg": -6,
    "sea_6_ab": -4, "sea_6_cd": -6,
    "not_fired_on": 1, "first_salvo": -2, "third_salvo": 1, "coincidence": -1, "beyond_1": -1, "beyond_2": -2, "beyond_3": -3,
    "fast_firer": -1, "local": -2, "course_change": -3, "firer_evades": -4,
    "barrels_3": 1, "barrels_5": 2, "barrels_7": 3, "barrels_9": 4, "barrels_11": 5,
    "speed_25": -3, "speed_20": -2, "speed_10": 1, "stationary": 2, "evades_b": -2, "evades_cd": -3, "evades_eg": -4,
    "broad_a": 2, "quarter_a": 1, "narrow_a": 0, "broad_b": 1, "quarter_b": 0, "narrow_b": -1,
    "broad_cd": 0, "quarter_cd": -1, "narrow_cd": -2, "broad_eg": -2, "quarter_eg": -3, "narrow_eg": -4,
}  # fmt: skip


def test_every_modifier_of_the_page() -> None:
    assert {name: line.value for name, line in TABLES.modifier_list("gunnery").lines.items()} == MODIFIERS


@pytest.mark.parametrize(
    ("band", "gs1", "gs2", "step"), [("short", 40, 50, 3), ("medium", 20, 30, 3), ("long", 10, 10, 2), ("extreme", 5, 5, 2)]
)
def test_base_chances_and_steps(band: str, gs1: int, gs2: int, step: int) -> None:
    assert [TABLES.table("base_chance").cell(band, standard) for standard in ("1", "2")] == [gs1, gs2]
    assert TABLES.table("modifier_step").cell(band, "per cent") == step


SEA = {3: "- - -2", 4: "- -2 -4", 5: "-2 -4 -6", 6: "-4 -6 NFP", 7: "NFP NFP NFP"}


@pytest.mark.parametrize("state", range(10))
def test_f3_every_sea_state_and_size(state: int) -> None:
    """SS 4 for sizes E to G is -4; NA is no modifier; NFP is no fire possible."""
    wanted = SEA.get(min(state, 7), "- - -").split()
    for column, cell in zip(("AB", "CD", "EG"), wanted, strict=True):
        found = TABLES.table("sea_state").text(state, column)
        assert (found if found in ("-", "NFP") else str(MODIFIERS[found])) == cell


@pytest.mark.parametrize(
    ("barrels", "value"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (10, 4), (11, 5), (16, 5)]
)
def test_barrels(barrels: int, value: int) -> None:
    assert MODIFIERS.get(TABLES.table("barrels").text(barrels, "line"), 0) == value


@pytest.mark.parametrize(("knots", "value"), [(0, 2), (1, 1), (10, 1), (11, 0), (19, 0), (20, -2), (24, -2), (25, -3), (40, -3)])
def test_f26_target_speed_and_dead_in_the_water_is_two_in_all(knots: int, value: int) -> None:
    assert MODIFIERS.get(TABLES.table("target_speed").text(knots, "line"), 0) == value


@pytest.mark.parametrize(
    ("yards", "value"), [(-5, 0), (0, 0), (1, -1), (3000, -1), (3001, -2), (6000, -2), (6001, -3), (20000, -3)]
)
def test_range_finder(yards: int, value: int) -> None:
    assert MODIFIERS.get(TABLES.table("beyond_range_finder").text(yards, "line"), 0) == value


def chance(game: Game, **inputs: Any) -> int:
    """The chance that an order to fire notes, in per cent."""
    record = game.journal.propose(
        game.draft("fire", **{"firer": "Tiger", "target": "Moltke", "battery": "main", "hits": "0", **inputs}).order()
    )
    return int(notes(record).split(": ")[1].split(" ")[0])


@pytest.mark.parametrize(("band", "none", "plus"), [("short", 50, 62), ("medium", 30, 42), ("long", 10, 18), ("extreme", 5, 13)])
def test_three_per_cent_a_step_at_short_and_medium_two_beyond(band: str, none: int, plus: int) -> None:
    game = duel()
    assert chance(game, range=BANDS[band], modifiers=NONE) == none
    assert chance(game, range=BANDS[band], modifiers=("barrels_7", "not_fired_on")) == plus


def test_gunnery_standard_1() -> None:
    game = duel(tiger(guns=[gun(standard=1)]))
    assert [chance(game, range=yards, modifiers=NONE) for yards in BANDS.values()] == [40, 20, 10, 5]


def test_f27_the_chance_stays_between_none_and_certainty() -> None:
    game = duel()
    assert chance(game, range=24000, modifiers=("blind", "speed_25")) == 0
    assert fire(game, range=24000, modifiers=("blind", "speed_25")).faces == ()
    assert notes(game.journal.records[-1]).endswith("-9: 0 %")
    easy = [name for name, value in MODIFIERS.items() if value > 0]
    assert chance(duel(), range=100, modifiers=tuple(easy)) == 100


@pytest.mark.parametrize(
    ("roll", "hits"), [(1, 4), (2, 4), (3, 3), (12, 3), (13, 2), (22, 2), (23, 1), (32, 1), (33, 0), (100, 0)]
)
def test_f9_one_roll_gives_the_hits(roll: int, hits: int) -> None:
    """A chance of 32: 1 + (32 - roll) / 10, rounded down."""
    record = fire(duel(), roll, *(() if not hits else (1,)), modifiers=("barrels_11", "broad_a", "third_salvo", "not_fired_on",
                  "speed_10", "searchlight"))  # fmt: skip
    assert scored(record, "hits") == hits
    assert notes(record).split(": ")[1].startswith("32 %")


def test_f9_no_more_hits_than_barrels() -> None:
    record = fire(duel(), 1, range=5000, mounts=("A",), modifiers=NONE)
    assert scored(record, "hits") == 2


def test_f9_the_referee_may_type_the_hits() -> None:
    game = duel()
    record = fire(game, 8, hits="3", modifiers=NONE)
    assert (scored(record, "hits"), scored(record, "points")) == (3, 102)
    assert [hit.points for hit in game["Moltke"].held] == [34, 34, 34]
    assert fire(duel(), hits="0").faces == ()


def test_the_battle_knows_its_modifiers() -> None:
    game = duel()
    assert known(game) == {"not_fired_on", "first_salvo", "fast_firer", "barrels_7", "speed_20", "broad_a"}
    assert known(game, mounts=("A", "B"), aspect="narrow") == {
        "not_fired_on", "first_salvo", "fast_firer", "barrels_3", "speed_20", "narrow_a",
    }  # fmt: skip
    assert "first_salvo" not in known(game, range=9000)


def test_a_form_names_firer_and_target_and_calls_neither_her() -> None:
    labels = [entry.label for entry in duel().draft("fire").entries.values()]
    assert "does any enemy fire at the firer" in labels
    assert not {"her", "she"} & {word for label in labels for word in label.split()}


def test_salvos_are_counted_and_a_ship_fired_on_has_no_bonus() -> None:
    game = duel()
    fire(game, 100)
    assert game["Tiger"].count("salvos", "main") == 1
    assert "not_fired_on" not in game.draft("fire", firer="Moltke", target="Tiger", range=15000).values["modifiers"]
    for salvo, held_to_be in ((2, set()), (3, {"third_salvo"}), (4, {"third_salvo"})):
        game.go("planned-fire", game.battle.turn + 1)
        assert known(game) & {"first_salvo", "third_salvo"} == held_to_be
        fire(game, 100)
        assert game["Tiger"].count("salvos", "main") == salvo


def two_targets() -> Game:
    game = Game(tiger(), blue=[moltke(), ship("Foe")]).go("planned-fire")
    fire(game, 100)
    return game.go("planned-fire", 2)


def test_f29_a_new_target_is_a_first_salvo_and_one_close_to_the_old_a_second() -> None:
    game = two_targets()
    assert "first_salvo" in known(game, target="Foe")
    assert "first_salvo" not in known(game, target="Foe", close="yes")
    fire(game, 100, target="Foe", close="yes")
    assert game["Tiger"].count("salvos", "main") == 2


@pytest.mark.parametrize(("far", "counts"), [(9000, 0), (15000, 3)])
def test_too_many_firers_count_at_long_and_extreme_only(far: int, counts: int) -> None:
    plain = chance(duel(), range=far, modifiers=NONE)
    assert chance(duel(), range=far, modifiers=NONE, over_limit=3) == plain - 2 * counts


@pytest.mark.parametrize(
    ("visibility", "line"), [("40% or less", "visibility_40"), ("25% or less", "visibility_25"), ("over 40%", "")]
)
def test_visibility_and_coincidence_range_finders(visibility: str, line: str) -> None:
    game = duel(tiger(coincidence=True), visibility=visibility)
    assert known(game) & {"visibility_40", "visibility_25"} == ({line} if line else set())
    assert ("coincidence" in known(game)) == bool(line)
    assert "coincidence" not in known(game, range=9000)


def test_no_more_than_twenty_ships_are_counted_above_the_limit() -> None:
    inputs = {"firer": "Tiger", "target": "Moltke", "range": 15000}
    assert duel().draft("fire", over_limit=20, **inputs).order()
    with pytest.raises(InvalidInput):
        duel().draft("fire", over_limit=21, **inputs).order()


def test_f26_the_worse_visibility_stands_alone() -> None:
    assert chance(duel(), range=9000, modifiers=("visibility_25", "visibility_40")) == 30 - 12
    assert chance(duel(), range=9000, modifiers=("visibility_40",)) == 30 - 6


@pytest.mark.parametrize("lit", ["searchlight", "illuminated", "silhouetted", "blind"])
def test_f30_a_lit_target_drops_the_two_lines_of_visibility_only(lit: str) -> None:
    plain = 30 + 3 * MODIFIERS[lit]
    assert chance(duel(), range=9000, modifiers=("visibility_25", lit)) == plain
    assert chance(duel(), range=9000, modifiers=("visibility_40", "sun", lit)) == plain - 6


def test_f30_a_ship_afire_is_lit_at_night() -> None:
    game = duel(light="night", visibility="25% or less")
    assert "illuminated" not in known(game)
    game.burn("Moltke", 8, 7)
    assert "illuminated" in known(game)


def test_f28_size_a_cannot_evade_and_a_slow_target_gets_nothing_for_it() -> None:
    game = Game(tiger(), blue=[ship("Scout", size="C", knots=25, belt=0, deck=0)]).go("movement")
    game.refused("move", because="size A cannot steer evasively", ship="Tiger", evades="yes")
    game.give("move", ship="Scout", knots=19, evades="yes")
    assert not {"evades_cd"} & known(game.go("planned-fire"), target="Scout")
    game.go("movement", 2)
    game.give("move", ship="Scout", knots=20, evades="yes")
    assert {"evades_cd"} & known(game.go("planned-fire"), target="Scout")


@pytest.mark.parametrize("size", "BCDEFG")
def test_f28_every_size_from_b_on_can_evade(size: str) -> None:
    game = Game(tiger(), blue=[ship("Scout", size=size, knots=25, belt=0, deck=0)]).go("movement")
    game.give("move", ship="Scout", knots=20, evades="yes")
    line = {"B": "evades_b", "C": "evades_cd", "D": "evades_cd"}.get(size, "evades_eg")
    assert line in known(game.go("planned-fire"), target="Scout")


def test_f28_evasion_below_20_knots_is_a_reading() -> None:
    slow = house(evasion_least_speed=False)
    game = Game(tiger(), blue=[ship("Scout", size="C", knots=25)], rules=[slow]).go("movement")
    game.give("move", ship="Scout", knots=18, evades="yes")
    assert "evades_cd" in known(game.go("planned-fire"), target="Scout")


def test_f32_the_sea_counts_by_the_firer_s_size() -> None:
    boat = {"size": "D", "belt": 0, "deck": 0, "points": 40}
    rough = Game(tiger(), ship("Destroyer", **boat), blue=[ship("Foe", **boat)], sea="5").go("planned-fire")
    assert known(rough, target="Foe") & set(MODIFIERS) >= {"sea_5_ab"}
    assert "sea_5_cd" in known(rough, firer="Destroyer", target="Foe", range=9000)


def test_no_fire_in_sea_state_7_nor_by_small_craft_in_6() -> None:
    duel(sea="7").refused("fire", because="no fire possible", firer="Tiger", target="Moltke", range=9000, battery="main")
    boat = ship("Boat", size="F", points=12, belt=0, deck=0, guns=[gun()], mounts=[mount("gun", barrels=1)])
    game = Game(boat, blue=[moltke()], sea="6").go("planned-fire")
    game.refused("fire", because="no fire possible for size F", firer="Boat", target="Moltke", range=5000, battery="main")


def test_turning_and_evading_and_local_control_cost_the_firer() -> None:
    game = Game(tiger(size="B"), blue=[moltke()]).go("movement")
    game.give("move", ship="Tiger", knots=15, helm="port", turns="yes", evades="yes")
    game.go("planned-fire")
    assert known(game) & {"course_change", "firer_evades", "fast_firer"} == {"firer_evades"}
    game.go("movement", 2)
    game.give("move", ship="Tiger", knots=16, helm="port", turns="yes")
    assert known(game.go("planned-fire")) & {"course_change", "firer_evades", "fast_firer"} == {"course_change", "fast_firer"}


def test_local_control_counts_for_gunnery_standard_2_only() -> None:
    for standard, counts in ((1, False), (2, True)):
        game = duel(tiger(guns=[gun(standard=standard)]))
        game.give("critical", 1, ship="Tiger", nature="Main Battery*", column="major", penetrated=True, casemate=True, mm=0)
        assert ("local" in known(game)) == counts


def test_beyond_the_range_finder() -> None:
    game = duel(tiger(rangefinder=12000))
    lines, ranges = {"beyond_1", "beyond_2", "beyond_3"}, (12000, 15000, 18000, 18001)
    assert [sorted(known(game, range=yards) & lines) for yards in ranges] == [
        [], ["beyond_1"], ["beyond_2"], ["beyond_3"],
    ]  # fmt: skip


def test_a_mount_fires_once_a_turn_and_must_bear() -> None:
    game = duel(tiger(mounts=[mount("A", arc="FPS"), mount("X", arc="APS")]))
    fire(game, 100, bearing="F", mounts=("A",))
    game.refused("fire", because="does not bear", firer="Tiger", target="Moltke", range=9000, battery="main", bearing="F",
                 mounts=("X",))  # fmt: skip
    game.go("reaction-fire")
    fire(game, 100, bearing="A", mounts=("X",))
    assert game.draft("fire").entries["firer"].options == ("Moltke",)


def test_out_of_reach_and_own_side() -> None:
    game = Game(tiger(), ship("Friend"), blue=[moltke()]).go("planned-fire")
    game.refused(
        "fire",
        because="beyond the range of the 13.5-inch, 24000 yds",
        firer="Tiger",
        target="Moltke",
        range=24001,
        battery="main",
    )
    game.refused("fire", because="own side", firer="Tiger", target="Friend", range=9000, battery="main")


def test_fire_of_both_phases_and_of_no_other() -> None:
    game = Game(tiger(), blue=[moltke()])
    for phase in ("plotting", "movement", "resolution"):
        game.go(phase)
        game.refused("fire", because="belongs to steps 3 and 5", firer="Tiger", target="Moltke", range=9000, battery="main")


def test_the_roll_is_told_with_its_chance() -> None:
    record = fire(duel(), 3, 9, modifiers=NONE)
    rolled = [event for event in record.events if isinstance(event, Rolled)]
    assert (rolled[0].row, rolled[0].result, rolled[0].rule) == ("up to 10", "1 hit", "F9")


def test_6_4_pre_dreadnoughts_cannot_steer_evasively() -> None:
    old, new = ship("Old", size="B", pre_dreadnought=True), ship("New", size="B")
    game = Game(old, new, blue=[moltke()]).go("movement")
    game.refused("move", because="pre-dreadnoughts cannot steer evasively", ship="Old", evades="yes")
    game.give("move", ship="Old", knots=15)
    game.give("move", ship="New", evades="yes")


def test_6_4_f64_whether_a_ship_is_fired_on_does_not_hang_on_which_shot_is_typed_first() -> None:
    """Tiger and Moltke fire at each other: neither has the +1, whoever fires first."""
    for first, second in (("Tiger", "Moltke"), ("Moltke", "Tiger")):
        game = duel()
        for firer, target in ((first, second), (second, first)):
            answer = {"fired_on": "yes"} if firer == first else {}
            inputs = {"firer": firer, "target": target, "range": 9000, "battery": "main", **answer}
            assert "not_fired_on" not in game.draft("fire", **inputs).values["modifiers"]
            game.give("fire", hits="0", **inputs)


def test_f64_it_is_asked_once_a_ship_and_phase_and_not_where_an_enemy_fired_at_her_last_turn() -> None:
    game = duel(tiger(mounts=[mount("A"), mount("B"), mount("s1", "secondary")]))

    def asked(firer: str = "Tiger", target: str = "Moltke") -> bool:
        inputs = {"firer": firer, "target": target, "range": 9000, "battery": "main"}
        draft = Draft(game.battle, RULESET.order("fire"), inputs)
        return isinstance(draft.problem, InvalidInput) and draft.problem.where == "fired_on"

    assert asked()
    fire(game, hits="0", mounts=("A",))
    assert not asked()
    assert "not_fired_on" in known(game, range=9000, battery="secondary")
    assert not asked("Moltke", "Tiger")
    game.go("reaction-fire")
    assert asked()
    game.go("planned-fire", 2)
    assert asked()
    assert not asked("Moltke", "Tiger")
    game.go("planned-fire", 3)
    assert asked("Moltke", "Tiger")
    game.give("fire", firer="Moltke", target="Tiger", range=9000, battery="main", mounts=("B",), hits="0", fired_on="no")
    assert not asked("Moltke", "Tiger")  # an enemy fired at her two turns ago, and it was said that none does now


def test_f64_a_later_shot_that_contradicts_says_so() -> None:
    game = duel()
    fire(game, hits="0", fired_on="no")
    record = game.give("fire", firer="Moltke", target="Tiger", range=15000, battery="main", hits="0")
    assert "Tiger fired as if no enemy would fire at her: undo leads back to her fire" in notes(record)
    game = duel()
    fire(game, hits="0", fired_on="yes")
    record = game.give("fire", firer="Moltke", target="Tiger", range=15000, battery="main", hits="0")
    assert "no enemy fires at" not in notes(record)


def test_f64_by_a_reading_it_goes_by_the_shots_as_typed() -> None:
    game = duel(rules=[house(not_fired_on="as typed")])
    assert "not_fired_on" in game.draft("fire", firer="Tiger", target="Moltke", range=9000, battery="main").values["modifiers"]
    fire(game, hits="0")
    assert (
        "not_fired_on" not in game.draft("fire", firer="Moltke", target="Tiger", range=9000, battery="main").values["modifiers"]
    )


def test_an_order_to_fire_of_an_earlier_version_can_be_read() -> None:
    """It did not know whether the firer is fired on."""
    game = duel()
    inputs = fire(game, hits="0").inputs
    old = RULESET.order("fire").from_inputs({name: value for name, value in inputs.items() if name != "fired_on"})
    assert old.inputs() == {**inputs, "fired_on": None}


@pytest.mark.parametrize(("glow", "line"), [("illuminated", {"illuminated"}), ("silhouetted", {"silhouetted"}), ("dark", set())])
def test_8_2_a_ship_afire_at_night_lights_or_outlines_others(glow: str, line: set[str]) -> None:
    """Where another ship burns, Major or worse, it is asked what that does to the target."""
    game = Game(tiger(), blue=[moltke(), ship("Torch")], light="night").go("planned-fire")
    game.burn("Torch", 8)
    assert known(game, glow=glow) & {"illuminated", "silhouetted"} == set()
    game.burn("Torch", 7)
    assert known(game, glow=glow) & {"illuminated", "silhouetted"} == line


def test_8_2_a_ship_afire_lights_no_other_by_day() -> None:
    game = Game(tiger(), blue=[moltke(), ship("Torch")]).go("planned-fire")
    game.burn("Torch", 8, 7)
    assert known(game, glow="illuminated") & {"illuminated", "silhouetted"} == set()
