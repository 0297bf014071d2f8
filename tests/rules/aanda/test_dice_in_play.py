"""Every face of every die table of the A&A sheet, reached in play with the dice typed in."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.testing import results, said, struck
from tests.rules.aanda.fleet import NONE, RED, TYPES, WEATHERS, Game, duel, gun, lost, ship, tubes, would_fire
from tests.rules.aanda.sheet import (
    ARMOUR,
    CALLED,
    CLASSES,
    GUN_CRITICALS,
    GUN_RESULTS,
    GUNS,
    LOCATION,
    UNDERWATER_CRITICALS,
    UNDERWATER_RESULTS,
)

PLACES = ("hull", "main", "secondary")
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
INCHES = {"A": 3.0, "B": 4.7, "C": 6.0, "D": 8.0, "E": 10.0, "F": 11.0, "G": 12.0, "H": 13.5, "I": 16.25}

CONDITION = {
    "rudder disabled": "rudder",
    "engine room hit": "engine",
    "bridge hit": "bridge",
    "fire": "fire",
    "flood": "flood",
    "catastrophic explosion": "catastrophe",
    "catastrophic flooding": "catastrophe",
}


AFTER: dict[str, tuple[int, ...]] = {"hull": (1,), "main": (1,), "secondary": ()}
"""Dice after a place is pierced: a critical hit without effect, and the first of two mounts; of one battery nothing is drawn."""


def sides(record: Record) -> tuple[int, ...]:
    """The sides of the dice that were thrown."""
    return tuple(face.sides for face in record.faces)


def target(type_: str) -> Game:
    """The target has two main mounts and a battery of five, and the shooter one 12-inch gun."""
    main = [gun("fore", guns=2), gun("aft", guns=2)]
    return duel(type=type_, main=main, secondary=[gun("six inch", 6.0, 5)], hull=200)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("face", range(1, 11))
def test_a3_a4_location_then_armour_then_what_a_pierced_place_loses(type_: str, face: int) -> None:
    game = target(type_)
    place = PLACES[next(n for n, last in enumerate(LOCATION[type_]) if face <= last)]
    armour = ARMOUR[type_][PLACES.index(place)]
    record = would_fire(game, 8, face, 20, *AFTER[place], range=50, modifiers=NONE)
    assert (results(record)[1], sides(record)[1]) == (place, 10)
    assert lost(record) == (20 - armour if place == "hull" else 0)
    assert ("fore: mount out" in said(record)) == (place == "main")
    assert ("six inch: a gun out" in said(record)) == (place == "secondary")


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("place", PLACES)
def test_a4_equal_to_the_armour_does_nothing_and_one_more_pierces(type_: str, place: str) -> None:
    game, armour = target(type_), ARMOUR[type_][PLACES.index(place)]
    face = LOCATION[type_][PLACES.index(place)]
    if armour:
        assert results(would_fire(game, 8, face, armour, range=50, modifiers=NONE))[2:] == [f"not over {armour}"]
    assert results(would_fire(game, 8, face, armour + 1, *AFTER[place], range=50, modifiers=NONE))[2] == f"1 over {armour}"


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("face", range(1, 21))
def test_a5_every_face_of_the_gunnery_criticals(type_: str, face: int) -> None:
    game = target(type_)
    result = next(r for r, last in zip(GUN_RESULTS, GUN_CRITICALS[CALLED[type_]], strict=True) if face <= last)
    check_critical(game, would_fire(game, 8, 1, 20, face, range=50, modifiers=NONE), result)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("face", range(1, 21))
def test_a5_every_face_of_the_underwater_criticals(type_: str, face: int) -> None:
    game = Game([ship("Shooter", torpedoes=[tubes()])], [ship("Target", type=type_)]).go("firing")
    result = next(r for r, last in zip(UNDERWATER_RESULTS, UNDERWATER_CRITICALS[CALLED[type_]], strict=True) if face <= last)
    order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 10, "modifiers": NONE}
    check_critical(game, game.propose("torpedo", 8, 6, 5, face, **order), result)


def check_critical(game: Game, record: Record, result: str) -> None:
    """The last throw came to this result, and its condition alone was set on the target."""
    assert (results(record)[-1], sides(record)[-1]) == (result, 20)
    game.journal.append(record)
    held = {name for name in CONDITION.values() if game["Target"].has(name)}
    assert held == ({CONDITION[result]} if result in CONDITION else set())


@pytest.mark.parametrize("letter", GUNS)
def test_a1_the_damage_die_of_every_band_in_play(letter: str) -> None:
    inner = 0
    for cell in GUNS[letter]:
        if cell is None:
            continue
        edge, dice = cell
        for cm in (inner, edge):
            game = duel(shooter={"main": [gun(calibre=INCHES[letter])]}, type="TB", main=[])
            order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": cm, "bearing": "P", "modifiers": NONE}
            if dice == "n/a":
                game.refused("fire", because=f"cannot fire at {cm} cm", rule="5.2", batteries=["gun"], **order)
                continue
            highest = (10, 10, 10) if dice == "3d10" else (SIDES[dice],)
            record = game.propose("fire", 10, 1, *highest, 1, **order)
            assert lost(record) == sum(highest)
            assert sides(record) == (10, 10, *highest, 20)  # to hit, location, damage, critical
        inner = edge + 1
    game.refused("fire", because=f"cannot fire at {inner} cm", rule="5.2", batteries=["gun"], **{**order, "range": inner})


@pytest.mark.parametrize(("letter", "calibre"), [(letter, end) for letter, ends in CLASSES.items() for end in ends])
def test_a1_every_class_from_its_least_to_its_largest_calibre(letter: str, calibre: float) -> None:
    """The long band, its outer edge and its die are together of one class alone."""
    (edge, dice), order = GUNS[letter][-1], {"firer": "Shooter", "target": "Target", "bearing": "P", "modifiers": NONE}
    game = duel(shooter={"main": [gun(calibre=calibre)]}, type="TB", main=[])
    assert sides(game.propose("fire", 10, 1, 1, 1, range=edge, **order)) == (10, 10, SIDES[dice], 20)
    game.refused("fire", range=edge + 1, batteries=["gun"], because="cannot fire", **order)


DIE = {"B": 10, "CB": 10, "DD": 6, "TB": 6}
WEATHER_SHIFT = {"Calm to Moderate": 1, "Fresh to Strong": 0, "Gale": -1, "Storm": -2}


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("cause", ["hull", "catastrophe"])
def test_a6_every_face_of_the_sinking_die(type_: str, weather: str, cause: str) -> None:
    game = Game([ship("Hunter")], [ship("Target", type=type_)], weather=weather)
    if cause == "hull":
        game.strike("Target", "hull", 100)
    else:
        game.put("Target", "catastrophe", "1")
    shift = WEATHER_SHIFT[weather] - (2 if cause == "catastrophe" else 0)
    for face in range(1, DIE.get(type_, 8) + 1):
        record = game.propose("ongoing", face)
        assert ("Target sinks" in said(record)) == (face + shift <= 3)
        assert sides(record) == (DIE.get(type_, 8),)


@pytest.mark.parametrize("face", range(1, 5))
@pytest.mark.parametrize("cause", ["fire", "flood"])
def test_a5_every_face_of_a_fire_and_a_flood(face: int, cause: str) -> None:
    game = Game([ship("Hunter")], [ship("Target")])
    game.put("Target", cause, "1")
    record = game.propose("ongoing", face)
    assert (struck(record), sides(record)) == ([("Target", "hull", face)], (4,))


@pytest.mark.parametrize("face", range(1, 11))
def test_a2_gunnery_hits_on_8(face: int) -> None:
    record = would_fire(duel(), *((face, 7, 1) if face >= 8 else (face,)), modifiers=NONE)
    assert (results(record)[0], sides(record)[0]) == ("yes" if face >= 8 else "no", 10)


@pytest.mark.parametrize("face", range(1, 11))
def test_a8_torpedoes_and_mines_hit_on_8(face: int) -> None:
    game = Game([ship("Shooter", torpedoes=[tubes()])], [ship("Target")]).go("movement")
    damage = (1, 1, 1) if face >= 8 else ()
    mine = game.propose("mine", face, *damage, ship="Target", modifiers=NONE)
    assert (bool(struck(mine)), sides(mine)) == (face >= 8, (10, 10, 10, 20)[: len(mine.faces)])
    game.go("firing")
    order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 10, "modifiers": NONE}
    torpedo = game.propose("torpedo", face, *damage, **order)
    assert (bool(struck(torpedo)), sides(torpedo)) == (face >= 8, (10, 10, 10, 20)[: len(torpedo.faces)])


@pytest.mark.parametrize("red", range(1, 11))
def test_a7_every_face_of_the_initiative_dice(red: int) -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    for blue in range(1, 11):
        if red == blue:
            continue
        record = game.propose("initiative", red, blue, choices=(RED,))
        assert f"{'Red' if red > blue else 'Blue'} wins the initiative" in said(record)
        assert sides(record) == (10, 10)


@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize("what", ["fire", "flood", "engine", "rudder", "bridge"])
def test_a9_repairs_succeed_on_8(face: int, what: str) -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("repairs")
    game.put("Target", what, "yes" if what in ("rudder", "bridge") else "1")
    # a crew whose bridge is hit is Inferior until it is mended: -1
    needed = 9 if what == "bridge" else 8
    assert sides(game.give("repair", face)) == (10,)
    assert game["Target"].has(what) == (face < needed)
