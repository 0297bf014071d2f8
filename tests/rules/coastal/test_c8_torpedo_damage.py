"""C8: what a torpedo does to a ship: hull, systems, explosions, disabled, sinking in some turns."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.referee.offers import what_it_does
from fleetbook.rules.coastal.torpedoes import Launch, TorpedoMeets
from fleetbook.testing import results, rolled, said
from tests.rules.coastal.fleet import Game, attack, gun, reading, ship, torpedoed, tubes

LARGER = {"explodes near": 3, "serious damage": 4, "disabled": 5, "disabled, sinks in D6 turns": 6}
HITS = ("serious damage", "disabled", "disabled, sinks in D6 turns", "breaks in two")


def torpedo(result: str, rules: Any = (), **target: Any) -> Game:
    """Blue's larger ``Target`` has met a torpedo of this result and comes to its damage step.

    Its systems are 1 bridge, 2 engines, 3 and 4 mounts.
    """
    listed = [{"kind": "bridge"}, {"kind": "engines"}, gun("a"), gun("b")]
    game = attack(rules=rules, systems=listed, **target)
    if result == "breaks in two" or result == "disabled, sinks in D4 turns":
        torpedoed(game, 6, stationary="yes")
    else:
        torpedoed(game, LARGER[result], stationary="no", merchant="no")
    assert game["Target"].held == (("Boat", "torpedo", result),)
    return game.go("damage-2")


def test_c8_explodes_near_does_2d6() -> None:
    game = torpedo("explodes near")
    assert [face.sides for face in game.give("damage", 3, 5, ship="Target").faces] == [6, 6]
    assert game.boxes("Target") == (52, 3, 3)


def test_c8_explodes_near_is_no_hit_systems_and_cargo_are_spared() -> None:
    game = torpedo("explodes near", cargo="ammunition", merchant=True)
    game.give("damage", 6, 6, ship="Target")
    assert game["Target"].afloat
    assert {game.state("Target", name) for name in ("a", "b")} == {"sound"}


def test_c8_serious_damage_does_4d6() -> None:
    game = torpedo("serious damage")
    record = game.give("damage", 3, 5, 1, 2, 1, 3, ship="Target")
    assert [face.sides for face in record.faces] == [6, 6, 6, 6, 6, 4]
    assert game.boxes("Target") == (49, 3, 3)


def test_c8_disabled_no_move_no_shooting() -> None:
    game = torpedo("disabled")
    game.give("damage", 1, 4, ship="Target")
    assert game["Target"].max_speed == 0
    assert game["Target"].stationary
    assert game.boxes("Target") == (60, 3, 3)
    game.go("fire-1", 2).refused("fire", firer="Target", target="Boat", range=10, because="disabled: no shooting", rule="C8")
    game.go("move-2").refused("move", ship="Target", speed=0, because="disabled: no move", rule="C8")
    game.refused("leave", ship="Target", because="cannot move")


@pytest.mark.parametrize(
    ("result", "dice", "disabled"),
    [
        ("explodes near", (1, 1), False),
        ("serious damage", (1, 1, 1, 1, 1, 3), False),
        ("disabled", (1, 3), True),
        ("disabled, sinks in D4 turns", (1, 3, 4), True),
        ("disabled, sinks in D6 turns", (1, 3, 6), True),
        ("breaks in two", (1, 3), True),
    ],
)
def test_c8_which_results_disable(result: str, dice: tuple[int, ...], disabled: bool) -> None:
    game = torpedo(result, size="corvette" if "D4" in result else "larger")
    game.give("damage", *dice, ship="Target")
    assert (game["Target"].max_speed == 0) == disabled
    assert game["Target"].disabled == disabled


def test_c8_a_disabled_ship_launches_no_torpedoes() -> None:
    blues = [ship("Target", tubes(), size="larger")]
    game = Game([ship("Boat")], blues)
    game.put("Target", "disabled", "yes")
    order = {"ship": "Target", "target": "Boat", "range": 40}
    game.go("move-2").refused("launch", **order, because="disabled", rule="C8")


@pytest.mark.parametrize("result", HITS)
@pytest.mark.parametrize("lost", range(1, 7))
def test_c8_every_hit_costs_d6_random_systems(result: str, lost: int) -> None:
    game = torpedo(result)
    before = {"serious damage": [1, 1, 1, 1]}.get(result, [])
    after = [6] if "D6" in result else []
    record = game.give("damage", *before, lost, *[3] * lost, *after, ship="Target")
    assert [throw.result for throw in rolled(record) if throw.label == "system lost"] == ["a"] * lost
    assert game.state("Target", "a") == "destroyed"
    assert said(record).count("a: destroyed already") == lost - 1


def test_c8_systems_lost_to_a_torpedo_are_destroyed_and_cost_no_hull() -> None:
    game = torpedo("disabled")
    game.give("damage", 4, 1, 2, 3, 4, ship="Target")
    assert game.boxes("Target") == (60, 0, 0)
    assert {game.state("Target", name) for name in ("bridge", "engines", "a", "b")} == {"destroyed"}
    game.go("repair-2", 2).refused("repair", ship="Target", because="nothing to repair")


@pytest.mark.parametrize("cargo", ["ammunition", "oil"])
@pytest.mark.parametrize("face", range(1, 7))
def test_c8_freighters_with_ammunition_or_oil_explode_on_3_or_more(cargo: str, face: int) -> None:
    game = torpedo("disabled", cargo=cargo, merchant=True)
    record = game.give("damage", face, *([] if face >= 3 else [1, 3]), ship="Target")
    assert game["Target"].fate == (f"sunk T1: her {cargo} blows up (Boat, torpedo)" if face >= 3 else "")
    assert results(record)[0] == ("yes" if face >= 3 else "no")
    assert record.faces[0].sides == 6


def test_c8_a_ship_without_such_cargo_throws_no_die_for_it() -> None:
    assert [throw.label for throw in rolled(torpedo("disabled").give("damage", 1, 3, ship="Target"))] == [
        "systems lost",
        "system lost",
    ]


# ------------------------------------------------------------ timers


@pytest.mark.parametrize("turns", range(1, 7))
def test_c8_sinks_in_d6_turns(turns: int) -> None:
    """Struck in turn 1: a ship that sinks in one turn goes down at the end of turn 2."""
    game = torpedo("disabled, sinks in D6 turns")
    record = game.give("damage", 1, 3, turns, ship="Target")
    assert record.faces[-1].sides == 6
    assert f"will sink at the end of turn {1 + turns}" in said(record)
    assert game["Target"].has("disabled")
    game.go("damage-2", 1 + turns)
    assert game["Target"].fate == ""
    assert "Target sinks: torpedo damage" in said(game.next())
    assert game["Target"].fate == f"sunk T{1 + turns}: torpedo damage"


@pytest.mark.parametrize("turns", range(1, 5))
def test_c8_sinks_in_d4_turns_on_a_corvette_or_smaller(turns: int) -> None:
    game = torpedo("disabled, sinks in D4 turns", size="corvette")
    record = game.give("damage", 1, 3, turns, ship="Target")
    assert record.faces[-1].sides == 4
    assert game["Target"].count("sinks on") == 1 + turns
    assert game.go("repair-1", 2 + turns)["Target"].fate == f"sunk T{1 + turns}: torpedo damage"


def test_c8_breaks_in_two_and_sinks_in_1_turn() -> None:
    game = torpedo("breaks in two")
    record = game.give("damage", 1, 3, ship="Target")
    assert len(record.faces) == 2
    assert game.go("damage-2", 2)["Target"].afloat
    assert game.go("repair-1", 3)["Target"].fate == "sunk T2: torpedo damage"


def test_c8_a_second_torpedo_never_makes_a_ship_sink_later() -> None:
    game = attack(number=2)
    for name in ("torpedo 1", "torpedo 2"):
        torpedoed(game, 6, torpedo=name)
    game.go("damage-2").give("damage", 1, 3, 2, 1, 3, 5, ship="Target")
    assert game["Target"].count("sinks on") == 3


def test_c8_a_second_torpedo_may_make_a_ship_sink_earlier() -> None:
    game = attack(number=2)
    for name in ("torpedo 1", "torpedo 2"):
        torpedoed(game, 6, torpedo=name)
    game.go("damage-2").give("damage", 1, 3, 5, 1, 3, 2, ship="Target")
    assert game["Target"].count("sinks on") == 3


def test_c8_a_ship_that_sank_has_nothing_more_to_work_out() -> None:
    """Struck again by a torpedo in the turn in which its time has come."""
    game = attack(number=4)
    torpedoed(game, 6, torpedo="torpedo 1", stationary="yes")
    game.go("damage-2").next(1, 3)
    game.go("move-1", 2)
    game.give("torpedo", 4, torpedo="torpedo 2", target="Target", modifiers=())
    game.go("damage-2", 2).next(1, 1, 1, 1, 1, 3)
    assert game["Target"].fate == "sunk T2: torpedo damage"
    assert not game["Target"].held
    game.go("damage-2", 3).refused("damage", ship="Target", because="Target is gone: sunk T2")


def test_c8_the_last_hits_on_a_ship_that_explodes_come_to_nothing() -> None:
    game = attack(number=2, cargo="ammunition", merchant=True)
    for name in ("torpedo 1", "torpedo 2"):
        torpedoed(game, 5, torpedo=name, modifiers=())
    record = game.go("damage-2").give("damage", 6, ship="Target")
    assert "is gone already" in said(record)
    assert not game["Target"].held


def test_c8_a_ship_that_leaves_takes_its_hits_with_it() -> None:
    game = attack()
    torpedoed(game, 4)
    game.go("move-2").give("leave", ship="Target")
    assert not game["Target"].held
    assert "no damage to work out" in said(game.go("damage-2").next())


def test_c8_house_the_present_turn_counts() -> None:
    game = torpedo("breaks in two", rules=[reading(sinks_at_end_of_turn=False)])
    game.give("damage", 1, 3, ship="Target")
    game.next()
    assert game["Target"].fate == "sunk T1: torpedo damage"


def test_c8_systems_lost_are_destroyed_as_by_a_gun_of_3_inches_or_more() -> None:
    game = torpedo("disabled")
    game.give("damage", 4, 3, 3, 4, 2, ship="Target")
    assert [game.state("Target", name) for name in "ab"] == ["destroyed", "destroyed"]
    assert game.boxes("Target") == (60, 3, 0)


def test_c8_house_systems_lost_are_damaged_as_by_one_light_hit_each() -> None:
    """And no hull points beyond the table's; a second hit on the same system destroys it; boxes go one by one."""
    game = torpedo("disabled", rules=[reading(torpedo_destroys_systems=False)])
    game.give("damage", 6, 3, 3, 4, 2, 2, 1, ship="Target")
    assert [game.state("Target", name) for name in "ab"] == ["destroyed", "damaged"]
    assert game.boxes("Target") == (60, 2, 1)
    assert game["Target"].mendable(game["Target"].system("engines"))
    game = torpedo("disabled", rules=[reading(torpedo_destroys_systems=False)])
    assert "a: destroyed already" in said(game.give("damage", 3, 3, 3, 3, ship="Target"))


@pytest.mark.parametrize(("victim", "owner", "step"), [("Blue", "Red", "8"), ("Red", "Blue", "4")])
def test_c8_a_torpedoed_ship_is_told_until_when_she_fights_on(victim: str, owner: str, step: str) -> None:
    """Her side works out damage in step 8 or 4: until then she moves and fires."""
    boat, freighter = ship("Boat", tubes()), ship("Target", gun("gun"), size="larger", speed=10)
    red, blue = ([boat], [freighter]) if owner == "Red" else ([freighter], [boat])
    game = Game(red, blue, light="day").go("move-1" if owner == "Red" else "move-2")
    game.give("launch", ship="Boat", target="Target", range=40, number=1)
    assert f"to be worked out: Target fights on until step {step}" in said(torpedoed(game, 5, torpedo="torpedo 1", modifiers=()))
    game.go("fire-1" if victim == "Blue" else "fire-2").give("fire", 1, firer="Target", target="Boat", range=10)
    assert game.journal.ruleset.sequence.now(game.battle).number != step


def test_c8_the_orders_say_that_damage_is_held() -> None:
    for order in (Launch, TorpedoMeets):
        assert "damage step" in what_it_does(order)


def test_a_ship_sunk_by_a_ruling_leaves_no_hits_to_work_out() -> None:
    game = torpedo("serious damage")
    game.put("Target", "fate", "sunk")
    assert (game["Target"].lost, game["Target"].held) == ("sunk", ())
    assert "Target" not in (game.draft("damage").entries["ship"].options or ())
    game.go("fire-1")
