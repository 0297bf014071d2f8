"""C4: weapon points, reach, arcs, volleys, and whose hit it is."""

from __future__ import annotations

from collections import Counter

import pytest

from fleetbook.core.battle.events import Began, Noted
from fleetbook.testing import results, rolled
from tests.rules.coastal.fleet import Game, duel, fire, gun, house, reading, ship, volleys, would_fire

BEARINGS = ("front", "port", "starboard", "rear")

POINTS: list[tuple[str, float, tuple[tuple[int, int], ...]]] = [  # weapon, calibre, points at the ends of each column
    ("twin MG", 0.0, ((1, 2), (15, 2), (16, 1), (40, 1))),
    ("single 20 mm", 0.0, ((1, 2), (15, 2), (16, 1), (40, 1), (41, 1), (60, 1))),
    ("twin 20 mm", 0.0, ((1, 4), (15, 4), (16, 2), (40, 2), (41, 1), (60, 1))),
    ("single 30-40 mm", 0.0, ((1, 4), (15, 4), (16, 2), (40, 2), (41, 2), (60, 2))),
    ("twin 30-40 mm", 0.0, ((1, 6), (15, 6), (16, 3), (40, 3), (41, 2), (60, 2))),
    ("6-12 pdr", 0.0, ((1, 7), (15, 7), (16, 3), (40, 3), (41, 3), (60, 3))),
    ("3-inch or 2-3 pdr", 3.0, ((1, 2), (30, 2), (31, 1), (60, 1), (61, 1), (120, 1))),
    ("single gun", 4.0, ((1, 2), (30, 2), (31, 2), (60, 2), (61, 1), (120, 1))),
    ("directed gun", 4.0, ((1, 6), (30, 6), (31, 4), (60, 4), (61, 2), (120, 2))),  # four of them in this mount
]
CELLS = [(weapon, calibre, cm, points) for weapon, calibre, ends in POINTS for cm, points in ends]


@pytest.mark.parametrize(("weapon", "calibre", "cm", "points"), CELLS)
def test_c4_every_cell_of_the_two_charts_by_an_order(weapon: str, calibre: float, cm: int, points: int) -> None:
    game = duel(gun("gun", weapon, calibre=calibre, guns=4 if weapon == "directed gun" else 1))
    thrown = volleys(would_fire(game, 1, range=cm))
    assert {battery: throw.line for battery, throw in thrown.items()} == {"guns" if calibre else "cannon": str(points)}


@pytest.mark.parametrize(("weapon", "reach"), [("twin MG", 40), ("single 20 mm", 60), ("6-12 pdr", 60), ("single gun", 120)])
def test_c4_out_of_range(weapon: str, reach: int) -> None:
    game = duel(gun("gun", weapon, calibre=4.0 if weapon == "single gun" else 0.0))
    would_fire(game, 1, range=reach)
    because = f"no weapon that reaches {reach + 1} cm: {reach} cm is the most"
    game.refused("fire", firer="Shooter", target="Target", range=reach + 1, because=because, rule="C4")


def test_c4_cannon_beyond_60_score_nothing_and_are_left_out() -> None:
    game = duel(gun("cannon"), gun("big gun", "single gun", calibre=4.0))
    assert game.draft("fire", firer="Shooter", target="Target", range=60).values["mounts"] == ("cannon", "big gun")
    assert game.draft("fire", firer="Shooter", target="Target", range=61).values["mounts"] == ("big gun",)
    assert list(volleys(would_fire(game, 1, range=61))) == ["guns"]


ARCS = {
    "front": {"front", "port", "starboard"},
    "rear": {"rear", "port", "starboard"},
    "port": {"port"},
    "starboard": {"starboard"},
    "all-round": set(BEARINGS),
}


@pytest.mark.parametrize("arc", ARCS)
@pytest.mark.parametrize("bearing", BEARINGS)
def test_c4_mounts_bear_by_arc(arc: str, bearing: str) -> None:
    game = duel(gun("gun", arc=arc))
    if bearing in ARCS[arc]:
        would_fire(game, 1, bearing=bearing)
    else:
        order = {"firer": "Shooter", "target": "Target", "range": 10, "bearing": bearing}
        game.refused("fire", **order, because=f"no weapon that bears to {bearing}", rule="C4")
        game = duel(gun("gun", arc=arc), gun("other"))
        game.refused("fire", **order, mounts="gun", because=f"gun does not bear to {bearing}", rule="C4")


def test_c4_all_weapons_that_bear_and_reach_fire_together() -> None:
    mounts = [gun(arc, arc=arc) for arc in ARCS]
    game = duel(*mounts, gun("machine guns", "twin MG"))
    values = game.draft("fire", firer="Shooter", target="Target", range=50, bearing="starboard").values
    assert values["mounts"] == ("front", "rear", "starboard", "all-round")
    assert rolled(fire(game, 1, range=50, bearing="starboard"))[0].line == "4"


def test_c4_the_last_bearing_is_remembered() -> None:
    game = duel(gun("one", arc="starboard"), gun("two", "single gun", arc="starboard", calibre=4.0))
    fire(game, 1, bearing="starboard", mounts="one")
    assert game.draft("fire", firer="Shooter", target="Target").values["bearing"] == "starboard"


def test_c4_a_mount_fires_once_a_turn() -> None:
    game = duel(gun("one"), gun("two", "single gun", calibre=4.0))
    fire(game, 1, mounts="one")
    order = {"firer": "Shooter", "target": "Target", "range": 10}
    game.refused("fire", **order, mounts="one", because="one has fired this turn", rule="C4")
    fire(game, 1)
    game.refused("fire", **order, because="has fired all its weapons this turn", rule="C4")
    fire(game.go("fire-1", 2), 1, 1)


def test_c4_what_a_ship_fires_at_one_target_in_a_step_is_one_total_of_cannon_and_one_of_guns() -> None:
    """Twin 20 mm up to 15 cm: 4 points each, 8 in one total; a further part at the same target is refused, of guns too."""
    mounts = [gun("one", "twin 20 mm"), gun("two", "twin 20 mm"), gun("three", "twin 20 mm"),
              gun("fore", "single gun", calibre=4.0), gun("aft", "single gun", calibre=4.0)]  # fmt: skip
    second = ship("Second", size="corvette", speed=10)
    game = Game([ship("Target", size="corvette", speed=10), second], [ship("Shooter", *mounts, size="corvette")], light="day")
    again = {"firer": "Shooter", "target": "Target", "range": 10, "bearing": "port"}
    assert rolled(fire(game.go("fire-1"), 1, mounts="one; two"))[0].line == "8"
    because = "Shooter's cannon have fired at Target this turn: she fires at each target once with cannon"
    game.refused("fire", **again, mounts="three", because=because, rule="C4")
    assert game.draft("fire", **again).values["mounts"] == ("fore", "aft")
    assert list(volleys(fire(game, 1, mounts="fore"))) == ["guns"]
    because = "Shooter has fired at Target this turn: she fires at each target once with cannon"
    game.refused("fire", **again, because=because, rule="C4")
    assert list(volleys(fire(game, 1, 1, target="Second", mounts="three; aft"))) == ["cannon", "guns"]
    assert len(volleys(fire(game.go("fire-1", 2), 1, 1))) == 2


def test_c4_weapons_of_one_total_for_all_fire_at_a_target_once() -> None:
    game = duel(gun("one"), gun("two", "single gun", calibre=4.0), rules=(reading(two_volleys=False),))
    fire(game, 1, mounts="one")
    game.refused("fire", firer="Shooter", target="Target", range=10, mounts="two", because="has fired at Target", rule="C4")


def test_c4_a_shot_of_an_earlier_version_keeps_no_target_of_its_mounts() -> None:
    """So that a battle with parts at one target is derived again as it was."""
    game = duel(gun("one"), gun("two"))
    for mount in ("one", "two"):
        inputs = game.draft("fire", firer="Shooter", target="Target", range=10, mounts=mount).order().inputs()
        old = game.journal.ruleset.order("fire").from_inputs({name: v for name, v in inputs.items() if name != "totalled"})
        game.keep(game.journal.propose(old, game.journal.supply([1])))
    assert not [key for key, _ in game.battle.state.items() if key.name == "fired at"]


def test_c4_a_side_of_which_all_weapons_have_fired_is_refused_by_that() -> None:
    """Port is spent; to starboard a weapon is left."""
    game = duel(gun("port gun", arc="port"), gun("starboard gun", "single gun", arc="starboard", calibre=4.0))
    again = {"firer": "Shooter", "target": "Target", "range": 10}
    fire(game, 1, bearing="port")
    game.refused("fire", **again, bearing="port", because="Shooter has fired all its weapons that bear to port and reach 10 cm")
    game.refused("fire", **again, bearing="front", because="Shooter has no weapon that bears to front and reaches 10 cm")


def test_c4_mounts_may_fire_at_different_targets() -> None:
    game = Game([ship("Target"), ship("Second")], [ship("Shooter", gun("one"), gun("two"))], light="day").go("fire-1")
    fire(game, 1, mounts="one")
    assert rolled(fire(game, 1, target="Second"))[0].line == "2"


@pytest.mark.parametrize("state", ["damaged", "destroyed"])
def test_c4_a_mount_out_of_action_does_not_fire(state: str) -> None:
    game = duel(gun("one"), gun("two"))
    game.put("Shooter", "one", state)
    order = {"firer": "Shooter", "target": "Target", "range": 10}
    game.refused("fire", **order, mounts="one", because=f"Shooter's one is {state}", rule="C6")
    assert game.draft("fire", **order).values["mounts"] == ("two",)
    game.put("Shooter", "two", state)
    game.refused("fire", **order, because="has no weapon in action", rule="C4")


def test_c4_a_mount_that_the_ship_does_not_have() -> None:
    problem = duel(gun("bow gun"), gun("stern gun")).unreadable(
        "fire", "mounts", firer="Shooter", target="Target", range=10, mounts="bow gum"
    )
    assert problem.near == "bow gun"


def test_c4_no_firing_at_one_s_own_side_nor_at_a_ship_that_is_gone() -> None:
    game = Game([ship("Target")], [ship("Shooter", gun("gun")), ship("Friend")], light="day").go("move-1")
    game.give("leave", ship="Target")
    game.go("fire-1").refused("fire", firer="Shooter", target="Friend", range=10, because="own side")
    game.refused("fire", firer="Shooter", target="Shooter", range=10, because="Shooter cannot be its own target")
    game.refused("fire", firer="Shooter", target="Target", range=10, because="Target is gone", rule="C9")


# ------------------------------------------------------------ volleys


def test_c4_cannon_and_guns_fire_as_two_volleys_each_with_its_own_total_and_die() -> None:
    guns = [gun(name, "single gun", calibre=4.0) for name in ("c", "d")]
    record = fire(duel(gun("a", "twin 20 mm"), gun("b", "6-12 pdr"), *guns), 5, 6)
    assert {battery: throw.line for battery, throw in volleys(record).items()} == {"cannon": "11", "guns": "4"}
    assert results(record) == ["2 hits", "1 hit"]


def test_c4_a_fraction_is_dropped_to_find_the_row() -> None:
    game = duel(*(gun(f"gun {n}", "directed gun", guns=n, calibre=4.0) for n in (1, 2, 3)))
    lines = {mounts: rolled(would_fire(game, 1, mounts=mounts))[0].line for mounts in ("gun 1", "gun 3", "gun 1; gun 2")}
    assert lines == {"gun 1": "1", "gun 3": "4", "gun 1; gun 2": "4"}


def test_c4_half_a_point_uses_the_first_row() -> None:
    game = duel(gun("gun", "directed gun", calibre=4.0))
    record = would_fire(game, 6, range=100)
    assert rolled(record)[0].line == "0"
    assert results(record) == ["straddle"]


def test_c4_the_record_says_factor_and_points() -> None:
    game = duel(gun("bow", "twin 20 mm"), gun("stern"))
    events = fire(game, 1).events
    assert [event.headline for event in events if isinstance(event, Began)] == ["cannon, factor 6"]
    assert [event.text for event in events if isinstance(event, Noted)] == ["bow 4 + stern 2"]


# ------------------------------------------------------------ whose hit it is


def test_c4_hits_of_mounts_alike_in_damage_need_no_draw() -> None:
    game = duel(gun("a", "twin 20 mm"), gun("b", "twin MG"))
    fire(game, 6, straddled="yes")
    assert game["Target"].held == (("Shooter", "a"),)


def test_c4_each_hit_is_drawn_among_the_mounts_in_proportion_to_their_points() -> None:
    """A 12 pdr of 7 points and a 20 mm of 2: in halves of a point 14 faces of 18 are the 12 pdr's, and 4 the 20 mm's."""
    game = duel(gun("12 pdr", "6-12 pdr", calibre=3.0), gun("20 mm"))
    records = [would_fire(game, 4, face) for face in range(1, 19)]
    assert {record.faces[1].sides for record in records} == {18}
    assert Counter(results(record)[1] for record in records) == {"12 pdr": 14, "20 mm": 4}


def test_c4_each_hit_is_drawn_for_itself() -> None:
    game = duel(gun("12 pdr", "6-12 pdr", calibre=3.0), gun("20 mm"))
    record = fire(game, 6, 1, 15)
    assert results(record) == ["2 hits", "12 pdr", "20 mm"]
    assert game["Target"].held == (("Shooter", "12 pdr"), ("Shooter", "20 mm"))


def test_c4_directed_guns_are_drawn_by_their_halves() -> None:
    game = duel(
        gun("four", "directed gun", guns=3, calibre=4.0), gun("six", "single gun", calibre=6.0), shooter={"size": "larger"}
    )
    record = would_fire(game, 6, 9, range=20)
    assert [face.sides for face in record.faces] == [6, 13]  # 4.5 points and 2
    assert results(record)[1] == "four"
    assert results(would_fire(game, 6, 10, range=20))[1] == "six"


def test_c4_a_12_pdr_on_the_cannon_chart_does_the_damage_of_a_3_inch_gun() -> None:
    game = duel(gun("12 pdr", "6-12 pdr", calibre=3.0))
    assert volleys(fire(game, 5))["cannon"].line == "7"
    game.go("damage-1").next(2)
    assert game.boxes("Target") == (194, 2, 0)


# ------------------------------------------------------------ house rules


def test_c4_house_one_volley_of_all_weapons() -> None:
    game = duel(gun("a", "twin 20 mm"), gun("c", "single gun", calibre=2.9), rules=[reading(two_volleys=False)])
    thrown = volleys(fire(game, 6))
    assert {battery: throw.line for battery, throw in thrown.items()} == {"all weapons": "6"}


def test_c4_house_gun_reach() -> None:
    short = duel(gun("gun", "single gun", calibre=4.0), rules=[reading(gun_reach=80)])
    short.refused("fire", firer="Shooter", target="Target", range=81, because="no weapon that reaches 81 cm")
    far = duel(gun("gun", "single gun", calibre=4.0), rules=[reading(gun_reach=200)])
    assert rolled(would_fire(far, 1, range=200))[0].line == "1"


@pytest.mark.parametrize(("arc", "name"), [("front", "arcs_front"), ("rear", "arcs_rear")])
def test_c4_house_arcs(arc: str, name: str) -> None:
    game = duel(gun("gun", arc=arc), rules=[reading(**{name: "front, rear"})])
    would_fire(game, 1, bearing="front")
    would_fire(game, 1, bearing="rear")
    game.refused("fire", firer="Shooter", target="Target", range=10, bearing="port", because="no weapon that bears")


def test_c4_house_fraction_counted_up() -> None:
    game = duel(gun("gun", "directed gun", guns=3, calibre=4.0), rules=[reading(fraction_dropped=False)])
    assert rolled(would_fire(game, 1))[0].line == "5"


def test_c4_house_points_of_a_weapon() -> None:
    game = duel(gun("gun"), rules=[house(tables={"cannon": [["single 20 mm", 5, 1, 1]]})])
    assert rolled(would_fire(game, 1))[0].line == "5"


def test_c4_the_first_whose_weapon_reaches_at_the_range_measured_is_the_one_that_fires() -> None:
    firers = [ship("First", gun("a")), ship("Second", gun("b"))]
    game = Game([ship("Target")], firers, light="day").go("fire-1")
    assert game.draft("fire").values["firer"] == "First"
    game.give("observe", observer="First", target="Target", range=100)
    game.give("observe", observer="Second", target="Target", range=10)
    assert game.draft("fire").values["firer"] == "Second"
    assert game.draft("fire").entries["firer"].options == ("First", "Second")
