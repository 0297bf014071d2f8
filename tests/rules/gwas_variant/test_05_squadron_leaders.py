"""Rule 5: several Russian battleships of a group have a squadron leader and fire at one target."""

from __future__ import annotations

from typing import Any

from fleetbook.testing import said
from tests.rules.gwas_variant.fleet import Game, ship

NAMES = ("Evstafi", "Zlatoust", "Panteleimon")


def russians(*names: str, **settings: Any) -> Game:
    """Russian battleships against two targets in the first gunfire step."""
    allied = [ship(name, type="B", nation="Russia") for name in names or NAMES]
    return Game([ship("Goeben"), ship("Moltke")], allied, **settings).go("gunfire-1")


def order(firer: str, target: str) -> dict[str, Any]:
    return {"firer": firer, "target": target, "range": 3, "weapons": ["primary"]}


def test_5_they_do_not_fire_before_their_leader_is_named() -> None:
    game = russians()
    game.refused("fire", **order("Evstafi", "Goeben"), because="names its leader before it fires")
    game.give("squadron-leader", ship="Evstafi")
    game.give("fire", 1, 1, 1, 1, **order("Zlatoust", "Goeben"))


def test_5_who_may_not_fire_is_greyed_before_a_range_is_said() -> None:
    game = russians()
    firers = game.draft("fire").entries["firer"].refused
    assert all("names its leader before it fires" in str(firers[name]) for name in NAMES)
    game.give("squadron-leader", ship="Evstafi")
    game.give("fire", 1, 1, 1, 1, **order("Zlatoust", "Goeben"))
    others = game.draft("fire", firer="Evstafi").entries["target"].refused
    assert "squadron fires at Goeben" in str(others["Moltke"])


def test_5_one_alone_and_other_nations_need_none() -> None:
    alone = russians("Evstafi")
    alone.refused("squadron-leader", ship="Evstafi", because="not one of several battleships of Russia")
    alone.give("fire", 1, 1, 1, 1, **order("Evstafi", "Goeben"))
    game = Game([ship("Goeben")], [ship("A"), ship("B")]).go("gunfire-1")
    game.give("fire", 1, 1, 1, 1, **order("A", "Goeben"))
    game.refused("squadron-leader", ship="A", because="not one of several battleships of Russia")


def test_5_a_leader_aboard_makes_his_ship_the_squadron_leader() -> None:
    game = russians(fleets={"allied": {"leader": "Ebergard", "flagship": "Zlatoust"}})
    assert game.fact("", "squadron leader", "Allied B") == "Zlatoust"
    game.refused("squadron-leader", ship="Evstafi", because="has named its leader")


def test_5_of_two_leaders_in_a_group_one_leads_the_squadron() -> None:
    fleets = {name: {"leader": f"of {name}", "flagship": ship} for name, ship in (("first", "Evstafi"), ("second", "Zlatoust"))}
    russian = {"type": "B", "nation": "Russia"}
    lines = [ship("Panteleimon", "first", **russian), ship("Evstafi", "first", **russian), ship("Zlatoust", "second", **russian)]
    game = Game([ship("Goeben")], lines, fleets=fleets).go("deployment")
    assert said(game.next()).count("leads Allied B") == 1
    assert game.fact("", "squadron leader", "Allied B") == "Evstafi"


def test_5_a_ship_that_has_left_the_combat_is_not_named() -> None:
    game = russians()
    game.strike("Evstafi", "hull", 10)
    game.refused("squadron-leader", ship="Evstafi", because="Evstafi is in no group of a combat")
    game.give("squadron-leader", ship="Zlatoust")


def test_5_all_fire_at_the_same_target() -> None:
    game = russians()
    game.give("squadron-leader", ship="Evstafi")
    game.give("fire", 1, 1, 1, 1, **order("Evstafi", "Goeben"))
    game.refused("fire", **order("Zlatoust", "Moltke"), because="squadron fires at Goeben", rule="tactical 5")


def test_5_until_the_leader_is_sunk() -> None:
    game = russians()
    game.give("squadron-leader", ship="Evstafi")
    game.strike("Evstafi", "hull", 9)
    game.give("fire", 6, 1, 4, **order("Goeben", "Evstafi"))  # one hull hit, the last box
    assert game["Evstafi"].fate.startswith("sunk")
    game.give("fire", 1, 1, 1, 1, **order("Zlatoust", "Goeben"))
    game.give("fire", 1, 1, 1, 1, **order("Panteleimon", "Moltke"))


def test_5_a_fire_control_hit_of_the_leader_hampers_all_of_them_until_it_is_sunk() -> None:
    game = russians()
    game.give("squadron-leader", ship="Evstafi")
    game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, **order("Goeben", "Evstafi"))  # critical damage 4: no leader aboard
    assert game["Evstafi"].has("fire control hit")
    assert "fire_control" in game.modifiers("fire", **order("Panteleimon", "Goeben"))
    game.strike("Evstafi", "hull", 9)
    game.go("gunfire-2").give("fire", 6, 1, 4, **order("Goeben", "Evstafi"))
    assert "fire_control" not in game.modifiers("fire", **order("Panteleimon", "Goeben"))


def test_5_a_fire_control_hit_of_another_ship_is_its_own() -> None:
    game = russians()
    game.give("squadron-leader", ship="Evstafi")
    game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, **order("Goeben", "Panteleimon"))
    assert "fire_control" in game.modifiers("fire", **order("Panteleimon", "Goeben"))
    assert "fire_control" not in game.modifiers("fire", **order("Zlatoust", "Goeben"))


def test_11_ships_bound_to_one_target_combine_their_fire() -> None:
    game = russians()
    game.give("squadron-leader", ship="Evstafi")
    record = game.give("combined-fire", *[1] * 8, target="Goeben", weapon="primary", range=3, firers=list(NAMES))
    assert len(record.faces) == 8  # 4 whole, and half of 4 + 4
