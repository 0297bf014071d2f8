"""C5: the shooting die, its variables, and straddles."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.testing import rolled
from tests.rules.coastal.fleet import SIZES, Game, duel, fire, gun, house, reading, result, ship, volleys, would_fire

S = "straddle"
GUNFIRE = {  # factors of a row: D6 1, 2, 3, 4, 5, 6, 7 and more
    (1, 2): ("-", "-", "-", "-", "-", S, "1 hit"),
    (3, 4): ("-", "-", "-", "-", S, "1 hit", "1 hit"),
    (5, 6): ("-", "-", "-", S, S, "1 hit", "1 hit"),
    (7, 8): ("-", "-", S, S, "1 hit", "1 hit", "2 hits"),
    (9, 10): ("-", "-", S, "1 hit", "1 hit", "2 hits", "3 hits"),
    (11, 12, 13): ("-", S, S, "1 hit", "2 hits", "3 hits", "4 hits"),
    (14, 15, 40): ("-", S, "1 hit", "2 hits", "3 hits", "4 hits", "5 hits"),
}
CELLS = [(f, d + 1, cell) for factors, cells in GUNFIRE.items() for f in factors for d, cell in enumerate(cells)]
HITS = {"-": 0, S: 0, "1 hit": 1, "2 hits": 2, "3 hits": 3, "4 hits": 4, "5 hits": 5}


def shooter(factor: int, *rules: Any) -> Game:
    """A shooter whose total of weapon points at 30 cm is the factor."""
    return duel(gun("gun", guns=factor), rules=rules)


@pytest.mark.parametrize(("factor", "face", "cell"), CELLS)
def test_c5_every_cell_of_the_gunfire_chart_by_an_order(factor: int, face: int, cell: str) -> None:
    game = shooter(factor)
    die, variables = (face, ()) if face < 7 else (6, ("stationary",))
    record = fire(game, die, range=30, modifiers=variables)
    assert (rolled(record)[0].line, result(record), record.faces[0].sides) == (str(factor), cell, 6)
    assert len(game["Target"].held) == HITS[cell]
    assert game["Shooter"].this_turn("straddled", "Target") == (cell != "-")


@pytest.mark.parametrize(("die", "variables", "cell"), [(1, ["fast", "unsteady"], "-"), (2, ["unsteady"], "-"), (2, [], S)])
def test_c5_under_1_reads_as_1(die: int, variables: list[str], cell: str) -> None:
    assert result(would_fire(shooter(14), die, range=30, modifiers=variables)) == cell


def test_c5_7_or_more_reads_as_7() -> None:
    assert {result(would_fire(shooter(14), 6, range=30, modifiers=m)) for m in (["straddled"], ["stationary"])} == {"5 hits"}


VALUES = {"straddled": 2, "stationary": 1, "fast": -1, "small_target": -1, "unsteady": -2, "heavy_guns": -2}


@pytest.mark.parametrize("name", VALUES)
def test_c5_each_variable_adds_its_value_to_the_die(name: str) -> None:
    (throw,) = rolled(would_fire(shooter(1), 3, range=30, modifiers=[name]))
    assert throw.total == 3 + VALUES[name]
    assert [adjustment.value for adjustment in throw.adjustments] == [VALUES[name]]


@pytest.mark.parametrize("name", VALUES)
def test_c5_the_referee_may_switch_each_variable_on_and_off(name: str) -> None:
    game = shooter(1)
    order = {"firer": "Shooter", "target": "Target", "range": 30}
    assert game.draft("fire", **order, **{name: "yes"}).values["modifiers"] == (name,)
    game = everything()
    assert game.modifiers("fire", **order) == set(VALUES)
    assert game.modifiers("fire", **order, **{name: "no"}) == set(VALUES) - {name}


@pytest.mark.parametrize("name", VALUES)
def test_c5_house_rules_may_change_each_variable(name: str) -> None:
    game = shooter(1, house(modifiers={"shooting": {name: -3}}))
    assert rolled(would_fire(game, 6, range=30, modifiers=[name]))[0].total == 3


def everything() -> Game:
    """A fast, turning destroyer with 6-inch guns that straddled a boat last turn, which now lies still."""
    big = ship("Shooter", gun("gun", "single gun", calibre=6.0), size="destroyer")
    game = Game([ship("Target")], [big], light="day").go("fire-1")
    fire(game, 6, range=30, modifiers=["stationary"])
    game.go("move-2", dice={"damage-1": (1,)}).give("move", ship="Shooter", speed=12, turning="yes")
    game.put("Target", "speed", "0")
    return game.go("fire-1", 2)


# ------------------------------------------------------------ what the battle fills in


def known(game: Game, **inputs: Any) -> set[str]:
    return game.modifiers("fire", **{"firer": "Shooter", "target": "Target", "range": 10, **inputs})


def test_c5_no_variable_holds_between_slow_corvettes_in_a_calm() -> None:
    assert known(duel(gun("gun"))) == set()


def test_c5_straddle_earns_two_next_turn() -> None:
    game = shooter(14)
    assert result(fire(game, 2, range=30)) == S
    game.go("fire-1", 2)
    assert known(game) == {"straddled"}
    assert rolled(would_fire(game, 1, range=30))[0].total == 3
    assert known(game.go("fire-1", 3)) == set()


def test_c5_a_straddle_does_no_harm() -> None:
    game = shooter(14)
    fire(game, 2, range=30)
    assert not game["Target"].held
    assert game.go("repair-2").boxes("Target") == (200, 2, 3)


def test_c5_a_hit_earns_two_next_turn() -> None:
    game = shooter(1)
    fire(game, 6, range=30, modifiers=["stationary"])
    game.go("damage-1").next(2)
    game.strike("Target", "engines", -1)
    assert known(game.go("fire-1", 2)) == {"straddled"}


def test_c5_a_miss_earns_nothing() -> None:
    game = shooter(14)
    fire(game, 1, range=30)
    assert known(game.go("fire-1", 2)) == set()


def test_c5_the_two_belongs_to_that_firer_and_that_target() -> None:
    reds = [ship(name, size="corvette", speed=10) for name in ("Target", "Other target")]
    blues = [ship(name, gun("gun", guns=14), size="corvette", speed=10) for name in ("Shooter", "Other")]
    game = Game(reds, blues, light="day").go("fire-1")
    fire(game, 2, range=30)
    game.go("fire-1", 2)
    assert known(game) == {"straddled"}
    assert known(game, target="Other target") == set()
    assert known(game, firer="Other") == set()


def test_c5_the_two_is_earned_by_whichever_volley_straddled() -> None:
    game = duel(gun("cannon"), gun("gun", "single gun", calibre=4.0))
    fire(game, 1, 6, range=30)
    assert known(game.go("fire-1", 2)) == {"straddled"}
    throws = rolled(would_fire(game, 1, 1, range=30))
    assert [throw.total for throw in throws] == [3, 3]


def test_c5_a_straddle_in_the_same_turn_earns_nothing_yet() -> None:
    game = duel(gun("one", guns=14), gun("two"))
    fire(game, 2, range=30, mounts="one")
    assert known(game) == set()


def test_c5_last_turn_s_straddle_still_counts_after_a_new_one() -> None:
    """Cannon, then guns fired at the same target: the second order too is the turn after the straddle."""
    game = duel(gun("one", guns=14), gun("two", "single gun", calibre=4.0))
    fire(game, 2, range=30, mounts="one")
    game.go("fire-1", 2)
    fire(game, 1, range=30, mounts="one", modifiers=["stationary"])
    assert known(game) == {"straddled"}
    fire(game, 1, range=30)
    assert known(game.go("fire-1", 3)) == {"straddled"}
    assert known(game.go("fire-1", 4)) == set()


def test_c5_target_stationary() -> None:
    game = duel(gun("gun"))
    game.put("Target", "speed", "0")
    assert known(game) == {"stationary"}
    game.put("Target", "speed", "5")
    game.strike("Target", "engines", 3)
    assert known(game) == {"stationary"}


@pytest.mark.parametrize(
    ("own", "theirs", "fast"), [(6, 6, False), (7, 6, True), (6, 7, True), (7, 7, True), (10, 1, True), (1, 10, True)]
)
def test_c5_firer_or_target_above_6_cm(own: int, theirs: int, fast: bool) -> None:
    game = duel(gun("gun"))
    game.put("Shooter", "speed", str(own))
    game.put("Target", "speed", str(theirs))
    assert known(game) == ({"fast"} if fast else set())


def test_c5_both_fast_count_once() -> None:
    game = duel(gun("gun"))
    game.put("Shooter", "speed", "10")
    game.put("Target", "speed", "10")
    assert rolled(would_fire(game, 4))[0].total == 3


@pytest.mark.parametrize("size", SIZES)
def test_c5_target_smaller_than_a_corvette(size: str) -> None:
    small = size in ("boat", "small", "trawler")
    assert known(duel(gun("gun"), size=size)) == ({"small_target"} if small else set())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sea", ["calm", "medium", "rough"])
def test_c5_a_firer_smaller_than_a_corvette_in_medium_sea(size: str, sea: str) -> None:
    shot = ship("Shooter", gun("gun"), size=size, speed=10)
    game = Game([ship("Target", size="corvette", speed=10)], [shot], light="day", sea=sea).go("fire-1")
    unsteady = sea != "calm" and size in ("boat", "small", "trawler")
    assert known(game) == ({"unsteady"} if unsteady else set())


def turning(sea: str = "calm", size: str = "corvette") -> Game:
    shot = ship("Shooter", gun("gun"), size=size, speed=10)
    game = Game([shot], [ship("Target", size="corvette", speed=10)], light="day", sea=sea).go("move-1")
    game.give("move", ship="Shooter", speed=5, turning="yes")
    return game.go("fire-2")


def test_c5_a_firer_that_turned_this_turn() -> None:
    game = turning()
    assert known(game) == {"unsteady"}
    assert known(game.go("fire-2", 2)) == set()


def test_c5_a_target_that_turned_does_not_count() -> None:
    game = Game(
        [ship("Target", size="corvette", speed=10)], [ship("Shooter", gun("gun"), size="corvette", speed=10)], light="day"
    )
    game.go("move-1").give("move", ship="Target", speed=5, turning="yes")
    assert known(game.go("fire-1")) == set()


def test_c5_turning_and_small_in_the_sea_count_once() -> None:
    game = turning("medium", "boat")
    assert known(game) == {"unsteady"}
    assert rolled(would_fire(game, 5))[0].total == 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("calibre", [4.7, 5.0, 5.1, 6.0])
def test_c5_guns_over_5_inches_from_a_destroyer_or_smaller(size: str, calibre: float) -> None:
    game = duel(gun("gun", "single gun", calibre=calibre), shooter={"size": size})
    assert ("heavy_guns" in known(game)) == (calibre > 5 and size != "larger")


def test_c5_heavy_guns_count_only_for_the_volley_that_fires_them() -> None:
    game = duel(gun("cannon"), gun("gun", "single gun", calibre=6.0), shooter={"size": "destroyer"})
    thrown = volleys(would_fire(game, 4, 4))
    assert {battery: throw.total for battery, throw in thrown.items()} == {"cannon": 4, "guns": 2}
    assert known(game, mounts="cannon") == set()


def test_c5_house_a_cell_of_the_chart() -> None:
    row = ["14+", "1 hit", "1 hit", "1 hit", "1 hit", "1 hit", "1 hit", "1 hit"]
    assert result(would_fire(shooter(14, house(tables={"gunfire": [row]})), 1, range=30)) == "1 hit"


def test_c5_a_volley_is_told_with_its_working() -> None:
    record: Record = fire(turning(), 5)
    (throw,) = rolled(record)
    assert (throw.table, throw.line, throw.row, throw.result, throw.rule) == ("gunfire", "2", "3", "-", "C5")
    assert [(a.value, a.text) for a in throw.adjustments] == [(-2, "firer turning, or small in the sea")]


@pytest.mark.parametrize(("counts_as", "unsteady"), [("medium", True), ("calm", False)])
def test_c5_a_rough_sea_counts_as_medium_unless_house_rules_say_otherwise(counts_as: str, unsteady: bool) -> None:
    boat = ship("Shooter", gun("gun"), speed=10)
    rules = reading(rough_sea_counts_as=counts_as)
    game = Game([ship("Target", size="corvette", speed=10)], [boat], rules, light="day", sea="rough").go("fire-1")
    assert known(game) == ({"unsteady"} if unsteady else set())
