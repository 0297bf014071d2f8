"""C9, C10, C11: lost ships, hull boxes by displacement, and a bridge out of action."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import results, rolled, said
from tests.rules.coastal.fleet import (  # fmt: skip
    BLUE,
    RED,
    Game,
    attack,
    gun,
    hits,
    known,
    look,
    night,
    reading,
    ship,
    torpedoed,
    tubes,
)

# ------------------------------------------------------------ C9


def lose_hull(*faces: int, hull: int, rules: Any = (), calibre: float = 0.0, **target: Any) -> Game:
    """The target, of so many hull boxes, takes as many hits as there are faces."""
    game = hits(len(faces), calibre, rules, hull=hull, **target)
    game.give("damage", *faces, ship="Target")
    return game


def test_c9_hull_boxes_all_gone_out_of_the_fight() -> None:
    game = lose_hull(3, hull=1)
    assert game["Target"].afloat
    assert game["Target"].out_of_fight
    assert "is out of the fight: make for the table's edge" in said(game.journal.record(game.journal.position))
    order = {"firer": "Target", "target": "Shooter", "range": 10}
    game.go("fire-2").refused("fire", **order, because="no hull boxes left and is out of the fight", rule="C9")


def test_c9_a_ship_out_of_the_fight_launches_no_torpedoes() -> None:
    game = Game([ship("Boat", tubes())], [ship("Target")])
    game.strike("Boat", "hull", 20)
    game.go("move-1").refused("launch", ship="Boat", target="Target", range=40, because="out of the fight", rule="C9")


def test_c9_a_ship_out_of_the_fight_makes_for_the_table_s_edge() -> None:
    game = lose_hull(3, hull=1).go("move-1", 2, {"repair-1": (1,)})
    game.give("move", ship="Target", speed=10)
    game.give("leave", ship="Target")
    assert game["Target"].fate == "left the table T2"


def test_c9_a_ship_with_one_box_left_fights_on() -> None:
    assert not lose_hull(3, 3, hull=3)["Target"].out_of_fight


def test_c9_if_it_cannot_move_it_sinks() -> None:
    game = lose_hull(2, 2, 2, hull=3)
    assert game["Target"].fate == "sunk T1: hull gone (Shooter, gun)"


def test_c9_hull_and_engines_gone_by_the_same_hit() -> None:
    game = lose_hull(2, hull=6, calibre=3.0)
    assert game["Target"].fate == "sunk T1: hull gone (Shooter, gun)"


def test_c9_if_it_is_hit_again_it_sinks() -> None:
    game = lose_hull(3, 3, hull=1)
    assert game["Target"].fate == "sunk T1: hit again without hull boxes (Shooter, gun)"


def test_c9_hit_again_in_a_later_turn() -> None:
    game = lose_hull(3, hull=1).go("fire-1", 2, {"repair-1": (1,)})
    game.give("fire", 3, firer="Shooter", target="Target", range=30, modifiers=())
    game.go("damage-1").give("damage", 4, ship="Target")
    assert game["Target"].fate.startswith("sunk T2: hit again")


@pytest.mark.parametrize("face", [3, 4, 5])
def test_c9_hit_again_by_a_torpedo(face: int) -> None:
    game = attack(hull=5)
    game.strike("Target", "hull", 5)
    torpedoed(game, face)
    dice = {3: (1, 1), 4: (1, 1, 1, 1), 5: ()}[face]
    game.go("damage-2").give("damage", *dice, ship="Target")
    assert game["Target"].fate.startswith("sunk T1")


def test_c9_a_torpedo_that_takes_hull_and_engines_sinks_her() -> None:
    game = attack(hull=10)
    torpedoed(game, 4)
    game.go("damage-2").give("damage", 3, 3, 3, 3, 1, 2, ship="Target")
    assert game["Target"].fate.startswith("sunk T1: hull gone")


def test_c9_a_torpedo_that_takes_the_hull_and_spares_the_engines_leaves_her_afloat() -> None:
    game = attack(hull=10)
    torpedoed(game, 4)
    game.go("damage-2").give("damage", 3, 3, 3, 3, 1, 3, ship="Target")
    assert game["Target"].afloat
    assert game["Target"].out_of_fight


def test_c9_the_hull_never_goes_below_nothing() -> None:
    assert lose_hull(3, hull=4, calibre=8.0)["Target"].left("hull") == 0


def test_c9_a_sunk_ship_does_nothing_and_nothing_is_done_to_it() -> None:
    game = lose_hull(3, 3, hull=1, size="boat")
    order: dict[str, Any] = {"because": "Target is gone: sunk T1", "rule": "C9"}
    game.go("fire-2").refused("fire", firer="Target", target="Shooter", range=10, **order)
    game.refused("observe", observer="Target", target="Shooter", range=10, **order)
    game.go("repair-1", 2).refused("repair", ship="Target", **order)
    game.go("move-1").refused("move", ship="Target", **order)
    game.refused("leave", ship="Target", **order)
    game.go("fire-1").refused("fire", firer="Shooter", target="Target", range=10, **order)
    game.refused("observe", observer="Shooter", target="Target", range=10, **order)
    assert game["Target"].max_speed == 0


def test_c9_ships_sunk_are_counted_and_told_at_the_end() -> None:
    game = lose_hull(3, 3, hull=1)
    record = game.give("end")
    assert f"{RED} lost Target; {BLUE} lost no ship" in said(record)


def test_c9_house_a_ship_sinks_with_its_last_hull_box() -> None:
    game = lose_hull(3, hull=1, rules=[reading(hull_gone_out=False)])
    assert game["Target"].fate == "sunk T1: hull gone (Shooter, gun)"


# ------------------------------------------------------------ C10

BOXES = [(24.0, 7), (49.0, 9), (100.0, 13), (117.0, 13), (239.0, 18), (940.0, 31), (1050.0, 32), (3000.0, 49)]


@pytest.mark.parametrize(("tons", "boxes"), BOXES)
def test_c10_hull_boxes_of_a_card_that_states_none(tons: float, boxes: int) -> None:
    game = Game([ship("Ship", hull=0, tons=tons)], [ship("Other")])
    assert game["Ship"].full("hull") == game["Ship"].left("hull") == boxes


def test_c10_a_card_that_states_its_hull_boxes_keeps_them() -> None:
    assert Game([ship("Ship", hull=5, tons=3000.0)], [ship("Other")])["Ship"].full("hull") == 5


@pytest.mark.parametrize(("rule", "boxes"), [({"hull_factor": 3.0}, 19), ({"hull_power": 0.5}, 20)])
def test_c10_house_hull_formula(rule: dict[str, float], boxes: int) -> None:
    game = Game([ship("Ship", hull=0, tons=100.0)], [ship("Other")], reading(**rule))
    assert game["Ship"].full("hull") == boxes


# ------------------------------------------------------------ C11


def test_c11_bridge_out_adds_one_to_the_score_needed() -> None:
    game = night()
    game.strike("Watch", "bridge", 1)
    record = look(game, 3, range=50, modifiers=())
    assert rolled(record)[0].row == "4+"
    assert results(record) == ["no"]
    assert known(game.go("fire-1", 2)) == set()


def test_c11_a_bridge_with_a_box_left_observes_as_ever() -> None:
    game = night(ship("Watch", size="trawler"))
    game.strike("Watch", "bridge", 1)
    assert rolled(look(game, 3, range=50, modifiers=()))[0].row == "3+"


def test_c11_bridge_out_no_torpedo_launch() -> None:
    game = Game([ship("Boat", tubes(), gun("gun"))], [ship("Target")]).go("move-1")
    order = {"ship": "Boat", "target": "Target", "range": 40}
    game.strike("Boat", "bridge", 1)
    game.refused("launch", **order, because="the bridge of Boat is out of action", rule="C11")
    game.strike("Boat", "bridge", -1)
    game.give("launch", **order)


def test_c11_house_bridge_out_observes() -> None:
    game = night(None, None, reading(bridge_out_observes=3))
    game.strike("Watch", "bridge", 1)
    assert rolled(look(game, 3, range=50, modifiers=()))[0].row == "6+"


def test_c11_house_bridge_out_launches() -> None:
    game = Game([ship("Boat", tubes())], [ship("Target")], reading(bridge_out_no_torpedoes=False)).go("move-1")
    game.strike("Boat", "bridge", 1)
    game.give("launch", ship="Boat", target="Target", range=40)
