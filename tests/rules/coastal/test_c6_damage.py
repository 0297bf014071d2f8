"""C6: what a hit does to hull, bridge, engines and systems."""

from __future__ import annotations

import pytest

from fleetbook.testing import results, said, struck
from tests.rules.coastal.fleet import ENTRY, SIZES, gear, gun, hits, house, reading, tubes

SYSTEMS = ("bridge", "engines", "a", "b", "c")
FACE = {name: face for face, name in enumerate(SYSTEMS, 1)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_c6_a_light_hit_does_one_point_and_one_random_system(system: str) -> None:
    game = hits(1)
    record = game.give("damage", FACE[system], ship="Target")
    assert results(record) == [system]
    assert game.boxes("Target") == (59, 1 if system == "bridge" else 2, 2 if system == "engines" else 3)
    assert {name for name in SYSTEMS if game.state("Target", name) == "damaged"} == {system}


POINTS = [
    (3.0, 6), (3.5, 6), (3.7, 6), (3.8, 8), (4.0, 8), (4.5, 8), (4.6, 10), (4.7, 10), (5.1, 10),
    (5.2, 12), (5.9, 12), (6.7, 12), (6.8, 20), (7.5, 20), (8.0, 20),
]  # fmt: skip


@pytest.mark.parametrize(("calibre", "points"), POINTS)
def test_c6_points_of_a_gun_of_3_inches_or_more(calibre: float, points: int) -> None:
    game = hits(1, calibre)
    assert ("Target", "hull", points) in struck(game.give("damage", 3, ship="Target"))
    assert game.boxes("Target") == (60 - points, 2, 3)


@pytest.mark.parametrize(
    ("calibre", "points"), [(8.1, 20), (8.2, 20), (8.25, 21), (8.5, 22), (9.2, 24), (10.0, 28), (11.0, 32), (12.0, 36)]
)
def test_c6_over_8_inches_4_more_for_each_inch_rounded_down(calibre: float, points: int) -> None:
    game = hits(1, calibre)
    game.give("damage", 3, ship="Target")
    assert game.boxes("Target")[0] == 60 - points


@pytest.mark.parametrize(("calibre", "large"), [(1.6, False), (2.2, False), (2.9, False), (2.96, True), (3.0, True)])
def test_c6_guns_under_3_inches_do_a_light_hit(calibre: float, large: bool) -> None:
    game = hits(1, calibre)
    game.give("damage", FACE["a"], ship="Target")
    assert game.boxes("Target")[0] == (54 if large else 59)
    assert game.state("Target", "a") == ("destroyed" if large else "damaged")


def test_c6_hits_on_bridge_and_engines_come_off_their_boxes_too() -> None:
    game = hits(4)
    game.give("damage", FACE["engines"], FACE["engines"], FACE["bridge"], FACE["a"], ship="Target")
    assert game.boxes("Target") == (56, 1, 1)
    assert game["Target"].max_speed == 3  # a third of 10 cm


def test_c6_bridge_and_engines_are_out_when_no_box_is_left() -> None:
    game = hits(5)
    faces = [FACE["engines"]] * 3 + [FACE["bridge"]] * 2
    game.give("damage", *faces, ship="Target")
    assert game.boxes("Target") == (55, 0, 0)
    assert game["Target"].bridge_out
    assert game["Target"].max_speed == 0


def test_c6_a_light_hit_on_engines_without_boxes_does_no_more_than_its_point() -> None:
    game = hits(4)
    game.give("damage", *[FACE["engines"]] * 4, ship="Target")
    assert game.boxes("Target") == (56, 2, 0)


@pytest.mark.parametrize("system", ["bridge", "engines"])
def test_c6_a_large_gun_destroys_bridge_or_engines_outright(system: str) -> None:
    game = hits(1, 3.0)
    game.give("damage", FACE[system], ship="Target")
    assert game.boxes("Target") == ((54, 0, 3) if system == "bridge" else (54, 2, 0))
    assert game.state("Target", system) == "destroyed"


def test_c6_first_light_hit_damages() -> None:
    game = hits(1)
    game.give("damage", FACE["b"], ship="Target")
    assert game.state("Target", "b") == "damaged"


def test_c6_second_light_hit_destroys() -> None:
    game = hits(2)
    game.give("damage", FACE["b"], FACE["b"], ship="Target")
    assert game.state("Target", "b") == "destroyed"


def test_c6_a_repaired_system_is_sound_again_for_the_next_hit() -> None:
    game = hits(1)
    game.give("damage", FACE["b"], ship="Target")
    game.go("repair-1").give("repair", 6, ship="Target")
    game.go("fire-1").give("fire", 3, firer="Shooter", target="Target", range=30, modifiers=())
    game.go("damage-1").give("damage", FACE["b"], ship="Target")
    assert game.state("Target", "b") == "damaged"


def test_c6_a_hit_by_3_inches_or_more_destroys() -> None:
    game = hits(1, 3.0)
    game.give("damage", FACE["b"], ship="Target")
    assert game.state("Target", "b") == "destroyed"


def test_c6_a_destroyed_system_is_drawn_and_nothing_more_happens_to_it() -> None:
    game = hits(3)
    record = game.give("damage", FACE["b"], FACE["b"], FACE["b"], ship="Target")
    assert said(record).endswith("b: destroyed already")
    assert game.boxes("Target") == (57, 2, 3)
    assert game.state("Target", "b") == "destroyed"


def test_c6_systems_are_drawn_evenly_from_the_card_s_whole_list() -> None:
    listed = [gun("bow"), ENTRY["bridge"], tubes(), gear("radar"), gear("searchlight"), ENTRY["engines"], gun("stern")]
    drawn = []
    for face in range(1, 8):
        game = hits(1, systems=listed)
        record = game.propose("damage", face, ship="Target")
        assert record.faces[0].sides == 7
        drawn += results(record)
    assert drawn == ["bow", "bridge", "tubes", "radar", "searchlight", "engines", "stern"]


# ------------------------------------------------------------ neighbours

LISTED = [gun("first"), gun("second"), ENTRY["bridge"], gun("fourth"), ENTRY["engines"], gun("last")]
NAMES = ("first", "second", "bridge", "fourth", "engines", "last")
NEIGHBOURS = {
    "first": {"first", "second"},
    "second": {"first", "second", "bridge"},
    "bridge": {"second", "bridge", "fourth"},
    "fourth": {"bridge", "fourth", "engines"},
    "engines": {"fourth", "engines", "last"},
    "last": {"engines", "last"},
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", SIZES)
def test_c6_large_guns_destroy_the_neighbours_on_vessels_smaller_than_a_trawler(name: str, size: str) -> None:
    game = hits(1, 4.0, systems=LISTED, size=size)
    game.give("damage", NAMES.index(name) + 1, ship="Target")
    destroyed = {system for system in NAMES if game.state("Target", system) == "destroyed"}
    assert destroyed == (NEIGHBOURS[name] if size in ("boat", "small") else {name})
    assert game.boxes("Target")[0] == 60 - 8


def test_c6_light_hits_spare_the_neighbours() -> None:
    game = hits(1, systems=LISTED, size="boat")
    game.give("damage", 2, ship="Target")
    assert [game.state("Target", name) for name in NAMES] == ["sound", "damaged", "sound", "sound", "sound", "sound"]


def test_c6_neighbours_are_destroyed_even_of_a_place_destroyed_before() -> None:
    game = hits(1, 4.0, systems=LISTED, size="boat")
    game.put("Target", "second", "destroyed")
    game.give("damage", 2, ship="Target")
    assert {name for name in NAMES if game.state("Target", name) == "destroyed"} == {"first", "second", "bridge"}


# ------------------------------------------------------------ house rules


def test_c6_house_second_light_hit_does_not_destroy() -> None:
    game = hits(2, rules=[reading(second_light_hit_destroys=False)])
    game.give("damage", FACE["b"], FACE["b"], ship="Target")
    assert game.state("Target", "b") == "damaged"


def test_c6_house_neighbours_below_another_size() -> None:
    game = hits(1, 4.0, systems=LISTED, size="destroyer", rules=[reading(neighbours_below="larger")])
    game.give("damage", 2, ship="Target")
    assert {name for name in NAMES if game.state("Target", name) == "destroyed"} == {"first", "second", "bridge"}


@pytest.mark.parametrize(("name", "value", "points"), [("over_8_inch", 10, 40), ("over_8_inch_from", 6, 36)])
def test_c6_house_points_over_8_inches(name: str, value: int, points: int) -> None:
    game = hits(1, 10.0, rules=[reading(**{name: value})])
    game.give("damage", FACE["b"], ship="Target")
    assert game.boxes("Target")[0] == 60 - points


def test_c6_house_points_of_a_calibre() -> None:
    game = hits(1, 4.0, rules=[house(tables={"gun_damage": [["3.8-4.5", 9]]})])
    game.give("damage", FACE["b"], ship="Target")
    assert game.boxes("Target")[0] == 51


@pytest.mark.parametrize(
    ("calibre", "rounded", "printed"),
    [
        (3.46, 6, 6), (3.74, 6, 8), (4.0, 8, 8), (4.53, 8, 10), (5.118, 10, 12), (5.1, 10, 10), (6.7, 12, 12), (2.3, 1, 1),
        (2.96, 6, 1), (2.953, 6, 1), (2.94, 1, 1),
    ],
)  # fmt: skip
def test_c6_calibres_are_rounded_to_tenths_unless_house_rules_say_up_to(calibre: float, rounded: int, printed: int) -> None:
    """130 mm is 5.118 inches and does the 10 points of "up to 5.1"; unrounded it is more than that. 75 mm is 2.953."""
    for rules, points in (((), rounded), ((reading(calibre_to_tenths=False),), printed)):
        game = hits(1, calibre, rules)
        game.give("damage", FACE["a"], ship="Target")
        assert game.boxes("Target")[0] == 60 - points
        assert game.state("Target", "a") == ("destroyed" if points > 1 else "damaged")
