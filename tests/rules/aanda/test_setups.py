"""Setups that the A&A sheet cannot play are refused before the first order, with what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.aanda import RULESET
from tests.rules.aanda.fleet import BLUE, RED, ship

CARD = ship("any")[2]


def setup(
    sides: Sequence[str] = (RED, BLUE),
    ships: Sequence[tuple[str, str, str]] = (("Ajax", RED, "one"), ("Boxer", BLUE, "two")),
    squadrons: Sequence[tuple[str, str, dict[str, Any]]] = (("one", RED, {}), ("two", BLUE, {})),
) -> Setup:
    """A good setup unless a test makes it a bad one."""
    entries = tuple(ShipEntry(name, side, CARD, squadron) for name, side, squadron in ships)
    return Setup("aanda", "1", "t", tuple(sides), entries, tuple(Squadron(*squadron) for squadron in squadrons))


def refusal(bad: Setup) -> str:
    with pytest.raises(InvalidInput) as told:
        RULESET.check_setup(bad, "battle")
    return str(told.value)


def test_a_good_setup_is_taken() -> None:
    RULESET.check_setup(setup(), "battle")
    assert RULESET.begin(setup()).turn == 1


@pytest.mark.parametrize("sides", [(), (RED,), (RED, BLUE, "Green"), (RED, RED)])
def test_there_are_two_sides(sides: tuple[str, ...]) -> None:
    assert refusal(setup(sides=sides)).endswith("allowed: two sides")


@pytest.mark.parametrize("squadron", ["", "three", "Two"])
def test_every_ship_has_a_squadron(squadron: str) -> None:
    told = refusal(setup(ships=[("Ajax", RED, "one"), ("Boxer", BLUE, squadron)]))
    assert told.startswith("battle: Boxer, squadron: found ")
    assert "allowed: one, two" in told


def test_and_one_of_its_own_side() -> None:
    told = refusal(setup(ships=[("Ajax", RED, "one"), ("Boxer", BLUE, "two"), ("Argus", RED, "two")]))
    assert told == "battle: Argus, squadron: found two, allowed: a squadron of Red"


def test_a_flagship_sails_with_its_squadron() -> None:
    told = refusal(setup(squadrons=[("one", RED, {"flagship": "Boxer"}), ("two", BLUE, {})]))
    assert told == "battle: squadron one, flagship: found Boxer, allowed: Ajax"


def test_an_empty_squadron_is_a_dummy_or_nothing() -> None:
    base: list[tuple[str, str, dict[str, Any]]] = [("one", RED, {}), ("two", BLUE, {})]
    told = refusal(setup(squadrons=[*base, ("three", RED, {})]))
    assert told == "battle: squadron three: found 0 ships, allowed: ships, or dummy = true"
    RULESET.check_setup(setup(squadrons=[*base, ("three", RED, {"dummy": True})]), "battle")


def test_a_dummy_has_no_ships_and_no_flagship() -> None:
    told = refusal(setup(squadrons=[("one", RED, {"dummy": True}), ("two", BLUE, {})]))
    assert told == "battle: squadron one: found 1 ships, allowed: no ships in a dummy"
    told = refusal(setup(squadrons=[("one", RED, {}), ("two", BLUE, {}), ("three", RED, {"dummy": True, "flagship": "Ajax"})]))
    assert told.startswith("battle: squadron three, flagship: found Ajax")


def test_a_squadron_is_of_one_of_the_sides() -> None:
    told = refusal(setup(squadrons=[("one", RED, {}), ("two", BLUE, {}), ("three", "Green", {"dummy": True})]))
    assert told.startswith("battle: squadron three, side: found Green, allowed: Red, Blue")


@pytest.mark.parametrize("names", [("one", "one"), ("", "two")])
def test_squadrons_have_names_each_once(names: tuple[str, str]) -> None:
    told = refusal(setup(squadrons=[(names[0], RED, {}), (names[1], BLUE, {})]))
    assert told.startswith("battle: squadrons: found ")


def test_a_squadron_may_be_named_like_its_ship_but_not_like_another_s() -> None:
    """Both keep facts under their names."""
    ships = [("Ajax", RED, "Ajax"), ("Argus", RED, "one"), ("Boxer", BLUE, "two")]
    squadrons: list[tuple[str, str, dict[str, Any]]] = [("Ajax", RED, {}), ("one", RED, {}), ("two", BLUE, {})]
    RULESET.check_setup(setup(ships=ships, squadrons=squadrons), "battle")
    told = refusal(setup(ships=[("Ajax", RED, "one"), ("Argus", RED, "Ajax"), ("Boxer", BLUE, "two")], squadrons=squadrons))
    assert told.startswith("battle: squadron Ajax: found the name of a ship of another squadron")


@pytest.mark.parametrize(
    ("details", "message"),
    [
        ({"crew": "Elite"}, "battle: squadron one: crew: found Elite, allowed: Inferior, Superior, standard"),
        ({"flagship": ["Ajax", "Argus"]}, "battle: squadron one: flagship: found"),
        ({"admiral": "Ajax"}, "battle: squadron one: key: found admiral, allowed: crew, flagship, contact, dummy"),
        ({"contact": "yes"}, "battle: squadron one: contact: found yes, allowed: true or false"),
    ],
)
def test_what_a_scenario_says_of_a_squadron_is_read_strictly(details: dict[str, Any], message: str) -> None:
    assert refusal(setup(squadrons=[("one", RED, details), ("two", BLUE, {})])).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hull": 0}, "Ajax: hull: found 0, allowed: 1 to 999"),
        ({"knots": 61}, "Ajax: knots: found 61, allowed: 0 to 60"),
        ({"knots": -1}, "Ajax: knots: found -1, allowed: 0 to 60"),
        ({"tons": float("nan")}, "Ajax: tons: found nan, allowed: 1 to 100000"),
        ({"type": "BB"}, "Ajax: type: found BB"),
        ({"main": [{"name": "gun", "guns": 1, "calibre": float("nan"), "arc": "F"}]}, "Ajax: gun, calibre in inches: found nan"),
        ({"torpedoes": [{"name": "gun", "tubes": 1, "arc": "P"}]}, "Ajax: batteries and tubes: found gun"),
        ({"torpedoes": [{"name": "t", "tubes": 1, "arc": "P", "reach": 100}]}, "Ajax: t, reach: found 100, allowed: 0 to 99"),
        ({"torpedoes": [{"name": "t", "tubes": 1, "arc": "P", "reloads": -1}]}, "Ajax: t, reloads: found -1, allowed: 0 to 20"),
    ],
)
def test_a_battle_does_not_begin_with_a_bad_card(change: dict[str, Any], message: str) -> None:
    good = setup()
    bad = msgspec.structs.replace(good, ships=(ShipEntry("Ajax", RED, {**CARD, **change}, "one"), good.ships[1]))
    with pytest.raises(InvalidInput) as told:
        RULESET.begin(bad)
    assert str(told.value).startswith(message)


@pytest.mark.parametrize(("condition", "value"), [("weather", "Fog"), ("light", "dusk")])
def test_conditions_are_those_of_the_sheet(condition: str, value: str) -> None:
    with pytest.raises(InvalidInput) as told:
        RULESET.begin(msgspec.structs.replace(setup(), conditions={condition: value}))
    assert told.value.where == condition
