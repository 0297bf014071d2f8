"""C7: repairs."""

from __future__ import annotations

import pytest

from fleetbook.testing import results, rolled, said
from tests.rules.coastal.fleet import Game, gun, hits, reading, ship

FACE = {"bridge": 1, "engines": 2, "a": 3, "b": 4, "c": 5}


def damaged(*names: str) -> Game:
    """Red's ``Hurt``, whose mounts of these names are damaged, in Red's repair step."""
    game = Game([ship("Hurt", gun("a"), gun("b"), gun("c"))], [ship("Other")])
    for name in names:
        game.put("Hurt", name, "damaged")
    return game


@pytest.mark.parametrize("face", range(1, 7))
def test_c7_a_6_restores_a_damaged_system(face: int) -> None:
    game = damaged("a")
    assert [die.sides for die in game.give("repair", face, ship="Hurt").faces] == [6]
    assert game.state("Hurt", "a") == ("sound" if face == 6 else "damaged")


def test_c7_a_die_for_each_damaged_system() -> None:
    game = damaged("a", "b", "c")
    record = game.give("repair", 5, 6, 1, ship="Hurt")
    assert results(record) == ["no", "yes", "no"]
    assert [game.state("Hurt", name) for name in "abc"] == ["damaged", "sound", "damaged"]


def test_c7_destroyed_systems_never_come_back() -> None:
    game = damaged("a")
    game.put("Hurt", "b", "destroyed")
    game.give("repair", 6, ship="Hurt")
    assert game.state("Hurt", "b") == "destroyed"
    game.go("repair-1", 2).refused("repair", ship="Hurt", because="nothing to repair", rule="C7")


def test_c7_hull_boxes_never_come_back() -> None:
    game = damaged("a")
    game.strike("Hurt", "hull", 5)
    game.give("repair", 6, ship="Hurt")
    assert game.boxes("Hurt")[0] == 15


@pytest.mark.parametrize("system", ["bridge", "engines"])
def test_c7_one_box_of_a_bridge_or_engines_lost_to_light_hits(system: str) -> None:
    game = hits(2)
    game.give("damage", FACE[system], FACE[system], ship="Target")
    before = game["Target"].left(system)
    for turn, left in ((2, before + 1), (3, before + 2)):
        game.go("repair-1", turn).give("repair", 6, ship="Target")
        assert game["Target"].left(system) == left
    game.go("repair-1", 4).refused("repair", ship="Target", because="nothing to repair", rule="C7")


def test_c7_one_die_for_engines_however_many_boxes_are_lost() -> None:
    game = hits(4)
    game.give("damage", 2, 2, 2, 1, ship="Target")
    record = game.go("repair-1").give("repair", 5, 6, ship="Target")
    assert [throw.label for throw in rolled(record)] == ["repair bridge", "repair engines"]
    assert game.boxes("Target") == (56, 1, 1)


@pytest.mark.parametrize("system", ["bridge", "engines"])
def test_c7_boxes_destroyed_by_a_large_gun_never_come_back(system: str) -> None:
    game = hits(1, 4.0)
    game.give("damage", FACE[system], ship="Target")
    game.go("repair-1", 2).refused("repair", ship="Target", because="nothing to repair", rule="C7")


def test_c7_boxes_lost_to_light_hits_and_then_destroyed_never_come_back() -> None:
    """A light and a large gun hit the engines in the same step."""
    shooters = [ship(name, gun("gun", calibre=calibre), size="corvette") for name, calibre in (("One", 0.0), ("Two", 4.0))]
    game = Game([ship("Target", size="corvette")], shooters, light="day").go("fire-1")
    for firer in ("One", "Two"):
        game.give("fire", 6, firer=firer, target="Target", range=5, straddled="yes")
    game.go("damage-1").give("damage", 2, 2, ship="Target")
    assert game.boxes("Target") == (11, 2, 0)
    game.go("repair-1").refused("repair", ship="Target", because="nothing to repair")


def test_c7_boxes_restored_by_hand_need_no_repair() -> None:
    game = hits(1)
    game.give("damage", FACE["engines"], ship="Target")
    game.strike("Target", "engines", -1)
    game.go("repair-1").refused("repair", ship="Target", because="nothing to repair")


def test_c7_a_ship_dices_once_a_turn() -> None:
    game = damaged("a")
    game.give("repair", 1, ship="Hurt")
    game.refused("repair", ship="Hurt", because="has already thrown its dice for repairs this turn", rule="C7")
    game.go("repair-1", 2).give("repair", 6, ship="Hurt")


def test_c7_repairs_not_ordered_are_diced_for_when_the_step_is_left() -> None:
    game = Game([ship(name, gun("a")) for name in ("Hurt", "Hurt too", "Whole")], [ship("Other")])
    for name in ("Hurt", "Hurt too"):
        game.put(name, "a", "damaged")
    game.next(6, 5)
    assert [game.state(name, "a") for name in ("Hurt", "Hurt too", "Whole")] == ["sound", "damaged", "sound"]
    assert game.battle.phase == "move-1"


def test_c7_a_step_whose_repairs_were_ordered_throws_no_more() -> None:
    game = damaged("a")
    game.give("repair", 1, ship="Hurt")
    assert "nothing to repair" not in said(game.next())


def test_c7_each_side_repairs_in_its_own_step() -> None:
    game = Game([ship("Hurt", gun("a"))], [ship("Other", gun("a"))])
    game.put("Other", "a", "damaged")
    assert "nothing to repair" in said(game.next())
    game.go("repair-2").give("repair", 6, ship="Other")
    assert game.state("Other", "a") == "sound"


def test_c7_a_ship_that_is_gone_repairs_nothing() -> None:
    game = damaged("a").go("move-1", dice={"repair-1": (1,)})
    game.give("leave", ship="Hurt")
    game.go("repair-1", 2).refused("repair", ship="Hurt", because="is gone", rule="C9")
    assert "nothing to repair" in said(game.next())


def test_c7_house_repair_die_and_score() -> None:
    for rules, face, restored in (
        (reading(repair_score=4), 4, True),
        (reading(repair_score=4), 3, False),
        (reading(repair_die="D10"), 10, True),
    ):
        game = Game([ship("Hurt", gun("a"))], [ship("Other")], rules)
        game.put("Hurt", "a", "damaged")
        game.give("repair", face, ship="Hurt")
        assert (game.state("Hurt", "a") == "sound") == restored


def test_c7_boxes_struck_by_hand_do_not_come_back_with_those_of_light_hits() -> None:
    """One box lost to a light hit and one struck by hand: one comes back, and no more."""
    game = hits(1)
    game.give("damage", FACE["engines"], ship="Target")
    game.strike("Target", "engines", 1)
    game.go("repair-1", 2).give("repair", 6, ship="Target")
    assert game["Target"].left("engines") == 2
    game.go("repair-1", 3).refused("repair", ship="Target", because="nothing to repair", rule="C7")
