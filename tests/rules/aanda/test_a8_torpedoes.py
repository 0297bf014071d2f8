"""A8: torpedoes. Modifiers, tubes, arcs, reach, reloads, and what a hit does."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.testing import counted, results, rolled, struck, totals
from tests.rules.aanda.fleet import NONE, TYPES, Game, house, lost, ship, tubes

PORT, STARBOARD = tubes("port", 2, "P"), tubes("starboard", 1, "S")
ONE = (tubes(),)


def boats(*rules: Any, sets: Any = ONE, crew: str = "standard", **target: Any) -> Game:
    """Red's ``Shooter`` with these tubes, in its firing step."""
    conditions = {name: target.pop(name) for name in ("weather", "light") if name in target}
    red, blue = ship("Shooter", torpedoes=list(sets)), ship("Target", **target)
    return Game([red], [blue], *rules, squadrons={"red": {"crew": crew}}, **conditions).go("firing")


ORDER: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 10, "bearing": "P"}


def launch(game: Game, *dice: int, **inputs: Any) -> Record:
    return game.give("torpedo", *dice, **{**ORDER, **inputs})


def would_launch(game: Game, *dice: int, **inputs: Any) -> Record:
    return game.propose("torpedo", *dice, **{**ORDER, **inputs})


def known(game: Game) -> set[str]:
    return game.modifiers("torpedo", **ORDER)


# ------------------------------------------------------------ to hit


@pytest.mark.parametrize(
    ("switched", "shift"),
    [
        ("target_slow", 1),
        ("firer_slow", 1),
        ("superior", 1),
        ("target_stopped", 2),
        ("target_fast", -1),
        ("small_target", -1),
        ("off_beam", -1),
        ("fresh", -1),
        ("inferior", -1),
        ("gale", -2),
        ("night", -2),
    ],
)
def test_a8_every_modifier_shifts_the_torpedo_s_die(switched: str, shift: int) -> None:
    game = boats()
    assert results(would_launch(game, 8 - shift, 1, 1, 1, **{switched: "yes"}))[0] == "yes"
    assert results(would_launch(game, 7 - shift, **{switched: "yes"})) == ["no"]


def test_a8_nothing_counts_between_two_ordinary_ships() -> None:
    assert known(boats()) == set()


@pytest.mark.parametrize(("knots", "names"), [(10, {"target_slow"}), (11, set()), (25, set()), (26, {"target_fast"})])
def test_a8_slow_and_fast_targets(knots: int, names: set[str]) -> None:
    assert known(boats(knots=knots)) == names


def test_a8_stopped_stands_in_place_of_slow() -> None:
    game = boats(knots=10)
    game.put("Target", "speed", "0")
    assert known(game) == {"target_stopped"}


def test_a8_a_slow_or_stationary_firer() -> None:
    game = boats()
    game.put("Shooter", "speed", "0")
    assert known(game) == {"firer_slow"}


@pytest.mark.parametrize(("crew", "names"), [("Superior", {"superior"}), ("Inferior", {"inferior"})])
def test_a8_the_firer_s_crew(crew: str, names: set[str]) -> None:
    assert known(boats(crew=crew)) == names


@pytest.mark.parametrize("type_", TYPES)
def test_a8_small_targets(type_: str) -> None:
    assert known(boats(type=type_)) == ({"small_target"} if type_ in ("DD", "TB") else set())


@pytest.mark.parametrize(("weather", "names"), [("Fresh to Strong", {"fresh"}), ("Gale", {"gale"})])
def test_a8_weather_is_alike_for_large_and_small_firers(weather: str, names: set[str]) -> None:
    assert known(boats(weather=weather)) == names
    small = Game([ship("Shooter", type="TB", torpedoes=[tubes()])], [ship("Target")], weather=weather).go("firing")
    assert known(small) == names


def test_a8_night() -> None:
    assert known(boats(light="night")) == {"night"}


def test_a8_a_splash_marker_does_not_count() -> None:
    game = boats()
    game.put("Target", "splash", "yes")
    assert known(game) == set()


def test_a8_evasion_is_as_for_guns() -> None:
    game = boats()
    game.put("Target", "evading", "yes")
    assert results(would_launch(game, 8, 7)) == ["yes", "no"]
    game.put("Shooter", "evading", "yes")
    assert results(would_launch(game, 8, 8, 7)) == ["yes", "yes", "no"]
    assert totals(would_launch(game, 10, 10, 10, 1, 1, 1, night="yes"), "to hit again") == [8, 8]


def test_a8_the_whole_salvo_goes_by_the_modifiers_as_it_was_fired() -> None:
    game = boats(sets=[PORT])
    record = launch(game, 8, 5, 5, 16, 7)  # the first hits the engine room
    assert totals(record, "to hit") == [8, 7]


# ------------------------------------------------------------ tubes, reach, reloads


def test_a8_one_torpedo_a_tube_and_only_those_that_bear() -> None:
    game = boats(sets=[PORT, STARBOARD])
    assert len(would_launch(game, 1, 1).faces) == 2
    assert len(would_launch(game, 1, bearing="S").faces) == 1
    game.refused("torpedo", because="no loaded tube of Shooter bears ahead", **{**ORDER, "bearing": "F"})
    game.refused("torpedo", because="Shooter's starboard does not bear to port", rule="5.10", **ORDER, tubes="starboard")


def test_a8_reach_is_10_cm() -> None:
    game = boats()
    game.refused("torpedo", because="Shooter's tubes reach 10 cm, not 11", rule="A8", **{**ORDER, "range": 11})
    launch(game, 1, range=10)


def test_a8_a_card_may_say_another_reach() -> None:
    game = boats(sets=[tubes(reach=30), tubes("old", reach=5, arc="S")])
    game.refused("torpedo", because="Shooter's tubes reach 30 cm, not 31", **{**ORDER, "range": 31})
    game.refused("torpedo", because="Shooter's old reaches 5 cm, not 6", **{**ORDER, "range": 6, "bearing": "S", "tubes": "old"})
    launch(game, 1, range=30)


def test_a8_house_rules_may_say_another_reach() -> None:
    game = boats(house(torpedo_reach=15))
    assert results(would_launch(game, 1, range=15)) == ["no"]


def test_a8_a_tube_fired_is_empty() -> None:
    game = boats()
    launch(game, 1)
    game.refused("torpedo", because="no loaded tube", **ORDER)
    game.go("firing", 2)
    assert game["Shooter"].count("torpedoes", "tubes") == 0
    assert game.draft("torpedo").entries["firer"].options == ()


def test_a8_reloads_fill_the_tubes_again_the_next_turn() -> None:
    game = boats(sets=[tubes(number=2, reloads=1)])
    assert game["Shooter"].count("torpedoes", "tubes") == 4
    launch(game, 1, 1)
    game.refused("torpedo", because="no loaded tube", **ORDER)
    game.go("firing", 2)
    launch(game, 1, 1)
    game.go("firing", 3)
    game.refused("torpedo", because="no loaded tube", **ORDER)


def test_a8_the_card_shows_torpedoes_left() -> None:
    game = boats(sets=[tubes(number=2, reloads=1)])
    launch(game, 1, 1)
    supplies = game.battle.ruleset.card(game["Shooter"]).supplies
    assert [(s.left, s.full) for s in supplies] == [(2, 4)]


def test_a8_a_ship_may_fire_its_sets_at_different_targets() -> None:
    game = Game([ship("Shooter", torpedoes=[PORT, STARBOARD])], [ship("Target"), ship("Other")]).go("firing")
    launch(game, 1, 1)
    launch(game, 1, bearing="S", target="Other")


def test_a8_a_torpedo_is_fired_at_an_enemy() -> None:
    game = Game([ship("Shooter", torpedoes=[tubes()]), ship("Sister")], [ship("Target")]).go("firing")
    game.refused("torpedo", because="Sister is on Shooter's own side", **{**ORDER, "target": "Sister"})


# ------------------------------------------------------------ what a hit does


@pytest.mark.parametrize("type_", TYPES)
def test_a8_a_hit_does_2d10_whatever_the_armour_and_one_critical_under_water(type_: str) -> None:
    game = boats(type=type_)
    record = would_launch(game, 8, 7, 6, 1, modifiers=["target_slow"])
    assert lost(record) == 13
    assert [throw.table for throw in rolled(record)][-1] == "underwater_critical"


def test_a8_a_flood_takes_d4_in_the_ongoing_damage_phase() -> None:
    game = boats()
    launch(game, 8, 1, 1, 17)
    game.go("ongoing", 2)
    assert struck(game.give("ongoing", 4)) == [("Target", "hull", 4)]


def test_a8_catastrophic_flooding_is_tested_with_the_2() -> None:
    game = boats()
    launch(game, 8, 1, 1, 20)
    game.go("ongoing", 2)
    record = game.give("ongoing", 10)
    assert counted(rolled(record)[0]) == {"Calm to Moderate": 1, "for a critical hit": -2}


def test_a8_a_torpedo_does_not_put_guns_out_or_hit_the_bridge() -> None:
    for face in range(1, 21):
        game = boats()
        launch(game, 8, 10, 10, face, modifiers=NONE)
        assert not game["Target"].has("bridge")
        assert game["Target"].guns_left(game["Target"].battery("gun")) == 1


def test_a8_house_rules_may_say_other_damage() -> None:
    assert lost(would_launch(boats(house(underwater_hull="3d10")), 8, 4, 5, 6, 1)) == 15
