"""Exact odds of single throws against icepool: to hit, to pierce, to sink."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import JointDistribution, Outcome, mean
from fleetbook.rules.aanda.ongoing import NextSinkingTests
from fleetbook.testing.oracle import exact_odds
from tests.rules.aanda.fleet import TYPES, WEATHERS, Game, duel, gun, house, ship, tubes
from tests.rules.aanda.sheet import ARMOUR, GUNNERY, LOCATION

DICE = {"d4": (1, 4), "d6": (1, 6), "d8": (1, 8), "d10": (1, 10), "d12": (1, 12), "d20": (1, 20), "3d10": (3, 10)}
NEAR = 1e-12

IDS = {  # of the modifiers as a form names them
    **{"target_slow": 1, "firer_slow": 1, "short": 1, "superior": 1, "target_stopped": 2, "target_fast": -1, "inferior": -1},
    **{"small_target": -1, "long": -1, "splash": -1, "small_fresh": -1, "large_gale": -1, "small_gale": -2, "night": -2},
}


def dice(notation: str) -> Any:
    """The totals of dice as icepool has them."""
    count, sides = DICE[notation]
    return count @ icepool.d(sides)


def law(game: Game, procedure: str, **inputs: Any) -> JointDistribution:
    return exact_odds(game.battle, game.draft(procedure, **inputs).order())


def hull_lost(law: JointDistribution) -> dict[int, float]:
    """How the hull boxes that the target loses, of 100, are spread."""
    return law.distribution(lambda outcome: 100 - left(outcome))


def left(outcome: Outcome) -> int:
    """The target's hull boxes."""
    boxes = outcome.facts.get(Key("Target", "hull"), 100)
    assert isinstance(boxes, int)
    return boxes


def adding_up_to(total: int) -> tuple[str, ...]:
    """Modifiers with this sum."""
    sizes = range(len(IDS) + 1)
    return next(names for size in sizes for names in combinations(IDS, size) if sum(IDS[name] for name in names) == total)


def test_the_modifiers_used_here_are_the_sheet_s() -> None:
    assert sorted(IDS.values()) == sorted(GUNNERY.values())


@pytest.mark.parametrize("rerolls", [0, 1, 2])
@pytest.mark.parametrize("total", range(-6, 7))
def test_the_chance_to_hit_of_every_sum_of_modifiers_and_every_evasion(total: int, rerolls: int) -> None:
    order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 60, "bearing": "P"}
    found = law(duel(), "fire", modifiers=adding_up_to(total), rerolls=rerolls, **order).tally("hits").get(1, 0.0)
    expected = (icepool.d10.lowest(1 + rerolls) + total >= 8).probability(True)
    assert isclose(found, float(expected), abs_tol=NEAR)


@pytest.mark.parametrize("evaders", [(), ("Shooter",), ("Target",), ("Shooter", "Target")])
def test_the_chance_to_hit_when_the_battle_itself_knows_the_evasion(evaders: tuple[str, ...]) -> None:
    game = duel()
    for name in evaders:
        game.put(name, "evading", "yes")
    found = law(game, "fire", firer="Shooter", target="Target", range=60, bearing="P").tally("hits")
    assert isclose(found.get(1, 0.0), 0.3 ** (1 + len(evaders)), abs_tol=NEAR)


ALL_HULL = {"location": [["B", "1-10", "-", "-"]], "to_hit": [["gunnery", "d10", 1]]}
"""Every shot hits the hull."""


@pytest.mark.parametrize("notation", DICE)
@pytest.mark.parametrize("armour", range(13))
def test_the_excess_of_every_damage_die_over_every_armour(notation: str, armour: int) -> None:
    damage = [["G", "n/a", notation, "d12", "d10"]]
    rules = house(tables={**ALL_HULL, "armour": [["B", armour, 9, 5]], "gun_damage": damage})
    game = duel(rules)
    end = law(game, "fire", firer="Shooter", target="Target", range=40, bearing="P")
    found = hull_lost(end)
    excess = dice(notation).map(lambda total: max(total - armour, 0))
    for boxes in {*found, *excess.outcomes()}:
        assert isclose(found.get(boxes, 0.0), float(excess.probability(boxes)), abs_tol=NEAR)
    assert isclose(mean(found), float(excess.mean()), abs_tol=NEAR)


def test_by_hand_d20_against_8_pierces_60_percent_with_a_mean_excess_of_3_9() -> None:
    rules = house(tables={**ALL_HULL, "armour": [["B", 8, 9, 5]]})
    end = law(duel(rules), "fire", firer="Shooter", target="Target", range=40, bearing="P")
    found = hull_lost(end)
    assert isclose(1 - found[0], 0.6, abs_tol=NEAR)
    assert isclose(mean(found), 3.9, abs_tol=NEAR)


INCHES = {"d4": (4.7, 50), "d6": (6.0, 60), "d8": (11.0, 100), "d10": (12.0, 100), "d12": (12.0, 70), "d20": (12.0, 50)}
"""A gun and a distance at which it does each damage."""


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("notation", INCHES)
def test_what_one_shell_does_to_every_type(type_: str, notation: str) -> None:
    """Hull pierced, a mount out, a gun out: location and armour together."""
    inches, cm = INCHES[notation]
    shooter = {"main": [gun(calibre=inches)]}
    game = duel(shooter=shooter, type=type_, main=[gun("fore")], secondary=[gun("six", 6.0)])
    end = law(game, "fire", firer="Shooter", target="Target", range=cm, bearing="P", modifiers=[])
    first = [1, *(last + 1 for last in LOCATION[type_][:2])]
    faces = [last - start + 1 for start, last in zip(first, LOCATION[type_], strict=True)]
    expected = [
        0.3 * count / 10 * float((dice(notation) > armour).probability(True))
        for count, armour in zip(faces, ARMOUR[type_], strict=True)
    ]
    hull = end.chance(lambda outcome: any(key.name == "hull" for key in outcome.facts))
    main, second = (end.tally(name).get(1, 0.0) for name in ("main mounts out", "secondary guns out"))
    assert [hull, main, second] == pytest.approx(expected, abs=NEAR)


# ------------------------------------------------------------ sinking

DIE = {"B": 10, "CB": 10, "DD": 6, "TB": 6}
SHIFT = {"Calm to Moderate": 1, "Fresh to Strong": 0, "Gale": -1, "Storm": -2}


def chance_to_sink(type_: str, weather: str, critical: bool) -> float:
    """By icepool."""
    return float((icepool.d(DIE.get(type_, 8)) + SHIFT[weather] - 2 * critical <= 3).probability(True))


def sinking(type_: str, weather: str, hull: int, catastrophes: int) -> float:
    """By the odds of ongoing damage."""
    game = Game([ship("Hunter")], [ship("Target", type=type_)], weather=weather)
    if not hull:
        game.strike("Target", "hull", 100)
    game.put("Target", "catastrophe", str(catastrophes))
    return law(game, "ongoing").tally("ships sunk").get(1, 0.0)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("weather", WEATHERS)
def test_the_chance_to_sink_of_every_type_in_every_weather_for_every_cause(type_: str, weather: str) -> None:
    hull, critical = chance_to_sink(type_, weather, False), chance_to_sink(type_, weather, True)
    assert isclose(sinking(type_, weather, 0, 0), hull, abs_tol=NEAR)
    assert isclose(sinking(type_, weather, 1, 1), critical, abs_tol=NEAR)
    assert isclose(sinking(type_, weather, 0, 2), 1 - (1 - hull) * (1 - critical) ** 2, abs_tol=NEAR)


def test_by_hand_a_battleship_sinks_on_20_percent_in_a_calm_and_on_60_for_a_critical_in_a_gale() -> None:
    assert isclose(sinking("B", "Calm to Moderate", 0, 0), 0.2, abs_tol=NEAR)
    assert isclose(sinking("B", "Gale", 1, 1), 0.6, abs_tol=NEAR)


def test_a_fire_may_sink_a_ship_in_the_same_phase() -> None:
    """Two boxes and one fire: d4 takes them on 2 to 4, and a battleship in a calm then sinks on 20 percent."""
    game = Game([ship("Hunter")], [ship("Target", hull=2)])
    game.put("Target", "fire", "1")
    assert isclose(law(game, "ongoing").tally("ships sunk")[1], 0.75 * 0.2, abs_tol=NEAR)


def test_the_chance_that_the_target_sinks_at_its_next_test_after_the_guns() -> None:
    """One shot at a torpedo boat of one box by a 12-inch gun: hit 20 percent; d12 beats 0 always.

    Hull on 1-7 and, without secondary guns, on 9-10; a mount out on 8 if d12 beats 1. Gone: it tests in a calm, d6 + 1.
    A catastrophe, 4 in 20, is a second test, d6 + 1 - 2.
    """
    game = duel(type="TB", hull=1)
    order = game.draft("fire", firer="Shooter", target="Target", range=60, bearing="P").order()
    found = exact_odds(game.battle, order, NextSinkingTests(ship="Target")).tally("ships sunk").get(1, 0.0)
    hull, critical = 2 / 6, 4 / 6
    assert isclose(found, 0.2 * 0.9 * (0.8 * hull + 0.2 * (1 - (1 - hull) * (1 - critical))), abs_tol=NEAR)


# ------------------------------------------------------------ the other throws


def test_a_torpedo_s_hit_is_2d10() -> None:
    game = Game([ship("Shooter", torpedoes=[tubes()])], [ship("Target")]).go("firing")
    end = law(game, "torpedo", firer="Shooter", target="Target", range=10)
    found = hull_lost(end)
    expected = 2 @ icepool.d10
    for boxes in range(2, 21):
        assert isclose(found[boxes], 0.3 * float(expected.probability(boxes)), abs_tol=NEAR)


def test_a_mine_s_chance() -> None:
    game = Game([ship("Hunter")], [ship("Target", knots=26)]).go("movement")
    end = law(game, "mine", ship="Target")
    assert isclose(end.chance(lambda outcome: bool(outcome.facts)), 0.5, abs_tol=NEAR)
