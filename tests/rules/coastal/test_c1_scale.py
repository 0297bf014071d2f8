"""C1: whole centimetres, knots, engines and bridge boxes, sizes, and moving."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.coastal import RULESET
from fleetbook.testing import said
from tests.rules.coastal.fleet import BLUE, ENTRY, RED, SIZES, Game, duel, fire, gear, gun, reading, ship, tubes


def moving(*systems: dict[str, Any], **more: Any) -> Game:
    return Game([ship("Boat", *systems, **more)], [ship("Other")]).go("move-1")


@pytest.mark.parametrize(("knots", "cm"), [(30, 12), (40, 16), (39, 16), (42, 17), (27, 11), (18, 8), (2.5, 1), (2.6, 2)])
def test_c1_knots_become_centimetres_rounded_up(knots: float, cm: int) -> None:
    assert moving(speed=0, knots=float(knots))["Boat"].card.speed == cm


def test_c1_a_speed_on_the_card_stands_before_its_knots() -> None:
    assert moving(speed=7, knots=18.0)["Boat"].card.speed == 7


def test_c1_a_range_of_0_reads_as_1() -> None:
    game = duel(gun("gun"), shooter={"size": "boat"})
    assert fire(game, 6, range=0).headline == "Shooter fires at Target, 0 cm"
    dark = Game([ship("Target")], [ship("Watch")]).go("fire-1")
    record = dark.give("observe", observer="Watch", target="Target", range=0)
    assert said(record).startswith("seen without a roll: needs 1 ")


@pytest.mark.parametrize("cm", ["12.5", 12.5, "abc", "nan", float("nan"), -1, "-1", "1e9", 1000])
def test_c1_ranges_are_whole_centimetres(cm: object) -> None:
    problem = duel(gun("gun")).unreadable("fire", "range", firer="Shooter", target="Target", range=cm)
    assert problem.allowed == "a whole number from 0 to 999 cm"


@pytest.mark.parametrize(
    ("full", "two", "one"),
    [(12, 8, 4), (16, 11, 5), (17, 11, 6), (10, 7, 3), (8, 5, 3), (5, 3, 2), (4, 3, 1), (1, 1, 0)],
)
def test_c1_engines_full_two_thirds_one_third_stopped(full: int, two: int, one: int) -> None:
    game = moving(speed=full)
    found = [game["Boat"].max_speed]
    for _ in range(3):
        game.strike("Boat", "engines", 1)
        found.append(game["Boat"].max_speed)
    assert found == [full, two, one, 0]


def test_c1_a_fairmile_d_moves_12_8_4() -> None:
    """The example of the rules' own chart."""
    game = moving(speed=0, knots=30.0)
    for most in (12, 8, 4):
        assert game["Boat"].max_speed == most
        game.refused("move", ship="Boat", speed=most + 1, because=f"can move {most} cm at most", rule="C1")
        assert game.draft("move", ship="Boat").entries["speed"].bounds == (0, most)
        game.give("move", ship="Boat", speed=most)
        assert game["Boat"].speed == most
        game.strike("Boat", "engines", 1)
    assert game["Boat"].stationary


def test_c1_a_ship_slows_when_its_engines_are_hit_and_picks_up_when_they_are_mended() -> None:
    game = moving(speed=12)
    game.give("move", ship="Boat", speed=12)
    game.strike("Boat", "engines", 2)
    assert game["Boat"].speed == 4
    game.strike("Boat", "engines", -2)
    assert game["Boat"].speed == 12


def test_c1_engines_have_three_boxes() -> None:
    assert {game_ship.full("engines") for game_ship in moving(size="larger").battle.ships()} == {3}


@pytest.mark.parametrize(("size", "boxes"), list(zip(SIZES, (1, 1, 2, 2, 3, 3), strict=True)))
def test_c1_bridge_boxes_by_size(size: str, boxes: int) -> None:
    assert moving(size=size)["Boat"].full("bridge") == boxes


def test_c1_a_card_may_state_its_bridge_boxes() -> None:
    name, card = ship("Boat", {"kind": "bridge", "boxes": 4}, {"kind": "engines"}, bare=True)
    assert Game([(name, card)], [ship("Other")])["Boat"].full("bridge") == 4


@pytest.mark.parametrize("one", SIZES)
@pytest.mark.parametrize("other", SIZES)
def test_c1_sizes_smallest_first(one: str, other: str) -> None:
    game = moving(size=one)
    assert game["Boat"].smaller_than(other) == (SIZES.index(one) < SIZES.index(other))
    assert game["Boat"].is_boat == (one == "boat")


@pytest.mark.parametrize(("full", "start"), [(12, 6), (17, 8), (1, 0), (7, 3)])
def test_c1_ships_begin_at_half_speed_rounded_down(full: int, start: int) -> None:
    assert moving(speed=full)["Boat"].speed == start


def test_c1_a_ship_without_an_order_keeps_its_speed() -> None:
    game = moving()
    game.give("move", ship="Boat", speed=9)
    assert game.go("move-1", 2)["Boat"].speed == 9
    assert game.draft("move", ship="Boat").values["speed"] == 9


def test_c1_turning_and_smoke_end_when_the_side_moves_again() -> None:
    game = moving()
    game.give("move", ship="Boat", speed=9, turning="yes", smoke="yes")
    for phase, turn, holds in (("damage-2", 1, True), ("repair-1", 2, True), ("move-1", 2, False)):
        boat = game.go(phase, turn)["Boat"]
        assert (boat.turning, boat.has("smoke")) == (holds, holds)


def test_c1_a_ship_that_lies_still_cannot_turn() -> None:
    moving().refused("move", ship="Boat", speed=0, turning="yes", because="cannot turn")


def test_c1_radar_is_switched_off_and_on_by_a_move() -> None:
    game = moving(gear("radar"))
    assert game["Boat"].radar_on
    for word, on in (("no", False), ("yes", True)):
        record = game.give("move", ship="Boat", speed=3, radar=word)
        boat = game["Boat"]
        assert boat.radar_on is on
        assert ("radar off" in record.headline) is not on
        assert game.draft("move", ship="Boat").values["radar"] is on


def test_c1_a_ship_leaves_the_table_and_is_out_of_the_battle() -> None:
    game = moving()
    game.give("leave", ship="Boat")
    assert game["Boat"].fate == "left the table T1"
    game.refused("move", ship="Boat", because="is gone", rule="C9")
    game.go("fire-1").refused("observe", observer="Other", target="Boat", range=5, because="is gone", rule="C9")
    assert RULESET.outcome(game.battle) == f"{RED} lost no ship; {BLUE} lost no ship"


def test_c1_a_ship_that_cannot_move_does_not_leave() -> None:
    game = moving()
    game.strike("Boat", "engines", 3)
    game.refused("leave", ship="Boat", because="cannot move")


# ------------------------------------------------------------ cards that the rules cannot play

BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"tons": 0.0}, "tons"),
    ({"hull": -1}, "hull"),
    ({"speed": -1}, "speed"),
    ({"knots": float("nan")}, "knots"),
    ({"size": "frigate"}, "size"),
    ({"cargo": "bananas"}, "cargo"),
    ({"systems": []}, "systems"),
    ({"systems": [{"kind": "bridge"}]}, "systems"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, {"kind": "engines", "name": "second"}]}, "systems"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, gun("a"), gun("a")]}, "systems"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, gun("a", "5 mm")]}, "a: weapon"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, gun("a", "single gun")]}, "a, calibre"),
    ({"systems": [{"kind": "bridge", "weapon": "twin MG"}, {"kind": "engines"}]}, "bridge, weapon"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, {"kind": "torpedoes", "name": "t"}]}, "t, tubes"),
    ({"systems": [{"kind": "bridge", "torpedoes": 2, "tubes": 2}, {"kind": "engines"}]}, "bridge, tubes"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, gun("a", guns=0)]}, "a"),
    ({"systems": [{"kind": "bridge"}, {"kind": "engines"}, gun("a", calibre=19.0)]}, "a"),
    ({"wings": 2}, "key"),
]


@pytest.mark.parametrize(("more", "where"), BROKEN, ids=[f"{next(iter(more))}-{where}" for more, where in BROKEN])
def test_a_card_that_the_sheet_cannot_play_is_refused_by_name(more: dict[str, object], where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        RULESET.read_card({**ship("Boat")[1], **more}, "a roster: ship Boat", RULESET.tables)
    assert caught.value.where.startswith("a roster: ship Boat")
    assert where in caught.value.where


BOUNDS: list[tuple[str, dict[str, Any], tuple[float, ...], tuple[float, ...]]] = [  # key, its system, taken, refused
    ("guns", gun("a"), (1, 99), (0, 100)),
    ("calibre", gun("a"), (0.0, 18.0), (-0.1, 18.1)),
    ("boxes", {"kind": "bridge"}, (0, 1, 5), (-1,)),
    ("tubes", tubes("t", 99, 99), (1, 99), (0, 100)),
    ("torpedoes", tubes("t", 1, 99), (1, 99), (0, 100)),
]


def alone(system: dict[str, Any]) -> dict[str, Any]:
    """A boat's card with this system, and the bridge and engines where it is neither."""
    rest = [each for each in ENTRY.values() if each["kind"] != system["kind"]]
    return ship("Boat", *rest, system, bare=True)[1]


@pytest.mark.parametrize(("key", "system", "taken", "refused"), BOUNDS, ids=[bound[0] for bound in BOUNDS])
def test_a_system_s_numbers_are_taken_up_to_their_bounds(
    key: str, system: dict[str, Any], taken: tuple[float, ...], refused: tuple[float, ...]
) -> None:
    def read(number: float) -> None:
        RULESET.read_card(alone({**system, key: number}), "a roster", RULESET.tables)

    for number in taken:
        read(number)
    for number in refused:
        with pytest.raises(InvalidInput):
            read(number)


@pytest.mark.parametrize("system", [gun("a"), {"kind": "bridge"}], ids=["mount", "bridge"])
@pytest.mark.parametrize("key", ["tubes", "torpedoes"])
def test_a_system_without_torpedoes_states_neither_tubes_nor_torpedoes(system: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidInput, match="on a torpedo system, none elsewhere"):
        RULESET.read_card(alone({**system, key: 1}), "a roster", RULESET.tables)


def test_c10_tons_are_more_than_0_and_the_other_figures_of_a_card_0_or_more() -> None:
    for key, allowed in (("tons", "a number above 0"), ("hull", "a number of 0 or more"), ("speed", "a number of 0 or more")):
        with pytest.raises(InvalidInput) as caught:
            RULESET.read_card({**ship("Boat")[1], key: -1}, "a roster", RULESET.tables)
        assert caught.value.allowed == allowed
        RULESET.read_card({**ship("Boat")[1], key: 100_000}, "a roster", RULESET.tables)
        with pytest.raises(InvalidInput):
            RULESET.read_card({**ship("Boat")[1], key: 100_001}, "a roster", RULESET.tables)


def test_the_sheet_is_for_two_players() -> None:
    setup = moving().journal.setup
    for sides in ((RED,), (RED, BLUE, "Green")):
        changed = type(setup)("coastal", "1", "t", sides, setup.ships)
        with pytest.raises(InvalidInput, match="two sides"):
            RULESET.check_setup(changed, "a scenario")


# ------------------------------------------------------------ house rules


def test_c1_house_scale() -> None:
    game = Game([ship("Boat", speed=0, knots=30.0)], [ship("Other")], reading(scale=5.0))
    assert game["Boat"].card.speed == 6


def test_c1_house_engine_boxes() -> None:
    game = Game([ship("Boat")], [ship("Other")], reading(engine_boxes=2)).go("move-1")
    assert game["Boat"].full("engines") == 2


def test_c1_house_start_speed() -> None:
    assert Game([ship("Boat")], [ship("Other")], reading(start_speed=1.0))["Boat"].speed == 12
