"""Gunfire and torpedoes: sighting, ranges, strength and every modifier (G8)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import counted, results, rolled, said
from tests.rules.gwas.fleet import Game, duel, fire, house, ship, would_fire

PAIR: dict[str, Any] = {"firer": "Shooter", "target": "Target"}


def dice_of(game: Game, guns: str = "primary", hexes: int = 2) -> int:
    """How many dice the shooter's guns throw, all of them missing."""
    order = game.draft("fire", **PAIR, range=hexes, weapons=guns).order()
    return len(rolled(game.journal.propose(order, game.journal.supply((1,) * 12))))


# ------------------------------------------------------------ sighting and ranges


@pytest.mark.parametrize(
    ("weather", "light", "hexes"),
    [
        ("Clear", "day", 4), ("Mist", "day", 3), ("Fog", "day", 2), ("Squall", "day", 2), ("Storm", "day", 2), ("Gale", "day", 1),
        ("Clear", "night", 2), ("Mist", "night", 2), ("Fog", "night", 2), ("Gale", "night", 1),
    ],
)  # fmt: skip
def test_sighting_ranges(weather: str, light: str, hexes: int) -> None:
    game = duel(weather=weather, light=light)
    assert game.ruleset.hooks.sighting(game.battle) == hexes


@pytest.mark.parametrize(("guns", "reach"), [("primary", 3), ("secondary", 2), ("tertiary", 1)])
def test_weapon_ranges(guns: str, reach: int) -> None:
    game = duel()
    assert dice_of(game, guns, reach) > 0
    game.refused("fire", **PAIR, range=reach + 1, weapons=guns, because=f"reaches {reach} hex")


def test_16_inch_guns_reach_4_hexes_at_half_strength() -> None:
    game = duel(shooter={"sixteen": True, "primary": 5})
    assert dice_of(game, hexes=3) == 5
    assert dice_of(game, hexes=4) == 2
    game.refused("fire", **PAIR, range=5, weapons="primary", because="reaches 4")


@pytest.mark.parametrize("mission", ["", "Bombard"])
def test_half_a_16_inch_box_is_no_strength_at_4_hexes(mission: str) -> None:
    """One box times 0.5 is rounded down (G8), and a first fire that is weak besides makes it no more."""
    game = duel(shooter={"primary": 1, "sixteen": True}, fleets={"central fleet": {"mission": mission}})
    game.refused("fire", firer="Shooter", target="Target", range=4, weapons="primary", because="has no strength: ")


def test_fire_range_is_the_lesser_of_sighting_and_weapon_range() -> None:
    game = duel(weather="Fog")
    assert dice_of(game, hexes=2) == 6
    game.refused("fire", **PAIR, range=3, weapons="primary", because="reaches 2 hexes")


def test_torpedoes_reach_1_hex() -> None:
    game = duel(phase="torpedo-1")
    game.refused("torpedo", **PAIR, range=2, because="reaches 1 hex")
    assert results(game.give("torpedo", 1, **PAIR, range=1)) == ["no"]


# ------------------------------------------------------------ strength


@pytest.mark.parametrize(
    ("weather", "strong"),
    [
        ("Clear", (6, 3, 2)), ("Mist", (6, 3, 2)), ("Fog", (6, 3, 2)),
        ("Squall", (6, 0, 0)), ("Storm", (6, 0, 0)), ("Gale", (0, 0, 0)),
    ],
)  # fmt: skip
def test_strength_of_guns_by_weather(weather: str, strong: tuple[int, int, int]) -> None:
    game = duel(weather=weather)
    for guns, number in zip(("primary", "secondary", "tertiary"), strong, strict=True):
        if number:
            assert dice_of(game, guns, 1) == number
        else:
            game.refused("fire", **PAIR, range=1, weapons=guns, because="no strength")


@pytest.mark.parametrize(
    ("weather", "fires"), [("Clear", True), ("Fog", True), ("Squall", False), ("Storm", False), ("Gale", False)]
)
def test_strength_of_torpedoes_by_weather(weather: str, fires: bool) -> None:
    game = duel(weather=weather, phase="torpedo-1")
    if fires:
        game.give("torpedo", 1, **PAIR, range=1)
    else:
        game.refused("torpedo", **PAIR, range=1, because="no strength")


def test_bombarding_ships_fire_their_first_fire_at_half_strength() -> None:
    """6-3-2 boxes give 3, 1 and 1 dice, rounded down; from the second fire on all of them."""
    game = duel(fleets={"central fleet": {"mission": "Bombard"}})
    assert [dice_of(game, guns, 1) for guns in ("primary", "secondary", "tertiary")] == [3, 1, 1]
    assert "3 of 6 dice because of bombardment mission, first fire" in said(would_fire(game, 1, 1, 1))
    fire(game, 1, 1, 1)
    assert dice_of(game, "secondary") == 1  # the same step is still its first fire
    game.go("gunfire-2")
    assert [dice_of(game, guns, 1) for guns in ("primary", "secondary", "tertiary")] == [6, 3, 2]


def test_halves_may_round_up_by_house_rule() -> None:
    game = duel(house(half_strength_rounds="up"), fleets={"central fleet": {"mission": "Bombard"}})
    assert dice_of(game, "secondary") == 2


def towing_game(**more: Any) -> Game:
    """The shooter tows a second ship; both in combat."""
    central = [ship("Shooter", nation="Turkey"), ship("Tow", nation="Turkey")]
    game = Game(central, [ship("Target")], begins="tactical combat", **more)
    game.go("initiative-move-1")
    game.give("tow", ship="Shooter", other="Tow")
    return game.go("gunfire-1")


def test_ships_in_a_tow_do_not_fire_their_first_fire() -> None:
    game = towing_game()
    for firer in ("Shooter", "Tow"):
        game.give("fire", firer=firer, target="Target", range=2, weapons="primary")


def test_ships_that_fuel_do_not_fire() -> None:
    fueling = Game([ship("Shooter", nation="Turkey")], [ship("Target")], fleets={"central fleet": {"port": True}})
    fueling.go("movement")
    fueling.give("take-fuel", fleet="central fleet")
    fueling.go("contact")
    fueling.give("search", fleet="allied fleet", other="central fleet")
    fueling.give("combat", fleets="central fleet; allied fleet")
    fueling.go("gunfire-1", initiative=())
    fueling.refused("fire", **PAIR, range=1, weapons="primary", because="fueling or rearming this turn")


def test_a_ship_that_lies_still_fires_no_torpedoes() -> None:
    game = duel(shooter={"speed": "0"}, phase="torpedo-1")
    game.refused("torpedo", **PAIR, range=1, because="torpedo, firer immobile")


def test_no_torpedoes_at_ships_in_port() -> None:
    game = duel(phase="torpedo-1", fleets={"allied fleet": {"port": True}})
    game.refused("torpedo", **PAIR, range=1, because="torpedo, target in port")


# ------------------------------------------------------------ hits


@pytest.mark.parametrize(("die", "hit"), [(1, "no"), (5, "no"), (6, "yes")])
def test_6_hits(die: int, hit: str) -> None:
    game = duel(shooter={"primary": 1})
    dice = (die, 1, 4) if hit == "yes" else (die,)
    assert results(would_fire(game, *dice))[0] == hit


def test_g8_one_die_for_each_undamaged_box() -> None:
    game = duel()
    game.strike("Shooter", "primary", 2)
    game.go("gunfire-2")
    assert dice_of(game) == 4


def test_target_dead_in_water_adds_1() -> None:
    game = duel(shooter={"primary": 1}, speed="0")
    record = would_fire(game, 5, 1, 4)
    assert counted(rolled(record)[0]) == {"target dead in the water": 1}
    assert results(record)[0] == "yes"


def test_target_in_a_tow_adds_1() -> None:
    game = towing_game()
    record = game.propose("fire", *(1,) * 6, firer="Target", target="Shooter", range=2, weapons="primary")
    assert counted(rolled(record)[0]) == {"target towing or towed": 1}


@pytest.mark.parametrize(("hexes", "adds"), [(0, True), (1, True), (2, False), (3, False)])
def test_near_targets_add_1(hexes: int, adds: bool) -> None:
    assert ("near" in duel().modifiers("fire", **PAIR, range=hexes, weapons="primary")) == adds


def test_near_targets_that_are_motor_torpedo_boats_add_nothing() -> None:
    assert "near" not in duel(type="MTB").modifiers("fire", **PAIR, range=0, weapons="primary")


def test_ships_in_italics_add_1() -> None:
    assert duel(shooter={"italic": True}).modifiers("fire", **PAIR, range=2, weapons="primary") == {"italic"}


def test_modifiers_of_gunfire_add_up() -> None:
    game = duel(shooter={"italic": True, "primary": 1}, speed="0")
    assert sum(counted(rolled(would_fire(game, 3, 1, 4, hexes=1))[0]).values()) == 3


@pytest.mark.parametrize(
    ("shooter", "target", "hexes", "lines"),
    [
        ({"type": "DD"}, {"type": "DD"}, 1, {}),
        ({"type": "DD"}, {"type": "B"}, 1, {"large": 1}),
        ({"type": "DD"}, {"type": "BB"}, 1, {"large": 1}),
        ({"type": "DD"}, {"type": "BC"}, 1, {"large": 1}),
        ({"type": "DD"}, {"type": "FT"}, 1, {"large": 1}),
        ({"type": "DD"}, {"type": "CA"}, 1, {}),
        ({"type": "DD"}, {"type": "DD"}, 0, {"same_hex": 1}),
        ({"type": "BB"}, {"type": "DD"}, 1, {"capital": -1}),
        ({"type": "CA", "hull_tubes": True}, {"type": "DD"}, 1, {"hull_mount": -1}),
        ({"type": "BB", "hull_tubes": True}, {"type": "DD"}, 0, {"capital": -1, "hull_mount": -1, "same_hex": 1}),
        ({"type": "MTB", "nation": "Italy"}, {"type": "DD"}, 1, {"italian_mtb": 1}),
        ({"type": "MTB", "nation": "Britain"}, {"type": "DD"}, 1, {}),
        ({"type": "DD", "nation": "Italy"}, {"type": "DD"}, 1, {}),
        ({"type": "DD"}, {"type": "DD", "speed": "0"}, 1, {"dead": 1}),
        ({"type": "SS", "hull_tubes": True}, {"type": "B"}, 0, {"large": 1}),
        ({"type": "SS", "ace": True}, {"type": "DD"}, 0, {"ace": 2}),
    ],
)
def test_modifiers_of_torpedoes(shooter: dict[str, Any], target: dict[str, Any], hexes: int, lines: dict[str, int]) -> None:
    game = duel(shooter=shooter, phase="torpedo-1", **target)
    assert game.modifiers("torpedo", **PAIR, range=hexes) == set(lines)
    record = game.propose("torpedo", 1, **PAIR, range=hexes)
    assert sorted(counted(rolled(record)[0]).values()) == sorted(lines.values())


def test_modifiers_of_torpedoes_at_a_ship_in_a_tow() -> None:
    game = towing_game().go("torpedo-1")
    record = game.propose("torpedo", 1, firer="Target", target="Shooter", range=1)
    assert counted(rolled(record)[0])["target towing or towed"] == 1


def test_an_ace_hits_with_4() -> None:
    game = duel(shooter={"type": "SS", "ace": True}, phase="torpedo-1", type="CA")
    assert results(game.give("torpedo", 4, 1, 3, **PAIR, range=1))[0] == "yes"


# ------------------------------------------------------------ who may fire when


def test_each_weapon_fires_once_in_a_step_and_again_in_the_next() -> None:
    game = duel()
    fire(game, *(1,) * 6)
    game.refused("fire", **PAIR, range=2, weapons="primary", because="has fired in this step")
    fire(game, *(1,) * 3, guns="secondary")
    game.go("gunfire-2")
    fire(game, *(1,) * 6)


def test_g13_all_guns_fire_at_one_target_unless_house_rules_say_otherwise() -> None:
    def second(*rules: Any) -> Game:
        game = Game([ship("Shooter", nation="Turkey")], [ship("Target"), ship("Other")], *rules, begins="tactical combat")
        game.go("gunfire-1")
        fire(game, *(1,) * 6)
        return game

    second().refused(
        "fire",
        firer="Shooter",
        target="Other",
        range=2,
        weapons="secondary",
        because="fires at Target in this step: all her guns fire at one target",
    )
    second(house(guns_fire_together=False)).give("fire", 1, 1, 1, firer="Shooter", target="Other", range=2, weapons="secondary")


def test_torpedoes_may_be_fired_in_every_torpedo_step_unless_house_rules_say_once() -> None:
    game = duel(phase="torpedo-1")
    game.give("torpedo", 1, **PAIR, range=1)
    game.refused("torpedo", **PAIR, range=1, because="has fired in this step")
    game.go("torpedo-2")
    game.give("torpedo", 1, **PAIR, range=1)
    once = duel(house(torpedoes_once_a_combat=True), phase="torpedo-1")
    once.give("torpedo", 1, **PAIR, range=1)
    once.go("torpedo-2")
    once.refused("torpedo", **PAIR, range=1, because="in this combat")


def test_no_fire_at_a_friend_at_oneself_or_outside_the_step() -> None:
    game = Game([ship("Shooter", nation="Turkey"), ship("Friend", nation="Turkey")], [ship("Target")], begins="tactical combat")
    game.go("gunfire-1")
    for other, because in (("Friend", "own side"), ("Shooter", "Shooter cannot be its own target")):
        game.refused("fire", firer="Shooter", target=other, range=2, weapons="primary", because=because)
    game.refused("torpedo", **PAIR, range=1, because="belong to steps")
    game.go("torpedo-1")
    game.refused("fire", **PAIR, range=2, weapons="primary", because="belongs to steps")


def test_a_ship_without_a_weapon_or_with_all_its_boxes_hit_does_not_fire_it() -> None:
    game = duel(shooter={"secondary": 0})
    game.refused("fire", **PAIR, range=2, weapons="secondary", because="has no secondary boxes")
    game.strike("Shooter", "primary", 6)
    game.go("gunfire-2")
    game.refused("fire", **PAIR, range=2, weapons="primary", because="all hit")


def test_the_range_of_a_pair_is_remembered() -> None:
    game = duel()
    fire(game, *(1,) * 6, hexes=3)
    game.go("gunfire-2")
    draft = game.draft("fire")
    assert (draft.values["firer"], draft.values["target"], draft.values["range"]) == ("Shooter", "Target", 3)
    assert draft.values["weapons"] == ("primary",)


def test_the_target_fired_at_last_is_proposed_first() -> None:
    game = Game([ship("Shooter", nation="Turkey")], [ship("Target"), ship("Other")], begins="tactical combat").go("gunfire-1")
    assert game.draft("fire", firer="Shooter").entries["target"].options == ("Target", "Other")
    game.give("fire", *(1,) * 6, firer="Shooter", target="Other", range=2, weapons="primary")
    game.go("gunfire-2")
    draft = game.draft("fire", firer="Shooter")
    assert draft.entries["target"].options == ("Other", "Target")
    assert (draft.values["target"], draft.values["range"]) == ("Other", 2)
